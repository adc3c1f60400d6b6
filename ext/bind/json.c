/* JSON results: see json.h. */
#include "bind/json.h"

#include <string.h>

#include "base/json_quote.h"
#include "base/missing.h"

/* The time to write a value, and the time for each byte of the value, in nanoseconds. */
#define VALUE_WORK ((uint64_t)200)
#define BYTE_WORK ((uint64_t)2)

/* A writer checks for an interrupt after at most this number of bytes of a value. */
#define PIECE ((size_t)1 << 16)

/* This many bytes of a BLOB are written as hexadecimal digits in one piece. */
#define DIGITS_PIECE 256

static const char hex_digits[] = "0123456789abcdef";

static void json_separate(struct json *json) {
  if (json->comma) sqlite3_str_appendchar(json->text, 1, ',');
  json->comma = true;
  if (interrupt_pending(&json->interrupt, VALUE_WORK)) json->stopped = true;
}

static void json_begin(struct json *json, char bracket) {
  json_separate(json);
  sqlite3_str_appendchar(json->text, 1, bracket);
  json->comma = false;
}

static void json_end(struct json *json, char bracket) {
  sqlite3_str_appendchar(json->text, 1, bracket);
  json->comma = true;
}

void json_begin_object(struct json *json) {
  json_begin(json, '{');
}

void json_end_object(struct json *json) {
  json_end(json, '}');
}

struct json json_open(sqlite3_context *context) {
  sqlite3 *db = sqlite3_context_db_handle(context);
  struct json json = {sqlite3_str_new(db), interrupt_open(db), false, false};
  json_begin_object(&json);
  return json;
}

void json_result(sqlite3_context *context, struct json *json) {
  json_end_object(json);
  int rc = sqlite3_str_errcode(json->text);
  char *text = sqlite3_str_finish(json->text);
  interrupt_close(&json->interrupt);
  if (json->stopped) {
    sqlite3_free(text);
    interrupt_result(context);
    return;
  }
  if (rc == SQLITE_OK && text != NULL) { /* unreachable: NULL text without an error */
    sqlite3_result_text(context, text, -1, sqlite3_free);
    sqlite3_result_subtype(context, JSON_SUBTYPE);
    return;
  }
  sqlite3_free(text);
  if (rc == SQLITE_TOOBIG) {
    sqlite3_result_error_toobig(context);
  } else {
    sqlite3_result_error_nomem(context);
  }
}

void json_begin_array(struct json *json) {
  json_begin(json, '[');
}

void json_end_array(struct json *json) {
  json_end(json, ']');
}

static void json_sink(void *to, const char *bytes, size_t length) {
  sqlite3_str_append(to, bytes, (int)length);
}

static size_t json_piece_at(size_t at, size_t length) {
  return length - at < PIECE ? length - at : PIECE;
}

static void json_append_quoted(struct json *json, const char *text, size_t length) {
  sqlite3_str_appendchar(json->text, 1, '"');
  for (size_t at = 0; at < length && !json->stopped; at += PIECE) {
    size_t piece = json_piece_at(at, length);
    json_quote(text + at, piece, json_sink, json->text);
    json->stopped = interrupt_pending(&json->interrupt, piece * BYTE_WORK);
  }
  sqlite3_str_appendchar(json->text, 1, '"');
}

void json_text(struct json *json, const char *text, size_t length) {
  json_separate(json);
  json_append_quoted(json, text, length);
}

void json_begin_text(struct json *json) {
  json_begin(json, '"');
}

void json_part(struct json *json, const char *part) {
  json_quote(part, strlen(part), json_sink, json->text);
}

void json_end_text(struct json *json) {
  json_end(json, '"');
}

void json_key_text(struct json *json, const char *key, size_t length) {
  json_text(json, key, length);
  sqlite3_str_appendchar(json->text, 1, ':');
  json->comma = false;
}

void json_key(struct json *json, const char *key) {
  json_key_text(json, key, strlen(key));
}

static void json_null(struct json *json) {
  json_separate(json);
  sqlite3_str_appendall(json->text, "null");
}

void json_name(struct json *json, const char *name) {
  if (name == NULL) {
    json_null(json);
  } else {
    json_text(json, name, strlen(name));
  }
}

size_t json_format_real(double real, char text[NUMBER_TEXT_SIZE]) {
  if (isfinite(real)) return number_format(real, text);
  const char *infinite = real > 0 ? "9e999" : "-9e999";
  memcpy(text, infinite, strlen(infinite) + 1);
  return strlen(infinite);
}

void json_number(struct json *json, double number) {
  if (is_missing(number)) {
    json_null(json);
    return;
  }
  char text[NUMBER_TEXT_SIZE];
  json_separate(json);
  sqlite3_str_append(json->text, text, (int)json_format_real(number, text));
}

void json_integer(struct json *json, sqlite3_int64 integer) {
  json_separate(json);
  sqlite3_str_appendf(json->text, "%lld", integer);
}

static void json_append_hex(sqlite3_str *text, const unsigned char *bytes,
                            size_t length) {
  char digits[2 * DIGITS_PIECE];
  for (size_t at = 0; at < length; at += DIGITS_PIECE) {
    size_t count = 0;
    for (size_t i = at; i < length && i < at + DIGITS_PIECE; i++) {
      digits[count++] = hex_digits[bytes[i] >> 4];
      digits[count++] = hex_digits[bytes[i] & 15];
    }
    sqlite3_str_append(text, digits, (int)count);
  }
}

bool json_append_literal(sqlite3_str *text, const struct value *blob,
                         struct interrupt *interrupt) {
  bool stopped = false;
  sqlite3_str_appendall(text, "x'");
  for (size_t at = 0; at < blob->length && !stopped; at += PIECE) {
    size_t piece = json_piece_at(at, blob->length);
    json_append_hex(text, blob->is.bytes + at, piece);
    stopped = interrupt_pending(interrupt, piece * BYTE_WORK);
  }
  sqlite3_str_appendchar(text, 1, '\'');
  return !stopped;
}

static void json_append_blob(struct json *json, const struct value *blob) {
  json_separate(json);
  sqlite3_str_appendchar(json->text, 1, '"');
  if (!json_append_literal(json->text, blob, &json->interrupt)) json->stopped = true;
  sqlite3_str_appendchar(json->text, 1, '"');
}

void json_value(struct json *json, const struct value *value) {
  switch (value->type) { /* unreachable: a type that has no case */
  case VALUE_INTEGER:
    json_integer(json, value->is.integer);
    break;
  case VALUE_REAL:
    json_number(json, value->is.real);
    break;
  case VALUE_TEXT:
    json_text(json, (const char *)value->is.bytes, value->length);
    break;
  case VALUE_BLOB:
    json_append_blob(json, value);
    break;
  case VALUE_NULL:
    json_null(json);
    break;
  }
}

void json_key_number(struct json *json, const char *key, double number) {
  json_key(json, key);
  json_number(json, number);
}

void json_key_name(struct json *json, const char *key, const char *name) {
  json_key(json, key);
  json_name(json, name);
}

void json_key_boolean(struct json *json, const char *key, bool boolean) {
  json_key(json, key);
  json_separate(json);
  sqlite3_str_appendall(json->text, boolean ? "true" : "false");
}

void json_member_value(struct json *json, const char *key, const struct value *value) {
  static const struct value null = {.type = VALUE_NULL};
  json_key(json, key);
  json_value(json, value != NULL ? value : &null);
}

void json_key_value(struct json *json, const struct value *key) {
  bool is_number = key->type == VALUE_INTEGER || key->type == VALUE_REAL;
  if (is_number) {
    json_separate(json);
    sqlite3_str_appendchar(json->text, 1, '"');
    json->comma = false;
  }
  json_value(json, key);
  sqlite3_str_appendall(json->text, is_number ? "\":" : ":");
  json->comma = false;
}
