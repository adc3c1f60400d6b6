/* Memory that is freed all at once: see arena.h. */
#include "settings/arena.h"

#include <string.h>

/* The built-in settings fit into a few blocks of this size.  A test of failing
** allocations sets a small size, so that every piece gets its own block. */
#ifndef ARENA_BLOCK_SIZE
#define ARENA_BLOCK_SIZE 8192
#endif

struct arena_block {
  struct arena_block *next;
  size_t used; /* used bytes after this header */
  size_t size;
};

/* The alignment of sqlite3_malloc64(), in bytes. */
#define ALIGNMENT ((size_t)8)
#define ROUND_UP(size) (((size) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)
#define HEADER_SIZE ROUND_UP(sizeof(struct arena_block))

/* Adds a block for at least `size` bytes.  It becomes the first of the list, but a
** block for one large piece becomes the second, because the first can still have
** room. */
static struct arena_block *arena_block_add(struct arena *arena, size_t size) {
  size_t room = size > ARENA_BLOCK_SIZE ? size : ARENA_BLOCK_SIZE;
  struct arena_block *block = sqlite3_malloc64(HEADER_SIZE + room);
  if (block == NULL) return NULL;
  *block = (struct arena_block){.size = room};
  if (size > ARENA_BLOCK_SIZE && arena->blocks != NULL) {
    block->next = arena->blocks->next;
    arena->blocks->next = block;
  } else {
    block->next = arena->blocks;
    arena->blocks = block;
  }
  return block;
}

void *arena_take(struct arena *arena, size_t size) {
  size = ROUND_UP(size);
  struct arena_block *block = arena->blocks;
  if (block == NULL || block->size - block->used < size)
    block = arena_block_add(arena, size);
  if (block == NULL) {
    arena->failed = true;
    return NULL;
  }
  char *bytes = (char *)block + HEADER_SIZE + block->used;
  block->used += size;
  memset(bytes, 0, size);
  return bytes;
}

char *arena_text(struct arena *arena, const char *bytes, size_t length) {
  char *copy = arena_take(arena, length + 1);
  if (copy != NULL && length > 0) memcpy(copy, bytes, length);
  return copy;
}

char *arena_keep(struct arena *arena, sqlite3_str *text) {
  bool complete = sqlite3_str_errcode(text) == SQLITE_OK;
  char *bytes = sqlite3_str_finish(text); /* an empty text also gives NULL */
  char *copy = NULL;
  if (complete) copy = arena_text(arena, bytes, bytes != NULL ? strlen(bytes) : 0);
  if (!complete) arena->failed = true;
  sqlite3_free(bytes);
  return copy;
}

void arena_free(struct arena *arena) {
  while (arena->blocks != NULL) {
    struct arena_block *next = arena->blocks->next;
    sqlite3_free(arena->blocks);
    arena->blocks = next;
  }
}
