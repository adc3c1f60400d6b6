/*
** Random numbers for tests.  A seed gives the same numbers on every machine.
**
** The seed is ASSAY_SEED from the environment, else 1.  The test prints the seed, so a
** failure can be repeated.  If the expected answers of a test depend on the numbers, the
** test sets random_state to a fixed seed.
*/
#ifndef ASSAY_TESTS_RANDOM_H
#define ASSAY_TESTS_RANDOM_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/count_of.h"
#include "splitmix.h"
#include "tap.h"

static uint64_t random_state;

static inline void random_open(void) {
  const char *seed = getenv("ASSAY_SEED");
  random_state = seed != NULL ? strtoull(seed, NULL, 0) : 1;
  tap_note("ASSAY_SEED=%llu", (unsigned long long)random_state);
}

static inline uint64_t random_bits(void) {
  return splitmix64(&random_state);
}

/* Draws a whole number in 0..n-1. */
static inline int random_below(int n) {
  return (int)(random_bits() % (uint64_t)n);
}

/* Draws a number with 0 <= x < 1. */
static inline double random_unit(void) {
  return (double)(random_bits() >> 11) * 0x1p-53;
}

/* Draws a text: random_text() from the first `count` texts of an array, RANDOM_OF from a
** whole array, RANDOM_TEXT from its arguments. */
static inline const char *random_text(const char *const *texts, int count) {
  return texts[random_below(count)];
}

#define RANDOM_OF(array) random_text(array, COUNT_OF(array))
#define RANDOM_TEXT(...) RANDOM_OF(((const char *const[]){__VA_ARGS__}))

/* The least and the greatest score, and the floors between them. */
static const double score_floors[] = {0, 0.5, 0.75, 0.8, 0.9, 1};

/* Draws a score in 0..1.  Half of the scores are 0, 1, a floor, or the double next to one
** of these.  A third of the scores have two decimals.  The other scores are any double in
** 0..1. */
static inline double random_score(void) {
  double mark = score_floors[random_below(COUNT_OF(score_floors))];
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
