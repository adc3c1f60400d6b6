/*
** Compares two confidence indices, or the scores of two interview strategies (rule R9 in
** REFERENCE.md).
**
** A confidence index is a weighted mean of doubles.  If an index such as .782 is computed
** in two ways, the results can differ in the last bit.  Such a difference must not decide
** which round is best, or when a run (a succession of rounds) stops.  So each index is
** first rounded, half to even, to a whole number of steps of 1e-12.  Functions that
** choose between rounds compare these numbers.  But they compare the unrounded index with
** a floor (the least index that passes), which a user writes.
*/
#ifndef ASSAY_CORE_INDEX_H
#define ASSAY_CORE_INDEX_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define INDEX_STEPS_PER_UNIT 1e12

/* A strategy's score can be 9007 or more.  At that size, neighbouring doubles are more
** than 1e-12 apart, so such scores are not rounded. */
#define INDEX_FINE_BELOW 9007.0

/* Returns the integer that is compared in place of an index.  The index must not be NaN.
** An index below 9007 becomes its number of steps.  The 64 bits of any other index are
** read as an integer.  That integer is above any number of steps, and a greater index
** gives a greater integer.
**
** From 2^52 on all doubles are whole numbers.  So adding 2^52 to `steps` and subtracting
** it again rounds `steps` to the nearest whole number, ties to even, without a function
** of the C library. */
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

/* Returns -1, 0 or 1 if index a is less than, equal to, or greater than b.  Neither index
** may be NaN.  A sort can use this order: if a <= b and b <= c, then a <= c. */
static inline int index_compare(double a, double b) {
  int64_t left = index_rank(a), right = index_rank(b);
  return (left > right) - (left < right);
}

#endif
