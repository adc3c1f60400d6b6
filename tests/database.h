/*
** The one connection of a property test, with the extension linked in.  Any SQL error
** ends the test.
*/
#ifndef ASSAY_TESTS_DATABASE_H
#define ASSAY_TESTS_DATABASE_H

#include <stdarg.h>
#include <stddef.h>

#include <sqlite3.h>

#include "assay.h"
#include "tap.h"

static sqlite3 *db;

static inline void database_open(void) {
  if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
      sqlite3_assay_init(db, NULL, NULL) != SQLITE_OK) {
    tap_bail("no connection: %s", sqlite3_errmsg(db));
  }
}

static inline void run(const char *sql) {
  char *message = NULL;
  if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) {
    tap_bail("%s: %s", sql, message);
  }
}

static inline void run_with(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *sql = sqlite3_vmprintf(format, arguments);
  va_end(arguments);
  run(sql);
  sqlite3_free(sql);
}

static inline sqlite3_stmt *prepared(const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
    tap_bail("%s: %s", sql, sqlite3_errmsg(db));
  return statement;
}

static inline sqlite3_int64 ask(const char *sql) {
  sqlite3_stmt *query = prepared(sql);
  if (sqlite3_step(query) != SQLITE_ROW) tap_bail("%s: %s", sql, sqlite3_errmsg(db));
  sqlite3_int64 answer = sqlite3_column_int64(query, 0);
  sqlite3_finalize(query);
  return answer;
}

/* Makes a query from a format and returns its first value, a count.  If the count is not
** 0, prints the query. */
static inline sqlite3_int64 count_differences(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *sql = sqlite3_vmprintf(format, arguments);
  va_end(arguments);
  sqlite3_int64 count = ask(sql);
  if (count != 0) tap_diag("%lld differ: %s", count, sql);
  sqlite3_free(sql);
  return count;
}

#endif
