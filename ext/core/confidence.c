/* The confidence index: see confidence.h. */
#include "confidence.h"

const char *const confidence_method_names[METHOD_COUNT] = {"arithmetic", "geometric"};

double confidence_geometric(const struct dimensions *dimensions,
                            const struct weights *weights) {
  const double *score = dimensions->score;
  struct confidence_range range = {INFINITY, -INFINITY};
  double total = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double weight = weights->weight[d];
    if (!(weight > 0)) continue;
    if (is_missing(score[d])) return 0.0; /* as a 0, whose logarithm is -infinity */
    total += weight * log2(score[d]);
    confidence_include(&range, score[d]);
  }
  return confidence_hold(&range, exp2(total / weights->sum));
}
