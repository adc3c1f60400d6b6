/* Items in ascending order: see sorted.h. */
#include "bind/sorted.h"

#include <string.h>

#include "bind/interrupt.h"

static void *sorted_item_at(const struct sorted *sorted, const struct sorted_kind *kind,
                            size_t index) {
  return deque_at(&sorted->items, index, kind->size);
}

/* The index of the first item that is not below `item`, among the first `count`. */
static size_t sorted_find(const struct sorted *sorted, const struct sorted_kind *kind,
                          const void *item, size_t count) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (kind->compare(sorted_item_at(sorted, kind, middle), item) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* False where the call is interrupted, with the error set. */
static bool sorted_settle(sqlite3_context *context, struct sorted *sorted,
                          const struct sorted_kind *kind) {
  if (!sorted->is_unsorted) return true;
  sorted->is_unsorted = !interrupt_sort(context, sorted_item_at(sorted, kind, 0),
                                        sorted->items.count, kind->size, kind->compare);
  return !sorted->is_unsorted;
}

/* Moves the last item to where it belongs among the others, which are in order. */
static void sorted_insert_last(struct sorted *sorted, const struct sorted_kind *kind,
                               const void *item) {
  size_t last = sorted->items.count - 1;
  size_t place = sorted_find(sorted, kind, item, last);
  memmove(sorted_item_at(sorted, kind, place + 1), sorted_item_at(sorted, kind, place),
          (last - place) * kind->size);
  memcpy(sorted_item_at(sorted, kind, place), item, kind->size);
}

bool sorted_add(struct sorted *sorted, const struct sorted_kind *kind, const void *item) {
  size_t count = sorted->items.count;
  bool ascends =
      count == 0 || kind->compare(sorted_item_at(sorted, kind, count - 1), item) <= 0;
  if (!deque_append(&sorted->items, item, kind->size)) return false;
  if (ascends || sorted->is_unsorted) return true;
  if (sorted->is_asked) {
    sorted_insert_last(sorted, kind, item);
  } else {
    sorted->is_unsorted = true;
  }
  return true;
}

bool sorted_take(sqlite3_context *context, struct sorted *sorted,
                 const struct sorted_kind *kind, void *item) {
  if (!sorted_settle(context, sorted, kind)) return false;
  size_t count = sorted->items.count;
  size_t place = sorted_find(sorted, kind, item, count);
  /* unreachable, 2 branches: callers take what they have put in */
  if (place == count || kind->compare(sorted_item_at(sorted, kind, place), item) != 0) {
    return false;
  }
  memcpy(item, sorted_item_at(sorted, kind, place), kind->size);
  memmove(sorted_item_at(sorted, kind, place), sorted_item_at(sorted, kind, place + 1),
          (count - place - 1) * kind->size);
  deque_drop_last(&sorted->items);
  return true;
}

void *sorted_items(sqlite3_context *context, struct sorted *sorted,
                   const struct sorted_kind *kind) {
  sorted->is_asked = true;
  return sorted_settle(context, sorted, kind) ? sorted_item_at(sorted, kind, 0) : NULL;
}
