#include "memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__) || defined(__APPLE__)
#include <execinfo.h>
#else /* if calls cannot be traced, each allocation gets a new chain of calls */
static int backtrace(void **calls, int most) {
  static uintptr_t next;
  calls[0] = (void *)next++;
  return most > 0;
}
#endif

#include <sqlite3.h>

static sqlite3_mem_methods original;
static long countdown; /* allocations until one fails; 0: none fails */
static bool persistent;
static bool failed;
static long yaml_used;

void memory_fail(long nth, bool from_there_on) {
  countdown = nth;
  persistent = from_there_on;
  failed = false;
}

bool memory_recover(void) {
  countdown = 0;
  return failed;
}

long memory_left(void) {
  return countdown;
}

#define DEEPEST 48

static bool watching;
static uint64_t *paths;
static long path_count;
static long path_room;

void memory_watch(void) {
  watching = true;
  path_count = 0;
}

const uint64_t *memory_paths(long *count) {
  watching = false;
  *count = path_count;
  return paths;
}

/* Hashes (FNV-1a) the return addresses of the calls, except the addresses in this
** file. */
static void note_path(void) {
  void *calls[DEEPEST];
  int count = backtrace(calls, DEEPEST);
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < count; i++)
    hash = (hash ^ (uint64_t)(uintptr_t)calls[i]) * 0x100000001b3u;
  if (path_count == path_room) {
    path_room = path_room > 0 ? 2 * path_room : 1024;
    uint64_t *more = realloc(paths, (size_t)path_room * sizeof *paths);
    if (more == NULL) abort();
    paths = more;
  }
  paths[path_count++] = hash;
}

static bool fails(void) {
  if (watching) note_path();
  if (countdown == 0) return false;
  if (countdown > 1) {
    countdown--;
    return false;
  }
  failed = true;
  countdown = persistent ? 1 : 0;
  return true;
}

static void *failing_malloc(int size) {
  return fails() ? NULL : original.xMalloc(size);
}

static void *failing_realloc(void *memory, int size) {
  return fails() ? NULL : original.xRealloc(memory, size);
}

/* Turns lookaside memory off, because SQLite would serve small requests from it and not
** call the allocator. */
void memory_install(void) {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &original);
  sqlite3_mem_methods failing = original;
  failing.xMalloc = failing_malloc;
  failing.xRealloc = failing_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

/* --- what a copy of libyaml calls instead of the C library -------------------------- */

/* The size of each block is stored before the block. */
union header {
  size_t size;
  max_align_t align;
};

void *fault_realloc(void *memory, size_t size);
void *fault_malloc(size_t size);
void fault_free(void *memory);
char *fault_strdup(const char *text);

void *fault_realloc(void *memory, size_t size) {
  if (fails()) return NULL;
  union header *old = memory != NULL ? (union header *)memory - 1 : NULL;
  size_t old_size = old != NULL ? old->size : 0;
  union header *block = realloc(old, sizeof *block + size);
  if (block == NULL) return NULL;
  block->size = size;
  yaml_used += (long)size - (long)old_size;
  return block + 1;
}

void *fault_malloc(size_t size) {
  return fault_realloc(NULL, size);
}

void fault_free(void *memory) {
  if (memory == NULL) return;
  union header *block = (union header *)memory - 1;
  yaml_used -= (long)block->size;
  free(block);
}

char *fault_strdup(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = fault_malloc(size);
  return copy != NULL ? memcpy(copy, text, size) : NULL;
}

long memory_yaml_used(void) {
  return yaml_used;
}
