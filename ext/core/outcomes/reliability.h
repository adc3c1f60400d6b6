/*
** Are scores probabilities?  How far scores in 0..1 match the share of good rows.
**
** The Brier score is the mean of (score - label)^2; a good row has label 1, a bad row 0.
** CORP (see Source) splits the Brier score into three parts.  CORP recalibrates the
** scores by the rising step function that is nearest to the labels.  To find this
** function, rows with equal scores are pooled into a step.  Then adjacent steps are
** pooled until each step has a greater rate (share of good rows) than the step before it.
**
** Let B be the Brier score of the recalibrated scores, and p the share of good rows:
**
**   brier = miscalibration - discrimination + uncertainty
**   miscalibration = brier - B, discrimination = p (1 - p) - B, uncertainty = p (1 - p)
**
** Source: Dimitriadis, Gneiting and Jordan, "Stable reliability diagrams for
** probabilistic classifiers" (PNAS 118, 2021).
*/
#ifndef ASSAY_CORE_OUTCOMES_RELIABILITY_H
#define ASSAY_CORE_OUTCOMES_RELIABILITY_H

#include "core/outcomes/outcome.h"

/* Rows that get one recalibrated rate: good / n. */
struct reliability_step {
  double from; /* the least score of the rows; `to` is the greatest */
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

/* Returns the report on n > 0 rows, ascending by score.  Each row has a label and a score
** in 0..1.  `steps` has room for n steps.  O(n).  The equation for `brier` holds up to an
** error of 1e-15. */
struct reliability_report reliability_report_on(const struct outcome *rows, size_t n,
                                                struct reliability_step *steps);

#endif
