/*
** Memory that is given back all at once.
**
** A settings object owns hundreds of small texts and a few lists, all of which live as
** long as it does.  They are cut from blocks that the arena frees together, so that a
** load that fails half-way leaves nothing behind.
**
** Running out of memory is remembered: once an allocation has failed, `failed` stays set,
** and whoever builds something in the arena looks at it before handing the thing out.
*/
#ifndef ASSAY_SETTINGS_ARENA_H
#define ASSAY_SETTINGS_ARENA_H

#include <sqlite3ext.h>
#include <stdbool.h>
#include <stddef.h>

SQLITE_EXTENSION_INIT3

struct arena_block;

/* All zero is an empty arena. */
struct arena {
  struct arena_block *blocks;
  bool failed;
};

/* `size` bytes, zeroed and aligned to 8: for numbers and pointers.  NULL when out of
** memory. */
void *arena_take(struct arena *arena, size_t size);

/* A copy of `length` bytes, with a 0 after them.  NULL when out of memory. */
char *arena_text(struct arena *arena, const char *bytes, size_t length);

/* The finished text of `text`, which it frees; an empty one is "".  NULL when either is
** out of memory. */
char *arena_keep(struct arena *arena, sqlite3_str *text);

/* Frees everything that was taken. */
void arena_free(struct arena *arena);

#endif
