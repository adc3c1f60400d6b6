/*
** What is known of one research round, and what it is called.
**
** The names stand here once: arguments, keys of JSON and what is reported as missing all
** go by them.  A datum that is missing is a NaN: base/missing.h.
*/
#ifndef ASSAY_CORE_RESEARCH_EVIDENCE_H
#define ASSAY_CORE_RESEARCH_EVIDENCE_H

#include "core/research/dimensions.h"

/* Behind the five dimensions, in the order of the arguments. */
enum evidence_name {
  EVIDENCE_RECENT_SOURCES = DIMENSION_COUNT,
  EVIDENCE_CRITICAL_CONTRADICTIONS,
  EVIDENCE_REGRESSION,
  EVIDENCE_COUNT
};

extern const char *const evidence_names[EVIDENCE_COUNT];

struct gate_evidence {
  struct dimensions dimensions;
  double recent_sources;          /* count */
  double critical_contradictions; /* count */
  double regression;              /* 1 if its confidence regressed, else 0 */
};

/* What is missing: a set of bits, one for each name in its order. */
unsigned evidence_missing(const struct gate_evidence *evidence);

/* Reads evidence from one JSON object by these names, in any ASCII case; other names are
** read over.  A score is a number in 0..1, a count a whole number >= 0; either may be a
** string that is such a number.  The regression is 0 or 1, false or true.  What is none
** of that is missing, and so is what stands twice and what is not there; but a regression
** that is not there is 0, as in the calls that have none.  Of a text that is no JSON
** object, as json_numbers.h reads it, nothing is there. */
void evidence_from_json(const char *text, size_t length, struct gate_evidence *evidence);

#endif
