/*
** Tests numbers that consist of two doubles (base/wide.h).  Whole numbers up to 2^106 are
** exact.  a / b * b / a differs from 1 by less than 2^-101.
*/
#include "base/wide.h"

#include <math.h>
#include <stdbool.h>

#include "base/random.h"
#include "tap.h"

#define CASES 100000

static bool same(struct wide a, double high, double low) {
  return a.high == high && a.low == low;
}

int main(void) {
  struct generator generator = random_seeded(3);
  struct wide product = wide_product(0x1p53 - 1, 0x1p53 - 1);
  tap_ok(same(product, 0x1p106 - 0x1p54, 1), "(2^53 - 1)^2 to its last bit");
  struct wide sum = wide_plus(product, wide_of(-1));
  tap_ok(same(sum, 0x1p106 - 0x1p54, 0), "and less by one");
  sum = wide_plus(wide_sum(1e16, 1), wide_negated(wide_of(1e16)));
  tap_ok(same(sum, 1, 0), "a small number beside a great one");
  tap_ok(same(wide_plus(wide_of(1), wide_of(0x1p-80)), 1, 0x1p-80), "80 bits apart");
  struct wide third = wide_over(wide_of(1), 3);
  tap_is_real(fma(3, third.low, fma(3, third.high, -1)), 0, 0x1p-104, "a third, 3 times");
  double worst = 0;
  for (int i = 0; i < CASES; i++) {
    double a = 1 + 1e6 * random_unit(&generator), b = 1 + 1e6 * random_unit(&generator);
    struct wide back = wide_over(wide_times(wide_over(wide_of(a), b), b), a);
    struct wide off = wide_plus(back, wide_of(-1));
    worst = fmax(worst, fabs(off.high));
  }
  tap_ok(worst < 0x1p-101, "a / b * b / a is 1, off by at most %g", worst);
  return tap_done();
}
