/*
** Weight stability intervals: how far one weight can move before another round wins
** (Mareschal 1988).
*/
#ifndef ASSAY_CORE_RESEARCH_STABILITY_H
#define ASSAY_CORE_RESEARCH_STABILITY_H

#include <stddef.h>

/* A weight as a share of all weights: 0 <= low <= high <= 1. */
struct stability_interval {
  double low;
  double high;
};

/* The interval of each weight in which round `winner` stays the winner, while the other
** weights share the rest in their proportions, or in equal parts if all of those are 0.
** `winner` is the round that these weights choose, so each interval holds the current
** weight.  The scores are 0..1, none missing: `count` of them a round, at most
** RUBRIC_NAMES_LIMIT, and as many weights with a sum > 0.
**
** Exact, not sampled: under the weight t the lead of the winner over another round is (1
** - t) * a + t * c, where c is its lead in this dimension and a its mean lead in the
** others.  So the two change places at most once, at a / (a - c).  At such an end the two
** are level, and the earlier of them wins.  If a or c is less than half a step of the
** order of indices it is 0 (index.h): rounds that tie under every weight go on tying.
** Within about a step of an end, rounding decides which of the two wins.  O(rounds). */
void stability_intervals(const double *scores, size_t rounds, size_t winner,
                         const double *weight, int count,
                         struct stability_interval *intervals);

#endif
