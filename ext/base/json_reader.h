/*
** A reader of JSON text: just what the arguments that may be JSON need.
**
** The text belongs to the caller.  Every function advances the reader past what it read,
** or leaves it where it was and returns false.
*/
#ifndef ASSAY_BASE_JSON_READER_H
#define ASSAY_BASE_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/value.h"

struct json_reader {
  const char *at;
  const char *end;
};

/* Skips JSON's white space. */
void json_reader_skip_space(struct json_reader *reader);

/* Skips white space, then reads the one character `c`. */
bool json_reader_take(struct json_reader *reader, char c);

/* Skips white space, then reads a number in JSON's grammar. */
bool json_reader_number(struct json_reader *reader, double *value);

/* What stands between the quotes of a string. */
struct json_string {
  const char *text; /* in the JSON, its escapes as they stand */
  size_t length;
  bool has_escapes;
  bool is_strict; /* UTF-8 without control characters, as RFC 8259 has it */
};

/* Skips white space, then reads a string. */
bool json_reader_string(struct json_reader *reader, struct json_string *string);

/* Reads a string that is this name, written without escapes. */
bool json_reader_name(struct json_reader *reader, const char *name);

/* Reads the separator in front of a member, its key and the colon. */
bool json_reader_key(struct json_reader *reader, char separator, const char *name);

/* Reads the escape at the backslash that `text` begins with, both halves of a surrogate
** pair as one, and says how many bytes it takes; 0 if JSON has none such.  A half by
** itself is U+FFFD. */
size_t json_reader_escape(const char *text, size_t length, uint32_t *code);

/* Writes the decoded text of a string into `room`, which has `length` bytes, and says how
** many of them it took.  An unpaired surrogate becomes U+FFFD. */
size_t json_reader_unescape(const char *text, size_t length, char *room);

/* Reads a word that stands right here: true, false, null. */
bool json_reader_word(struct json_reader *reader, const char *word);

/* Skips white space, then reads a value that is no object and no array.  Digits alone are
** an integer where 64 bits hold it; true and false are 1 and 0.  The bytes of a text are
** what stands between its quotes, for json_reader_unescape(). */
bool json_reader_scalar(struct json_reader *reader, struct value *value);

/* True if nothing but white space is left. */
bool json_reader_is_done(struct json_reader *reader);

#endif
