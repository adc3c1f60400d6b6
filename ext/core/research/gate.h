/*
** The gate: is this round good enough? (ADR-007 section 4.2)
**
** A round passes if all five dimensions are High or better AND it has enough recent
** sources AND no critical contradiction AND its confidence did not regress.  Nothing
** makes up for a failure, and missing evidence is a failure (rule R3).
**
** What judges each row is written out here, so that the compiler can put it into its
** callers' loops.
*/
#ifndef ASSAY_CORE_RESEARCH_GATE_H
#define ASSAY_CORE_RESEARCH_GATE_H

#include <stdint.h>

#include "core/research/confidence.h"
#include "core/research/evidence.h"
#include "core/research/weights.h"

/* What the gate asks for. */
struct gate_rule {
  enum scoring_engine engine;
  double high[DIMENSION_COUNT];  /* inclusive floors */
  double min_recent_sources;     /* inclusive floor */
  double min_ci;                 /* the legacy engine's floor */
  const struct weights *weights; /* the index's; borrowed from the settings */
};

/* The four conditions, each decided on its own. */
struct gate_verdict {
  bool dimensions_high; /* legacy engine: complete, and the index reaches min_ci */
  bool sources_enough;
  bool no_contradiction;
  bool no_regression;
};

/* The rule that the settings state. */
struct gate_rule gate_rule_of(const struct settings *settings);

/* The same with one High floor for all dimensions and another floor for the sources;
** always by dimension, because the legacy engine has no High floor. */
static inline struct gate_rule gate_rule_explicit(const struct settings *settings,
                                                  double high,
                                                  double min_recent_sources) {
  return (struct gate_rule){
      .engine = ENGINE_MULTIDIMENSIONAL,
      .high = {high, high, high, high, high},
      .min_recent_sources = min_recent_sources,
      .min_ci = settings->deep_research.min_ci,
      .weights = weights_default(settings),
  };
}

/* The scores below their floors, a missing one too: a set of bits in their order. */
static inline uint64_t scores_below(const double *score, const double *floor, int count) {
  uint64_t below = 0;
  for (int i = 0; i < count; i++)
    below |= (uint64_t) !(score[i] >= floor[i]) << i; /* NaN too */
  return below;
}

/* The legacy engine's condition.  Missing evidence is a failure there, too (R3): without
** it an index can only be too low, but nobody knows by how much. */
static inline bool gate_index_high(const struct dimensions *dimensions,
                                   const struct gate_rule *rule) {
  return confidence_is_complete(dimensions, rule->weights) &&
         confidence_arithmetic(dimensions, rule->weights) >= rule->min_ci;
}

static inline bool gate_dimensions_high(const struct dimensions *dimensions,
                                        const struct gate_rule *rule) {
  if (rule->engine == ENGINE_LEGACY) return gate_index_high(dimensions, rule);
  /* All five are compared: which of them fails first can't be predicted, and a branch
  ** that is mispredicted costs more than five comparisons. */
  bool high = true;
  for (int d = 0; d < DIMENSION_COUNT; d++)
    high &= dimensions->score[d] >= rule->high[d]; /* false for NaN */
  return high;
}

static inline struct gate_verdict gate_evaluate(const struct gate_evidence *evidence,
                                                const struct gate_rule *rule) {
  return (struct gate_verdict){
      .dimensions_high = gate_dimensions_high(&evidence->dimensions, rule),
      .sources_enough = evidence->recent_sources >= rule->min_recent_sources,
      .no_contradiction = evidence->critical_contradictions == 0,
      .no_regression = evidence->regression == 0,
  };
}

static inline bool gate_passed(const struct gate_verdict *verdict) {
  return verdict->dimensions_high && verdict->sources_enough &&
         verdict->no_contradiction && verdict->no_regression;
}

/* What keeps a round from passing, as a set of bits.  Each name of evidence has two, in
** the order of the names: its datum is missing, or is there and fails.  Never both. */
enum gate_failure {
  GATE_MISSING = (1 << EVIDENCE_COUNT) - 1,
  GATE_MISSING_DIMENSIONS = (1 << DIMENSION_COUNT) - 1,
  GATE_UNCOUNTED = 1 << EVIDENCE_CRITICAL_CONTRADICTIONS, /* one of the missing */
  GATE_LOW_DIMENSIONS = GATE_MISSING_DIMENSIONS << EVIDENCE_COUNT,
  GATE_FEW_SOURCES = 1 << (EVIDENCE_COUNT + EVIDENCE_RECENT_SOURCES),
  GATE_CONTRADICTED = 1 << (EVIDENCE_COUNT + EVIDENCE_CRITICAL_CONTRADICTIONS),
  GATE_REGRESSED = 1 << (EVIDENCE_COUNT + EVIDENCE_REGRESSION),
  GATE_LOW_INDEX = 1 << (2 * EVIDENCE_COUNT), /* for low dimensions: legacy engine */
  GATE_LAST_ROUND = GATE_LOW_INDEX << 1 /* of the stop policy: no further one allowed */
};

/* The dimensions below their High floor, a missing score too: a set of the bits 0..4. */
unsigned gate_low_dimensions(const struct dimensions *dimensions,
                             const struct gate_rule *rule);

/* All that fails; 0 exactly where gate_passed() is true.  The legacy engine asks for
** dimensions that weigh anything only: another one may be missing where the index is
** high. */
unsigned gate_failures(const struct gate_evidence *evidence,
                       const struct gate_rule *rule);

/* Enough for the longest reason, the terminating 0 included. */
#define GATE_REASON_SIZE 400

/* Writes what fails as one line, joined with "; ", what is missing first: "missing:
** verification; low dimensions: coverage, recency; insufficient recent sources".  Empty
** for 0. */
void gate_reason(unsigned failures, char text[GATE_REASON_SIZE]);

/* The floors of a dimension under a rule: the settings' own, with the rule's High floor.
** Elite and Medium make way where that one lies beyond them. */
struct tier_floors gate_floors(const struct settings *settings,
                               const struct gate_rule *rule, enum dimension dimension);

/* The superseded rule: index and sources at their floors, no contradiction.  A missing
** datum fails. */
static inline bool gate_passes_legacy(double ci, double recent_sources,
                                      double critical_contradictions, double min_ci,
                                      double min_recent_sources) {
  return ci >= min_ci && recent_sources >= min_recent_sources &&
         critical_contradictions == 0;
}

#endif
