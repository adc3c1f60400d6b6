/* The shared code of the benchmarks: see connection.h. */
#include "connection.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void bench_fail(const char *what, const char *why) {
  fprintf(stderr, "bench: %s: %s\n", what, why);
  exit(1);
}

static void no_op(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  (void)argv;
  sqlite3_result_int(context, 0);
}

/* Adds up the arguments.  For a text it adds the length and the first byte. */
static double read_all(int argc, sqlite3_value **argv) {
  double total = 0;
  for (int i = 0; i < argc; i++) {
    int type = sqlite3_value_type(argv[i]);
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
      total += sqlite3_value_double(argv[i]);
    } else if (type == SQLITE_TEXT) {
      total += sqlite3_value_text(argv[i])[0];
      total += sqlite3_value_bytes(argv[i]);
    }
  }
  return total;
}

static void reader_number(sqlite3_context *context, int argc, sqlite3_value **argv) {
  sqlite3_result_double(context, read_all(argc, argv));
}

static void reader_text(sqlite3_context *context, int argc, sqlite3_value **argv) {
  static const char *const words[] = {"yes", "no"};
  sqlite3_result_text(context, words[read_all(argc, argv) < 0], -1, SQLITE_STATIC);
}

static void no_op_step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)context;
  (void)argc;
  (void)argv;
}

static void no_op_value(sqlite3_context *context) {
  sqlite3_result_int(context, 0);
}

static void reader_step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  double *total = sqlite3_aggregate_context(context, sizeof *total);
  if (total == NULL) bench_fail("reader_aggregate", "out of memory");
  *total += read_all(argc, argv);
}

static void reader_value(sqlite3_context *context) {
  const double *total = sqlite3_aggregate_context(context, 0);
  if (total != NULL) sqlite3_result_double(context, *total);
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
  static const struct {
    const char *name;
    void (*call)(sqlite3_context *, int, sqlite3_value **);
  } scalars[] = {
      {"no_op", no_op}, {"reader_number", reader_number}, {"reader_text", reader_text}};
  for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++) {
    check(db,
          sqlite3_create_function_v2(db, scalars[i].name, -1, flags, NULL,
                                     scalars[i].call, NULL, NULL, NULL),
          scalars[i].name);
  }
  check(db,
        sqlite3_create_window_function(db, "no_op_aggregate", -1, flags, NULL, no_op_step,
                                       no_op_value, no_op_value, no_op_step, NULL),
        "no_op_aggregate");
  check(db,
        sqlite3_create_window_function(db, "reader_aggregate", -1, flags, NULL,
                                       reader_step, reader_value, reader_value,
                                       no_op_step, NULL),
        "reader_aggregate");
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
