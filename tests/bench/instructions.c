/*
** Runs each job of the benchmark over a small table.  valgrind can count the instructions
** of each job:
**
**   instructions EXTENSION
**
** In lines that begin with #, the program prints the build's description and the scalar
** functions that no job measures.  Then it prints the number of rows and the name of each
** job, in the order in which measured_query() runs the jobs.  valgrind must count in
** measured_query() only, and write a profile whenever this function returns.  So there is
** one profile for each job.
*/
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "connection.h"
#include "jobs.h"

enum { ROWS = 1000 };

/* valgrind must find this function by its name.  So measure() calls it through a volatile
** pointer: then no compiler copies its code into measure(). */
static void measured_query(sqlite3_stmt *query) {
  bench_run(query, ROWS);
}

static void (*volatile measured)(sqlite3_stmt *) = measured_query;

/* Runs the query once before the measured run, so pages are read and memory is
** allocated. */
static void measure(sqlite3 *db, const char *name, char *sql) {
  sqlite3_stmt *query = bench_prepare(db, sql);
  bench_run(query, ROWS);
  measured(query);
  sqlite3_finalize(query);
  printf("%d %s\n", ROWS, name);
}

static void measure_scalar(sqlite3 *db, const struct scalar_job *job) {
  char *no_op = sqlite3_mprintf("no-op: %s", job->label);
  measure(db, no_op,
          sqlite3_mprintf("SELECT count(no_op(%s)) FROM %s WHERE %s < ?1", job->arguments,
                          job->table->name, job->table->key));
  sqlite3_free(no_op);
  measure(db, job->label,
          sqlite3_mprintf("SELECT count(%s(%s)) FROM %s WHERE %s < ?1", job->function,
                          job->arguments, job->table->name, job->table->key));
}

static void measure_query(sqlite3 *db, const struct query_job *job) {
  if (job->function == NULL) return;
  char *no_op = sqlite3_mprintf("no-op: %s", job->name);
  measure(db, no_op, sqlite3_mprintf(job->sql, job->no_op));
  sqlite3_free(no_op);
  measure(db, job->name, sqlite3_mprintf(job->sql, job->function));
}

static bool has_job(const char *function) {
  for (size_t i = 0; i < scalar_job_count; i++) {
    if (strcmp(scalar_jobs[i].function, function) == 0) return true;
  }
  return false;
}

/* Functions whose names begin with assay_ are about assay itself.  Nobody calls them once
** per row, so they need no job. */
static void print_functions_without_job(sqlite3 *db) {
  sqlite3_stmt *query = bench_prepare(
      db, sqlite3_mprintf(
              "SELECT DISTINCT name FROM assay_functions "
              "WHERE kind = 'scalar' AND name NOT LIKE 'assay\\_%%' ESCAPE '\\'"));
  while (sqlite3_step(query) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(query, 0);
    if (!has_job(name)) printf("# no job: %s\n", name);
  }
  sqlite3_finalize(query);
}

static void print_build(sqlite3 *db) {
  sqlite3_stmt *query = bench_prepare(
      db, sqlite3_mprintf("SELECT '# ' || replace(assay_debug(), char(10), char(10) || "
                          "'# ')"));
  if (sqlite3_step(query) == SQLITE_ROW)
    puts((const char *)sqlite3_column_text(query, 0));
  sqlite3_finalize(query);
}

int main(int argc, char **argv) {
  if (argc != 2) bench_fail("usage", "instructions EXTENSION");
  sqlite3 *db = bench_open(":memory:", argv[1]);
  print_build(db);
  print_functions_without_job(db);
  bench_build_tables(db, ROWS);
  for (size_t i = 0; i < scalar_job_count; i++)
    measure_scalar(db, &scalar_jobs[i]);
  for (size_t i = 0; i < query_job_count; i++)
    measure_query(db, query_jobs[i]);
  sqlite3_close(db);
  return 0;
}
