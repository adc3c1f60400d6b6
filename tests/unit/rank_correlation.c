/*
** Compares Kendall's tau-b (core/research/rank_correlation.h) with published examples,
** and with its definition, computed over all pairs of rows.
*/
#include "core/research/rank_correlation.h"

#include <math.h>

#include "core/research/dimensions.h"
#include "base/random.h"
#include "tap.h"

#define MOST 60
#define CASES 20000

static double tau_of(const struct rank_pair *pairs, size_t count) {
  struct rank_pair work[MOST], scratch[MOST];
  for (size_t i = 0; i < count; i++)
    work[i] = pairs[i];
  struct rank_correlation correlation = rank_correlation_begin(work, scratch, count);
  while (rank_correlation_advance(&correlation)) {
  }
  return rank_correlation_tau(&correlation);
}

static int sign(double x) {
  return (x > 0) - (x < 0);
}

/* Returns tau by its definition.  Of all pairs of rows, m differ in x and n in y.  tau is
** the sum of sign(dx) sign(dy) over all pairs, divided by sqrt(m n). */
static double tau_by_definition(const struct rank_pair *pairs, size_t count) {
  double sum = 0, ranked_x = 0, ranked_y = 0;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = i + 1; j < count; j++) {
      int dx = sign(pairs[i].x - pairs[j].x), dy = sign(pairs[i].y - pairs[j].y);
      sum += dx * dy;
      ranked_x += dx != 0;
      ranked_y += dy != 0;
    }
  }
  if (ranked_x == 0 || ranked_y == 0) return MISSING;
  return sum / sqrt(ranked_x * ranked_y);
}

static double tau_of_lists(const double *x, const double *y, size_t count) {
  struct rank_pair pairs[MOST];
  for (size_t i = 0; i < count; i++)
    pairs[i] = (struct rank_pair){x[i], y[i]};
  return tau_of(pairs, count);
}

/* The manuals of SciPy (stats.kendalltau) and of the R package ircor print the values
** below.  `round_x` and `round_y` are x and y, rounded as in R, a half to the even
** digit. */
static void published(void) {
  const double scipy_x[] = {12, 2, 1, 12, 2}, scipy_y[] = {1, 4, 7, 1, 0};
  tap_is_real(tau_of_lists(scipy_x, scipy_y, 5), -0.47140452079103173, 1e-15,
              "SciPy's example, ties in both");
  const double x[] = {0.67, 0.45, 0.29, 0.12, 0.57, 0.24, 0.94, 0.75, 0.08, 0.54};
  const double y[] = {0.48, 0.68, 0.32, 0.09, 0.06, 0.61, 0.87, 0.22, 0.44, 0.84};
  tap_is_real(tau_of_lists(x, y, 10), 0.2, 1e-15, "ircor's example without ties");
  const double round_y[] = {0.5, 0.7, 0.3, 0.1, 0.1, 0.6, 0.9, 0.2, 0.4, 0.8};
  tap_is_real(tau_of_lists(x, round_y, 10), 0.2247333, 5e-8, "with ties in y");
  const double round_x[] = {0.7, 0.4, 0.3, 0.1, 0.6, 0.2, 0.9, 0.8, 0.1, 0.5};
  tap_is_real(tau_of_lists(round_x, round_y, 10), 0.25, 1e-15, "and in x");
}

/* Few distinct values give ties of every kind. */
static void against_definition(void) {
  struct generator generator = random_seeded(9);
  int wrong = 0, undefined = 0;
  for (int i = 0; i < CASES; i++) {
    struct rank_pair pairs[MOST];
    size_t count = (size_t)(random_bits(&generator) % (MOST + 1));
    uint64_t values = 1 + random_bits(&generator) % 20;
    for (size_t j = 0; j < count; j++) {
      pairs[j].x = (double)(random_bits(&generator) % values);
      pairs[j].y = (double)(random_bits(&generator) % values);
    }
    double got = tau_of(pairs, count), want = tau_by_definition(pairs, count);
    undefined += is_missing(want);
    wrong += is_missing(got) != is_missing(want) || fabs(got - want) > 1e-14;
  }
  tap_is_int(wrong, 0, "%d random cases, seed 9, as the definition has it", CASES);
  tap_ok(undefined > 0, "%d of them have no tau", undefined);
}

static void ends(void) {
  double up[MOST], down[MOST], level[MOST];
  for (int i = 0; i < MOST; i++) {
    up[i] = i * 0.1;
    down[i] = -i;
    level[i] = 7;
  }
  for (size_t n = 2; n <= MOST; n += 29) {
    tap_is_real(tau_of_lists(up, up, n), 1, 0, "%d rising pairs: 1 exactly", (int)n);
    tap_is_real(tau_of_lists(up, down, n), -1, 0, "%d falling pairs: -1 exactly", (int)n);
    tap_is_real(tau_of_lists(up, level, n), MISSING, 0, "a constant y has none");
    tap_is_real(tau_of_lists(level, up, n), MISSING, 0, "nor a constant x");
  }
  tap_is_real(tau_of_lists(up, up, 1), MISSING, 0, "one pair has none");
  tap_is_real(tau_of_lists(up, up, 0), MISSING, 0, "nor has no pair");
  const double zeros[] = {0.0, -0.0, 1};
  tap_is_real(tau_of_lists(zeros, zeros, 3), 1, 0, "0 and -0 are level");
}

/* Draws an integer or a real.  Most are of a size at which not every integer is
** a double. */
static struct value draw_number(struct generator *generator) {
  uint64_t bits = random_bits(generator);
  int64_t integer = (int64_t)(random_bits(generator) >> (1 + bits % 12));
  if (bits & 32) integer = INT64_MAX - integer % 2048;
  if (bits & 64) integer = -integer;
  if (bits & 128) return (struct value){.type = VALUE_INTEGER, .is.integer = integer};
  return (struct value){.type = VALUE_REAL, .is.real = (double)integer};
}

static void numbers_in_order(void) {
  struct generator generator = random_seeded(3);
  int wrong = 0, apart = 0;
  for (int i = 0; i < 100 * CASES; i++) {
    struct value a = draw_number(&generator), b = draw_number(&generator);
    if (i % 2 == 0 && a.type == VALUE_INTEGER && a.is.integer < INT64_MAX) {
      b = a; /* a + 1, or the double nearest to a */
      b.is.integer++;
      if (i % 4 == 0)
        b = (struct value){.type = VALUE_REAL, .is.real = (double)a.is.integer};
    }
    struct rank_number x = rank_number(&a), y = rank_number(&b);
    int order = value_compare(&a, &b), got = rank_numbers_compare(&x, &y);
    wrong += sign(got) != sign(order);
    apart += order != 0 && x.nearest == y.nearest;
  }
  tap_is_int(wrong, 0, "numbers are split so that their parts keep the order");
  tap_ok(apart > CASES, "%d of them differ only beyond double precision", apart);
  const struct value ends[] = {
      {.type = VALUE_INTEGER, .is.integer = INT64_MAX},
      {.type = VALUE_INTEGER, .is.integer = INT64_MAX - 511},
      {.type = VALUE_INTEGER, .is.integer = INT64_MIN},
  };
  tap_is_int(rank_number(&ends[0]).rest, -1, "2^63 - 1 is 1 below its double");
  tap_is_int(rank_number(&ends[1]).rest, -512, "the farthest one is 512 below");
  tap_is_int(rank_number(&ends[2]).rest, 0, "-2^63 is a double");
}

static void numbers_to_pairs(void) {
  const struct rank_number sorted[] = {
      {-1, 0, 3}, {0x1p60, 0, 0}, {0x1p60, 1, 2}, {0x1p60, 1, 1}};
  struct rank_pair pairs[4];
  for (int i = 0; i < 4; i++)
    pairs[i] = (struct rank_pair){9, 9};
  rank_numbers_to_pairs(sorted, 4, false, pairs);
  tap_ok(pairs[3].x == 0 && pairs[0].x == 1 && pairs[2].x == 2 && pairs[1].x == 2,
         "numbers that are level share a place");
  tap_ok(pairs[0].y == 9 && pairs[3].y == 9, "the other side is unchanged");
  rank_numbers_to_pairs(sorted, 4, true, pairs);
  tap_ok(pairs[3].y == 0 && pairs[1].y == 2 && pairs[3].x == 0, "until its turn");
}

int main(void) {
  published();
  numbers_in_order();
  numbers_to_pairs();
  against_definition();
  ends();
  return tap_done();
}
