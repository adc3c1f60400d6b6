/*
** Reports the benchmark's measurements: prints a table line by line, and writes a JSON
** file.
*/
#ifndef ASSAY_BENCH_REPORT_H
#define ASSAY_BENCH_REPORT_H

#include <stdbool.h>

enum { BENCH_REPEATS = 5 };

/* A query over `rows` rows: the CPU seconds of each repeat. */
struct timings {
  double seconds[BENCH_REPEATS];
  long long rows;
};

/* The median of `count` <= BENCH_REPEATS numbers. */
double report_median(const double *numbers, int count);

/* Writes the beginning of the JSON to `path` and the table's heading to the standard
** output.  `about` describes the build. */
void report_open(const char *path, const char *about, long long rows, int repeats);

/* Reports one line: how many times faster a job is than a rival, per row.  The line shows
** the median over the repeats.  In each repeat, the job ran before the rival.  `goal` is
** the least ratio, or 0 for no goal. */
void report_rival(const char *job, const char *against, const struct timings *ours,
                  const struct timings *theirs, double goal);

/* Reports one line: how many times slower a job is than the functions no-op and reader
** (connection.h) with the same arguments.  `reader` may be NULL.  `goal` is the greatest
** ratio to the no-op. */
void report_least(const char *job, const struct timings *ours,
                  const struct timings *no_op, const struct timings *reader, double goal);

/* Reports one line: the job's times per row in `ours` and in `base`, which has fewer
** rows. */
void report_growth(const char *job, const struct timings *ours,
                   const struct timings *base);

void report_close(void);

#endif
