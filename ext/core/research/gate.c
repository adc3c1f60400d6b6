/* The gate: see gate.h. */
#include "core/research/gate.h"

struct gate_rule gate_rule_of(const struct settings *settings) {
  const struct deep_research_settings *s = &settings->deep_research;
  struct gate_rule rule = {
      .engine = s->scoring_engine,
      .bound = {s->min_recent_sources, 0},
      .min_ci = s->min_ci,
      .weights = weights_default(settings),
  };
  for (int d = 0; d < DIMENSION_COUNT; d++)
    rule.high[d] = s->floors[d].high;
  return rule;
}

/* Returns a dimension's floors from the settings, but with the rule's High floor; see
** gate_rubric_open(). */
static struct tier_floors gate_floors(const struct settings *settings,
                                      const struct gate_rule *rule, int dimension) {
  struct tier_floors floors = settings->deep_research.floors[dimension];
  floors.high = rule->high[dimension];
  floors.elite = fmax(floors.elite, floors.high);
  floors.medium = fmin(floors.medium, floors.high);
  return floors;
}

void gate_rubric_open(struct gate_rubric *research, const struct settings *settings,
                      const struct gate_rule *rule) {
  static const char *const phrases[GATE_CONDITION_COUNT] = {
      "insufficient recent sources", "critical contradiction detected"};
  research->rule = *rule;
  for (int d = 0; d < DIMENSION_COUNT; d++)
    research->scores[d] = (struct rubric_score){
        .id = {RUBRIC_RESEARCH, evidence_names[d]},
        .floors = gate_floors(settings, rule, d),
        .weight = rule->weights->weight[d],
    };
  for (int i = 0; i < GATE_CONDITION_COUNT; i++)
    research->bounds[i] = (struct rubric_bound){
        .id = {RUBRIC_RESEARCH, evidence_names[DIMENSION_COUNT + i]},
        .number = DIMENSION_COUNT + i,
    };
  research->bounds[GATE_SOURCES].bound = settings->deep_research.min_recent_sources;
  research->rubric = (struct rubric){
      .name = RUBRIC_RESEARCH,
      .scores = research->scores,
      .at_least = &research->bounds[GATE_SOURCES],
      .at_most = &research->bounds[GATE_CONTRADICTIONS],
      .rule = gate_rubric_rule(&research->rule),
      .names = evidence_names,
      .name_count = EVIDENCE_COUNT,
      .phrases = phrases,
  };
}
