/* Reading a judge's reply: see reply.h. */
#include "core/reply.h"

#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "base/utf8.h"

/* Ranges of characters that are read as ASCII, in ascending order.  If `counts` is false,
** each character is read as `ascii`.  If `counts` is true, the characters are read as
** `ascii`, `ascii` + 1, and so on. */
static const struct fold {
  uint32_t first;
  uint32_t last;
  char ascii;
  bool counts;
} folds[] = {
    {'\t', '\t', ' ', false},      {'\n', '\n', '\n', false},
    {'\v', '\f', ' ', false},      {'\r', '\r', '\n', false},
    {0x0085, 0x0085, '\n', false}, /* next line */
    {0x00a0, 0x00a0, ' ', false},  /* no-break space */
    {0x00ab, 0x00ab, '"', false},  /* opening guillemet */
    {0x00ad, 0x00ad, ' ', false},  /* soft hyphen */
    {0x00bb, 0x00bb, '"', false},  /* closing guillemet */
    {0x1680, 0x1680, ' ', false},  /* Ogham space */
    {0x180e, 0x180e, ' ', false},  /* Mongolian vowel separator */
    {0x2000, 0x200f, ' ', false},  /* spaces, joiners, direction marks */
    {0x2010, 0x2013, '-', false},  /* hyphens, figure dash, en dash */
    {0x2018, 0x201b, '\'', false}, /* single quotes */
    {0x201c, 0x201f, '"', false},  /* double quotes */
    {0x2028, 0x2029, '\n', false}, /* line and paragraph separators */
    {0x202a, 0x202f, ' ', false},  /* direction marks, narrow no-break space */
    {0x2044, 0x2044, '/', false},  /* fraction slash */
    {0x205f, 0x206f, ' ', false},  /* mathematical space, word joiner, isolates */
    {0x2212, 0x2212, '-', false},  /* minus sign */
    {0x2215, 0x2215, '/', false},  /* division slash */
    {0x2236, 0x2236, ':', false},  /* ratio */
    {0x3000, 0x3000, ' ', false},  /* ideographic space */
    {0x301c, 0x301c, '~', false},  /* wave dash, as in 3~4 */
    {0xfe00, 0xfe0f, ' ', false},  /* variation selectors, as after an emoji */
    {0xfe55, 0xfe55, ':', false},  /* small colon */
    {0xfeff, 0xfeff, ' ', false},  /* byte order mark, no-break space without width */
    {0xff01, 0xff5e, '!', true},   /* full-width forms */
};

/* Most characters of Chinese, Japanese and Korean are above EAST_ASIAN and below
** EAST_ASIAN_END.  None in that range is read as ASCII, so no search is needed. */
#define EAST_ASIAN 0x301c
#define EAST_ASIAN_END 0xfe00

#define FOLDS (sizeof folds / sizeof *folds)

uint32_t reply_fold(const char *at, const char *end, size_t *size) {
  uint32_t code = utf8_read(at, (size_t)(end - at), size);
  if (code > EAST_ASIAN && code < EAST_ASIAN_END) return code;
  size_t low = 0;
  size_t high = FOLDS;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (folds[middle].last < code) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == FOLDS || code < folds[low].first) return code;
  uint32_t offset = folds[low].counts ? code - folds[low].first : 0;
  return (uint32_t)folds[low].ascii + offset;
}

/* A tag of a thinking block. */
struct tag {
  const char *start;
  const char *end;
  bool closes;
};

/* Returns the length of the thinking tag that begins with the '<' at `at`; 0 if no such
** tag is there. */
static size_t reply_tag_length(const char *at, const char *end, bool *closes) {
  static const char *const names[] = {"think>", "thinking>"};
  size_t before = 1; /* bytes before the name */
  *closes = end - at > 1 && at[1] == '/';
  before += *closes;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t length = strlen(names[i]);
    if ((size_t)(end - at) < before + length) continue;
    if (name_matches(names[i], at + before, length)) return before + length;
  }
  return 0;
}

/* True if the tag is directly between two equal quotes.  The text begins at `start`. */
static bool reply_is_quoted(const struct tag *tag, const char *start, const char *end) {
  if (tag->start == start || tag->end == end || tag->start[-1] != *tag->end) return false;
  return *tag->end == '`' || *tag->end == '"' || *tag->end == '\'';
}

/* Finds the first tag from `at` on.  The text begins at `start`.  False if there is no
** tag. */
static bool reply_find_tag(const char *start, const char *at, const char *end,
                           struct tag *tag) {
  while (at < end && (at = memchr(at, '<', (size_t)(end - at))) != NULL) {
    size_t length = reply_tag_length(at, end, &tag->closes);
    tag->start = at;
    tag->end = at + length;
    if (length > 0 && !reply_is_quoted(tag, start, end)) return true;
    at++;
  }
  return false;
}

struct reply reply_open(const char *text, size_t length) {
  struct reply reply = {text, text + length, false};
  struct tag tag = {.end = text};
  bool in_block = false;
  while (reply_find_tag(text, tag.end, reply.end, &tag)) {
    if (tag.closes && !in_block) reply.at = tag.end;
    in_block = !tag.closes;
    reply.has_blocks = true;
  }
  return reply;
}

static const char *reply_block_end(const struct reply *reply, const struct tag *opening) {
  struct tag tag = *opening;
  while (reply_find_tag(reply->at, tag.end, reply->end, &tag)) {
    if (tag.closes) return tag.end;
  }
  return reply->end;
}

bool reply_next(struct reply *reply, struct reply_part *part) {
  struct tag tag;
  if (reply->at == reply->end) return false;
  *part = (struct reply_part){reply->at, reply->end};
  if (reply->has_blocks && reply_find_tag(reply->at, reply->at, reply->end, &tag)) {
    part->end = tag.start;
    reply->at = reply_block_end(reply, &tag);
  } else {
    reply->at = reply->end;
  }
  return true;
}

const unsigned char reply_classes[128] = {
    [' '] = REPLY_BLANK,  ['\n'] = REPLY_LINE_END, ['*'] = REPLY_MARK,
    ['_'] = REPLY_MARK,   ['`'] = REPLY_MARK,      ['"'] = REPLY_MARK,
    ['\''] = REPLY_MARK,  ['\\'] = REPLY_MARK,     [')'] = REPLY_CLOSER,
    [']'] = REPLY_CLOSER, ['}'] = REPLY_CLOSER,    ['.'] = REPLY_STOP,
};

bool reply_single(struct reply reply, struct reply_part *single) {
  struct reply_part part;
  bool found = false;
  while (reply_next(&reply, &part)) {
    struct reply_part rest = part;
    reply_skip(&rest, REPLY_BLANK | REPLY_LINE_END);
    if (rest.at == rest.end) continue;
    if (found) return false;
    *single = part;
    found = true;
  }
  return found;
}

bool reply_take_word(struct reply_part *part, const char *word) {
  struct reply_part next = *part;
  for (; *word != 0; word++) {
    uint32_t c = reply_peek(&next);
    if (c >= 0x80 || name_lower((char)c) != (unsigned char)*word) return false;
    reply_advance(&next);
  }
  if (reply_is_word(reply_peek(&next))) return false;
  *part = next;
  return true;
}

/* Appends a character.  number->length also counts characters that do not fit, so the
** caller sees that the number is too long. */
static void reply_copy(struct reply_part *part, struct reply_number *number,
                       char character) {
  if (number->length < sizeof number->text) number->text[number->length] = character;
  number->length++;
  reply_advance(part);
}

static size_t reply_copy_digits(struct reply_part *part, struct reply_number *number) {
  size_t before = number->length;
  for (uint32_t c = reply_peek(part); reply_is_digit(c); c = reply_peek(part))
    reply_copy(part, number, (char)c);
  return number->length - before;
}

static void reply_copy_sign(struct reply_part *part, struct reply_number *number) {
  uint32_t c = reply_peek(part);
  if (c == '-' || c == '+') reply_copy(part, number, (char)c);
}

/* Copies the digits after a point, or after a comma that does not group thousands.
** `grouped` is true if the digits copied so far can begin a number like 12,500. */
static void reply_copy_fraction(struct reply_part *part, bool has_comma, bool grouped,
                                struct reply_number *number) {
  struct reply_part next = *part;
  struct reply_number longer = *number;
  uint32_t c = reply_peek(part);
  if (c != '.' && !(c == ',' && has_comma)) return;
  reply_copy(&next, &longer, '.');
  size_t digits = reply_copy_digits(&next, &longer);
  if (digits == 0 || (c == ',' && digits == 3 && grouped)) return;
  *part = next;
  *number = longer;
}

static void reply_copy_exponent(struct reply_part *part, struct reply_number *number) {
  struct reply_part next = *part;
  struct reply_number longer = *number;
  uint32_t c = reply_peek(part);
  if (c != 'e' && c != 'E') return;
  reply_copy(&next, &longer, 'e');
  reply_copy_sign(&next, &longer);
  if (reply_copy_digits(&next, &longer) == 0) return;
  *part = next;
  *number = longer;
}

/* Reads a number of one digit.  Most scores have one digit, so this short cut saves
** time. */
static bool reply_take_digit(struct reply_part *part, double *value) {
  struct reply_part next = *part;
  uint32_t digit = reply_peek(part);
  if (!reply_is_digit(digit)) return false;
  reply_advance(&next);
  uint32_t c = reply_peek(&next);
  if (reply_is_word(c) || c == '.' || c == ',') return false;
  *value = digit - '0';
  *part = next;
  return true;
}

bool reply_take_written(struct reply_part *part, bool has_comma,
                        struct reply_number *number, double *value) {
  struct reply_part next = *part;
  number->length = 0;
  reply_copy_sign(&next, number);
  size_t sign = number->length;
  size_t digits = reply_copy_digits(&next, number);
  bool grouped = digits > 0 && number->text[sign] != '0';
  reply_copy_fraction(&next, has_comma, grouped, number);
  if (number->length == sign) return false;
  reply_copy_exponent(&next, number);
  if (number->length > sizeof number->text) return false;
  *value = number_value(number->text, number->length);
  if (!isfinite(*value)) return false;
  *part = next;
  return true;
}

bool reply_take_number(struct reply_part *part, bool has_comma, double *value) {
  struct reply_number number;
  return reply_take_digit(part, value) ||
         reply_take_written(part, has_comma, &number, value);
}
