/* Items in ascending order: see sorted.h. */
#include "bind/sorted.h"

#include <string.h>

#include "bind/interrupt.h"

static void *sorted_item_at(const struct sorted *sorted, const struct sorted_kind *kind,
                            size_t index) {
  return deque_at(&sorted->items, index, kind->size);
}

/* Among the first `count` items, returns the index of the first item that is >=
** `item`. */
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

/* Sorts the items if they are unsorted.  If the call is interrupted, sets the error and
** returns false. */
static bool sorted_settle(sqlite3_context *context, struct sorted *sorted,
                          const struct sorted_kind *kind) {
  if (!sorted->is_unsorted) return true;
  sorted->is_unsorted = !interrupt_sort(context, sorted_item_at(sorted, kind, 0),
                                        sorted->items.count, kind->size, kind->compare);
  return !sorted->is_unsorted;
}

/* Returns the index for a new item.  Until the first answer, new items go to the end,
** because one later sort is cheaper than moving items for each row. */
static size_t sorted_place(struct sorted *sorted, const struct sorted_kind *kind,
                           const void *item) {
  size_t count = sorted->items.count;
  bool ascends =
      count == 0 || kind->compare(sorted_item_at(sorted, kind, count - 1), item) <= 0;
  if (ascends || sorted->is_unsorted) return count;
  if (sorted->is_asked) return sorted_find(sorted, kind, item, count);
  sorted->is_unsorted = true;
  return count;
}

static void sorted_remove(struct sorted *sorted, const struct sorted_kind *kind,
                          size_t place) {
  memmove(sorted_item_at(sorted, kind, place), sorted_item_at(sorted, kind, place + 1),
          (sorted->items.count - place - 1) * kind->size);
  deque_drop_last(&sorted->items);
}

bool sorted_add(struct sorted *sorted, const struct sorted_kind *kind, const void *item) {
  size_t last = sorted->items.count;
  size_t place = sorted_place(sorted, kind, item);
  if (!deque_append(&sorted->items, item, kind->size)) return false;
  void *added = sorted_item_at(sorted, kind, place);
  if (place < last) {
    memmove(sorted_item_at(sorted, kind, place + 1), added, (last - place) * kind->size);
    memcpy(added, item, kind->size);
  }
  if (kind->own == NULL || kind->own(added)) return true;
  sorted_remove(sorted, kind, place);
  return false;
}

void sorted_drop(sqlite3_context *context, struct sorted *sorted,
                 const struct sorted_kind *kind, const void *item) {
  if (!sorted_settle(context, sorted, kind)) return;
  size_t count = sorted->items.count;
  size_t place = sorted_find(sorted, kind, item, count);
  /* unreachable, 2 branches: callers drop only items that they have added */
  if (place == count || kind->compare(sorted_item_at(sorted, kind, place), item) != 0) {
    return;
  }
  if (kind->free != NULL) kind->free(sorted_item_at(sorted, kind, place));
  sorted_remove(sorted, kind, place);
}

void sorted_clear(struct sorted *sorted, const struct sorted_kind *kind) {
  for (size_t i = 0; i < sorted->items.count; i++)
    kind->free(sorted_item_at(sorted, kind, i));
  deque_clear(&sorted->items);
}

void *sorted_items(sqlite3_context *context, struct sorted *sorted,
                   const struct sorted_kind *kind) {
  sorted->is_asked = true;
  return sorted_settle(context, sorted, kind) ? sorted_item_at(sorted, kind, 0) : NULL;
}
