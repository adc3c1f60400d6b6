/* A double-ended queue: see deque.h. */
#include "bind/deque.h"

#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT3

#define FIRST_CAPACITY 8

/* Doubles the memory.  Items in lent memory move into newly allocated memory. */
static bool deque_grow(struct deque *deque, size_t size) {
  size_t capacity = deque->capacity > 0 ? 2 * deque->capacity : FIRST_CAPACITY;
  unsigned char *items =
      sqlite3_realloc64(deque->is_lent ? NULL : deque->items, capacity * size);
  if (items == NULL) return false;
  if (deque->is_lent) memcpy(items, deque->items, deque->capacity * size);
  deque->items = items;
  deque->capacity = capacity;
  deque->is_lent = false;
  return true;
}

/* If more than half of the memory is before the first item, the items move to the front.
** Otherwise the memory grows. */
bool deque_make_room(struct deque *deque, size_t size) {
  if (deque->first <= deque->capacity / 2) return deque_grow(deque, size);
  memmove(deque->items, deque_at(deque, 0, size), deque->count * size);
  deque->first = 0;
  return true;
}

void deque_clear(struct deque *deque) {
  if (!deque->is_lent) sqlite3_free(deque->items);
  *deque = (struct deque){0};
}
