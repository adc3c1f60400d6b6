/*
** How sure a gate's verdict is when several judges scored the round: the share of draws
** of judges in which the round passes.
**
** Judges of one family resemble each other, so they form a cluster.  A draw takes as many
** clusters as there are.  Each cluster can be drawn again, so some clusters come twice
** and others not at all.  This is the bootstrap (Efron 1979) over clusters (Davison and
** Hinkley 1997, section 3.8).
**
** In a draw, the score of a dimension is the mean of the scores of the judges who scored
** it.  A count that has a lower bound (recent sources) is the least count that a drawn
** judge states.  A count that has an upper bound (contradictions) is the greatest count
** that a drawn judge states.  If no drawn judge scored a dimension, or a drawn judge
** lacks a count, that number is missing and the draw fails.
**
** With at most GATE_CONFIDENCE_EXACT clusters, every draw is tried, and counts once for
** each order of its clusters (Fisher and Hall 1991).  With more clusters there are
** GATE_CONFIDENCE_DRAWS draws, and the share's standard error is at most .005.  The seed
** is fixed, so the share is the same on every machine.
**
** Limits: two or three clusters allow few different draws, whose verdicts vary too
** little.  So shares are too near 0 or 1: with three judges the share is .29 if the true
** share is .50, and 1.00 if the true share is .90.  The share says how much the verdict
** depends on who judged, not whether the judges are right.
*/
#ifndef ASSAY_CORE_RESEARCH_GATE_CONFIDENCE_H
#define ASSAY_CORE_RESEARCH_GATE_CONFIDENCE_H

#include "base/sort.h"
#include "base/value.h"
#include "core/research/rubric.h"

#define GATE_CONFIDENCE_EXACT 8
#define GATE_CONFIDENCE_DRAWS 10000
#define GATE_CONFIDENCE_SEED 42

/* The numbers that one judge gave to a round, under any rubric. */
struct judge_evidence {
  struct value cluster;       /* judges whose cluster is NULL form one cluster */
  struct rubric_numbers said; /* in the order of rubric.h, without the regression */
};

/* Compares judgements by cluster, then by all numbers.  Callers sort judgements in this
** order, so the order of rows in SQL does not matter. */
int gate_confidence_compare(const void *left, const void *right);

/* Returns the share of draws, 0..1, in which the round passes.  Missing if there are
** fewer than two clusters, or if `watch` stopped the computation.  The judgements are
** in the order of gate_confidence_compare(); `room` holds 2 * count + 1 numbers.  Takes
** O(judgements * draws) time. */
double gate_confidence(const struct judge_evidence *judgements, size_t count,
                       const struct rubric_rule *rule, size_t *room,
                       struct sort_watch *watch);

#endif
