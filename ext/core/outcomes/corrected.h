/*
** The true rate where a judge saw everything, and somebody who knows saw a sample.
**
** The judge gave verdicts in 0..1 to all rows; n rows, drawn at random, have a label too,
** N have none.  PPI++ takes the judge as far as the labelled rows say that his verdicts
** tell anything:
**
**   lambda = cov(label, verdict) / ((1 + n / N) var(verdict of all)), within 0..1
**   rate = mean of r + lambda * mean verdict of the others, r = label - lambda * verdict
**   se^2 = var(r) / n + lambda^2 var(verdict of the others) / N
**
** with variances by n - 1, and lambda 0 if N < 2 or no verdict differs.  With G
** clusters, r' the deviation of r from its mean and v' that of a verdict of the others
**
**   se^2 = G / (G - 1) * sum of (sum of r' / n + lambda * sum of v' / N)^2
**
** The interval is Wilson's of an effective n, rate (1 - rate) / se^2 within 1..n + N; n,
** or the clusters that have a label, where se is 0 or the rate is 0 or 1.  Its quantile
** is Student's t of n - 1, or of those clusters less one.
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
  uint64_t clusters; /* the rows where they are independent */
  uint64_t labelled;
  double judged; /* the mean verdict of all rows */
  double actual; /* the mean label; this and what follows: missing without one */
  double lambda;
  double rate; /* 0..1; within 2^-40 of an end it is the end */
  double se;   /* this and the ends: missing below two labels, or clusters that have one;
               ** at most 2^-40 is rounding, and 0 */
  struct rate_interval interval;
};

/* The report on n > 0 rows in the order of outcome_compare(); scores are verdicts.  O(n).
*/
struct corrected_report corrected_report_on(const struct outcome *rows, size_t n,
                                            bool clustered);

#endif
