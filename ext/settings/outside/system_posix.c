/* Files and the environment of a POSIX system: see system.h. */

/* With these macros headers declare open() and the times' nanoseconds. */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE /* NOLINT(bugprone-reserved-identifier) */
#elif !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier) */
#endif

#include "settings/outside/system.h"

#ifndef _WIN32

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__APPLE__)
#define WRITTEN_AT(status) ((status).st_mtimespec)
#define CHANGED_AT(status) ((status).st_ctimespec)
#else
#define WRITTEN_AT(status) ((status).st_mtim)
#define CHANGED_AT(status) ((status).st_ctim)
#endif

/* Uses O_NONBLOCK, because opening a pipe would otherwise wait for a writer. */
bool system_open(struct arena *arena, const char *path, intptr_t *file) {
  *file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  return *file >= 0;
}

bool system_status(intptr_t file, struct system_status *status) {
  struct stat found;
  if (fstat((int)file, &found) != 0) return false;
  *status = (struct system_status){.regular = S_ISREG(found.st_mode),
                                   .size = found.st_size,
                                   .written = WRITTEN_AT(found),
                                   .changed = CHANGED_AT(found)};
  return true;
}

int64_t system_read(intptr_t file, char *bytes, size_t capacity) {
  ssize_t got = -1;
  do {
    got = read((int)file, bytes, capacity);
  } while (got < 0 && errno == EINTR);
  return got;
}

void system_close(intptr_t file) {
  close((int)file);
}

void system_words(char *words, size_t size) {
  words[0] = 0;
  strerror_r(errno, words, size);
}

const char *system_variable(struct arena *arena, const char *name) {
  return getenv(name);
}

#endif
