/* JSON results: see json.h. */
#include "json.h"

#include <string.h>

#include "../core/dimensions.h"
#include "../core/number.h"

#define JSON_SUBTYPE 'J'

/* What a value costs, in nanoseconds. */
#define VALUE_WORK ((uint64_t)200)

struct json json_open(sqlite3_context *context) {
  sqlite3 *db = sqlite3_context_db_handle(context);
  return (struct json){sqlite3_str_new(db), interrupt_open(db), false, false};
}

void json_result(sqlite3_context *context, struct json *json) {
  int rc = sqlite3_str_errcode(json->text);
  char *text = sqlite3_str_finish(json->text);
  interrupt_close(&json->interrupt);
  if (json->stopped) {
    sqlite3_free(text);
    interrupt_result(context);
    return;
  }
  if (rc == SQLITE_OK && text != NULL) { /* unreachable: no text without an error */
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

static void separate(struct json *json) {
  if (json->comma) sqlite3_str_appendchar(json->text, 1, ',');
  json->comma = true;
  if (interrupt_pending(&json->interrupt, VALUE_WORK)) json->stopped = true;
}

static void begin(struct json *json, char bracket) {
  separate(json);
  sqlite3_str_appendchar(json->text, 1, bracket);
  json->comma = false;
}

static void end(struct json *json, char bracket) {
  sqlite3_str_appendchar(json->text, 1, bracket);
  json->comma = true;
}

void json_begin_object(struct json *json) {
  begin(json, '{');
}

void json_end_object(struct json *json) {
  end(json, '}');
}

void json_begin_array(struct json *json) {
  begin(json, '[');
}

void json_end_array(struct json *json) {
  end(json, ']');
}

/* Quotes, backslashes and control characters need an escape; all other bytes stand as
** they are. */
static void append_quoted(struct json *json, const char *text, size_t length) {
  sqlite3_str_appendchar(json->text, 1, '"');
  size_t plain = 0; /* where the bytes not yet written begin */
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    sqlite3_str_append(json->text, text + plain, (int)(i - plain));
    if (c < 0x20) {
      sqlite3_str_appendf(json->text, "\\u%04x", c);
    } else {
      sqlite3_str_appendf(json->text, "\\%c", c);
    }
    plain = i + 1;
  }
  sqlite3_str_append(json->text, text + plain, (int)(length - plain));
  sqlite3_str_appendchar(json->text, 1, '"');
}

void json_text(struct json *json, const char *text, size_t length) {
  separate(json);
  append_quoted(json, text, length);
}

void json_key_text(struct json *json, const char *key, size_t length) {
  json_text(json, key, length);
  sqlite3_str_appendchar(json->text, 1, ':');
  json->comma = false;
}

void json_key(struct json *json, const char *key) {
  json_key_text(json, key, strlen(key));
}

void json_name(struct json *json, const char *name) {
  if (name == NULL) {
    json_null(json);
  } else {
    json_text(json, name, strlen(name));
  }
}

void json_number(struct json *json, double number) {
  if (is_missing(number)) {
    json_null(json);
    return;
  }
  char text[NUMBER_TEXT_SIZE];
  separate(json);
  sqlite3_str_append(json->text, text, (int)number_format(number, text));
}

void json_integer(struct json *json, sqlite3_int64 integer) {
  separate(json);
  sqlite3_str_appendf(json->text, "%lld", integer);
}

void json_boolean(struct json *json, bool boolean) {
  separate(json);
  sqlite3_str_appendall(json->text, boolean ? "true" : "false");
}

void json_null(struct json *json) {
  separate(json);
  sqlite3_str_appendall(json->text, "null");
}

static void append_real(struct json *json, double real) {
  if (isfinite(real)) {
    json_number(json, real);
  } else {
    separate(json);
    sqlite3_str_appendall(json->text, real > 0 ? "9e999" : "-9e999");
  }
}

void json_append_literal(sqlite3_str *text, const struct value *blob) {
  sqlite3_str_appendall(text, "x'");
  for (size_t i = 0; i < blob->length; i++)
    sqlite3_str_appendf(text, "%02x", blob->is.bytes[i]);
  sqlite3_str_appendchar(text, 1, '\'');
}

static void append_blob(struct json *json, const struct value *blob) {
  separate(json);
  sqlite3_str_appendchar(json->text, 1, '"');
  json_append_literal(json->text, blob);
  sqlite3_str_appendchar(json->text, 1, '"');
}

void json_value(struct json *json, const struct value *value) {
  switch (value->type) { /* unreachable: a type that the enumeration lacks */
  case VALUE_INTEGER:
    json_integer(json, value->is.integer);
    break;
  case VALUE_REAL:
    append_real(json, value->is.real);
    break;
  case VALUE_TEXT:
    json_text(json, (const char *)value->is.bytes, value->length);
    break;
  case VALUE_BLOB:
    append_blob(json, value);
    break;
  case VALUE_NULL:
    json_null(json);
    break;
  }
}

void json_key_value(struct json *json, const struct value *key) {
  bool is_number = key->type == VALUE_INTEGER || key->type == VALUE_REAL;
  if (is_number) {
    separate(json);
    sqlite3_str_appendchar(json->text, 1, '"');
    json->comma = false;
  }
  json_value(json, key);
  sqlite3_str_appendall(json->text, is_number ? "\":" : ":");
  json->comma = false;
}
