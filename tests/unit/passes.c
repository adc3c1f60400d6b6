/*
** Tests attempts that pass or fail (core/outcomes/passes.h).  pass@k and pass^k are
** quotients of binomial coefficients.  They are compared with cases worked by hand, and
** with Pascal's triangle.  Wilson's interval is compared with its definition.
*/
#include "core/outcomes/passes.h"

#include <math.h>

#include "base/missing.h"
#include "tap.h"

#define MOST 60

/* Binomial coefficients up to C(60, 30).  A long double represents them exactly. */
static long double binomial[MOST + 1][MOST + 1];

static void pascal(void) {
  for (int n = 0; n <= MOST; n++)
    for (int k = 0; k <= n; k++)
      binomial[n][k] = k == 0 || k == n ? 1 : binomial[n - 1][k - 1] + binomial[n - 1][k];
}

static double chosen(int of, int n, int k) {
  return of < k ? 0 : (double)(binomial[of][k] / binomial[n][k]);
}

static void test_small(void) {
  if (!tap_has_long_double(1)) return;
  double worst = 0;
  for (int n = 1; n <= MOST; n++)
    for (int c = 0; c <= n; c++)
      for (int k = 1; k <= n; k++) {
        double at = passes_at_k((uint64_t)n, (uint64_t)c, k);
        double hat = passes_hat_k((uint64_t)n, (uint64_t)c, k);
        worst = fmax(worst, fabs(at - (1 - chosen(n - c, n, k))));
        worst = fmax(worst, fabs(hat - chosen(c, n, k)) / fmax(hat, 1e-300));
      }
  tap_ok(worst < 3e-16, "all of up to %d attempts, off by at most %g", MOST, worst);
}

/* If one of n attempts passed, a choice of k attempts contains it with probability k /
** n. */
static void test_large(void) {
  const uint64_t n = 1000000;
  double wrong = 0;
  for (uint64_t k = 1; k <= n; k += 997)
    wrong += passes_at_k(n, 1, (double)k) != (double)k / 1e6;
  tap_is_real(wrong, 0, 0, "one pass in a million attempts, any k, to the last bit");
  tap_is_real(passes_at_k(n, n / 2, 100), 1, 0, "it nears 1");
  /* The expected number is log2 of C(500000, 500) / C(1000000, 500).  This quotient is
  ** the product of (5e5 - i) / (1e6 - i) for i < 500. */
  tap_is_real(log2(passes_hat_k(n, n / 2, 500)), -500.18006, 1e-5, "far below a half");
  tap_is_real(passes_hat_k(n, n / 2, 2000), 0, 0, "below the doubles: 0");
  tap_ok(is_missing(passes_hat_k(3, 3, 4)) && is_missing(passes_at_k(3, 3, 1e18)),
         "fewer than k attempts");
}

/* c of n attempts passed.  Each end p of the interval must be z sqrt(p (1 - p) / n) away
** from c / n. */
static void test_wilson(void) {
  double worst = 0;
  for (int n = 1; n <= 2000; n = n * 5 / 4 + 1)
    for (int c = 1; c < n; c++) {
      struct rate_interval ends = passes_wilson((uint64_t)n, (uint64_t)c);
      double rate = (double)c / n;
      double low = (rate - ends.low) / sqrt(ends.low * (1 - ends.low) / n);
      double high = (ends.high - rate) / sqrt(ends.high * (1 - ends.high) / n);
      worst = fmax(worst,
                   fmax(fabs(low - 1.959963984540054), fabs(high - 1.959963984540054)));
    }
  tap_ok(worst < 1e-11, "both ends are z standard errors away, to %g", worst);
  struct rate_interval none = passes_wilson(10, 0), all = passes_wilson(10, 10);
  tap_ok(none.low == 0 && all.high == 1, "none and all");
  tap_is_real(none.high, 1 - all.low, 1e-15, "and mirrored");
}

/* Returns the interval of two clusters of flags.  The arguments are, for each cluster,
** its size and how many of its flags are 1. */
static struct rate_interval of_two(size_t first, size_t passed, size_t second,
                                   size_t also) {
  struct observation flags[64];
  size_t n = first + second;
  for (size_t i = 0; i < n; i++) {
    bool pass = i < first ? i >= first - passed : i >= n - also;
    flags[i] = (struct observation){
        .score = pass, .cluster = {.type = VALUE_INTEGER, .is.integer = i >= first}};
  }
  struct error_bars bars = statistics_error_bars(flags, n, true, 0, 1);
  return passes_wilson_clustered(n, passed + also, &bars);
}

/* Returns the n that solves rate - low = t sqrt(low (1 - low) / n), where `low` is the
** interval's low end, and t a quantile of Student's t. */
static double attempts_of(struct rate_interval interval, double rate) {
  double apart = rate - interval.low, t = statistics_t_quantile(1);
  return t * t * interval.low * (1 - interval.low) / (apart * apart);
}

static void test_clustered(void) {
  struct rate_interval ends;
  int without_width = 0;
  for (size_t first = 1; first <= 12; first++)
    for (size_t passed = 0; passed <= first; passed++)
      for (size_t also = 0; also <= 20; also++) {
        ends = of_two(first, passed, 20, also);
        double rate = (double)(passed + also) / (double)(first + 20);
        without_width += !(ends.high - ends.low > 0.1) || ends.low < 0 || ends.high > 1 ||
                         ends.low > rate || ends.high < rate;
      }
  tap_is_int(without_width, 0, "an interval has a width and holds its rate");
  ends = of_two(7, 7, 2, 2);
  tap_is_real(attempts_of(ends, 1), 2, 1e-9, "all passed: as many attempts as clusters");
  tap_is_real(ends.high, 1, 0, "and the high end is 1");
  ends = of_two(7, 0, 2, 0);
  tap_is_real(ends.low, 0, 0, "none passed: the low end is 0");
  tap_is_real(attempts_of((struct rate_interval){1 - ends.high, 1}, 1), 2, 1e-9,
              "and the high one mirrored");
  /* The deviations from .5 add up to 1 in one cluster and to -1 in the other.  So se^2 is
  ** 2 * 2 / 16. */
  tap_is_real(attempts_of(of_two(2, 2, 2, 0), 0.5), 1, 1e-9, "n_eff = (1/4) / (1/4)");
  /* Here the deviations from 5/12 add up to 1/3 and -1/3, so se^2 is 2 * (2/9) / 144.
  ** Then n_eff would be 78.75, but it is at most n. */
  tap_is_real(attempts_of(of_two(4, 2, 8, 3), 5 / 12.0), 12, 1e-9, "n at most");
  tap_is_real(attempts_of(of_two(4, 2, 4, 2), 0.5), 8, 1e-9, "n where se is 0");
  ends = of_two(9, 3, 0, 0);
  tap_ok(is_missing(ends.low) && is_missing(ends.high), "one cluster has no ends");
}

int main(void) {
  pascal();
  test_small();
  test_large();
  test_wilson();
  test_clustered();
  return tap_done();
}
