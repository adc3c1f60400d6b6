/*
** Two scores of each unit: is a better than b?
**
** Differences of pairs are compared with 0: by their mean and its error bars, and by the
** sign test, which asks only how many pairs went which way.  Sources: Miller, "Adding
** Error Bars to Evals" (2024), section 4.2; Dixon and Mood, "The statistical sign test"
** (JASA 41, 1946).
*/
#ifndef ASSAY_CORE_OWN_PAIRED_H
#define ASSAY_CORE_OWN_PAIRED_H

#include "core/research/statistics.h"

/* What the pairs of a group say. */
struct paired_report {
  struct error_bars bars; /* of a - b */
  uint64_t better;        /* pairs with a > b */
  uint64_t worse;
  uint64_t equal;
  double p; /* of the sign test */
};

/* a - b of two numbers, rounded once; but from 2^53 on where one is an INTEGER and the
** other has another sign or is a REAL beyond 64 bits, where each is rounded before.  Its
** sign tells which is the greater one.  Missing where it is beyond the doubles. */
double paired_difference(const struct value *a, const struct value *b);

/* The report on n > 0 differences in the order of statistics_compare(). */
struct paired_report paired_report_on(const struct observation *differences, size_t n,
                                      bool clustered);

/* The exact two-sided sign test: how likely better and worse are to lie at least so far
** apart where both are equally likely; 1 where neither has a pair.  Off by less than .501
** units in the last place, or by 1e-300.  O(lesser of both). */
double paired_sign_test(uint64_t better, uint64_t worse);

#endif
