/* Differences of pairs: see paired.h. */
#include "core/outcomes/paired.h"

#include <float.h>

#include "base/wide.h"

/* Reads an INTEGER, or a REAL with a whole value that fits into 64 bits. */
static bool paired_integer(const struct value *number, int64_t *integer) {
  if (number->type == VALUE_REAL) return value_real_is_integer(number->is.real, integer);
  *integer = number->is.integer;
  return true;
}

static double paired_real(const struct value *number) {
  return number->type == VALUE_REAL ? number->is.real : (double)number->is.integer;
}

/* If two integers have different signs, their difference can need 65 bits, so each is
** first rounded to a double.  Different numbers near 2^63 can round to the same double.
** Then value_compare() tells which is greater. */
double paired_difference(const struct value *a, const struct value *b) {
  int64_t x, y;
  if (paired_integer(a, &x) && paired_integer(b, &y) && (x < 0) == (y < 0))
    return (double)(x - y);
  double difference = paired_real(a) - paired_real(b);
  if (difference == 0) return value_compare(a, b);
  return greater_of(lesser_of(difference, DBL_MAX), -DBL_MAX);
}

/* A product of many factors: wide * 2^exponent. */
struct paired_product {
  struct wide wide;
  int exponent;
};

/* Brings `wide` near 1, so that further factors cannot make it overflow or vanish. */
static void paired_normalise(struct paired_product *product) {
  int exponent;
  frexp(product->wide.high, &exponent);
  product->wide.high = ldexp(product->wide.high, -exponent);
  product->wide.low = ldexp(product->wide.low, -exponent);
  product->exponent += exponent;
}

/* paired_normalise() is called after this many factors, each of which is below 2^64. */
#define PRODUCT_FACTORS 8

/* Returns C(n, k) / 2^n. */
static struct paired_product paired_binomial(uint64_t n, uint64_t k) {
  struct paired_product product = {{1, 0}, 0};
  for (uint64_t i = 1; i <= k; i++) {
    product.wide = wide_over(wide_times(product.wide, (double)(n - k + i)), (double)i);
    if (i % PRODUCT_FACTORS == 0) paired_normalise(&product);
  }
  paired_normalise(&product);
  int64_t exponent = product.exponent - (int64_t)n;
  product.exponent = exponent < -4000 ? -4000 : (int)exponent;
  return product;
}

/* Terms below this share of the greatest term are too small to change the sum. */
#define LEAST_TERM 0x1p-110

/* Returns P(X <= k) for X heads of n fair coins, 2k < n.  The first term is C(n, k) /
** 2^n; each next term is i / (n - i + 1) times the term before it, for i = k, k - 1, ...
** The terms are summed in units of the first term. */
static double paired_tail(uint64_t n, uint64_t k) {
  struct wide term = {1, 0}, sum = {1, 0};
  for (uint64_t i = k; i > 0 && term.high > LEAST_TERM; i--) {
    term = wide_over(wide_times(term, (double)i), (double)(n - i + 1));
    sum = wide_plus(sum, term);
  }
  struct paired_product binomial = paired_binomial(n, k);
  struct wide high = wide_times(sum, binomial.wide.high);
  struct wide low = wide_of(sum.high * binomial.wide.low);
  return ldexp(wide_plus(high, low).high, binomial.exponent);
}

/* If `better` and `worse` differ by at most one, the lower and the upper tail together
** cover all outcomes, so p is 1. */
double paired_sign_test(uint64_t better, uint64_t worse) {
  uint64_t n = better + worse, k = better < worse ? better : worse;
  return n - k <= k + 1 ? 1 : 2 * paired_tail(n, k);
}

/* Makes the sign test over clusters, by the sign of each cluster's mean difference. */
static double paired_cluster_test(const struct observation *differences, size_t n) {
  uint64_t better = 0, worse = 0;
  for (size_t first = 0, end; first < n; first = end) {
    end = statistics_cluster_end(differences, n, first);
    int sign = statistics_mean_sign(differences + first, end - first);
    better += sign > 0;
    worse += sign < 0;
  }
  return paired_sign_test(better, worse);
}

/* In b of n pairs the first score is greater, in c pairs it is less.  Half a pair is
** added to each of the four kinds of pairs of flags (paired.h).  The share of 1 among the
** first scores then exceeds the share among the second scores by (b - c) / (n + 2).  The
** square of the standard error is ((b + c + 1) - (b - c)^2 / (n + 2)) / (n + 2)^2. */
static void paired_agresti_min(struct paired_report *report) {
  double n = (double)report->bars.n + 2;
  double more = (double)report->better - (double)report->worse;
  double discordant = (double)report->better + (double)report->worse + 1;
  double half = NORMAL_QUANTILE * sqrt(discordant - more * more / n);
  report->bars.low = greater_of((more - half) / n, -1);
  report->bars.high = lesser_of((more + half) / n, 1);
}

struct paired_report paired_report_on(const struct observation *differences, size_t n,
                                      struct paired_kind kind) {
  struct paired_report report = {
      .bars = statistics_error_bars(differences, n, kind.clustered, -INFINITY, INFINITY)};
  for (size_t i = 0; i < n; i++) {
    report.better += differences[i].score > 0;
    report.worse += differences[i].score < 0;
  }
  report.equal = n - report.better - report.worse;
  report.sign_p = kind.clustered ? paired_cluster_test(differences, n)
                                 : paired_sign_test(report.better, report.worse);
  if (kind.flags && !kind.clustered && n > 1) {
    paired_agresti_min(&report);
  } else if (!(report.bars.se > 0)) {
    report.bars.low = report.bars.high = MISSING;
  }
  return report;
}

/* z of a two-sided test at 5 %, rounded as in the formula of paired_needed(). */
#define QUANTILE_OF_TEST 1.959964

double paired_needed(double difference, double sd, double power) {
  double quantiles = greater_of(QUANTILE_OF_TEST + statistics_normal_quantile(power), 0);
  if (difference == 0) return MISSING;
  if (sd == 0) return 2; /* otherwise power 1 gives infinity * 0 */
  double ratio = quantiles * (sd / fabs(difference));
  double pairs = greater_of(ceil(ratio * ratio), 2);
  return isfinite(pairs) ? pairs : MISSING;
}
