/* Allocations that fail on demand: see memory.h. */
#include "memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

static sqlite3_mem_methods original;
static long countdown; /* allocations until one fails; 0: none does */
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

static bool fails(void) {
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

/* Lookaside memory would serve small requests without asking anyone. */
void memory_install(void) {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &original);
  sqlite3_mem_methods failing = original;
  failing.xMalloc = failing_malloc;
  failing.xRealloc = failing_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

/* --- what a copy of libyaml calls instead of the C library ------------------------------ */

/* Each block is preceded by its size. */
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
