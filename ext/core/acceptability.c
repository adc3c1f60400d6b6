/*
** Counting winners: see acceptability.h.
**
** Nearly all the time of a sensitivity analysis is spent in the two loops of this file,
** so they are written for the compiler to vectorise: arrays of one type, no branch, no
** call, a constant number of turns.  The Makefile builds this file at -O3, which gcc 12
** needs to vectorise in general.  Where compiler and C library can choose a function by
** the processor at load time, there is a version for AVX2 beside the portable one; one
** for AVX-512 was as fast for four rounds and half as fast for more.  Both do the same
** operations in the same order on each sample (-ffp-contract=off), so they give the same
** answer.
*/
#include "acceptability.h"

#include <string.h>

#ifndef __has_attribute
#define __has_attribute(name) 0
#endif

/* Choosing at load time needs the GNU C library (__GLIBC__, from its headers).  Under a
** sanitizer the choice would run before the sanitizer is ready; and clang exports the
** function that chooses, where the extension is to export nothing but its entry point. */
#ifndef ACCEPTABILITY_CLONES
#if __has_attribute(target_clones) && defined(__x86_64__) && defined(__GLIBC__) &&       \
    !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                             \
    !defined(__SANITIZE_THREAD__)
#define ACCEPTABILITY_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define ACCEPTABILITY_CLONES
#endif
#endif

/* A block's sums and winners stay in the fastest cache. */
#define BLOCK ACCEPTABILITY_BLOCK

/* Four rounds compete in registers: as many as a run has by default.  More take turns. */
#define FEW 4

/* The weighted sum of five scores, in one order of addition everywhere. */
static inline double weighted_sum(const double *const *weight, const double *score,
                                  int i) {
  return weight[0][i] * score[0] + weight[1][i] * score[1] + weight[2][i] * score[2] +
         weight[3][i] * score[3] + weight[4][i] * score[4];
}

/* Up to four rounds in two semifinals and a final.  A place that no round takes has
** scores of 0 and comes last, so that nobody loses to it. */
static inline void count_few(const double *const *weights,
                             const double (*scores)[DIMENSION_COUNT], size_t rounds,
                             uint64_t *wins) {
  const double *weight[] = {weights[0], weights[1], weights[2], weights[3], weights[4]};
  double score[FEW][DIMENSION_COUNT];
  int64_t second = 0, third = 0, fourth = 0;
  for (size_t r = 0; r < FEW; r++) {
    for (int d = 0; d < DIMENSION_COUNT; d++)
      score[r][d] = r < rounds ? scores[r][d] : 0;
  }
  for (int i = 0; i < BLOCK; i++) {
    double a = weighted_sum(weight, score[0], i), b = weighted_sum(weight, score[1], i);
    double c = weighted_sum(weight, score[2], i), d = weighted_sum(weight, score[3], i);
    int64_t b_wins = b > a, d_wins = d > c;
    double lower = b_wins ? b : a, upper = d_wins ? d : c;
    int64_t upper_wins = upper > lower;
    second += b_wins & ~upper_wins;
    third += upper_wins & ~d_wins;
    fourth += upper_wins & d_wins;
  }
  int64_t counts[FEW] = {BLOCK - second - third - fourth, second, third, fourth};
  for (size_t r = 0; r < rounds; r++)
    wins[r] += (uint64_t)counts[r];
}

struct block {
  double greatest[BLOCK];
  int64_t winner[BLOCK]; /* as wide as a double: one lane each */
};

/* One round takes the samples that it wins from the rounds before it.  The winner is
** chosen by a mask: a condition makes gcc store only where it holds, with a branch. */
static inline void compete(struct block *block, const double *const *weights,
                           const double *scores, int64_t round) {
  const double *weight[] = {weights[0], weights[1], weights[2], weights[3], weights[4]};
  const double score[] = {scores[0], scores[1], scores[2], scores[3], scores[4]};
  for (int i = 0; i < BLOCK; i++) {
    double sum = weighted_sum(weight, score, i);
    double held = block->greatest[i];
    int64_t wins = -(int64_t)(sum > held); /* all bits or none */
    block->greatest[i] = wins ? sum : held;
    block->winner[i] = (block->winner[i] & ~wins) | (round & wins);
  }
}

static inline uint64_t count_winner(const struct block *block, int64_t round) {
  int64_t wins = 0;
  for (int i = 0; i < BLOCK; i++)
    wins += block->winner[i] == round;
  return (uint64_t)wins;
}

static inline void count_many(const double *const *weights,
                              const double (*scores)[DIMENSION_COUNT], size_t rounds,
                              uint64_t *wins) {
  struct block block;
  for (int i = 0; i < BLOCK; i++) {
    block.greatest[i] = 0; /* no sum is less, and the first round wins those of 0 */
    block.winner[i] = 0;
  }
  for (size_t r = 0; r < rounds; r++)
    compete(&block, weights, scores[r], (int64_t)r);
  for (size_t r = 0; r < rounds; r++)
    wins[r] += count_winner(&block, (int64_t)r);
}

/* A whole block of samples, which starts where the weights begin. */
ACCEPTABILITY_CLONES
static void count_block(const double *const *weights,
                        const double (*scores)[DIMENSION_COUNT], size_t rounds,
                        uint64_t *wins) {
  if (rounds <= FEW) {
    count_few(weights, scores, rounds, wins);
  } else {
    count_many(weights, scores, rounds, wins);
  }
}

/* What is left over is filled up to a block with samples that weigh nothing.  The first
** round wins those, as it wins every tie, so they can be taken from it again. */
static void count_rest(const double *const *weight, size_t count,
                       const double (*scores)[DIMENSION_COUNT], size_t rounds,
                       uint64_t *wins) {
  double filled[DIMENSION_COUNT][BLOCK];
  const double *columns[DIMENSION_COUNT];
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    memcpy(filled[d], weight[d], count * sizeof filled[d][0]);
    memset(filled[d] + count, 0, (BLOCK - count) * sizeof filled[d][0]);
    columns[d] = filled[d];
  }
  count_block(columns, scores, rounds, wins);
  wins[0] -= BLOCK - count;
}

static void columns_from(const struct sample_columns *samples, size_t first,
                         const double *columns[DIMENSION_COUNT]) {
  for (int d = 0; d < DIMENSION_COUNT; d++)
    columns[d] = samples->weight[d] + first;
}

void acceptability_count(const struct sample_columns *samples, size_t first, size_t count,
                         const double (*scores)[DIMENSION_COUNT], size_t rounds,
                         uint64_t *wins) {
  const double *columns[DIMENSION_COUNT];
  size_t rest = count % BLOCK, whole_end = first + count - rest;
  for (size_t i = first; i < whole_end; i += BLOCK) {
    columns_from(samples, i, columns);
    count_block(columns, scores, rounds, wins);
  }
  columns_from(samples, whole_end, columns);
  if (rest != 0) count_rest(columns, rest, scores, rounds, wins);
}
