/*
** The one order of indices, and of strategies' scores (rule R9).
**
** An index is a sum of doubles: .782 reached by two ways can differ in its last bit, and
** no round is to win, and no run to stop, for that.  So what counts is the index in whole
** steps of 1e-12, rounded half to even.  Every choice between rounds compares by this;
** floors, which a user states, are compared with the index as it is.
*/
#ifndef ASSAY_CORE_INDEX_H
#define ASSAY_CORE_INDEX_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define INDEX_STEPS_PER_UNIT 1e12

/* From here on 1e-12 is finer than the doubles are, and a number compares as it is. */
#define INDEX_FINE_BELOW 9007.0

/* The number that compares in place of an index, which is not NaN: equal for equal
** indices, and in the order of the others.  It counts whole steps; from 9007 on it is the
** double's bits, which are more than all steps and rise as doubles do.
**
** Beyond 2^52 there are only whole doubles.  So adding and subtracting 2^52 rounds to the
** nearest whole number, ties to even, without a function of the C library. */
static inline int64_t index_rank(double index) {
  double size = fabs(index);
  double steps = size * INDEX_STEPS_PER_UNIT;
  int64_t rank;
  if (size >= INDEX_FINE_BELOW) {
    memcpy(&rank, &size, sizeof rank);
  } else {
    rank = (int64_t)(steps < 0x1p52 ? (steps + 0x1p52) - 0x1p52 : steps);
  }
  return index < 0 ? -rank : rank;
}

/* -1, 0, 1 as index a is less than b, the same, or greater.  Neither is NaN.  The order
** is total and transitive. */
static inline int index_compare(double a, double b) {
  int64_t left = index_rank(a), right = index_rank(b);
  return (left > right) - (left < right);
}

#endif
