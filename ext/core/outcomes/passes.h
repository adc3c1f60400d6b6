/*
** Attempts that pass or fail: what a share of passes tells of the true one, and how
** likely k attempts are to pass.
**
** Of n attempts c have passed.
**
**   Wilson's interval: the rates p whose distance from c / n is at most z standard errors
**   sqrt(p (1 - p) / n), z the .975 quantile of the normal distribution.  It never leaves
**   0..1 and has a width at c = 0 too.  Source: Wilson, "Probable inference, the law of
**   succession, and statistical inference" (JASA 22, 1927).
**
**   With clusters: the same interval of fewer attempts, the effective n, with Student's t
**   of clusters - 1 for z.  The effective n is the number of independent attempts whose
**   rate would have the cluster-robust standard error: rate (1 - rate) / se^2.  It is at
**   most n, and n where se is 0.  Where the rate is 0 or 1 the attempts show no spread,
**   and each cluster counts as one attempt.  Sources: Korn and Graubard, "Confidence
**   intervals for proportions with small expected number of positive counts estimated
**   from survey data" (Survey Methodology 24, 1998); Dean and Pagano, "Evaluating
**   confidence interval methods for binomial proportions in clustered surveys" (Journal
**   of Survey Statistics and Methodology 3, 2015).
**
**   pass@k: the share of all choices of k attempts in which at least one passes,
**   1 - C(n-c, k) / C(n, k): the unbiased estimate of 1 - (1 - p)^k.  Source: Chen et
**   al., "Evaluating large language models trained on code" (arXiv 2107.03374, 2021).
**
**   pass^k: the share of those in which all k pass, C(c, k) / C(n, k).  Source: Yao et
**   al., "tau-bench" (arXiv 2406.12045, 2024).
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

/* Wilson's 95 % interval for `passed` of n > 0 attempts.  Each end is off by less than
** 1e-15 of itself; 0 if none passed, and 1 if all did. */
struct rate_interval passes_wilson(uint64_t n, uint64_t passed);

/* The interval of n > 0 attempts in clusters, with the error bars of their flags, 0 or 1.
** It is never without width.  One cluster has no ends: both are missing. */
struct rate_interval passes_wilson_clustered(uint64_t n, uint64_t passed,
                                             const struct error_bars *bars);

/* Wilson's interval of a rate that n attempts would show, of an effective n > 0:
** `quantile` standard errors to either side. */
struct rate_interval passes_wilson_effective(double n, double rate, double quantile);

/* The two probabilities, for a whole k >= 1; missing for fewer than k attempts.  They are
** the double nearest to the quotient of binomial coefficients, but where that lies
** within 1e-6 units in the last place of the middle between two; below 1e-300 they may be
** 0.  Below 2^40 attempts; at most some sqrt(762 n) steps. */
double passes_at_k(uint64_t n, uint64_t passed, double k);
double passes_hat_k(uint64_t n, uint64_t passed, double k);

#endif
