/*
** The benchmark: how long the functions take, against what one would use instead.
**
**   bench EXTENSION DATABASE JSON PYTHON FUNCTIONS.PY REPEATS [JOBS]
**
** It loads the extension as users do, builds its tables in DATABASE, checks that every
** rival gives the same answers, and times all of them in turn, so that what disturbs the
** machine disturbs them alike.  Times are CPU time, figures are medians, and what counts
** are the ratios within a run.  JOBS runs only those whose name contains it, and
** ASSAY_BENCH_ROWS shrinks the tables from 4,000,000 rows.  Goals are shown and never
** asserted.
*/
#define _POSIX_C_SOURCE 200809L /* popen */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "connection.h"
#include "jobs.h"
#include "report.h"

enum { MAX_RIVALS = 4 };

struct bench {
  sqlite3 *db;
  const char *extension;
  const char *database;
  const char *python;
  const char *functions;
  long long rows;
  int repeats;
};

/* Memory-mapped, the tables are read without system calls: the time is SQLite's own. */
static void open_tables(struct bench *bench) {
  remove(bench->database);
  bench->db = bench_open(bench->database, bench->extension);
  bench_execute(bench->db, "PRAGMA journal_mode = off; PRAGMA synchronous = off");
  bench_build_tables(bench->db, bench->rows);
  bench_execute(bench->db, "PRAGMA mmap_size = 0x7fff0000");
}

static double cpu_seconds(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

static double seconds_of(sqlite3_stmt *query, long long limit) {
  double begin = cpu_seconds();
  bench_run(query, limit);
  return cpu_seconds() - begin;
}

/* Times queries in turn, `repeats` times, after a run that warms the caches. */
static void time_in_turn(const struct bench *bench, sqlite3_stmt **queries, int count,
                         long long limit, struct timings *timings) {
  for (int q = 0; q < count; q++)
    bench_run(queries[q], limit / 10);
  for (int i = 0; i < bench->repeats; i++) {
    for (int q = 0; q < count; q++)
      timings[q].seconds[i] = seconds_of(queries[q], limit);
  }
}

static long long key_limit(const struct bench_table *table, long long rows) {
  return rows / table->rows_per_key;
}

/* --- scalar functions ----------------------------------------------------------------- */

static sqlite3_stmt *count_of(const struct bench *bench, const struct bench_table *table,
                              const char *expression) {
  return bench_prepare(bench->db,
                       sqlite3_mprintf("SELECT count(%s) FROM %s WHERE %s < ?1",
                                       expression, table->name, table->key));
}

/* Reals may differ in the last bits: plain SQL adds in another way. */
static void check_expression(const struct bench *bench, const struct scalar_job *job,
                             const char *call) {
  sqlite3_stmt *query = bench_prepare(
      bench->db,
      sqlite3_mprintf("SELECT count(*) FROM (SELECT %s AS a, %s AS b FROM %s "
                      "WHERE %s < ?1) WHERE a IS NOT b AND NOT (typeof(a) = 'real' "
                      "AND typeof(b) = 'real' AND abs(a - b) <= 1e-12)",
                      call, job->plain, job->table->name, job->table->key));
  if (bench_number(query, key_limit(job->table, bench->rows)) != 0) {
    bench_fail(call, "plain SQL gives other answers");
  }
  sqlite3_finalize(query);
}

/* Runs the Python script over a quarter of the rows. */
static void compare_python(const struct bench *bench, const struct scalar_job *job) {
  struct timings ours;
  struct timings theirs;
  long long rows = bench->rows / 4;
  char *command = sqlite3_mprintf(
      "'%s' '%s' '%s' '%s' %d %lld %s '%s' %s %s", bench->python, bench->functions,
      bench->extension, bench->database, bench->repeats, key_limit(job->table, rows),
      job->function, job->arguments, job->table->name, job->table->key);
  FILE *script = popen(command, "r");
  if (script == NULL) bench_fail(command, "cannot be run");
  int read = 0;
  while (read < bench->repeats &&
         fscanf(script, "%lf %lf", &ours.seconds[read], &theirs.seconds[read]) == 2) {
    read++;
  }
  if (pclose(script) != 0 || read < bench->repeats) bench_fail(command, "failed");
  sqlite3_free(command);
  report_comparison(job->label, "Python function", rows, &ours, &theirs, false,
                    PYTHON_GOAL);
}

static void run_scalar(const struct bench *bench, const struct scalar_job *job) {
  char *call = sqlite3_mprintf("%s(%s)", job->function, job->arguments);
  char *no_op = sqlite3_mprintf("no_op(%s)", job->arguments);
  const char *expressions[] = {call, no_op, job->plain};
  sqlite3_stmt *queries[3] = {NULL};
  struct timings timings[3];
  int count = job->plain != NULL ? 3 : 2;
  if (job->plain != NULL) check_expression(bench, job, call);
  for (int q = 0; q < count; q++)
    queries[q] = count_of(bench, job->table, expressions[q]);
  time_in_turn(bench, queries, count, key_limit(job->table, bench->rows), timings);
  report_comparison(job->label, "no-op", bench->rows, &timings[0], &timings[1], true,
                    job->no_op_goal);
  if (job->plain != NULL) {
    report_comparison(job->label, "plain SQL", bench->rows, &timings[0], &timings[2],
                      false, PLAIN_GOAL);
    if (bench->python[0] != 0) compare_python(bench, job);
  }
  for (int q = 0; q < count; q++)
    sqlite3_finalize(queries[q]);
  sqlite3_free(call);
  sqlite3_free(no_op);
}

/* --- queries -------------------------------------------------------------------------- */

/* Steps both queries together and compares the first columns of their rows. */
static void check_rows(sqlite3_stmt *ours, sqlite3_stmt *theirs, long long limit) {
  int rc;
  sqlite3_bind_int64(ours, 1, limit);
  sqlite3_bind_int64(theirs, 1, limit);
  do {
    rc = sqlite3_step(ours);
    if (sqlite3_step(theirs) != rc ||
        (rc == SQLITE_ROW &&
         sqlite3_column_int64(ours, 0) != sqlite3_column_int64(theirs, 0))) {
      bench_fail(sqlite3_sql(theirs), "gives other answers");
    }
  } while (rc == SQLITE_ROW);
  sqlite3_reset(ours);
  sqlite3_reset(theirs);
}

static void run_query(const struct bench *bench, const struct query_job *job) {
  sqlite3_stmt *queries[1 + MAX_RIVALS];
  struct timings timings[1 + MAX_RIVALS];
  long long limit = key_limit(job->table, bench->rows);
  int count = 0;
  queries[count++] = bench_prepare(bench->db, sqlite3_mprintf("%s", job->sql));
  for (const struct rival *rival = job->rivals; rival->name != NULL; rival++) {
    queries[count] = bench_prepare(bench->db, sqlite3_mprintf("%s", rival->sql));
    if (!rival->is_no_op) check_rows(queries[0], queries[count], limit);
    count++;
  }
  time_in_turn(bench, queries, count, limit, timings);
  for (int r = 0; r < count - 1; r++) {
    const struct rival *rival = &job->rivals[r];
    report_comparison(job->name, rival->name, bench->rows, &timings[0], &timings[1 + r],
                      rival->is_no_op, rival->goal);
  }
  for (int q = 0; q < count; q++)
    sqlite3_finalize(queries[q]);
}

/* From a four-hundredth of the rows up to all of them.  A short query is timed over as
** many runs as make up for its size. */
static void run_growth(const struct bench *bench, const struct query_job *job) {
  static const int divisors[] = {400, 40, 4, 1};
  struct timings timings[4];
  sqlite3_stmt *query = bench_prepare(bench->db, sqlite3_mprintf("%s", job->sql));
  for (int i = 0; i < bench->repeats; i++) {
    for (int size = 0; size < 4; size++) {
      double begin = cpu_seconds();
      for (int run = 0; run < divisors[size]; run++)
        bench_run(query, key_limit(job->table, bench->rows / divisors[size]));
      timings[size].seconds[i] = (cpu_seconds() - begin) / divisors[size];
    }
  }
  for (int size = 1; size < 4; size++) {
    report_growth("growth:", bench->rows / divisors[size], &timings[size],
                  bench->rows / divisors[0], &timings[0]);
  }
  sqlite3_finalize(query);
}

/* What was built how, in one line. */
static char *about_build(const struct bench *bench) {
  sqlite3_stmt *query = bench_prepare(
      bench->db,
      sqlite3_mprintf(
          "SELECT 'assay ' || assay_version() || ', SQLite ' || sqlite_version() || ', ' "
          "|| replace(substr(debug, instr(debug, 'compiler')), char(10), ', ') "
          "FROM (SELECT assay_debug() AS debug)"));
  sqlite3_step(query);
  char *about = sqlite3_mprintf("%s", sqlite3_column_text(query, 0));
  sqlite3_finalize(query);
  return about;
}

int main(int argc, char **argv) {
  if (argc < 7)
    bench_fail("usage", "EXTENSION DATABASE JSON PYTHON SCRIPT REPEATS [JOBS]");
  const char *jobs = argc > 7 ? argv[7] : "";
  const char *rows = getenv("ASSAY_BENCH_ROWS");
  struct bench bench = {.extension = argv[1],
                        .database = argv[2],
                        .python = argv[4],
                        .functions = argv[5],
                        .rows = rows != NULL ? atoll(rows) : 4000000,
                        .repeats = atoi(argv[6])};
  if (bench.rows < 4000) bench_fail("ASSAY_BENCH_ROWS", "must be 4000 at least");
  if (bench.repeats < 1 || bench.repeats > BENCH_REPEATS) {
    bench_fail("REPEATS", "must be in 1..5");
  }
  open_tables(&bench);
  char *about = about_build(&bench);
  report_open(argv[3], about, bench.rows, bench.repeats);
  for (size_t i = 0; i < scalar_job_count; i++) {
    if (strstr(scalar_jobs[i].label, jobs) != NULL) run_scalar(&bench, &scalar_jobs[i]);
  }
  for (size_t i = 0; i < query_job_count; i++) {
    if (strstr(query_jobs[i].name, jobs) != NULL) run_query(&bench, &query_jobs[i]);
  }
  if (strstr("growth", jobs) != NULL) run_growth(&bench, growth_job);
  report_close();
  sqlite3_free(about);
  sqlite3_close(bench.db);
  return 0;
}
