/*
** Error bars: how sure a mean of several scores is.
**
** As in Miller, "Adding Error Bars to Evals" (2024), a score from several judges is
** reported with its standard error.  Judgements can come in clusters (one judge twice,
** several questions on one document).  Judgements of one cluster resemble each other, so
** they tell less than as many independent judgements.  With clusters, the error is
** therefore cluster-robust.
*/
#ifndef ASSAY_CORE_OUTCOMES_STATISTICS_H
#define ASSAY_CORE_OUTCOMES_STATISTICS_H

#include "base/missing.h"
#include "base/value.h"

/* One judgement.  The cluster's text or blob is in memory of the caller. */
struct observation {
  double score; /* finite */
  struct value cluster;
};

/* A mean and its 95 % interval. */
struct error_bars {
  size_t n;
  size_t clusters; /* n without clusters */
  double mean;
  double se;       /* standard error; like all below, missing for < 2 clusters */
  double quantile; /* t */
  double low;      /* mean - t * se, at least `least` */
  double high;     /* mean + t * se, at most `greatest` */
};

/* The .975 quantile of the normal distribution, which t approaches for many clusters. */
#define NORMAL_QUANTILE 1.959963984540054

/* Compares observations for qsort(): by cluster, then by score.  If two observations
** compare as equal, exchanging them changes no result. */
int statistics_compare(const void *left, const void *right);

/* Returns the index after the last observation of the cluster that begins at `first`. */
size_t statistics_cluster_end(const struct observation *observations, size_t n,
                              size_t first);

/* Returns the sign of the mean of n > 0 observations: 1, -1 or 0.  It is 0 if the sum is
** below 2^-40 of the sum of magnitudes, because such a sum could be a rounding error.  So
** the scores .9 - .8 and .7 - .8 give 0, although their sum in doubles is not 0. */
int statistics_mean_sign(const struct observation *observations, size_t n);

/* Returns the error bars of n > 0 observations in the order of statistics_compare(), so
** the original order of rows does not matter.  Let d = score - mean, G the number of
** clusters, and D the sum of d over one cluster:
**
**   clustered     se^2 = G / (G - 1) * sum(D^2) / n^2
**   independent   se^2 = sum(d^2) / (n (n - 1)), as if each score were a cluster
**
** The factor G / (G - 1) is needed because the mean is estimated from the same clusters.
** Without it, 95 % intervals from ten clusters of five contain the true mean in only 94
** of 100 cases.  With it, se equals the se of statsmodels (Python) and sandwich (R).
**
** The t of `low` and `high` is the .975 quantile of Student's t with G - 1 degrees of
** freedom.  All observations whose cluster is NULL form one cluster, as in GROUP BY.
** `least` and `greatest` are the ends of the possible scores, or infinite.
**
** The mean is rounded once; the error of se is below 1e-15 of the greatest magnitude of a
** score.  Let p be the greatest power of two that is not above that magnitude.  An se of
** at most 2^-40 p is a rounding error, and becomes 0.  So clusters that each contain .1,
** .2 and .3 have no spread, whatever their sums are in doubles. */
struct error_bars statistics_error_bars(const struct observation *observations, size_t n,
                                        bool clustered, double least, double greatest);

/* Returns the number z such that a standard normal number is below z with the probability
** p, 0..1.  The error is below 1e-15 divided by the density at z.  Infinite for 0 and
** 1. */
double statistics_normal_quantile(double p);

/* Returns the .975 quantile of Student's t: half of a 95 % interval, in standard errors.
** The relative error is below 1e-12 for any `degrees` > 0.  The result is the same to the
** last bit on every machine. */
double statistics_t_quantile(size_t degrees);

#endif
