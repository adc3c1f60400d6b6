/*
** Reads the reply of a judge, a model that gives scores.  Skips the judge's deliberation,
** and reads a character that looks like ASCII as ASCII.
**
** Models write their deliberation between <think> and </think>, or <thinking> and
** </thinking>.  This text, a thinking block, can contain scores that the model considers
** but does not give.  So thinking blocks are skipped:
**
**   - A block ends at the first closing tag, </think> or </thinking>.  A block that is
**     not closed ends with the reply.
**   - If a closing tag has no opening tag, the reply up to that tag is a block, because
**     some model servers cut off the opening tag.
**   - A tag directly between two backticks, or two equal quotes, is ignored, because the
**     judge only mentions it.
**
** Judges, like East Asian input methods, write typographic characters in place of ASCII:
** a full-width colon, a no-break space, a curly quote.  Each such character is read as
** ASCII.
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

/* What is left to read of a reply. */
struct reply {
  const char *at;
  const char *end;
  bool has_blocks; /* a tag of a thinking block was found */
};

/* Starts to read a reply: O(length), no memory.  `text` is not copied: it must exist
** until the reply has been read. */
struct reply reply_open(const char *text, size_t length);

/* Finds the next part outside thinking blocks, in the order of the text.  False if there
** is none.  All parts together are no longer than the reply.  Finding all takes
** O(length). */
bool reply_next(struct reply *reply, struct reply_part *part);

/* Finds the only part that is not just white space.  False if there is none, or more than
** one. */
bool reply_single(struct reply reply, struct reply_part *single);

/* Called by reply_character(), below, for a character that is not printable ASCII. */
uint32_t reply_fold(const char *at, const char *end, size_t *size);

/* `at` must be before `end`.  Returns the character at `at`, and sets `size` to the
** character's size in bytes.
**
** White space within a line, and characters without width, become a blank; the end of a
** line becomes a newline.  Hyphens, the minus sign and the en dash become a hyphen.
** Quotes, slashes, ratio signs, the wave dash and full-width forms become the matching
** ASCII sign.  Every other character is what utf8_read() returns. */
static inline uint32_t reply_character(const char *at, const char *end, size_t *size) {
  unsigned char byte = (unsigned char)*at;
  *size = 1;
  if (byte >= ' ' && byte < 0x7f) return byte;
  return reply_fold(at, end, size);
}

/* Returns the next character of a part, or 0 at the end of the part. */
static inline uint32_t reply_peek(const struct reply_part *part) {
  size_t size;
  return part->at < part->end ? reply_character(part->at, part->end, &size) : 0;
}

/* Skips the next character.  The part must not be empty. */
static inline void reply_advance(struct reply_part *part) {
  size_t size;
  reply_character(part->at, part->end, &size);
  part->at += size;
}

/* Skips the next character if it is `character`; `character` must not be 0. */
static inline bool reply_take(struct reply_part *part, uint32_t character) {
  if (character != reply_peek(part)) return false;
  reply_advance(part);
  return true;
}

/* Classes of characters that may stand between the parts of a score. */
enum {
  REPLY_BLANK = 1,
  REPLY_LINE_END = 2,
  REPLY_MARK = 4,   /* Markdown's signs, quotes, backslash: * _ ` " ' \ */
  REPLY_CLOSER = 8, /* ) ] } */
  REPLY_STOP = 16   /* . */
};

extern const unsigned char reply_classes[128];

static inline bool reply_is(uint32_t character, unsigned classes) {
  return character < 128 && (reply_classes[character] & classes) != 0;
}

/* Skips all characters of `classes`.  Returns the last such character, or 0 for none. */
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

/* True for an ASCII letter or digit.  Letters of other scripts don't count, because in
** some scripts a label or a number directly follows a word. */
static inline bool reply_is_word(uint32_t character) {
  uint32_t lower = character | NAME_CASE_BIT;
  return reply_is_digit(character) || (character < 0x80 && lower >= 'a' && lower <= 'z');
}

/* Skips `word`, which must be in lower case; the text may have capitals.  False if the
** word is not here, or is only the beginning of a longer word. */
bool reply_take_word(struct reply_part *part, const char *word);

/* Reads a number: a sign, digits, a fraction, an exponent.  The fraction follows a point
** or, if `has_comma`, a comma.  A comma before exactly three digits may group thousands,
** so 1,000 has no fraction.  But 0,125 has a fraction: no grouped number begins with 0.
**
** Returns false if there is no number, or if it is infinite or too long (see below). */
bool reply_take_number(struct reply_part *part, bool has_comma, double *value);

/* A number as ASCII text, with a decimal point.  A number of more than 64 characters is
** not read. */
struct reply_number {
  char text[64];
  size_t length;
};

/* Like reply_take_number(), but also writes the text of the number to `number`. */
bool reply_take_written(struct reply_part *part, bool has_comma,
                        struct reply_number *number, double *value);

#endif
