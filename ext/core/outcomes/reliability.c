/* The reliability of scores: see reliability.h. */
#include "core/outcomes/reliability.h"

#include "base/sum.h"

/* True if the rate of `a` is at least the rate of `b`.  Both products fit into 64 bits
** for fewer than 2^32 rows. */
static bool reliability_violates(const struct reliability_step *a,
                                 const struct reliability_step *b) {
  return a->good * b->n >= b->good * a->n;
}

/* Pools adjacent steps whose rates do not rise, and returns the number of steps left. */
static size_t reliability_pool(const struct outcome *rows, size_t n,
                               struct reliability_step *steps) {
  size_t count = 0;
  for (size_t first = 0, end; first < n; first = end) {
    struct reliability_step step = {rows[first].score, rows[first].score, 0, 0};
    for (end = first; end < n && rows[end].score == step.from; end++) {
      step.n++;
      step.good += rows[end].label == LABEL_GOOD;
    }
    while (count > 0 && reliability_violates(&steps[count - 1], &step)) {
      const struct reliability_step *before = &steps[--count];
      step.from = before->from;
      step.n += before->n;
      step.good += before->good;
    }
    steps[count++] = step;
  }
  return count;
}

static double reliability_brier(const struct outcome *rows, size_t n) {
  struct sum squares = {0, 0};
  for (size_t i = 0; i < n; i++) {
    double apart = rows[i].score - (rows[i].label == LABEL_GOOD);
    sum_add(&squares, apart * apart);
  }
  return sum_share(&squares, (double)n);
}

/* Returns n * rate * (1 - rate), where rate = good / n. */
static double reliability_spread(uint64_t n, uint64_t good) {
  return (double)good * ((double)(n - good) / (double)n);
}

struct reliability_report reliability_report_on(const struct outcome *rows, size_t n,
                                                struct reliability_step *steps) {
  struct reliability_report report = {.steps = reliability_pool(rows, n, steps),
                                      .brier = reliability_brier(rows, n)};
  struct sum spread = {0, 0};
  uint64_t good = 0;
  for (size_t i = 0; i < report.steps; i++) {
    sum_add(&spread, reliability_spread(steps[i].n, steps[i].good));
    good += steps[i].good;
  }
  double recalibrated = sum_share(&spread, (double)n);
  report.uncertainty = reliability_spread(n, good) / (double)n;
  report.miscalibration = greater_of(report.brier - recalibrated, 0);
  report.discrimination = greater_of(report.uncertainty - recalibrated, 0);
  return report;
}
