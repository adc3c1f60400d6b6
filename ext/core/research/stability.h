/*
** Weight stability intervals: how far one weight can move before another round wins
** (Mareschal 1988).
*/
#ifndef ASSAY_CORE_RESEARCH_STABILITY_H
#define ASSAY_CORE_RESEARCH_STABILITY_H

#include <stddef.h>

/* An interval for one weight, as a share of the sum of all weights.  0 <= low <= high <=
** 1. */
struct stability_interval {
  double low;
  double high;
};

/* Computes for each weight the interval in which round `winner` stays the winner.  The
** other weights share the remainder in their current proportions, or in equal parts if
** they are all 0.  Round `winner` must be the round that wins under `weight`, so each
** interval contains the current weight.  Each round has `count` scores in 0..1, none
** missing; `count` is at most RUBRIC_NAMES_LIMIT.  The sum of the weights is > 0.
**
** If the weight of one dimension is t, the winner leads another round by (1 - t) * a + t
** * c.  Here c is the lead in that dimension, and a is the mean lead in the other
** dimensions.  So the two rounds change places at most once, at the weight a / (a - c).
** At that weight the two indices are equal, and the earlier round wins.
**
** A lead within half a step (index.h) of 0 counts as 0, so rounds that tie under every
** weight stay tied.  If a weight is within about one step of an end of its interval,
** rounding decides which round wins.  Takes O(rounds) time. */
void stability_intervals(const double *scores, size_t rounds, size_t winner,
                         const double *weight, int count,
                         struct stability_interval *intervals);

#endif
