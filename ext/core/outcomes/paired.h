/*
** Two scores of each unit: is a better than b?
**
** Differences of pairs are compared with 0: by their mean and its error bars, and by the
** sign test, which asks only how many pairs went which way.  Pairs of one cluster
** resemble each other, so with clusters the sign test counts clusters, by their mean
** differences.
**
** Pairs of flags, 0 or 1, take few values.  Without clusters their interval is the one of
** Agresti and Min: half a pair is added to each of the four cells (0 and 1 on either
** side), and the ends are z standard errors of the difference of both shares away.
**
** Sources: Miller, "Adding Error Bars to Evals" (2024), section 4.2; Dixon and Mood, "The
** statistical sign test" (JASA 41, 1946); Agresti and Min, "Simple improved confidence
** intervals for comparing matched proportions" (Statistics in Medicine 24, 2005).
*/
#ifndef ASSAY_CORE_OUTCOMES_PAIRED_H
#define ASSAY_CORE_OUTCOMES_PAIRED_H

#include "core/outcomes/statistics.h"

/* What the pairs of a group say. */
struct paired_report {
  struct error_bars bars; /* of a - b */
  uint64_t better;        /* pairs with a > b */
  uint64_t worse;
  uint64_t equal;
  double sign_p; /* of the sign test: of pairs, or of clusters */
};

/* What is known of the pairs besides their differences. */
struct paired_kind {
  bool clustered;
  bool flags; /* both sides of every pair are 0 or 1 */
};

/* a - b of two numbers, rounded once; but from 2^53 on where one is an INTEGER and the
** other has another sign or is a REAL beyond 64 bits, where each is rounded before.  Its
** sign tells which is the greater one.  Beyond the doubles it is the last of them. */
double paired_difference(const struct value *a, const struct value *b);

/* The report on n > 0 differences in the order of statistics_compare().  If se is 0 the
** ends are missing, because equal differences do not tell how far others lie apart; two
** or more pairs of flags without clusters have ends all the same. */
struct paired_report paired_report_on(const struct observation *differences, size_t n,
                                      struct paired_kind kind);

/* The exact two-sided sign test: how likely better and worse are to lie at least so far
** apart where both are equally likely; 1 if neither has a pair.  Off by less than .501
** units in the last place, or by 1e-300.  O(lesser of both). */
double paired_sign_test(uint64_t better, uint64_t worse);

/* How many pairs are needed to notice a difference with that mean, if differences have
** the standard deviation `sd` >= 0: a two-sided test at 5 % finds it with the probability
** `power`, 0..1.  That is ((1.959964 + z of power) * sd / difference)^2, rounded up, and
** at least 2.  Missing for a difference of 0, and beyond the doubles. */
double paired_needed(double difference, double sd, double power);

#endif
