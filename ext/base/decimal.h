/*
** Decimals as written, and the share of a range that one of them reaches, rounded once.
**
** 4.6 is no double, so 4.6 - 1 of doubles divided by 4 is not the double nearest to .9.
** Here differences and quotient are those of the decimals: an INTEGER with all its
** digits, a REAL as its shortest decimal, a text to its last digit.
**
** The bound: of three numbers, places are read from the greatest one's first digit on,
** 1,431 of them.  What a text states after these counts as one more digit, 1, whatever
** it is.  So an answer is the nearest double wherever the digits lie within them (those
** of any doubles do, and texts of some 700 digits), and can be a neighbour beyond.
*/
#ifndef ASSAY_BASE_DECIMAL_H
#define ASSAY_BASE_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* whole * 10^exponent with a sign.  If a decimal has more than 19 digits, from its first
** nonzero digit on, `whole` has the first 19; all digits are only in the text, which is
** the caller's. */
struct decimal {
  uint64_t whole;
  long exponent;    /* of the last digit */
  const char *text; /* from the first digit on, a point among them perhaps, or NULL */
  size_t digits;    /* of the text */
  bool negative;
};

struct decimal decimal_from_integer(int64_t integer);

/* The shortest decimal that reads back as a finite double. */
struct decimal decimal_from_real(double real);

/* A text that has a number_form(). */
struct decimal decimal_from_text(const char *text, size_t length);

bool decimal_equal(const struct decimal *a, const struct decimal *b);

/* The double nearest to (number - from) / (to - from); of two equally near ones the even
** one; 0.0 and never -0.0.  Missing if the quotient is not in 0..1.  The ends differ. */
double decimal_share(const struct decimal *number, const struct decimal *from,
                     const struct decimal *to);

#endif
