/*
** Attempts that pass or fail: how well a share of passes tells the true rate, and how
** likely k attempts are to pass.
**
** Of n attempts, c have passed.
**
**   Wilson's interval: the rates p whose distance from c / n is at most z standard errors
**   sqrt(p (1 - p) / n).  Here z is the .975 quantile of the normal distribution.  The
**   interval lies in 0..1, and is not a single point even if c = 0.  Source: Wilson,
**   "Probable inference, the law of succession, and statistical inference" (JASA 22,
**   1927).
**
**   With clusters: Wilson's interval is computed for another number of attempts, the
**   effective n.  Student's t replaces z; for G clusters it has G - 1 degrees of freedom.
**   The effective n is rate (1 - rate) / se^2, where se is the cluster-robust standard
**   error (statistics.h).  A rate of that many independent attempts would have this se.
**   The effective n is at most n, and it is n if se is 0.  If the rate is 0 or 1, the
**   attempts show no spread, and the effective n is the number of clusters.  Sources:
**   Korn and Graubard, "Confidence intervals for proportions with small expected number
**   of positive counts estimated from survey data" (Survey Methodology 24, 1998); Dean
**   and Pagano, "Evaluating confidence interval methods for binomial proportions in
**   clustered surveys" (Journal of Survey Statistics and Methodology 3, 2015).
**
**   pass@k: the share of all choices of k attempts in which at least one passes, 1 -
**   C(n-c, k) / C(n, k).  This is an unbiased estimate of 1 - (1 - p)^k, where p is the
**   true rate.  Source: Chen et al., "Evaluating large language models trained on code"
**   (arXiv 2107.03374, 2021).
**
**   pass^k: the share of all choices of k attempts in which all k pass, C(c, k) / C(n,
**   k).  Source: Yao et al., "tau-bench" (arXiv 2406.12045, 2024).
*/
#ifndef ASSAY_CORE_OUTCOMES_PASSES_H
#define ASSAY_CORE_OUTCOMES_PASSES_H

#include <stdint.h>

#include "core/outcomes/statistics.h"

/* The ends of an interval of rates, 0..1. */
struct rate_interval {
  double low;
  double high;
};

/* Returns Wilson's 95 % interval for `passed` of n > 0 attempts.  The relative error of
** each end is below 1e-15.  The low end is 0 if none passed, the high end is 1 if all
** passed. */
struct rate_interval passes_wilson(uint64_t n, uint64_t passed);

/* Returns the interval of n > 0 attempts in clusters; `bars` are the error bars of their
** flags (0 or 1).  The interval is never a single point.  With one cluster both ends are
** missing. */
struct rate_interval passes_wilson_clustered(uint64_t n, uint64_t passed,
                                             const struct error_bars *bars);

/* Returns Wilson's interval for a rate and an effective n > 0; `quantile` is its z. */
struct rate_interval passes_wilson_effective(double n, double rate, double quantile);

/* These functions return pass@k and pass^k for a whole k >= 1; missing for fewer than k
** attempts.  The result is the double nearest to the exact value of the formula above.
** Exceptions: the exact value is below 1e-300, or almost in the middle between two
** doubles (within 1e-6 units in the last place).  Below 1e-300 the result can be 0.  The
** number n must be below 2^40.  Takes at most about sqrt(762 n) steps. */
double passes_at_k(uint64_t n, uint64_t passed, double k);
double passes_hat_k(uint64_t n, uint64_t passed, double k);

#endif
