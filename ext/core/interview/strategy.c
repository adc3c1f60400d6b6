/* Strategies, scorers and phases: see strategy.h. */
#include "core/interview/strategy.h"

#include <float.h>
#include <math.h>

#include "base/name.h"
#include "core/index.h"

int scorer_find(const struct interview_settings *settings, const char *name,
                size_t length) {
  for (size_t i = 0; i < settings->scorer_count; i++) {
    if (name_matches(settings->scorers[i].id, name, length)) return (int)i;
  }
  return -1;
}

const struct interview_strategy *strategy_find(const struct interview_settings *settings,
                                               struct strategy_name name) {
  for (size_t i = 0; i < settings->strategy_count; i++) {
    const struct interview_strategy *strategy = &settings->strategies[i];
    if (name_matches(strategy->id, name.bytes, name.length)) return strategy;
  }
  return NULL;
}

static double strategy_number_of(const struct named_numbers *numbers,
                                 struct strategy_name name, double otherwise) {
  for (size_t i = 0; i < numbers->count; i++) {
    const struct named_number *item = &numbers->items[i];
    if (name_matches(item->name, name.bytes, name.length)) return item->value;
  }
  return otherwise;
}

double strategy_weight(const struct interview_scorer *scorer, struct strategy_name name) {
  if (!scorer->enabled) return 0;
  return strategy_number_of(&scorer->weights, name, scorer->default_weight);
}

double phase_multiplier(const struct interview_settings *settings,
                        enum interview_phase phase, struct strategy_name name) {
  return strategy_number_of(&settings->profiles[phase], name, 1);
}

double strategy_score(const struct strategy_sum *sum, double multiplier) {
  double score =
      isfinite(sum->plain) ? sum->plain * multiplier : sum->scaled * multiplier * 0x1p64;
  return score < DBL_MAX ? score : DBL_MAX;
}

int strategy_compare(const struct strategy_candidate *a,
                     const struct strategy_candidate *b) {
  if (a->vetoed != b->vetoed) return a->vetoed ? -1 : 1;
  int order = index_compare(a->score, b->score);
  if (order != 0) return order;
  if (a->position != b->position) return a->position < b->position ? 1 : -1;
  return value_compare_stored(&b->strategy, &a->strategy);
}

enum interview_phase interview_phase_of(double turn, double coverage,
                                        const struct phase_config *config) {
  if (!(turn >= config->exploratory_min_turns)) return PHASE_EXPLORATORY;
  if (coverage >= config->closing_trigger_coverage && turn >= config->closing_min_turns) {
    return PHASE_CLOSING;
  }
  bool focused = turn > config->exploratory_max_turns ||
                 coverage >= config->focused_trigger_coverage;
  return focused ? PHASE_FOCUSED : PHASE_EXPLORATORY;
}
