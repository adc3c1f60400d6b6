/*
** Counting winners: see acceptability.h.
**
** Nearly all the time of a sensitivity analysis is spent in the loops of this file, so
** they are written for the compiler to vectorise: arrays of one type, no branch, no call.
** The Makefile builds this file at -O3, which gcc 12 needs to vectorise in general.
** Where compiler and C library can choose a function by the processor at load time, there
** is a version for AVX2 beside the portable one; one for AVX-512 was as fast for four
** rounds and half as fast for more.  Both do the same operations in the same order on
** each sample (-ffp-contract=off), so they give the same answer.
**
** Sums compare in the order of indices (index.h), which takes a multiplication and an
** addition a sum.  Up to four rounds get by without: unless two of them come closer to
** each other than a step, the greatest is the greatest in steps too.  Without that
** round_acceptability of four rounds takes 1.2 times as long.
*/
#include "core/research/acceptability.h"

#include <stdbool.h>

#include "core/index.h"
#include "core/research/simplex.h"

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

/* Four rounds compete in registers: as many as a run has by default. */
#define FOUR 4

/* Sums that are further apart than this differ by a step at least.  The excess is for
** what rounding hides: sums are at most 1, so it is less than 2^-50 here. */
#define CLOSE (1.001 / INDEX_STEPS_PER_UNIT)

/* Sums in whole steps, moved up by 2^52: all that index_rank() does for a comparison, in
** the same double operations. */
#define MOVED_STEPS(sum) ((sum)*INDEX_STEPS_PER_UNIT + 0x1p52)

/* The weighted sum of five scores, in one order of addition everywhere. */
static inline double acceptability_weighted_sum(const double *const *weight,
                                                const double *score, int i) {
  return weight[0][i] * score[0] + weight[1][i] * score[1] + weight[2][i] * score[2] +
         weight[3][i] * score[3] + weight[4][i] * score[4];
}

struct four {
  double score[FOUR][DIMENSION_COUNT];
};

/* The four rounds from `first` on.  A place that no round takes has scores of 0 and comes
** last, so that nobody loses to it. */
static struct four acceptability_four_from(const double (*scores)[DIMENSION_COUNT],
                                           size_t rounds, size_t first) {
  struct four four;
  for (size_t r = 0; r < FOUR; r++) {
    for (int d = 0; d < DIMENSION_COUNT; d++)
      four.score[r][d] = first + r < rounds ? scores[first + r][d] : 0;
  }
  return four;
}

/* In how many samples each of four rounds is the greatest, or close to it. */
ACCEPTABILITY_CLONES
static void acceptability_count_close(const double *const *weights,
                                      const struct four *four, int count,
                                      int64_t close[FOUR]) {
  const double *weight[] = {weights[0], weights[1], weights[2], weights[3], weights[4]};
  const struct four own = *four;
  int64_t first = 0, second = 0, third = 0, fourth = 0;
  for (int i = 0; i < count; i++) {
    double a = acceptability_weighted_sum(weight, own.score[0], i);
    double b = acceptability_weighted_sum(weight, own.score[1], i);
    double c = acceptability_weighted_sum(weight, own.score[2], i);
    double d = acceptability_weighted_sum(weight, own.score[3], i);
    double least = greater_of(greater_of(a, b), greater_of(c, d)) - CLOSE;
    first += a >= least;
    second += b >= least;
    third += c >= least;
    fourth += d >= least;
  }
  close[0] = first, close[1] = second, close[2] = third, close[3] = fourth;
}

struct block {
  double greatest[BLOCK];
  int64_t winner[BLOCK]; /* as wide as a double: one lane each */
};

/* Four rounds, `first` and those behind it, take the samples that they win from the
** rounds before them: two semifinals, a final, and a match against who holds the sample.
** The winner is chosen by masks, which gcc vectorises where it would not a condition. */
ACCEPTABILITY_CLONES
static void acceptability_compete(struct block *block, const double *const *weights,
                                  const struct four *four, int64_t first, int count) {
  const double *weight[] = {weights[0], weights[1], weights[2], weights[3], weights[4]};
  const struct four own = *four;
  for (int i = 0; i < count; i++) {
    double a = MOVED_STEPS(acceptability_weighted_sum(weight, own.score[0], i));
    double b = MOVED_STEPS(acceptability_weighted_sum(weight, own.score[1], i));
    double c = MOVED_STEPS(acceptability_weighted_sum(weight, own.score[2], i));
    double d = MOVED_STEPS(acceptability_weighted_sum(weight, own.score[3], i));
    double lower = greater_of(b, a), upper = greater_of(d, c);
    int64_t b_wins = -(int64_t)(b > a), d_wins = -(int64_t)(d > c); /* all bits or none */
    int64_t upper_wins = -(int64_t)(upper > lower);
    int64_t of_lower = b_wins & 1, of_upper = (d_wins & 1) + 2;
    int64_t best = first + ((of_lower & ~upper_wins) | (of_upper & upper_wins));
    double sum = greater_of(upper, lower), held = block->greatest[i];
    int64_t wins = -(int64_t)(sum > held);
    block->greatest[i] = greater_of(sum, held);
    block->winner[i] = (block->winner[i] & ~wins) | (best & wins);
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

/* Counts the winners of up to a block of samples, which start where the weights begin. */
static void acceptability_count_block(const double *const *weights,
                                      const double (*scores)[DIMENSION_COUNT],
                                      size_t rounds, int count, uint64_t *wins) {
  struct block block;
  for (int i = 0; i < count; i++) {
    block.greatest[i] = 0; /* any round has more, as its sum is moved up */
    block.winner[i] = 0;
  }
  for (size_t r = 0; r < rounds; r += FOUR) {
    struct four four = acceptability_four_from(scores, rounds, r);
    acceptability_compete(&block, weights, &four, (int64_t)r, count);
  }
  for (size_t r = 0; r < rounds; r++)
    wins[r] += acceptability_count_winner(&block, (int64_t)r, count);
}

/* The same for up to four rounds.  False where two of them are close in a sample: then
** nothing was counted. */
static bool acceptability_count_clear(const double *const *weights,
                                      const double (*scores)[DIMENSION_COUNT],
                                      size_t rounds, int count, uint64_t *wins) {
  int64_t close[FOUR];
  struct four four = acceptability_four_from(scores, rounds, 0);
  acceptability_count_close(weights, &four, count, close);
  if (close[0] + close[1] + close[2] + close[3] != count) return false;
  for (size_t r = 0; r < rounds; r++)
    wins[r] += (uint64_t)close[r];
  return true;
}

void acceptability_count(const struct sample_columns *samples, size_t first, size_t count,
                         const double (*scores)[DIMENSION_COUNT], size_t rounds,
                         uint64_t *wins) {
  bool clear = rounds <= FOUR; /* rounds that are close once often are close again */
  size_t end = first + count;
  for (size_t i = first; i < end; i += BLOCK) {
    const double *columns[DIMENSION_COUNT];
    int size = end - i < BLOCK ? (int)(end - i) : BLOCK;
    for (int d = 0; d < DIMENSION_COUNT; d++)
      columns[d] = samples->weight[d] + i;
    clear = clear && acceptability_count_clear(columns, scores, rounds, size, wins);
    if (!clear) acceptability_count_block(columns, scores, rounds, size, wins);
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
