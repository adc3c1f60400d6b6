/*
** Counts how often each round wins: see acceptability.h.
**
** A sensitivity analysis spends nearly all its time in the loops of this file.  So the
** loops are written for the compiler to vectorise: arrays of one type, no branch, no
** call.  The Makefile builds this file at -O3, which gcc 12 needs to vectorise loops.
** Each loop has two versions, if the C library can choose between them at load time.  The
** portable version takes four times as long as the version for AVX2.  Both
** versions do the same operations in the same order on each sample (-ffp-contract=off),
** so their results are equal.
**
** acceptability_count_block() handles the rounds one by one.  A loop over four
** rounds at a time, in registers, takes .64 times as long for four rounds, but longer
** for one, two, and five to thirteen rounds.
*/
#include "core/research/acceptability.h"

#include "core/index.h"
#include "core/research/simplex.h"

#ifndef __has_attribute
#define __has_attribute(name) 0
#endif

/* Choosing a version of a function at load time needs the GNU C library, whose headers
** define __GLIBC__.  With a sanitizer, the function that chooses would run before the
** sanitizer is ready.  With clang the extension would export the choosing function, but
** it must export only its entry point. */
#ifndef ACCEPTABILITY_CLONES
#if __has_attribute(target_clones) && defined(__x86_64__) && defined(__GLIBC__) &&       \
    !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                             \
    !defined(__SANITIZE_THREAD__)
#define ACCEPTABILITY_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define ACCEPTABILITY_CLONES
#endif
#endif

/* Samples per block: few enough that sums and winners stay in the fastest cache. */
#define BLOCK ACCEPTABILITY_BLOCK

/* A sum in steps of 1e-12 (index.h), plus 2^52.  Adding 2^52 rounds it to whole steps.
** To compare such sums, no other operation of index_rank() is needed. */
#define MOVED_STEPS(sum) ((sum)*INDEX_STEPS_PER_UNIT + 0x1p52)

/* Returns the weighted sum of five scores, always added in one order. */
static inline double acceptability_weighted_sum(const double *const *weight,
                                                const double *score, int i) {
  return weight[0][i] * score[0] + weight[1][i] * score[1] + weight[2][i] * score[2] +
         weight[3][i] * score[3] + weight[4][i] * score[4];
}

struct block {
  double greatest[BLOCK];
  int64_t winner[BLOCK]; /* as wide as a double, so both arrays fill equal vector lanes */
};

/* A round becomes the winner of each sample in which its sum exceeds the sums of all
** earlier rounds.  The winner is set with masks, because gcc vectorises masks here, but
** not a condition. */
ACCEPTABILITY_CLONES
static void acceptability_compete(struct block *block, const double *const *weights,
                                  const double *score, int64_t round, int count) {
  const double *weight[] = {weights[0], weights[1], weights[2], weights[3], weights[4]};
  const double own[] = {score[0], score[1], score[2], score[3], score[4]};
  for (int i = 0; i < count; i++) {
    double sum = MOVED_STEPS(acceptability_weighted_sum(weight, own, i));
    double held = block->greatest[i];
    int64_t wins = -(int64_t)(sum > held); /* all bits 1 if the round wins, else 0 */
    block->greatest[i] = greater_of(sum, held);
    block->winner[i] = (block->winner[i] & ~wins) | (round & wins);
  }
}

ACCEPTABILITY_CLONES
static uint64_t acceptability_count_winner(const struct block *block, int64_t round,
                                           int count) {
  int64_t wins = 0;
  for (int i = 0; i < count; i++)
    wins += block->winner[i] == round;
  return (uint64_t)wins;
}

/* Adds to `wins` how often each round wins in `count` <= BLOCK samples.  The samples'
** weights begin at `weights`. */
static void acceptability_count_block(const double *const *weights,
                                      const double (*scores)[DIMENSION_COUNT],
                                      size_t rounds, int count, uint64_t *wins) {
  struct block block;
  for (int i = 0; i < count; i++) {
    block.greatest[i] = 0; /* less than any sum, because 2^52 is added to sums */
    block.winner[i] = 0;
  }
  for (size_t r = 0; r < rounds; r++)
    acceptability_compete(&block, weights, scores[r], (int64_t)r, count);
  for (size_t r = 0; r < rounds; r++)
    wins[r] += acceptability_count_winner(&block, (int64_t)r, count);
}

void acceptability_count(const struct sample_columns *samples, size_t first, size_t count,
                         const double (*scores)[DIMENSION_COUNT], size_t rounds,
                         uint64_t *wins) {
  size_t end = first + count;
  for (size_t i = first; i < end; i += BLOCK) {
    const double *columns[DIMENSION_COUNT];
    int size = end - i < BLOCK ? (int)(end - i) : BLOCK;
    for (int d = 0; d < DIMENSION_COUNT; d++)
      columns[d] = samples->weight[d] + i;
    acceptability_count_block(columns, scores, rounds, size, wins);
  }
}

static double acceptability_sum(const double *weight, const double *score, int count) {
  double sum = 0;
  for (int d = 0; d < count; d++)
    sum += weight[d] * score[d];
  return sum;
}

void acceptability_draw(struct generator *generator, size_t count, const double *scores,
                        int dimensions, size_t rounds, uint64_t *wins) {
  for (size_t i = 0; i < count; i++) {
    double weight[RUBRIC_NAMES_LIMIT], greatest = 0;
    size_t winner = 0;
    simplex_draw(generator, weight, dimensions);
    for (size_t r = 0; r < rounds; r++) {
      double sum = MOVED_STEPS(
          acceptability_sum(weight, scores + r * (size_t)dimensions, dimensions));
      if (!(sum > greatest)) continue;
      greatest = sum;
      winner = r;
    }
    wins[winner]++;
  }
}
