/* The relevance gate: see relevance.h. */
#include "core/retrieval/relevance.h"

#include <string.h>

#include "base/name.h"
#include "core/reply.h"

#define SCALE 5.0
#define DEFAULT_MODE "standard"

/* Who writes 2024/5 means a month. */
#define NUMERATOR_END 100.0

/* What may stand between the parts of a score: on a line, across lines, after a label. */
#define MARKS (REPLY_BLANK | REPLY_MARK)
#define SPACE (MARKS | REPLY_LINE_END)
#define CLOSERS (MARKS | REPLY_CLOSER)

#define EM_DASH 0x2014
#define ARROW 0x2192

const char *const relevance_decision_names[DECISION_COUNT] = {
    "insufficient_data", "short_report", "full_report"};

static bool relevance_is_in(uint32_t character, const char *set) {
  return character > 0 && character < 0x80 && strchr(set, (int)character) != NULL;
}

/* True directly behind a number that is part of a word, or that one of the joints ties to
** a digit: a version, a time, a range, a list. */
static bool relevance_goes_on(const struct reply_part *part, const char *joints) {
  struct reply_part next = *part;
  uint32_t c = reply_peek(&next);
  if (!relevance_is_in(c, joints)) return reply_is_word(c);
  reply_advance(&next);
  return reply_is_digit(reply_peek(&next));
}

/* What is said about a number's scale. */
enum scale { SCALE_UNSTATED, SCALE_OURS, SCALE_OTHER };

/* Passes what ties a number to a second one, and says what a second one of 5 tells about
** the first: 4/5 has our scale, 4 of 5 may have any, 4 of the 5 are counted, and 4 or 5
** is no score. */
static bool relevance_take_tie(struct reply_part *part, enum scale *by_five) {
  *by_five = SCALE_OURS;
  if (reply_take(part, '/')) return true;
  bool out = reply_take_word(part, "out");
  if (out) reply_skip(part, SPACE);
  if (reply_take_word(part, "of")) {
    reply_skip(part, SPACE);
    bool counts = reply_take_word(part, "the");
    *by_five = counts ? SCALE_OTHER : out ? SCALE_OURS : SCALE_UNSTATED;
    return true;
  }
  *by_five = SCALE_OTHER;
  return !out && (reply_take_word(part, "to") || reply_take_word(part, "or"));
}

/* Directly behind a number: passes the scale that is stated there. */
static enum scale relevance_take_scale(struct reply_part *part) {
  struct reply_part next = *part;
  enum scale by_five;
  double most;
  if (relevance_goes_on(&next, ".,:-~|")) return SCALE_OTHER;
  reply_skip(&next, MARKS);
  if (next.at == next.end) return SCALE_UNSTATED;
  if (reply_take(&next, '%')) return SCALE_OTHER;
  if (!relevance_take_tie(&next, &by_five)) return SCALE_UNSTATED;
  reply_skip(&next, SPACE);
  if (!reply_take_number(&next, false, &most)) return SCALE_UNSTATED;
  if (most != SCALE || relevance_goes_on(&next, ".-~/")) return SCALE_OTHER;
  *part = next;
  return by_five;
}

/* True where nothing but marks is left of the line. */
static bool relevance_line_ends(struct reply_part part) {
  reply_skip(&part, CLOSERS | REPLY_STOP);
  return part.at == part.end || reply_peek(&part) == '\n';
}

#define LONGEST_LABEL 15

/* A word and where it stands. */
struct word {
  char letters[LONGEST_LABEL]; /* in lower case, without hyphens and underscores */
  size_t length;               /* of a longer word than there is room for, its own */
  uint32_t before;             /* the character before it */
  bool first;                  /* of its line */
  bool capital;                /* in the beginning */
  bool emphasised;             /* by Markdown's signs before it */
  bool compound;               /* its hyphen ties it to letters of another script */
};

static bool relevance_is_joined(uint32_t c) {
  return reply_is_word(c) || c == '_' || c == '-';
}

/* Passes a word; what is before it is known. */
static void relevance_take_joined(struct reply_part *part, struct word *word) {
  uint32_t c = reply_peek(part);
  word->emphasised = word->before == '*' || c == '_';
  word->compound = word->before >= 0x80 && c == '-';
  word->length = 0;
  for (; relevance_is_joined(c); c = reply_peek(part)) {
    reply_advance(part);
    if (!reply_is_word(c)) continue;
    if (word->length == 0) word->capital = c >= 'A' && c <= 'Z';
    if (word->length < LONGEST_LABEL)
      word->letters[word->length] = (char)(c | NAME_CASE_BIT); /* digits have it */
    word->length++;
  }
}

/* A hyphen ties other words to it: an F1-score is no label, a relevance-score is one, as
** are relevance_score and relevanceScore. */
static bool relevance_is_label(const struct word *word) {
  static const struct label {
    size_t length;
    char letters[LONGEST_LABEL + 1];
  } labels[] = {{5, "score"},
                {6, "rating"},
                {9, "relevance"},
                {14, "relevancescore"},
                {10, "finalscore"},
                {12, "overallscore"},
                {15, "relevancerating"},
                {13, "overallrating"},
                {11, "finalrating"}};
  if (word->compound) return false;
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
    if (word->length == labels[i].length &&
        memcmp(word->letters, labels[i].letters, word->length) == 0) {
      return true;
    }
  }
  return false;
}

/* The scale that a remark begins with: 1-5, 0 to 100, out of 10, %. */
static enum scale relevance_scale_of_remark(struct reply_part part) {
  enum scale by_five;
  double least, most;
  bool ranges = reply_take_number(&part, false, &least);
  reply_skip(&part, MARKS);
  if (reply_take(&part, '%')) return SCALE_OTHER;
  bool dash = ranges && (reply_take(&part, '-') || reply_take(&part, '~'));
  if (!dash && !relevance_take_tie(&part, &by_five)) return SCALE_UNSTATED;
  reply_skip(&part, SPACE);
  if (!reply_take_number(&part, false, &most) || relevance_goes_on(&part, ".-~/"))
    return SCALE_UNSTATED;
  return most == SCALE ? SCALE_OURS : SCALE_OTHER;
}

/* Passes what a bracket on the same line says about a label: (1-5), (5 = best).  It ends
** at the next bracket, so that a row of open ones takes linear time. */
static bool relevance_take_bracket(struct reply_part *part) {
  struct reply_part next = *part;
  if (!reply_take(&next, '(') && !reply_take(&next, '[')) return false;
  while (next.at < next.end && !relevance_is_in(reply_peek(&next), "()[]\n"))
    reply_advance(&next);
  if (!reply_take(&next, ')') && !reply_take(&next, ']')) return false;
  *part = next;
  return true;
}

/* Passes a remark on a label, and says which scale it states: one in brackets, or `out of
** 5` or `/5` without. */
static enum scale relevance_take_remark(struct reply_part *part) {
  struct reply_part inside = *part;
  enum scale by_five;
  double most;
  if (relevance_take_bracket(part)) {
    reply_advance(&inside);
    return relevance_scale_of_remark(inside);
  }
  if (!relevance_take_tie(&inside, &by_five) || by_five != SCALE_OURS)
    return SCALE_UNSTATED;
  reply_skip(&inside, SPACE);
  if (!reply_take_number(&inside, false, &most)) return SCALE_UNSTATED;
  *part = inside;
  return most == SCALE ? SCALE_OURS : SCALE_OTHER;
}

/* Passes what stands between a label and its score, and says what may follow: a table's
** cell and what stands behind a dash are on the same line.  A dash has blanks around it,
** else it is a hyphen or a sign. */
static bool relevance_take_separator(struct reply_part *part, bool blank_before,
                                     unsigned *between) {
  struct reply_part next = *part;
  *between = SPACE;
  if (reply_take(part, ':') || reply_take(part, ARROW)) return true;
  if (reply_take(part, '=')) {
    reply_take(part, '>');
    return true;
  }
  *between = MARKS;
  if (reply_take(part, '|')) return true;
  if (!reply_take(&next, '-') && !reply_take(&next, EM_DASH)) return false;
  if (!reply_take(&next, '>') && !(blank_before && reply_peek(&next) == ' '))
    return false;
  *part = next;
  return true;
}

/* Behind the name of an XML element: passes its attributes and its bracket, which are on
** the same line. */
static bool relevance_take_tag_end(struct reply_part *part) {
  struct reply_part next = *part;
  if (reply_peek(&next) != '>' && reply_peek(&next) != ' ') return false;
  while (next.at < next.end && !relevance_is_in(reply_peek(&next), "<>\n"))
    reply_advance(&next);
  if (!reply_take(&next, '>')) return false;
  *part = next;
  return true;
}

/* What closes a bracket, 0 for any other character. */
static uint32_t relevance_closing_of(uint32_t opening) {
  static const char pairs[] = "()[]{}<>";
  const char *pair =
      relevance_is_in(opening, "([{<") ? strchr(pairs, (int)opening) : NULL;
  return pair != NULL ? (uint32_t)pair[1] : 0;
}

/* Behind a number: what makes it the number of a list's item. */
static bool relevance_is_item(struct reply_part part) {
  return (reply_take(&part, '.') || reply_take(&part, ')')) && reply_peek(&part) == ' ';
}

/* Behind a separator: reads the score.  One in brackets is the last of its line, because
** `Relevance: [2] and [3] agree` has none. */
static bool relevance_take_score(struct reply_part next, unsigned between,
                                 double *score) {
  reply_skip(&next, MARKS);
  bool new_line = reply_peek(&next) == '\n';
  reply_skip(&next, between);
  uint32_t closing = relevance_closing_of(reply_peek(&next));
  if (closing != 0) {
    reply_advance(&next);
    reply_skip(&next, MARKS);
  }
  if (!reply_take_number(&next, true, score)) return false;
  if (new_line && relevance_is_item(next)) return false;
  if (relevance_take_scale(&next) == SCALE_OTHER) return false;
  if (closing == 0) return true;
  reply_skip(&next, MARKS);
  return reply_take(&next, closing) && relevance_line_ends(next);
}

/* A score behind a label without a separator, as in a heading: the label is in capitals
** or has one, begins its line or is emphasised, and the score ends its line.  So
** "relevance 4 metres away" and "Score 5: answers the question" have none. */
static bool relevance_take_bare(struct reply_part next, const struct word *label,
                                double *score) {
  if (!label->capital || !(label->first || label->emphasised)) return false;
  reply_skip(&next, SPACE);
  if (!reply_is_digit(reply_peek(&next))) return false;
  if (!reply_take_number(&next, true, score)) return false;
  return relevance_take_scale(&next) != SCALE_OTHER && relevance_line_ends(next);
}

/* Behind a label or its remark: passes the separator, or what can stand before one. */
static bool relevance_separate(struct reply_part *part, unsigned *between) {
  uint32_t last = reply_skip(part, CLOSERS);
  return relevance_take_separator(part, last == ' ', between);
}

/* Behind a label: reads its score. */
static bool relevance_take_labelled(struct reply_part next, const struct word *label,
                                    double *score) {
  unsigned between = SPACE;
  bool element = label->before == '<' && relevance_take_tag_end(&next);
  if (element || relevance_separate(&next, &between))
    return relevance_take_score(next, between, score);
  if (relevance_take_remark(&next) == SCALE_OTHER) return false;
  if (relevance_separate(&next, &between))
    return relevance_take_score(next, between, score);
  return relevance_take_bare(next, label, score);
}

static bool relevance_find_labelled(struct reply_part part, double *score) {
  struct word word = {.before = '\n', .first = true};
  while (part.at < part.end) {
    uint32_t c = reply_peek(&part);
    if (relevance_is_joined(c)) {
      relevance_take_joined(&part, &word);
      if (relevance_is_label(&word) && relevance_take_labelled(part, &word, score))
        return true;
      if (word.length > 0) word.first = false;
    } else {
      reply_advance(&part);
      word.before = c;
      if (c == '\n') word.first = true;
    }
  }
  return false;
}

/* Where a number starts that is not the rest of a word, of a date or of a range. */
static bool relevance_take_fraction(struct reply_part next, double *score) {
  struct reply_part digits = next;
  if (!reply_take(&digits, '-')) reply_take(&digits, '+');
  return reply_is_digit(reply_peek(&digits)) && reply_take_number(&next, true, score) &&
         *score < NUMERATOR_END && relevance_take_scale(&next) == SCALE_OURS;
}

static bool relevance_find_fraction(struct reply_part part, double *score) {
  uint32_t before = '\n';
  while (part.at < part.end) {
    uint32_t c = reply_peek(&part);
    bool starts = (reply_is_digit(c) || c == '-' || c == '+') && !reply_is_word(before) &&
                  !relevance_is_in(before, ".-~/");
    if (starts && relevance_take_fraction(part, score)) return true;
    reply_advance(&part);
    before = c;
  }
  return false;
}

/* At a bracket.  [4,5] names two sources, and [4](https://...) links to one. */
static bool relevance_take_bracketed(struct reply_part next, double *score) {
  reply_advance(&next);
  reply_skip(&next, MARKS);
  if (!reply_take_number(&next, false, score)) return false;
  reply_skip(&next, MARKS);
  return reply_take(&next, ']') && reply_peek(&next) != '(';
}

static bool relevance_find_bracketed(struct reply_part part, double *score) {
  while (part.at < part.end) {
    if (reply_peek(&part) == '[' && relevance_take_bracketed(part, score)) return true;
    reply_advance(&part);
  }
  return false;
}

/* The whole reply, marks and ends of lines around it aside, is a number. */
static bool relevance_is_number(struct reply reply, double *score) {
  struct reply_part part;
  if (!reply_single(reply, &part)) return false;
  reply_skip(&part, SPACE);
  if (!reply_take_number(&part, true, score)) return false;
  reply_skip(&part, SPACE | REPLY_STOP);
  return part.at == part.end;
}

typedef bool score_finder(struct reply_part part, double *score);

/* The forms in the order in which they are looked for. */
static score_finder *const forms[] = {relevance_find_labelled, relevance_find_fraction,
                                      relevance_find_bracketed};

double relevance_read(const char *text, size_t length) {
  if (length == 0) return MISSING;
  struct reply reply = reply_open(text, length);
  struct reply_part part;
  double score;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    for (struct reply rest = reply; reply_next(&rest, &part);) {
      if (forms[i](part, &score)) return relevance_clamp(score);
    }
  }
  return relevance_is_number(reply, &score) ? relevance_clamp(score) : MISSING;
}

const struct relevance_mode *relevance_mode_find(const struct settings *settings,
                                                 const char *name, size_t length) {
  const struct relevance_settings *s = &settings->relevance;
  for (size_t i = 0; i < s->mode_count; i++) {
    if (name_matches(s->modes[i].name, name, length)) return &s->modes[i];
  }
  return NULL;
}

const struct relevance_mode *relevance_mode_default(const struct settings *settings) {
  const struct relevance_mode *standard =
      relevance_mode_find(settings, DEFAULT_MODE, sizeof DEFAULT_MODE - 1);
  return standard != NULL ? standard : &settings->relevance.modes[0];
}
