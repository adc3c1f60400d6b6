/*
** Graduated path penalty: how much to take off a search candidate whose path matches the
** query weakly (ADR-002).
**
** Always <= 0, and never less for fewer hits: the deltas are <= 0 and in order, which
** whoever builds a rule has checked with penalty_deltas_valid().
*/
#ifndef ASSAY_CORE_PENALTY_H
#define ASSAY_CORE_PENALTY_H

#include "dimensions.h"

/* The rule that explicit deltas must keep, for messages. */
#define PENALTY_DELTAS_RULE "must be finite numbers with tier0 <= tier1 <= tier2 <= 0"

/* The index of the first delta that breaks the rule, or -1: deltas by path hits are
** finite, <= 0 and not descending. */
int penalty_deltas_fault(const double delta[PENALTY_TIERS]);

static inline bool penalty_deltas_valid(const double delta[PENALTY_TIERS]) {
  return penalty_deltas_fault(delta) < 0;
}

/* The penalty of a candidate with `hits` path hits for a query of `word_count` words of
** `avg_word_length` code points.  0 where the query is too short to judge, or hits, count
** or length is missing. */
double penalty_of(double hits, double word_count, double avg_word_length,
                  const struct path_penalty_settings *rule);

#endif
