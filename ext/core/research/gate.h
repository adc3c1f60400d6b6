/*
** The gate: is a research round good enough?  (ADR-007 section 4.2)
**
** A round passes if all five dimensions reach their High floors (tier.h), it has enough
** recent sources and no critical contradiction, and the index did not fall (regression).
** The gate's rubric (rubric.h) is called `research`, and its numbers come from the
** settings.  The functions that judge rows use struct gate_rule, without a rubric.
*/
#ifndef ASSAY_CORE_RESEARCH_GATE_H
#define ASSAY_CORE_RESEARCH_GATE_H

#include "core/research/rubric.h"
#include "core/research/evidence.h"
#include "core/research/weights.h"

/* The gate's conditions on counts: enough recent sources, and no critical contradiction.
** A contradiction is a veto: it can halt a run. */
enum gate_condition { GATE_SOURCES, GATE_CONTRADICTIONS, GATE_CONDITION_COUNT };

struct gate_rule {
  enum scoring_engine engine;
  double high[DIMENSION_COUNT];       /* inclusive floors */
  double bound[GATE_CONDITION_COUNT]; /* min sources, max contradictions (always 0) */
  double min_ci;                      /* floor of the index (legacy engine) */
  const struct weights *weights; /* weights of the index; borrowed from the settings */
};

struct gate_rule gate_rule_of(const struct settings *settings);

/* Returns the settings' rule, but with `high` as the High floor of every dimension, and
** `min_recent_sources` in place of the settings' number.  The result never has the
** legacy engine, because that engine has no High floor. */
static inline struct gate_rule gate_rule_explicit(const struct settings *settings,
                                                  double high,
                                                  double min_recent_sources) {
  return (struct gate_rule){
      .engine = ENGINE_MULTIDIMENSIONAL,
      .high = {high, high, high, high, high},
      .bound = {min_recent_sources, 0},
      .min_ci = settings->deep_research.min_ci,
      .weights = weights_default(settings),
  };
}

/* Converts the gate's rule to the form of rubric.h.  The result points into `rule`. */
static inline struct rubric_rule gate_rubric_rule(const struct gate_rule *rule) {
  return (struct rubric_rule){
      .engine = rule->engine,
      .score_count = DIMENSION_COUNT,
      .at_least_count = 1,
      .condition_count = GATE_CONDITION_COUNT,
      .high = rule->high,
      .weight = rule->weights->weight,
      .weight_sum = rule->weights->sum,
      .bound = rule->bound,
      .vetoes = UINT64_C(1) << GATE_CONTRADICTIONS,
      .min_ci = rule->min_ci,
  };
}

static inline struct rubric_failures gate_failures(const struct gate_evidence *evidence,
                                                   const struct gate_rule *rule) {
  struct rubric_rule asked = gate_rubric_rule(rule);
  return rubric_evaluate(&asked, evidence->numbers);
}

/* True if all dimensions reach their High floors (legacy engine: if the index reaches its
** floor).  Most rounds fail here, before any count is read. */
static inline bool gate_dimensions_high(const struct dimensions *dimensions,
                                        const struct gate_rule *rule) {
  struct rubric_rule asked = gate_rubric_rule(rule);
  if (rule->engine == ENGINE_LEGACY) return rubric_index_high(&asked, dimensions->score);
  /* All five scores are compared without a branch: no processor can predict which score
  ** fails first, and one wrong prediction takes longer than five comparisons. */
  bool high = true;
  for (int d = 0; d < DIMENSION_COUNT; d++)
    high &= dimensions->score[d] >= rule->high[d]; /* false for NaN */
  return high;
}

/* True exactly if gate_failures() finds nothing. */
static inline bool gate_passes(const struct gate_evidence *evidence,
                               const struct gate_rule *rule) {
  bool sources_enough = evidence->recent_sources >= rule->bound[GATE_SOURCES];
  return gate_dimensions_high(&evidence->dimensions, rule) && sources_enough &&
         evidence->critical_contradictions == 0 && evidence->regression == 0;
}

/* The rubric `research`, with its parts. */
struct gate_rubric {
  struct gate_rule rule;
  struct rubric_score scores[DIMENSION_COUNT];
  struct rubric_bound bounds[GATE_CONDITION_COUNT];
  struct rubric rubric; /* points to the other members, so a copy is unusable */
};

/* Makes the rubric `research` under a rule.  If the rule's High floor is above the Elite
** floor or below the Medium floor, that other floor becomes equal to the High floor. */
void gate_rubric_open(struct gate_rubric *research, const struct settings *settings,
                      const struct gate_rule *rule);

/* The older rule, which this gate replaced: true if the index and the number of recent
** sources reach their floors, and there is no critical contradiction.  A missing number
** fails. */
static inline bool gate_passes_legacy(double ci, double recent_sources,
                                      double critical_contradictions, double min_ci,
                                      double min_recent_sources) {
  return ci >= min_ci && recent_sources >= min_recent_sources &&
         critical_contradictions == 0;
}

#endif
