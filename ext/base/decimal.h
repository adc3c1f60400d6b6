/*
** Decimal numbers that are not rounded.  decimal_share() computes where a number lies in
** a range, and rounds once.
**
** No double equals 4.6, so (4.6 - 1) / (5 - 1) in doubles is not the double nearest to
** .9.  So decimal_share() computes differences and quotient with decimals.  It uses all
** digits of an INTEGER or a text.  A REAL first becomes its shortest decimal.
**
** decimal_share() has a limit of 1,431 digits, counted from the first digit of the
** greatest of its three numbers.  If a digit after the limit is not 0, all digits after
** the limit are replaced by a single 1.  The answer may then be a neighbour of the
** nearest double.  Doubles, and texts of some 700 digits without an exponent, are within
** the limit.
*/
#ifndef ASSAY_BASE_DECIMAL_H
#define ASSAY_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number whole * 10^exponent, with a sign.  If a decimal has more than 19 digits,
** counted from its first nonzero digit, `whole` has the first 19, and `text`, in
** the caller's memory, has all digits.  Else `text` is NULL. */
struct decimal {
  uint64_t whole;
  long exponent;    /* the exponent of the last digit's power of ten */
  const char *text; /* from the first nonzero digit on, perhaps with a point */
  size_t digits;    /* the number of digits in `text` */
  bool negative;
};

struct decimal decimal_from_integer(int64_t integer);

/* Returns the shortest decimal whose nearest double is `real`, which must be finite. */
struct decimal decimal_from_real(double real);

/* Reads a text for which number_form() (number.h) does not return NUMBER_NONE. */
struct decimal decimal_from_text(const char *text, size_t length);

bool decimal_equal(const struct decimal *a, const struct decimal *b);

/* Returns the double nearest to (number - from) / (to - from), ties to even; a zero is
** never -0.0.  Returns MISSING (base/missing.h) if the quotient is not in 0..1.  `from`
** and `to` must differ. */
double decimal_share(const struct decimal *number, const struct decimal *from,
                     const struct decimal *to);

#endif
