/*
** Tests weights, multipliers and phases of the interview (ADR-006, "Configuration
** Structure"), under the built-in settings and under others.
*/
#include "core/interview/strategy.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "core/research/dimensions.h"
#include "tap.h"

static const struct interview_settings *interview = &settings_defaults.interview;

static struct strategy_name named(const char *name) {
  return (struct strategy_name){name, strlen(name)};
}

static double weight(const char *scorer, const char *strategy) {
  int index = scorer_find(interview, scorer, strlen(scorer));
  return index < 0 ? NAN : strategy_weight(&interview->scorers[index], named(strategy));
}

static void test_weights(void) {
  tap_is_real(weight("coverage_gap", "deepen"), 0.30, 0, "an entry of the matrix");
  tap_is_real(weight("coverage_gap", "bridge"), 0.20, 0, "no entry: the default");
  tap_is_real(weight("AMBIGUITY", "Clarify"), 0.30, 0, "names match in any case (R8)");
  tap_is_real(weight("peripheral_readiness", "unheard of"), 0.05, 0, "any strategy");
  tap_is_real(weight("novelty", ""), 0.15, 0, "an empty name too");
  tap_is_int(scorer_find(interview, "novel", 5), -1, "a scorer must be known");
  struct interview_scorer disabled = interview->scorers[0];
  disabled.enabled = false;
  tap_is_real(strategy_weight(&disabled, named("deepen")), 0, 0,
              "a disabled one weighs 0");
  static const char *const ids[] = {"depth_breadth_balance", "engagement",
                                    "strategy_diversity",    "novelty",
                                    "contrast_opportunity",  "cluster_saturation"};
  static const double defaults[] = {0.20, 0.15, 0.15, 0.15, 0.15, 0.10};
  for (int i = 0; i < 6; i++) {
    tap_is_real(weight(ids[i], "deepen"), defaults[i], 0, "default of %s", ids[i]);
  }
}

static void test_multipliers(void) {
  tap_is_real(phase_multiplier(interview, PHASE_CLOSING, named("synthesis")), 1.3, 0,
              "closing.synthesis is 1.3");
  tap_is_real(phase_multiplier(interview, PHASE_EXPLORATORY, named("contrast")), 0, 0,
              "no contrast while exploring");
  tap_is_real(phase_multiplier(interview, PHASE_FOCUSED, named("Deepen")), 1.3, 0,
              "names match in any case (R8)");
  tap_is_real(phase_multiplier(interview, PHASE_FOCUSED, named("clarify")), 1, 0,
              "an unlisted strategy is left alone");
}

static double score_of(double weight, int rows, double raw, double multiplier) {
  struct strategy_sum sum = {0};
  for (int i = 0; i < rows; i++)
    strategy_add(&sum, weight, raw);
  return strategy_score(&sum, multiplier);
}

static void test_scores(void) {
  tap_is_real(score_of(0.3, 1, 1.5, 0.8), 0.3 * 1.5 * 0.8, 0,
              "weight * raw * multiplier");
  tap_is_real(score_of(0.3, 0, 1.5, 0.8), 0, 0, "of no row");
  tap_is_real(score_of(DBL_MAX, 1, 1, 1), DBL_MAX, 0, "the greatest double");
  tap_is_real(score_of(DBL_MAX, 1, 2, 1), DBL_MAX, 0, "nothing is greater");
  tap_is_real(score_of(DBL_MAX, 1, 1, 2), DBL_MAX, 0, "by the multiplier");
  tap_is_real(score_of(DBL_MAX, 3, 2, DBL_MAX), DBL_MAX, 0, "by all of them");
  tap_is_real(score_of(DBL_MAX, 3, 2, 0), 0, 0, "but times 0");
  tap_is_real(score_of(0x1p1023, 8, 2, 0x1p-4), 0x1p1023, 0, "beyond only on its way");
  tap_is_real(score_of(0x1p1023, 1, 2, 0x1p-1074), 0x1p-50, 0, "and down to the least");
  tap_is_real(score_of(0x1p-1074, 1, 2, 1), 0x1p-1073, 0, "the least weight counts");
}

static struct strategy_candidate candidate(bool vetoed, double score, double position,
                                           const char *name) {
  struct value text = {.type = VALUE_TEXT,
                       .is.bytes = (const unsigned char *)name,
                       .length = strlen(name)};
  return (struct strategy_candidate){text, score, position, vetoed};
}

static int sign(int number) {
  return (number > 0) - (number < 0);
}

/* Candidates from the worst to the best; no two are equal (rule R5: a total order). */
static void test_order(void) {
  const struct strategy_candidate ascending[] = {
      candidate(true, 0.1, 1, "deepen"),
      candidate(true, 9, 2, "deepen"), /* vetoed, whatever its score */
      candidate(false, -1, 1, "deepen"),
      candidate(false, 0, INFINITY, "deepen"), /* its position is missing */
      candidate(false, 0, 3, "deepen"),
      candidate(false, 0.7, 2, "ease"),
      candidate(false, 0.7, 2, "bridge"),              /* the lesser name is better */
      candidate(false, 0.7000000000000001, 1, "ease"), /* a tie with .7 (rule R9) */
      candidate(false, 0.7, -1, "ease"),
      candidate(false, 0.700000000001, 3, "ease"), /* a step of 1e-12 above .7 */
  };
  int count = COUNT_OF(ascending);
  for (int i = 0; i < count; i++) {
    int wrong = 0;
    for (int j = 0; j < count; j++)
      wrong += sign(strategy_compare(&ascending[i], &ascending[j])) != sign(i - j);
    tap_is_int(wrong, 0, "candidate %d of %d is in its place", i, count);
  }
}

static void is_phase(double turn, double coverage, enum interview_phase want) {
  enum interview_phase got = interview_phase_of(turn, coverage, &interview->phases);
  tap_is_text(phase_names[got], phase_names[want], "turn %g at coverage %g", turn,
              coverage);
}

static void test_phases(void) {
  is_phase(1, 1, PHASE_EXPLORATORY);
  is_phase(7, 1, PHASE_EXPLORATORY);
  is_phase(8, 0.6, PHASE_FOCUSED);
  is_phase(8, nextafter(0.6, 0), PHASE_EXPLORATORY);
  is_phase(20, 0, PHASE_EXPLORATORY);
  is_phase(21, 0, PHASE_FOCUSED);
  is_phase(14, 1, PHASE_FOCUSED);
  is_phase(15, 0.95, PHASE_CLOSING);
  is_phase(15, nextafter(0.95, 0), PHASE_FOCUSED);
  is_phase(30, 0.95, PHASE_CLOSING);
  is_phase(MISSING, 1, PHASE_EXPLORATORY);
  is_phase(21, MISSING, PHASE_FOCUSED);
  is_phase(20, MISSING, PHASE_EXPLORATORY);
}

int main(void) {
  test_weights();
  test_multipliers();
  test_scores();
  test_order();
  test_phases();
  tap_ok(strategy_find(interview, named("BRIDGE")) != NULL, "strategies are found");
  tap_ok(strategy_find(interview, named("clarify")) == NULL, "but only listed ones");
  for (size_t i = 0; i < interview->strategy_count; i++) {
    const struct interview_strategy *strategy = &interview->strategies[i];
    tap_ok(strategy_find(interview, named(strategy->id)) == strategy, "%s", strategy->id);
  }
  return tap_done();
}
