/*
** What a run of the benchmark found: a table as it goes, and a file of JSON.
*/
#ifndef ASSAY_BENCH_REPORT_H
#define ASSAY_BENCH_REPORT_H

#include <stdbool.h>

enum { BENCH_REPEATS = 5 };

/* CPU seconds of the repeats of one query over `rows` rows. */
struct timings {
  double seconds[BENCH_REPEATS];
  long long rows;
};

/* The middle one of `count` <= BENCH_REPEATS numbers. */
double report_median(const double *numbers, int count);

/* Writes the JSON to `path` and the table to the standard output.  `about` describes the
** build. */
void report_open(const char *path, const char *about, long long rows, int repeats);

/* One line: how many times faster a job is than a rival, row by row: the median over the
** repeats of the ratio within one repeat, in which both ran in turn.  A goal, at least so
** many times, of 0 is none. */
void report_rival(const char *job, const char *against, const struct timings *ours,
                  const struct timings *theirs, double goal);

/* One line: how many times slower a job is than a no-op, with a goal of at most so many
** times, and than a reader of the same arguments, which may be NULL. */
void report_least(const char *job, const struct timings *ours,
                  const struct timings *no_op, const struct timings *reader, double goal);

/* One line: the time a row, against that over fewer rows. */
void report_growth(const char *job, const struct timings *ours,
                   const struct timings *base);

void report_close(void);

#endif
