/*
** What is known of a round, from the arguments of a call: five scores and two counts, or
** all of them as one JSON object by their names.  And the gate's rule where the call
** states it.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_EVIDENCE_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_EVIDENCE_H

#include "core/research/gate.h"
#include "bind/argument.h"
#include "bind/json.h"

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

/* One JSON object by the names of core/research/evidence.h, the regression among them.  A
** value that is not TEXT is no evidence.  False when out of memory, with the error
** set. */
bool evidence_object(sqlite3_context *context, sqlite3_value *value,
                     struct gate_evidence *evidence);

/* The same by the names of a rubric. */
bool evidence_numbers(sqlite3_context *context, const struct rubric *rubric,
                      sqlite3_value *value, double numbers[RUBRIC_NUMBERS]);

/* The bytes of that object; none if the value is not TEXT.  False when out of memory,
** with the error set. */
bool evidence_text(sqlite3_context *context, sqlite3_value *value, struct text *text);

/* Evidence from `count` values: one object without the regression, or five scores and two
** counts. */
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

/* The gate's rule with a floor and a count that the call states in two values: a number
** in 0..1 and a whole number >= 0.  False, with the error set, where they are not.  In a
** call (evidence, high, min_sources) they stand after an object: the error then says
** what the three are, because one that forgets some of seven numbers may end up here. */
bool evidence_gate_rule(sqlite3_context *context, sqlite3_value **values,
                        bool behind_object, struct gate_rule *rule);

#endif
