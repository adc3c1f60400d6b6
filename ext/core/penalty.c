/* Graduated path penalty: see penalty.h. */
#include "penalty.h"

int penalty_deltas_fault(const double delta[PENALTY_TIERS]) {
  for (int i = 0; i < PENALTY_TIERS; i++) {
    double ceiling = i + 1 < PENALTY_TIERS ? delta[i + 1] : 0.0;
    bool placed = delta[i] <= ceiling || (is_missing(ceiling) && delta[i] <= 0);
    if (!isfinite(delta[i]) || !placed) return i;
  }
  return -1;
}

double penalty_of(double hits, double word_count, double avg_word_length,
                  const struct path_penalty_settings *rule) {
  bool eligible =
      word_count >= rule->min_word_count && avg_word_length >= rule->min_avg_word_length;
  if (!eligible || !(hits < PENALTY_TIERS) || rule->mode == PENALTY_OFF) return 0.0;
  if (rule->mode == PENALTY_BINARY) return hits == 0 ? rule->miss_delta : 0.0;
  return rule->tier_delta[(int)hits];
}
