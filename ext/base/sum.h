/*
** A sum, and apart from it what rounding has lost of it (Neumaier 1974): together they
** are as good as one in twice the digits, however many terms there are.
**
** A zeroed struct is the sum of nothing.
*/
#ifndef ASSAY_BASE_SUM_H
#define ASSAY_BASE_SUM_H

#include <math.h>

struct sum {
  double rounded;
  double lost;
};

static inline void sum_add(struct sum *sum, double term) {
  double rounded = sum->rounded + term;
  double lost = fabs(sum->rounded) >= fabs(term) ? sum->rounded - rounded + term
                                                 : term - rounded + sum->rounded;
  sum->lost += lost;
  sum->rounded = rounded;
}

static inline double sum_total(const struct sum *sum) {
  return sum->rounded + sum->lost;
}

/* The sum's n-th part, rounded once: the mean of .7, .8 and .9 is .8, where dividing the
** rounded sum gives .7999999999999999, below a floor that the judges met. */
double sum_share(const struct sum *sum, double n);

#endif
