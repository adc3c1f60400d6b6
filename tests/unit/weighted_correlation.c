/*
** Kendall's tau-b of weighted pairs (core/research/weighted_correlation.h): the same bits
** as that of pairs repeated so often, and totals that only whole numbers of 106 bits
** hold.
*/
#include "core/research/weighted_correlation.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/missing.h"
#include "base/random.h"
#include "tap.h"

#define ROWS 12
#define MOST (ROWS * 4)
#define CASES 20000

static double repeated_tau(const struct weighted_pair *pairs, size_t n) {
  struct rank_pair work[MOST], scratch[MOST];
  size_t count = 0;
  for (size_t i = 0; i < n; i++)
    for (int times = 0; times < pairs[i].count; times++)
      work[count++] = (struct rank_pair){pairs[i].x.nearest, pairs[i].y.nearest};
  struct rank_correlation correlation = rank_correlation_begin(work, scratch, count);
  while (rank_correlation_advance(&correlation)) {
  }
  return rank_correlation_tau(&correlation);
}

static struct weighted_pair pair(double x, double y, double count) {
  return (struct weighted_pair){.x = {.nearest = x}, .y = {.nearest = y}, .count = count};
}

static void test_repeated(void) {
  struct generator generator = random_seeded(11);
  struct weighted_pair pairs[ROWS];
  double tree[ROWS + 1];
  int wrong = 0, undefined = 0;
  for (int i = 0; i < CASES; i++) {
    size_t n = 1 + (size_t)(random_bits(&generator) % ROWS);
    uint64_t values = 1 + random_bits(&generator) % 9;
    for (size_t j = 0; j < n; j++) {
      double x = (double)(random_bits(&generator) % values);
      double y = (double)(random_bits(&generator) % values);
      pairs[j] = pair(x, y, (double)(random_bits(&generator) % 5));
    }
    double want = repeated_tau(pairs, n);
    double got = weighted_correlation_tau(pairs, n, tree, NULL);
    undefined += is_missing(want);
    wrong += is_missing(want) ? !is_missing(got) : got != want;
  }
  tap_is_int(wrong, 0, "%d random cases, seed 11, bit for bit", CASES);
  tap_ok(undefined > 0, "%d of them have no tau", undefined);
}

/* n pairs at (0, 0), one at (0, 1), one at (1, 1): with N = n + 2 pairs the difference is
** n, and n + 1 and 2 n are ranked in x and y. */
static void test_large(void) {
  double tree[4], n = 0x1p52;
  struct weighted_pair pairs[] = {pair(1, 1, 1), pair(0, 0, n), pair(0, 1, 1)};
  tap_is_real(weighted_correlation_tau(pairs, 3, tree, NULL), n / sqrt((n + 1) * (2 * n)),
              0, "2^52 pairs in one row");
  struct weighted_pair many[] = {pair(1, 1, 0x1p52), pair(0, 0, 0x1p52)};
  tap_ok(is_missing(weighted_correlation_tau(many, 2, tree, NULL)), "2^53 pairs: none");
}

int main(void) {
  test_repeated();
  test_large();
  return tap_done();
}
