/* The confidence index: see confidence.h. */
#include "confidence.h"

const char *const confidence_method_names[METHOD_COUNT] = {"arithmetic", "geometric"};

static inline double lesser(double a, double b) {
  return a < b ? a : b;
}

static inline double greater(double a, double b) {
  return a > b ? a : b;
}

/* The ends of the scores that have a weight. */
struct range {
  double least;
  double greatest;
};

static inline void range_include(struct range *range, double score) {
  range->least = lesser(range->least, score);
  range->greatest = greater(range->greatest, score);
}

static inline double range_hold(const struct range *range, double mean) {
  return lesser(greater(mean, range->least), range->greatest);
}

double confidence_arithmetic(const struct dimensions *dimensions,
                             const struct weights *weights) {
  struct range range = {1.0, 0.0};
  double total = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double weight = weights->weight[d];
    double s = greater(dimensions->score[d], 0); /* 0 for NaN */
    total += weight * s;
    if (weight > 0) range_include(&range, s);
  }
  return range_hold(&range, total / weights->sum);
}

double confidence_geometric(const struct dimensions *dimensions,
                            const struct weights *weights) {
  const double *score = dimensions->score;
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
