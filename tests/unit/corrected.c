/*
** Compares a judge's corrected rate with the formulas in core/outcomes/corrected.h, on
** random rows.  Other tests compare it with cases worked by hand.
*/
#include "core/outcomes/corrected.h"

#include <stdlib.h>

#include "base/random.h"
#include "tap.h"

#define MOST 60

static struct outcome rows[MOST];
static size_t count;

static void set_row(size_t i, double judged, enum outcome_label label, int64_t cluster) {
  rows[i] =
      (struct outcome){judged, label, {.type = VALUE_INTEGER, .is.integer = cluster}};
}

static struct corrected_report report_on(bool clustered) {
  qsort(rows, count, sizeof *rows, outcome_compare);
  return corrected_report_on(rows, count, clustered);
}

struct list {
  double value[MOST];
  int cluster[MOST];
  size_t n;
};

static void put(struct list *list, double value, const struct outcome *row) {
  list->cluster[list->n] = (int)row->cluster.is.integer;
  list->value[list->n++] = value;
}

static double mean(const struct list *list) {
  double total = 0;
  for (size_t i = 0; i < list->n; i++)
    total += list->value[i];
  return list->n > 0 ? total / (double)list->n : 0;
}

static double covariance(const struct list *a, const struct list *b) {
  double total = 0;
  for (size_t i = 0; i < a->n; i++)
    total += (a->value[i] - mean(a)) * (b->value[i] - mean(b));
  return total / ((double)a->n - 1);
}

/* Returns the squared standard error with clusters, by the formula in corrected.h.
** `others` has the verdicts on the N rows without a label. */
static double clustered_square(const struct list *r, const struct list *others,
                               double lambda) {
  double total = 0, clusters = 0;
  for (int c = 0; c < MOST; c++) {
    double sum = 0;
    int has = 0;
    for (size_t i = 0; i < r->n; i++)
      if (r->cluster[i] == c && ++has) sum += (r->value[i] - mean(r)) / (double)r->n;
    for (size_t i = 0; i < others->n; i++)
      if (others->cluster[i] == c && ++has)
        sum += lambda * (others->value[i] - mean(others)) / (double)others->n;
    clusters += has > 0;
    total += sum * sum;
  }
  return clusters / (clusters - 1) * total;
}

static void by_lists(bool clustered, double answers[3]) {
  struct list all = {0}, labels = {0}, verdicts = {0}, others = {0}, r = {0};
  for (size_t i = 0; i < count; i++) {
    put(&all, rows[i].score, &rows[i]);
    if (rows[i].label == LABEL_NONE) {
      put(&others, rows[i].score, &rows[i]);
    } else {
      put(&labels, rows[i].label, &rows[i]);
      put(&verdicts, rows[i].score, &rows[i]);
    }
  }
  double n = (double)labels.n, rest = (double)others.n, variance = covariance(&all, &all);
  double lambda = 0;
  if (rest >= 2 && variance > 0)
    lambda = covariance(&labels, &verdicts) / ((1 + n / rest) * variance);
  lambda = fmin(fmax(lambda, 0), 1);
  for (size_t i = 0; i < count; i++)
    if (rows[i].label != LABEL_NONE)
      put(&r, (double)rows[i].label - lambda * rows[i].score, &rows[i]);
  double square = covariance(&r, &r) / n;
  if (lambda > 0) square += lambda * lambda * covariance(&others, &others) / rest;
  if (clustered) square = clustered_square(&r, &others, lambda);
  answers[0] = lambda;
  answers[1] = fmin(fmax(mean(&r) + lambda * mean(&others), 0), 1);
  answers[2] = sqrt(square);
}

static void draw_rows(uint64_t number) {
  struct generator random = random_seeded(number);
  count = 8 + (size_t)(random_unit(&random) * (MOST - 8));
  double share = random_unit(&random), right = 0.5 + random_unit(&random) / 2;
  for (size_t i = 0; i < count; i++) {
    bool good = random_unit(&random) < 0.7, agrees = random_unit(&random) < right;
    set_row(i, number % 2 == 0 ? good == agrees : random_unit(&random),
            random_unit(&random) > share ? LABEL_NONE
            : good                       ? LABEL_GOOD
                                         : LABEL_BAD,
            (int64_t)(random_unit(&random) * 9));
  }
}

static void test_random(bool clustered) {
  double lambda = 0, rate = 0, error = 0, outside = 0;
  for (uint64_t number = 1; number <= 400; number++) {
    double want[3];
    draw_rows(number);
    struct corrected_report report = report_on(clustered);
    if (is_missing(report.se)) continue;
    by_lists(clustered, want);
    lambda = fmax(lambda, fabs(report.lambda - want[0]));
    rate = fmax(rate, fabs(report.rate - want[1]));
    error = fmax(error, fabs(report.se - want[2]));
    outside += !(report.interval.low <= report.rate) ||
               !(report.interval.high >= report.rate) ||
               !(report.interval.low < report.interval.high);
  }
  tap_ok(lambda < 1e-14, "%s: lambda, to %g", clustered ? "in clusters" : "independent",
         lambda);
  tap_ok(rate < 1e-14 && error < 1e-14, "rate and error, to %g and %g", rate, error);
  tap_is_real(outside, 0, 0, "the interval has a width and holds the rate");
}

/* Returns the n that solves rate - low = t sqrt(low (1 - low) / n), where `low` is the
** interval's low end, and t a quantile of Student's t. */
static double rows_of(const struct corrected_report *report, size_t degrees) {
  double low = report->interval.low, apart = report->rate - low;
  double t = statistics_t_quantile(degrees);
  return t * t * low * (1 - low) / (apart * apart);
}

static void test_ends(void) {
  count = 10;
  for (size_t i = 0; i < count; i++)
    set_row(i, (double)(i % 2), i < 4 ? LABEL_GOOD : LABEL_NONE, (int64_t)i / 2);
  struct corrected_report report = report_on(false);
  tap_ok(report.lambda == 0 && report.rate == 1 && report.se == 0, "all labels are good");
  tap_is_real(rows_of(&report, 3), 4, 1e-12, "the interval is of the labelled rows");
  tap_is_real(report.interval.high, 1, 0, "and ends at 1");
  report = report_on(true);
  tap_is_real(rows_of(&report, 1), 2, 1e-12, "of the clusters that have a label");
  for (size_t i = 0; i < count; i++)
    rows[i].label = rows[i].cluster.is.integer == 0 ? LABEL_GOOD : LABEL_NONE;
  report = report_on(true);
  tap_ok(report.rate == 1 && is_missing(report.se) && is_missing(report.interval.low),
         "one cluster has labels: no se, no ends");
}

static void test_few(void) {
  count = 3;
  for (size_t i = 0; i < count; i++)
    set_row(i, 0.1, LABEL_NONE, 0);
  struct corrected_report report = report_on(false);
  tap_ok(is_missing(report.rate) && report.judged == 0.1, "no label: no rate");
  rows[0].label = LABEL_BAD;
  report = report_on(false);
  tap_ok(report.rate == 0 && is_missing(report.se), "one label: no se");
  rows[1].label = LABEL_GOOD;
  report = report_on(false);
  tap_ok(report.lambda == 0 && report.rate == 0.5 && report.se == 0.5,
         "one row without a label: lambda 0");
}

/* The verdict equals the label in every row that has a label.  Half of the rows have a
** label. */
static void test_right(void) {
  count = 40;
  for (size_t i = 0; i < count; i++)
    set_row(i, i % 4 < 2, i >= 20 ? LABEL_NONE : i % 4 < 2 ? LABEL_GOOD : LABEL_BAD, 0);
  struct corrected_report report = report_on(false);
  /* For lambda (corrected.h): over the n = 20 rows with a label, the covariance of label
  ** and verdict is (20/19)/4.  The variance of all 40 verdicts is (40/39)/4.  N = 20 rows
  ** have no label, so 1 + n/N is 2. */
  tap_is_real(report.lambda, 20 / 19.0 / (40 / 39.0) / 2, 1e-15, "n / N weakens it");
  tap_is_real(report.rate, 0.5, 1e-15, "the rate");
}

/* The verdict is 1 for all rows without a label, but only for 8 of the 10 rows with a
** label. */
static void test_beyond(void) {
  count = MOST;
  for (size_t i = 0; i < count; i++)
    set_row(i, i > 1, i >= 10 ? LABEL_NONE : i > 0 ? LABEL_GOOD : LABEL_BAD, 0);
  struct corrected_report report = report_on(false);
  tap_ok(report.lambda == 1 && report.rate == 1, "a rate beyond 1 is 1");
  tap_is_real(rows_of(&report, 9), 10, 1e-9, "its interval is of the labelled rows");
  for (size_t i = 0; i < count; i++) {
    rows[i].score = 1 - rows[i].score;
    if (rows[i].label != LABEL_NONE)
      rows[i].label = rows[i].label == LABEL_GOOD ? LABEL_BAD : LABEL_GOOD;
  }
  report = report_on(false);
  tap_ok(report.lambda == 1 && report.rate == 0, "one below 0 is 0");
}

/* Two rows have a label, which equals their verdict.  All other rows have the verdict .5.
** With lambda 1 nothing varies, so the standard error is 0. */
static void test_exact(void) {
  count = MOST;
  for (size_t i = 0; i < count; i++)
    set_row(i, i < 2 ? (double)i : 0.5, LABEL_NONE, 0);
  rows[0].label = LABEL_BAD;
  rows[1].label = LABEL_GOOD;
  struct corrected_report report = report_on(false);
  tap_ok(report.lambda == 1 && report.rate == 0.5 && report.se == 0, "no error at 1/2");
  tap_is_real(rows_of(&report, 1), 2, 1e-12, "its interval is of the labelled rows");
}

int main(void) {
  test_random(false);
  test_random(true);
  test_ends();
  test_few();
  test_right();
  test_beyond();
  test_exact();
  return tap_done();
}
