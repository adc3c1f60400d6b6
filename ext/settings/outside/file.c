/* Reads a settings file: see file.h. */
#include "settings/outside/file.h"

#include "settings/document/document.h"
#include "settings/outside/system.h"

static bool file_fail(char **problem, const char *text) {
  *problem = sqlite3_mprintf("%s", text);
  return false;
}

static bool file_fail_with_errno(char **problem) {
  char reason[256];
  system_words(reason, sizeof reason);
  *problem = sqlite3_mprintf("cannot be read: %s", reason);
  return false;
}

static bool file_same_time(struct timespec a, struct timespec b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Returns true if the two statuses are equal.  The time of the last status change is
** compared, too, because a program can set back the time of the last write. */
static bool file_same_version(const struct system_status *a,
                              const struct system_status *b) {
  return a->size == b->size && file_same_time(a->written, b->written) &&
         file_same_time(a->changed, b->changed);
}

/* Reads at most `capacity` bytes.  On failure sets errno and returns -1. */
static int64_t file_read_all(intptr_t file, char *bytes, size_t capacity) {
  size_t length = 0;
  while (length < capacity) {
    int64_t got = system_read(file, bytes + length, capacity - length);
    if (got < 0) return -1;
    if (got == 0) break;
    length += (size_t)got;
  }
  return (int64_t)length;
}

/* Reads one byte more than the file's stated size, to check that size: files under /proc
** have size 0 but have content. */
static bool file_read_open(struct arena *arena, intptr_t file, char **text,
                           size_t *length, char **problem) {
  struct system_status before, after;
  if (!system_status(file, &before)) return file_fail_with_errno(problem);
  if (!before.regular) return file_fail(problem, "not a regular file");
  if (before.size > (int64_t)DOCUMENT_LIMIT)
    return file_fail(problem, "larger than 1 MiB");
  size_t size = (size_t)before.size;
  char *bytes = arena_take(arena, size + 1);
  if (bytes == NULL) return false;
  int64_t got = file_read_all(file, bytes, size + 1);
  if (got < 0 || !system_status(file, &after)) return file_fail_with_errno(problem);
  if (got != before.size || !file_same_version(&before, &after)) {
    return file_fail(problem, "changed while it was being read");
  }
  *text = bytes;
  *length = size;
  return true;
}

bool file_read(struct arena *arena, const char *path, char **text, size_t *length,
               char **problem) {
  intptr_t file;
  *problem = NULL;
  if (!system_open(arena, path, &file)) return file_fail_with_errno(problem);
  bool read = file_read_open(arena, file, text, length, problem);
  system_close(file);
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
