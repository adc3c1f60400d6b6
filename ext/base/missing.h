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
#include <stdint.h>

#define MISSING ((double)NAN)

/* True if a datum is missing. */
static inline bool is_missing(double datum) {
  return datum != datum;
}

/* A number as one of the kinds of data that rules read (rule R2); else missing. */
static inline double score_or_missing(double number) {
  return number >= 0 && number <= 1 ? number : MISSING;
}

/* Every finite double from 2^53 up is whole. */
static inline double count_or_missing(double number) {
  if (!(number >= 0 && number < INFINITY)) return MISSING;
  return number >= 0x1p53 || (double)(int64_t)number == number ? number : MISSING;
}

static inline double flag_or_missing(double number) {
  return number == 0 || number == 1 ? number : MISSING;
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
