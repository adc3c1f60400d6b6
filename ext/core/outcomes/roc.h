/*
** Does a score separate good rows from bad rows?  The area under the ROC curve and its
** error.
**
** The area is the chance that a good row scores above a bad row.  V10 of a good row is
** the share of bad rows with a lower score.  V01 of a bad row is the share of good rows
** with a higher score.  A tie counts half in the area, V10 and V01.  There are M good
** rows and N bad rows.  There are K clusters; a cluster has m good and n bad rows.  K10
** clusters have at least one good row, and K01 clusters have at least one bad row.
**
**   independent   se^2 = var(V10) / M + var(V01) / N
**   in clusters   se^2 = S10 / M + S01 / N + 2 S11 / (M N)
**                 S10 = K10 / ((K10 - 1) M) * sum of (sum of V10 - m * area)^2
**                 S11 = K / (K - 1)
**                       * sum of (sum of V10 - m * area) (sum of V01 - n * area)
**
** The outer sums are over clusters, the inner sums over the rows of a cluster.  S01 is
** S10 with good and bad exchanged.
**
** The interval is Wilson's interval (passes.h) for an effective n: area (1 - area) /
** se^2, but at most 3 M N / (M + N).  If se is 0, the effective n is 3 M N / (M + N), or,
** with clusters, 3 K10 K01 / (K10 + K01).  With clusters, Student's t with K - 1 degrees
** of freedom replaces Wilson's z.
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
  uint64_t clusters; /* without clusters: the number of rows */
  double area;       /* missing if there are no good rows or no bad rows */
  double se;         /* se and interval: missing if all good rows, or all bad
                     ** rows, are in one cluster */
  struct rate_interval interval;
};

/* A row's score and index, for sorting by score. */
struct roc_rank {
  double score;
  size_t place;
};

/* Working memory for n rows; each comment gives an array's length. */
struct roc_room {
  struct roc_rank *ranks; /* n */
  double *shares;         /* n */
};

/* Returns the report on n > 0 rows in the order of outcome_compare().  Each row has a
** label.  O(n log n).  An se that may be a rounding error becomes 0: an se of at most
** 2^-46, or an se^2 of at most 2^-40 times the sum of the magnitudes of its three terms.
** If the watch stopped the sort, do not use the report. */
struct roc_report roc_report_on(const struct outcome *rows, size_t n, bool clustered,
                                const struct roc_room *room, struct sort_watch *watch);

#endif
