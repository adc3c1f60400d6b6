/*
** A double-ended queue of items of one size, for the rows of a window frame.
**
** Rows enter a frame at its end and leave it at its start.  So an aggregate that must
** remember its rows stores them in a deque, and drops the first item when a row leaves.
** A sum of doubles is no alternative: subtracting a leaving row's value loses digits.
** Appending is O(1) on average; every other operation is O(1).
**
** A zeroed deque is empty.
*/
#ifndef ASSAY_BIND_DEQUE_H
#define ASSAY_BIND_DEQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct deque {
  unsigned char *items; /* owned, unless lent */
  size_t first;
  size_t count;
  size_t capacity;
  bool is_lent;
};

/* Lends `memory`, with room for `capacity` items, to a deque that has no memory yet.  If
** the deque needs more room, it allocates memory of its own.  The lent memory must not
** move; the memory of an aggregate context never moves. */
static inline void deque_lend(struct deque *deque, void *memory, size_t capacity) {
  deque->items = memory;
  deque->capacity = capacity;
  deque->is_lent = true;
}

static inline void *deque_at(const struct deque *deque, size_t index, size_t size) {
  return deque->items + (deque->first + index) * size;
}

/* Makes room for one more item at the end.  When out of memory, returns false and leaves
** the deque unchanged. */
bool deque_make_room(struct deque *deque, size_t size);

/* Appends an item of `size` bytes; `size` must be the same in every call.  Returns the
** item's memory, which the caller fills.  When out of memory, returns NULL and leaves the
** deque unchanged. */
static inline void *deque_extend(struct deque *deque, size_t size) {
  bool is_full = deque->first + deque->count == deque->capacity;
  if (is_full && !deque_make_room(deque, size)) return NULL;
  return deque_at(deque, deque->count++, size);
}

/* Appends a copy of an item.  When out of memory, returns false and leaves the deque
** unchanged. */
static inline bool deque_append(struct deque *deque, const void *item, size_t size) {
  void *memory = deque_extend(deque, size);
  if (memory == NULL) return false;
  memcpy(memory, item, size);
  return true;
}

/* Drops the first item.  The deque must not be empty. */
static inline void deque_drop_first(struct deque *deque) {
  deque->first++;
  deque->count--;
  if (deque->count == 0) deque->first = 0;
}

static inline void deque_drop_last(struct deque *deque) {
  deque->count--;
}

/* Frees the deque's memory.  If the items own memory, the caller must free that memory
** first. */
void deque_clear(struct deque *deque);

#endif
