/*
** Attempts that pass or fail (core/own/passes.h): quotients of binomial coefficients by
** hand and by Pascal's triangle, Wilson's interval by what defines it.
*/
#include "core/own/passes.h"

#include <math.h>

#include "base/missing.h"
#include "tap.h"

#define MOST 60

/* Whole numbers up to C(60, 30), which long double holds. */
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

/* One pass among n is among k of them in k / n of all choices. */
static void test_large(void) {
  const uint64_t n = 1000000;
  double wrong = 0;
  for (uint64_t k = 1; k <= n; k += 997)
    wrong += passes_at_k(n, 1, (double)k) != (double)k / 1e6;
  tap_is_real(wrong, 0, 0, "one pass in a million attempts, any k, to the last bit");
  tap_is_real(passes_at_k(n, n / 2, 100), 1, 0, "it nears 1");
  /* log2 C(500000, 500) / C(1000000, 500), the product of (5e5 - i) / (1e6 - i). */
  tap_is_real(log2(passes_hat_k(n, n / 2, 500)), -500.18006, 1e-5, "far below a half");
  tap_is_real(passes_hat_k(n, n / 2, 2000), 0, 0, "below the doubles: 0");
  tap_ok(is_missing(passes_hat_k(3, 3, 4)) && is_missing(passes_at_k(3, 3, 1e18)),
         "fewer than k attempts");
}

/* At either end p, |c / n - p| is z standard errors. */
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

int main(void) {
  pascal();
  test_small();
  test_large();
  test_wilson();
  return tap_done();
}
