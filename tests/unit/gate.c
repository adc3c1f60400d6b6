/* Tests the gate of ADR-007 section 4.2.  A missing number fails its condition (rule
** R3). */
#include "../tap.h"

#include "gate_bits.h"

static const struct gate_evidence good = {.dimensions = {{0.75, 0.75, 0.75, 0.75, 0.75}},
                                          .recent_sources = 10};

static struct gate_rule rule(void) {
  return gate_rule_of(&settings_defaults);
}

static bool passes(const struct gate_evidence *evidence, const struct gate_rule *asked) {
  struct rubric_failures failures = gate_failures(evidence, asked);
  bool passed = gate_passes(evidence, asked);
  if (passed != rubric_passed(&failures)) tap_bail("one passes, the other one fails");
  return passed;
}

static bool passes_default(struct gate_evidence evidence) {
  struct gate_rule asked = rule();
  return passes(&evidence, &asked);
}

static void test_floors(void) {
  tap_ok(passes_default(good), "every floor is inclusive");
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    struct gate_evidence evidence = good;
    evidence.dimensions.score[d] = 0.7499999999999999;
    tap_ok(!passes_default(evidence), "%s just below High fails", dimension_names[d]);
    evidence.dimensions.score[d] = MISSING;
    tap_ok(!passes_default(evidence), "%s missing fails", dimension_names[d]);
    struct gate_evidence others = {.dimensions = {{1, 1, 1, 1, 1}}, .recent_sources = 99};
    others.dimensions.score[d] = 0.2;
    tap_ok(!passes_default(others), "nothing makes up for %s", dimension_names[d]);
  }
}

static void test_counts(void) {
  struct gate_evidence evidence = good;
  evidence.recent_sources = 9;
  tap_ok(!passes_default(evidence), "9 recent sources are not enough");
  evidence.recent_sources = MISSING;
  tap_ok(!passes_default(evidence), "a missing count of sources fails");
  evidence = good;
  evidence.critical_contradictions = 1;
  tap_ok(!passes_default(evidence), "a critical contradiction is a veto");
  evidence.critical_contradictions = MISSING;
  tap_ok(!passes_default(evidence), "a missing count does not remove it");
  evidence = good;
  evidence.regression = 1;
  tap_ok(!passes_default(evidence), "a regression fails");
  evidence.regression = MISSING;
  tap_ok(!passes_default(evidence), "so does an unknown one");
}

static void test_failures(void) {
  struct gate_rule asked = rule();
  struct gate_evidence evidence = good;
  evidence.recent_sources = 3;
  evidence.regression = 1;
  tap_is_int(gate_bits_of(gate_failures(&evidence, &asked)),
             GATE_FEW_SOURCES | GATE_REGRESSED, "what holds, and what does not");
}

static void test_explicit(void) {
  struct gate_evidence evidence = {.dimensions = {{0.7, 0.7, 0.7, 0.7, 0.7}},
                                   .recent_sources = 5};
  struct gate_rule asked = gate_rule_explicit(&settings_defaults, 0.7, 5);
  tap_ok(passes(&evidence, &asked), "a floor and a count in the call");
  asked = gate_rule_explicit(&settings_defaults, 0.71, 5);
  tap_ok(!passes(&evidence, &asked), "a higher floor");
  asked = gate_rule_explicit(&settings_defaults, 0.7, 6);
  tap_ok(!passes(&evidence, &asked), "a higher count");
}

/* The rule of the `legacy` engine has one floor: .80 for the confidence index. */
static void test_legacy(void) {
  struct settings settings = settings_defaults;
  settings.deep_research.scoring_engine = ENGINE_LEGACY;
  struct gate_rule asked = gate_rule_of(&settings);
  struct gate_evidence evidence = {.dimensions = {{1, 1, 1, 0.2, 1}},
                                   .recent_sources = 10};
  tap_ok(passes(&evidence, &asked), "the index lets a masked failure through");
  tap_ok(!passes_default(evidence), "which the gate by dimension stops");
  evidence.dimensions.score[DIMENSION_RECENCY] = MISSING;
  tap_ok(!passes(&evidence, &asked), "but not if a score is missing (R3)");
  tap_is_int(gate_bits_of(gate_failures(&evidence, &asked)),
             1 << DIMENSION_RECENCY | GATE_LOW_INDEX,
             "which it says, beside the low index");
  evidence.dimensions = (struct dimensions){{1, 1, 1, 1, MISSING}};
  tap_ok(!passes(&evidence, &asked), "however high the index");
  tap_is_int(gate_bits_of(gate_failures(&evidence, &asked)), 1 << DIMENSION_RECENCY,
             "which is then not called low");
  asked.min_ci = 0.5;
  evidence.dimensions = (struct dimensions){{0.5, 0.5, 0.5, 0.5, 0.5}};
  tap_ok(passes(&evidence, &asked), "the index's floor is inclusive");
  asked = gate_rule_explicit(&settings, 0.75, 10);
  tap_ok(!passes(&evidence, &asked), "as does the explicit form under any engine");
  tap_ok(gate_passes_legacy(0.80, 10, 0, 0.80, 10), "floors are inclusive");
  tap_ok(!gate_passes_legacy(0.79, 10, 0, 0.80, 10), ".79 does not pass .80");
  tap_ok(!gate_passes_legacy(0.80, 9, 0, 0.80, 10), "too few sources");
  tap_ok(!gate_passes_legacy(0.80, 10, 1, 0.80, 10), "a contradiction");
  tap_ok(!gate_passes_legacy(MISSING, 10, 0, 0.80, 10), "a missing index");
  tap_ok(!gate_passes_legacy(0.80, MISSING, 0, 0.80, 10), "missing sources");
  tap_ok(!gate_passes_legacy(0.80, 10, MISSING, 0.80, 10), "missing contradictions");
}

int main(void) {
  test_floors();
  test_counts();
  test_failures();
  test_explicit();
  test_legacy();
  return tap_done();
}
