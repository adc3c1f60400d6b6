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

/* JSON's grammar is narrower than number_parse(): no leading plus, no leading zeros, a
** digit on each side of a point.  What number_parse() lets stand behind a point, an
** exponent or nothing, begins with no character below the digits. */
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

/* The characters that a letter behind a backslash stands for. */
static const char letters[] = "\"\\/bfnrt";
static const char meanings[] = "\"\\/\b\f\n\r\t";

/* The bytes of \u and its four digits. */
#define UNIT_BYTES 6

/* Reads \u and four hexadecimal digits, a unit of UTF-16; false if they are not there. */
static bool json_reader_read_unit(const char *text, size_t length, uint32_t *unit) {
  if (length < UNIT_BYTES || text[0] != '\\' || text[1] != 'u') return false;
  *unit = 0;
  for (int i = 2; i < UNIT_BYTES; i++) {
    char c = (char)(text[i] | 0x20); /* lower case; digits stay */
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

/* How many bytes the next character of a string takes; 0 for its quote and for a
** backslash that may not stand there. */
static size_t json_reader_character_size(const struct json_reader *reader,
                                         bool has_escapes) {
  uint32_t code;
  if (*reader->at == '"') return 0;
  if (*reader->at != '\\') return 1;
  return has_escapes
             ? json_reader_escape(reader->at, (size_t)(reader->end - reader->at), &code)
             : 0;
}

static bool json_reader_read_string(struct json_reader *reader, bool has_escapes,
                                    const char **text, size_t *length) {
  struct json_reader start = *reader;
  if (json_reader_take(reader, '"')) {
    *text = reader->at;
    for (size_t size = 1; size > 0 && reader->at < reader->end; reader->at += size)
      size = json_reader_character_size(reader, has_escapes);
    *length = (size_t)(reader->at - *text);
    if (reader->at < reader->end && *reader->at == '"') {
      reader->at++;
      return true;
    }
  }
  *reader = start;
  return false;
}

bool json_reader_string(struct json_reader *reader, const char **text, size_t *length) {
  return json_reader_read_string(reader, false, text, length);
}

bool json_reader_escaped(struct json_reader *reader, const char **text, size_t *length) {
  return json_reader_read_string(reader, true, text, length);
}

/* Every backslash begins an escape here, and none is shorter than what it stands for. */
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

static bool json_reader_word(struct json_reader *reader, const char *word) {
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
  const char *text;
  if (json_reader_escaped(reader, &text, &value->length)) {
    value->type = VALUE_TEXT;
    value->is.bytes = (const unsigned char *)text;
    return true;
  }
  json_reader_skip_space(reader);
  text = reader->at;
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
  const char *text;
  size_t length;
  if (!json_reader_string(&ahead, &text, &length) ||
      !bytes_same(text, length, name, strlen(name)))
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
