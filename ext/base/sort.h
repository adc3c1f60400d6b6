/*
** Sorting that can be stopped.
**
** qsort() takes seconds over some million items, and nobody can interrupt it.  Here only
** pieces of some thousand items are left to it; what is larger is divided first, and the
** watch is asked now and then.
*/
#ifndef ASSAY_BASE_SORT_H
#define ASSAY_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>

/* This many comparisons, at most, lie between two questions to the watch. */
#define SORT_STEPS ((size_t)1 << 16)

/* Who may stop a sort, or other long work.  One watch may see several pieces of it: once
** one is stopped, the others end at once. */
struct sort_watch {
  bool (*stop)(void *context);
  void *context;
  bool stopped;
};

/* Asks a watch, or none, between two parts of any work.  True if it is to end. */
static inline bool sort_watch_stops(struct sort_watch *watch) {
  if (watch != NULL && !watch->stopped) watch->stopped = watch->stop(watch->context);
  return watch != NULL && watch->stopped;
}

/* Sorts as qsort() does, O(n log n) on average; the memory is that of the items.  False
** if the watch stopped it: the items are then in any order.  Without a watch (NULL) it
** goes on to the end. */
bool sort_items(void *items, size_t count, size_t size,
                int (*compare)(const void *a, const void *b), struct sort_watch *watch);

/* The order of doubles, none of them a NaN, for these and for qsort(). */
int sort_compare_doubles(const void *a, const void *b);

#endif
