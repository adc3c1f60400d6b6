/*
** Decimals as written, and the position of a decimal within a range, rounded once.
**
** 4.6 is not a double, so 4.6 - 1 in doubles divided by 4 is not the double nearest to
** .9.  Here differences and quotient are computed from the decimals.  An INTEGER has all
** its digits, a REAL is its shortest decimal, a text is read to its last digit.
**
** The limit: of three numbers, 1,431 places are read, from the first digit of the
** greatest number on.  All later digits count as one more digit, 1, unless they are
** zeros.  So the answer is the nearest double if all digits are within the limit, and may
** be a neighbour otherwise.  The digits of any doubles, and of texts of some 700 digits,
** are within it.
*/
#ifndef ASSAY_BASE_DECIMAL_H
#define ASSAY_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* whole * 10^exponent with a sign.  If a decimal has more than 19 digits, counted from
** its first nonzero digit, `whole` has the first 19.  All digits are then only in the
** text, which is the caller's. */
struct decimal {
  uint64_t whole;
  long exponent;    /* of the last digit */
  const char *text; /* at the first nonzero digit; may contain a point; or NULL */
  size_t digits;    /* of the text */
  bool negative;
};

struct decimal decimal_from_integer(int64_t integer);

/* The shortest decimal that reads back as a finite double. */
struct decimal decimal_from_real(double real);

/* From a text that has a number_form(). */
struct decimal decimal_from_text(const char *text, size_t length);

bool decimal_equal(const struct decimal *a, const struct decimal *b);

/* The double nearest to (number - from) / (to - from), ties to even; 0.0 and never -0.0.
** Missing if the quotient is not in 0..1.  `from` and `to` differ. */
double decimal_share(const struct decimal *number, const struct decimal *from,
                     const struct decimal *to);

#endif
