/*
** The five scores of one research round.  A missing score is a NaN: base/missing.h.
*/
#ifndef ASSAY_CORE_RESEARCH_DIMENSIONS_H
#define ASSAY_CORE_RESEARCH_DIMENSIONS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/missing.h"
#include "core/settings.h"

struct dimensions {
  double score[DIMENSION_COUNT]; /* 0..1, or missing */
};

/* Returns the index of dimension `name` (ASCII case does not matter), or -1. */
int dimension_find(const char *name, size_t length);

#endif
