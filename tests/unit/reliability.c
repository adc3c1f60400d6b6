/*
** Tests the reliability of scores (core/outcomes/reliability.h) on cases worked by hand
** and on random rows.  The Brier score must be miscalibration - discrimination +
** uncertainty.  The rate of each step is compared with recalibrated() below.
*/
#include "core/outcomes/reliability.h"

#include <stdlib.h>

#include "base/random.h"
#include "tap.h"

#define MOST 30

static struct outcome rows[MOST];
static size_t count;
static struct reliability_step steps[MOST];

static void set_row(size_t i, double score, bool good) {
  rows[i] = (struct outcome){score, good ? LABEL_GOOD : LABEL_BAD, {.type = VALUE_NULL}};
}

static struct reliability_report report_on(void) {
  qsort(rows, count, sizeof *rows, outcome_compare);
  return reliability_report_on(rows, count, steps);
}

static double share(double from, double to) {
  double good = 0, n = 0;
  for (size_t i = 0; i < count; i++)
    if (rows[i].score >= from && rows[i].score <= to) {
      good += rows[i].label == LABEL_GOOD;
      n++;
    }
  return good / n;
}

/* Returns the isotonic regression at a score.  For each start at or below the score, take
** the least share of good rows in start..end, over all ends at or above the score.  The
** result is the greatest of these least shares. */
static double recalibrated(double score) {
  double greatest = 0;
  for (size_t i = 0; i < count && rows[i].score <= score; i++) {
    double least = 1;
    for (size_t j = 0; j < count; j++)
      if (rows[j].score >= score)
        least = fmin(least, share(rows[i].score, rows[j].score));
    greatest = fmax(greatest, least);
  }
  return greatest;
}

static double rate_at(const struct reliability_report *report, double score) {
  for (size_t i = 0; i < report->steps; i++)
    if (score >= steps[i].from && score <= steps[i].to)
      return (double)steps[i].good / (double)steps[i].n;
  return MISSING;
}

static void test_random(void) {
  double identity = 0, off = 0, brier_off = 0, falls = 0;
  for (uint64_t number = 1; number <= 300; number++) {
    struct generator random = random_seeded(number);
    count = 1 + (size_t)(random_unit(&random) * MOST);
    double digits = number % 2 == 0 ? 8 : 1e6, brier = 0;
    for (size_t i = 0; i < count; i++)
      set_row(i, floor(random_unit(&random) * (digits + 1)) / digits,
              random_unit(&random) < 0.6);
    struct reliability_report report = report_on();
    for (size_t i = 0; i < count; i++) {
      off =
          fmax(off, fabs(rate_at(&report, rows[i].score) - recalibrated(rows[i].score)));
      brier += pow(rows[i].score - (rows[i].label == LABEL_GOOD), 2) / (double)count;
    }
    for (size_t i = 1; i < report.steps; i++)
      falls += steps[i].from <= steps[i - 1].to ||
               steps[i].good * steps[i - 1].n <= steps[i - 1].good * steps[i].n;
    brier_off = fmax(brier_off, fabs(brier - report.brier));
    identity = fmax(identity, fabs(report.miscalibration - report.discrimination +
                                   report.uncertainty - report.brier));
  }
  tap_ok(off < 1e-15, "steps are isotonic regression, to %g", off);
  tap_is_real(falls, 0, 0, "they and their rates rise");
  tap_ok(brier_off < 1e-15, "the Brier score, to %g", brier_off);
  tap_ok(identity < 1e-15, "and is the sum of its parts, to %g", identity);
}

static void test_by_hand(void) {
  count = 4;
  set_row(0, 0.25, true);
  set_row(1, 0.5, false);
  set_row(2, 0.75, true);
  set_row(3, 1, false);
  struct reliability_report report = report_on();
  tap_is_int((long long)report.steps, 1, "pairs of violators are pooled to the mean");
  tap_ok(steps[0].from == 0.25 && steps[0].to == 1 && steps[0].good == 2, "all four");
  tap_is_real(report.discrimination, 0, 0, "which discriminates nothing");
  count = 2;
  set_row(0, 0, false);
  set_row(1, 1, true);
  report = report_on();
  tap_ok(report.brier == 0 && report.miscalibration == 0 &&
             report.discrimination == 0.25 && report.uncertainty == 0.25,
         "scores that are always right");
  set_row(1, 0, false);
  set_row(0, 0, false);
  report = report_on();
  tap_ok(report.uncertainty == 0 && report.steps == 1, "one score, one label");
}

int main(void) {
  test_random();
  test_by_hand();
  return tap_done();
}
