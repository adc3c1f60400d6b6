/* The confidence index: see confidence.h. */
#include "core/research/confidence.h"

#include "base/portable_math.h"

const char *const confidence_method_names[METHOD_COUNT] = {"arithmetic", "geometric"};

double confidence_geometric(const struct dimensions *dimensions,
                            const struct weights *weights) {
  struct confidence_range range = {INFINITY, -INFINITY};
  double score[DIMENSION_COUNT], logarithm[DIMENSION_COUNT];
  double total = 0;
  for (int d = 0; d < DIMENSION_COUNT; d++)
    score[d] = greater_of(dimensions->score[d], 0); /* 0 for NaN */
  portable_log2_each(score, logarithm, DIMENSION_COUNT);
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double weight = weights->weight[d];
    if (!(weight > 0)) continue;
    total += weight * logarithm[d]; /* -infinity for 0 */
    confidence_include(&range, score[d]);
  }
  return confidence_hold(&range, portable_exp2(total / weights->sum));
}
