/*
** Compares weight stability intervals (core/research/stability.h) with brute force.  The
** test moves each weight over a grid.  At each point it looks whether another round
** leads.
*/
#include "core/research/stability.h"

#include <math.h>
#include <string.h>

#include "core/research/confidence.h"
#include "base/random.h"
#include "tap.h"

#define CASES 10000
#define MOST_ROUNDS 6
#define GRID 200

/* If the indices (weighted means) of two rounds differ by less than LEVEL, the cause may
** be rounding. */
#define LEVEL 1e-12

typedef double scores[DIMENSION_COUNT];

/* Returns the index of a round if weight `moving` is t and the other weights keep their
** proportions.  stability.c itself computes only differences between indices. */
static long double index_at(const double *score, const struct weights *weights,
                            int moving, long double t) {
  long double others = 0, index = t * score[moving];
  for (int d = 0; d < DIMENSION_COUNT; d++)
    others += d == moving ? 0 : weights->weight[d];
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (d == moving) continue;
    long double share = others > 0 ? weights->weight[d] / others : 0.25L;
    index += (1 - t) * share * score[d];
  }
  return index;
}

/* Returns the greatest lead of another round: its index minus the index of `winner`. */
static long double worst_lead(const scores *rounds, size_t count, size_t winner,
                              const struct weights *weights, int moving, long double t) {
  long double worst = -1;
  for (size_t r = 0; r < count; r++) {
    if (r == winner) continue;
    long double lead = index_at(rounds[r], weights, moving, t) -
                       index_at(rounds[winner], weights, moving, t);
    worst = lead > worst ? lead : worst;
  }
  return worst;
}

/* Checks that no other round leads inside an interval, and that another round leads
** outside of it.  At an end that is not 0 or 1, the winner must tie with another round.
** Returns an error or NULL. */
static const char *check_interval(const scores *rounds, size_t count, size_t winner,
                                  const struct weights *weights, int d,
                                  const struct stability_interval *interval) {
  double stands = weights->weight[d] / weights->sum;
  if (!(0 <= interval->low && interval->low <= stands)) return "low";
  if (!(stands <= interval->high && interval->high <= 1)) return "high";
  for (int i = 0; i <= GRID; i++) {
    long double t = (long double)i / GRID;
    long double lead = worst_lead(rounds, count, winner, weights, d, t);
    bool inside = t >= interval->low && t <= interval->high;
    if (inside && lead > LEVEL) return "another round leads inside";
    if (!inside && lead < -LEVEL) return "the winner leads outside";
  }
  long double at_low = worst_lead(rounds, count, winner, weights, d, interval->low);
  long double at_high = worst_lead(rounds, count, winner, weights, d, interval->high);
  if (interval->low > 0 && fabsl(at_low) > LEVEL) return "not level at the low end";
  if (interval->high < 1 && fabsl(at_high) > LEVEL) return "not level at the high end";
  return NULL;
}

/* Scores on a coarse grid, and copies of rounds, make ties frequent. */
static void draw_case(struct generator *generator, scores *rounds, size_t count,
                      struct weights *weights) {
  bool coarse = random_bits(generator) % 2 == 0;
  for (size_t r = 0; r < count; r++) {
    bool copy = r > 0 && random_bits(generator) % 8 == 0;
    for (int d = 0; d < DIMENSION_COUNT; d++) {
      double fine = random_unit(generator);
      rounds[r][d] = copy ? rounds[r - 1][d] : coarse ? floor(fine * 5) / 4 : fine;
    }
  }
  weights->sum = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    weights->weight[d] =
        coarse ? (double)(random_bits(generator) % 4) : random_unit(generator);
    weights->sum += weights->weight[d];
  }
  if (weights->sum > 0) return;
  weights->weight[0] = weights->sum = 1;
}

static size_t choose(const scores *rounds, size_t count, const struct weights *weights) {
  size_t winner = 0;
  long double best = -1;
  for (size_t r = 0; r < count; r++) {
    long double t = weights->weight[0] / (long double)weights->sum;
    long double index = index_at(rounds[r], weights, 0, t);
    if (index <= best + LEVEL) continue; /* a tie: the earlier round stays */
    best = index;
    winner = r;
  }
  return winner;
}

static void brute_force(void) {
  struct generator generator = random_seeded(5);
  int wrong = 0, bounded = 0;
  for (int i = 0; i < CASES; i++) {
    scores rounds[MOST_ROUNDS];
    struct weights weights;
    struct stability_interval intervals[DIMENSION_COUNT];
    size_t count = 1 + (size_t)(random_bits(&generator) % MOST_ROUNDS);
    draw_case(&generator, rounds, count, &weights);
    size_t winner = choose((const scores *)rounds, count, &weights);
    stability_intervals(rounds[0], count, winner, weights.weight, DIMENSION_COUNT,
                        intervals);
    for (int d = 0; d < DIMENSION_COUNT; d++) {
      const char *problem = check_interval((const scores *)rounds, count, winner,
                                           &weights, d, &intervals[d]);
      bounded += intervals[d].low > 0 || intervals[d].high < 1;
      if (problem == NULL) continue;
      wrong++;
      tap_diag("case %d, dimension %d, [%.17g, %.17g]: %s", i, d, intervals[d].low,
               intervals[d].high, problem);
    }
  }
  tap_ok(wrong == 0, "intervals of %d random cases, seed 5, against a grid", CASES);
  tap_ok(bounded > CASES, "of which %d have an end inside", bounded);
}

static void by_hand(void) {
  /* The first round leads by .25 in coverage, and the second by .5 in recency.  The
  ** weights start equal; if one moves to t, each other weight is (1 - t) / 4.  If the
  ** weight of coverage is t, the second round leads for t < 1/3, because then (1 - t) / 4
  ** * .5 > t * .25.  If the weight of recency is t, the second round leads for t > 1/9,
  ** because then t * .5 > (1 - t) / 4 * .25. */
  const scores rounds[] = {{0.75, 0.5, 0.5, 0.5, 0.25}, {0.5, 0.5, 0.5, 0.5, 0.75}};
  struct weights equal = {{1, 1, 1, 1, 1}, 5};
  struct stability_interval intervals[DIMENSION_COUNT];
  stability_intervals(rounds[0], 2, 1, equal.weight, DIMENSION_COUNT, intervals);
  tap_is_real(intervals[DIMENSION_COVERAGE].low, 0, 0, "coverage may fall to 0");
  tap_is_real(intervals[DIMENSION_COVERAGE].high, 1.0 / 3, 1e-15, "and rise to 1/3");
  tap_is_real(intervals[DIMENSION_RECENCY].low, 1.0 / 9, 1e-15, "recency falls to 1/9");
  tap_is_real(intervals[DIMENSION_RECENCY].high, 1, 0, "and may rise to 1");
  tap_ok(intervals[DIMENSION_AGREEMENT].low == 0 &&
             intervals[DIMENSION_AGREEMENT].high == 1,
         "a dimension in which the rounds are level decides nothing");
}

static void special(void) {
  struct stability_interval intervals[DIMENSION_COUNT];
  struct weights only_coverage = {{3, 0, 0, 0, 0}, 3};
  const scores rounds[] = {{0.6, 0.1, 0.1, 0.1, 0.1}, {0.4, 0.9, 0.9, 0.9, 0.9}};
  stability_intervals(rounds[0], 2, 0, only_coverage.weight, DIMENSION_COUNT, intervals);
  tap_is_real(intervals[0].low, 0.8, 1e-15, "others that weigh 0 take equal parts");
  tap_is_real(intervals[1].high, 0.2, 1e-15, "another weight rises from 0");

  /* Two rounds tie at the current weights.  The first wins because it is earlier.  If
  ** coverage gets more weight, the first round still wins; if it gets less, the second
  ** wins.  With source quality it is the other way round. */
  struct weights half = {{1, 1, 0, 0, 0}, 2};
  const scores level[] = {{0.75, 0.25, 0, 0, 0}, {0.25, 0.75, 0, 0, 0}};
  stability_intervals(level[0], 2, 0, half.weight, DIMENSION_COUNT, intervals);
  tap_ok(intervals[0].low == 0.5 && intervals[0].high == 1, "a tie is an end: coverage");
  tap_ok(intervals[1].low == 0 && intervals[1].high == 0.5, "and source quality");

  /* The two rounds have the same scores, in different orders.  Under equal weights, the
  ** first round's computed lead is -2^-54, which does not count as a lead of the
  ** second. */
  struct weights equal = {{1, 1, 1, 1, 1}, 5};
  const scores rounding[] = {{0.1, 0.2, 0.6, 0, 0.5}, {0.6, 0.1, 0.2, 0, 0.5}};
  stability_intervals(rounding[0], 2, 0, equal.weight, DIMENSION_COUNT, intervals);
  tap_ok(intervals[3].low == 0 && intervals[3].high == 1, "rounding errors are no lead");

  /* A lead of 2^-40, a little less than a step (1e-12), counts.  The first round wins up
  ** to the weight t of coverage at which (1 - t) 2^-40 = t / 4.  The computation of t is
  ** exact. */
  struct weights others = {{0, 1, 1, 1, 1}, 4};
  const double half_more = 0.5 + 0x1p-40;
  const scores barely[] = {{0, half_more, half_more, half_more, half_more},
                           {0.25, 0.5, 0.5, 0.5, 0.5}};
  stability_intervals(barely[0], 2, 0, others.weight, DIMENSION_COUNT, intervals);
  tap_is_real(intervals[0].high, 0x1p-40 / (0x1p-40 + 0.25), 0, "2^-40 is a lead");

  /* A lead of 2^-42, less than half a step (1e-12), does not count, whichever weight
  ** moves.  The first round wins because it is earlier. */
  const double hair = 0.5 + 0x1p-42;
  const scores hardly[] = {{0.5, 0.5, 0.5, 0.5, 0.5}, {hair, 0.5, 0.5, 0.5, 0.5}};
  stability_intervals(hardly[0], 2, 0, equal.weight, DIMENSION_COUNT, intervals);
  tap_ok(intervals[0].low == 0 && intervals[0].high == 1, "2^-42 is no lead: coverage");
  tap_ok(intervals[1].low == 0 && intervals[1].high == 1, "and the others");
  const scores tenths[] = {{0.3, 0.5, 0.5, 0.5, 0.5}, {0.1 + 0.2, 0.5, 0.5, 0.5, 0.5}};
  stability_intervals(tenths[0], 2, 0, equal.weight, DIMENSION_COUNT, intervals);
  tap_ok(intervals[0].low == 0 && intervals[0].high == 1, ".3 and .1 + .2 are level");

  /* The weights other than coverage's are subnormal, in the ratio 1 to 3.  If coverage
  ** has the weight t, the first round leads by t / 16 in coverage, and the second by (1 -
  ** t) / 16 in the other dimensions. */
  struct weights tiny = {{1, 0x1p-1073, 0x1.8p-1072, 0, 0}, 1};
  const scores apart[] = {{0.5625, 0.75, 0.25, 0, 0}, {0.5, 0.25, 0.5, 0, 0}};
  stability_intervals(apart[0], 2, 0, tiny.weight, DIMENSION_COUNT, intervals);
  tap_is_real(intervals[0].low, 0.5, 0, "proportions of subnormal weights");

  /* The second round is ahead in two dimensions by very little.  Both indices round to
  ** the same number, so the first round wins for every weight of coverage. */
  struct weights heavy = {{1000, 1, 1, 1, 1}, 1004};
  const scores ahead[] = {{0.06228879444122548, 0.953800040668452, 0.5138334598395836,
                           0.6107374066690541, 0.46249565072156495},
                          {0.06228879444122549, 0.953800040668452, 0.5138334598395836,
                           0.6107374066690582, 0.46249565072156495}};
  struct dimensions first = {0}, second = {0};
  memcpy(first.score, ahead[0], sizeof first.score);
  memcpy(second.score, ahead[1], sizeof second.score);
  tap_is_real(confidence_arithmetic(&first, &heavy),
              confidence_arithmetic(&second, &heavy), 0, "two indexes that round to one");
  stability_intervals(ahead[0], 2, 0, heavy.weight, DIMENSION_COUNT, intervals);
  tap_ok(intervals[0].low == 0 && intervals[0].high == 1, "cut nothing off");
}

/* Dimensions without weight, in which the rounds tie, do not change the intervals of the
** other dimensions.  If there is only one dimension, its weight may move anywhere. */
static void any_number(void) {
  const double five[] = {0.75, 0.5, 0.5, 0.5, 0.25, 0.5, 0.5, 0.5, 0.5, 0.75};
  const double weight[7] = {1, 1, 1, 1, 1, 0, 0};
  struct stability_interval of_five[5], of_seven[7], of_one[1];
  double seven[14], one[] = {0.4, 0.6};
  for (int r = 0; r < 2; r++) {
    for (int d = 0; d < 7; d++)
      seven[7 * r + d] = d < 5 ? five[5 * r + d] : 0.3;
  }
  stability_intervals(five, 2, 1, weight, 5, of_five);
  stability_intervals(seven, 2, 1, weight, 7, of_seven);
  tap_ok(memcmp(of_five, of_seven, sizeof of_five) == 0, "seven dimensions as five");
  tap_ok(of_seven[6].low == 0 && of_seven[6].high == 1, "a weight that cuts nothing off");
  stability_intervals(one, 2, 1, weight, 1, of_one);
  tap_ok(of_one[0].low == 0 && of_one[0].high == 1, "one dimension has no other");
}

int main(void) {
  by_hand();
  any_number();
  special();
  brute_force();
  return tap_done();
}
