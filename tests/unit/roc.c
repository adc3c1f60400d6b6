/*
** Tests the area under the ROC curve (core/outcomes/roc.h) on random rows.  The area is
** compared with its definition, pair by pair.  The standard errors are compared with sums
** over matrices from the papers that roc.h names.
*/
#include "core/outcomes/roc.h"

#include <stdlib.h>

#include "base/random.h"
#include "tap.h"

#define MOST 40

static struct outcome rows[MOST];
static size_t count;
static struct roc_rank ranks[MOST];
static double shares[MOST];

static struct roc_report report_on(bool clustered) {
  struct roc_room room = {ranks, shares};
  qsort(rows, count, sizeof *rows, outcome_compare);
  return roc_report_on(rows, count, clustered, &room, NULL);
}

static double beats(const struct outcome *good, const struct outcome *bad) {
  return good->score > bad->score ? 1 : good->score == bad->score ? 0.5 : 0;
}

/* Returns the mean of beats() over all pairs of this row with rows of the other label. */
static double win(const struct outcome *row) {
  double total = 0, n = 0;
  for (size_t i = 0; i < count; i++) {
    if (rows[i].label == row->label) continue;
    total += row->label == LABEL_GOOD ? beats(row, &rows[i]) : beats(&rows[i], row);
    n++;
  }
  return total / n;
}

static void by_cluster(enum outcome_label label, double area, double sums[], int has[]) {
  for (size_t i = 0; i < count; i++) {
    if (rows[i].label != label) continue;
    sums[rows[i].cluster.is.integer] += win(&rows[i]) - area;
    has[rows[i].cluster.is.integer]++;
  }
}

static double square_error(double area) {
  double wins[2][MOST] = {{0}}, total[3] = {0};
  int has[2][MOST] = {{0}};
  double clusters = 0, with[2] = {0}, n[2] = {0};
  for (int label = 0; label < 2; label++)
    by_cluster((enum outcome_label)label, area, wins[label], has[label]);
  for (int c = 0; c < MOST; c++) {
    clusters += has[0][c] + has[1][c] > 0;
    for (int label = 0; label < 2; label++) {
      with[label] += has[label][c] > 0;
      n[label] += has[label][c];
      total[label] += wins[label][c] * wins[label][c];
    }
    total[2] += wins[0][c] * wins[1][c];
  }
  return with[0] / (with[0] - 1) * total[0] / n[0] / n[0] +
         with[1] / (with[1] - 1) * total[1] / n[1] / n[1] +
         2 * clusters / (clusters - 1) * total[2] / n[0] / n[1];
}

static void draw_rows(uint64_t number, bool clustered) {
  struct generator random = random_seeded(number);
  count = 12 + (size_t)(random_unit(&random) * (MOST - 12));
  for (size_t i = 0; i < count; i++) {
    int64_t cluster = (int64_t)(random_unit(&random) * 10);
    rows[i] =
        (struct outcome){.score = floor(random_unit(&random) * 9) / 8,
                         .label = random_unit(&random) < 0.5 ? LABEL_GOOD : LABEL_BAD,
                         .cluster = {.type = VALUE_INTEGER,
                                     .is.integer = clustered ? cluster : (int64_t)i}};
  }
}

static void test_random(bool clustered) {
  double area_off = 0, error_off = 0, narrow = 0;
  for (uint64_t number = 1; number <= 300; number++) {
    draw_rows(number, clustered);
    struct roc_report report = report_on(clustered);
    double total = 0;
    for (size_t i = 0; i < count; i++)
      if (rows[i].label == LABEL_GOOD) total += win(&rows[i]);
    double area = total / (double)report.good;
    area_off = fmax(area_off, fabs(report.area - area));
    if (is_missing(report.se)) continue;
    double square = square_error(area);
    error_off = fmax(error_off, fabs(report.se * report.se - fmax(square, 0)));
    narrow += !(report.interval.low < report.interval.high);
  }
  tap_ok(area_off < 1e-15, "%s: the share of pairs, to %g",
         clustered ? "in clusters" : "independent", area_off);
  tap_ok(error_off < 1e-15, "its error by sums over clusters, to %g", error_off);
  tap_is_real(narrow, 0, 0, "the interval has a width");
}

static void set_row(size_t i, double score, enum outcome_label label, int64_t cluster) {
  rows[i] =
      (struct outcome){score, label, {.type = VALUE_INTEGER, .is.integer = cluster}};
}

/* Returns the n that follows from the interval's end `low` and the quantile z: area - low
** = z sqrt(low (1 - low) / n). */
static double rows_of(const struct roc_report *report, double z) {
  double low = report->interval.low, apart = report->area - low;
  return z * z * low * (1 - low) / (apart * apart);
}

static void test_certain(void) {
  count = 6;
  for (size_t i = 0; i < count; i++)
    set_row(i, (double)i, i > 1 ? LABEL_GOOD : LABEL_BAD, (int64_t)i / 3);
  struct roc_report report = report_on(false);
  tap_ok(report.area == 1 && report.se == 0, "all good rows above: se 0");
  tap_is_real(rows_of(&report, NORMAL_QUANTILE), 3 * 4 * 2 / 6.0, 1e-12,
              "the interval of 3 good bad / (good + bad)");
  tap_is_real(report.interval.high, 1, 0, "and ends at 1");
  report = report_on(true);
  tap_ok(is_missing(report.se) && is_missing(report.interval.high) && report.area == 1,
         "one cluster has the bad rows: no se, no ends");
  for (size_t i = 0; i < count; i++)
    rows[i].cluster.is.integer = i == 0 ? 5 : 6 + (int64_t)i % 2;
  report = report_on(true);
  tap_is_real(rows_of(&report, statistics_t_quantile(2)), 3 * 2 * 2 / 4.0, 1e-12,
              "of the clusters that have good rows and bad ones where se is 0");
}

/* Each cluster has a good and a bad row of equal score.  The good row's win() is as far
** above the area as the bad row's win() is below.  So their distances from the area
** cancel, although doubles round them. */
static void test_cancels(void) {
  double off = 0;
  for (count = 4; count <= MOST; count += 2) {
    for (size_t i = 0; i < count; i++)
      set_row(i, (double)(i / 2), i % 2 == 0 ? LABEL_GOOD : LABEL_BAD, (int64_t)(i / 2));
    struct roc_report report = report_on(true);
    off = fmax(off, fmax(report.se, fabs(report.area - 0.5)));
  }
  tap_is_real(off, 0, 0, "terms that cancel leave no rounding");
}

/* All clusters have the same rows, so the deviations in each cluster add up to 0, except
** for rounding. */
static void test_same(void) {
  static const double scores[] = {0.1, 0.2, 0.2, 0.4, 0.7};
  double off = 0;
  for (size_t clusters = 2; clusters <= 8; clusters++) {
    count = 5 * clusters;
    for (size_t i = 0; i < count; i++)
      set_row(i, scores[i % 5], i % 5 % 2 == 0 ? LABEL_GOOD : LABEL_BAD, (int64_t)i / 5);
    off = fmax(off, report_on(true).se);
  }
  tap_is_real(off, 0, 0, "clusters that are all the same: se 0");
}

static void test_one_class(void) {
  count = 3;
  for (size_t i = 0; i < count; i++)
    set_row(i, (double)i, LABEL_GOOD, 1);
  tap_ok(is_missing(report_on(false).area), "no bad row: no area");
  rows[0].label = LABEL_BAD;
  struct roc_report report = report_on(false);
  tap_ok(report.area == 1 && is_missing(report.se), "one bad row: no se");
  count = 4;
  for (size_t i = 0; i < count; i++)
    set_row(i, (double)i, i < 2 ? LABEL_GOOD : LABEL_BAD, i < 2 ? 1 : (int64_t)i);
  report = report_on(true);
  tap_ok(report.area == 0 && is_missing(report.se), "one cluster has the good rows");
}

int main(void) {
  test_random(false);
  test_random(true);
  test_certain();
  test_cancels();
  test_same();
  test_one_class();
  return tap_done();
}
