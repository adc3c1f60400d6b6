/* Tests the confidence index (ADR-007 section 4.3). */
#include "../tap.h"

#include <string.h>

#include "core/research/confidence.h"
#include "core/research/weights.h"

static const struct weights *strategy(const char *name) {
  return &weight_strategy_find(&settings_defaults, name, strlen(name))->weights;
}

static double index_of(struct dimensions dimensions, const char *name,
                       enum confidence_method method) {
  return confidence_index(&dimensions, strategy(name), method);
}

static const struct dimensions nominal = {{0.90, 0.85, 0.80, 0.85, 0.80}};
static const struct dimensions masked = {{0.95, 0.95, 0.90, 0.20, 0.95}};
static const struct dimensions failed = {{0.40, 0.40, 0.40, 0.40, 0.40}};
static const struct dimensions all_80 = {{0.80, 0.80, 0.80, 0.80, 0.80}};

static void test_arithmetic(void) {
  tap_is_real(index_of(nominal, "proposed", METHOD_ARITHMETIC), 0.845, 1e-15, "nominal");
  tap_is_real(index_of(masked, "proposed", METHOD_ARITHMETIC), 0.79, 1e-15,
              "a masked failure all but reaches .80");
  tap_is_real(index_of(masked, "equal", METHOD_ARITHMETIC), 0.79, 1e-15, "equal weights");
  tap_is_real(index_of(masked, "roc", METHOD_ARITHMETIC),
              (.46 * .95 + .21 * (.95 + .9 + .2) + .11 * .95) / 1.20, 1e-15,
              "weights that sum to 1.20 are divided by it");
  tap_is_real(index_of(failed, "proposed", METHOD_ARITHMETIC), 0.40, 0, "true failure");
}

static void test_geometric(void) {
  const struct dimensions scores = {{0.9, 0.9, 0.9, 0.1, 0.9}};
  struct dimensions zero = scores;
  zero.score[DIMENSION_VERIFICATION] = 0;
  struct dimensions hole = scores;
  hole.score[DIMENSION_VERIFICATION] = MISSING;
  struct weights without = *strategy("equal");
  without.weight[DIMENSION_VERIFICATION] = 0;
  weights_complete(&without);
  tap_is_real(index_of(scores, "equal", METHOD_GEOMETRIC),
              pow(0.9 * 0.9 * 0.9 * 0.1 * 0.9, 0.2), 1e-15, "the fifth root");
  tap_is_real(index_of(zero, "equal", METHOD_GEOMETRIC), 0, 0, "a weighted zero gives 0");
  tap_is_real(index_of(hole, "equal", METHOD_GEOMETRIC), 0, 0, "so does a missing score");
  tap_is_real(confidence_index(&zero, &without, METHOD_GEOMETRIC), 0.9, 0,
              "a zero without weight does not");
  tap_is_real(index_of(all_80, "roc", METHOD_GEOMETRIC), 0.80, 0, "the mean of equals");
  struct weights three_to_one = {.weight = {3, 0, 0, 0, 1}};
  weights_complete(&three_to_one);
  tap_is_real(confidence_index(&masked, &three_to_one, METHOD_GEOMETRIC), 0.95, 1e-15,
              "weights that sum to 4 are divided by it");
  const struct dimensions apart = {{0.25, 1, 1, 1, 0.64}};
  tap_is_real(confidence_index(&apart, &three_to_one, METHOD_GEOMETRIC),
              pow(0.25 * 0.25 * 0.25 * 0.64, 0.25), 1e-15, "whatever the scores");
}

/* The mean of equal scores is exactly that score, so five scores of .80 reach a floor of
** .80. */
static void test_held(void) {
  const char *const names[] = {"proposed", "equal", "roc", "roc_centroid"};
  for (int i = 0; i < 4; i++) {
    tap_is_real(index_of(all_80, names[i], METHOD_ARITHMETIC), 0.80, 0, "five .80, %s",
                names[i]);
    struct dimensions ones = {{1, 1, 1, 1, 1}};
    tap_is_real(index_of(ones, names[i], METHOD_ARITHMETIC), 1.0, 0, "five 1, %s",
                names[i]);
    tap_is_real(index_of(ones, names[i], METHOD_GEOMETRIC), 1.0, 0, "geometric");
  }
}

/* The mean is limited to the range of the scores.  A score without weight must not widen
** this range.  In a wider range rounding would show: with weights of .1, the mean of four
** scores of .7 would be .6999999999999998, and the mean of four scores of .8 would be
** .8000000000000002. */
static void test_held_without_weight(void) {
  struct weights tenths = {.weight = {0.1, 0.1, 0.1, 0.1, 0}};
  weights_complete(&tenths);
  const struct dimensions low = {{0.7, 0.7, 0.7, 0.7, 0}};
  const struct dimensions high = {{0.8, 0.8, 0.8, 0.8, 1}};
  tap_is_real(confidence_index(&low, &tenths, METHOD_ARITHMETIC), 0.7, 0,
              "a lower score without weight");
  tap_is_real(confidence_index(&high, &tenths, METHOD_ARITHMETIC), 0.8, 0,
              "a higher score without weight");
}

/* An index of -0.0 would be printed as "-0", so the index is 0. */
static void test_negative_zero(void) {
  const struct dimensions zeros = {{-0.0, -0.0, -0.0, -0.0, -0.0}};
  tap_ok(!signbit(index_of(zeros, "equal", METHOD_ARITHMETIC)), "scores of -0 give 0");
  tap_ok(!signbit(index_of(zeros, "equal", METHOD_GEOMETRIC)), "by either method");
}

static void test_missing(void) {
  struct dimensions hole = all_80;
  hole.score[DIMENSION_COVERAGE] = MISSING;
  struct dimensions zero = all_80;
  zero.score[DIMENSION_COVERAGE] = 0;
  tap_is_real(index_of(hole, "proposed", METHOD_ARITHMETIC),
              index_of(zero, "proposed", METHOD_ARITHMETIC), 0, "missing counts as 0");
  struct dimensions none = {{MISSING, MISSING, MISSING, MISSING, MISSING}};
  tap_is_real(index_of(none, "proposed", METHOD_ARITHMETIC), 0, 0, "all missing");
  tap_is_real(index_of(none, "proposed", METHOD_GEOMETRIC), 0, 0,
              "all missing, geometric");
}

int main(void) {
  test_arithmetic();
  test_geometric();
  test_held();
  test_held_without_weight();
  test_negative_zero();
  test_missing();
  return tap_done();
}
