/* The confidence index: see confidence.h. */
#include "confidence.h"

const char *const confidence_method_names[METHOD_COUNT] = {"arithmetic", "geometric"};

/* The ends of the scores that have a weight. */
struct range {
  double least;
  double greatest;
};

static inline void range_include(struct range *range, double score) {
  if (score < range->least) range->least = score;
  if (score > range->greatest) range->greatest = score;
}

static inline double range_hold(const struct range *range, double mean) {
  if (mean < range->least) return range->least;
  return mean > range->greatest ? range->greatest : mean;
}

static double arithmetic_mean(const double *score, const struct weights *weights) {
  struct range range = {1.0, 0.0};
  double total = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double weight = weights->weight[d];
    double s = is_missing(score[d]) ? 0 : score[d];
    total += weight * s;
    if (weight > 0) range_include(&range, s);
  }
  return range_hold(&range, total / weights->sum);
}

static double geometric_mean(const double *score, const struct weights *weights) {
  struct range range = {1.0, 0.0};
  double total = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double weight = weights->weight[d];
    if (!(weight > 0)) continue;
    if (!(score[d] > 0)) return 0.0; /* missing counts as 0 */
    total += weight * log2(score[d]);
    range_include(&range, score[d]);
  }
  return range_hold(&range, exp2(total / weights->sum));
}

double confidence_index(const struct dimensions *dimensions,
                        const struct weights *weights, enum confidence_method method) {
  return method == METHOD_GEOMETRIC ? geometric_mean(dimensions->score, weights)
                                    : arithmetic_mean(dimensions->score, weights);
}
