/* The area under the ROC curve: see roc.h. */
#include "core/outcomes/roc.h"

#include "base/sum.h"

static int roc_compare(const void *left, const void *right) {
  const struct roc_rank *a = left, *b = right;
  int order = (a->score > b->score) - (a->score < b->score);
  return order != 0 ? order : (a->place > b->place) - (a->place < b->place);
}

/* Counts the good and the bad rows that have the same score as ranks[first].  Returns the
** index in `ranks` after the last of these rows. */
static size_t roc_level(const struct outcome *rows, size_t n,
                        const struct roc_rank *ranks, size_t first, uint64_t *good,
                        uint64_t *bad) {
  size_t end = first;
  *good = *bad = 0;
  for (; end < n && ranks[end].score == ranks[first].score; end++)
    *(rows[ranks[end].place].label == LABEL_GOOD ? good : bad) += 1;
  return end;
}

/* Sets V10 of each good row, V01 of each bad row, and the area (roc.h). */
static void roc_shares(const struct outcome *rows, size_t n, const struct roc_room *room,
                       struct roc_report *report) {
  uint64_t good_below = 0, bad_below = 0, good, bad, twice = 0;
  for (size_t first = 0, end; first < n; first = end) {
    end = roc_level(rows, n, room->ranks, first, &good, &bad);
    double below = (double)bad_below + (double)bad / 2;
    double above = (double)(report->good - good_below) - (double)good / 2;
    for (size_t i = first; i < end; i++) {
      size_t place = room->ranks[i].place;
      room->shares[place] = rows[place].label == LABEL_GOOD
                                ? below / (double)report->bad
                                : above / (double)report->good;
    }
    twice += good * (2 * bad_below + bad);
    good_below += good;
    bad_below += bad;
  }
  report->area = (double)twice / 2 / ((double)report->good * (double)report->bad);
}

/* The outer sums of S10, S01 and S11 (roc.h), and the numbers of clusters with good rows
** and of clusters with bad rows. */
struct roc_sums {
  struct sum good;
  struct sum bad;
  struct sum both;
  uint64_t clusters_good;
  uint64_t clusters_bad;
};

static void roc_add_cluster(const struct outcome *rows, const double *shares,
                            size_t count, double area, struct roc_sums *sums) {
  struct sum deviations[2] = {{0, 0}, {0, 0}}; /* the sum for each label */
  bool seen[2] = {false, false};
  for (size_t i = 0; i < count; i++) {
    sum_add(&deviations[rows[i].label], shares[i] - area);
    seen[rows[i].label] = true;
  }
  double good = sum_total(&deviations[LABEL_GOOD]);
  double bad = sum_total(&deviations[LABEL_BAD]);
  sum_add(&sums->good, good * good);
  sum_add(&sums->bad, bad * bad);
  sum_add(&sums->both, good * bad);
  sums->clusters_good += seen[LABEL_GOOD];
  sums->clusters_bad += seen[LABEL_BAD];
}

/* An se of at most LEAST_ERROR becomes 0; for LEAST_SHARE see roc_report_on(). */
#define LEAST_ERROR 0x1p-46
#define LEAST_SHARE 0x1p-40

/* Returns k / (k - 1) times a sum over k clusters, because the area was estimated from
** the same clusters. */
static double roc_corrected(const struct sum *sum, uint64_t k) {
  return sum_total(sum) * ((double)k / ((double)k - 1));
}

static double roc_error(const struct roc_report *report, const struct roc_sums *sums) {
  double good = (double)report->good, bad = (double)report->bad;
  if (sums->clusters_good < 2 || sums->clusters_bad < 2) return MISSING;
  double of_good = roc_corrected(&sums->good, sums->clusters_good) / good / good;
  double of_bad = roc_corrected(&sums->bad, sums->clusters_bad) / bad / bad;
  double of_both = 2 * roc_corrected(&sums->both, report->clusters) / good / bad;
  double square = of_good + of_bad + of_both;
  double terms = of_good + of_bad + fabs(of_both);
  if (!(square > LEAST_SHARE * terms)) return 0;
  double se = sqrt(square);
  return se > LEAST_ERROR ? se : 0;
}

static double roc_most(uint64_t good, uint64_t bad) {
  return 3 * (double)good * (double)bad / ((double)good + (double)bad);
}

static void roc_interval(struct roc_report *report, const struct roc_sums *sums,
                         bool clustered) {
  double effective = roc_most(sums->clusters_good, sums->clusters_bad);
  if (report->se > 0)
    effective = lesser_of(report->area * (1 - report->area) / (report->se * report->se),
                          roc_most(report->good, report->bad));
  report->interval = passes_wilson_effective(
      effective, report->area,
      clustered ? statistics_t_quantile((size_t)report->clusters - 1) : NORMAL_QUANTILE);
}

struct roc_report roc_report_on(const struct outcome *rows, size_t n, bool clustered,
                                const struct roc_room *room, struct sort_watch *watch) {
  struct roc_report report = {
      .area = MISSING, .se = MISSING, .interval = {MISSING, MISSING}};
  struct roc_sums sums = {0};
  for (size_t i = 0; i < n; i++) {
    room->ranks[i] = (struct roc_rank){rows[i].score, i};
    *(rows[i].label == LABEL_GOOD ? &report.good : &report.bad) += 1;
  }
  if (report.good == 0 || report.bad == 0 ||
      !sort_items(room->ranks, n, sizeof *room->ranks, roc_compare, watch))
    return report;
  roc_shares(rows, n, room, &report);
  for (size_t first = 0, end; first < n; first = end) {
    end = outcome_cluster_end(rows, n, first, clustered);
    roc_add_cluster(rows + first, room->shares + first, end - first, report.area, &sums);
    report.clusters++;
  }
  report.se = roc_error(&report, &sums);
  if (!is_missing(report.se)) roc_interval(&report, &sums, clustered);
  return report;
}
