/*
** Reads the evidence about a round from a call's arguments: five scores and two counts,
** or one JSON object with their names as keys.  Also reads the gate's limits.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_EVIDENCE_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_EVIDENCE_H

#include "core/research/gate.h"
#include "bind/argument.h"
#include "bind/json.h"

/* Reads five scores in the order of the dimensions. */
static inline void evidence_dimensions(sqlite3_value **values,
                                       struct dimensions *dimensions) {
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    dimensions->score[d] = argument_score(values[d]);
  }
}

/* Reads two counts: recent sources, critical contradictions.  Sets `regression` to 0. */
static inline void evidence_counts(sqlite3_value **values,
                                   struct gate_evidence *evidence) {
  evidence->recent_sources = argument_count(values[0]);
  evidence->critical_contradictions = argument_count(values[1]);
  evidence->regression = 0;
}

/* The five scores and two counts in the signature of a function. */
#define EVIDENCE_SIGNATURE                                                               \
  "coverage, source_quality, agreement, verification, recency, recent_sources, "         \
  "critical_contradictions"

/* Reads seven values: five scores and two counts. */
static inline void evidence_arguments(sqlite3_value **values,
                                      struct gate_evidence *evidence) {
  evidence_dimensions(values, &evidence->dimensions);
  evidence_counts(values + DIMENSION_COUNT, evidence);
}

/* Reads one JSON object.  Its keys are the evidence_names of core/research/evidence.h.
** If the value is not TEXT, all evidence is missing.  Returns false and sets the error
** when out of memory. */
bool evidence_object(sqlite3_context *context, sqlite3_value *value,
                     struct gate_evidence *evidence);

/* Reads one JSON object whose keys are the names of a rubric's scores and counts. */
bool evidence_numbers(sqlite3_context *context, const struct rubric *rubric,
                      sqlite3_value *value, double numbers[RUBRIC_NUMBERS]);

/* Reads the text of an evidence object.  If the value is not TEXT, the text is empty.
** Returns false and sets the error when out of memory. */
bool evidence_text(sqlite3_context *context, sqlite3_value *value, struct text *text);

/* Reads evidence for an aggregate from `count` values: one object, or scores and counts.
** Sets `regression` to 0, because aggregates do not use it. */
static inline bool evidence_read(sqlite3_context *context, sqlite3_value **values,
                                 int count, struct gate_evidence *evidence) {
  if (count == 1) {
    bool read = evidence_object(context, values[0], evidence);
    evidence->regression = 0;
    return read;
  }
  evidence_arguments(values, evidence);
  return true;
}

/* Makes the gate's rule from two values of the call: `high`, a number in 0..1, and
** `min_sources`, a whole number >= 0.  For other values, sets the error and returns
** false.  If these values follow an evidence object (`behind_object`), the error says so:
** perhaps the caller wanted to pass seven numbers, but forgot four. */
bool evidence_gate_rule(sqlite3_context *context, sqlite3_value **values,
                        bool behind_object, struct gate_rule *rule);

#endif
