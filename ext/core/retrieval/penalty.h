/*
** Graduated path penalty: the deduction from the score of a search candidate whose path
** matches the query weakly (ADR-002).
**
** A path hit is a word of the query that the path contains.  Fewer hits never make the
** deduction smaller.  So the deltas, the penalties for 0, 1 and 2 hits, must be <= 0 and
** in ascending order; equal deltas are allowed.  Code that reads deltas checks this.
*/
#ifndef ASSAY_CORE_RETRIEVAL_PENALTY_H
#define ASSAY_CORE_RETRIEVAL_PENALTY_H

#include "base/missing.h"
#include "core/settings.h"

/* The rule for deltas that a caller passes, as a text for messages. */
#define PENALTY_DELTAS_RULE "must be finite numbers with tier0 <= tier1 <= tier2 <= 0"

/* Returns the index of the first delta that breaks this rule, or -1 if none does. */
int penalty_deltas_fault(const double delta[PENALTY_TIERS]);

/* The middle deltas need no isfinite(): numbers between a finite number and 0 are
** finite. */
static inline bool penalty_deltas_valid(const double delta[PENALTY_TIERS]) {
  bool in_order = delta[PENALTY_TIERS - 1] <= 0;
  for (int i = 1; i < PENALTY_TIERS; i++)
    in_order &= delta[i - 1] <= delta[i];
  return in_order && isfinite(delta[0]);
}

/* Returns the penalty of a candidate with `hits` path hits: delta[hits], or 0 for more
** than 2.  The query has `word_count` words of `avg_word_length` code points on average.
** 0 if the query is too short to judge, or if one of the three numbers is missing.  The
** code has no branch, because no processor can predict which candidates get a penalty. */
static inline double penalty_graduated(double hits, double word_count,
                                       double avg_word_length,
                                       const struct path_penalty_settings *rule,
                                       const double delta[PENALTY_TIERS]) {
  bool eligible = (word_count >= rule->min_word_count) &
                  (avg_word_length >= rule->min_avg_word_length) & (hits < PENALTY_TIERS);
  double tier = hits < PENALTY_TIERS ? hits : 0; /* 0 if hits is NaN */
  return delta[(int)tier] * eligible + 0.0;      /* never -0.0 */
}

/* Returns the penalty of a candidate by the settings' mode and deltas. */
static inline double penalty_of(double hits, double word_count, double avg_word_length,
                                const struct path_penalty_settings *rule) {
  if (rule->mode == PENALTY_OFF) return 0.0;
  const double binary[PENALTY_TIERS] = {rule->miss_delta};
  return penalty_graduated(hits, word_count, avg_word_length, rule,
                           rule->mode == PENALTY_GRADUATED ? rule->tier_delta : binary);
}

#endif
