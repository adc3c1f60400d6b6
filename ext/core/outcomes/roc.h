/*
** Does a score tell good from bad?  The area under the ROC curve, and how sure it is.
**
** The area is the chance that a good row scores above a bad one, ties half.  V10 of a
** good row is the share of bad ones below it, V01 of a bad row the share of good ones
** above it, ties half; with M good rows and N bad ones
**
**   independent   se^2 = var(V10) / M + var(V01) / N
**   in clusters   se^2 = S10 / M + S01 / N + 2 S11 / (M N)
**                 S10 = K10 / ((K10 - 1) M) * sum of (sum of V10 - m area)^2
**                 S11 = K / (K - 1) * sum of (sum of V10 - m area) (sum of V01 - n area)
**
** where a cluster has m good rows and n bad ones, K10 clusters have good rows, and S01 is
** to bad rows what S10 is to good ones.  The interval is Wilson's of an effective n,
** area (1 - area) / se^2, at most 3 M N / (M + N); where se is 0 it is that, with the
** numbers of clusters that have good rows, and bad ones, for M and N.  Its quantile is
** the normal one, with K clusters Student's t of K - 1.
**
** Sources: DeLong, DeLong and Clarke-Pearson, "Comparing the areas under two or more
** correlated receiver operating characteristic curves" (Biometrics 44, 1988); Obuchowski,
** "Nonparametric analysis of clustered ROC curve data" (Biometrics 53, 1997).
*/
#ifndef ASSAY_CORE_OUTCOMES_ROC_H
#define ASSAY_CORE_OUTCOMES_ROC_H

#include "base/sort.h"
#include "core/outcomes/outcome.h"
#include "core/outcomes/passes.h"

struct roc_report {
  uint64_t good;
  uint64_t bad;
  uint64_t clusters; /* the rows where they are independent */
  double area;       /* missing without good or bad rows */
  double se;         /* this and the ends: missing with one of either, or one cluster */
  struct rate_interval interval;
};

/* A row, to be put into the order of scores. */
struct roc_rank {
  double score;
  size_t place;
};

/* Room for the work on n rows. */
struct roc_room {
  struct roc_rank *ranks; /* n */
  double *shares;         /* n */
};

/* The report on n > 0 rows in the order of outcome_compare(), each with a label.
** O(n log n).  An se below 2^-46, or se^2 of 2^-40 of its terms, is rounding, and 0.
** What the watch has stopped is not to be used. */
struct roc_report roc_report_on(const struct outcome *rows, size_t n, bool clustered,
                                const struct roc_room *room, struct sort_watch *watch);

#endif
