/* Logarithms, exponentials and the arc tangent: see portable_math.h. */
#include "base/portable_math.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/portable_tables.h"

#define SQRT_HALF 0.70710678118654752440

/* ln 2 as one double, and as a sum of two doubles.  The upper of the two doubles ends in
** 20 zero bits, so its product with a whole number of up to 20 bits is exact. */
#define LN2 0x1.62e42fefa39efp-1
#define LN2_UPPER 0x1.62e42fefap-1
#define LN2_LOWER 0x1.cf79abc9e3b3ap-40

/* Let x = m * 2^e with sqrt(1/2) <= m < sqrt(2), and s = (m - 1) / (m + 1).  Then
**
**   ln m = 2 atanh s = 2 (s + s^3/3 + s^5/5 + ...)
**
** As |s| < 0.172, the remainder after twelve terms is below 2^-60 of the first term. */
double portable_log(double x) {
  int exponent;
  double m = frexp(x, &exponent);
  if (m < SQRT_HALF) {
    m *= 2;
    exponent--;
  }
  double s = (m - 1) / (m + 1);
  double square = s * s;
  double series = 0;
  for (int k = 25; k >= 3; k -= 2)
    series = (series + 1.0 / k) * square;
  return exponent * LN2_UPPER + (exponent * LN2_LOWER + 2 * (s + s * series));
}

/* x = k ln 2 + r with a whole k and |r| <= ln 2 / 2, so e^x = 2^k e^r.  The power series
** gives e^r; its terms after the fifteenth are below 2^-60. */
double portable_exp(double x) {
  if (x < -746) return 0;
  double k = floor(x / LN2 + 0.5);
  double r = (x - k * LN2_UPPER) - k * LN2_LOWER;
  double series = 1;
  for (int i = 15; i >= 1; i--)
    series = 1 + series * r / i;
  return ldexp(series, (int)k);
}

/* These functions convert a double to its bits (from the top: sign, exponent, fraction),
** and bits to a double. */
static inline uint64_t portable_math_bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double portable_math_double_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

#define FRACTION_BITS 52
#define EXPONENT_BIAS 1023
#define BITS_OF_1 ((uint64_t)EXPONENT_BIAS << FRACTION_BITS)
#define LEAST_EXPONENT (-1022)
#define CELL_BITS 7 /* PORTABLE_CELLS is 2^CELL_BITS */

/* Returns 2 to the power of a whole k; the result must be a normal double. */
static inline double portable_math_power_of_two(int k) {
  return portable_math_double_of((uint64_t)(k + EXPONENT_BIAS) << FRACTION_BITS);
}

/* Returns (value + rise) * 2^k, rounded once; see portable_exp2().  A subnormal result is
** a multiple of 2^-1074.
**
** `step` is a power of two.  Between it and 2 * `step`, neighbouring doubles differ by
** 2^-1074 / 2^k.  So adding `step` rounds a sum to a multiple of 2^-1074 / 2^k.  The sum
** includes `lost`, the rounding error of `value + rise`, so the exact sum is
** rounded. */
static double portable_math_scaled_to_least(double value, double rise, int k) {
  double sum = value + rise;
  if (k >= LEAST_EXPONENT) return sum * portable_math_power_of_two(k);
  double lost = (value - sum) + rise;
  double step = portable_math_power_of_two(LEAST_EXPONENT - k);
  double upper = step + sum;
  double lower = ((step - upper) + sum) + lost;
  return ((upper + lower) - step) * portable_math_power_of_two(k - LEAST_EXPONENT) *
         DBL_MIN;
}

/* Doubles near this number are 1/128 apart, so adding the number to x rounds x to a
** multiple of 1/128.  The last bits of the sum are the number of that multiple: i for
** i/128.  Two neighbouring multiples are the ends of a cell. */
#define ROUND_TO_CELL 0x1.8p+45

/* If HALF_CELL is subtracted from x before the addition, x is rounded down, to the
** beginning of its cell.  If x = i/128, x - HALF_CELL lies halfway between (i - 1)/128
** and i/128, and is rounded to the multiple whose numerator is even.  A whole x has an
** even i, so it stays the same. */
#define HALF_CELL 0x1p-8

/* Computes 2^(b + r) - value, where b is the beginning of a cell and 2^b = value + rest.
** Most operations need no other operation's result, so the processor overlaps them. */
static inline double portable_math_exp2_rise(double value, double rest, double r) {
  const double *c = exp2_series;
  double square = r * r;
  double first = value * r;
  double upper = rest + first * (c[0] + r * c[1]);
  return upper + first * square * ((c[2] + r * c[3]) + square * c[4]);
}

/* Let i be the number of x's cell, and r = x - i/128, in 0..1/128.  Then
**
**   2^x = 2^floor(i/128) * 2^((i mod 128)/128) * 2^r
**
** The second factor comes from a table as the sum of two doubles, the third is 1 + r *
** series.  The last step adds a small number and causes nearly all of the rounding error.
**
** The result is monotone.  A greater x never has a lower cell.  Within a cell each
** rounded step rises with x, because no operand is negative.  A test checks that each
** cell's first result is at least the last result of the cell before.  The number r is
** exact except for -1/128 < x < 0, where its rounding is monotone.  If x is one unit in
** the last place below the beginning of a cell, x may be rounded up into that cell; r is
** then minus one unit.  This changes the result by less than the result's rounding
** error. */
double portable_exp2(double x) {
  if (!(x > -1075 && x < 1024)) return x >= 1024 ? INFINITY : x <= -1075 ? 0 : x;
  double rounded = (x - HALF_CELL) + ROUND_TO_CELL;
  double r = x - (rounded - ROUND_TO_CELL);
  uint32_t place = (uint32_t)portable_math_bits_of(rounded) + 1075 * PORTABLE_CELLS;
  int k = (int)(place >> CELL_BITS) - 1075;
  double value = exp2_cells[place % PORTABLE_CELLS].value;
  double rest = exp2_cells[place % PORTABLE_CELLS].rest;
  if (k < LEAST_EXPONENT + 60)
    return portable_math_scaled_to_least(value, portable_math_exp2_rise(value, rest, r),
                                         k);
  double power = portable_math_power_of_two(k);
  return value * power + portable_math_exp2_rise(value * power, rest * power, r);
}

/* Returns x with only the upper 25 bits of its significand.  The product of this result
** and a number of up to 28 bits is exact. */
static inline double portable_math_upper_of(double x) {
  return portable_math_double_of(portable_math_bits_of(x) & ~(((uint64_t)1 << 28) - 1));
}

/* x = m * 2^k, where k and i are whole, and m is at most half a cell (1/256) away from 1
** + i/128.  Let c be a number of 10 bits near 1 / (1 + i/128), from a table, and t = m c
** - 1.  Then t is small, and
**
**   log2 x = k - log2 c + log2(1 + t),   log2(1 + t) = t / ln 2 + t^2 * series
**
** t is the sum upper + lower.  The last addition causes nearly all of the rounding error,
** because the greater terms (upper / ln 2, and every term above 2^-15) have no rounding
** error.  In the cell that contains x = 1, k and log2 c are 0 and t may be tiny.  There t
** is exactly x - 1, split into upper and lower.
**
** The result is monotone: the logarithms of neighbouring doubles are more than 2^-53
** apart, and the error of the last added term is below 2^-65. */
static inline double portable_math_log2_of_normal(double x, int scale) {
  uint64_t bits = portable_math_bits_of(x);
  uint64_t rounded = bits + ((uint64_t)1 << (FRACTION_BITS - CELL_BITS - 1));
  uint64_t cell = rounded >> (FRACTION_BITS - CELL_BITS);
  uint64_t exponent = cell >> CELL_BITS;
  unsigned i = (unsigned)cell % PORTABLE_CELLS;
  double m = portable_math_double_of(bits - (exponent << FRACTION_BITS) + BITS_OF_1);
  double c = log2_cells[i].reciprocal;
  double m_upper = portable_math_upper_of(m);
  double upper = m_upper * c - 1;
  double lower = (m - m_upper) * c;
  if (cell == BITS_OF_1 >> (FRACTION_BITS - CELL_BITS)) {
    upper = portable_math_upper_of(x - 1);
    lower = (x - 1) - upper;
  }
  double t = upper + lower;
  double whole = (int)exponent - (EXPONENT_BIAS + scale) + log2_cells[i].upper;
  double first = upper * LOG2_E_UPPER;
  double sum = whole + first;
  double lost = (whole - sum) + first;
  const double *s = log2_series;
  double square = t * t;
  double series =
      (s[0] + t * s[1]) + square * ((s[2] + t * s[3]) + square * (s[4] + t * s[5]));
  double rest = log2_cells[i].lower + t * LOG2_E_LOWER + lower * LOG2_E_UPPER;
  return sum + (lost + (rest + square * series));
}

double portable_log2(double x) {
  if (x >= DBL_MIN && x <= DBL_MAX) return portable_math_log2_of_normal(x, 0);
  if (x == 0) return -INFINITY;
  if (x > 0 && x < DBL_MIN) return portable_math_log2_of_normal(x * 0x1p54, 54);
  return x > 0 ? x : (double)NAN;
}

/* Halves the angle a, whose tangent is x, three times: tan(a/2) = tan a / (1 + sqrt(1 +
** tan^2 a)).  Then x < 0.2, and the first term that the power series omits is below 2^-60
** of the sum. */
double portable_atan(double x) {
  for (int i = 0; i < 3; i++)
    x = x / (1 + sqrt(1 + x * x));
  double square = x * x;
  double series = 0;
  for (int k = 25; k >= 3; k -= 2)
    series = (1.0 / k - series) * square;
  return 8 * (x - x * series);
}
