/* Connection, no-ops and queries of the benchmarks: see connection.h. */
#include "connection.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void bench_fail(const char *what, const char *why) {
  fprintf(stderr, "bench: %s: %s\n", what, why);
  exit(1);
}

/* Returns a number, as the cheapest of functions must, and looks at no argument. */
static void no_op(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  (void)argv;
  sqlite3_result_int(context, 0);
}

static void no_op_step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)context;
  (void)argc;
  (void)argv;
}

static void no_op_value(sqlite3_context *context) {
  sqlite3_result_int(context, 0);
}

static void check(sqlite3 *db, int rc, const char *what) {
  if (rc != SQLITE_OK) bench_fail(what, sqlite3_errmsg(db));
}

sqlite3 *bench_open(const char *path, const char *extension) {
  const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  sqlite3 *db = NULL;
  char *error = NULL;
  if (sqlite3_open(path, &db) != SQLITE_OK) bench_fail(path, sqlite3_errmsg(db));
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
  if (sqlite3_load_extension(db, extension, "sqlite3_assay_init", &error) != SQLITE_OK) {
    bench_fail(extension, error);
  }
  check(db,
        sqlite3_create_function_v2(db, "no_op", -1, flags, NULL, no_op, NULL, NULL, NULL),
        "no_op");
  check(db,
        sqlite3_create_window_function(db, "no_op_aggregate", -1, flags, NULL, no_op_step,
                                       no_op_value, no_op_value, no_op_step, NULL),
        "no_op_aggregate");
  return db;
}

void bench_execute(sqlite3 *db, const char *sql) {
  check(db, sqlite3_exec(db, sql, NULL, NULL, NULL), sql);
}

sqlite3_stmt *bench_prepare(sqlite3 *db, char *sql) {
  sqlite3_stmt *query;
  check(db, sqlite3_prepare_v2(db, sql, -1, &query, NULL), sql);
  sqlite3_free(sql);
  return query;
}

long long bench_run(sqlite3_stmt *query, long long limit) {
  long long rows = 0;
  sqlite3_bind_int64(query, 1, limit);
  while (sqlite3_step(query) == SQLITE_ROW)
    rows++;
  check(sqlite3_db_handle(query), sqlite3_reset(query), sqlite3_sql(query));
  return rows;
}

long long bench_number(sqlite3_stmt *query, long long limit) {
  sqlite3_bind_int64(query, 1, limit);
  int rc = sqlite3_step(query);
  long long number = rc == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
  check(sqlite3_db_handle(query), sqlite3_reset(query), sqlite3_sql(query));
  return number;
}
