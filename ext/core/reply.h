/*
** Reads a judge's reply: skips what the judge only thought, and maps characters that look
** alike to one ASCII character.
**
** Models write their deliberation between <think> and </think>, or <thinking> and
** </thinking>.  There they weigh scores that they don't give.  So no such block is read:
**
**   - A block ends at the first closing tag of either name.  A block that is not closed
**     ends with the reply.
**   - A closing tag without an opening tag closes the text before it, because some hosts
**     cut off the opening tag.
**   - A tag directly between two backticks, or two equal quotes, is not a tag: the judge
**     writes about the tag.
**
** Judges, and the input methods of East Asia, write typographic characters in place of
** ASCII: a full-width colon, a no-break space, a curly quote.  Each is read as its ASCII
** character.
*/
#ifndef ASSAY_CORE_REPLY_H
#define ASSAY_CORE_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/name.h"

/* A part of a reply, from `at` to `end`.  The text belongs to the caller. */
struct reply_part {
  const char *at;
  const char *end;
};

/* The part of a reply that has not been read yet. */
struct reply {
  const char *at;
  const char *end;
  bool has_blocks; /* true if there may be a block */
};

/* O(length), no memory.  `text` is borrowed while the reply is read. */
struct reply reply_open(const char *text, size_t length);

/* Finds the next part outside the blocks, in the order of the text.  False if there is
** none.  All parts together are no longer than the reply.  Finding all parts takes
** O(length). */
bool reply_next(struct reply *reply, struct reply_part *part);

/* Finds the only part with anything but white space.  False if no part, or more than one
** part, has anything else. */
bool reply_single(struct reply reply, struct reply_part *single);

/* reply_character() for anything but printable ASCII. */
uint32_t reply_fold(const char *at, const char *end, size_t *size);

/* The character at `at` < `end`, and its size in bytes.  White space within a line, and
** characters without width, are a blank.  The end of a line is a newline.  Hyphens, the
** minus sign and the en dash are a hyphen.  Quotes, slashes, ratio signs and full-width
** forms are the matching ASCII sign.  Anything else is its code point, or the stray of
** utf8_read(). */
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

/* Passes the next character.  The part is not empty. */
static inline void reply_advance(struct reply_part *part) {
  size_t size;
  reply_character(part->at, part->end, &size);
  part->at += size;
}

/* Passes the next character if it equals `character`, which is not 0. */
static inline bool reply_take(struct reply_part *part, uint32_t character) {
  if (character != reply_peek(part)) return false;
  reply_advance(part);
  return true;
}

/* Classes of characters that may stand between the parts of a score. */
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

/* Passes characters of the classes.  Returns the last character passed, or 0 if there was
** none. */
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

/* An ASCII letter or a digit.  Letters of other scripts don't count, because some scripts
** write no space between a word and a label or a number. */
static inline bool reply_is_word(uint32_t character) {
  uint32_t lower = character | NAME_CASE_BIT;
  return reply_is_digit(character) || (character < 0x80 && lower >= 'a' && lower <= 'z');
}

/* Passes a word in any case; `word` is in lower case.  False if a longer word begins with
** it. */
bool reply_take_word(struct reply_part *part, const char *word);

/* Passes a number and reads it: a sign, digits, a fraction after a point (or, if
** `has_comma`, a comma), an exponent.  1,000 is a thousand: no fraction begins at its
** comma.  False if there is no number, or if it is infinite or longer than a
** reply_number. */
bool reply_take_number(struct reply_part *part, bool has_comma, double *value);

/* A number as ASCII, with a point.  Nobody writes longer numbers. */
struct reply_number {
  char text[64];
  size_t length;
};

/* As reply_take_number(); `number` gets the text of the number. */
bool reply_take_written(struct reply_part *part, bool has_comma,
                        struct reply_number *number, double *value);

#endif
