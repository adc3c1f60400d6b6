/* The n-th part of a sum: see sum.h. */
#include "base/sum.h"

/* The upper 26 bits of x (Veltkamp 1968), for |x| below 2^990. */
static double sum_upper_half(double x) {
  double shifted = x * 0x1.0000002p27; /* 2^27 + 1 */
  return shifted - (shifted - x);
}

/* What rounding took off the product of a and b (Dekker 1971): each of the products of
** their halves is exact.  fma() would do, but not every C library's is exact where the
** processor has none. */
static double sum_product_lost(double a, double b, double product) {
  double a_upper = sum_upper_half(a), a_lower = a - a_upper;
  double b_upper = sum_upper_half(b), b_lower = b - b_upper;
  double rest = product - a_upper * b_upper - a_lower * b_upper - a_upper * b_lower;
  return a_lower * b_lower - rest;
}

double sum_share(const struct sum *sum, double n) {
  double share = sum_total(sum) / n;
  double product = share * n;
  double rest =
      (sum->rounded - product) - sum_product_lost(share, n, product) + sum->lost;
  return share + rest / n;
}
