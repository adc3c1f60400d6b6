/* Replaces three symbols of a new glibc in the packaged extension, so the extension also
** loads under an old glibc.  The linker's --wrap option redirects calls of the symbols to
** the functions below.
**
** fstat is a symbol only since glibc 2.33.  Every glibc has __fxstat, whose first
** argument is the version of struct stat.  dladdr and dlopen moved into libc in 2.34.
** Only assay_stay_mapped() uses dladdr and dlopen, to keep the library mapped.  In the
** package the linker option -z nodelete does this.  So dladdr and dlopen only report
** failure here. */

#include <stddef.h>
#include <sys/stat.h>

/* The versions of struct stat, from glibc's bits/stat.h as of 2.32. */
#if defined(__GLIBC__) && defined(__x86_64__)
#define STAT_VERSION 1
#elif defined(__GLIBC__) && defined(__aarch64__)
#define STAT_VERSION 0
#endif

int __fxstat(int version, int file, struct stat *status);
int __real_fstat(int file, struct stat *status);
int __wrap_fstat(int file, struct stat *status);
int __wrap_dladdr(const void *address, void *found);
void *__wrap_dlopen(const char *name, int flags);

int __wrap_fstat(int file, struct stat *status) {
#ifdef STAT_VERSION
  return __fxstat(STAT_VERSION, file, status);
#else
  return __real_fstat(file, status);
#endif
}

int __wrap_dladdr(const void *address, void *found) {
  return 0;
}

void *__wrap_dlopen(const char *name, int flags) {
  return NULL;
}
