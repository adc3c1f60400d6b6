/*
** Scores on a user's own scale, in the forms in which people write scores.
**
**   S1  A text that is entirely a number states that number.  A decimal comma counts as a
**       point: `0,85`, `,5`.  In `1,000` or `12,500` the comma may group thousands.  So a
**       text that begins with a digit 1 to 9, and has exactly three digits after the
**       comma, is not a number.
**   S2  `85%` is a share of 100.  `4/5`, `4 out of 5` and `7 of 10` are shares of the
**       second number, which must be above 0.  Their letters may be capitals.  Blanks may
**       surround the numbers.
**   S3  A share is itself the score, on every scale.  Any other number is read on the
**       scale: the worst number scores 0, the best number 1.  The score of a number
**       outside the scale is missing, because the number must be on another scale.  The
**       decimals are divided as written, and the quotient is rounded once, to the nearest
**       double (base/decimal.h).
**   S4  The text may contain nothing else.  Unicode's blanks, digits, slashes and percent
**       signs are read as ASCII's, as in a judge's reply (core/reply.h).
*/
#ifndef ASSAY_CORE_OWN_SCORE_H
#define ASSAY_CORE_OWN_SCORE_H

#include <stddef.h>

#include "base/decimal.h"
#include "base/missing.h"

/* `best` and `worst` must differ.  `best` may be the smaller number, as in German school
** marks. */
struct score_scale {
  struct decimal best;
  struct decimal worst;
};

/* Returns (number - worst) / (best - worst), computed from the decimals as written and
** rounded once.  Missing if the number is outside the scale (S3). */
double score_on_scale(const struct decimal *number, const struct score_scale *scale);

/* Returns the score that a text states (S1 to S4).  Missing if it states none.  The text
** must not be NULL. */
double score_from_text(const char *text, size_t length, const struct score_scale *scale);

#endif
