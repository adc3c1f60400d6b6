/*
** How sure a gate's verdict is when several judges scored the round: the share of draws
** of judges in which it passes.
**
** A draw takes as many clusters of judges as there are, each time any of them, so that
** some come twice and others not at all.  This is the bootstrap (Efron 1979) over
** clusters, since judges of one family resemble each other (Davison and Hinkley 1997,
** section 3.8).  In a draw a dimension's score is the mean of the judges who scored it.
** The recent sources (and any count with an at_least) are the fewest that one of them
** counted, the contradictions (at_most) the most.  A dimension that none of them scored
** is missing, and so is a count that one of them lacks: it fails closed.
**
** Up to GATE_CONFIDENCE_EXACT clusters all draws are gone through, each with the number
** of its orders (Fisher and Hall 1991), so the share is exact.  Of more there are
** GATE_CONFIDENCE_DRAWS draws from a fixed seed: the standard error of the share is .005
** at most, and the answer the same everywhere.
**
** Its limits: with two or three clusters few draws differ, and they spread less than
** judges who were not asked.  Low values understate: with three judges the share is .29
** where .50 is true, and 1.00 where .90 is.  It says how far the verdict depends on who
** judged, not that the judges are right.
*/
#ifndef ASSAY_CORE_RESEARCH_GATE_CONFIDENCE_H
#define ASSAY_CORE_RESEARCH_GATE_CONFIDENCE_H

#include "base/sort.h"
#include "base/value.h"
#include "core/research/rubric.h"

#define GATE_CONFIDENCE_EXACT 8
#define GATE_CONFIDENCE_DRAWS 10000
#define GATE_CONFIDENCE_SEED 42

/* What one judge says of a round, by any rubric. */
struct judge_evidence {
  struct value cluster;       /* NULLs are one: nothing says that they are independent */
  struct rubric_numbers said; /* in the order of rubric.h, without a regression */
};

/* By cluster; then by all that is said, so that an order of rows makes no difference. */
int gate_confidence_compare(const void *left, const void *right);

/* The share of draws, 0..1, in which the judgements pass; missing under two clusters, and
** where the watch stopped it.  They are in the order of gate_confidence_compare();
** `room` is for 2 * count + 1 numbers.  Time is judgements times draws. */
double gate_confidence(const struct judge_evidence *judgements, size_t count,
                       const struct rubric_rule *rule, size_t *room,
                       struct sort_watch *watch);

#endif
