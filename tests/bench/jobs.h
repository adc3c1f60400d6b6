/*
** The jobs: which query is measured, against which rivals, with which goal.
*/
#ifndef ASSAY_BENCH_JOBS_H
#define ASSAY_BENCH_JOBS_H

#include <stdbool.h>
#include <stddef.h>

/* A table and its key: the column in whose order the rows are stored.  The keys count up
** from 0, so `key < ?1` selects the first rows. */
struct bench_table {
  const char *name;
  const char *key;
  int rows_per_key;
};

/* A scalar function over every row of a table: `SELECT count(f(...)) FROM ...`. */
struct scalar_job {
  const char *label; /* in the report */
  const char *function;
  const char *arguments;
  const struct bench_table *table;
  double no_op_goal;    /* greatest ratio of the job's time to a no-op's; 0: no goal */
  const char *plain;    /* an SQL expression with the same answers; functions.py must then
                        ** define the job's function in Python.  NULL: no rival */
  const char *any_type; /* like `plain`, but for columns of any type; NULL: none.
                        ** `plain` needs columns with declared types */
};

/* The goals: plain SQL must take at least PLAIN_GOAL times as long as the function, and
** Python at least PYTHON_GOAL times as long. */
#define PLAIN_GOAL 1.5
#define PYTHON_GOAL 2.0

extern const struct scalar_job scalar_jobs[];
extern const size_t scalar_job_count;

/* Another way to compute a job's answers. */
struct rival {
  const char *name; /* NULL after the last rival */
  const char *sql;
  double goal;    /* the least ratio of the rival's time to the job's; 0: no goal */
  long long rows; /* the number of rows for a slow rival; 0: as many as the job */
};

/* A query and its rivals.  All read the rows of `table` with a key below ?1.  Row by row,
** a rival must give the same answers as the query. */
struct query_job {
  const char *name;
  const struct bench_table *table;
  const char *function; /* NULL: no comparison with no_op and reader (connection.h) */
  const char *no_op;    /* replaces the function in the no-op query */
  const char *reader;
  const char *sql;   /* with %s in place of the function */
  double no_op_goal; /* greatest ratio of the job's time to the no-op's; 0: no goal */
  struct rival rivals[3];
  long long rows;     /* the greatest number of rows; 0: all */
  const char *answer; /* the part of the column `answer` to compare; NULL: all of it */
  const char *script; /* a rival in Python that needs numpy, or NULL */
  double script_goal;
};

extern const struct query_job *const query_jobs[];
extern const size_t query_job_count;

/* The time of this job must grow linearly with its rows. */
extern const struct query_job *const growth_job;

#endif
