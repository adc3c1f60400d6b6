/*
** The evidence of one research round, and the names of its parts.
**
** Arguments, keys of JSON and reports of missing evidence all take their names from here.
*/
#ifndef ASSAY_CORE_RESEARCH_EVIDENCE_H
#define ASSAY_CORE_RESEARCH_EVIDENCE_H

#include "core/research/dimensions.h"

/* The parts after the five dimensions, in the order of gate_pass()'s arguments. */
enum evidence_name {
  EVIDENCE_RECENT_SOURCES = DIMENSION_COUNT,
  EVIDENCE_CRITICAL_CONTRADICTIONS,
  EVIDENCE_REGRESSION,
  EVIDENCE_COUNT
};

extern const char *const evidence_names[EVIDENCE_COUNT];

/* The evidence; rubrics read it as an array, in the order of evidence_names. */
struct gate_evidence {
  union {
    struct {
      struct dimensions dimensions;
      double recent_sources;          /* count */
      double critical_contradictions; /* count */
      double regression;              /* 1 if the round's index fell, else 0 */
    };
    double numbers[EVIDENCE_COUNT];
  };
};

#endif
