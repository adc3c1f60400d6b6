/*
** Rank correlation: Kendall's tau-b of pairs of numbers, by Knight's algorithm (JASA 61,
** 1966): O(n log n).
**
** The pairs are sorted by x, then by y; the number of exchanges that the second sort
** needs is the number of discordant pairs.  A sort goes in passes, each O(n), so that a
** caller can stop between them.
*/
#ifndef ASSAY_CORE_RANK_CORRELATION_H
#define ASSAY_CORE_RANK_CORRELATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rank_pair {
  double x; /* finite */
  double y;
};

/* A computation under way. */
struct rank_correlation {
  struct rank_pair *pairs;   /* in work, the caller's */
  struct rank_pair *scratch; /* room for as many, the caller's */
  size_t count;              /* below 2^32, so that pairs of pairs can be counted */
  size_t run;                /* length of the runs that are sorted */
  bool by_y;                 /* the second sort */
  uint64_t tied_x;           /* pairs of pairs that are level in x, in y, in both */
  uint64_t tied_y;
  uint64_t tied_both;
  uint64_t discordant;
};

/* Begins with `count` pairs, whose order is lost, and room for as many. */
struct rank_correlation rank_correlation_begin(struct rank_pair *pairs,
                                               struct rank_pair *scratch, size_t count);

/* Does a part of the work, O(count).  False when all of it is done. */
bool rank_correlation_advance(struct rank_correlation *work);

/* tau-b, when the work is done: concordant less discordant pairs, divided by the
** geometric mean of the pairs not level in x and of those not level in y; -1..1.  Missing
** for fewer than two pairs, or where all x or all y are level. */
double rank_correlation_tau(const struct rank_correlation *work);

#endif
