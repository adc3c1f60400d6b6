/*
** Exact one-sided bounds of a true rate, after k successes in n trials.
**
** The upper bound is the rate at which k or fewer successes have the probability 1 -
** confidence.  The lower bound is the rate at which k or more successes have the
** probability 1 - confidence.  The upper bound is the quantile at `confidence` of the
** beta distribution (k + 1, n - k).  The lower bound is the quantile at 1 - confidence of
** (k, n - k + 1).  Source: Clopper and Pearson, "The use of confidence or fiducial limits
** illustrated in the case of the binomial" (Biometrika 26, 1934).
*/
#ifndef ASSAY_CORE_OUTCOMES_BINOMIAL_H
#define ASSAY_CORE_OUTCOMES_BINOMIAL_H

/* Each function returns a bound for whole numbers 0 <= k <= n and a confidence in 0..1.
** If n is 0, the bounds are 0 and 1.  The relative error is below 1e-11, up to n = 2^53.
** For any n, the density is computed about a thousand times. */
double binomial_upper(double k, double n, double confidence);
double binomial_lower(double k, double n, double confidence);

#endif
