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
  double score[DIMENSION_COUNT]; /* 0..1, NaN where missing */
};

/* The least of the scores; missing where one is.  All of them meet a floor exactly where
** it does. */
static inline double dimensions_least(const struct dimensions *dimensions) {
  double least = INFINITY;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (is_missing(dimensions->score[d])) return MISSING;
    least = lesser_of(dimensions->score[d], least);
  }
  return least;
}

/* The dimension of that name in any ASCII case, or -1. */
int dimension_find(const char *name, size_t length);

#endif
