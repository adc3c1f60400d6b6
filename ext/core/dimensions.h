/*
** The five scores of one research round.
**
** A datum that is missing (NULL, not a number, infinite, outside its domain: rule R1) is
** a NaN everywhere in core.  NaN compares false with everything, so `score >= floor` is
** false for a missing score without being asked: the rules fail closed by construction.
*/
#ifndef ASSAY_CORE_DIMENSIONS_H
#define ASSAY_CORE_DIMENSIONS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "../settings/settings.h"

#define MISSING ((double)NAN)

/* True where a datum is missing. */
static inline bool is_missing(double datum) {
  return datum != datum;
}

/* The lesser and the greater one of two numbers; `b` where neither is, as where one is
** missing.  Most processors have an instruction for each; fmin() and fmax() are calls. */
static inline double lesser_of(double a, double b) {
  return a < b ? a : b;
}

static inline double greater_of(double a, double b) {
  return a > b ? a : b;
}

struct dimensions {
  double score[DIMENSION_COUNT]; /* 0..1, NaN where missing */
};

/* The dimension of that name in any ASCII case, or -1. */
int dimension_find(const char *name, size_t length);

#endif
