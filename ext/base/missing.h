/*
** Missing numbers.
**
** A number is missing (rule R1 in REFERENCE.md) if it is NULL, not a number, infinite, or
** outside its domain.  The code represents a missing number by NaN.  The gate decides
** if a research round is good enough: it checks each score by `score >= floor`.  This
** test is false for NaN, so a missing score fails the gate without a further check.
*/
#ifndef ASSAY_BASE_MISSING_H
#define ASSAY_BASE_MISSING_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MISSING ((double)NAN)

static inline bool is_missing(double datum) {
  return datum != datum;
}

/* The next three functions return a valid score, count or flag (rule R2) unchanged.  For
** any other number they return MISSING. */
static inline double score_or_missing(double number) {
  return number >= 0 && number <= 1 ? number : MISSING;
}

/* A count is whole.  Doubles from 2^53 on are always whole, so only lesser numbers are
** tested. */
static inline double count_or_missing(double number) {
  if (!(number >= 0 && number < INFINITY)) return MISSING;
  return number >= 0x1p53 || (double)(int64_t)number == number ? number : MISSING;
}

static inline double flag_or_missing(double number) {
  return number == 0 || number == 1 ? number : MISSING;
}

/* These two functions return the lesser and the greater of two numbers.  They return `b`
** if the numbers are equal or one of them is missing.  On most processors each is one
** instruction; calls of fmin() and fmax() take longer. */
static inline double lesser_of(double a, double b) {
  return a < b ? a : b;
}

static inline double greater_of(double a, double b) {
  return a > b ? a : b;
}

#endif
