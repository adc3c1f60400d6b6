/*
** Random numbers for property tests: the same for the same seed on every machine.
**
** The seed is ASSAY_SEED from the environment, else 1; it is printed, so that a failure
** found under one seed can be seen again.  The generator is SplitMix64.
*/
#ifndef ASSAY_TESTS_RANDOM_H
#define ASSAY_TESTS_RANDOM_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "tap.h"

static uint64_t random_state;

static inline void random_open(void) {
  const char *seed = getenv("ASSAY_SEED");
  random_state = seed != NULL ? strtoull(seed, NULL, 0) : 1;
  tap_note("ASSAY_SEED=%llu", (unsigned long long)random_state);
}

static inline uint64_t random_bits(void) {
  uint64_t z = random_state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* 0..n-1 */
static inline int random_below(int n) {
  return (int)(random_bits() % (uint64_t)n);
}

/* 0 <= x < 1 */
static inline double random_unit(void) {
  return (double)(random_bits() >> 11) * 0x1p-53;
}

/* A score in 0..1 as rounds have them: often an end, a floor, or the double beside one,
** often with two decimals, else anything. */
static inline double random_score(void) {
  static const double marks[] = {0, 0.5, 0.75, 0.8, 0.9, 1};
  double mark = marks[random_below(6)];
  switch (random_below(6)) {
  case 0:
    return mark;
  case 1:
    return mark < 1 ? nextafter(mark, 1) : mark;
  case 2:
    return mark > 0 ? nextafter(mark, 0) : mark;
  case 3:
    return random_unit();
  default:
    return random_below(101) / 100.0;
  }
}

#endif
