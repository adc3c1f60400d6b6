/*
** Sums without any rounding.  A term is a double, a 64-bit integer, or a product of two
** such numbers.  The quotient of two sums is rounded once.
**
** Because terms are not rounded, their order does not change a sum, and a term that is
** subtracted again leaves no trace.  A sum is one long whole number in units of 2^-2176,
** written in digits of 32 bits.  Each digit is stored in 64 bits, so terms can be added
** or subtracted without a carry.  Carries are added to the next digits after some 2^30
** terms, and before a result is computed.  The method is from Neal, "Fast exact summation
** using small and large superaccumulators" (arXiv 1505.05571, 2015).
**
** Digits for all possible terms would take a kilobyte, but terms nearly always have
** similar sizes.  So a sum begins with room for some digits around its first term.  If a
** term does not fit, the function that adds it returns false, and the caller calls
** exact_sum_widen() with memory for all digits.
*/
#ifndef ASSAY_BASE_EXACT_SUM_H
#define ASSAY_BASE_EXACT_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The lowest digit is in units of 2^EXACT_LEAST.  Products of two doubles need bits from
** 2^-2148 to 2^2048; -2176 is the next multiple of 32 below -2148. */
#define EXACT_LEAST (-2176)

/* The number of all digits of a sum: from 2^EXACT_LEAST up to the greatest product, plus
** one digit for the carries of up to 2^63 terms. */
#define EXACT_DIGITS 134

/* The number of digits that a sum begins with.  Two of these digits (EXACT_ROOM_BELOW)
** are lower than the digits of the first term. */
#define EXACT_ROOM 10
#define EXACT_ROOM_BELOW 2

/* The number of terms before carries are passed on.  Each term changes a digit by less
** than 2^32, so no digit of 64 bits overflows. */
#define EXACT_TERMS ((uint32_t)1 << 30)

/* A sum whose bytes are all 0, as in a new aggregate context, is 0 and ready for use.  A
** sum must not be moved in memory, because `digits` may point to `room`. */
struct exact_sum {
  int64_t *digits;  /* lowest first; in `room`, or in the caller's memory */
  int first;        /* index of digits[0] among all EXACT_DIGITS digits */
  int count;        /* 0 until a term other than 0 is added */
  uint32_t pending; /* terms since carries were last passed on */
  int64_t room[EXACT_ROOM];
};

/* A number as magnitude * 2^exponent. */
struct exact_number {
  uint64_t magnitude;
  int exponent;
  bool negative;
};

static inline struct exact_number exact_from_integer(int64_t integer) {
  uint64_t bits = (uint64_t)integer;
  return (struct exact_number){integer < 0 ? 0 - bits : bits, 0, integer < 0};
}

/* `real` must be finite. */
static inline struct exact_number exact_from_double(double real) {
  uint64_t bits;
  memcpy(&bits, &real, sizeof bits);
  int field = (int)(bits >> 52) & 0x7ff;
  uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
  uint64_t whole = field > 0 ? (uint64_t)1 << 52 : 0; /* not in subnormals */
  return (struct exact_number){fraction | whole, (field > 0 ? field : 1) - 1075,
                               bits >> 63 != 0};
}

/* The slow path of exact_sum_at(), below: for a sum that lacks the wanted digits, or has
** no digits yet. */
int64_t *exact_sum_open(struct exact_sum *sum, int digit, int count);

/* Returns a pointer to `count` digits, from digit number `digit` on.  NULL if the sum
** lacks one of these digits, or has no higher digit for carries. */
static inline int64_t *exact_sum_at(struct exact_sum *sum, int digit, int count) {
  int at = digit - sum->first;
  if (at >= 0 && at + count < sum->count) return sum->digits + at;
  return exact_sum_open(sum, digit, count);
}

/* Adds magnitude * 2^shift to three digits, or subtracts it; `shift` is 0 to 31. */
static inline void exact_sum_spread(int64_t *digits, uint64_t magnitude, int shift,
                                    bool negative) {
  int64_t sign = negative ? -1 : 1;
  digits[0] += sign * (int64_t)(uint32_t)(magnitude << shift);
  digits[1] += sign * (int64_t)(uint32_t)(magnitude >> (32 - shift));
  digits[2] += sign * (int64_t)(magnitude >> 1 >> (63 - shift));
}

/* Adds carries to the next digits.  All digits but the highest are then in 0..2^32-1. */
void exact_sum_carry(struct exact_sum *sum);

/* Adds `terms` to the number of terms since the last carry.  From EXACT_TERMS terms on,
** calls exact_sum_carry(). */
static inline void exact_sum_count(struct exact_sum *sum, uint32_t terms) {
  sum->pending += terms;
  if (sum->pending >= EXACT_TERMS) exact_sum_carry(sum);
}

/* Adds a number.  False if the number does not fit: the sum is then unchanged, and the
** caller must widen the sum. */
static inline bool exact_sum_add(struct exact_sum *sum, struct exact_number number) {
  unsigned bit = (unsigned)(number.exponent - EXACT_LEAST);
  if (number.magnitude == 0) return true;
  int64_t *digits = exact_sum_at(sum, (int)(bit / 32), 3);
  if (digits == NULL) return false;
  exact_sum_spread(digits, number.magnitude, (int)(bit % 32), number.negative);
  exact_sum_count(sum, 1);
  return true;
}

/* Like exact_sum_add(), for the product of two numbers. */
bool exact_sum_add_product(struct exact_sum *sum, struct exact_number a,
                           struct exact_number b);

/* Returns the number with its sign changed.  Adding the result subtracts the number. */
static inline struct exact_number exact_negated(struct exact_number number) {
  number.negative = !number.negative;
  return number;
}

/* Moves a sum into EXACT_DIGITS digits of the caller's memory, which need not be cleared
** and must outlive the sum.  After the call every term fits. */
void exact_sum_widen(struct exact_sum *sum, int64_t digits[EXACT_DIGITS]);

/* Returns the caller's memory after exact_sum_widen(), else NULL. */
static inline int64_t *exact_sum_memory(struct exact_sum *sum) {
  return sum->digits == sum->room ? NULL : sum->digits;
}

/* Returns the double nearest to a / b, ties to even.  A quotient of 0 is 0.0, never -0.0;
** a quotient too great for a double is an infinity.  NaN if b is 0. */
double exact_sum_ratio(struct exact_sum *a, struct exact_sum *b);

/* Returns a / count, like exact_sum_ratio(). */
double exact_sum_mean(struct exact_sum *a, uint64_t count);

#endif
