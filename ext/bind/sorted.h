/*
** The items of a window frame in ascending order.  Some answers need this order: a
** median, or a sum of doubles, which would otherwise depend on the order of the rows
** (rule R5, REFERENCE.md).
**
** Items are sorted when SQLite first asks for an answer.  After that an item that enters
** is inserted at its place, and an item that leaves is removed.  So n rows without a
** sliding frame cost O(n log n).  Each row of a sliding frame costs a binary search and a
** move of O(frame) bytes.
**
** A zeroed struct sorted is empty.
*/
#ifndef ASSAY_BIND_SORTED_H
#define ASSAY_BIND_SORTED_H

#include "bind/connection.h"
#include "bind/deque.h"

struct sorted {
  struct deque items;
  bool is_unsorted; /* the items are not in order yet */
  bool is_asked;    /* SQLite has asked for an answer: insert later items in order */
};

/* Describes the items.  All calls for one `struct sorted` must pass the same kind. */
struct sorted_kind {
  size_t size;
  int (*compare)(const void *a, const void *b); /* a callback as for qsort() */
  /* Copies the texts and blobs that an item points to, so that the item owns them.  When
  ** out of memory, returns false, and there is nothing to free.  `own` is NULL if items
  ** have no texts or blobs. */
  bool (*own)(void *item);
  /* Frees the copies; NULL if `own` is NULL. */
  void (*free)(void *item);
};

/* Adds a copy of an item; the copy owns its bytes.  When out of memory, returns false and
** changes nothing. */
bool sorted_add(struct sorted *sorted, const struct sorted_kind *kind, const void *item);

/* Drops one item that compares equal to `item`.  If the call is interrupted, sets the
** error. */
void sorted_drop(sqlite3_context *context, struct sorted *sorted,
                 const struct sorted_kind *kind, const void *item);

/* Returns all items in ascending order, valid until `sorted` changes.  There must be
** at least one item.  If the call is interrupted, sets the error and returns NULL. */
void *sorted_items(sqlite3_context *context, struct sorted *sorted,
                   const struct sorted_kind *kind);

/* Frees all items and what they own, at the end of a group.  If items own nothing,
** deque_clear() is enough. */
void sorted_clear(struct sorted *sorted, const struct sorted_kind *kind);

#endif
