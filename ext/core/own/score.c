/* Scores on any scale: see score.h, whose rules are cited here. */
#include "core/own/score.h"

#include "core/reply.h"

#define SCORE_SPACE (REPLY_BLANK | REPLY_LINE_END)

double score_on_scale(const struct decimal *number, const struct score_scale *scale) {
  return decimal_share(number, &scale->worst, &scale->best);
}

/* Reads a number in a text.  `number` points to the digits in `written`. */
static bool score_take_number(struct reply_part *text, struct reply_number *written,
                              struct decimal *number) {
  double value;
  if (!reply_take_written(text, true, written, &value)) return false;
  *number = decimal_from_text(written->text, written->length);
  return true;
}

/* Skips `/`, `of` or `out of`. */
static bool score_take_of(struct reply_part *text) {
  if (reply_take(text, '/')) return true;
  if (reply_take_word(text, "out")) reply_skip(text, SCORE_SPACE);
  return reply_take_word(text, "of");
}

/* Reads the second number of a share: 5 in `4/5` or `4 of 5`; 100 for a percent sign.
** False if there is no second number, or if it is not greater than 0 (S2). */
static bool score_take_whole(struct reply_part *text, struct reply_number *written,
                             struct decimal *whole) {
  *whole = decimal_from_integer(100);
  if (reply_take(text, '%')) return true;
  if (!score_take_of(text)) return false;
  reply_skip(text, SCORE_SPACE);
  return score_take_number(text, written, whole) && !whole->negative && whole->whole != 0;
}

double score_from_text(const char *text, size_t length, const struct score_scale *scale) {
  struct reply_part part = {text, text + length};
  struct reply_number written, written_whole;
  struct decimal number;
  reply_skip(&part, SCORE_SPACE);
  if (!score_take_number(&part, &written, &number)) return MISSING;
  reply_skip(&part, SCORE_SPACE);
  if (part.at == part.end) return score_on_scale(&number, scale);
  struct score_scale share = {.worst = decimal_from_integer(0)};
  if (!score_take_whole(&part, &written_whole, &share.best)) return MISSING;
  reply_skip(&part, SCORE_SPACE);
  return part.at < part.end ? MISSING : score_on_scale(&number, &share);
}
