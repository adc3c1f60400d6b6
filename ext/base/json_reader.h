/*
** A reader of JSON text, for JSON in arguments of SQL functions.
**
** The text belongs to the caller.  Every function either advances the reader past the
** text that it read, or returns false and does not move the reader.
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

void json_reader_skip_space(struct json_reader *reader);

/* Skips white space, then reads the character `c`. */
bool json_reader_take(struct json_reader *reader, char c);

/* Skips white space, then reads a number in JSON's grammar. */
bool json_reader_number(struct json_reader *reader, double *value);

/* The text between the quotes of a string. */
struct json_string {
  const char *text; /* as in the JSON, escapes not decoded */
  size_t length;
  bool has_escapes;
  bool is_strict; /* valid UTF-8 without control characters, as RFC 8259 requires */
};

/* Skips white space, then reads a string. */
bool json_reader_string(struct json_reader *reader, struct json_string *string);

/* Skips white space, then reads a string that equals `name` and has no escapes. */
bool json_reader_name(struct json_reader *reader, const char *name);

/* Reads `separator`, then the key `name` of a member, then the colon. */
bool json_reader_key(struct json_reader *reader, char separator, const char *name);

/* Reads the escape whose backslash is at `text`; a surrogate pair is one escape.  Returns
** the number of bytes read; 0 if there is no JSON escape.  An unpaired surrogate becomes
** U+FFFD. */
size_t json_reader_escape(const char *text, size_t length, uint32_t *code);

/* Writes the decoded text of a string into `room`, which must have `length` bytes.
** Returns the number of bytes written. */
size_t json_reader_unescape(const char *text, size_t length, char *room);

/* Reads the word `word`, such as true, without skipping white space. */
bool json_reader_word(struct json_reader *reader, const char *word);

/* Skips white space, then reads a value that is no object or array.  A number without
** point or exponent is an INTEGER if it fits into 64 bits; true and false are 1 and 0.
** A string becomes the bytes between its quotes; json_reader_unescape() decodes them. */
bool json_reader_scalar(struct json_reader *reader, struct value *value);

/* True if nothing but white space is left. */
bool json_reader_is_done(struct json_reader *reader);

#endif
