/*
** Rank correlation: Kendall's tau-b of pairs of numbers, by Knight's algorithm (JASA 61,
** 1966): O(n log n).
**
** Two pairs are concordant if the pair with the greater x also has the greater y, and
** discordant if it has the lesser y.
**
** The pairs are sorted by x (pairs with equal x by y), and then sorted again by y alone.
** The second sort makes one exchange for every case of two discordant pairs.  A sort
** consists of passes; each pass takes O(n), and the caller can stop after any pass.
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

/* A number that may have no exact double, such as an integer of 64 bits.  The number is
** stored as the nearest double and a remainder.  Two numbers are compared by the double
** first, then by the remainder. */
struct rank_number {
  double nearest; /* finite, or missing */
  int16_t rest;   /* number - nearest, -512..512; 0 for a double */
  uint32_t place; /* index of the pair that the number belongs to */
};

/* Splits an integer or a finite real into `nearest` and `rest`. */
static inline struct rank_number rank_number(const struct value *value) {
  if (value->type != VALUE_INTEGER)
    return (struct rank_number){.nearest = value->is.real};
  int64_t integer = value->is.integer;
  double nearest = (double)integer;
  /* If `nearest` is 2^63, it does not fit into int64_t. */
  int64_t rest =
      nearest == VALUE_INTEGER_END ? integer - INT64_MAX - 1 : integer - (int64_t)nearest;
  return (struct rank_number){.nearest = nearest, .rest = (int16_t)rest};
}

/* Compares two numbers for qsort(): < 0, 0 or > 0. */
int rank_numbers_compare(const void *a, const void *b);

/* Sets x of each pair (y if `by_y`) to the rank of the pair's number among the distinct
** numbers.  `numbers` has one number for each pair, in ascending order.  Tau needs only
** the order of the numbers. */
void rank_numbers_to_pairs(const struct rank_number *numbers, size_t count, bool by_y,
                           struct rank_pair *pairs);

/* A computation in progress. */
struct rank_correlation {
  struct rank_pair *pairs;   /* the pairs being sorted, in the caller's memory */
  struct rank_pair *scratch; /* room for `count` pairs; the caller's memory */
  size_t count;              /* below 2^32, so that numbers of ties fit into 64 bits */
  size_t run;                /* length of the sorted runs */
  bool by_y;                 /* true during the second sort */
  uint64_t tied_x;           /* how often two pairs are equal in x */
  uint64_t tied_y;           /* how often two pairs are equal in y */
  uint64_t tied_both;        /* how often two pairs are equal in x and y */
  uint64_t discordant;
};

/* Begins with `count` pairs, whose order will change. */
struct rank_correlation rank_correlation_begin(struct rank_pair *pairs,
                                               struct rank_pair *scratch, size_t count);

/* Does a part of the work, O(count).  Returns false when all work is done. */
bool rank_correlation_advance(struct rank_correlation *work);

/* Returns tau-b, in -1..1, when the work is done: (c - d) / sqrt(dx * dy).  Of all
** choices of two pairs, c are concordant, d are discordant, dx differ in x, and dy differ
** in y.  Missing for fewer than two pairs, or if all x or all y are equal. */
double rank_correlation_tau(const struct rank_correlation *work);

#endif
