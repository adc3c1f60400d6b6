/*
** Rank correlation: Kendall's tau-b of pairs of numbers, by Knight's algorithm (JASA 61,
** 1966): O(n log n).
**
** The pairs are sorted by x, then by y; the number of exchanges that the second sort
** needs is the number of discordant pairs.  A sort goes in passes, each O(n), so that a
** caller can stop between them.
*/
#ifndef ASSAY_CORE_RESEARCH_RANK_CORRELATION_H
#define ASSAY_CORE_RESEARCH_RANK_CORRELATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/value.h"

struct rank_pair {
  double x; /* finite */
  double y;
};

/* A number that may have no double of its own, as a long integer: the double nearest to
** it and the remainder, so that both in turn give the order of numbers. */
struct rank_number {
  double nearest; /* finite, or missing */
  int16_t rest;   /* -512..512; 0 for every double */
  uint32_t place; /* of the pair it belongs to */
};

/* Splits an integer or a finite real. */
static inline struct rank_number rank_number(const struct value *value) {
  if (value->type != VALUE_INTEGER)
    return (struct rank_number){.nearest = value->is.real};
  int64_t integer = value->is.integer;
  double nearest = (double)integer;
  /* 2^63 is no 64-bit integer itself. */
  int64_t rest =
      nearest == VALUE_INTEGER_END ? integer - INT64_MAX - 1 : integer - (int64_t)nearest;
  return (struct rank_number){.nearest = nearest, .rest = (int16_t)rest};
}

/* < 0, 0, > 0 as for qsort(), by the numbers. */
int rank_numbers_compare(const void *a, const void *b);

/* Replaces x, or y, of each pair by where its number stands among all the different ones.
** `numbers` are sorted, one for each pair: tau needs no more of them than their order. */
void rank_numbers_to_pairs(const struct rank_number *numbers, size_t count, bool by_y,
                           struct rank_pair *pairs);

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
