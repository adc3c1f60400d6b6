/*
** A sort that a caller can stop.
**
** qsort() takes seconds for millions of items, and nobody can interrupt it.  Here qsort()
** sorts only pieces of some thousand items.  Larger arrays are divided first, and a
** callback, called the watch, is asked regularly whether to stop.
*/
#ifndef ASSAY_BASE_SORT_H
#define ASSAY_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>

/* The most comparisons before the watch is asked again. */
#define SORT_STEPS ((size_t)1 << 16)

/* A watch can stop a sort, or other long work.  One watch may serve several pieces of
** work: after the watch has stopped one piece, the other pieces end at once. */
struct sort_watch {
  bool (*stop)(void *context);
  void *context;
  bool stopped;
};

/* Asks a watch (NULL for none) between two steps of some long work.  True if this work
** must end. */
static inline bool sort_watch_stops(struct sort_watch *watch) {
  if (watch != NULL && !watch->stopped) watch->stopped = watch->stop(watch->context);
  return watch != NULL && watch->stopped;
}

/* Sorts in place as qsort() does, O(n log n) on average.  False if the watch (NULL for
** none) stopped the sort: the items are then in any order. */
bool sort_items(void *items, size_t count, size_t size,
                int (*compare)(const void *a, const void *b), struct sort_watch *watch);

/* Compares doubles that are not NaN, for sort_items() and qsort(). */
int sort_compare_doubles(const void *a, const void *b);

#endif
