/* The benchmark's table and its JSON: see report.h. */
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "connection.h"

/* Growth is linear if the time a row stays within this share. */
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

static double nanoseconds_a_row(const struct timings *timings, long long rows) {
  return report_median(timings->seconds, repeats) / (double)rows * 1e9;
}

/* `above` over `below`, row by row. */
static double ratio_of(const struct timings *above, long long above_rows,
                       const struct timings *below, long long below_rows) {
  double ratios[BENCH_REPEATS];
  for (int i = 0; i < repeats; i++) {
    ratios[i] =
        above->seconds[i] / (double)above_rows / (below->seconds[i] / (double)below_rows);
  }
  return report_median(ratios, repeats);
}

/* The processor's name as Linux tells it. */
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
         "faster.\n\n",
         processor, about, rows, repeats);
  printf("%-27s %7s  %-15s %7s %6s  %-7s %s\n", "job", "ns/row", "against", "ns/row",
         "ratio", "goal", "met");
}

static void print_result(const char *job, double ours, const char *against, double theirs,
                         double ratio, const char *relation, double goal, bool met) {
  char wanted[16] = "";
  if (goal > 0) snprintf(wanted, sizeof wanted, "%s %.2f", relation, goal);
  printf("%-27s %7.1f  %-15s %7.1f %6.2f  %-7s %s\n", job, ours, against, theirs, ratio,
         wanted, goal > 0 ? met ? "yes" : "no" : "");
  fflush(stdout);
  fprintf(json,
          "%s\n    {\"job\": \"%s\", \"ns\": %.2f, \"against\": \"%s\", "
          "\"against_ns\": %.2f, \"ratio\": %.3f, \"goal\": ",
          results++ > 0 ? "," : "", job, ours, against, theirs, ratio);
  if (goal > 0) {
    fprintf(json, "\"%s\", \"met\": %s}", wanted, met ? "true" : "false");
  } else {
    fprintf(json, "null, \"met\": null}");
  }
}

void report_comparison(const char *job, const char *against, long long rows,
                       const struct timings *ours, long long rival_rows,
                       const struct timings *theirs, bool is_no_op, double goal) {
  double ratio = is_no_op ? ratio_of(ours, rows, theirs, rival_rows)
                          : ratio_of(theirs, rival_rows, ours, rows);
  print_result(job, nanoseconds_a_row(ours, rows), against,
               nanoseconds_a_row(theirs, rival_rows), ratio, is_no_op ? "<=" : ">=", goal,
               is_no_op ? ratio <= goal : ratio >= goal);
}

void report_growth(const char *job, long long rows, const struct timings *ours,
                   long long base_rows, const struct timings *base) {
  char name[40];
  char against[24];
  double here = nanoseconds_a_row(ours, rows);
  double there = nanoseconds_a_row(base, base_rows);
  snprintf(name, sizeof name, "%s %lld", job, rows);
  snprintf(against, sizeof against, "%lld rows", base_rows);
  double ratio = here / there;
  print_result(name, here, against, there, ratio, "<=", 1 + GROWTH_GOAL,
               ratio <= 1 + GROWTH_GOAL);
}

void report_close(void) {
  fprintf(json, "\n  ]\n}\n");
  if (fclose(json) != 0) bench_fail("JSON", "cannot be written");
}
