/*
** Lets a test program that is compiled to WebAssembly read files.  When the C library
** calls the system, this code calls program.mjs, which uses Node.
*/
#include <string.h>
#include <sys/stat.h>

#define HOST(name) __attribute__((import_module("files"), import_name(name)))

/* Returns a descriptor, or the negative number of an error. */
HOST("open") int host_open(const char *path, int flags);
/* Sets `facts` to the mode, the size, and two times in milliseconds: of the last write
** and of the last change of status.  Returns 0, or the negative number of an error. */
HOST("stat") int host_stat(int file, double facts[4]);

/* The C library calls functions with these names, but declares them in no header. */
long __syscall_open(const char *path, long flags, ...);
long __syscall_fstat64(long file, struct stat *status);

long __syscall_open(const char *path, long flags, ...) {
  return host_open(path, (int)flags);
}

static struct timespec files_time(double milliseconds) {
  return (struct timespec){.tv_sec = (time_t)(milliseconds / 1000)};
}

long __syscall_fstat64(long file, struct stat *status) {
  double facts[4] = {0};
  int error = host_stat((int)file, facts);
  if (error != 0) return error;
  memset(status, 0, sizeof *status);
  status->st_mode = (mode_t)facts[0];
  status->st_size = (off_t)facts[1];
  status->st_mtim = files_time(facts[2]);
  status->st_ctim = files_time(facts[3]);
  return 0;
}
