/*
** The evidence of one research round: five scores, two counts and the regression.
**
** JSON keys and the lists of missing parts in a report use the names in evidence_names.
*/
#ifndef ASSAY_CORE_RESEARCH_EVIDENCE_H
#define ASSAY_CORE_RESEARCH_EVIDENCE_H

#include "core/research/dimensions.h"

/* The parts after the five dimensions, in the order of SQL's gate_pass(). */
enum evidence_name {
  EVIDENCE_RECENT_SOURCES = DIMENSION_COUNT,
  EVIDENCE_CRITICAL_CONTRADICTIONS,
  EVIDENCE_REGRESSION,
  EVIDENCE_COUNT
};

extern const char *const evidence_names[EVIDENCE_COUNT];

/* The functions of rubric.h read `numbers`, in the order of evidence_names. */
struct gate_evidence {
  union {
    struct {
      struct dimensions dimensions;
      double recent_sources;          /* count */
      double critical_contradictions; /* count */
      double regression;              /* 1 if the confidence index fell, else 0 */
    };
    double numbers[EVIDENCE_COUNT];
  };
};

#endif
