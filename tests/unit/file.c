/*
** A settings file must be a regular file of at most 1 MiB that does not change while it
** is read.  Any other file is refused, and the read never waits (for example for a pipe's
** writer).
*/
#define _XOPEN_SOURCE 700 /* for POSIX's terminal functions */

#include "settings/outside/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "settings/document/document.h"
#include "tap.h"

static char directory[] = "/tmp/assay-file-XXXXXX";
static char path[200];
static const char *current = path; /* the file that is being read */

/* A function that changes the file between two reads, or NULL. */
static void (*meanwhile)(void);

/* The errno that a failing read() or fstat() sets once; 0: no failure. */
static int read_error;
static int status_error;
static int statuses;   /* how many calls of fstat() succeed before one fails */
static bool inherited; /* would a program that the host starts inherit the open file? */
static ssize_t last_got;

int fstat(int file, struct stat *status) {
  inherited = (fcntl(file, F_GETFD) & FD_CLOEXEC) == 0;
  if (status_error == 0 || statuses-- > 0) return stat(current, status);
  errno = status_error;
  status_error = 0;
  return -1;
}

/* Replaces read() of the C library.  If meanwhile() is set, reads at most 3 bytes and
** then calls it. */
ssize_t read(int file, void *bytes, size_t count) {
  if (read_error != 0) {
    errno = read_error;
    read_error = 0;
    return -1;
  }
  off_t at = lseek(file, 0, SEEK_CUR);
  ssize_t got = pread(file, bytes, meanwhile != NULL && count > 3 ? 3 : count, at);
  if (got > 0) lseek(file, at + got, SEEK_SET);
  last_got = got;
  if (meanwhile != NULL) meanwhile();
  return got;
}

static void put(const char *text, const char *mode) {
  FILE *file = fopen(path, mode);
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) tap_bail("%s", path);
}

/* append() makes the file longer, and cut() makes it shorter.  rewrite() keeps its length
** and gives it a later time. */
static void append(void) {
  put("more", "a");
}
static void cut(void) {
  if (truncate(path, 4) != 0) tap_bail("truncate");
}
static void rewrite(void) {
  put("b: 123\n", "r+");
}

/* Sets the file's times to a full second (which every file system can store) plus
** nanoseconds. */
static void date(long nanoseconds) {
  struct timespec then = {.tv_sec = 1000000000, .tv_nsec = nanoseconds};
  struct timespec times[2] = {then, then};
  if (utimensat(AT_FDCWD, path, times, 0) != 0) tap_bail("utimensat");
}
/* The two functions below keep the file's length.  rewrite_soon() writes within the same
** second.  rewrite_secretly() writes, and then resets the time of the last write (mtime).
** After that, only the time of the last change of status (ctime) shows the write. */
static void rewrite_soon(void) {
  put("b: 123\n", "r+");
  date(1);
}
static void rewrite_secretly(void) {
  nanosleep(&(struct timespec){.tv_nsec = 20000000},
            NULL); /* long enough for a new ctime */
  put("b: 123\n", "r+");
  date(0);
}
/* The file grows after all of it has been read. */
static void append_last(void) {
  if (last_got == 0) put("more", "a");
}

static void refuses(const char *file, const char *want) {
  struct arena arena = {NULL, false};
  char *text, *problem = NULL;
  size_t length;
  current = file;
  bool got = file_read(&arena, file, &text, &length, &problem);
  current = path;
  tap_ok(!got, "%s cannot be read", file);
  tap_is_text(problem, want, "... because of that");
  sqlite3_free(problem);
  arena_free(&arena);
}

static void changes(void (*change)(void), const char *name) {
  put("a: 123\n", "w");
  date(0);
  meanwhile = change;
  refuses(path, "changed while it was being read");
  meanwhile = NULL;
  tap_note("%s", name);
}

static void special_files(void) {
  refuses("/dev/zero", "not a regular file");
  refuses("/dev/null", "not a regular file");
  refuses(directory, "not a regular file");
  refuses("", "cannot be read: No such file or directory");
  refuses("/nowhere/at/all.yaml", "cannot be read: No such file or directory");
  snprintf(path, sizeof path, "%s/fifo", directory);
  if (mkfifo(path, 0600) != 0) tap_bail("mkfifo");
  alarm(20); /* ends this program if the read waits for a writer */
  refuses(path, "not a regular file");
  alarm(0);
  unlink(path);
}

/* A host without a terminal, such as a server, must not get a terminal by opening a
** file. */
static void terminal(void) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
    tap_note("no terminal to be had here");
    return;
  }
  pid_t child = fork();
  if (child == 0) {
    struct arena arena = {NULL, false};
    char *text, *problem = NULL;
    size_t length;
    alarm(20);
    setsid();
    current = ptsname(master);
    file_read(&arena, current, &text, &length, &problem);
    _exit(open("/dev/tty", O_RDONLY | O_NOCTTY) >= 0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  tap_ok(status == 0, "reading a terminal does not make it that of the host");
  close(master);
}

static void sizes(void) {
  struct arena arena = {NULL, false};
  char *text, *problem = NULL;
  size_t length;
  snprintf(path, sizeof path, "%s/file", directory);
  put("", "w");
  if (truncate(path, DOCUMENT_LIMIT) != 0) tap_bail("truncate");
  tap_ok(file_read(&arena, path, &text, &length, &problem) && length == DOCUMENT_LIMIT,
         "1 MiB can be read");
  arena_free(&arena);
  if (truncate(path, DOCUMENT_LIMIT + 1) != 0) tap_bail("truncate");
  refuses(path, "larger than 1 MiB");
  if (truncate(path, (off_t)1 << 30) != 0) tap_bail("truncate");
  refuses(path, "larger than 1 MiB");
  put("a: 1\n", "w");
  if (tap_ok(file_read(&arena, path, &text, &length, &problem), "a small one, too")) {
    tap_is_text(text, "a: 1\n", "... whole");
    tap_ok(!inherited, "... and what the host starts does not have it open");
  }
  arena_free(&arena);
}

/* Simulates a disk or a network that fails at read(), or at the first or second fstat().
** A call that a signal interrupts is repeated. */
static void failures(void) {
  struct arena arena = {NULL, false};
  char *text, *problem = NULL;
  size_t length;
  put("a: 1\n", "w");
  read_error = EIO;
  refuses(path, "cannot be read: Input/output error");
  for (statuses = 0; statuses < 2; statuses++) {
    int calls = statuses;
    status_error = EIO;
    refuses(path, "cannot be read: Input/output error");
    statuses = calls;
  }
  read_error = EINTR;
  tap_ok(file_read(&arena, path, &text, &length, &problem) && length == 5,
         "a call that a signal interrupts is made again");
  arena_free(&arena);
}

int main(void) {
  if (mkdtemp(directory) == NULL) tap_bail("mkdtemp");
  special_files();
  terminal();
  sizes();
  changes(append, "it grew");
  changes(cut, "it shrank");
  changes(append_last, "it grew at the end");
  changes(rewrite, "it was rewritten");
  changes(rewrite_soon, "it was rewritten in the same second");
  changes(rewrite_secretly, "it was rewritten and dated back");
  failures();
  if (access("/proc/self/status", R_OK) == 0) {
    refuses("/proc/self/status", "changed while it was being read"); /* stated size 0 */
  }
  unlink(path);
  rmdir(directory);
  return tap_done();
}
