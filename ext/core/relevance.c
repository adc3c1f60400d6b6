/* The relevance gate: see relevance.h. */
#include "relevance.h"

#include <string.h>

#include "name.h"
#include "number.h"

#define LABEL "score"
#define SCALE '5'
#define DEFAULT_MODE "standard"

/* Typography that judges write in place of ASCII, as UTF-8. */
#define MINUS "\xe2\x88\x92"      /* U+2212, minus sign */
#define EN_DASH "\xe2\x80\x93"    /* U+2013, in ranges */
#define WIDE_COLON "\xef\xbc\x9a" /* U+FF1A, fullwidth colon */

const char *const relevance_decision_names[DECISION_COUNT] = {
    "insufficient_data", "short_report", "full_report"};

/* A reply and a position in it.  `at` never passes `end`. */
struct scan {
  const char *start;
  const char *at;
  const char *end;
};

/* The byte `offset` bytes from the position, 0 outside of the reply. */
static char peek(const struct scan *scan, ptrdiff_t offset) {
  bool inside =
      offset < 0 ? scan->at - scan->start >= -offset : scan->end - scan->at > offset;
  return inside ? scan->at[offset] : 0;
}

static bool take(struct scan *scan, const char *text) {
  size_t length = strlen(text);
  if ((size_t)(scan->end - scan->at) < length) return false;
  if (memcmp(scan->at, text, length) != 0) return false;
  scan->at += length;
  return true;
}

static void skip_any(struct scan *scan, const char *characters) {
  while (scan->at < scan->end && *scan->at != 0 && strchr(characters, *scan->at)) {
    scan->at++;
  }
}

/* Letters of other scripts are no part of a word: they stand without a space before a
** label or a number. */
static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || number_is_digit(c) ||
         c == '_';
}

static bool take_number(struct scan *scan, double *value) {
  struct scan next = *scan;
  bool negative = take(&next, MINUS);
  if (negative && !number_is_digit(peek(&next, 0))) return false;
  size_t length = number_parse(next.at, (size_t)(next.end - next.at), value);
  if (length == 0) return false;
  if (negative) *value = -*value;
  scan->at = next.at + length;
  return true;
}

/* Behind a number: `/5`, and nothing that makes it a date or another number. */
static bool scale_follows(const struct scan *scan) {
  struct scan next = *scan;
  skip_any(&next, " ");
  if (!take(&next, "/")) return false;
  skip_any(&next, " ");
  if (peek(&next, 0) != SCALE || is_word(peek(&next, 1))) return false;
  if (peek(&next, 1) == '/') return false;
  return !(peek(&next, 1) == '.' && number_is_digit(peek(&next, 2)));
}

/* Behind a number: what shows that it is no score on the scale of 1 to 5. */
static bool on_another_scale(const struct scan *scan) {
  struct scan next = *scan;
  if (scale_follows(scan)) return false;
  if (take(&next, "-") || take(&next, EN_DASH)) return number_is_digit(peek(&next, 0));
  skip_any(&next, " ");
  if (take(&next, "%")) return true;
  if (!take(&next, "/")) return false;
  skip_any(&next, " ");
  return number_is_digit(peek(&next, 0));
}

/* At the start of a word: passes it, and reads the score behind it if it is the label. */
static bool take_labelled(struct scan *scan, double *score) {
  const char *word = scan->at;
  while (scan->at < scan->end && is_word(*scan->at))
    scan->at++;
  struct scan next = *scan;
  const char *word_end = next.at;
  while (word < word_end && *word == '_')
    word++; /* Markdown's emphasis */
  while (word_end > word && word_end[-1] == '_')
    word_end--;
  if (!name_matches(LABEL, word, (size_t)(word_end - word))) return false;
  skip_any(&next, " \t\r\n*`\"'");
  if (!take(&next, ":") && !take(&next, "=") && !take(&next, WIDE_COLON)) return false;
  skip_any(&next, " \t\r\n*_`\"'");
  return take_number(&next, score) && !on_another_scale(&next);
}

/* At a bracket: passes it, and reads the score in it. */
static bool take_bracketed(struct scan *scan, double *score) {
  scan->at++;
  struct scan next = *scan;
  skip_any(&next, " ");
  if (!take_number(&next, score)) return false;
  skip_any(&next, " ");
  return take(&next, "]");
}

/* True behind what joins a number to another one, or to a word. */
static bool continues(const struct scan *scan) {
  static const char *const joints[] = {".", "/", "-", MINUS, EN_DASH};
  for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
    size_t length = strlen(joints[i]);
    if ((size_t)(scan->at - scan->start) >= length &&
        memcmp(scan->at - length, joints[i], length) == 0) {
      return true;
    }
  }
  return false;
}

/* At a number: passes it, and reads it if `/5` follows.  One that continues a word, a
** date or a range is none. */
static bool take_fraction(struct scan *scan, double *score) {
  bool alone = !continues(scan);
  take_number(scan, score); /* there is one */
  return alone && scale_follows(scan);
}

static bool number_starts(const struct scan *scan) {
  struct scan next = *scan;
  bool sign = take(&next, MINUS) || take(&next, "-") || take(&next, "+");
  return number_is_digit(peek(&next, 0)) && !(sign && is_word(peek(scan, -1)));
}

/* Reads what stands at the position, and passes at least one byte of it. */
static bool take_score(struct scan *scan, double *score) {
  if (number_starts(scan)) return take_fraction(scan, score);
  char c = peek(scan, 0);
  if (is_word(c)) return take_labelled(scan, score);
  if (c == '[') return take_bracketed(scan, score);
  scan->at++;
  return false;
}

/* The whole reply, white space around it aside, is a number. */
static bool is_number(struct scan scan, double *score) {
  skip_any(&scan, " \t\r\n");
  if (!take_number(&scan, score)) return false;
  skip_any(&scan, " \t\r\n");
  return scan.at == scan.end;
}

double relevance_read(const char *text, size_t length) {
  if (length == 0) return MISSING;
  struct scan scan = {text, text, text + length};
  double score;
  if (is_number(scan, &score) && isfinite(score)) return relevance_clamp(score);
  while (scan.at < scan.end) {
    if (take_score(&scan, &score) && isfinite(score)) return relevance_clamp(score);
  }
  return MISSING;
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
