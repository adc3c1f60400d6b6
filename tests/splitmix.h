/*
** SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
** OOPSLA 2014).  Tests draw their data from it, and not from the generator of
** base/random.h, because a bug there would then change the data.
*/
#ifndef ASSAY_TESTS_SPLITMIX_H
#define ASSAY_TESTS_SPLITMIX_H

#include <stdint.h>

/* Returns the next number; `*state` starts as the seed. */
static inline uint64_t splitmix64(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

#endif
