/* Tests the graduated path penalty of ADR-002. */
#include "../tap.h"

#include "core/retrieval/penalty.h"

static double penalty(double hits, double words, double length) {
  return penalty_of(hits, words, length, &settings_defaults.path_penalty);
}

static void test_graduated(void) {
  const double by_hits[] = {-0.8, -0.4, -0.2, 0.0, 0.0};
  for (int hits = 0; hits < COUNT_OF(by_hits); hits++) {
    tap_is_real(penalty(hits, 2, 4), by_hits[hits], 0, "%d hits", hits);
  }
  tap_is_real(penalty(1e300, 2, 4), 0.0, 0, "any number of hits");
  tap_is_real(penalty(MISSING, 2, 4), 0.0, 0, "missing hits");
}

static void test_eligible(void) {
  tap_is_real(penalty(0, 1, 9), 0.0, 0, "one word is too short a query");
  tap_is_real(penalty(0, 2, 3.9999999), 0.0, 0, "short words are too");
  tap_is_real(penalty(0, 2, 4.0), -0.8, 0, "both floors are inclusive");
  tap_is_real(penalty(0, MISSING, 4.0), 0.0, 0, "a missing word count");
  tap_is_real(penalty(0, 2, MISSING), 0.0, 0, "a missing length");
}

static void test_modes(void) {
  struct path_penalty_settings rule = settings_defaults.path_penalty;
  rule.mode = PENALTY_BINARY;
  tap_is_real(penalty_of(0, 2, 4, &rule), -0.5, 0, "binary: no hit");
  tap_is_real(penalty_of(1, 2, 4, &rule), 0.0, 0, "binary: a hit");
  tap_is_real(penalty_of(MISSING, 2, 4, &rule), 0.0, 0, "binary: missing hits");
  tap_is_real(penalty_of(0, 1, 4, &rule), 0.0, 0, "binary: too short a query");
  rule.mode = PENALTY_OFF;
  tap_is_real(penalty_of(0, 2, 4, &rule), 0.0, 0, "off");
}

static void test_deltas(void) {
  const struct {
    double delta[PENALTY_TIERS];
    int fault;
  } cases[] = {
      {{-0.8, -0.4, -0.2}, -1},   {{0, 0, 0}, -1},
      {{-1, -1, -1}, -1},         {{-1e300, -1, 0}, -1},
      {{-0.8, -0.4, 0.2}, 2},     {{-0.2, -0.4, 0}, 0},
      {{-0.8, -0.1, -0.2}, 1},    {{0.8, 0.9, 1}, 2},
      {{MISSING, -0.4, -0.2}, 0}, {{-0.8, MISSING, -0.2}, 1},
      {{0, MISSING, 0}, 1},       {{0.5, MISSING, 0}, 0},
      {{-0.8, -0.4, MISSING}, 2}, {{-(double)INFINITY, -0.4, -0.2}, 0},
  };
  for (int i = 0; i < COUNT_OF(cases); i++) {
    const double *delta = cases[i].delta;
    tap_is_int(penalty_deltas_fault(delta), cases[i].fault, "deltas %g, %g, %g", delta[0],
               delta[1], delta[2]);
    tap_is_int(penalty_deltas_valid(delta), cases[i].fault < 0, "valid or not");
  }
  const double more[] = {-0.8, -0.4, -0.2, -9};
  tap_ok(penalty_deltas_fault(more) == -1 && penalty_deltas_valid(more),
         "numbers after the deltas do not count");
  const double end[] = {-0.8, -0.4, -0.2, MISSING};
  const struct path_penalty_settings *rule = &settings_defaults.path_penalty;
  tap_is_real(penalty_graduated(PENALTY_TIERS, 2, 4, rule, end), 0, 0,
              "no penalty for very many hits either");
}

int main(void) {
  test_graduated();
  test_eligible();
  test_modes();
  test_deltas();
  return tap_done();
}
