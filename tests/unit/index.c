/* Tests how confidence indices of rounds are compared (core/index.h, rule R9). */
#include "core/index.h"

#include <float.h>

#include "random.h"

#define DRAWS 200000

static void test_steps(void) {
  tap_is_int(index_compare(0.782, 0.7819999999999999), 0,
             ".782 in two sums is one index");
  tap_is_int(index_compare(0.1 + 0.2, 0.3), 0, "so is .3");
  tap_is_int(index_compare(0.782, 0.782000000001), -1, "a step of 1e-12 is less");
  tap_is_int(index_compare(0.782000000001, 0.782), 1, "and greater");
  tap_is_int(index_compare(0.0, -0.0), 0, "there is one 0");
  tap_is_int(index_compare(4.9e-13, 0), 0, "less than half a step is nothing");
  tap_is_int(index_compare(5.1e-13, 0), 1, "more is a step");
  tap_is_int(index_compare(-5.1e-13, 0), -1, "also below 0");
}

/* Indices are compared in steps of 1e-12.  2^-12 is exactly 244140625 steps.  This number
** is odd, so half of it, 2^-13, lies half-way between two whole numbers of steps.  So do
** the odd multiples of 2^-13. */
static void test_halves(void) {
  const double half = 0x1p-13; /* 122070312.5 steps */
  tap_is_int(index_compare(half, 122070312e-12), 0, "a half goes to the even step below");
  tap_is_int(index_compare(3 * half, 366210938e-12), 0, "or to the even one above");
  tap_is_int(index_compare(-half, -122070312e-12), 0, "below 0 as well");
  tap_is_int(index_compare(half, 122070313e-12), -1, "and not to the odd one");
}

/* Tests indices around 4503.6 (2^52 steps) and 9007.2 (2^53 steps).  Above 2^53, not
** every whole number is a double. */
static void test_great(void) {
  const double great[] = {
      4503.5, 4503.599627370496, 4503.7, 8191.9, 9006.9, 9007, 9007.1, 1e6, 1e300,
      DBL_MAX};
  const int count = COUNT_OF(great);
  for (int i = 0; i < count; i++) {
    int wrong = 0;
    for (int j = 0; j < count; j++) {
      wrong += index_compare(great[i], great[j]) != (i > j) - (i < j);
      wrong += index_compare(-great[i], -great[j]) != (i < j) - (i > j);
      wrong += index_compare(-great[i], great[j]) != -1;
    }
    tap_is_int(wrong, 0, "%g is in its place", great[i]);
  }
  tap_is_int(index_compare(9007, nextafter(9007, 9008)), -1, "9007 compares as it is");
  double below = nextafter(9007, 0);
  tap_is_int(index_compare(below, 9007), -1, "and is above all that does not");
  tap_is_int(index_compare(4000, nextafter(4000, 5000)), 0, "4000 does not");
  tap_is_int(index_compare(1e300, nextafter(1e300, DBL_MAX)), -1,
             "as great as it may be");
}

/* Tests index_rank(), the number by which SQL sorts. */
static void test_ranks(void) {
  tap_is_int(index_rank(0.782), 782000000000, "a rank is a number of steps");
  tap_is_int(index_rank(0.7819999999999999), 782000000000, "of one index one number");
  tap_is_int(index_rank(-0.782), -782000000000, "also below 0");
  tap_is_int(index_rank(-0.0), 0, "there is one 0");
  tap_is_int(index_rank(0x1p-13), 122070312, "a half goes to the even step");
  tap_is_int(index_rank(nextafter(9007, 0)), 9006999999999998, "the last one in steps");
  tap_ok(index_rank(9007) > 9007000000000000, "9007 is above all steps");
  tap_ok(index_rank(DBL_MAX) > index_rank(nextafter(DBL_MAX, 0)), "the greatest, too");
  tap_ok(index_rank(-DBL_MAX) == -index_rank(DBL_MAX), "and each below 0");
}

/* Draws a number of any size.  Two draws often differ by a few steps only. */
static double draw(void) {
  static const double scales[] = {1e-12, 1, 100, 5000, 9007.2, 1e10};
  double scale = scales[random_below(6)];
  double near = scale * (1 + random_below(3)) + (random_unit() - 0.5) * 4e-12;
  return random_below(2) == 0 ? near : -near;
}

static double steps_of(double x) {
  return nearbyint(x * 1e12);
}

/* Compares two indices by rule R9.  If the magnitudes of both are below 9007, first
** rounds both to whole steps.  nearbyint() rounds halves to even by default. */
static int by_the_rule(double a, double b) {
  if (fabs(a) < 9007 && fabs(b) < 9007) a = steps_of(a), b = steps_of(b);
  return (a > b) - (a < b);
}

static void test_order(void) {
  int differs = 0, lopsided = 0, intransitive = 0, level = 0;
  for (int i = 0; i < DRAWS; i++) {
    double a = draw(), b = draw(), c = draw();
    int ab = index_compare(a, b), bc = index_compare(b, c), ac = index_compare(a, c);
    differs += ab != by_the_rule(a, b);
    lopsided += index_compare(b, a) != -ab || index_compare(a, a) != 0;
    intransitive += ab == bc && ac != ab;
    intransitive += ab == 0 && ac != bc;
    level += ab == 0;
  }
  tap_is_int(differs, 0, "%d pairs compare as the rule says", DRAWS);
  tap_is_int(lopsided, 0, "each way round");
  tap_is_int(intransitive, 0, "and every third number is on one side of both");
  tap_ok(level > DRAWS / 100, "%d of them are level", level);
}

int main(void) {
  random_open();
  test_steps();
  test_halves();
  test_great();
  test_ranks();
  test_order();
  return tap_done();
}
