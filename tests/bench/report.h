/*
** What a run of the benchmark found: a table as it goes, and a file of JSON.
*/
#ifndef ASSAY_BENCH_REPORT_H
#define ASSAY_BENCH_REPORT_H

#include <stdbool.h>

enum { BENCH_REPEATS = 5 };

/* CPU seconds of the repeats of one query. */
struct timings {
  double seconds[BENCH_REPEATS];
};

/* The middle one of `count` <= BENCH_REPEATS numbers. */
double report_median(const double *numbers, int count);

/* Writes the JSON to `path` and the table to the standard output.  `about` describes the
** build. */
void report_open(const char *path, const char *about, long long rows, int repeats);

/* One line: a job over `rows` rows against a rival over `rival_rows`, row by row.  For a
** rival, the ratio is how many times faster the job is; for a no-op, how many times
** slower.  It is the median over the repeats of the ratio within one repeat, in which
** both ran in turn.  A goal of 0 is none. */
void report_comparison(const char *job, const char *against, long long rows,
                       const struct timings *ours, long long rival_rows,
                       const struct timings *theirs, bool is_no_op, double goal);

/* One line: the time a row over `rows` rows, against that over `base_rows` rows. */
void report_growth(const char *job, long long rows, const struct timings *ours,
                   long long base_rows, const struct timings *base);

void report_close(void);

#endif
