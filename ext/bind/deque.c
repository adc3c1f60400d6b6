/* A double-ended queue: see deque.h. */
#include "deque.h"

#include <string.h>

#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT3

#define FIRST_CAPACITY 8

/* Makes room for one more item at the end: by moving the items to the front where at
** least half of the memory lies unused before them, else by doubling it. */
static bool deque_make_room(struct deque *deque, size_t size) {
  if (deque->first > deque->capacity / 2) {
    memmove(deque->items, deque_at(deque, 0, size), deque->count * size);
    deque->first = 0;
    return true;
  }
  size_t capacity = deque->capacity > 0 ? 2 * deque->capacity : FIRST_CAPACITY;
  unsigned char *items = sqlite3_realloc64(deque->items, capacity * size);
  if (items == NULL) return false;
  deque->items = items;
  deque->capacity = capacity;
  return true;
}

bool deque_append(struct deque *deque, const void *item, size_t size) {
  bool full = deque->first + deque->count == deque->capacity;
  if (full && !deque_make_room(deque, size)) return false;
  memcpy(deque_at(deque, deque->count, size), item, size);
  deque->count++;
  return true;
}

void deque_clear(struct deque *deque) {
  sqlite3_free(deque->items);
  *deque = (struct deque){0};
}
