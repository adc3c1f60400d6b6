/*
** What is missing, as a number.
**
** A datum that is missing (NULL, not a number, infinite, outside its domain: rule R1) is
** a NaN.  NaN compares false with everything, so `score >= floor` is false for a missing
** score without being asked: the rules fail closed by construction.
*/
#ifndef ASSAY_BASE_MISSING_H
#define ASSAY_BASE_MISSING_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

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

#endif
