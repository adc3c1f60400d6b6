/*
** Memory that is freed all at once.
**
** Loaded settings own hundreds of small texts and a few lists, which live as long as the
** settings.  Their memory comes from blocks that the arena frees together, so a load that
** fails half-way leaks nothing.
**
** After an allocation has failed, `failed` stays set.  Code that builds an object in the
** arena checks `failed` before it returns the object.
*/
#ifndef ASSAY_SETTINGS_ARENA_H
#define ASSAY_SETTINGS_ARENA_H

#include <sqlite3ext.h>
#include <stdbool.h>
#include <stddef.h>

SQLITE_EXTENSION_INIT3

struct arena_block;

/* A zeroed struct is an empty arena. */
struct arena {
  struct arena_block *blocks;
  bool failed;
};

/* Allocates `size` zeroed bytes, aligned to 8 bytes, for numbers and pointers.  Returns
** NULL when out of memory. */
void *arena_take(struct arena *arena, size_t size);

/* Copies `length` bytes and appends a zero byte.  Returns NULL when out of memory. */
char *arena_text(struct arena *arena, const char *bytes, size_t length);

/* Copies `text` into the arena and frees it; an empty text becomes "".  Returns NULL if
** memory ran out, for `text` or for the copy. */
char *arena_keep(struct arena *arena, sqlite3_str *text);

void arena_free(struct arena *arena);

#endif
