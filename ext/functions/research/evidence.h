/*
** What is known of a round, from the arguments of a call, and the gate's rule where the
** call states it.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_EVIDENCE_H
#define ASSAY_FUNCTIONS_RESEARCH_EVIDENCE_H

#include "core/research/gate.h"
#include "bind/argument.h"

/* Five scores in the order of the dimensions. */
static inline void evidence_dimensions(sqlite3_value **values,
                                       struct dimensions *dimensions) {
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    dimensions->score[d] = argument_score(values[d]);
  }
}

/* The recent sources and the critical contradictions: two values. */
static inline void evidence_counts(sqlite3_value **values,
                                   struct gate_evidence *evidence) {
  evidence->recent_sources = argument_count(values[0]);
  evidence->critical_contradictions = argument_count(values[1]);
  evidence->regression = 0;
}

/* Five scores and the counts, as signatures name them. */
#define EVIDENCE_SIGNATURE                                                               \
  "coverage, source_quality, agreement, verification, recency, recent_sources, "         \
  "critical_contradictions"

/* The same: seven values. */
static inline void evidence_arguments(sqlite3_value **values,
                                      struct gate_evidence *evidence) {
  evidence_dimensions(values, &evidence->dimensions);
  evidence_counts(values + DIMENSION_COUNT, evidence);
}

/* The gate's rule with a floor and a count that the call states: a number in 0..1 and a
** whole number >= 0.  False, with the error set, where they are not. */
bool evidence_gate_rule(sqlite3_context *context, sqlite3_value *high,
                        sqlite3_value *min_sources, struct gate_rule *rule);

#endif
