/*
** Differences of pairs (core/own/paired.h): their signs, and the sign test against sums
** over Pascal's triangle and what is known of many pairs.
*/
#include "core/own/paired.h"

#include <math.h>

#include "tap.h"

static struct value integer(int64_t number) {
  return (struct value){.type = VALUE_INTEGER, .is.integer = number};
}

static struct value real(double number) {
  return (struct value){.type = VALUE_REAL, .is.real = number};
}

/* Numbers whose doubles may be the same. */
static void test_signs(void) {
  const struct value numbers[] = {integer(INT64_MIN),
                                  real(-0x1p63),
                                  integer(INT64_MIN + 1),
                                  integer(-1),
                                  real(-0.5),
                                  integer(0),
                                  real(-0.0),
                                  real(5e-324),
                                  integer(1),
                                  real(1),
                                  real(1.5),
                                  integer((1LL << 53) - 1),
                                  real(0x1p53),
                                  integer(1LL << 53),
                                  integer((1LL << 53) + 1),
                                  integer(INT64_MAX - 600),
                                  integer(INT64_MAX),
                                  real(0x1p63),
                                  real(1e300)};
  enum { COUNT = sizeof numbers / sizeof *numbers };
  int wrong = 0;
  for (int i = 0; i < COUNT; i++)
    for (int j = 0; j < COUNT; j++) {
      double difference = paired_difference(&numbers[i], &numbers[j]);
      int order = value_compare(&numbers[i], &numbers[j]);
      wrong += (difference > 0) - (difference < 0) != (order > 0) - (order < 0);
    }
  tap_is_int(wrong, 0, "a difference has the sign of the comparison");
  struct value most = real(1.7e308), least = real(-1.7e308);
  tap_ok(is_missing(paired_difference(&most, &least)), "beyond the doubles: missing");
}

static void test_sign_test(void) {
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
  tap_is_real(paired_sign_test(0, 0), 1, 0, "no pairs: 1");
  tap_is_real(paired_sign_test(0, 1000), ldexp(1, -999), 0, "0 of 1000: 2^-999");
  tap_is_real(paired_sign_test(0, 100000), 0, 0, "0 of 100000: below the doubles");
  tap_is_real(paired_sign_test(50000, 50000), 1, 0, "half of 100000");
  tap_is_real(paired_sign_test(49999, 50000), 1, 0, "all but one half of 99999");
  /* By Python's fractions. */
  tap_is_real(paired_sign_test(400, 600), 2.7284641560660184e-10, 0, "400 of 1000");
  tap_is_real(paired_sign_test(1551, 1449), 0.0651653244956747, 0, "1449 of 3000");
  tap_is_real(paired_sign_test(7, 4000), paired_sign_test(4000, 7), 0, "symmetric");
}

int main(void) {
  test_signs();
  test_sign_test();
  return tap_done();
}
