/* Exact sums and their quotients: see exact_sum.h. */
#include "base/exact_sum.h"

#include <math.h>

#define DIGIT_MASK UINT64_C(0xffffffff)

/* The number of bits of a double's significand, and the exponent of the least double. */
#define DOUBLE_BITS 53
#define DOUBLE_LEAST (-1074)

int64_t *exact_sum_open(struct exact_sum *sum, int digit, int count) {
  if (sum->count > 0) return NULL;
  int greatest = EXACT_DIGITS - EXACT_ROOM;
  int first = digit > EXACT_ROOM_BELOW ? digit - EXACT_ROOM_BELOW : 0;
  sum->digits = sum->room;
  sum->first = first < greatest ? first : greatest;
  sum->count = EXACT_ROOM;
  return exact_sum_at(sum, digit, count);
}

void exact_sum_carry(struct exact_sum *sum) {
  int64_t carry = 0;
  for (int i = 0; i < sum->count - 1; i++) {
    int64_t digit = sum->digits[i] + carry;
    int64_t rest = (int64_t)((uint64_t)digit & DIGIT_MASK);
    carry = (digit - rest) / (int64_t)(DIGIT_MASK + 1); /* exact division */
    sum->digits[i] = rest;
  }
  if (sum->count > 0) sum->digits[sum->count - 1] += carry;
  sum->pending = 0;
}

/* The product has 128 bits; its two halves of 64 bits are added separately. */
bool exact_sum_add_product(struct exact_sum *sum, struct exact_number a,
                           struct exact_number b) {
  unsigned bit = (unsigned)(a.exponent + b.exponent - EXACT_LEAST);
  uint64_t a_low = a.magnitude & DIGIT_MASK, a_high = a.magnitude >> 32;
  uint64_t b_low = b.magnitude & DIGIT_MASK, b_high = b.magnitude >> 32;
  if (a.magnitude == 0 || b.magnitude == 0) return true;
  int64_t *digits = exact_sum_at(sum, (int)(bit / 32), 5);
  if (digits == NULL) return false;
  uint64_t low = a_low * b_low, cross = a_high * b_low, other = a_low * b_high;
  uint64_t middle = (low >> 32) + (cross & DIGIT_MASK) + (other & DIGIT_MASK);
  uint64_t high = a_high * b_high + (cross >> 32) + (other >> 32) + (middle >> 32);
  bool negative = a.negative != b.negative;
  low = (middle << 32) | (low & DIGIT_MASK);
  exact_sum_spread(digits, low, (int)(bit % 32), negative);
  exact_sum_spread(digits + 2, high, (int)(bit % 32), negative);
  exact_sum_count(sum, 2);
  return true;
}

/* Calls exact_sum_carry() twice.  The first call stops at the sum's old highest digit,
** which may then be negative or have more than 32 bits.  The second call spreads that
** digit over the added digits, and moves the sign to the highest digit. */
void exact_sum_widen(struct exact_sum *sum, int64_t digits[EXACT_DIGITS]) {
  memset(digits, 0, EXACT_DIGITS * sizeof *digits);
  exact_sum_carry(sum);
  memcpy(digits + sum->first, sum->digits, (size_t)sum->count * sizeof *digits);
  sum->digits = digits;
  sum->first = 0;
  sum->count = EXACT_DIGITS;
  exact_sum_carry(sum);
}

/* Room for the digits of a sum, and for six more.  A division first shifts dividend or
** divisor to the left, until the dividend has 63 bits more than the divisor.  Then it
** shifts both to the left by at most 63 bits (see exact_sum_divide()). */
#define NATURAL_DIGITS (EXACT_DIGITS + 6)

/* The number digits * 2^exponent; the lowest digit comes first. */
struct natural {
  uint32_t digits[NATURAL_DIGITS];
  int count; /* the highest digit is not 0 */
  int exponent;
  bool negative;
};

static void exact_sum_natural_strip(struct natural *natural) {
  while (natural->count > 0 && natural->digits[natural->count - 1] == 0)
    natural->count--;
}

/* Writes the magnitude of a sum to `natural`.  If the sum is negative, every digit is
** negated; a digit that is then negative borrows from the next digit.  The highest digit
** has up to 63 bits, and becomes two digits. */
static void exact_sum_natural_from_sum(struct exact_sum *sum, struct natural *natural) {
  exact_sum_carry(sum);
  int last = sum->count - 1;
  natural->negative = sum->count > 0 && sum->digits[last] < 0;
  natural->exponent = EXACT_LEAST + 32 * sum->first;
  natural->count = 0;
  if (sum->count == 0) return;
  int64_t sign = natural->negative ? -1 : 1, borrow = 0;
  for (int i = 0; i < last; i++) {
    int64_t digit = sign * sum->digits[i] - borrow;
    natural->digits[i] = (uint32_t)((uint64_t)digit & DIGIT_MASK);
    borrow = digit < 0;
  }
  uint64_t rest = (uint64_t)(sign * sum->digits[last] - borrow);
  natural->digits[last] = (uint32_t)(rest & DIGIT_MASK);
  natural->digits[last + 1] = (uint32_t)(rest >> 32);
  natural->count = last + 2;
  exact_sum_natural_strip(natural);
}

static void exact_sum_natural_from_count(uint64_t count, struct natural *natural) {
  natural->digits[0] = (uint32_t)(count & DIGIT_MASK);
  natural->digits[1] = (uint32_t)(count >> 32);
  natural->count = 2;
  natural->exponent = 0;
  natural->negative = false;
  exact_sum_natural_strip(natural);
}

/* Returns the number of bits of a digit.  frexp() can count them, because a double
** represents every digit exactly. */
static int exact_sum_bits_of(uint32_t digit) {
  int bits;
  frexp(digit, &bits);
  return bits;
}

static int exact_sum_natural_bits(const struct natural *natural) {
  return 32 * (natural->count - 1) +
         exact_sum_bits_of(natural->digits[natural->count - 1]);
}

/* Multiplies the digits by 2^bits, bits >= 0; the exponent stays.  There must be room for
** the new digits. */
static void exact_sum_natural_shift(struct natural *natural, int bits) {
  int digits = bits / 32, rest = bits % 32, count = natural->count;
  uint32_t *at = natural->digits;
  uint32_t above = 0;
  for (int i = count; i-- > 0;) {
    uint64_t wide = (uint64_t)at[i] << rest;
    at[i + digits + 1] = above | (uint32_t)(wide >> 32);
    above = (uint32_t)(wide & DIGIT_MASK);
  }
  at[digits] = above;
  memset(at, 0, (size_t)digits * sizeof *at);
  natural->count = count + digits + 1;
  exact_sum_natural_strip(natural);
}

/* Subtracts `times` * b from the digits at `a`, which has one digit more than b.  If the
** result would be negative, adds b back once and returns true. */
static bool exact_sum_take_away(uint32_t *a, const struct natural *b, uint64_t times) {
  uint64_t product = 0;
  int64_t borrow = 0;
  for (int i = 0; i <= b->count; i++) {
    product += i < b->count ? times * b->digits[i] : 0;
    int64_t digit = (int64_t)a[i] - (int64_t)(product & DIGIT_MASK) - borrow;
    a[i] = (uint32_t)((uint64_t)digit & DIGIT_MASK);
    borrow = digit < 0;
    product >>= 32;
  }
  if (borrow == 0) return false;
  uint64_t carry = 0;
  for (int i = 0; i <= b->count; i++) {
    carry += (uint64_t)a[i] + (i < b->count ? b->digits[i] : 0);
    a[i] = (uint32_t)(carry & DIGIT_MASK);
    carry >>= 32;
  }
  return true;
}

/* Divides the digits at `a` by b and returns one digit of the quotient; `a` becomes the
** remainder.  The divisor b has at least two digits, and its highest bit is set; `a` has
** one digit more than b.  The highest digits give an estimate of the result.  This
** estimate is at most one too great (Knuth, TAOCP 2, 4.3.1, algorithm D). */
static uint64_t exact_sum_divide_digit(uint32_t *a, const struct natural *b) {
  int n = b->count;
  uint64_t first = b->digits[n - 1], second = b->digits[n - 2];
  uint64_t ahead = (uint64_t)a[n] << 32 | a[n - 1];
  uint64_t digit = ahead / first, rest = ahead % first;
  while (digit > DIGIT_MASK ||
         (rest <= DIGIT_MASK && digit * second > (rest << 32 | a[n - 2]))) {
    digit--;
    rest += first;
  }
  return exact_sum_take_away(a, b, digit) ? digit - 1 : digit;
}

/* Returns the whole part of a / b.  The dividend a has 63 bits more than b, so the result
** is below 2^64.  `*rest` becomes true if there is a remainder.  Shifts a and b until the
** highest bit of b's highest digit is set: a then has two digits more than b. */
static uint64_t exact_sum_divide(struct natural *a, struct natural *b, bool *rest) {
  int shift = 32 - exact_sum_bits_of(b->digits[b->count - 1]) + (b->count < 2 ? 32 : 0);
  exact_sum_natural_shift(a, shift);
  exact_sum_natural_shift(b, shift);
  uint64_t high = exact_sum_divide_digit(a->digits + 1, b);
  uint64_t quotient = high << 32 | exact_sum_divide_digit(a->digits, b);
  exact_sum_natural_strip(a);
  *rest = a->count > 0;
  return quotient;
}

/* Returns the double nearest to (whole + f) * 2^exponent.  The fraction f is 0 if `rest`
** is false, else it is between 0 and 1.  `whole` must be at least 2^62. */
static double exact_sum_nearest_double(uint64_t whole, bool rest, int exponent) {
  int cut = (whole >> 63 != 0 ? 64 : 63) - DOUBLE_BITS;
  if (exponent + cut < DOUBLE_LEAST) cut = DOUBLE_LEAST - exponent;
  if (cut > 64) return 0; /* the result is below half of the least double */
  uint64_t half = (uint64_t)1 << (cut - 1);
  uint64_t kept = whole >> 1 >> (cut - 1), lost = whole & (half | (half - 1));
  bool up = lost > half || (lost == half && (rest || kept % 2 != 0));
  return ldexp((double)(kept + up), exponent + cut);
}

/* The quotient is computed to 63 or 64 bits, more than the 53 bits of a double. */
static double exact_sum_natural_ratio(struct natural *a, struct natural *b) {
  if (b->count == 0) return NAN;
  if (a->count == 0) return 0;
  int exponent = a->exponent - b->exponent;
  int shift = 63 - exact_sum_natural_bits(a) + exact_sum_natural_bits(b);
  exact_sum_natural_shift(shift > 0 ? a : b, shift > 0 ? shift : -shift);
  bool rest, negative = a->negative != b->negative;
  uint64_t whole = exact_sum_divide(a, b, &rest);
  double ratio = exact_sum_nearest_double(whole, rest, exponent - shift);
  return negative && ratio > 0 ? -ratio : ratio;
}

double exact_sum_ratio(struct exact_sum *a, struct exact_sum *b) {
  struct natural x, y;
  exact_sum_natural_from_sum(a, &x);
  exact_sum_natural_from_sum(b, &y);
  return exact_sum_natural_ratio(&x, &y);
}

double exact_sum_mean(struct exact_sum *a, uint64_t count) {
  struct natural x, y;
  exact_sum_natural_from_sum(a, &x);
  exact_sum_natural_from_count(count, &y);
  return exact_sum_natural_ratio(&x, &y);
}
