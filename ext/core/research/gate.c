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
  return (unsigned)scores_below(dimensions->score, rule->high, DIMENSION_COUNT);
}

unsigned gate_failures(const struct gate_evidence *evidence,
                       const struct gate_rule *rule) {
  struct gate_verdict verdict = gate_evaluate(evidence, rule);
  unsigned missing = evidence_missing(evidence), failures = 0;
  if (!verdict.sources_enough) failures |= GATE_FEW_SOURCES;
  if (!verdict.no_contradiction) failures |= GATE_CONTRADICTED;
  if (!verdict.no_regression) failures |= GATE_REGRESSED;
  if (verdict.dimensions_high)
    missing &= ~(unsigned)GATE_MISSING_DIMENSIONS;
  else if (rule->engine != ENGINE_LEGACY)
    failures |= gate_low_dimensions(&evidence->dimensions, rule) << EVIDENCE_COUNT;
  else if (confidence_arithmetic(&evidence->dimensions, rule->weights) < rule->min_ci)
    failures |= GATE_LOW_INDEX;
  return missing | (failures & ~(missing << EVIDENCE_COUNT));
}

/* A reason as it is written. */
struct reason {
  char *text;
  size_t length;
};

static void gate_reason_append(struct reason *reason, const char *text) {
  size_t length = strlen(text);
  memcpy(reason->text + reason->length, text, length);
  reason->length += length;
}

/* Begins another part, behind a separator where something stands before it. */
static void gate_reason_part(struct reason *reason, const char *phrase) {
  if (reason->length != 0) gate_reason_append(reason, "; ");
  gate_reason_append(reason, phrase);
}

/* A part that lists the names of a set of bits; none where that is empty. */
static void gate_reason_names(struct reason *reason, const char *phrase, unsigned names) {
  if (names == 0) return;
  const char *separator = "";
  gate_reason_part(reason, phrase);
  for (int name = 0; name < EVIDENCE_COUNT; name++) {
    if ((names & 1u << name) == 0) continue;
    gate_reason_append(reason, separator);
    gate_reason_append(reason, evidence_names[name]);
    separator = ", ";
  }
}

void gate_reason(unsigned failures, char text[GATE_REASON_SIZE]) {
  static const struct {
    unsigned failure;
    const char *phrase;
  } parts[] = {
      {GATE_LOW_INDEX, "low confidence index"},
      {GATE_FEW_SOURCES, "insufficient recent sources"},
      {GATE_CONTRADICTED, "critical contradiction detected"},
      {GATE_REGRESSED, "confidence regression detected"},
      {GATE_LAST_ROUND, "round limit reached"},
  };
  struct reason reason = {text, 0};
  gate_reason_names(&reason, "missing: ", failures & GATE_MISSING);
  gate_reason_names(
      &reason, "low dimensions: ", (failures & GATE_LOW_DIMENSIONS) >> EVIDENCE_COUNT);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    if ((failures & parts[i].failure) != 0) gate_reason_part(&reason, parts[i].phrase);
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
