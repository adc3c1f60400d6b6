/* Evidence of a research round: see evidence.h. */
#include "core/research/evidence.h"

const char *const evidence_names[EVIDENCE_COUNT] = {
    DIMENSION_NAMES, "recent_sources", "critical_contradictions", "regression"};
