/* Implements sqltap.h. */
#include "sqltap.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The test count of one connection.  Each TAP function of the connection holds a
** reference to it. */
struct tally {
  int references;
  sqlite3_int64 planned; /* 0 until there is a plan */
  sqlite3_int64 run;
  sqlite3_int64 failed;
};

static void tally_release(void *pointer) {
  struct tally *tally = pointer;
  if (--tally->references == 0) sqlite3_free(tally);
}

static bool tally_passed(const struct tally *tally) {
  return tally->run > 0 && tally->run == tally->planned && tally->failed == 0;
}

/* Returns a value as text, or NULL.  The text is valid until the value is converted or
** freed. */
static const char *value_text(sqlite3_value *value) {
  return (const char *)sqlite3_value_text(value);
}

/* Appends text in a form that `prove` cannot read as TAP.  Text after a newline becomes
** a comment.  In a name, '#' is escaped, because it would start a directive. */
static void append_text(sqlite3_str *lines, bool is_name, const char *text) {
  for (; *text != 0; text++) {
    if (is_name && (*text == '#' || *text == '\\'))
      sqlite3_str_appendchar(lines, 1, '\\');
    sqlite3_str_appendchar(lines, 1, *text);
    if (*text == '\n') sqlite3_str_appendall(lines, "# ");
  }
}

static void append_comment(sqlite3_str *lines, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = sqlite3_vmprintf(format, arguments);
  va_end(arguments);
  if (sqlite3_str_length(lines) > 0) sqlite3_str_appendchar(lines, 1, '\n');
  sqlite3_str_appendall(lines, "# ");
  append_text(lines, false, text == NULL ? "out of memory" : text);
  sqlite3_free(text);
}

/* Counts a test and appends its first line, "ok" or "not ok", which `prove` reads. */
static sqlite3_str *report(sqlite3_context *context, bool pass, sqlite3_value *name) {
  struct tally *tally = sqlite3_user_data(context);
  const char *text = value_text(name);
  sqlite3_str *lines = sqlite3_str_new(NULL);
  tally->run++;
  if (!pass) tally->failed++;
  sqlite3_str_appendf(lines, "%s %lld", pass ? "ok" : "not ok", tally->run);
  if (text != NULL) {
    sqlite3_str_appendall(lines, " - ");
    append_text(lines, true, text);
  }
  return lines;
}

/* Makes the collected lines the SQL function's result, and frees them. */
static void result_lines(sqlite3_context *context, sqlite3_str *lines) {
  int rc = sqlite3_str_errcode(lines);
  char *text = sqlite3_str_finish(lines);
  if (rc == SQLITE_OK) {
    sqlite3_result_text(context, text, -1, sqlite3_free);
  } else {
    sqlite3_free(text);
    sqlite3_result_error_code(context, rc);
  }
}

/* Returns the bytes of a blob, or the UTF-8 bytes of a text. */
static const void *value_bytes(sqlite3_value *value, size_t *length) {
  bool is_text = sqlite3_value_type(value) == SQLITE_TEXT;
  const void *bytes = is_text ? value_text(value) : sqlite3_value_blob(value);
  *length = (size_t)sqlite3_value_bytes(value);
  return bytes;
}

static bool same_bytes(sqlite3_value *a, sqlite3_value *b) {
  size_t a_length, b_length;
  const void *a_bytes = value_bytes(a, &a_length);
  const void *b_bytes = value_bytes(b, &b_length);
  if (a_length != b_length) return false;
  return a_length == 0 || memcmp(a_bytes, b_bytes, a_length) == 0;
}

static bool same_value(sqlite3_value *a, sqlite3_value *b) {
  int storage = sqlite3_value_type(a);
  if (storage != sqlite3_value_type(b)) return false;
  switch (storage) {
  case SQLITE_NULL:
    return true;
  case SQLITE_INTEGER:
    return sqlite3_value_int64(a) == sqlite3_value_int64(b);
  case SQLITE_FLOAT:
    return sqlite3_value_double(a) == sqlite3_value_double(b);
  default:
    return same_bytes(a, b);
  }
}

static void append_blob(sqlite3_str *text, sqlite3_value *value) {
  const unsigned char *bytes = sqlite3_value_blob(value);
  int length = sqlite3_value_bytes(value);
  sqlite3_str_appendall(text, "x'");
  for (int i = 0; i < length; i++)
    sqlite3_str_appendf(text, "%02x", bytes[i]);
  sqlite3_str_appendall(text, "' (blob)");
}

/* Appends a value as an SQL literal, with its storage class. */
static void append_value(sqlite3_str *text, sqlite3_value *value) {
  char real[32]; /* by C's printf; SQLite's printf can round digit 17 differently */
  switch (sqlite3_value_type(value)) {
  case SQLITE_NULL:
    sqlite3_str_appendall(text, "NULL");
    break;
  case SQLITE_INTEGER:
    sqlite3_str_appendf(text, "%lld (integer)", sqlite3_value_int64(value));
    break;
  case SQLITE_FLOAT:
    snprintf(real, sizeof real, "%.17g", sqlite3_value_double(value));
    sqlite3_str_appendf(text, "%s (real)", real);
    break;
  case SQLITE_BLOB:
    append_blob(text, value);
    break;
  default:
    sqlite3_str_appendf(text, "%Q (text)", value_text(value));
    break;
  }
}

static void comment_value(sqlite3_str *lines, const char *label, sqlite3_value *value) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  append_value(text, value);
  char *shown = sqlite3_str_finish(text);
  append_comment(lines, "%s: %s", label, shown);
  sqlite3_free(shown);
}

static bool is_number(sqlite3_value *value) {
  int storage = sqlite3_value_type(value);
  return storage == SQLITE_INTEGER || storage == SQLITE_FLOAT;
}

/* Reads the argument n of plan and skip.  If n is not a positive integer, sets an error
** and returns 0. */
static sqlite3_int64 positive(sqlite3_context *context, const char *function,
                              sqlite3_value *value) {
  sqlite3_int64 n = sqlite3_value_int64(value);
  if (sqlite3_value_type(value) == SQLITE_INTEGER && n > 0) return n;
  const char *got = value_text(value);
  char *message = sqlite3_mprintf("%s: n must be a positive integer, got %s", function,
                                  got == NULL ? "NULL" : got);
  if (message == NULL) {
    sqlite3_result_error_nomem(context);
  } else {
    sqlite3_result_error(context, message, -1);
  }
  sqlite3_free(message);
  return 0;
}

static void plan_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  struct tally *tally = sqlite3_user_data(context);
  sqlite3_int64 n = positive(context, "plan", values[0]);
  if (n == 0) return;
  if (tally->planned > 0) {
    sqlite3_result_error(context, "plan: there is a plan already", -1);
    return;
  }
  tally->planned = n;
  sqlite3_str *lines = sqlite3_str_new(NULL);
  sqlite3_str_appendf(lines, "1..%lld", n);
  result_lines(context, lines);
}

static void ok_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  bool pass = sqlite3_value_double(values[0]) != 0;
  sqlite3_str *lines = report(context, pass, values[1]);
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) append_comment(lines, "  got: NULL");
  result_lines(context, lines);
}

static void is_eq_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  bool pass = same_value(values[0], values[1]);
  sqlite3_str *lines = report(context, pass, values[2]);
  if (!pass) {
    comment_value(lines, "  got", values[0]);
    comment_value(lines, " want", values[1]);
  }
  result_lines(context, lines);
}

static bool is_near(sqlite3_value *got, sqlite3_value *want, sqlite3_value *tolerance) {
  if (!is_number(got) || !is_number(want) || !is_number(tolerance)) return false;
  double a = sqlite3_value_double(got);
  double b = sqlite3_value_double(want);
  double limit = sqlite3_value_double(tolerance);
  /* a == b compares infinities, because inf - inf is NaN. */
  return limit >= 0 && (a == b || fabs(a - b) <= limit);
}

static void near_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  bool pass = is_near(values[0], values[1], values[2]);
  sqlite3_str *lines = report(context, pass, values[3]);
  if (!pass) {
    comment_value(lines, "  got", values[0]);
    comment_value(lines, " want", values[1]);
    comment_value(lines, "  +/-", values[2]);
  }
  result_lines(context, lines);
}

/* Runs SQL to its end or its first error.  Returns NULL if there was no error, else the
** message, which the caller frees.  A NULL in place of SQL is an error, because a test
** that runs nothing proves nothing. */
static char *run_sql(sqlite3_context *context, sqlite3_value *sql) {
  const char *text = value_text(sql);
  if (text == NULL) return sqlite3_mprintf("the SQL to run is NULL");
  char *message = NULL;
  int rc = sqlite3_exec(sqlite3_context_db_handle(context), text, NULL, NULL, &message);
  if (rc == SQLITE_OK || message != NULL) return message;
  return sqlite3_mprintf("%s", sqlite3_errstr(rc));
}

static void throws_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  const char *pattern = value_text(values[1]);
  bool is_sql = sqlite3_value_type(values[0]) != SQLITE_NULL;
  char *message = run_sql(context, values[0]);
  bool pass = is_sql && message != NULL && pattern != NULL &&
              sqlite3_strlike(pattern, message, 0) == 0;
  sqlite3_str *lines = report(context, pass, values[2]);
  if (!pass) {
    append_comment(lines, "  got: %s", message == NULL ? "no error" : message);
    append_comment(lines, " want: an error LIKE %Q", pattern);
  }
  sqlite3_free(message);
  result_lines(context, lines);
}

static void lives_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  char *message = run_sql(context, values[0]);
  sqlite3_str *lines = report(context, message == NULL, values[1]);
  if (message != NULL) append_comment(lines, "  died: %s", message);
  sqlite3_free(message);
  result_lines(context, lines);
}

/* Prepares one query and returns it.  If the SQL is not one valid query, appends the
** reason and returns NULL. */
static sqlite3_stmt *query_prepare(sqlite3 *db, sqlite3_value *sql, sqlite3_str *why) {
  const char *text = value_text(sql);
  const char *tail = "";
  sqlite3_stmt *query = NULL;
  int rc = text == NULL ? SQLITE_OK : sqlite3_prepare_v2(db, text, -1, &query, &tail);
  bool is_single = query != NULL && tail[strspn(tail, " \t\r\n;")] == 0;
  if (is_single) return query;
  sqlite3_str_appendf(why, "%s: %Q", rc ? sqlite3_errmsg(db) : "not one query", text);
  sqlite3_finalize(query);
  return NULL;
}

static bool query_step(sqlite3 *db, sqlite3_stmt *query, int *rc, sqlite3_str *why) {
  *rc = sqlite3_step(query);
  if (*rc == SQLITE_ROW || *rc == SQLITE_DONE) return true;
  sqlite3_str_appendf(why, "%s: %Q", sqlite3_errmsg(db), sqlite3_sql(query));
  return false;
}

static bool same_row(sqlite3_stmt *got, sqlite3_stmt *want) {
  int count = sqlite3_data_count(got);
  if (count != sqlite3_data_count(want)) return false;
  for (int i = 0; i < count; i++) {
    if (!same_value(sqlite3_column_value(got, i), sqlite3_column_value(want, i))) {
      return false;
    }
  }
  return true;
}

static void append_row(sqlite3_str *text, sqlite3_stmt *query) {
  int count = sqlite3_data_count(query);
  if (count == 0) sqlite3_str_appendall(text, "no row");
  for (int i = 0; i < count; i++) {
    if (i > 0) sqlite3_str_appendall(text, " | ");
    append_value(text, sqlite3_column_value(query, i));
  }
}

/* Steps two queries side by side up to the first row in which they differ, and appends
** that row.  A query that has ended counts as a row without columns, so a missing row
** differs from any row. */
static bool same_results(sqlite3 *db, sqlite3_stmt *got, sqlite3_stmt *want,
                         sqlite3_str *why) {
  for (sqlite3_int64 row = 1;; row++) {
    int got_rc, want_rc;
    if (!query_step(db, got, &got_rc, why)) return false;
    if (!query_step(db, want, &want_rc, why)) return false;
    if (got_rc == SQLITE_DONE && want_rc == SQLITE_DONE) return true;
    if (same_row(got, want)) continue;
    sqlite3_str_appendf(why, "row %lld differs\n  got: ", row);
    append_row(why, got);
    sqlite3_str_appendall(why, "\n want: ");
    append_row(why, want);
    return false;
  }
}

static void results_eq_function(sqlite3_context *context, int count,
                                sqlite3_value **values) {
  (void)count;
  sqlite3 *db = sqlite3_context_db_handle(context);
  sqlite3_str *why = sqlite3_str_new(NULL);
  sqlite3_stmt *got = query_prepare(db, values[0], why);
  sqlite3_stmt *want = got == NULL ? NULL : query_prepare(db, values[1], why);
  bool pass = want != NULL && same_results(db, got, want, why);
  sqlite3_finalize(got);
  sqlite3_finalize(want);
  char *difference = sqlite3_str_finish(why);
  sqlite3_str *lines = report(context, pass, values[2]);
  if (!pass) append_comment(lines, "%s", difference);
  sqlite3_free(difference);
  result_lines(context, lines);
}

static void skip_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  struct tally *tally = sqlite3_user_data(context);
  const char *reason = value_text(values[1]);
  sqlite3_int64 n = positive(context, "skip", values[0]);
  if (n == 0) return;
  sqlite3_str *lines = sqlite3_str_new(NULL);
  for (sqlite3_int64 i = 0; i < n; i++) {
    if (i > 0) sqlite3_str_appendchar(lines, 1, '\n');
    sqlite3_str_appendf(lines, "ok %lld # SKIP ", ++tally->run);
    append_text(lines, false, reason == NULL ? "" : reason);
  }
  result_lines(context, lines);
}

static void note_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  const char *text = value_text(values[0]);
  sqlite3_str *lines = sqlite3_str_new(NULL);
  append_comment(lines, "%s", text == NULL ? "NULL" : text);
  result_lines(context, lines);
}

/* If no test ran, there is no plan, because `prove` would read "1..0" as "all tests
** skipped". */
static void finish_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  (void)values;
  struct tally *tally = sqlite3_user_data(context);
  sqlite3_str *lines = sqlite3_str_new(NULL);
  if (tally->planned == 0 && tally->run > 0) {
    tally->planned = tally->run;
    sqlite3_str_appendf(lines, "1..%lld", tally->planned);
  }
  if (tally->run == 0) append_comment(lines, "no tests ran");
  if (tally->run != tally->planned) {
    append_comment(lines, "planned %lld tests but ran %lld", tally->planned, tally->run);
  }
  if (tally->failed > 0) {
    append_comment(lines, "failed %lld of %lld tests", tally->failed, tally->run);
  }
  result_lines(context, lines);
}

static void passed_function(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  (void)values;
  sqlite3_result_int(context, tally_passed(sqlite3_user_data(context)));
}

static const struct {
  const char *name;
  int arguments;
  void (*call)(sqlite3_context *, int, sqlite3_value **);
} functions[] = {
    {"plan", 1, plan_function},
    {"ok", 2, ok_function},
    {"is_eq", 3, is_eq_function},
    {"near", 4, near_function},
    {"throws", 3, throws_function},
    {"lives", 2, lives_function},
    {"results_eq", 3, results_eq_function},
    {"skip", 2, skip_function},
    {"note", 1, note_function},
    {"finish", 0, finish_function},
    {"passed", 0, passed_function},
};

/* If a registration fails, SQLite itself calls tally_release. */
int sqltap_register(sqlite3 *db) {
  struct tally *tally = sqlite3_malloc64(sizeof *tally);
  if (tally == NULL) return SQLITE_NOMEM;
  *tally = (struct tally){.references = 1};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof functions / sizeof *functions; i++) {
    tally->references++;
    rc = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments,
                                    SQLITE_UTF8 | SQLITE_DIRECTONLY, tally,
                                    functions[i].call, NULL, NULL, tally_release);
  }
  tally_release(tally);
  return rc;
}
