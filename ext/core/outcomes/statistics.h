/*
** Error bars: how sure a mean of several scores is.
**
** After Miller, "Adding Error Bars to Evals" (2024): a score from several judges is
** reported with its standard error.  If judgements come in groups (one judge twice,
** several questions on one document) the error is the cluster-robust one, because
** judgements of one group resemble each other and tell less than their number says.
*/
#ifndef ASSAY_CORE_OUTCOMES_STATISTICS_H
#define ASSAY_CORE_OUTCOMES_STATISTICS_H

#include "base/missing.h"
#include "base/value.h"

/* One judgement.  The cluster's bytes belong to whoever filled it in. */
struct observation {
  double score; /* finite */
  struct value cluster;
};

/* A mean and its 95 % interval. */
struct error_bars {
  size_t n;
  size_t clusters; /* n where judgements are independent */
  double mean;
  double se; /* standard error; this and what follows is missing below two clusters */
  double quantile; /* t */
  double low;      /* mean - t * se, held within what is possible */
  double high;     /* mean + t * se, likewise */
};

/* The .975 quantile of the normal distribution, to which t tends. */
#define NORMAL_QUANTILE 1.959963984540054

/* The order in which observations are summed, as for qsort(): by cluster, then by score.
** Equal only where exchanging them changes no sum. */
int statistics_compare(const void *left, const void *right);

/* The index after the last observation of the cluster that begins at `first`. */
size_t statistics_cluster_end(const struct observation *observations, size_t n,
                              size_t first);

/* The sign of the mean of n > 0 observations: 1 or -1; 0 if their sum is only rounding,
** below 2^-40 of the sum of their magnitudes.  So .9 - .8 and .7 - .8 cancel, although .9
** + .7 is not .8 + .8 in doubles. */
int statistics_mean_sign(const struct observation *observations, size_t n);

/* The error bars of n > 0 observations in that order, so that the answer does not depend
** on the one in which they came.  With d = score - mean, G clusters and D the sum of d
** over one of them
**
**   clustered     se^2 = G / (G - 1) * sum(D^2) / n^2
**   independent   the same for clusters of one: se^2 = sum(d^2) / (n (n - 1))
**
** The factor G / (G - 1) makes up for the mean's being estimated from the same clusters:
** without it 95 % intervals from ten clusters of five hold the truth 94 times of 100.  It
** is the cluster-robust error of statsmodels and of R's sandwich for a mean.
**
** t is the .975 quantile with G - 1 degrees of freedom.  NULL clusters are one cluster,
** as for GROUP BY.  `least` and `greatest` are the ends of what a score can be, or
** infinite.
**
** The mean is rounded once; se is off by less than 1e-15 of the greatest magnitude.  An
** se of at most 2^-40 of the power of two at or below that magnitude is rounding, and 0:
** clusters of .1, .2 and .3 each have no spread, whatever their sums are in doubles. */
struct error_bars statistics_error_bars(const struct observation *observations, size_t n,
                                        bool clustered, double least, double greatest);

/* The z that a standard normal number is below with the probability p, 0..1: off by less
** than 1e-15 divided by the density there.  Infinite for 0 and 1. */
double statistics_normal_quantile(double p);

/* The .975 quantile of Student's t: half of a 95 % interval, in standard errors.  Off by
** less than 1e-12 of itself, for any `degrees` > 0, and the same to the last bit on every
** machine. */
double statistics_t_quantile(size_t degrees);

#endif
