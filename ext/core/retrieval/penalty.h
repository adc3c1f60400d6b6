/*
** Graduated path penalty: how much to take off a search candidate whose path matches the
** query weakly (ADR-002).
**
** Always <= 0, and never less for fewer hits: the deltas are <= 0 and in order, which
** whoever builds a rule has checked with penalty_deltas_valid().
*/
#ifndef ASSAY_CORE_RETRIEVAL_PENALTY_H
#define ASSAY_CORE_RETRIEVAL_PENALTY_H

#include "base/missing.h"
#include "core/settings.h"

/* The rule that explicit deltas must keep, for messages. */
#define PENALTY_DELTAS_RULE "must be finite numbers with tier0 <= tier1 <= tier2 <= 0"

/* The index of the first delta that breaks the rule, or -1: deltas by path hits are
** finite, <= 0 and not descending. */
int penalty_deltas_fault(const double delta[PENALTY_TIERS]);

/* What lies between a finite number and 0 is finite. */
static inline bool penalty_deltas_valid(const double delta[PENALTY_TIERS]) {
  bool in_order = delta[PENALTY_TIERS - 1] <= 0;
  for (int i = 1; i < PENALTY_TIERS; i++)
    in_order &= delta[i - 1] <= delta[i];
  return in_order && isfinite(delta[0]);
}

/* The penalty of a candidate with `hits` path hits for a query of `word_count` words of
** `avg_word_length` code points, under deltas by hits.  0 if the query is too short to
** judge, or hits, count or length is missing.  Which candidates are penalised can't be
** predicted, so nothing branches on it. */
static inline double penalty_graduated(double hits, double word_count,
                                       double avg_word_length,
                                       const struct path_penalty_settings *rule,
                                       const double delta[PENALTY_TIERS]) {
  bool eligible = (word_count >= rule->min_word_count) &
                  (avg_word_length >= rule->min_avg_word_length) & (hits < PENALTY_TIERS);
  double tier = hits < PENALTY_TIERS ? hits : 0; /* 0 for NaN */
  return delta[(int)tier] * eligible + 0.0;      /* never -0.0 */
}

/* The same in the mode of the settings. */
static inline double penalty_of(double hits, double word_count, double avg_word_length,
                                const struct path_penalty_settings *rule) {
  if (rule->mode == PENALTY_OFF) return 0.0;
  const double binary[PENALTY_TIERS] = {rule->miss_delta};
  return penalty_graduated(hits, word_count, avg_word_length, rule,
                           rule->mode == PENALTY_GRADUATED ? rule->tier_delta : binary);
}

#endif
