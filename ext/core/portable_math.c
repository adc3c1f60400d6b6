/* Logarithm and exponential: see portable_math.h. */
#include "portable_math.h"

#include <math.h>

#define SQRT_HALF 0.70710678118654752440

/* ln 2, and as a sum.  The upper part ends in 20 zero bits, so a whole number of up to 20
** bits times it is exact. */
#define LN2 0x1.62e42fefa39efp-1
#define LN2_UPPER 0x1.62e42fefap-1
#define LN2_LOWER 0x1.cf79abc9e3b3ap-40

/* x = m * 2^e with sqrt(1/2) <= m < sqrt(2), and with s = (m - 1) / (m + 1)
**
**   ln m = 2 atanh s = 2 (s + s^3/3 + s^5/5 + ...)
**
** |s| < 0.172, so after twelve terms what is left is below 2^-60 of the first one. */
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

/* x = k ln 2 + r with |r| <= ln 2 / 2, and e^r by its power series, whose terms fall
** below 2^-60 after the fifteenth. */
double portable_exp(double x) {
  if (x < -746) return 0;
  double k = floor(x / LN2 + 0.5);
  double r = (x - k * LN2_UPPER) - k * LN2_LOWER;
  double series = 1;
  for (int i = 15; i >= 1; i--)
    series = 1 + series * r / i;
  return ldexp(series, (int)k);
}
