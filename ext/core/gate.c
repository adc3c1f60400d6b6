/* The gate: see gate.h. */
#include "gate.h"

#include "confidence.h"
#include "weights.h"

struct gate_rule gate_rule_of(const struct settings *settings) {
  const struct deep_research_settings *s = &settings->deep_research;
  struct gate_rule rule = {
      .engine = s->scoring_engine,
      .min_recent_sources = s->min_recent_sources,
      .min_ci = s->min_ci,
      .weights = weights_default(settings),
  };
  for (int d = 0; d < DIMENSION_COUNT; d++)
    rule.high[d] = s->floors[d].high;
  return rule;
}

struct gate_rule gate_rule_explicit(const struct settings *settings, double high,
                                    double min_recent_sources) {
  struct gate_rule rule = gate_rule_of(settings);
  rule.engine = ENGINE_MULTIDIMENSIONAL;
  rule.min_recent_sources = min_recent_sources;
  for (int d = 0; d < DIMENSION_COUNT; d++)
    rule.high[d] = high;
  return rule;
}

static bool dimensions_high(const struct dimensions *dimensions,
                            const struct gate_rule *rule) {
  if (rule->engine == ENGINE_LEGACY) {
    return confidence_index(dimensions, rule->weights, METHOD_ARITHMETIC) >= rule->min_ci;
  }
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (!(dimensions->score[d] >= rule->high[d])) return false; /* NaN too */
  }
  return true;
}

struct gate_verdict gate_evaluate(const struct gate_evidence *evidence,
                                  const struct gate_rule *rule) {
  return (struct gate_verdict){
      .dimensions_high = dimensions_high(&evidence->dimensions, rule),
      .sources_enough = evidence->recent_sources >= rule->min_recent_sources,
      .no_contradiction = evidence->critical_contradictions == 0,
      .no_regression = evidence->regression == 0,
  };
}
