/* What the packaged extension has instead of three symbols of a new glibc, so that it
** loads under an old one, too.  The linker's --wrap puts these in the callers' places.
**
** fstat became a symbol of its own with glibc 2.33; before, and since, it is __fxstat
** with the layout's version.  dladdr and dlopen moved into libc with 2.34; they serve
** assay_stay_mapped() only, and the package is linked with -z nodelete, so that no loader
** unmaps it anyway: here they find nothing. */

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
