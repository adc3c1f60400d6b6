/*
** Decimals as written, and the position of a decimal within a range, rounded once.
**
** 4.6 is not a double, so (4.6 - 1) / 4 in doubles is not the double nearest to .9.
** Instead, decimal_share() computes differences and quotient from the decimals.  An
** INTEGER has all its digits, a REAL counts as its shortest decimal, a text is read to
** its last digit.
**
** There is a limit: 1,431 decimal places are read.  The first place is the first digit of
** the greatest of the three numbers (number, from, to).  If a later digit is not 0, all
** later digits count as one digit 1.  If there are later digits, the answer may be a
** neighbour of the nearest double.  The digits of any doubles, and of texts of some 700
** digits, are within the limit.
*/
#ifndef ASSAY_BASE_DECIMAL_H
#define ASSAY_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* whole * 10^exponent with a sign.  If a decimal has more than 19 digits, counted from
** its first nonzero digit, `whole` has the first 19.  All digits are then only in `text`,
** in the caller's memory. */
struct decimal {
  uint64_t whole;
  long exponent;    /* the exponent of the last digit's power of ten */
  const char *text; /* from the first nonzero digit on, perhaps with a point; or NULL */
  size_t digits;    /* the number of digits in `text` */
  bool negative;
};

struct decimal decimal_from_integer(int64_t integer);

/* The shortest decimal that reads back as `real`, which must be finite. */
struct decimal decimal_from_real(double real);

/* Reads a text for which number_form() is not NUMBER_NONE. */
struct decimal decimal_from_text(const char *text, size_t length);

bool decimal_equal(const struct decimal *a, const struct decimal *b);

/* The double nearest to (number - from) / (to - from), ties to even; a zero is never
** -0.0.  Missing if the quotient is not in 0..1.  `from` and `to` must differ. */
double decimal_share(const struct decimal *number, const struct decimal *from,
                     const struct decimal *to);

#endif
