/*
** Random numbers that are the same on every machine: xoshiro256**, seeded by SplitMix64.
**
** Sources: Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
** (OOPSLA 2014); Blackman and Vigna, "Scrambled linear pseudorandom number generators"
** (ACM TOMS 47, 2021).  Both generators use only 64-bit integers, so no compiler or
** processor can change their results.
*/
#ifndef ASSAY_BASE_RANDOM_H
#define ASSAY_BASE_RANDOM_H

#include <stdint.h>

struct generator {
  uint64_t state[4]; /* not all 0 */
};

/* Returns the next number of SplitMix64; `*state` starts as the seed. */
static inline uint64_t random_splitmix64(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/* The state is the first four numbers of SplitMix64, as Blackman and Vigna advise: seeds
** that differ in one bit then give unrelated streams. */
static inline struct generator random_seeded(uint64_t seed) {
  struct generator generator;
  for (int i = 0; i < 4; i++)
    generator.state[i] = random_splitmix64(&seed);
  return generator;
}

static inline uint64_t random_rotate(uint64_t x, int bits) {
  return x << bits | x >> (64 - bits);
}

/* Returns the next number of xoshiro256**: 64 random bits. */
static inline uint64_t random_bits(struct generator *generator) {
  uint64_t *s = generator->state;
  uint64_t result = random_rotate(s[1] * 5, 7) * 9;
  uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = random_rotate(s[3], 45);
  return result;
}

/* Returns a uniform number u, 0 <= u < 1: a multiple of 2^-53. */
static inline double random_unit(struct generator *generator) {
  return (double)(random_bits(generator) >> 11) * 0x1p-53;
}

#endif
