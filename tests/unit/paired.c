/*
** Tests the signs of differences of pairs, and the sign test (core/outcomes/paired.h).
** The sign test is compared with sums over Pascal's triangle and, for many pairs, with
** known values.
*/
#include "core/outcomes/paired.h"

#include <float.h>
#include <math.h>

#include "hostile.h"
#include "tap.h"

static struct value integer(int64_t number) {
  return (struct value){.type = VALUE_INTEGER, .is.integer = number};
}

static struct value real(double number) {
  return (struct value){.type = VALUE_REAL, .is.real = number};
}

/* The difference of two numbers must have the right sign even if both are converted to
** the same double. */
static void test_signs(void) {
  struct value numbers[COUNT_OF(hostile_reals) + COUNT_OF(hostile_integers)];
  int count = 0;
  for (int i = 0; i < COUNT_OF(hostile_reals); i++)
    if (!isinf(hostile_reals[i])) numbers[count++] = real(hostile_reals[i]);
  for (int i = 0; i < COUNT_OF(hostile_integers); i++)
    numbers[count++] = integer(hostile_integers[i]);
  int wrong = 0;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      double difference = paired_difference(&numbers[i], &numbers[j]);
      int order = value_compare(&numbers[i], &numbers[j]);
      wrong += (difference > 0) - (difference < 0) != (order > 0) - (order < 0);
    }
  tap_is_int(wrong, 0, "a difference has the sign of the comparison");
  struct value most = real(1.7e308), least = real(-1.7e308);
  tap_is_real(paired_difference(&most, &least), DBL_MAX, 0,
              "beyond the doubles: the last of them");
  tap_is_real(paired_difference(&least, &most), -DBL_MAX, 0, "of either sign");
}

static void test_small_signs(void) {
  if (!tap_has_long_double(1)) return;
  long double row[61] = {1};
  double worst = 0;
  for (int n = 1; n <= 60; n++) {
    for (int k = n; k > 0; k--)
      row[k] = k == n ? 1 : row[k] + row[k - 1];
    long double tail = 0;
    for (int k = 0; k <= n; k++) {
      tail += row[k < n - k ? k : n - k] * (k <= n - k);
      if (k > n - k) break;
      double want = (double)fminl(1, ldexpl(2 * tail, -n));
      double got = paired_sign_test((uint64_t)k, (uint64_t)(n - k));
      worst = fmax(worst, fabs(got / want - 1));
    }
  }
  tap_ok(worst < 1.2e-16, "up to 60 pairs, off by at most %g", worst);
}

static void test_sign_test(void) {
  tap_is_real(paired_sign_test(0, 0), 1, 0, "no pairs: 1");
  tap_is_real(paired_sign_test(0, 1000), ldexp(1, -999), 0, "0 of 1000: 2^-999");
  tap_is_real(paired_sign_test(0, 100000), 0, 0, "0 of 100000: below the doubles");
  tap_is_real(paired_sign_test(50000, 50000), 1, 0, "half of 100000");
  tap_is_real(paired_sign_test(49999, 50000), 1, 0, "all but one half of 99999");
  /* Python's module `fractions` computed the values below. */
  tap_is_real(paired_sign_test(400, 600), 2.7284641560660184e-10, 0, "400 of 1000");
  tap_is_real(paired_sign_test(1551, 1449), 0.0651653244956747, 0, "1449 of 3000");
  tap_is_real(paired_sign_test(7, 4000), paired_sign_test(4000, 7), 0, "symmetric");
}

static struct paired_report of_flags(int better, int worse, int equal, bool clustered) {
  struct observation differences[256];
  int n = better + worse + equal;
  for (int i = 0; i < n; i++) {
    double score = i < better ? 1 : i < better + worse ? -1 : 0;
    differences[i] = (struct observation){.score = score, .cluster = integer(i)};
  }
  return paired_report_on(differences, (size_t)n, (struct paired_kind){clustered, true});
}

/* Compares the interval of n pairs of flags with the formula of Agresti and Min.  Two
** flags give four kinds of pairs.  The formula adds half a pair to each kind, so there
** are n + 2 pairs.  Then p12 and p21 are the shares of the two kinds whose flags differ.
** The variance of p12 - p21 is (p12 + p21 - (p12 - p21)^2) / (n + 2). */
static void test_flags(void) {
  double worst = 0;
  int beyond = 0, without_width = 0;
  for (int better = 0; better <= 40; better++)
    for (int worse = 0; worse <= 40; worse++)
      for (int equal = 0; equal <= 40; equal += 8) {
        double n = better + worse + equal + 2;
        if (n < 4) continue;
        struct error_bars bars = of_flags(better, worse, equal, false).bars;
        double up = (better + 0.5) / n, down = (worse + 0.5) / n;
        double half =
            1.959963984540054 * sqrt((up + down - (up - down) * (up - down)) / n);
        worst = fmax(worst, fabs(bars.low - fmax(up - down - half, -1)));
        worst = fmax(worst, fabs(bars.high - fmin(up - down + half, 1)));
        beyond += bars.low < -1 || bars.high > 1;
        without_width += !(bars.low < bars.high);
      }
  tap_ok(worst < 1e-15, "the interval of Agresti and Min, off by at most %g", worst);
  tap_is_int(beyond, 0, "within -1..1");
  tap_is_int(without_width, 0, "and never without width");
  struct error_bars bars = of_flags(0, 0, 1, false).bars;
  tap_ok(is_missing(bars.low) && is_missing(bars.se), "one pair has no interval");
  bars = of_flags(5, 5, 0, true).bars;
  tap_ok(bars.low < -0.7 && bars.high > 0.7, "with clusters it is that of Student's t");
}

static struct observation difference(double score, int64_t cluster) {
  return (struct observation){.score = score, .cluster = integer(cluster)};
}

/* Each cluster has ten pairs.  The difference is 1 in two clusters and -1 in the third.
** The sign test must count clusters.  If it counted pairs, its p value would be far
** smaller. */
static void test_clusters(void) {
  struct observation differences[30];
  for (int i = 0; i < 30; i++)
    differences[i] = difference(i < 20 ? 1 : -1, i / 10);
  const struct paired_kind clustered = {true, false}, plain = {false, false};
  struct paired_report report = paired_report_on(differences, 30, clustered);
  tap_is_real(report.sign_p, 1, 0, "two clusters of three are better: 1");
  tap_is_int((long long)report.better, 20, "the counts are of pairs");
  for (int i = 20; i < 30; i++)
    differences[i].score = 1;
  report = paired_report_on(differences, 30, clustered);
  tap_is_real(report.sign_p, 0.25, 0, "three of three: 2 / 2^3");
  tap_ok(report.bars.se == 0 && is_missing(report.bars.low) &&
             is_missing(report.bars.high),
         "all the same: no spread, no interval");
  report = paired_report_on(differences, 30, plain);
  tap_ok(is_missing(report.bars.low) && is_missing(report.bars.high),
         "without clusters neither");
  tap_is_real(report.sign_p, ldexp(1, -29), 0, "where each pair counts");
}

/* If decimals add up to 0, the sum of their doubles can be slightly more or less.  Such a
** sum must not count as a difference. */
static void test_rounding(void) {
  struct observation cancelling[] = {difference(0.9 - 0.8, 1), difference(0.7 - 0.8, 1)};
  tap_ok(cancelling[0].score + cancelling[1].score != 0, "rounding leaves a rest");
  tap_is_int(statistics_mean_sign(cancelling, 2), 0, "which is no difference");
  struct observation least[] = {difference(5e-324, 1), difference(0, 1)};
  tap_is_int(statistics_mean_sign(least, 2), 1, "the least number is one");
  struct observation greatest[] = {difference(-DBL_MAX, 1), difference(-DBL_MAX, 1)};
  tap_is_int(statistics_mean_sign(greatest, 2), -1, "so are the greatest");
  struct observation same[] = {difference(0.9 - 0.8, 1), difference(0.8 - 0.7, 1),
                               difference(0.7 - 0.6, 1)};
  struct paired_report report =
      paired_report_on(same, 3, (struct paired_kind){false, false});
  tap_ok(report.bars.se == 0 && is_missing(report.bars.low),
         "three differences of .1 have no spread");
}

/* The formula of paired.h gives ((1.959964 + z) 0.44 / 0.1)^2 pairs, where z depends on
** the power.  For the power .8, z is .841621 and the result is 151.95.  For the power .9,
** z is 1.281552 and the result is 203.42. */
static void test_needed(void) {
  tap_is_real(paired_needed(0.1, 0.44, 0.8), 152, 0, "152 pairs");
  tap_is_real(paired_needed(-0.1, 0.44, 0.9), 204, 0, "204, whatever the sign");
  tap_is_real(paired_needed(1, 0, 0.8), 2, 0, "2 at least");
  tap_is_real(paired_needed(1, 0, 1), 2, 0, "which are enough where nothing varies");
  tap_is_real(paired_needed(1e-3, 10, 0), 2, 0, "and for no power");
  tap_is_real(paired_needed(1e-3, 10, 0.02), 2, 0, "or less than chance has");
  tap_ok(is_missing(paired_needed(0, 1, 0.8)), "no difference: none");
  tap_ok(is_missing(paired_needed(1, 1, 1)), "nor for certainty");
  tap_ok(is_missing(paired_needed(1e-200, 1, 0.8)), "nor beyond the doubles");
  tap_is_real(paired_needed(1e-20, 1, 0.8) / 7.848879734e40, 1, 1e-6, "any before");
}

int main(void) {
  test_signs();
  test_small_signs();
  test_sign_test();
  test_flags();
  test_clusters();
  test_rounding();
  test_needed();
  return tap_done();
}
