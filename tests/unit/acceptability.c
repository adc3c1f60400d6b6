/*
** Tests how winners are counted (core/research/acceptability.h).  Compares the library
** and the portable code with a plain loop.
*/
#include "core/research/acceptability.h"

#include <stdlib.h>
#include <string.h>

#include "core/index.h"
#include "core/research/simplex.h"
#include "tap.h"

/* Compiles acceptability.c again as portable code.  On processors with AVX2 the library
** runs another version. */
#define ACCEPTABILITY_CLONES
#define acceptability_count portable_count
#define acceptability_draw portable_draw
#include "../../ext/core/research/acceptability.c"
#undef acceptability_count
#undef acceptability_draw

#define SAMPLES 1000
#define MOST_ROUNDS 12

static double weights[DIMENSION_COUNT][SAMPLES];
static struct sample_columns samples;

static void draw_samples(void) {
  struct generator generator = random_seeded(42);
  for (int i = 0; i < SAMPLES; i++) {
    double weight[DIMENSION_COUNT];
    simplex_draw(&generator, weight, DIMENSION_COUNT);
    for (int d = 0; d < DIMENSION_COUNT; d++)
      weights[d][i] = weight[d];
  }
  for (int d = 0; d < DIMENSION_COUNT; d++)
    samples.weight[d] = weights[d];
}

/* Counts wins in a plain loop, which compares confidence indices in steps of 1e-12 (rule
** R9).  To win, a round needs a greater index than all rounds before it.  So of equal
** rounds the first wins. */
static void count_plainly(size_t first, size_t count, double (*scores)[DIMENSION_COUNT],
                          size_t rounds, uint64_t *wins) {
  for (size_t i = first; i < first + count; i++) {
    double greatest = -1;
    size_t winner = 0;
    for (size_t r = 0; r < rounds; r++) {
      double sum = weights[0][i] * scores[r][0] + weights[1][i] * scores[r][1] +
                   weights[2][i] * scores[r][2] + weights[3][i] * scores[r][3] +
                   weights[4][i] * scores[r][4];
      if (index_compare(sum, greatest) > 0) {
        greatest = sum;
        winner = r;
      }
    }
    wins[winner]++;
  }
}

/* Draws random scores in which ties and near ties are frequent.  Some rounds copy the
** round before.  Some differ from it in the last bit, by less than one step (1e-12), or
** by up to three steps.  Half of the calls draw neither copies nor near ties. */
static void draw_scores(struct generator *generator, double (*scores)[DIMENSION_COUNT],
                        size_t rounds) {
  bool clear = random_bits(generator) % 2 == 0;
  for (size_t r = 0; r < rounds; r++) {
    uint64_t kind = random_bits(generator) % 6;
    for (int d = 0; d < DIMENSION_COUNT; d++) {
      double other =
          clear || kind < 2 || r == 0 ? random_unit(generator) : scores[r - 1][d];
      if (kind == 3) other = nextafter(other, 1);
      if (kind > 3) other += (random_unit(generator) - 0.5) * (kind == 4 ? 1e-12 : 6e-12);
      scores[r][d] = other < 0 ? 0 : other > 1 ? 1 : other;
    }
  }
}

static int same_counts(const uint64_t *a, const uint64_t *b, size_t rounds) {
  int same = 1;
  for (size_t r = 0; r < rounds; r++)
    same = same && a[r] == b[r];
  return same;
}

/* Calls acceptability_count() with memory for exactly one count of wins per round. */
static void
count_exactly(void (*count_wins)(const struct sample_columns *, size_t, size_t,
                                 const double (*)[DIMENSION_COUNT], size_t, uint64_t *),
              size_t first, size_t count, const double (*scores)[DIMENSION_COUNT],
              size_t rounds, uint64_t *wins) {
  uint64_t *exact = calloc(rounds, sizeof *exact);
  if (exact == NULL) tap_bail("out of memory");
  count_wins(&samples, first, count, scores, rounds, exact);
  memcpy(wins, exact, rounds * sizeof *exact);
  free(exact);
}

static void against_plain_loop(void) {
  struct generator generator = random_seeded(11);
  int library = 1, portable = 1;
  for (int trial = 0; trial < 2000; trial++) {
    double scores[MOST_ROUNDS][DIMENSION_COUNT];
    const double(*fixed)[DIMENSION_COUNT] = (const double(*)[DIMENSION_COUNT])scores;
    size_t rounds = 1 + (size_t)(random_bits(&generator) % MOST_ROUNDS);
    size_t first = (size_t)(random_bits(&generator) % SAMPLES);
    size_t count = (size_t)(random_bits(&generator) % (SAMPLES - first + 1));
    uint64_t want[MOST_ROUNDS] = {0}, got[MOST_ROUNDS] = {0}, again[MOST_ROUNDS] = {0};
    draw_scores(&generator, scores, rounds);
    count_plainly(first, count, scores, rounds, want);
    count_exactly(acceptability_count, first, count, fixed, rounds, got);
    count_exactly(portable_count, first, count, fixed, rounds, again);
    library = library && same_counts(got, want, rounds);
    portable = portable && same_counts(again, want, rounds);
  }
  tap_ok(library,
         "2000 random contests of 1..12 rounds, seed 11, as a plain loop counts");
  tap_ok(portable, "and so does the portable version, on the same bits");
}

static void counts(const double (*scores)[DIMENSION_COUNT], size_t rounds,
                   uint64_t *wins) {
  for (size_t r = 0; r < rounds; r++)
    wins[r] = 0;
  acceptability_count(&samples, 0, SAMPLES, scores, rounds, wins);
}

static void rules(void) {
  uint64_t wins[6];
  const double dominated[][DIMENSION_COUNT] = {{0.9, 0.8, 0.7, 0.6, 0.5},
                                               {0.8, 0.8, 0.6, 0.6, 0.4}};
  counts(dominated, 2, wins);
  tap_is_int((long long)wins[0], SAMPLES, "a round that dominates wins every sample");
  tap_is_int((long long)wins[1], 0, "one that is dominated wins none");
  const double level[][DIMENSION_COUNT] = {{0.5, 0.5, 0.5, 0.5, 0.5},
                                           {0.5, 0.5, 0.5, 0.5, 0.5}};
  counts(level, 2, wins);
  tap_is_int((long long)wins[0], SAMPLES, "of equal rounds the first wins");
  /* All scores of a round are equal, so under any weights the round's index equals its
  ** scores. `under` and `over` round to the same multiple of 1e-12, and `above` rounds to
  ** the next. */
  const double under = 0.5 - 4.99e-13, over = 0.5 + 4.99e-13, above = 0.5 + 5.01e-13;
  const double step[][DIMENSION_COUNT] = {{under, under, under, under, under},
                                          {over, over, over, over, over},
                                          {above, above, above, above, above}};
  counts(step, 2, wins);
  tap_is_int((long long)wins[0], SAMPLES, "also where the second leads within a step");
  counts(step, 3, wins);
  tap_is_int((long long)wins[2], SAMPLES, "but not if one leads by a step");
  const double nothing[6][DIMENSION_COUNT] = {{0}};
  counts(nothing, 3, wins);
  tap_is_int((long long)wins[0], SAMPLES, "also where all scores are 0, few rounds");
  counts(nothing, 6, wins);
  tap_is_int((long long)wins[0], SAMPLES, "and many");
  uint64_t before = wins[0];
  acceptability_count(&samples, 0, SAMPLES, nothing, 6, wins);
  tap_is_int((long long)wins[0], (long long)before + SAMPLES, "wins are added to");
  acceptability_count(&samples, 5, 0, nothing, 6, wins);
  tap_is_int((long long)wins[0], (long long)before + SAMPLES, "no samples, no wins");
}

/* Two calls of acceptability_draw() share a generator, and each draws half of the
** samples.  Together they must draw the samples of draw_samples(). */
static void drawn_as_needed(void) {
  struct generator generator = random_seeded(12), draws;
  int same = 1;
  for (int trial = 0; trial < 300; trial++) {
    double scores[MOST_ROUNDS][DIMENSION_COUNT];
    uint64_t want[MOST_ROUNDS] = {0}, got[MOST_ROUNDS] = {0};
    size_t rounds = 1 + (size_t)(random_bits(&generator) % MOST_ROUNDS);
    draw_scores(&generator, scores, rounds);
    draws = random_seeded(42);
    acceptability_count(&samples, 0, SAMPLES, (const double(*)[DIMENSION_COUNT])scores,
                        rounds, want);
    acceptability_draw(&draws, SAMPLES / 2, scores[0], DIMENSION_COUNT, rounds, got);
    acceptability_draw(&draws, SAMPLES - SAMPLES / 2, scores[0], DIMENSION_COUNT, rounds,
                       got);
    same = same && same_counts(want, got, rounds);
  }
  tap_ok(same, "300 random contests, seed 12, drawn as needed");
  const double two[][2] = {{0.8, 0.4}, {0.4, 0.8}}, one[] = {0.4, 0.6, 0.6};
  uint64_t wins[3] = {0};
  draws = random_seeded(1);
  acceptability_draw(&draws, 100000, two[0], 2, 2, wins);
  tap_is_real((double)wins[0] / 100000, 0.5, 0.005,
              "two dimensions, half of the weights");
  wins[0] = wins[1] = 0;
  acceptability_draw(&draws, 10, one, 1, 3, wins);
  tap_ok(wins[0] == 0 && wins[1] == 10 && wins[2] == 0,
         "one dimension has one weighting; the first of equals wins");
  /* Each round has score 1 in a different dimension and 0 in the others, so all rounds
  ** win equally often. */
  double corners[64 * 64] = {0};
  uint64_t shares[64] = {0};
  for (int r = 0; r < 64; r++)
    corners[64 * r + r] = 1;
  acceptability_draw(&draws, 64000, corners, 64, 64, shares);
  uint64_t least = shares[0], sum = 0;
  for (int r = 0; r < 64; r++) {
    least = shares[r] < least ? shares[r] : least;
    sum += shares[r];
  }
  tap_ok(sum == 64000 && least > 850, "64 dimensions, each the greatest weight at times");
}

int main(void) {
  draw_samples();
  against_plain_loop();
  drawn_as_needed();
  rules();
  return tap_done();
}
