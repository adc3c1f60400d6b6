/*
** Two scores of each unit, a and b: is a better than b?
**
** The mean difference has error bars.  The sign test only counts how many differences are
** above and below 0.  Pairs of one cluster resemble each other.  So with clusters, the
** sign test counts each cluster once, by the sign of its mean difference.
**
** Flags are 0 or 1, so their differences have only three values.  Without clusters, flags
** have the interval of Agresti and Min.  First, half a pair is added to each of the four
** kinds of pairs (a is 0 or 1, b is 0 or 1).  The middle is then the share of 1 in a
** minus the share of 1 in b.  The ends are z standard errors (z = 1.96) from the middle.
**
** Sources: Miller, "Adding Error Bars to Evals" (2024), section 4.2; Dixon and Mood, "The
** statistical sign test" (JASA 41, 1946); Agresti and Min, "Simple improved confidence
** intervals for comparing matched proportions" (Statistics in Medicine 24, 2005).
*/
#ifndef ASSAY_CORE_OUTCOMES_PAIRED_H
#define ASSAY_CORE_OUTCOMES_PAIRED_H

#include "core/outcomes/statistics.h"

struct paired_report {
  struct error_bars bars; /* of a - b */
  uint64_t better;        /* pairs with a > b */
  uint64_t worse;
  uint64_t equal;
  double sign_p; /* p of the sign test over pairs, or, with clusters, over clusters */
};

/* Whether the pairs have clusters, and whether their scores are flags. */
struct paired_kind {
  bool clustered;
  bool flags; /* both scores of every pair are 0 or 1 */
};

/* Returns the double nearest to a - b.  Exception: an INTEGER beyond -2^53..2^53 is first
** rounded to a double.  It is not rounded if the other number is whole, fits into 64
** bits, and has the same sign.  In each case the sign of the result tells which number is
** greater.  A difference that overflows is the greatest finite double with its sign. */
double paired_difference(const struct value *a, const struct value *b);

/* Returns the report on n > 0 differences in the order of statistics_compare().  If se is
** 0, the ends of the interval are missing, because equal differences do not tell how much
** differences of further pairs would vary.  The interval of two or more pairs of flags
** without clusters always has ends. */
struct paired_report paired_report_on(const struct observation *differences, size_t n,
                                      struct paired_kind kind);

/* Returns p of the exact two-sided sign test.  Assume that each of the better + worse
** pairs is better or worse with probability 1/2.  Then p is the probability that the two
** counts differ by at least as much as here.  p is 1 if both counts are 0.  The error is
** below .501 units in the last place, or below 1e-300.  Time is linear in the lesser
** count. */
double paired_sign_test(uint64_t better, uint64_t worse);

/* Returns the number of pairs that a two-sided test at 5 % needs, to find a mean
** difference of `difference` with the probability `power`, 0..1.  The differences have
** the standard deviation `sd` >= 0.  The number is ((1.959964 + z) * sd / difference)^2,
** rounded up, but at least 2; z is the normal quantile of `power`.  Missing for a
** difference of 0, and if the number overflows. */
double paired_needed(double difference, double sd, double power);

#endif
