/* The number after a label: see reply_value.h. */
#include "core/reply_value.h"

#include <string.h>

#include "base/count_of.h"

#define EM_DASH 0x2014
#define ARROW 0x2192

static bool reply_value_is_in(uint32_t character, const char *set) {
  return character > 0 && character < 0x80 && strchr(set, (int)character) != NULL;
}

/* Called directly after a number.  True if the number is part of a word, or a character
** of `joints` joins it to a digit, as in a version, a time, a range or a list. */
static bool reply_value_goes_on(const struct reply_part *part, const char *joints) {
  struct reply_part next = *part;
  uint32_t c = reply_peek(&next);
  if (!reply_value_is_in(c, joints)) return reply_is_word(c);
  reply_advance(&next);
  return reply_is_digit(reply_peek(&next));
}

/* Skips the first of `phrases` that the text begins with.  Returns the phrase's index, or
** `count` if there is none. */
static size_t reply_value_take_one(struct reply_part *part, const char *const *phrases,
                                   size_t count) {
  size_t i = 0;
  while (i < count && !reply_take_phrase(part, phrases[i], REPLY_SPACE))
    i++;
  return i;
}

/* Skips a slash or words between two numbers, as in `4/5` or `4 out of 5`.  Sets
** `by_most` as if the second number were the greatest score of the judge's scale, here 5.
** The caller must test that number.  `4/5` states the judge's scale (SAID_OURS); `4 of
** 5` states no scale (SAID_NOTHING).  A choice (`4 or 5`), or some of several things (`4
** of the 5`), is SAID_OTHER. */
static bool reply_value_take_tie(struct reply_part *part, enum reply_said *by_most) {
  static const char *const ours[] = {"out of", "满分", "max", "maximum"};
  static const char *const other[] = {"out of the", "of the", "to", "or", "oder",
                                      "bis",        "ou",     "o",  "或", "至",
                                      "到",         "или",    "до"};
  static const char *const any[] = {"of", "von", "sur", "su", "de", "di", "из", "van"};
  *by_most = SAID_OURS;
  if (reply_take(part, '/')) return true;
  *by_most = SAID_OTHER;
  if (reply_value_take_one(part, other, COUNT_OF(other)) < COUNT_OF(other)) return true;
  *by_most = SAID_OURS;
  if (reply_value_take_one(part, ours, COUNT_OF(ours)) < COUNT_OF(ours)) return true;
  *by_most = SAID_NOTHING;
  return reply_value_take_one(part, any, COUNT_OF(any)) < COUNT_OF(any);
}

/* Skips a unit such as `points`, then an opening bracket; both may be absent.  True if
** there is a bracket.  Then the caller reads only a greatest score: `4 stars (max 5)`. */
static bool reply_value_take_aside(struct reply_part *part) {
  static const char *const units[] = {"points", "stars", "分", "点", "점"};
  reply_value_take_one(part, units, COUNT_OF(units));
  reply_skip(part, REPLY_MARKS);
  return reply_take(part, '(');
}

enum reply_said reply_take_scale(struct reply_part *part, double most) {
  struct reply_part next = *part;
  enum reply_said by_most;
  double second;
  if (reply_value_goes_on(&next, ".,:-~|")) return SAID_OTHER;
  reply_skip(&next, REPLY_MARKS);
  if (next.at == next.end) return SAID_NOTHING;
  if (reply_take(&next, '%') || reply_take(&next, '?')) return SAID_OTHER;
  bool aside = reply_value_take_aside(&next);
  if (!reply_value_take_tie(&next, &by_most)) return SAID_NOTHING;
  if (aside && by_most != SAID_OURS) return SAID_NOTHING;
  reply_skip(&next, REPLY_SPACE);
  if (!reply_take_number(&next, false, &second)) return SAID_NOTHING;
  if (second != most || reply_value_goes_on(&next, ".-~/")) return SAID_OTHER;
  *part = next;
  return by_most;
}

bool reply_line_ends(struct reply_part part) {
  reply_skip(&part, REPLY_CLOSERS | REPLY_STOP);
  return part.at == part.end || reply_peek(&part) == '\n';
}

/* Called after a score.  True if the next words only explain what that score means, as in
** `5 = full answer`. */
static bool reply_value_is_condition(struct reply_part part) {
  static const char *const words[] = {"would",    "could", "should", "might", "means",
                                      "requires", "needs", "if",     "when"};
  reply_skip(&part, REPLY_MARKS);
  return reply_take(&part, '=') ||
         reply_value_take_one(&part, words, COUNT_OF(words)) < COUNT_OF(words);
}

double reply_take_stars(struct reply_part *part, double most) {
  static const uint32_t full[] = {0x2605, 0x2b50, 0x1f31f}, empty = 0x2606;
  double filled = 0, all = 0;
  for (uint32_t c = reply_peek(part);; c = reply_peek(part)) {
    bool is_full = c == full[0] || c == full[1] || c == full[2];
    if (!is_full && c != empty) break;
    if (is_full && all > filled) return 0; /* no rating: a full star after an empty one */
    filled += is_full;
    all++;
    reply_advance(part);
    reply_skip(part, REPLY_BLANK);
  }
  return all == filled || all == most ? filled : 0;
}

/* Reads a number or stars, and skips the scale after them. */
static bool reply_value_take_number(struct reply_part *part, bool has_comma,
                                    const struct reply_scale *scale, double *score) {
  struct reply_part next = *part;
  *score = reply_take_stars(&next, scale->most);
  if (*score > 0) {
    *part = next;
    return true;
  }
  reply_take(part, '~');
  return reply_take_number(part, has_comma, score) &&
         reply_take_scale(part, scale->most) != SAID_OTHER;
}

/* Returns the bracket that closes an opening bracket; 0 for any other character. */
static uint32_t reply_value_closing_of(uint32_t opening) {
  static const char pairs[] = "()[]{}<>";
  const char *pair =
      reply_value_is_in(opening, "([{<") ? strchr(pairs, (int)opening) : NULL;
  return pair != NULL ? (uint32_t)pair[1] : 0;
}

/* Called after a number.  True if it is the number of an item in a list: `1. `. */
static bool reply_value_is_item(struct reply_part part) {
  return (reply_take(&part, '.') || reply_take(&part, ')')) && reply_peek(&part) == ' ';
}

/* Skips an HTML tag without attributes, if one is here. */
static void reply_value_skip_tag(struct reply_part *part) {
  struct reply_part next = *part;
  if (!reply_take(&next, '<')) return;
  reply_take(&next, '/');
  if (reply_is_digit(reply_peek(&next))) return;
  while (reply_is_word(reply_peek(&next)))
    reply_advance(&next);
  if (reply_take(&next, '>')) *part = next;
}

/* Called after a separator.  Reads the score.  A score in brackets must end its line,
** because `Relevance: [2] and [3] agree` has citations, but no score. */
static bool reply_value_take_separated(struct reply_part next, unsigned between,
                                       const struct reply_scale *scale, double *score) {
  reply_skip(&next, REPLY_MARKS);
  reply_value_skip_tag(&next);
  reply_skip(&next, REPLY_MARKS);
  bool new_line = reply_peek(&next) == '\n';
  reply_skip(&next, between);
  reply_take_word(&next, "boxed");
  uint32_t closing = reply_value_closing_of(reply_peek(&next));
  if (closing != 0) {
    reply_advance(&next);
    reply_take(&next, '['); /* second [ of [[4]]; reply_line_ends() skips the last ] */
    reply_skip(&next, REPLY_MARKS);
  }
  struct reply_part behind = next;
  if (reply_take_number(&behind, true, score) && new_line && reply_value_is_item(behind))
    return false;
  if (!reply_value_take_number(&next, true, scale, score)) return false;
  if (reply_value_is_condition(next) || !scale->holds(score)) return false;
  if (closing == 0) return true;
  reply_skip(&next, REPLY_MARKS);
  return reply_take(&next, closing) && reply_line_ends(next);
}

bool reply_take_value(struct reply_part *value, bool has_comma,
                      const struct reply_scale *scale, double *score) {
  reply_skip(value, REPLY_MARKS);
  bool bracket = reply_take(value, '[');
  if (bracket) reply_skip(value, REPLY_MARKS);
  if (!reply_value_take_number(value, has_comma, scale, score)) return false;
  reply_skip(value, REPLY_MARKS);
  return (!bracket || reply_take(value, ']')) && !reply_value_is_condition(*value) &&
         scale->holds(score);
}

/* Returns the scale that a remark begins with: 1-5, 0 to 100, out of 10, %. */
static enum reply_said reply_value_scale_of_remark(struct reply_part part,
                                                   double our_most) {
  enum reply_said by_most;
  double least, most;
  bool ranges = reply_take_number(&part, false, &least);
  reply_skip(&part, REPLY_MARKS);
  if (reply_take(&part, '%')) return SAID_OTHER;
  bool dash = ranges && (reply_take(&part, '-') || reply_take(&part, '~'));
  if (!dash && !reply_value_take_tie(&part, &by_most)) return SAID_NOTHING;
  reply_skip(&part, REPLY_SPACE);
  if (!reply_take_number(&part, false, &most) || reply_value_goes_on(&part, ".-~/"))
    return SAID_NOTHING;
  return most == our_most ? SAID_OURS : SAID_OTHER;
}

/* Skips a remark in brackets about a label: (1-5), (5 = best).  The search for its
** end stops at any bracket, so a text of many opening brackets takes linear time. */
static bool reply_value_take_bracket(struct reply_part *part) {
  struct reply_part next = *part;
  if (!reply_take(&next, '(') && !reply_take(&next, '[')) return false;
  while (next.at < next.end && !reply_value_is_in(reply_peek(&next), "()[]\n"))
    reply_advance(&next);
  if (!reply_take(&next, ')') && !reply_take(&next, ']')) return false;
  *part = next;
  return true;
}

/* Skips what a label applies to: `to the question` after `relevance`. */
static void reply_value_take_subject(struct reply_part *part) {
  static const char *const subjects[] = {
      "to question",     "to the question",   "to query",        "to the query",
      "for this source", "for the source",    "of this source",  "of the source",
      "to the topic",    "to the user query", "for the question"};
  reply_value_take_one(part, subjects, COUNT_OF(subjects));
}

/* Skips a remark about a label, if one is here, and returns the scale that it states.  A
** remark is in brackets, or it is `out of 5` or `/5` without brackets. */
static enum reply_said reply_value_take_remark(struct reply_part *part, double our_most) {
  struct reply_part inside = *part;
  enum reply_said by_most;
  double most;
  if (reply_value_take_bracket(part)) {
    reply_advance(&inside);
    return reply_value_scale_of_remark(inside, our_most);
  }
  reply_value_take_subject(part);
  if (!reply_value_take_tie(&inside, &by_most) || by_most != SAID_OURS)
    return SAID_NOTHING;
  reply_skip(&inside, REPLY_SPACE);
  if (!reply_take_number(&inside, false, &most)) return SAID_NOTHING;
  *part = inside;
  return most == our_most ? SAID_OURS : SAID_OTHER;
}

/* Skips the separator between a label and its score.  `between` becomes the classes of
** characters that may stand between the separator and the score.  After a dash, or the
** `|` of a table, the score must be on the same line.  A dash has blanks around it;
** otherwise it is a hyphen or a sign. */
static bool reply_value_take_separator(struct reply_part *part, bool blank_before,
                                       unsigned *between) {
  struct reply_part next = *part;
  *between = REPLY_SPACE;
  if (reply_take(part, ':') || reply_take(part, ARROW)) return true;
  if (reply_take(part, '=')) {
    reply_take(part, '>');
    return true;
  }
  *between = REPLY_MARKS;
  if (reply_take(part, '|')) return true;
  if (!reply_take(&next, '-') && !reply_take(&next, EM_DASH)) return false;
  if (!reply_take(&next, '>') && !(blank_before && reply_peek(&next) == ' '))
    return false;
  *part = next;
  return true;
}

/* Called after the name in an XML tag.  Skips the tag's attributes and its `>`, which
** must be on the same line. */
static bool reply_value_take_tag_end(struct reply_part *part) {
  struct reply_part next = *part;
  if (reply_peek(&next) != '>' && reply_peek(&next) != ' ') return false;
  while (next.at < next.end && !reply_value_is_in(reply_peek(&next), "<>\n"))
    reply_advance(&next);
  if (!reply_take(&next, '>')) return false;
  *part = next;
  return true;
}

/* Skips the line below a heading: === or ---. */
static void reply_value_skip_underline(struct reply_part *part) {
  if (reply_skip(part, REPLY_SPACE) != '\n') return;
  struct reply_part next = *part;
  for (uint32_t c = reply_peek(&next); c == '-' || c == '='; c = reply_peek(&next))
    reply_advance(&next);
  if (reply_skip(&next, REPLY_SPACE) == '\n') *part = next;
}

/* Reads a score after a label, with no separator between them, as in a heading.  The
** label must begin with a capital; it must be emphasised, or first on its line.  The
** score must end its line.  So "relevance 4 metres away" and "Score 5: answers the
** question" have no score. */
static bool reply_value_take_bare(struct reply_part next, const struct reply_label *label,
                                  const struct reply_scale *scale, double *score) {
  bool emphasised = label->before == '*' || label->before == '_';
  if (label->index == REPLY_NO_LABEL) return false;
  if (!label->capital || !(label->first || emphasised)) return false;
  reply_value_skip_underline(&next);
  if (!reply_is_digit(reply_peek(&next))) return false;
  return reply_value_take_number(&next, true, scale, score) && reply_line_ends(next) &&
         scale->holds(score);
}

/* Called after a label or its remark.  Skips marks and closing brackets, and then the
** separator. */
static bool reply_value_separate(struct reply_part *part, unsigned *between) {
  uint32_t last = reply_skip(part, REPLY_CLOSERS);
  return reply_value_take_separator(part, last == ' ', between);
}

bool reply_take_labelled(struct reply_part next, const struct reply_label *label,
                         const struct reply_scale *scale, double *score) {
  unsigned between = REPLY_SPACE;
  bool element = label->before == '<' && reply_value_take_tag_end(&next);
  if (element || reply_value_separate(&next, &between))
    return reply_value_take_separated(next, between, scale, score);
  if (reply_value_take_remark(&next, scale->most) == SAID_OTHER) return false;
  if (reply_value_separate(&next, &between))
    return reply_value_take_separated(next, between, scale, score);
  return reply_value_take_bare(next, label, scale, score);
}

bool reply_take_worded(struct reply_part next, const struct reply_scale *scale,
                       double *score) {
  unsigned between;
  if (!reply_value_separate(&next, &between)) return false;
  reply_skip(&next, REPLY_MARKS);
  const char *word = next.at;
  while (reply_is_letter(reply_peek(&next)) && !reply_is_digit(reply_peek(&next)))
    reply_advance(&next);
  if (next.at == word) return false;
  reply_skip(&next, REPLY_MARKS);
  if (!reply_take(&next, '(')) return false;
  return reply_value_take_number(&next, true, scale, score) && reply_take(&next, ')') &&
         scale->holds(score);
}
