/* The confidence index: see confidence.h. */
#include "core/research/confidence.h"

#include "base/portable_math.h"

const char *const confidence_method_names[METHOD_COUNT] = {"arithmetic", "geometric"};

double confidence_geometric(const struct dimensions *dimensions,
                            const struct weights *weights) {
  struct confidence_range range = {INFINITY, -INFINITY};
  double total = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double weight = weights->weight[d];
    if (!(weight > 0)) continue;
    double score = greater_of(dimensions->score[d], 0); /* 0 for NaN */
    total += weight * portable_log2(score);             /* -infinity for 0 */
    confidence_include(&range, score);
  }
  return confidence_hold(&range, portable_exp2(total / weights->sum));
}
