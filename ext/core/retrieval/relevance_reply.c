/* The score in a judge's reply, form by form: see relevance.h. */
#include <string.h>

#include "core/reply_scores.h"
#include "core/retrieval/relevance.h"

#define COMBINING_KEYCAP 0x20e3
#define FULL_STAR 0x2605

bool relevance_holds(double *number) {
  if ((*number > 0 && *number < RELEVANCE_LEAST) || *number > RELEVANCE_MOST)
    return false;
  *number = relevance_clamp(*number);
  return true;
}

static const struct reply_scale relevance_scale = {RELEVANCE_MOST, relevance_holds};

/* A function that tries to read one form of a score at `next`. */
typedef bool relevance_form(struct reply_part next, bool line_starts, double *score);

/* Reads 4/5, 4 out of 5 or 4 stars.  Callers make sure that `next` is not in a word,
** a date or a range. */
static bool relevance_fraction(struct reply_part next, bool line_starts, double *score) {
  struct reply_part digits = next;
  if (!reply_take(&digits, '-')) reply_take(&digits, '+');
  if (!reply_is_digit(reply_peek(&digits)) || !reply_take_number(&next, true, score))
    return false;
  enum reply_said said = reply_take_scale(&next, RELEVANCE_MOST);
  if (said == SAID_OTHER) return false;
  reply_skip(&next, REPLY_MARKS);
  bool stars = reply_take_word(&next, "stars") || reply_take_word(&next, "star");
  return (said == SAID_OURS || stars) && relevance_holds(score);
}

/* Reads \boxed{4}. */
static bool relevance_boxed(struct reply_part next, bool line_starts, double *score) {
  if (!reply_take(&next, '\\') || !reply_take_word(&next, "boxed") ||
      !reply_take(&next, '{'))
    return false;
  reply_skip(&next, REPLY_MARKS);
  if (!reply_take_number(&next, true, score)) return false;
  if (reply_take_scale(&next, RELEVANCE_MOST) == SAID_OTHER) return false;
  reply_skip(&next, REPLY_MARKS);
  return reply_take(&next, '}') && relevance_holds(score);
}

static bool relevance_shared(struct reply_part next, bool line_starts, double *score) {
  return relevance_fraction(next, line_starts, score) ||
         relevance_boxed(next, line_starts, score);
}

/* Reads [4] or [[4]] with nothing else on its line. */
static bool relevance_bracketed(struct reply_part next, bool line_starts, double *score) {
  if (!line_starts || !reply_take(&next, '[')) return false;
  bool twice = reply_take(&next, '[');
  reply_skip(&next, REPLY_MARKS);
  if (!reply_take_number(&next, false, score)) return false;
  reply_skip(&next, REPLY_MARKS);
  if (!reply_take(&next, ']') || (twice && !reply_take(&next, ']'))) return false;
  return reply_line_ends(next) && relevance_holds(score);
}

/* Reads star signs at the start of a line: filled and empty stars, or a number and one
** filled star. */
static bool relevance_stars(struct reply_part next, bool line_starts, double *score) {
  if (!line_starts) return false;
  *score = reply_take_stars(&next, RELEVANCE_MOST);
  if (*score > 0) return relevance_holds(score);
  if (!reply_take_number(&next, true, score)) return false;
  reply_skip(&next, REPLY_BLANK);
  return reply_peek(&next) == FULL_STAR && relevance_holds(score);
}

/* Searches all texts of a reply for one form of a score.  Returns ANSWER_SEVERAL if there
** are different scores. */
static enum reply_answer relevance_find(struct reply reply, relevance_form *form,
                                        double *score) {
  struct reply_texts texts = reply_texts_open(reply);
  struct reply_part text, object;
  enum reply_answer answer = ANSWER_NONE;
  double found;
  while (reply_texts_next(&texts, &text, &object)) {
    uint32_t before = '\n';
    bool line_starts = true;
    while (text.at < text.end) {
      uint32_t c = reply_peek(&text);
      bool in_number = reply_is_word(before) || (before != 0 && before < 0x80 &&
                                                 strchr(".,-~/", (int)before) != NULL);
      bool may_be = !reply_is_letter(c) || reply_is_digit(c);
      if (may_be && !in_number && form(text, line_starts, &found)) {
        if (answer != ANSWER_NONE && found != *score) return ANSWER_SEVERAL;
        answer = ANSWER_ONE;
        *score = found;
      }
      line_starts = c == '\n' || (line_starts && reply_is(c, REPLY_MARKS));
      reply_advance(&text);
      before = c;
    }
  }
  return answer;
}

/* True if the whole reply is a number, except for marks, brackets and line ends around
** it. */
static bool relevance_is_number(struct reply reply, double *score) {
  struct reply_part part;
  if (!reply_single(reply, &part)) return false;
  reply_skip(&part, REPLY_SPACE);
  reply_take(&part, '(');
  if (!reply_take_number(&part, true, score)) return false;
  reply_skip(&part, REPLY_SPACE);
  reply_take(&part, COMBINING_KEYCAP);
  reply_skip(&part, REPLY_SPACE | REPLY_CLOSER | REPLY_STOP);
  return part.at == part.end && relevance_holds(score);
}

double relevance_read(const char *text, size_t length, const struct phrase_list *labels) {
  static relevance_form *const forms[] = {relevance_shared, relevance_bracketed,
                                          relevance_stars};
  if (length == 0) return MISSING;
  struct reply reply = reply_open(text, length);
  struct reply_scores scores = reply_scores_of(reply, labels, &relevance_scale);
  double score = reply_scores_best(&scores);
  if (scores.objects != ANSWER_NONE || !is_missing(score)) return score;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    enum reply_answer answer = relevance_find(reply, forms[i], &score);
    if (answer != ANSWER_NONE) return answer == ANSWER_ONE ? score : MISSING;
  }
  return relevance_is_number(reply, &score) ? score : scores.worded;
}
