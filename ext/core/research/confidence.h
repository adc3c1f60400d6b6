/*
** The confidence index: one number for a round, only to break ties (ADR-007 section 4.3).
**
** In the index, a high score makes up for a low score.  So the gate, the rule by which a
** round passes, reads the index only if the settings choose the older, legacy engine.
*/
#ifndef ASSAY_CORE_RESEARCH_CONFIDENCE_H
#define ASSAY_CORE_RESEARCH_CONFIDENCE_H

#include "core/research/dimensions.h"

enum confidence_method { METHOD_ARITHMETIC, METHOD_GEOMETRIC, METHOD_COUNT };

extern const char *const confidence_method_names[METHOD_COUNT];

/* The least and the greatest of the scores whose weight is above 0. */
struct confidence_range {
  double least;
  double greatest;
};

static inline void confidence_include(struct confidence_range *range, double score) {
  range->least = lesser_of(range->least, score);
  range->greatest = greater_of(range->greatest, score);
}

static inline double confidence_hold(const struct confidence_range *range, double mean) {
  return lesser_of(greater_of(mean, range->least), range->greatest);
}

/* Returns the weighted mean of `count` scores, as in confidence_arithmetic().  In callers
** that judge rounds, `count` is a constant, so the compiler unrolls the loop. */
static inline double confidence_mean(const double *score, const double *weight, int count,
                                     double sum) {
  struct confidence_range range = {INFINITY, -INFINITY};
  double total = 0;
  for (int i = 0; i < count; i++) {
    double known = greater_of(score[i], 0); /* 0 for NaN */
    total += weight[i] * known;
    if (weight[i] > 0) confidence_include(&range, known);
  }
  return confidence_hold(&range, total / sum);
}

/* The functions below return a mean of five scores s, 0..1, with weights w.  A missing
** score counts as 0.
**
**   arithmetic   sum(w * s) / sum(w)
**   geometric    prod(s ^ w) ^ (1 / sum(w)); 0 if any dimension with w > 0 is 0
**
** Rounding never moves a result out of the range of its scores: five scores of .80 have
** the index .80, not .7999999999999999.  Each step of the computation is monotone, so
** raising a score never lowers the index.  The sum of the weights must be > 0. */
static inline double confidence_arithmetic(const struct dimensions *dimensions,
                                           const struct weights *weights) {
  return confidence_mean(dimensions->score, weights->weight, DIMENSION_COUNT,
                         weights->sum);
}

double confidence_geometric(const struct dimensions *dimensions,
                            const struct weights *weights);

static inline double confidence_index(const struct dimensions *dimensions,
                                      const struct weights *weights,
                                      enum confidence_method method) {
  return method == METHOD_GEOMETRIC ? confidence_geometric(dimensions, weights)
                                    : confidence_arithmetic(dimensions, weights);
}

#endif
