/*
** A frame's items in ascending order, for answers that need the whole frame: a median, or
** a sum that must not depend on the order in which rows came (rule R5).
**
** Items are sorted when an answer is first asked for; from then on each one is put into
** its place or taken out of it.  So a group costs O(n log n), and a row of a sliding
** frame a search and a move of O(frame) bytes.
**
** A zeroed struct is empty: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_BIND_SORTED_H
#define ASSAY_BIND_SORTED_H

#include "bind/connection.h"
#include "bind/deque.h"

struct sorted {
  struct deque items;
  bool is_unsorted; /* items are not in order yet */
  bool is_asked;    /* an answer has been asked for: there will be more */
};

/* What the items are; the same for every call on one struct. */
struct sorted_kind {
  size_t size;
  int (*compare)(const void *a, const void *b); /* as for qsort() */
  /* Replaces bytes that an item borrows by copies.  False when out of memory; there is
  ** nothing to be freed then.  NULL if items have no bytes. */
  bool (*own)(void *item);
  /* Frees the copies; NULL beside such an `own`. */
  void (*free)(void *item);
};

/* Adds a copy of an item, which then owns its bytes.  False when out of memory; nothing
** has changed then. */
bool sorted_add(struct sorted *sorted, const struct sorted_kind *kind, const void *item);

/* Drops an item that compares equal to `item`: of several any one will do.  The error is
** set where the call is interrupted. */
void sorted_drop(sqlite3_context *context, struct sorted *sorted,
                 const struct sorted_kind *kind, const void *item);

/* All items, ascending; borrowed until the next call.  There is one at least.  NULL if
** the call is interrupted, with the error set. */
void *sorted_items(sqlite3_context *context, struct sorted *sorted,
                   const struct sorted_kind *kind);

/* Frees all items and what they own, at the end of a group; where they own nothing,
** deque_clear() does. */
void sorted_clear(struct sorted *sorted, const struct sorted_kind *kind);

#endif
