/*
** Estimates the true rate of good rows, if a judge saw all rows, and a person labelled a
** sample.
**
** The judge gave verdicts in 0..1 to all rows.  A sample of n rows, drawn at random, also
** has labels; the N other rows have no label.  PPI++ (see Sources) gives the verdicts a
** weight, lambda: 0 if they do not predict the labels.  For a labelled row, let r be
** label - lambda * verdict:
**
**   lambda = cov(label, verdict) / ((1 + n / N) var(verdict of all rows)), within 0..1
**   rate = mean of r + lambda * mean verdict of the other rows
**   se^2 = var(r) / n + lambda^2 var(verdict of the other rows) / N
**
** A variance of k values divides by k - 1; lambda is 0 if n < 2, N < 2, or all verdicts
** are equal.
**
** Let G be the number of clusters.  Let r' be r minus the mean of r.  Let v' be an
** unlabelled row's verdict minus the mean of such verdicts.  With clusters, se^2 has an
** outer sum over clusters, and inner sums over a cluster's rows:
**
**   se^2 = G / (G - 1) * sum of (sum of r' / n + lambda * sum of v' / N)^2
**
** The interval is Wilson's interval (passes.h) for an effective n: rate (1 - rate) /
** se^2, but at least 1 and at most n + N.  If se is 0 or the rate is 0 or 1, the
** effective n is n; with clusters it is L, the number of clusters that have a label.
** Student's t with n - 1 degrees of freedom (L - 1 with clusters) replaces Wilson's z.
**
** Sources: Angelopoulos, Bates, Fannjiang, Jordan and Zrnic, "Prediction-powered
** inference" (Science 382, 2023); Angelopoulos, Duchi and Zrnic, "PPI++: efficient
** prediction-powered inference" (arXiv 2311.01453, 2023).
*/
#ifndef ASSAY_CORE_OUTCOMES_CORRECTED_H
#define ASSAY_CORE_OUTCOMES_CORRECTED_H

#include "core/outcomes/outcome.h"
#include "core/outcomes/passes.h"

struct corrected_report {
  uint64_t clusters; /* without clusters: the number of rows */
  uint64_t labelled;
  double judged; /* the mean verdict of all rows */
  double actual; /* mean label; missing, like all members below, if no row has a
                 ** label */
  double lambda;
  double rate; /* 0..1; a rate within 2^-40 of 0 or 1 becomes 0 or 1 */
  double se;   /* se and interval: missing with fewer than two labels, or with
               ** fewer than two clusters that have a label; an se of at most
               ** 2^-40 is a rounding error and becomes 0 */
  struct rate_interval interval;
};

/* Returns the report on n > 0 rows in the order of outcome_compare().  Each score is a
** verdict.  O(n). */
struct corrected_report corrected_report_on(const struct outcome *rows, size_t n,
                                            bool clustered);

#endif
