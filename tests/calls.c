/* Calls of every function: see calls.h. */
#include "calls.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostile.h"

/* --- text that grows, outside SQLite's memory --------------------------------------- */

struct buffer {
  char *text;
  size_t length;
  size_t capacity;
};

static void buffer_reserve(struct buffer *buffer, size_t more) {
  if (buffer->length + more < buffer->capacity) return;
  buffer->capacity = 2 * (buffer->length + more) + 256;
  buffer->text = realloc(buffer->text, buffer->capacity);
  if (buffer->text == NULL) abort();
}

static void buffer_add(struct buffer *buffer, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  buffer_reserve(buffer, (size_t)length + 1);
  vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
  va_end(again);
  buffer->length += (size_t)length;
}

static char *copy_of(const char *text) {
  struct buffer copy = {0};
  if (text == NULL) return NULL;
  buffer_add(&copy, "%s", text);
  return copy.text;
}

/* --- the function table ------------------------------------------------------------- */

/* Returns the number of a signature's arguments: its commas plus 1, or 0 for "()". */
static int arguments_of(const char *signature) {
  const char *open = strchr(signature, '(');
  if (open == NULL || open[1] == ')') return 0;
  int count = 1;
  for (const char *at = open + 1; *at != 0; at++)
    count += *at == ',';
  return count;
}

static const char *column(sqlite3_stmt *row, int i) {
  return (const char *)sqlite3_column_text(row, i);
}

static struct call call_from(sqlite3_stmt *row) {
  const char *kind = column(row, 2);
  const char *example = column(row, 3);
  struct buffer statement = {0};
  buffer_add(&statement, "%s%s", strncmp(example, "SELECT ", 7) == 0 ? "" : "SELECT ",
             example);
  return (struct call){
      .name = copy_of(column(row, 0)),
      .signature = copy_of(column(row, 1)),
      .example = statement.text,
      .answer = copy_of(column(row, 4)),
      .kind = kind[0] == 's'   ? CALL_SCALAR
              : kind[0] == 'a' ? CALL_AGGREGATE
                               : CALL_TABLE,
      .arguments = arguments_of(column(row, 1)),
      .direct_only = sqlite3_column_int(row, 5) == 0,
  };
}

int calls_read(sqlite3 *db, struct calls *calls) {
  sqlite3_stmt *rows = NULL;
  *calls = (struct calls){0};
  int rc = sqlite3_prepare_v2(db,
                              "SELECT name, signature, kind, example, answer, "
                              "deterministic FROM assay_functions",
                              -1, &rows, NULL);
  while (rc == SQLITE_OK && (rc = sqlite3_step(rows)) == SQLITE_ROW) {
    size_t size = (size_t)(calls->count + 1) * sizeof *calls->items;
    calls->items = realloc(calls->items, size);
    if (calls->items == NULL) abort();
    calls->items[calls->count++] = call_from(rows);
    rc = SQLITE_OK;
  }
  sqlite3_finalize(rows);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

void calls_free(struct calls *calls) {
  for (int i = 0; i < calls->count; i++) {
    struct call *call = &calls->items[i];
    free(call->name);
    free(call->signature);
    free(call->example);
    free(call->answer);
  }
  free(calls->items);
  *calls = (struct calls){0};
}

/* --- rows --------------------------------------------------------------------------- */

enum { COLUMNS = 10 };

char *call_rows_sql(int rows) {
  struct buffer sql = {0};
  buffer_add(&sql, "CREATE TABLE call_rows(n INTEGER PRIMARY KEY");
  for (int c = 0; c < COLUMNS; c++)
    buffer_add(&sql, ", v%d", c);
  buffer_add(&sql, "); INSERT INTO call_rows VALUES");
  for (int r = 0; r < rows; r++) {
    buffer_add(&sql, "%s(%d", r > 0 ? ", " : " ", r + 1);
    for (int c = 0; c < COLUMNS; c++) {
      buffer_add(&sql, ", %s",
                 hostile_values[(r * (2 * c + 1) + 7 * c) % COUNT_OF(hostile_values)]);
    }
    buffer_add(&sql, ")");
  }
  return sql.text;
}

/* --- statements --------------------------------------------------------------------- */

char *call_sql(const struct call *call, const char *const *arguments, int count,
               const char *window) {
  struct buffer sql = {0};
  buffer_add(&sql, call->kind == CALL_TABLE ? "SELECT * FROM %s" : "SELECT %s",
             call->name);
  for (int i = 0; i < count; i++)
    buffer_add(&sql, "%s%s", i == 0 ? "(" : ", ", arguments[i]);
  if (count > 0) {
    buffer_add(&sql, ")");
  } else if (call->kind != CALL_TABLE) {
    buffer_add(&sql, "()");
  }
  if (call->kind != CALL_AGGREGATE) return sql.text;
  if (window != NULL) buffer_add(&sql, " OVER (%s)", window);
  buffer_add(&sql, " FROM call_rows");
  return sql.text;
}

/* Returns the parenthesis that closes the parenthesis at `open`.  Parentheses in quoted
** texts and names do not count. */
static const char *closing(const char *open) {
  int depth = 0;
  char quote = 0;
  for (const char *at = open; *at != 0; at++) {
    if (quote != 0) {
      if (*at == quote) quote = 0;
    } else if (*at == '\'' || *at == '"') {
      quote = *at;
    } else if (*at == '(') {
      depth++;
    } else if (*at == ')' && --depth == 0) {
      return at;
    }
  }
  return NULL;
}

char *call_example_window(const struct call *call, const char *window) {
  struct buffer sql = {0};
  size_t length = strlen(call->name);
  const char *at = strstr(call->example, call->name);
  while (at != NULL && at[length] != '(')
    at = strstr(at + 1, call->name);
  const char *end = at != NULL ? closing(at + length) : NULL;
  if (end == NULL || strstr(end, " FROM ") == NULL) return NULL;
  buffer_add(&sql, "%.*s OVER (%s)%s", (int)(end + 1 - call->example), call->example,
             window, end + 1);
  return sql.text;
}

static bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
         (c >= 'a' && c <= 'z');
}

/* Returns the length of the name, number or quoted text that begins at `at`, or 1 if
** another character stands there. */
static size_t token_length(const char *at) {
  size_t length = 1;
  if (*at == '\'' || *at == '"') {
    const char *end = strchr(at + 1, *at);
    return end != NULL ? (size_t)(end - at) + 1 : strlen(at);
  }
  if (!is_word(*at)) return 1;
  bool number = *at >= '0' && *at <= '9';
  while (is_word(at[length]) || (number && (at[length] == '.' || at[length - 1] == 'e')))
    length++;
  return length;
}

/* Returns whether a number with a sign begins at `at`.  A minus is a sign only after a
** parenthesis or a comma. */
static bool is_sign(const char *at, char before) {
  return *at == '-' && at[1] >= '0' && at[1] <= '9' && strchr("(,", before) != NULL;
}

char *call_example_as_text(const struct call *call) {
  struct buffer sql = {0};
  char before = '('; /* the first character of the last token; a space is no token */
  for (const char *at = call->example; *at != 0;) {
    size_t sign = is_sign(at, before) ? 1 : 0;
    size_t length = sign + token_length(at + sign);
    bool number = at[sign] >= '0' && at[sign] <= '9';
    buffer_add(&sql, number ? "'%.*s'" : "%.*s", (int)length, at);
    if (*at != ' ') before = *at;
    at += length;
  }
  return sql.text;
}

/* --- outcomes ----------------------------------------------------------------------- */

static void add_bytes(struct buffer *text, const unsigned char *bytes, int length) {
  for (int i = 0; i < length; i++) {
    bool plain = bytes[i] >= 0x20 && bytes[i] < 0x7f;
    buffer_add(text, plain ? "%c" : "\\%02x", bytes[i]);
  }
}

/* Appends the value of the row's column i to the text.  Returns false if the value could
** not be converted. */
static bool add_value(struct buffer *text, sqlite3_stmt *row, int i) {
  int type = sqlite3_column_type(row, i);
  const unsigned char *bytes = NULL;
  switch (type) {
  case SQLITE_INTEGER:
    buffer_add(text, "%lld", sqlite3_column_int64(row, i));
    return true;
  case SQLITE_FLOAT:
    buffer_add(text, "%a", sqlite3_column_double(row, i));
    return true;
  case SQLITE_NULL:
    buffer_add(text, "NULL");
    return true;
  default:
    bytes =
        type == SQLITE_TEXT ? sqlite3_column_text(row, i) : sqlite3_column_blob(row, i);
    buffer_add(text, type == SQLITE_TEXT ? "'" : "x'");
    if (bytes != NULL) add_bytes(text, bytes, sqlite3_column_bytes(row, i));
    buffer_add(text, "'");
    return bytes != NULL || (type == SQLITE_BLOB && sqlite3_column_bytes(row, i) == 0);
  }
}

int call_outcome(sqlite3 *db, const char *sql, int most, char **text) {
  struct buffer outcome = {0};
  sqlite3_stmt *statement = NULL;
  buffer_add(&outcome, "%s", "");
  int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  for (int rows = 0; rc == SQLITE_OK && rows < most; rows++) {
    rc = sqlite3_step(statement);
    if (rc != SQLITE_ROW) break;
    rc = SQLITE_OK;
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
      buffer_add(&outcome, i > 0 ? "|" : "\n");
      if (!add_value(&outcome, statement, i)) rc = SQLITE_NOMEM;
    }
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  if (rc != SQLITE_OK) buffer_add(&outcome, "\nerror %d: %s", rc, sqlite3_errmsg(db));
  sqlite3_finalize(statement);
  *text = outcome.text;
  return rc;
}
