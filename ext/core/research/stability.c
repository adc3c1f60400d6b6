/* Weight stability intervals: see stability.h. */
#include "core/research/stability.h"

#include "core/index.h"

/* A lead as it counts: one of less than half a step is none (rule R9). */
static double stability_lead_of(double difference) {
  return index_compare(difference, 0) == 0 ? 0 : difference;
}

/* Without the moving one, weights may be so small that products with them lose digits:
** this brings all of those into range, and only their proportions count. */
#define SMALL 0x1p-900
#define ENLARGE 0x1p300

static double stability_sum_of_others(const struct weights *weights, int moving) {
  double sum = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++)
    sum += d == moving ? 0 : weights->weight[d];
  return sum;
}

/* The mean of `lead` over all dimensions but `moving`, under the weights. */
static double stability_mean_of_others(const double *lead, const struct weights *weights,
                                       int moving) {
  double scale = stability_sum_of_others(weights, moving) < SMALL ? ENLARGE : 1;
  double total = 0, weight = 0, plain = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (d == moving) continue;
    double scaled = scale * weights->weight[d];
    total += scaled * lead[d];
    weight += scaled;
    plain += lead[d];
  }
  return stability_lead_of(weight > 0 ? total / weight : plain / (DIMENSION_COUNT - 1));
}

/* Cuts off the part of the interval in which a round with that lead against it wins. */
static void stability_cut(struct stability_interval *interval, double others,
                          double moving) {
  if ((others < 0) == (moving < 0)) return; /* one of the two wins under every weight */
  double end = others / (others - moving);
  if (others < 0) {
    interval->low = greater_of(end, interval->low);
  } else {
    interval->high = lesser_of(end, interval->high);
  }
}

void stability_intervals(const double (*scores)[DIMENSION_COUNT], size_t rounds,
                         size_t winner, const struct weights *weights,
                         struct stability_interval intervals[DIMENSION_COUNT]) {
  for (int d = 0; d < DIMENSION_COUNT; d++)
    intervals[d] = (struct stability_interval){0, 1};
  for (size_t r = 0; r < rounds; r++) {
    double lead[DIMENSION_COUNT];
    for (int d = 0; d < DIMENSION_COUNT; d++)
      lead[d] = scores[winner][d] - scores[r][d];
    for (int d = 0; d < DIMENSION_COUNT; d++)
      stability_cut(&intervals[d], stability_mean_of_others(lead, weights, d),
                    stability_lead_of(lead[d]));
  }
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    /* An end computed beyond the weight that stands is off by rounding. */
    double stands = weights->weight[d] / weights->sum;
    intervals[d].low = lesser_of(stands, intervals[d].low);
    intervals[d].high = greater_of(stands, intervals[d].high);
  }
}
