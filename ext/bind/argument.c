/* Arguments and their errors: see argument.h. */
#include "bind/argument.h"

#include <stdarg.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "bind/function.h"
#include "bind/parameter.h"

/* An error quotes at most this many bytes of a wrong value. */
#define QUOTED_BYTES 80

/* Returns number_form() of a TEXT.  Returns NUMBER_NONE for any other type, and when
** there is no memory to convert the TEXT to UTF-8. */
static enum number_form argument_form_of_text(sqlite3_value *value, struct text *text) {
  *text = (struct text){NULL, 0};
  if (sqlite3_value_type(value) != SQLITE_TEXT) return NUMBER_NONE;
  text->bytes = (const char *)sqlite3_value_text(value);
  text->length = (size_t)sqlite3_value_bytes(value);
  return text->bytes != NULL ? number_form(text->bytes, text->length) : NUMBER_NONE;
}

/* sqlite3_value_numeric_type() is not called here: it replaces the value's text by the
** number, so an error could not quote the text as it was written. */
double argument_number_from_text(sqlite3_value *value) {
  struct text text;
  if (argument_form_of_text(value, &text) == NUMBER_NONE) return MISSING;
  return number_value(text.bytes, text.length);
}

bool argument_integer(sqlite3_value *value, sqlite3_int64 *integer) {
  struct text text;
  if (sqlite3_value_type(value) == SQLITE_INTEGER) {
    *integer = sqlite3_value_int64(value);
    return true;
  }
  if (argument_form_of_text(value, &text) == NUMBER_INTEGER) {
    int64_t exact = 0;
    bool fits = number_integer(text.bytes, text.length, &exact);
    *integer = exact;
    return fits;
  }
  double number = argument_number(value);
  if (!(number >= -VALUE_INTEGER_END && number < VALUE_INTEGER_END))
    return false; /* also if MISSING (a NaN): comparisons with a NaN are false */
  *integer = (sqlite3_int64)number;
  return (double)*integer == number;
}

bool argument_exact_from_text(sqlite3_value *value, struct value *number) {
  struct text text;
  number->type = VALUE_INTEGER;
  if (argument_form_of_text(value, &text) == NUMBER_INTEGER &&
      number_integer(text.bytes, text.length, &number->is.integer))
    return true;
  *number =
      (struct value){.type = VALUE_REAL, .is.real = argument_number_from_text(value)};
  return isfinite(number->is.real);
}

/* An INTEGER is always whole, so only its sign is tested. */
double argument_count(sqlite3_value *value) {
  if (sqlite3_value_type(value) != SQLITE_INTEGER)
    return count_or_missing(argument_any_number(value));
  double count = sqlite3_value_double(value);
  return count >= 0 ? count : MISSING;
}

/* Reads the bytes first, then the length, because reading the bytes converts the text to
** UTF-8, which changes its length. */
static bool argument_read_text(sqlite3_value *value, struct value *plain) {
  plain->is.bytes = sqlite3_value_text(value);
  plain->length = (size_t)sqlite3_value_bytes(value);
  return plain->is.bytes != NULL;
}

/* Reads the length first.  SQLite allocates the bytes of a zeroblob when they are first
** read.  If memory runs out, the value becomes a NULL of length 0; only the length that
** was read first shows the failure.  For a BLOB of length 0, a NULL pointer is no
** failure. */
static bool argument_read_blob(sqlite3_value *value, struct value *plain) {
  plain->length = (size_t)sqlite3_value_bytes(value);
  plain->is.bytes = sqlite3_value_blob(value);
  return plain->is.bytes != NULL || plain->length == 0;
}

bool argument_plain(sqlite3_value *value, struct value *plain) {
  *plain = (struct value){.type = VALUE_NULL};
  switch (sqlite3_value_type(value)) {
  case SQLITE_INTEGER:
    plain->type = VALUE_INTEGER;
    plain->is.integer = sqlite3_value_int64(value);
    return true;
  case SQLITE_FLOAT:
    plain->type = VALUE_REAL;
    plain->is.real = sqlite3_value_double(value);
    return true;
  case SQLITE_TEXT:
    plain->type = VALUE_TEXT;
    return argument_read_text(value, plain);
  case SQLITE_BLOB:
    plain->type = VALUE_BLOB;
    return argument_read_blob(value, plain);
  default:
    return true;
  }
}

sqlite3_value *argument_copy(sqlite3_value *value) {
  sqlite3_value *copy = sqlite3_value_dup(value);
  if (copy == NULL || sqlite3_value_type(copy) != SQLITE_TEXT) return copy;
  if (sqlite3_value_text(copy) != NULL) return copy;
  sqlite3_value_free(copy);
  return NULL;
}

/* Two kinds of bytes are shown as the replacement character: a NUL, which would end the
** message, and bytes that are not UTF-8, which make clients fail. */
static void argument_append_text(sqlite3_str *message, const char *text, size_t length) {
  size_t shown = length > QUOTED_BYTES ? utf8_cut(text, QUOTED_BYTES) : length;
  size_t taken;
  sqlite3_str_appendchar(message, 1, '\'');
  for (size_t at = 0; at < shown; at += taken) {
    char character[4];
    uint32_t code = utf8_read(text + at, shown - at, &taken);
    bool is_readable = code > 0 && code < UTF8_STRAY;
    size_t size = utf8_write(is_readable ? code : UTF8_REPLACEMENT, character);
    sqlite3_str_appendf(message, "%.*q", (int)size, character);
  }
  sqlite3_str_appendf(message, "%s'", shown < length ? "..." : "");
}

/* SQL has no literal for an infinity.  For an infinity, appends a number that is too
** great for a double: SQL reads this number as an infinity. */
static void argument_append_real(sqlite3_str *message, double real) {
  char text[NUMBER_TEXT_SIZE];
  if (isinf(real)) {
    sqlite3_str_appendall(message, real > 0 ? "9e999" : "-9e999");
    return;
  }
  number_format(real, text);
  sqlite3_str_appendall(message, text);
}

/* Appends a value as an SQL literal.  A parameter of a group can be an array of numbers,
** which is appended as JSON. */
static void argument_append_plain(sqlite3_str *message, const struct value *value) {
  const double *numbers = (const void *)value->is.bytes;
  switch (value->type) { /* unreachable: a type that has no case */
  case VALUE_INTEGER:
    sqlite3_str_appendf(message, "%lld", (sqlite3_int64)value->is.integer);
    break;
  case VALUE_REAL:
    argument_append_real(message, value->is.real);
    break;
  case VALUE_TEXT:
    argument_append_text(message, (const char *)value->is.bytes, value->length);
    break;
  case VALUE_BLOB:
    for (size_t i = 0; i < value->length / sizeof *numbers; i++) {
      sqlite3_str_appendchar(message, 1, i == 0 ? '[' : ',');
      argument_append_real(message, numbers[i]);
    }
    sqlite3_str_appendchar(message, 1, ']');
    break;
  case VALUE_NULL:
    sqlite3_str_appendall(message, "NULL");
    break;
  }
}

/* Begins a message with the function's name and `: `. */
static sqlite3_str *argument_message_open(const struct sql_function *function) {
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%s: ", function->name);
  return message;
}

/* Returns the message, or NULL when out of memory.  The test at the start finds a text
** that could not be converted to UTF-8, for lack of memory.  If `value` is a copy of an
** argument, SQLite itself raises no error for this failure. */
static char *argument_message_finish(sqlite3_str *message, sqlite3_value *value) {
  if (sqlite3_value_type(value) == SQLITE_TEXT && sqlite3_value_text(value) == NULL) {
    sqlite3_free(sqlite3_str_finish(message));
    return NULL;
  }
  struct value plain;
  sqlite3_str_appendall(message, ", got ");
  if (sqlite3_value_type(value) == SQLITE_BLOB) {
    sqlite3_str_appendf(message, "a BLOB of %d bytes", sqlite3_value_bytes(value));
  } else {
    argument_plain(value, &plain); /* cannot fail: the bytes of a text are read already */
    argument_append_plain(message, &plain);
  }
  return sqlite3_str_finish(message);
}

char *argument_message(const struct sql_function *function, sqlite3_value *value,
                       const char *rule) {
  sqlite3_str *message = argument_message_open(function);
  sqlite3_str_appendall(message, rule);
  return argument_message_finish(message, value);
}

char *argument_name_message(const struct sql_function *function, sqlite3_value *value,
                            const char *argument, const void *items, size_t count,
                            size_t size) {
  sqlite3_str *message = argument_message_open(function);
  sqlite3_str_appendf(message, "%s must be one of ", argument);
  for (size_t i = 0; i < count; i++) {
    const void *name = (const char *)items + i * size;
    sqlite3_str_appendf(message, "%s%s", i > 0 ? ", " : "", *(const char *const *)name);
  }
  return argument_message_finish(message, value);
}

void argument_result_message(sqlite3_context *context, char *message) {
  struct binding *binding = binding_of(context);
  if (message == NULL) {
    sqlite3_result_error_nomem(context);
  } else if (binding->reads_row) {
    binding->mistake = message;
  } else {
    sqlite3_result_error(context, message, -1); /* SQLite copies the message */
    sqlite3_free(message);
  }
}

void argument_error(sqlite3_context *context, sqlite3_value *value, const char *format,
                    ...) {
  sqlite3_str *message = argument_message_open(binding_of(context)->function);
  va_list arguments;
  va_start(arguments, format);
  sqlite3_str_vappendf(message, format, arguments);
  va_end(arguments);
  argument_result_message(context, argument_message_finish(message, value));
}

void argument_disagree_error(sqlite3_context *context, const char *argument,
                             const struct value *one, const struct value *other) {
  sqlite3_str *message = argument_message_open(binding_of(context)->function);
  sqlite3_str_appendf(message, "%s must be the same in every row of a group, got ",
                      argument);
  argument_append_plain(message, one);
  sqlite3_str_appendall(message, " and ");
  argument_append_plain(message, other);
  argument_result_message(context, sqlite3_str_finish(message));
}

void argument_name_error(sqlite3_context *context, sqlite3_value *value,
                         const char *argument, const void *items, size_t count,
                         size_t size) {
  const struct sql_function *function = binding_of(context)->function;
  argument_result_message(
      context, argument_name_message(function, value, argument, items, count, size));
}

bool argument_stated_count(sqlite3_context *context, sqlite3_value *value,
                           const char *argument, double *count) {
  *count = argument_count(value);
  if (!is_missing(*count)) return true;
  argument_error(context, value, "%s must be a whole number >= 0", argument);
  return false;
}

bool argument_stated_positive(sqlite3_context *context, sqlite3_value *value,
                              const char *argument, struct value *stated) {
  double count = argument_count(value);
  *stated = parameter_number(count);
  if (count >= 1) return true;
  argument_error(context, value, "%s must be a whole number >= 1", argument);
  return false;
}

bool argument_stated_score(sqlite3_context *context, sqlite3_value *value,
                           const char *argument, double *score) {
  *score = argument_score(value);
  if (!is_missing(*score)) return true;
  argument_error(context, value, "%s must be a number in 0..1", argument);
  return false;
}

int argument_name(sqlite3_context *context, sqlite3_value *value, const char *argument,
                  const char *const *names, int count, int missing) {
  struct text text;
  int type = sqlite3_value_type(value);
  if (type == SQLITE_NULL) return missing;
  if (type == SQLITE_TEXT) {
    if (!argument_known_text(context, value, &text)) return -1;
    int found = name_find(names, count, text.bytes, text.length);
    if (found >= 0) return found;
  }
  argument_name_error(context, value, argument, names, (size_t)count, sizeof *names);
  return -1;
}
