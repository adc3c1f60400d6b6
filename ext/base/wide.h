/*
** Numbers with twice the digits of a double, some 106 bits: the unevaluated sum of two
** doubles.
**
** Use them for a product of many factors, or for a sum of whole numbers, if a double is
** too short.  Round the result to one double at the end.  The relative error of an
** operation is below 2^-102; sums and products of whole numbers are exact up to 2^106.
** The code uses only + - * /, so -ffp-contract=off gives equal bits on every machine.
** Sources: Dekker, "A floating-point technique for extending the available precision"
** (1971); Joldes, Muller and Popescu, "Tight and rigorous error bounds for basic building
** blocks of double-word arithmetic" (2017).
**
** Operands must be finite; operands of products and quotients must be below 2^990.
*/
#ifndef ASSAY_BASE_WIDE_H
#define ASSAY_BASE_WIDE_H

/* `high` is the double nearest to high + low. */
struct wide {
  double high;
  double low;
};

static inline struct wide wide_of(double x) {
  return (struct wide){x, 0};
}

/* Returns a + b without rounding.  The magnitude of a must be at least that of b. */
static inline struct wide wide_fast_sum(double a, double b) {
  double high = a + b;
  return (struct wide){high, b - (high - a)};
}

/* Returns a + b without rounding (Knuth). */
static inline struct wide wide_sum(double a, double b) {
  double high = a + b, part = high - a;
  return (struct wide){high, (a - (high - part)) + (b - part)};
}

/* Returns x with only the upper 26 bits of its significand (Veltkamp 1968). */
static inline double wide_upper_half(double x) {
  double shifted = x * 0x1.0000002p27; /* 2^27 + 1 */
  return shifted - (shifted - x);
}

/* Returns the rounding error of `product`, the rounded a * b.  The error is exact,
** because the products of the halves of a and b are exact.  The code does not use fma():
** without hardware support some C libraries' fma() is not exact. */
static inline double wide_product_lost(double a, double b, double product) {
  double a_upper = wide_upper_half(a), a_lower = a - a_upper;
  double b_upper = wide_upper_half(b), b_lower = b - b_upper;
  double rest = product - a_upper * b_upper - a_lower * b_upper - a_upper * b_lower;
  return a_lower * b_lower - rest;
}

/* Returns a * b without rounding. */
static inline struct wide wide_product(double a, double b) {
  double product = a * b;
  return (struct wide){product, wide_product_lost(a, b, product)};
}

static inline struct wide wide_plus(struct wide a, struct wide b) {
  struct wide high = wide_sum(a.high, b.high), low = wide_sum(a.low, b.low);
  struct wide sum = wide_fast_sum(high.high, high.low + low.high);
  return wide_fast_sum(sum.high, sum.low + low.low);
}

static inline struct wide wide_times(struct wide a, double b) {
  struct wide product = wide_product(a.high, b);
  return wide_fast_sum(product.high, product.low + a.low * b);
}

/* Returns a / b; b must not be 0. */
static inline struct wide wide_over(struct wide a, double b) {
  double quotient = a.high / b;
  struct wide product = wide_product(quotient, b);
  double rest = (a.high - product.high) - product.low + a.low;
  return wide_fast_sum(quotient, rest / b);
}

static inline struct wide wide_negated(struct wide a) {
  return (struct wide){-a.high, -a.low};
}

#endif
