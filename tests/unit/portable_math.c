/*
** Tests the extension's own exp2, log2 and arc tangent.  exp2 and log2 must be right to
** about half a unit in the last place, and monotone.  The arc tangent may be off by 5.5
** units.  exp2 of whole numbers and log2 of powers of two must be exact.  tests/bits
** checks that they give the same bits on every machine.
*/
#include "../random.h"

#include <float.h>

#include "base/portable_math.h"
#include "base/portable_tables.h"
#include "portable_references.h"

static double unit_in_last_place(double x) {
  return nextafter(fabs(x), INFINITY) - fabs(x);
}

static void is_near(double got, const struct reference *want, double units,
                    const char *function) {
  double off = (got - want->nearest) / unit_in_last_place(want->nearest) - want->rest;
  if (!tap_ok(fabs(off) <= units, "%s(%a)", function, want->x)) {
    tap_diag("%a is %g units in the last place off", got, off);
  }
}

static void test_references(void) {
  for (size_t i = 0; i < COUNT_OF(exp2_references); i++)
    is_near(portable_exp2(exp2_references[i].x), &exp2_references[i], 0.52, "exp2");
  for (size_t i = 0; i < COUNT_OF(log2_references); i++)
    is_near(portable_log2(log2_references[i].x), &log2_references[i], 0.51, "log2");
  for (size_t i = 0; i < COUNT_OF(atan_references); i++)
    is_near(portable_atan(atan_references[i].x), &atan_references[i], 5, "atan");
}

static double random_below_0(double greatest) {
  return -random_unit() * greatest * ldexp(1, -random_below(20));
}

/* Compares the functions with exp2l(), log2l() and atanl() of the C library, if a long
** double is wider than a double. */
static void test_wider(void) {
  if (!tap_has_long_double(3)) return;
  long double exp2_worst = 0, log2_worst = 0, atan_worst = 0;
  for (int i = 0; i < 20000; i++) {
    double x = i % 3 == 0 ? -1021 - 4 * random_unit() : random_below_0(i % 2 ? 4 : 1080);
    long double want = exp2l(x);
    long double unit = unit_in_last_place((double)want);
    exp2_worst = fmaxl(exp2_worst, fabsl(portable_exp2(x) - want) / unit);
    x = i % 3 == 0 ? random_score() + 0x1p-20 : exp2(-random_below_0(900) - 450);
    want = log2l(x);
    unit = unit_in_last_place((double)want);
    if (x != 1) log2_worst = fmaxl(log2_worst, fabsl(portable_log2(x) - want) / unit);
    x = -random_below_0(20);
    want = atanl(x);
    unit = unit_in_last_place((double)want);
    atan_worst = fmaxl(atan_worst, fabsl(portable_atan(x) - want) / unit);
  }
  tap_ok(exp2_worst <= 0.52L, "exp2 is within .52 units: %Lg", exp2_worst);
  tap_ok(log2_worst <= 0.51L, "log2 within .51: %Lg", log2_worst);
  tap_ok(atan_worst <= 5.5L, "atan within 5.5: %Lg", atan_worst);
}

/* Decay must be exactly .5 at a half-life, so exp2 of whole numbers must be exact. */
static void test_exact(void) {
  int wrong = 0;
  for (int k = -1074; k < 1024; k++) {
    wrong += portable_exp2(k) != ldexp(1, k);
    wrong += portable_log2(ldexp(1, k)) != k;
  }
  tap_is_int(wrong, 0, "exp2 of whole numbers and log2 of powers of two are exact");
  tap_is_real(portable_exp2(-0.0), 1, 0, "2^-0");
  tap_is_real(portable_log2(1), 0, 0, "log2 of 1 is 0, not -0");
}

static void test_ends(void) {
  tap_is_real(portable_exp2(1024), INFINITY, 0, "2^1024 is beyond all doubles");
  tap_ok(portable_exp2(nextafter(1024, 0)) <= DBL_MAX, "what is below it is not");
  tap_is_real(portable_exp2(INFINITY), INFINITY, 0, "2^infinity");
  tap_is_real(portable_exp2(-1075), 0, 0, "2^-1075, half the least double, is 0");
  tap_is_real(portable_exp2(nextafter(-1075, 0)), DBL_TRUE_MIN, 0,
              "more than half is not");
  tap_is_real(portable_exp2(-INFINITY), 0, 0, "2^-infinity");
  tap_is_real(portable_exp2((double)NAN), (double)NAN, 0, "2^NaN");
  tap_is_real(portable_log2(0), -INFINITY, 0, "log2 of 0");
  tap_is_real(portable_log2(-0.0), -INFINITY, 0, "of -0");
  tap_is_real(portable_log2(-1), (double)NAN, 0, "below 0");
  tap_is_real(portable_log2(-INFINITY), (double)NAN, 0, "of -infinity");
  tap_is_real(portable_log2(INFINITY), INFINITY, 0, "of infinity");
  tap_is_real(portable_log2((double)NAN), (double)NAN, 0, "of NaN");
  tap_is_real(portable_log2(DBL_MAX), 1024, 0, "of the greatest double");
  tap_is_real(portable_atan(0), 0, 0, "atan 0");
}

/* Returns how often the function is smaller at the next greater double, over `doubles`
** doubles around x. */
static int falls_around(double (*function)(double), double x, int doubles) {
  int falls = 0;
  for (int i = 0; i < doubles / 2; i++)
    x = nextafter(x, -INFINITY);
  double before = function(x);
  for (int i = 0; i < doubles; i++) {
    x = nextafter(x, INFINITY);
    double here = function(x);
    falls += here < before;
    before = here;
  }
  return falls;
}

static void test_exp2_monotone(void) {
  int falls = 0;
  for (int cell = -1075 * PORTABLE_CELLS; cell <= 1024 * PORTABLE_CELLS; cell++) {
    falls += falls_around(portable_exp2, (double)cell / PORTABLE_CELLS, 8);
  }
  tap_is_int(falls, 0, "exp2 never falls where a cell ends");
  falls = 0;
  for (int i = 0; i < 20000; i++)
    falls += falls_around(portable_exp2, random_below_0(i % 2 == 0 ? 4 : 1075), 32);
  falls += falls_around(portable_exp2, 0, 1000);
  tap_is_int(falls, 0, "nor between neighbours anywhere");
  int negative = 0;
  for (size_t i = 0; i < COUNT_OF(exp2_series); i++)
    negative += exp2_series[i] < 0;
  tap_is_int(negative, 0, "and within a cell all steps rise");
}

static void test_log2_monotone(void) {
  int falls = 0;
  for (int cell = 0; cell < 2 * PORTABLE_CELLS; cell++) {
    double m = 1 + cell / (2.0 * PORTABLE_CELLS);
    for (int k = -30; k < 4; k++)
      falls += falls_around(portable_log2, ldexp(m, k), 4);
  }
  tap_is_int(falls, 0, "log2 never falls where a cell ends");
  falls = 0;
  for (int i = 0; i < 20000; i++)
    falls += falls_around(portable_log2, random_unit() * ldexp(1, -random_below(99)), 32);
  falls += falls_around(portable_log2, 1, 1000);
  tap_is_int(falls, 0, "nor between neighbours anywhere");
}

int main(void) {
  random_open();
  test_references();
  test_wider();
  test_exact();
  test_ends();
  test_exp2_monotone();
  test_log2_monotone();
  return tap_done();
}
