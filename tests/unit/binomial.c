/*
** Compares exact bounds of a rate (core/outcomes/binomial.h) with their definition, a sum
** over all outcomes.  Also compares them with values that R prints for qbeta(0.95, k + 1,
** n - k).
*/
#include "core/outcomes/binomial.h"

#include <math.h>

#include "tap.h"

/* Returns the probability of at most k passes in n attempts, if each attempt passes with
** probability p. */
static long double at_most(int k, int n, long double p) {
  long double term = powl(1 - p, n), sum = 0;
  for (int i = 0; i <= k; i++) {
    sum += term;
    term *= (n - i) / (long double)(i + 1) * p / (1 - p);
  }
  return sum;
}

/* Returns the relative error of the upper bound p.  At p, at_most() must be 1 -
** confidence.  The error of at_most() divided by its slope is the error of p. */
static double upper_error(int k, int n, double confidence) {
  long double p = binomial_upper(k, n, confidence);
  long double tail = at_most(k, n, p), pmf = tail - (k > 0 ? at_most(k - 1, n, p) : 0);
  long double slope = (n - k) * pmf / (1 - p);
  return (double)fabsl((tail - (1 - (long double)confidence)) / slope / p);
}

static void test_definition(double confidence, double most) {
  if (!tap_has_long_double(2)) return;
  double worst = 0, mirrored = 0;
  for (int n = 1; n <= 60; n++)
    for (int k = 0; k < n; k++) {
      worst = fmax(worst, upper_error(k, n, confidence));
      double lower = binomial_lower(n - k, n, confidence);
      mirrored = fmax(mirrored, fabs(1 - lower - binomial_upper(k, n, confidence)));
    }
  tap_ok(worst < most, "confidence %g: k or fewer have the rest, off by %g of itself",
         confidence, worst);
  tap_ok(mirrored < 1e-14, "and the lower bound mirrors it, to %g", mirrored);
}

static void test_known(void) {
  tap_is_real(binomial_upper(0, 29, 0.95), 0.0981446276772956, 1e-15, "1 - .05^(1/29)");
  tap_is_real(binomial_upper(3, 50, 0.975), 0.16548194660377291, 1e-15, "3 of 50");
  tap_is_real(binomial_lower(3, 50, 0.975), 0.012548587835334067, 1e-15, "from below");
  tap_is_real(binomial_upper(0, 1e15, 0.95) * 1e15, 2.995732273553991, 1e-12,
              "none of 1e15: -log(.05) / n");
  tap_is_real(binomial_upper(1, 1e15, 0.95) * 1e15, 4.743864518390577, 1e-12,
              "one of 1e15: Poisson's bound");
  tap_is_real((binomial_upper(5e14, 1e15, 0.95) - 0.5) * sqrt(4e15), 1.6448536, 1e-6,
              "half of 1e15: the normal bound");
  /* If p is tiny, more than 3 of 40 pass with probability C(40, 4) p^4 = 91390 p^4. */
  tap_is_real(binomial_upper(3, 40, 1e-300) / (1e-75 / sqrt(sqrt(91390))), 1, 1e-11,
              "three of 40, hardly any: the fourth root");
  tap_is_real(binomial_upper(0, 9, 1e-300) / 1e-301, 10 / 9.0, 1e-12, "hardly any");
  tap_is_real(binomial_upper(1, 2, 1e-300), 1e-150, 1e-162, "the square of the bound");
}

static void test_ends(void) {
  tap_ok(binomial_upper(0, 0, 0.95) == 1 && binomial_lower(0, 0, 0.95) == 0,
         "of none: 1 and 0");
  tap_ok(binomial_upper(7, 7, 0.5) == 1 && binomial_lower(0, 7, 0.5) == 0,
         "all, and none");
  tap_ok(binomial_upper(3, 7, 1) == 1 && binomial_lower(3, 7, 1) == 0, "certainty");
  tap_ok(binomial_upper(3, 7, 0) == 0 && binomial_lower(3, 7, 0) == 1, "no confidence");
  double last = binomial_lower(3, 7, 1e-300);
  tap_ok(last > 0.999999 && last <= 1, "next to none");
  tap_is_real(binomial_lower(20, 20, 1e-300), 1, 1e-14, "all, and hardly any");
  /* p = 1 - 1e-15 solves (1 - p)^20 = 1e-300 */
  tap_is_real(binomial_lower(1, 20, 1e-300), 1 - 1e-15, 1e-15, "one of 20, hardly any");
  tap_ok(binomial_upper(0, 9, 5e-324) == 0, "nearer to 0 than all doubles: 0");
}

int main(void) {
  test_definition(0.95, 1e-14);
  test_definition(0.5, 1e-13);
  test_definition(0.999999, 1e-12);
  test_definition(0.001, 1e-14);
  test_known();
  test_ends();
  return tap_done();
}
