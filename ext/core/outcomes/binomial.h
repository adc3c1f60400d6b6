/*
** Exact one-sided bounds of a true rate, after k of n were seen.
**
** The upper bound is the p at which k or fewer of n have the probability
** 1 - confidence, the lower one the p at which k or more have it: quantiles of the beta
** distributions (k + 1, n - k) and (k, n - k + 1).  Source: Clopper and Pearson, "The use
** of confidence or fiducial limits illustrated in the case of the binomial" (Biometrika
** 26, 1934).
*/
#ifndef ASSAY_CORE_OUTCOMES_BINOMIAL_H
#define ASSAY_CORE_OUTCOMES_BINOMIAL_H

/* The bounds for whole numbers 0 <= k <= n and a confidence in 0..1; 1 and 0 if n is
** 0.  Off by less than 1e-11 of themselves, up to n = 2^53.  Time does not grow with n:
** some thousand values of a density. */
double binomial_upper(double k, double n, double confidence);
double binomial_lower(double k, double n, double confidence);

#endif
