/* Reading a settings file: see file.h. */

/* For open() and for fstat()'s nanoseconds; the names are the systems'. */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE /* NOLINT(bugprone-reserved-identifier) */
#else
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier) */
#endif

#include "settings/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "settings/document.h"

#if defined(__APPLE__)
#define WRITTEN_AT(status) ((status)->st_mtimespec)
#define CHANGED_AT(status) ((status)->st_ctimespec)
#else
#define WRITTEN_AT(status) ((status)->st_mtim)
#define CHANGED_AT(status) ((status)->st_ctim)
#endif

static bool file_fail(char **problem, const char *text) {
  *problem = sqlite3_mprintf("%s", text);
  return false;
}

/* Fails with the words that the system has for errno. */
static bool file_fail_with_errno(char **problem) {
  char reason[256] = "";
  strerror_r(errno, reason, sizeof reason);
  *problem = sqlite3_mprintf("cannot be read: %s", reason);
  return false;
}

static bool file_same_time(struct timespec a, struct timespec b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* The time of the last change of status, too: that of the last write can be set back. */
static bool file_same_version(const struct stat *a, const struct stat *b) {
  return a->st_size == b->st_size && file_same_time(WRITTEN_AT(a), WRITTEN_AT(b)) &&
         file_same_time(CHANGED_AT(a), CHANGED_AT(b));
}

/* Reads at most `capacity` bytes; -1 with errno set on failure. */
static ssize_t file_read_all(int file, char *bytes, size_t capacity) {
  size_t length = 0;
  while (length < capacity) {
    ssize_t got = read(file, bytes + length, capacity - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    length += (size_t)got;
  }
  return (ssize_t)length;
}

/* Reads one byte more than the size that the file claims, to see whether it tells the
** truth: files under /proc have size 0 and contents. */
static bool file_read_open(struct arena *arena, int file, char **text, size_t *length,
                           char **problem) {
  struct stat before, after;
  if (fstat(file, &before) != 0) return file_fail_with_errno(problem);
  if (!S_ISREG(before.st_mode)) return file_fail(problem, "not a regular file");
  if (before.st_size > (off_t)DOCUMENT_LIMIT)
    return file_fail(problem, "larger than 1 MiB");
  size_t size = (size_t)before.st_size;
  char *bytes = arena_take(arena, size + 1);
  if (bytes == NULL) return false;
  ssize_t got = file_read_all(file, bytes, size + 1);
  if (got < 0 || fstat(file, &after) != 0) return file_fail_with_errno(problem);
  if ((size_t)got != size || !file_same_version(&before, &after)) {
    return file_fail(problem, "changed while it was being read");
  }
  *text = bytes;
  *length = size;
  return true;
}

bool file_read(struct arena *arena, const char *path, char **text, size_t *length,
               char **problem) {
  /* Not blocking: else opening a pipe waits for a writer. */
  int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  *problem = NULL;
  if (file < 0) return file_fail_with_errno(problem);
  bool read = file_read_open(arena, file, text, length, problem);
  close(file);
  return read;
}

struct loaded_settings *settings_load_file(const struct loaded_settings *old,
                                           const char *path, char **problem) {
  struct arena arena = {NULL, false};
  struct loaded_settings *loaded = NULL;
  char *text, *reason;
  size_t length;
  *problem = NULL;
  if (file_read(&arena, path, &text, &length, &reason)) {
    loaded = settings_load(old, path, text, length, problem);
  } else if (reason != NULL) {
    *problem = sqlite3_mprintf("%s: %s", path, reason);
    sqlite3_free(reason);
  }
  arena_free(&arena);
  return loaded;
}
