/* The benchmark's table and its JSON: see report.h. */
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "connection.h"

/* Growth counts as linear if more rows raise the time per row by at most this share of
** the time per row over the fewest rows. */
#define GROWTH_GOAL 0.15

static FILE *json;
static int repeats;
static int results;

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a;
  double y = *(const double *)b;
  return (x > y) - (x < y);
}

double report_median(const double *numbers, int count) {
  double sorted[BENCH_REPEATS];
  memcpy(sorted, numbers, (size_t)count * sizeof *sorted);
  qsort(sorted, (size_t)count, sizeof *sorted, ascending);
  return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

static double nanoseconds_a_row(const struct timings *timings) {
  return report_median(timings->seconds, repeats) / (double)timings->rows * 1e9;
}

/* For each repeat, divides the time per row of `above` by the time per row of `below`.
** Returns the median. */
static double ratio_of(const struct timings *above, const struct timings *below) {
  double ratios[BENCH_REPEATS];
  for (int i = 0; i < repeats; i++) {
    ratios[i] = above->seconds[i] / (double)above->rows /
                (below->seconds[i] / (double)below->rows);
  }
  return report_median(ratios, repeats);
}

static void processor_name(char *name, int size) {
  char line[256];
  snprintf(name, (size_t)size, "unknown");
  FILE *file = fopen("/proc/cpuinfo", "r");
  if (file == NULL) return;
  while (fgets(line, sizeof line, file) != NULL) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || colon == NULL) continue;
    snprintf(name, (size_t)size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
    break;
  }
  fclose(file);
}

void report_open(const char *path, const char *about, long long rows, int repeat_count) {
  char processor[128];
  processor_name(processor, sizeof processor);
  repeats = repeat_count;
  json = fopen(path, "w");
  if (json == NULL) bench_fail(path, "cannot be written");
  fprintf(json,
          "{\n  \"machine\": \"%s\",\n  \"build\": \"%s\",\n  \"rows\": %lld,\n"
          "  \"repeats\": %d,\n  \"results\": [",
          processor, about, rows, repeats);
  printf("%s\n%s\n%lld rows, median of %d interleaved repeats, CPU time.  Against a "
         "no-op the\nratio is how many times slower a function is, else how many times "
         "faster; the last\ncolumn, how many times slower than a reader of the same "
         "arguments.\n\n",
         processor, about, rows, repeats);
  printf("%-27s %7s  %-15s %7s %6s  %-7s %-3s %6s\n", "job", "ns/row", "against",
         "ns/row", "ratio", "goal", "met", "reader");
}

/* One line of the table.  A missing `goal` or `reader` is 0. */
struct result {
  const char *job, *against;
  double ours, theirs, ratio; /* nanoseconds per row, and the ratio of the two times */
  double goal;
  bool is_ceiling; /* true: the ratio must be at most `goal`; false: at least */
  double reader, reader_ratio;
};

static bool is_met(const struct result *result) {
  return result->is_ceiling ? result->ratio <= result->goal
                            : result->ratio >= result->goal;
}

static void print_line(const struct result *result, const char *wanted) {
  const char *met = result->goal > 0 ? is_met(result) ? "yes" : "no" : "";
  printf("%-27s %7.1f  %-15s %7.1f %6.2f", result->job, result->ours, result->against,
         result->theirs, result->ratio);
  if (result->reader > 0) {
    printf("  %-7s %-3s %6.2f\n", wanted, met, result->reader_ratio);
  } else if (result->goal > 0) {
    printf("  %-7s %s\n", wanted, met);
  } else {
    putchar('\n');
  }
  fflush(stdout);
}

static void print_json(const struct result *result, const char *wanted) {
  fprintf(json,
          "%s\n    {\"job\": \"%s\", \"ns\": %.2f, \"against\": \"%s\", "
          "\"against_ns\": %.2f, \"ratio\": %.3f, \"goal\": ",
          results++ > 0 ? "," : "", result->job, result->ours, result->against,
          result->theirs, result->ratio);
  if (result->goal > 0) {
    fprintf(json, "\"%s\", \"met\": %s", wanted, is_met(result) ? "true" : "false");
  } else {
    fprintf(json, "null, \"met\": null");
  }
  if (result->reader > 0) {
    fprintf(json, ", \"reader_ns\": %.2f, \"reader_ratio\": %.3f", result->reader,
            result->reader_ratio);
  }
  fputc('}', json);
}

static void print_result(const struct result *result) {
  char wanted[16] = "";
  if (result->goal > 0) {
    snprintf(wanted, sizeof wanted, "%s %.2f",
             result->is_ceiling ? "<=" : ">=", result->goal);
  }
  print_line(result, wanted);
  print_json(result, wanted);
}

void report_rival(const char *job, const char *against, const struct timings *ours,
                  const struct timings *theirs, double goal) {
  struct result result = {.job = job,
                          .against = against,
                          .ours = nanoseconds_a_row(ours),
                          .theirs = nanoseconds_a_row(theirs),
                          .ratio = ratio_of(theirs, ours),
                          .goal = goal};
  print_result(&result);
}

void report_least(const char *job, const struct timings *ours,
                  const struct timings *no_op, const struct timings *reader,
                  double goal) {
  struct result result = {.job = job,
                          .against = "no-op",
                          .ours = nanoseconds_a_row(ours),
                          .theirs = nanoseconds_a_row(no_op),
                          .ratio = ratio_of(ours, no_op),
                          .goal = goal,
                          .is_ceiling = true};
  if (reader != NULL) {
    result.reader = nanoseconds_a_row(reader);
    result.reader_ratio = ratio_of(ours, reader);
  }
  print_result(&result);
}

void report_growth(const char *job, const struct timings *ours,
                   const struct timings *base) {
  char name[40];
  char against[24];
  snprintf(name, sizeof name, "%s %lld", job, ours->rows);
  snprintf(against, sizeof against, "%lld rows", base->rows);
  struct result result = {.job = name,
                          .against = against,
                          .ours = nanoseconds_a_row(ours),
                          .theirs = nanoseconds_a_row(base),
                          .goal = 1 + GROWTH_GOAL,
                          .is_ceiling = true};
  result.ratio = result.ours / result.theirs;
  print_result(&result);
}

void report_close(void) {
  fprintf(json, "\n  ]\n}\n");
  if (fclose(json) != 0) bench_fail("JSON", "cannot be written");
}
