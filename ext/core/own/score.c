/* Scores on any scale: see score.h, whose rules are cited here. */
#include "core/own/score.h"

#include "core/reply.h"

#define SCORE_SPACE (REPLY_BLANK | REPLY_LINE_END)

double score_on_scale(double number, const struct score_scale *scale) {
  double best = scale->best, worst = scale->worst;
  bool is_inside = best > worst ? number >= worst && number <= best
                                : number <= worst && number >= best;
  if (!is_inside) return MISSING;
  if (!isfinite(best - worst)) { /* halves of such numbers are exact */
    number /= 2;
    best /= 2;
    worst /= 2;
  }
  return (number - worst) / (best - worst) + 0.0; /* never -0.0 */
}

/* `/`, `of` or `out of`. */
static bool score_take_of(struct reply_part *text) {
  if (reply_take(text, '/')) return true;
  if (reply_take_word(text, "out")) reply_skip(text, SCORE_SPACE);
  return reply_take_word(text, "of");
}

/* What the number is a share of: 100 before a percent sign; missing where nothing such
** follows, and where it is not greater than 0 (S2). */
static double score_take_whole(struct reply_part *text) {
  double whole;
  if (reply_take(text, '%')) return 100;
  if (!score_take_of(text)) return MISSING;
  reply_skip(text, SCORE_SPACE);
  return reply_take_number(text, true, &whole) && whole > 0 ? whole : MISSING;
}

struct stated_score score_from_text(const char *text, size_t length) {
  const struct stated_score none = {MISSING, false};
  struct stated_score stated = {MISSING, false};
  struct reply_part part = {text, text + length};
  reply_skip(&part, SCORE_SPACE);
  if (!reply_take_number(&part, true, &stated.number)) return none;
  reply_skip(&part, SCORE_SPACE);
  if (part.at == part.end) return stated;
  const struct score_scale scale = {score_take_whole(&part), 0};
  reply_skip(&part, SCORE_SPACE);
  if (part.at < part.end || is_missing(scale.best)) return none;
  stated.is_share = true;
  stated.number = score_on_scale(stated.number, &scale);
  return stated;
}
