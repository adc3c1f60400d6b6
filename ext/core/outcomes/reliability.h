/*
** Can a score be taken at its word?  How far scores in 0..1 are probabilities.
**
** The Brier score is the mean of (score - good)^2.  CORP splits it: the score is
** recalibrated by the rising step function that comes nearest to the labels (rows of one
** score pooled, then pool-adjacent-violators), and with B its Brier score and p the share
** of good rows
**
**   brier = miscalibration - discrimination + uncertainty
**   miscalibration = brier - B, discrimination = p (1 - p) - B, uncertainty = p (1 - p)
**
** Steps of one rate are one step, so rates rise strictly.
**
** Source: Dimitriadis, Gneiting and Jordan, "Stable reliability diagrams for
** probabilistic classifiers" (PNAS 118, 2021).
*/
#ifndef ASSAY_CORE_OUTCOMES_RELIABILITY_H
#define ASSAY_CORE_OUTCOMES_RELIABILITY_H

#include "core/outcomes/outcome.h"

/* Rows that are recalibrated to one rate: good / n. */
struct reliability_step {
  double from; /* the least and the greatest score */
  double to;
  uint64_t n;
  uint64_t good;
};

struct reliability_report {
  size_t steps;
  double brier;
  double miscalibration;
  double discrimination;
  double uncertainty;
};

/* The report on n > 0 rows with a label, ascending by score, the scores in 0..1.
** `steps` has room for n.  O(n); the identity above holds to 1e-15. */
struct reliability_report reliability_report_on(const struct outcome *rows, size_t n,
                                                struct reliability_step *steps);

#endif
