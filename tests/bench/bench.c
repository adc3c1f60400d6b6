/*
** The benchmark: how long the functions take, compared with the plain SQL and Python that
** a user would write instead.
**
**   bench EXTENSION DATABASE JSON PYTHON SCRIPTS REPEATS [JOBS]
**
** The program loads the extension as users do and builds the tables of the benchmark in
** DATABASE.  It checks that the rivals (plain SQL and Python) give the functions'
** answers.  Then it times each job of jobs.h (a function or a query) and its rivals in
** turn, so if the machine slows down, the job and its rivals become equally slow.  Times
** are CPU time, and figures are medians.  Compare only ratios of times, and only within
** one run of the program.  If JOBS is given, only jobs whose name contains JOBS run.
** ASSAY_BENCH_ROWS sets the number of rows, 4,000,000 by default.  The report shows
** whether a job reaches its goal (jobs.h); a missed goal is no error.
*/
#define _POSIX_C_SOURCE 200809L /* for popen() */

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "connection.h"
#include "jobs.h"
#include "report.h"

/* One comparison times a job and its rivals (jobs.h), a no-op and a reader
** (connection.h). */
enum { MAX_CONTESTANTS = 6 };

struct bench {
  sqlite3 *db;
  const char *extension;
  const char *database;
  const char *python;
  const char *scripts;
  long long rows;
  int repeats;
};

/* The tables are memory-mapped, so SQLite reads them without system calls.  The time of
** system calls differs from run to run. */
static void open_tables(struct bench *bench) {
  remove(bench->database);
  bench->db = bench_open(bench->database, bench->extension);
  bench_execute(bench->db, "PRAGMA journal_mode = off; PRAGMA synchronous = off");
  bench_build_tables(bench->db, bench->rows);
  bench_execute(bench->db, "PRAGMA mmap_size = 0x7fff0000");
}

static long long key_limit(const struct bench_table *table, long long rows) {
  return rows / table->rows_per_key;
}

static double cpu_seconds(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}

static double seconds_of(sqlite3_stmt *query, long long limit) {
  double begin = cpu_seconds();
  bench_run(query, limit);
  return cpu_seconds() - begin;
}

/* A query to time; it reads the rows of its table whose key is below `limit`. */
struct contestant {
  sqlite3_stmt *query;
  long long limit;
  struct timings timings;
};

/* Runs each query over a tenth of its rows, to fill the caches.  Then times one query
** after the other, bench->repeats times. */
static void time_in_turn(const struct bench *bench, struct contestant *contestants,
                         int count) {
  for (int c = 0; c < count; c++)
    bench_run(contestants[c].query, contestants[c].limit / 10);
  for (int i = 0; i < bench->repeats; i++) {
    for (int c = 0; c < count; c++) {
      contestants[c].timings.seconds[i] =
          seconds_of(contestants[c].query, contestants[c].limit);
    }
  }
  for (int c = 0; c < count; c++)
    sqlite3_finalize(contestants[c].query);
}

/* --- scalar functions --------------------------------------------------------------- */

static struct contestant count_of(const struct bench *bench,
                                  const struct bench_table *table,
                                  const char *expression) {
  return (struct contestant){
      .query = bench_prepare(bench->db,
                             sqlite3_mprintf("SELECT count(%s) FROM %s WHERE %s < ?1",
                                             expression, table->name, table->key)),
      .limit = key_limit(table, bench->rows),
      .timings.rows = bench->rows};
}

/* Ends the program if plain SQL and the function give different answers.  Reals may
** differ by up to 1e-12, because plain SQL adds in another order. */
static void check_expression(const struct bench *bench, const struct scalar_job *job,
                             const char *call, const char *expression) {
  sqlite3_stmt *query = bench_prepare(
      bench->db,
      sqlite3_mprintf("SELECT count(*) FROM (SELECT %s AS a, %s AS b FROM %s "
                      "WHERE %s < ?1) WHERE a IS NOT b AND NOT (typeof(a) = 'real' "
                      "AND typeof(b) = 'real' AND abs(a - b) <= 1e-12)",
                      call, expression, job->table->name, job->table->key));
  if (bench_number(query, key_limit(job->table, bench->rows)) != 0) {
    bench_fail(call, "plain SQL gives other answers");
  }
  sqlite3_finalize(query);
}

/* Runs a script that compares the extension with Python.  For each repeat, the script
** prints the CPU seconds of both.  Frees the command.  Returns false if Python or a
** module that the script imports is missing. */
static bool run_script(const struct bench *bench, char *command, struct timings *ours,
                       struct timings *theirs) {
  int read = 0;
  FILE *script = popen(command, "r");
  if (script == NULL) bench_fail(command, "cannot be run");
  while (read < bench->repeats &&
         fscanf(script, "%lf %lf", &ours->seconds[read], &theirs->seconds[read]) == 2) {
    read++;
  }
  bool is_there = pclose(script) == 0;
  if (is_there && read < bench->repeats) bench_fail(command, "failed");
  sqlite3_free(command);
  return is_there;
}

/* Python functions are timed over a quarter of the rows, because they are slow. */
static void compare_python(const struct bench *bench, const struct scalar_job *job) {
  long long rows = bench->rows / 4;
  struct timings ours = {.rows = rows};
  struct timings theirs = {.rows = rows};
  char *command =
      sqlite3_mprintf("'%s' '%s/functions.py' '%s' '%s' %d %lld %s '%s' %s %s",
                      bench->python, bench->scripts, bench->extension, bench->database,
                      bench->repeats, key_limit(job->table, rows), job->function,
                      job->arguments, job->table->name, job->table->key);
  if (!run_script(bench, command, &ours, &theirs)) return;
  report_rival(job->label, "Python function", &ours, &theirs, PYTHON_GOAL);
}

/* Returns the name of a reader: a function (connection.h) that only reads the job's
** arguments.  The reader's result has the type of the job's result. */
static const char *reader_of(const struct bench *bench, const struct scalar_job *job) {
  enum { ROWS = 100 };
  sqlite3_stmt *query = bench_prepare(
      bench->db,
      sqlite3_mprintf("SELECT max(typeof(%s(%s)) = 'text') FROM %s WHERE %s < ?1",
                      job->function, job->arguments, job->table->name, job->table->key));
  bool is_text = bench_number(query, ROWS) != 0;
  sqlite3_finalize(query);
  return is_text ? "reader_text" : "reader_number";
}

static void run_scalar(const struct bench *bench, const struct scalar_job *job) {
  char *call = sqlite3_mprintf("%s(%s)", job->function, job->arguments);
  char *no_op = sqlite3_mprintf("no_op(%s)", job->arguments);
  char *reader = sqlite3_mprintf("%s(%s)", reader_of(bench, job), job->arguments);
  const struct {
    const char *name, *expression;
  } plain[] = {{"plain SQL", job->plain}, {"SQL, any type", job->any_type}};
  struct contestant contestants[MAX_CONTESTANTS];
  int count = 0;
  contestants[count++] = count_of(bench, job->table, call);
  contestants[count++] = count_of(bench, job->table, no_op);
  contestants[count++] = count_of(bench, job->table, reader);
  for (int i = 0; i < 2 && plain[i].expression != NULL; i++) {
    check_expression(bench, job, call, plain[i].expression);
    contestants[count++] = count_of(bench, job->table, plain[i].expression);
  }
  time_in_turn(bench, contestants, count);
  const struct timings *ours = &contestants[0].timings;
  report_least(job->label, ours, &contestants[1].timings, &contestants[2].timings,
               job->no_op_goal);
  for (int i = 3; i < count; i++) {
    report_rival(job->label, plain[i - 3].name, ours, &contestants[i].timings,
                 PLAIN_GOAL);
  }
  if (job->plain != NULL) compare_python(bench, job);
  sqlite3_free(call);
  sqlite3_free(no_op);
  sqlite3_free(reader);
}

/* --- queries ------------------------------------------------------------------------ */

/* Returns whether the first columns of the two rows are equal.  Reals may differ by up to
** 1e-12; other values are compared as text. */
static bool same_answer(sqlite3_stmt *ours, sqlite3_stmt *theirs) {
  if (sqlite3_column_type(ours, 0) == SQLITE_FLOAT) {
    return fabs(sqlite3_column_double(ours, 0) - sqlite3_column_double(theirs, 0)) <=
           1e-12;
  }
  const char *a = (const char *)sqlite3_column_text(ours, 0);
  const char *b = (const char *)sqlite3_column_text(theirs, 0);
  return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Returns a query that selects the part to compare (job->answer) from the rows of `sql`.
** Frees `sql`, as bench_prepare() does. */
static sqlite3_stmt *answers_of(const struct bench *bench, const struct query_job *job,
                                char *sql) {
  sqlite3_stmt *answers = bench_prepare(
      bench->db,
      sqlite3_mprintf("SELECT %s FROM (%s)", job->answer ? job->answer : "answer", sql));
  sqlite3_free(sql);
  return answers;
}

static void check_rival(const struct bench *bench, const struct query_job *job,
                        const struct rival *rival, long long limit) {
  sqlite3_stmt *ours = answers_of(bench, job, sqlite3_mprintf(job->sql, job->function));
  sqlite3_stmt *theirs = answers_of(bench, job, sqlite3_mprintf("%s", rival->sql));
  int rc;
  sqlite3_bind_int64(ours, 1, limit);
  sqlite3_bind_int64(theirs, 1, limit);
  do {
    rc = sqlite3_step(ours);
    if (sqlite3_step(theirs) != rc || (rc == SQLITE_ROW && !same_answer(ours, theirs))) {
      bench_fail(rival->sql, "gives other answers");
    }
  } while (rc == SQLITE_ROW);
  sqlite3_finalize(ours);
  sqlite3_finalize(theirs);
}

static struct contestant query_of(const struct bench *bench, const struct query_job *job,
                                  char *sql, long long rows) {
  return (struct contestant){.query = bench_prepare(bench->db, sql),
                             .limit = key_limit(job->table, rows),
                             .timings.rows = rows};
}

static void compare_script(const struct bench *bench, const struct query_job *job,
                           long long rows) {
  struct timings ours = {.rows = rows};
  struct timings theirs = {.rows = rows};
  char *command = sqlite3_mprintf(
      "'%s' '%s/%s' '%s' '%s' %d %lld", bench->python, bench->scripts, job->script,
      bench->extension, bench->database, bench->repeats, key_limit(job->table, rows));
  if (!run_script(bench, command, &ours, &theirs)) return;
  report_rival(job->name, "numpy", &ours, &theirs, job->script_goal);
}

static long long at_most(long long rows, long long limit) {
  return limit > 0 && limit < rows ? limit : rows;
}

static void run_query(const struct bench *bench, const struct query_job *job) {
  struct contestant contestants[MAX_CONTESTANTS];
  const struct timings *ours = &contestants[0].timings;
  const char *const functions[] = {job->function, job->no_op, job->reader};
  long long rows = at_most(bench->rows, job->rows);
  int first_rival = job->function != NULL ? 3 : 1;
  int count = 0;
  for (; count < first_rival; count++) {
    contestants[count] =
        query_of(bench, job, sqlite3_mprintf(job->sql, functions[count]), rows);
  }
  for (const struct rival *rival = job->rivals; rival->name != NULL; rival++) {
    struct contestant *contestant = &contestants[count++];
    *contestant = query_of(bench, job, sqlite3_mprintf("%s", rival->sql),
                           at_most(rows, rival->rows));
    check_rival(bench, job, rival, contestant->limit);
  }
  time_in_turn(bench, contestants, count);
  if (job->function != NULL) {
    report_least(job->name, ours, &contestants[1].timings, &contestants[2].timings,
                 job->no_op_goal);
  }
  for (int c = first_rival; c < count; c++) {
    const struct rival *rival = &job->rivals[c - first_rival];
    report_rival(job->name, rival->name, ours, &contestants[c].timings, rival->goal);
  }
  if (job->script != NULL) compare_script(bench, job, rows);
}

/* Times a job over 1/400, 1/40 and 1/4 of the rows, and over all rows.  The job runs more
** often over fewer rows, so each size takes about the same time in all. */
static void run_growth(const struct bench *bench, const struct query_job *job) {
  static const int divisors[] = {400, 40, 4, 1};
  struct timings timings[4];
  for (int size = 0; size < 4; size++)
    timings[size].rows = bench->rows / divisors[size];
  sqlite3_stmt *query =
      bench_prepare(bench->db, sqlite3_mprintf(job->sql, job->function));
  for (int i = 0; i < bench->repeats; i++) {
    for (int size = 0; size < 4; size++) {
      double begin = cpu_seconds();
      for (int run = 0; run < divisors[size]; run++)
        bench_run(query, key_limit(job->table, timings[size].rows));
      timings[size].seconds[i] = (cpu_seconds() - begin) / divisors[size];
    }
  }
  for (int size = 1; size < 4; size++) {
    report_growth("growth:", &timings[size], &timings[0]);
  }
  sqlite3_finalize(query);
}

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
    bench_fail("usage", "EXTENSION DATABASE JSON PYTHON SCRIPTS REPEATS [JOBS]");
  const char *jobs = argc > 7 ? argv[7] : "";
  const char *rows = getenv("ASSAY_BENCH_ROWS");
  struct bench bench = {.extension = argv[1],
                        .database = argv[2],
                        .python = argv[4],
                        .scripts = argv[5],
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
    if (strstr(query_jobs[i]->name, jobs) != NULL) run_query(&bench, query_jobs[i]);
  }
  if (strstr("growth", jobs) != NULL) run_growth(&bench, growth_job);
  report_close();
  sqlite3_free(about);
  sqlite3_close(bench.db);
  return 0;
}
