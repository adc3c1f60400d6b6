/* Tests error bars.  Student's t is compared with values from other programs.  The order
** of the scores must not matter. */
#include "../tap.h"

#include <float.h>
#include <stdlib.h>

/* Includes core/outcomes/statistics.c itself, so that the test can call
** statistics_t_expansion(). */
#include "../../ext/core/outcomes/statistics.c"
#include "portable_references.h"

/* R prints these quantiles for qt(.975, df = c(1:10, 20, 50, 100, 1000)), the example in
** its manual page of Student's t. */
static const struct {
  size_t degrees;
  double quantile;
} printed_by_r[] = {
    {1, 12.706205}, {2, 4.302653},  {3, 3.182446},   {4, 2.776445},    {5, 2.570582},
    {6, 2.446912},  {7, 2.364624},  {8, 2.306004},   {9, 2.262157},    {10, 2.228139},
    {20, 2.085963}, {50, 2.008559}, {100, 1.983972}, {1000, 1.962339},
};

static void test_quantiles(void) {
  for (size_t i = 0; i < sizeof printed_by_r / sizeof printed_by_r[0]; i++) {
    size_t degrees = printed_by_r[i].degrees;
    tap_is_real(statistics_t_quantile(degrees), printed_by_r[i].quantile, 5.01e-7,
                "qt(.975, %zu) as R prints it", degrees);
  }
  for (size_t i = 0; i < sizeof t_references / sizeof t_references[0]; i++) {
    size_t degrees = t_references[i].degrees;
    tap_is_real(statistics_t_quantile(degrees) / t_references[i].quantile, 1, 1e-13,
                "the .975 quantile for %zu degrees of freedom to 13 digits", degrees);
  }
  /* For n degrees of freedom, Student's quantile is above the normal quantile z by about
  ** (z^3 + z) / 4n. */
  tap_is_real(statistics_t_quantile(SIZE_MAX), 1.959963984540054,
              1e-15 + 2.38 / (double)SIZE_MAX, "it tends to the normal quantile");
  int rising = 0;
  for (size_t degrees = 1; degrees < 3000; degrees++) {
    rising += statistics_t_quantile(degrees + 1) >= statistics_t_quantile(degrees);
  }
  tap_is_int(rising, 0, "it falls with every degree of freedom, across both methods");
}

/* Each p has the normal quantile z, as R prints qnorm(p) to 15 digits. */
static const struct {
  double p;
  double z;
} normal[] = {
    {0.5, 0},
    {0.75, 0.674489750196082},
    {0.8, 0.841621233572914},
    {0.9, 1.28155156554460},
    {0.95, 1.64485362695147},
    {0.975, 1.95996398454005},
    {0.99, 2.32634787404084},
    {0.999, 3.09023230616781},
    {0.1, -1.28155156554460},
    {0.025, -1.95996398454005},
};

static void test_normal(void) {
  for (size_t i = 0; i < sizeof normal / sizeof *normal; i++)
    tap_is_real(statistics_normal_quantile(normal[i].p), normal[i].z,
                5e-15 + 1e-15 / statistics_normal_density(normal[i].z), "z of %g",
                normal[i].p);
  tap_ok(statistics_normal_quantile(1) == INFINITY &&
             statistics_normal_quantile(0) == -INFINITY,
         "the ends have none");
  int falling = 0;
  for (int i = 1; i < 1000; i++)
    falling += statistics_normal_quantile(i / 1000.0) <=
               statistics_normal_quantile((i - 1) / 1000.0);
  tap_is_int(falling, 0, "it rises");
  tap_is_real(statistics_normal_quantile(1 - 0x1p-53), 8, 0.5, "as far as doubles go");
}

/* Computes Student's quantile by formula 26.7.5 of Abramowitz and Stegun.  For few
** degrees of freedom, every term changes the result. */
static void test_expansion(void) {
  long double x = 1.959963984540054L;
  long double g1 = (powl(x, 3) + x) / 4;
  long double g2 = (5 * powl(x, 5) + 16 * powl(x, 3) + 3 * x) / 96;
  long double g3 = (3 * powl(x, 7) + 19 * powl(x, 5) + 17 * powl(x, 3) - 15 * x) / 384;
  long double g4 = (79 * powl(x, 9) + 776 * powl(x, 7) + 1482 * powl(x, 5) -
                    1920 * powl(x, 3) - 945 * x) /
                   92160;
  for (int v = 1; v <= 5; v++) {
    long double t = x + g1 / v + g2 / powl(v, 2) + g3 / powl(v, 3) + g4 / powl(v, 4);
    tap_is_real(statistics_t_expansion(v), (double)t, 1e-14,
                "the expansion for %d degrees", v);
  }
}

static struct observation judged(double score, int64_t cluster) {
  return (struct observation){.score = score,
                              .cluster = {.type = VALUE_INTEGER, .is.integer = cluster}};
}

static struct error_bars bars_of(struct observation *observations, size_t n,
                                 bool clustered, double limit) {
  qsort(observations, n, sizeof *observations, statistics_compare);
  return statistics_error_bars(observations, n, clustered, 0, limit);
}

static void test_order(void) {
  struct observation up[100], down[100];
  for (int i = 0; i < 100; i++) {
    up[i] = judged(i * 0.00731, i % 7);
    down[99 - i] = up[i];
  }
  struct error_bars a = bars_of(up, 100, true, 1);
  struct error_bars b = bars_of(down, 100, true, 1);
  tap_is_real(a.mean, b.mean, 0, "the mean does not depend on the order (R5)");
  tap_is_real(a.se, b.se, 0, "nor does the standard error");
  tap_is_int((long long)a.clusters, 7, "clusters are found wherever they stand");
}

/* In the first case, a plain sum loses all scores but the greatest. */
static void test_cancellation(void) {
  struct observation days[3] = {judged(1e16, 0), judged(1, 0), judged(1, 0)};
  struct error_bars bars = bars_of(days, 3, false, (double)INFINITY);
  tap_is_real(bars.mean, (1e16 + 2) / 3, 0, "the mean keeps what rounding would lose");
  days[0] = judged(DBL_MAX, 0);
  days[1] = judged(DBL_MAX, 0);
  bars = bars_of(days, 2, false, (double)INFINITY);
  tap_is_real(bars.mean, DBL_MAX, 0, "a sum beyond all doubles has a mean");
  days[0] = judged(5e-324, 0);
  days[1] = judged(0, 0);
  bars = bars_of(days, 2, false, 1);
  tap_ok(bars.mean >= 0 && bars.mean <= 5e-324, "so has one of the least");
  struct observation even[3] = {judged(0.75, 0), judged(0.75, 0), judged(0.75, 0)};
  bars = bars_of(even, 3, false, 1);
  tap_is_real(bars.mean, 0.75, 0, "equal scores are their mean");
  tap_is_real(bars.se, 0, 0, "without an error");
}

/* Even if scores have very different sizes, no sum overflows and no score is lost. */
static void test_sizes(void) {
  struct observation days[3] = {judged(1, 0), judged(0x1p53, 0), judged(0x1p53, 0)};
  struct error_bars bars = bars_of(days, 3, false, (double)INFINITY);
  tap_is_real(bars.mean, 6004799503160662, 0, "a term that rounding loses comes first");
  days[0] = judged(1e-300, 0);
  days[1] = judged(3e-300, 1);
  bars = bars_of(days, 2, true, 1);
  tap_is_real(bars.se / 1e-300, 1, 1e-15, "squares of the least do not vanish");
  days[0] = judged(1e200, 0);
  days[1] = judged(1, 1);
  bars = bars_of(days, 2, true, (double)INFINITY);
  tap_is_real(bars.se / 5e199, 1, 1e-15, "squares of the greatest do not overflow");
}

/* Half the scores are 0 and half are .1.  The square of each deviation is .0025, so the
** standard error is sqrt(.0025 / (n - 1)).  With so many scores, a sum that ignores
** rounding errors would be visibly wrong. */
static void test_many(void) {
  enum { MANY = 20000 };
  struct observation *scores = malloc(MANY * sizeof *scores);
  if (scores == NULL) tap_bail("out of memory");
  for (int i = 0; i < MANY; i++)
    scores[i] = judged(i < MANY / 2 ? 0 : 0.1, 0);
  struct error_bars bars = statistics_error_bars(scores, MANY, false, 0, 1);
  free(scores);
  tap_is_real(bars.se / sqrt(0.0025 / (MANY - 1)), 1, 5e-16, "an error of many scores");
}

/* Scores are divided by a unit.  It is a power of two, so the division is exact. */
static void test_exact(void) {
  int wrong = 0;
  for (int i = 1; i <= 1000; i++) {
    struct observation scores[] = {judged(i * 0.001, 0)};
    wrong += statistics_error_bars(scores, 1, false, 0, 1).mean != i * 0.001;
    wrong += statistics_unit_of(scores, 1) > i * 0.001 ||
             statistics_unit_of(scores, 1) * 2 <= i * 0.001;
    int exponent;
    wrong += frexp(statistics_unit_of(scores, 1), &exponent) != 0.5;
  }
  tap_is_int(wrong, 0, "a score alone is its mean, and its unit a power of two below");
}

/* The two clusters have the same sum except for rounding, so the standard error is 0. */
static void test_no_spread(void) {
  struct observation scores[] = {judged(0.1, 1),  judged(0.2, 1), judged(0.3, 1),
                                 judged(0.15, 2), judged(0.2, 2), judged(0.25, 2)};
  tap_ok(0.1 + 0.2 + 0.3 != 0.15 + 0.2 + 0.25, "sums of decimals differ in their bits");
  struct error_bars bars = statistics_error_bars(scores, 6, true, 0, 1);
  tap_is_real(bars.se, 0, 0, "their clusters have no spread");
  scores[5].score = 0.25 + 1e-11;
  bars = statistics_error_bars(scores, 6, true, 0, 1);
  tap_ok(bars.se > 1e-12, "a difference of 1e-11 is one");
}

/* Calls statistics_error_bars() with memory of exactly the needed size. */
static void test_one(void) {
  struct observation *alone = malloc(sizeof *alone);
  if (alone == NULL) tap_bail("out of memory");
  *alone = judged(0.5, 1);
  struct error_bars bars = statistics_error_bars(alone, 1, false, 0, 1);
  free(alone);
  tap_is_real(bars.mean, 0.5, 0, "one score is its mean");
  tap_ok(is_missing(bars.se) && is_missing(bars.low) && is_missing(bars.high),
         "and has no error");
}

int main(void) {
  test_quantiles();
  test_expansion();
  test_normal();
  test_order();
  test_cancellation();
  test_sizes();
  test_many();
  test_exact();
  test_no_spread();
  test_one();
  return tap_done();
}
