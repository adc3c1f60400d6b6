/* A reader of JSON text: see json_reader.h. */
#include "json_reader.h"

#include "number.h"

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
static bool number_is_strict(const char *text, size_t length) {
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
  if (length > 0 && number_is_strict(reader->at, length)) {
    reader->at += length;
    return true;
  }
  *reader = start;
  return false;
}

bool json_reader_string(struct json_reader *reader, const char **text, size_t *length) {
  struct json_reader start = *reader;
  if (json_reader_take(reader, '"')) {
    *text = reader->at;
    while (reader->at < reader->end && *reader->at != '"' && *reader->at != '\\') {
      reader->at++;
    }
    *length = (size_t)(reader->at - *text);
    if (reader->at < reader->end && *reader->at == '"') {
      reader->at++;
      return true;
    }
  }
  *reader = start;
  return false;
}
