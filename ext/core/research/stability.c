/* Weight stability intervals: see stability.h. */
#include "core/research/stability.h"

#include "base/missing.h"
#include "core/index.h"

/* Returns a difference of scores, but 0 if index.h rounds the difference to 0. */
static double stability_lead_of(double difference) {
  return index_compare(difference, 0) == 0 ? 0 : difference;
}

/* The weights that do not move can be so small that products with them lose digits.
** If their sum is below SMALL, these weights are multiplied by ENLARGE.  No interval
** changes, because only their proportions matter. */
#define SMALL 0x1p-900
#define ENLARGE 0x1p300

static double stability_sum_of_others(const double *weight, int count, int moving) {
  double sum = 0;
  for (int d = 0; d < count; d++)
    sum += d == moving ? 0 : weight[d];
  return sum;
}

/* Returns the winner's weighted mean lead over another round, in all dimensions
** except `moving`.  0 if there is no other dimension. */
static double stability_mean_of_others(const double *best, const double *other,
                                       const double *weight, int count, int moving,
                                       double scale) {
  double total = 0, sum = 0, plain = 0;
  for (int d = 0; d < count; d++) {
    if (d == moving) continue;
    double lead = best[d] - other[d], scaled = scale * weight[d];
    total += scaled * lead;
    sum += scaled;
    plain += lead;
  }
  if (count == 1) return 0;
  return stability_lead_of(sum > 0 ? total / sum : plain / (count - 1));
}

/* Cuts off the part of the interval in which another round wins.  `moving` is the
** winner's lead over that round in the dimension whose weight moves; `others` is the mean
** lead in the other dimensions. */
static void stability_cut(struct stability_interval *interval, double others,
                          double moving) {
  if ((others < 0) == (moving < 0)) return; /* the same round wins under every weight */
  double end = others / (others - moving);
  if (others < 0) {
    interval->low = greater_of(end, interval->low);
  } else {
    interval->high = lesser_of(end, interval->high);
  }
}

void stability_intervals(const double *scores, size_t rounds, size_t winner,
                         const double *weight, int count,
                         struct stability_interval *intervals) {
  const double *best = scores + winner * (size_t)count;
  double all = stability_sum_of_others(weight, count, -1);
  for (int d = 0; d < count; d++) {
    double scale = stability_sum_of_others(weight, count, d) < SMALL ? ENLARGE : 1;
    struct stability_interval interval = {0, 1};
    for (size_t r = 0; r < rounds; r++) {
      const double *other = scores + r * (size_t)count;
      stability_cut(&interval,
                    stability_mean_of_others(best, other, weight, count, d, scale),
                    stability_lead_of(best[d] - other[d]));
    }
    /* Because of rounding, the interval can end just before the current weight. */
    double stands = weight[d] / all;
    intervals[d].low = lesser_of(stands, interval.low);
    intervals[d].high = greater_of(stands, interval.high);
  }
}
