/*
** The gate's failures as one number, for tests.  The lowest EVIDENCE_COUNT bits say which
** numbers are missing.  The next EVIDENCE_COUNT bits say which numbers fail.  Both are in
** the order of evidence_names.  Bits of other failures follow.
*/
#ifndef ASSAY_TESTS_UNIT_GATE_BITS_H
#define ASSAY_TESTS_UNIT_GATE_BITS_H

#include "core/research/gate.h"
#include "core/research/stop.h"

enum gate_bits {
  GATE_MISSING = (1 << EVIDENCE_COUNT) - 1,
  GATE_MISSING_DIMENSIONS = (1 << DIMENSION_COUNT) - 1,
  GATE_UNCOUNTED = 1 << EVIDENCE_CRITICAL_CONTRADICTIONS,
  GATE_LOW_DIMENSIONS = GATE_MISSING_DIMENSIONS << EVIDENCE_COUNT,
  GATE_FEW_SOURCES = 1 << (EVIDENCE_COUNT + EVIDENCE_RECENT_SOURCES),
  GATE_CONTRADICTED = 1 << (EVIDENCE_COUNT + EVIDENCE_CRITICAL_CONTRADICTIONS),
  GATE_REGRESSED = 1 << (EVIDENCE_COUNT + EVIDENCE_REGRESSION),
  GATE_LOW_INDEX = 1 << (2 * EVIDENCE_COUNT),
  GATE_LAST_ROUND = GATE_LOW_INDEX << 1
};

static inline struct rubric_failures gate_failures_of(unsigned bits) {
  struct rubric_failures failures = {
      .missing = bits & GATE_MISSING_DIMENSIONS,
      .low = (bits & GATE_LOW_DIMENSIONS) >> EVIDENCE_COUNT,
      .uncounted = bits >> EVIDENCE_RECENT_SOURCES & 3,
      .broken = bits >> (EVIDENCE_COUNT + EVIDENCE_RECENT_SOURCES) & 3,
  };
  if ((bits & 1u << EVIDENCE_REGRESSION) != 0)
    failures.others |= RUBRIC_REGRESSION_MISSING;
  if ((bits & GATE_REGRESSED) != 0) failures.others |= RUBRIC_REGRESSED;
  if ((bits & GATE_LOW_INDEX) != 0) failures.others |= RUBRIC_LOW_INDEX;
  if ((bits & GATE_LAST_ROUND) != 0) failures.others |= RUBRIC_LAST_ROUND;
  return failures;
}

static inline unsigned gate_bits_of(struct rubric_failures failures) {
  unsigned bits = (unsigned)failures.missing | (unsigned)failures.low << EVIDENCE_COUNT;
  bits |= (unsigned)failures.uncounted << EVIDENCE_RECENT_SOURCES;
  bits |= (unsigned)failures.broken << (EVIDENCE_COUNT + EVIDENCE_RECENT_SOURCES);
  if ((failures.others & RUBRIC_REGRESSION_MISSING) != 0)
    bits |= 1u << EVIDENCE_REGRESSION;
  if ((failures.others & RUBRIC_REGRESSED) != 0) bits |= GATE_REGRESSED;
  if ((failures.others & RUBRIC_LOW_INDEX) != 0) bits |= GATE_LOW_INDEX;
  if ((failures.others & RUBRIC_LAST_ROUND) != 0) bits |= GATE_LAST_ROUND;
  return bits;
}

static inline const struct rubric *gate_rubric_of(struct gate_rubric *room,
                                                  const struct gate_rule *rule) {
  gate_rubric_open(room, &settings_defaults, rule);
  return &room->rubric;
}

/* Returns a round with the given failures.  The built-in settings decide whether the
** round passes, fails or halts the run. */
static inline struct stop_round round_of(int64_t number, double ci, unsigned failures) {
  struct gate_rule rule = gate_rule_of(&settings_defaults);
  struct rubric_rule asked = gate_rubric_rule(&rule);
  struct stop_round round = {.round = {.type = VALUE_INTEGER, .is.integer = number},
                             .ci = ci,
                             .failures = gate_failures_of(failures),
                             .is_complete = (failures & GATE_MISSING_DIMENSIONS) == 0};
  round.standing = rubric_standing(&asked, &round.failures);
  return round;
}

#endif
