/*
** A sum, and the sum of its rounding errors (Neumaier 1974).  Together the two are as
** exact as a sum with twice the digits, for any number of terms.  Use exact_sum.h if
** terms are to be subtracted again.
**
** A struct whose bytes are all 0 is an empty sum.
*/
#ifndef ASSAY_BASE_SUM_H
#define ASSAY_BASE_SUM_H

#include "base/wide.h"

struct sum {
  double rounded;
  double lost;
};

static inline void sum_add(struct sum *sum, double term) {
  struct wide next = wide_sum(sum->rounded, term);
  sum->rounded = next.high;
  sum->lost += next.low;
}

static inline double sum_total(const struct sum *sum) {
  return sum->rounded + sum->lost;
}

/* Returns the sum divided by n, rounded once.  So the mean of .7, .8 and .9 is .8.
** Dividing the rounded sum would give .7999999999999999, which is below a limit of .8. */
static inline double sum_share(const struct sum *sum, double n) {
  double share = sum_total(sum) / n;
  struct wide whole = wide_product(share, n);
  double rest = (sum->rounded - whole.high) - whole.low + sum->lost;
  return share + rest / n;
}

#endif
