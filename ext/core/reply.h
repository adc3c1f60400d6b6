/*
** A judge's reply as it is read: without what the judge only thought, and with one
** character for all that look alike.
**
** Models write their deliberation between <think> and </think>, or <thinking> and
** </thinking>, and weigh scores there that they don't give.  No such block is read:
**
**   - a block ends at the first closing tag of either name; one that is not closed goes
**     on to the end of the reply;
**   - a closing tag that nothing opened closes what came before it: some hosts cut off
**     the opening tag;
**   - a tag directly between two backticks, or two equal quotes, is a word about a tag
**     and no tag.
**
** Judges write typography for ASCII, as do the input methods of East Asia: a full-width
** colon, a no-break space, a curly quote.  Such a character is read as its ASCII one.
*/
#ifndef ASSAY_CORE_REPLY_H
#define ASSAY_CORE_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/name.h"

/* A part of a reply that is read, from `at` on; the text is the caller's. */
struct reply_part {
  const char *at;
  const char *end;
};

/* What of a reply is left to read. */
struct reply {
  const char *at;
  const char *end;
  bool has_blocks; /* there may be a block */
};

/* O(length), no memory; `text` is borrowed for as long as the reply is read. */
struct reply reply_open(const char *text, size_t length);

/* The next part that is read, in the order of the text.  False if there is none.  All
** parts together are no longer than the reply, and finding them takes O(length). */
bool reply_next(struct reply *reply, struct reply_part *part);

/* The only part that has more than white space.  False if there is none, or another
** one. */
bool reply_single(struct reply reply, struct reply_part *single);

/* reply_character() of anything but printable ASCII. */
uint32_t reply_fold(const char *at, const char *end, size_t *size);

/* The character at `at` < `end` and its size in bytes.  White space within a line, and
** characters without width, are a blank; an end of a line is a newline.  Hyphens, the
** minus sign and the en dash are a hyphen.  Quotes, slashes, ratios and the full-width
** forms of ASCII are their ASCII sign.  Anything else is its code point, or utf8_read()'s
** stray. */
static inline uint32_t reply_character(const char *at, const char *end, size_t *size) {
  unsigned char byte = (unsigned char)*at;
  *size = 1;
  if (byte >= ' ' && byte < 0x7f) return byte;
  return reply_fold(at, end, size);
}

/* The next character of a part, 0 at its end. */
static inline uint32_t reply_peek(const struct reply_part *part) {
  size_t size;
  return part->at < part->end ? reply_character(part->at, part->end, &size) : 0;
}

/* Passes the next character; there is one. */
static inline void reply_advance(struct reply_part *part) {
  size_t size;
  reply_character(part->at, part->end, &size);
  part->at += size;
}

/* Passes the next character if it is this one, which is not 0. */
static inline bool reply_take(struct reply_part *part, uint32_t character) {
  if (character != reply_peek(part)) return false;
  reply_advance(part);
  return true;
}

/* What may stand between the parts of a score. */
enum {
  REPLY_BLANK = 1,
  REPLY_LINE_END = 2,
  REPLY_MARK = 4,   /* Markdown's emphasis and code, quotes, escapes: * _ ` " ' \ */
  REPLY_CLOSER = 8, /* ) ] } */
  REPLY_STOP = 16   /* . */
};

extern const unsigned char reply_classes[128];

/* True for a character of one of the classes. */
static inline bool reply_is(uint32_t character, unsigned classes) {
  return character < 128 && (reply_classes[character] & classes) != 0;
}

/* Passes what is of the classes, and returns the last of it; 0 if nothing is. */
static inline uint32_t reply_skip(struct reply_part *part, unsigned classes) {
  uint32_t last = 0;
  for (uint32_t c = reply_peek(part); reply_is(c, classes); c = reply_peek(part)) {
    last = c;
    reply_advance(part);
  }
  return last;
}

static inline bool reply_is_digit(uint32_t character) {
  return character >= '0' && character <= '9';
}

/* An ASCII letter or a digit.  Letters of other scripts are no part of a word: they stand
** without a space before a label or a number. */
static inline bool reply_is_word(uint32_t character) {
  uint32_t lower = character | NAME_CASE_BIT;
  return reply_is_digit(character) || (character < 0x80 && lower >= 'a' && lower <= 'z');
}

/* Passes a word, which is given in lower case, whatever its case; not the beginning of a
** longer one. */
bool reply_take_word(struct reply_part *part, const char *word);

/* Passes a number and reads it: a sign, digits, a fraction after a point (or, if
** `has_comma`, a comma), an exponent.  1,000 is a thousand: its comma begins no fraction.
** False if there is no number, or if it is infinite or longer than anyone writes. */
bool reply_take_number(struct reply_part *part, bool has_comma, double *value);

/* A number as ASCII, with a point; nobody writes longer ones. */
struct reply_number {
  char text[64];
  size_t length;
};

/* The same, as it is written. */
bool reply_take_written(struct reply_part *part, bool has_comma,
                        struct reply_number *number, double *value);

#endif
