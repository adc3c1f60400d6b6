/* A judge's rate, corrected: see corrected.h. */
#include "core/outcomes/corrected.h"

#include "base/sum.h"

/* An se of at most this is a rounding error and becomes 0.  A rate at most this far from
** 0 or 1 becomes 0 or 1. */
#define ROUNDING 0x1p-40

struct corrected_mean {
  uint64_t n;
  struct sum sum;
  double mean; /* 0 without values */
};

static void corrected_count(struct corrected_mean *mean, double value) {
  mean->n++;
  sum_add(&mean->sum, value);
}

static void corrected_divide(struct corrected_mean *mean) {
  mean->mean = mean->n > 0 ? sum_share(&mean->sum, (double)mean->n) : 0;
}

/* The mean verdict of all rows, of labelled rows and of rows without a label, and the
** mean label. */
struct corrected_means {
  struct corrected_mean all;
  struct corrected_mean labelled;
  struct corrected_mean others;
  struct corrected_mean labels;
  bool differ; /* two verdicts differ */
};

static struct corrected_means corrected_means_of(const struct outcome *rows, size_t n) {
  struct corrected_means means = {0};
  for (size_t i = 0; i < n; i++) {
    bool is_labelled = rows[i].label != LABEL_NONE;
    corrected_count(&means.all, rows[i].score);
    corrected_count(is_labelled ? &means.labelled : &means.others, rows[i].score);
    if (is_labelled) corrected_count(&means.labels, rows[i].label);
    means.differ = means.differ || rows[i].score != rows[0].score;
  }
  corrected_divide(&means.all);
  corrected_divide(&means.labelled);
  corrected_divide(&means.others);
  corrected_divide(&means.labels);
  return means;
}

static double corrected_lambda(const struct outcome *rows, size_t n,
                               const struct corrected_means *means) {
  struct sum products = {0, 0}, squares = {0, 0};
  double labelled = (double)means->labels.n, others = (double)means->others.n;
  if (!means->differ || labelled < 2 || others < 2) return 0;
  for (size_t i = 0; i < n; i++) {
    double apart = rows[i].score - means->all.mean;
    sum_add(&squares, apart * apart);
    if (rows[i].label != LABEL_NONE)
      sum_add(&products, ((double)rows[i].label - means->labels.mean) *
                             (rows[i].score - means->labelled.mean));
  }
  double covariance = sum_total(&products) / (labelled - 1);
  double variance = sum_total(&squares) / ((double)n - 1);
  double lambda = covariance / ((1 + labelled / others) * variance);
  return lesser_of(greater_of(lambda, 0), 1);
}

/* Returns r' / n for a row with a label, lambda * v' / N for a row without a label
** (corrected.h). */
static double corrected_deviation(const struct outcome *row,
                                  const struct corrected_means *means, double lambda) {
  if (row->label == LABEL_NONE)
    return lambda * (row->score - means->others.mean) / (double)means->others.n;
  double of_label = (double)row->label - means->labels.mean;
  return (of_label - lambda * (row->score - means->labelled.mean)) /
         (double)means->labels.n;
}

/* Returns a sum of n squares, multiplied by n / (n - 1) as for a variance. */
static double corrected_by(const struct sum *squares, uint64_t n) {
  return n < 2 ? 0 : sum_total(squares) * ((double)n / ((double)n - 1));
}

/* Sets the report's number of clusters and its standard error.  Returns the number of
** clusters with a label. */
static uint64_t corrected_error(const struct outcome *rows, size_t n, bool clustered,
                                const struct corrected_means *means,
                                struct corrected_report *report) {
  /* squares[0] is for rows without a label, squares[1] for rows with a label.  With
  ** clusters, each cluster adds one square to squares[1]. */
  struct sum squares[2] = {{0, 0}, {0, 0}};
  uint64_t with_label = 0;
  for (size_t first = 0, end; first < n; first = end) {
    struct sum cluster = {0, 0};
    bool has_label = false;
    end = outcome_cluster_end(rows, n, first, clustered);
    for (size_t i = first; i < end; i++) {
      has_label = has_label || rows[i].label != LABEL_NONE;
      sum_add(&cluster, corrected_deviation(&rows[i], means, report->lambda));
    }
    double total = sum_total(&cluster);
    sum_add(&squares[clustered || has_label], total * total);
    with_label += has_label;
    report->clusters++;
  }
  if (with_label < 2) return with_label;
  double square = clustered ? corrected_by(&squares[1], report->clusters)
                            : corrected_by(&squares[1], means->labels.n) +
                                  corrected_by(&squares[0], means->others.n);
  double se = sqrt(square);
  report->se = se > ROUNDING ? se : 0;
  return with_label;
}

static void corrected_interval(struct corrected_report *report, uint64_t rows,
                               uint64_t with_label) {
  double rate = report->rate, effective = (double)with_label;
  if (report->se > 0 && rate > 0 && rate < 1) {
    effective = rate * (1 - rate) / (report->se * report->se);
    effective = lesser_of(greater_of(effective, 1), (double)rows);
  }
  report->interval = passes_wilson_effective(
      effective, rate, statistics_t_quantile((size_t)with_label - 1));
}

static double corrected_rate(double rate) {
  if (rate <= ROUNDING) return 0;
  return rate >= 1 - ROUNDING ? 1 : rate;
}

struct corrected_report corrected_report_on(const struct outcome *rows, size_t n,
                                            bool clustered) {
  struct corrected_means means = corrected_means_of(rows, n);
  struct corrected_report report = {.labelled = means.labels.n,
                                    .judged = means.all.mean,
                                    .actual = MISSING,
                                    .lambda = MISSING,
                                    .rate = MISSING,
                                    .se = MISSING,
                                    .interval = {MISSING, MISSING}};
  if (report.labelled == 0) return report;
  report.actual = means.labels.mean;
  report.lambda = corrected_lambda(rows, n, &means);
  report.rate = corrected_rate(means.labels.mean +
                               report.lambda * (means.others.mean - means.labelled.mean));
  uint64_t with_label = corrected_error(rows, n, clustered, &means, &report);
  if (with_label > 1) corrected_interval(&report, n, with_label);
  return report;
}
