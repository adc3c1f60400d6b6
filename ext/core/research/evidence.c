/* Evidence of a research round: see evidence.h. */
#include "core/research/evidence.h"

#include "base/json_numbers.h"

const char *const evidence_names[EVIDENCE_COUNT] = {
    DIMENSION_NAMES, "recent_sources", "critical_contradictions", "regression"};

unsigned evidence_missing(const struct gate_evidence *evidence) {
  unsigned missing = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (is_missing(evidence->dimensions.score[d])) missing |= 1u << d;
  }
  if (is_missing(evidence->recent_sources)) missing |= 1u << EVIDENCE_RECENT_SOURCES;
  if (is_missing(evidence->critical_contradictions))
    missing |= 1u << EVIDENCE_CRITICAL_CONTRADICTIONS;
  if (is_missing(evidence->regression)) missing |= 1u << EVIDENCE_REGRESSION;
  return missing;
}

/* true and false are no scores and no counts. */
static double evidence_number(const struct json_number *number) {
  return number->member == JSON_NUMBER ? number->value : MISSING;
}

static double evidence_regression(const struct json_number *number) {
  return number->member == JSON_ABSENT ? 0 : flag_or_missing(number->value);
}

void evidence_from_json(const char *text, size_t length, struct gate_evidence *evidence) {
  struct json_number numbers[EVIDENCE_COUNT];
  json_numbers_read(text, length, evidence_names, EVIDENCE_COUNT, numbers);
  for (int d = 0; d < DIMENSION_COUNT; d++)
    evidence->dimensions.score[d] = score_or_missing(evidence_number(&numbers[d]));
  evidence->recent_sources =
      count_or_missing(evidence_number(&numbers[EVIDENCE_RECENT_SOURCES]));
  evidence->critical_contradictions =
      count_or_missing(evidence_number(&numbers[EVIDENCE_CRITICAL_CONTRADICTIONS]));
  evidence->regression = evidence_regression(&numbers[EVIDENCE_REGRESSION]);
}
