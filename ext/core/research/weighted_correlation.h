/*
** Kendall's tau-b of pairs that stand for several each: O(n log n) of n different pairs,
** however many they stand for.
**
** Pairs are taken by ascending x, and a tree over the places of y tells how many of those
** before lie below and above each (Fenwick 1994).
*/
#ifndef ASSAY_CORE_RESEARCH_WEIGHTED_CORRELATION_H
#define ASSAY_CORE_RESEARCH_WEIGHTED_CORRELATION_H

#include "base/sort.h"
#include "core/research/rank_correlation.h"

struct weighted_pair {
  struct rank_number x;
  struct rank_number y;
  double count; /* whole, >= 0 */
  size_t place; /* of y among the different ones */
};

/* tau-b, the same bits as rank_correlation_tau() has for each pair `count` times.
** Missing where that is, where the counts sum to COUNTS_END or more, and where the watch
** stopped it.  Changes the order of the `n` > 0 pairs; `tree` has room for n + 1
** numbers. */
double weighted_correlation_tau(struct weighted_pair *pairs, size_t n, double *tree,
                                struct sort_watch *watch);

#endif
