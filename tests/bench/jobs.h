/*
** The jobs: what is measured, against what, with which goal.
*/
#ifndef ASSAY_BENCH_JOBS_H
#define ASSAY_BENCH_JOBS_H

#include <stdbool.h>
#include <stddef.h>

/* A table and the column in whose order its rows stand, which counts from 0: a query
** reads the first rows only by `key < ?1`. */
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
  double no_op_goal;    /* at most so many times a no-op of the same arity; 0: no goal */
  const char *plain;    /* an expression that gives the same answers, or NULL; where there
                        ** is one, functions.py has a function of that name too */
  const char *any_type; /* the same where `plain` leans on the types of the columns: for a
                        ** column that may hold anything, or NULL */
};

/* So many times faster at least. */
#define PLAIN_GOAL 1.5
#define PYTHON_GOAL 2.0

extern const struct scalar_job scalar_jobs[];
extern const size_t scalar_job_count;

/* Another way to the same end. */
struct rival {
  const char *name; /* NULL ends a list */
  const char *sql;
  double goal;    /* times faster at least; 0: none */
  long long rows; /* so many only, for a rival that is too slow for all; 0: as the job */
};

/* A query against its rivals; each reads the rows of `table` with a key below ?1.  The
** rows of a rival must give the same answers, one by one. */
struct query_job {
  const char *name;
  const struct bench_table *table;
  const char *function; /* NULL: not measured against a no-op and a reader */
  const char *no_op;    /* what stands in its place then */
  const char *reader;
  const char *sql;   /* with %s where the function stands */
  double no_op_goal; /* times slower than the no-op at most; 0: none */
  struct rival rivals[3];
  long long rows;     /* at most; 0: all */
  const char *answer; /* what of the first column, `answer`, must be equal; NULL: all */
  const char *script; /* a rival in Python that needs numpy, or NULL */
  double script_goal;
};

extern const struct query_job *const query_jobs[];
extern const size_t query_job_count;

/* Its time must grow as its rows do. */
extern const struct query_job *const growth_job;

#endif
