/* The gate: see gate.h. */
#include "core/research/gate.h"

#include <string.h>

#include "core/research/confidence.h"
#include "core/research/weights.h"

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

unsigned gate_low_dimensions(const struct dimensions *dimensions,
                             const struct gate_rule *rule) {
  unsigned low = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (!(dimensions->score[d] >= rule->high[d])) low |= 1u << d; /* NaN too */
  }
  return low;
}

static unsigned gate_contradiction_failure(double critical_contradictions) {
  if (critical_contradictions == 0) return 0;
  return is_missing(critical_contradictions) ? GATE_UNCOUNTED : GATE_CONTRADICTED;
}

unsigned gate_failures(const struct gate_evidence *evidence,
                       const struct gate_rule *rule) {
  struct gate_verdict verdict = gate_evaluate(evidence, rule);
  unsigned failures = gate_contradiction_failure(evidence->critical_contradictions);
  if (!verdict.sources_enough) failures |= GATE_FEW_SOURCES;
  if (!verdict.no_regression) failures |= GATE_REGRESSED;
  if (verdict.dimensions_high) return failures;
  return failures | (rule->engine == ENGINE_LEGACY
                         ? (unsigned)GATE_LOW_INDEX
                         : gate_low_dimensions(&evidence->dimensions, rule));
}

/* A reason as it is written. */
struct reason {
  char *text;
  size_t length;
};

/* Appends a phrase, behind a separator where something stands before it. */
static void gate_reason_append(struct reason *reason, const char *separator,
                               const char *phrase) {
  const char *parts[] = {reason->length != 0 ? separator : "", phrase};
  for (int i = 0; i < 2; i++) {
    size_t length = strlen(parts[i]);
    memcpy(reason->text + reason->length, parts[i], length);
    reason->length += length;
  }
}

static void gate_reason_append_dimensions(struct reason *reason, unsigned failures) {
  if ((failures & GATE_LOW_DIMENSIONS) == 0) return;
  const char *separator = "";
  gate_reason_append(reason, separator, "low dimensions: ");
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if ((failures & 1u << d) == 0) continue;
    gate_reason_append(reason, separator, dimension_names[d]);
    separator = ", ";
  }
}

void gate_reason(unsigned failures, char text[GATE_REASON_SIZE]) {
  static const char *const phrases[] = {
      "low confidence index",
      "insufficient recent sources",
      "critical contradiction detected",
      "critical contradictions not counted",
      "confidence regression detected",
      "round limit reached",
  };
  struct reason reason = {text, 0};
  gate_reason_append_dimensions(&reason, failures);
  for (unsigned i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
    bool fails = (failures & (unsigned)GATE_LOW_INDEX << i) != 0;
    if (fails) gate_reason_append(&reason, "; ", phrases[i]);
  }
  text[reason.length] = 0;
}

struct tier_floors gate_floors(const struct settings *settings,
                               const struct gate_rule *rule, enum dimension dimension) {
  struct tier_floors floors = settings->deep_research.floors[dimension];
  floors.high = rule->high[dimension];
  floors.elite = fmax(floors.elite, floors.high);
  floors.medium = fmin(floors.medium, floors.high);
  return floors;
}
