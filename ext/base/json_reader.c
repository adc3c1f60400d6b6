/* A reader of JSON text: see json_reader.h. */
#include "base/json_reader.h"

#include <stdint.h>
#include <string.h>

#include "base/bytes.h"
#include "base/number.h"
#include "base/utf8.h"

void json_reader_skip_space(struct json_reader *reader) {
  while (reader->at < reader->end) {
    char c = *reader->at;
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
    reader->at++;
  }
}

bool json_reader_take(struct json_reader *reader, char c) {
  struct json_reader start = *reader;
  json_reader_skip_space(reader);
  if (reader->at < reader->end && *reader->at == c) {
    reader->at++;
    return true;
  }
  *reader = start;
  return false;
}

/* JSON allows less than number_parse(): no leading plus, no leading zeros, and no point
** without a digit on each side.  Directly after a point, number_parse() accepts a digit,
** the letter e or E, or the end of the number.  JSON accepts only a digit there.  The
** letters are > '9'. */
static bool json_reader_number_is_strict(const char *text, size_t length) {
  size_t i = text[0] == '-' ? 1 : 0;
  if (text[0] == '+' || text[i] == '.') return false;
  if (text[i] == '0' && i + 1 < length && number_is_digit(text[i + 1])) return false;
  for (; i < length; i++) {
    if (text[i] == '.') return i + 1 < length && text[i + 1] <= '9';
  }
  return true;
}

bool json_reader_number(struct json_reader *reader, double *value) {
  struct json_reader start = *reader;
  json_reader_skip_space(reader);
  size_t length = number_parse(reader->at, (size_t)(reader->end - reader->at), value);
  if (length > 0 && json_reader_number_is_strict(reader->at, length)) {
    reader->at += length;
    return true;
  }
  *reader = start;
  return false;
}

/* `meanings` has the character for each letter after a backslash. */
static const char letters[] = "\"\\/bfnrt";
static const char meanings[] = "\"\\/\b\f\n\r\t";

/* The number of bytes of \u and its four digits. */
#define UNIT_BYTES 6

/* Reads a unit of UTF-16, written as \u and four hexadecimal digits.  False if there is
** no such unit. */
static bool json_reader_read_unit(const char *text, size_t length, uint32_t *unit) {
  if (length < UNIT_BYTES || text[0] != '\\' || text[1] != 'u') return false;
  *unit = 0;
  for (int i = 2; i < UNIT_BYTES; i++) {
    char c = (char)(text[i] | 0x20); /* makes A-F lower case, leaves digits unchanged */
    bool letter = c >= 'a' && c <= 'f';
    if (!letter && !number_is_digit(text[i])) return false;
    *unit = *unit << 4 | (uint32_t)(letter ? c - 'a' + 10 : c - '0');
  }
  return true;
}

size_t json_reader_escape(const char *text, size_t length, uint32_t *code) {
  const char *letter = length > 1 ? memchr(letters, text[1], sizeof letters - 1) : NULL;
  if (letter != NULL) {
    *code = (uint32_t)meanings[letter - letters];
    return 2;
  }
  uint32_t low;
  if (!json_reader_read_unit(text, length, code)) return 0;
  if ((*code & 0xf800) != 0xd800) return UNIT_BYTES;
  bool pair = *code < 0xdc00 &&
              json_reader_read_unit(text + UNIT_BYTES, length - UNIT_BYTES, &low) &&
              (low & 0xfc00) == 0xdc00;
  *code = pair ? 0x10000 + ((*code & 0x3ff) << 10 | (low & 0x3ff)) : UTF8_REPLACEMENT;
  return pair ? (size_t)2 * UNIT_BYTES : UNIT_BYTES;
}

/* True for an ASCII character that needs no escape in a string. */
static inline bool json_reader_is_plain(char c) {
  unsigned char byte = (unsigned char)c;
  return byte >= ' ' && byte != '"' && byte != '\\' && byte < 0x80;
}

/* Returns the number of bytes of the next character of a string; 0 for a backslash that
** does not begin an escape.  The caller has checked that the character is not a quote. */
static size_t json_reader_character(const char *text, size_t length,
                                    struct json_string *string) {
  size_t taken;
  uint32_t code;
  if (*text == '\\') {
    string->has_escapes = true;
    return json_reader_escape(text, length, &code);
  }
  code = utf8_read(text, length, &taken);
  string->is_strict &= code >= ' ' && code < UTF8_STRAY;
  return taken;
}

bool json_reader_string(struct json_reader *reader, struct json_string *string) {
  struct json_reader start = *reader;
  bool begins = json_reader_take(reader, '"');
  const char *at = reader->at, *end = reader->end;
  *string = (struct json_string){.text = at, .is_strict = true};
  for (size_t size = 1; begins && size > 0; at += size) {
    while (at < end && json_reader_is_plain(*at))
      at++;
    if (at == end) break;
    if (*at == '"') {
      string->length = (size_t)(at - string->text);
      reader->at = at + 1;
      return true;
    }
    size = json_reader_character(at, (size_t)(end - at), string);
  }
  *reader = start;
  return false;
}

/* json_reader_string() has checked that every backslash in `text` begins an escape.
** No escape is shorter than its decoded bytes, so `room` is big enough. */
size_t json_reader_unescape(const char *text, size_t length, char *room) {
  uint32_t code = 0;
  size_t written = 0;
  for (size_t i = 0; i < length;) {
    if (text[i] != '\\') {
      room[written++] = text[i++];
    } else {
      i += json_reader_escape(text + i, length - i, &code);
      written += utf8_write(code, room + written);
    }
  }
  return written;
}

static bool json_reader_digits(const char *text, size_t length, struct value *value) {
  value->type = VALUE_INTEGER;
  return number_form(text, length) == NUMBER_INTEGER &&
         number_integer(text, length, &value->is.integer);
}

bool json_reader_word(struct json_reader *reader, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(reader->end - reader->at) < length) return false;
  if (memcmp(reader->at, word, length) != 0) return false;
  reader->at += length;
  return true;
}

static bool json_reader_constant(struct json_reader *reader, struct value *value) {
  *value = (struct value){.type = VALUE_INTEGER, .is.integer = 1};
  if (json_reader_word(reader, "true")) return true;
  value->is.integer = 0;
  if (json_reader_word(reader, "false")) return true;
  value->type = VALUE_NULL;
  return json_reader_word(reader, "null");
}

bool json_reader_scalar(struct json_reader *reader, struct value *value) {
  struct json_reader start = *reader;
  struct json_string string;
  if (json_reader_string(reader, &string)) {
    value->type = VALUE_TEXT;
    value->is.bytes = (const unsigned char *)string.text;
    value->length = string.length;
    return true;
  }
  json_reader_skip_space(reader);
  const char *text = reader->at;
  double real;
  if (json_reader_number(reader, &real)) {
    if (json_reader_digits(text, (size_t)(reader->at - text), value)) return true;
    *value = (struct value){.type = VALUE_REAL, .is.real = real};
    return true;
  }
  if (json_reader_constant(reader, value)) return true;
  *reader = start;
  return false;
}

bool json_reader_name(struct json_reader *reader, const char *name) {
  struct json_reader ahead = *reader;
  struct json_string string;
  if (!json_reader_string(&ahead, &string) ||
      !bytes_same(string.text, string.length, name, strlen(name)))
    return false;
  *reader = ahead;
  return true;
}

bool json_reader_key(struct json_reader *reader, char separator, const char *name) {
  struct json_reader ahead = *reader;
  if (!json_reader_take(&ahead, separator) || !json_reader_name(&ahead, name) ||
      !json_reader_take(&ahead, ':'))
    return false;
  *reader = ahead;
  return true;
}

bool json_reader_is_done(struct json_reader *reader) {
  json_reader_skip_space(reader);
  return reader->at == reader->end;
}
