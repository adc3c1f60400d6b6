/* Sorting that can be stopped: see sort.h. */
#include "sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Pieces up to so many items are sorted at once, with about 12 comparisons an item. */
#define PIECE ((size_t)4096)
#define PIECE_STEPS ((size_t)12)

struct sort {
  size_t size;
  int (*compare)(const void *a, const void *b);
  struct sort_watch *watch;
  size_t steps;    /* since the watch was asked */
  uint64_t random; /* where the next pivot is looked for */
};

/* Some comparisons were made.  True where the sort is to end. */
static bool stopped(struct sort *sort, size_t steps) {
  struct sort_watch *watch = sort->watch;
  sort->steps += steps;
  if (sort->steps < SORT_STEPS || watch == NULL) return false;
  sort->steps = 0;
  watch->stopped = watch->stop(watch->context);
  return watch->stopped;
}

static void swap(const struct sort *sort, unsigned char *a, unsigned char *b) {
  unsigned char buffer[64];
  for (size_t done = 0; done < sort->size; done += sizeof buffer) {
    size_t left = sort->size - done;
    size_t size = left < sizeof buffer ? left : sizeof buffer;
    memcpy(buffer, a + done, size);
    memmove(a + done, b + done, size); /* an item may be swapped with itself */
    memcpy(b + done, buffer, size);
  }
}

/* Any item: Knuth's 64-bit linear congruential generator chooses it. */
static unsigned char *any_item(struct sort *sort, unsigned char *items, size_t count) {
  sort->random = sort->random * 6364136223846793005u + 1442695040888963407u;
  return items + (size_t)((sort->random >> 32) % count) * sort->size;
}

/* The middle one of three items taken at random, so that no order of the items, sorted or
** not, is a bad one. */
static unsigned char *pivot_of(struct sort *sort, unsigned char *items, size_t count) {
  unsigned char *a = any_item(sort, items, count);
  unsigned char *b = any_item(sort, items, count);
  unsigned char *c = any_item(sort, items, count);
  if (sort->compare(a, b) > 0) {
    unsigned char *less = b;
    b = a;
    a = less;
  }
  if (sort->compare(b, c) <= 0) return b;
  return sort->compare(a, c) < 0 ? c : a;
}

/* Hoare's partition: brings the pivot to the place that is its own, returned in `*place`,
** with nothing greater before and nothing less behind it.  Items level with it go to
** either side, so that many of them do no harm. */
static bool partition(struct sort *sort, unsigned char *items, size_t count,
                      size_t *place) {
  size_t size = sort->size;
  size_t left = 0;
  size_t right = count;
  swap(sort, items, pivot_of(sort, items, count));
  for (;;) {
    do {
      left++;
      if (stopped(sort, 1)) return false;
    } while (left < count && sort->compare(items + left * size, items) < 0);
    do {
      right--;
      if (stopped(sort, 1)) return false;
    } while (sort->compare(items + right * size, items) > 0);
    if (left >= right) break;
    swap(sort, items + left * size, items + right * size);
  }
  swap(sort, items, items + right * size);
  *place = right;
  return true;
}

/* The lesser part is sorted by a call, the greater one in the loop, so that calls nest no
** deeper than the number of the items has bits. */
static bool sort_part(struct sort *sort, unsigned char *items, size_t count) {
  while (count > PIECE) {
    size_t place;
    if (!partition(sort, items, count, &place)) return false;
    unsigned char *behind = items + (place + 1) * sort->size;
    size_t behind_count = count - place - 1;
    bool before_is_less = place < behind_count;
    if (!sort_part(sort, before_is_less ? items : behind,
                   before_is_less ? place : behind_count)) {
      return false;
    }
    if (before_is_less) items = behind;
    count = before_is_less ? behind_count : place;
  }
  if (count > 1) qsort(items, count, sort->size, sort->compare);
  return !stopped(sort, count * PIECE_STEPS);
}

bool sort_items(void *items, size_t count, size_t size,
                int (*compare)(const void *a, const void *b), struct sort_watch *watch) {
  if (watch != NULL && watch->stopped) return false;
  struct sort sort = {size, compare, watch, 0, count};
  return sort_part(&sort, items, count);
}
