/* The stop policy: see stop.h. */
#include "stop.h"

const char *const stop_action_names[STOP_ACTION_COUNT] = {
    "continue", "pass", "halt_contradiction", "patience_stop", "max_rounds"};

#define CONTRADICTION (GATE_CONTRADICTED | GATE_UNCOUNTED)

/* How a round by itself stands with the gate, the worst first. */
enum standing { HALTED, FAILED, PASSED };

static enum standing standing_of(const struct stop_round *round) {
  if (round->failures == 0) return PASSED;
  return (round->failures & ~(unsigned)CONTRADICTION) == 0 ? HALTED : FAILED;
}

int stop_order(const struct stop_round *a, const struct stop_round *b) {
  int order = value_compare(&a->round, &b->round);
  if (order != 0) return order;
  int standing = (int)standing_of(a) - (int)standing_of(b);
  if (standing != 0) return standing;
  int index = index_compare(a->ci, b->ci);
  if (index != 0) return index;
  int failures = (a->failures < b->failures) - (a->failures > b->failures);
  if (failures != 0) return failures;
  int stored = value_compare_stored(&a->round, &b->round);
  return stored != 0 ? stored : (a->ci > b->ci) - (a->ci < b->ci);
}

/* Steps 3 to 5, for a round that neither passes nor is halted. */
static enum stop_action refine(struct stop_state *state, bool regressed,
                               const struct stop_policy *policy) {
  state->in_succession = regressed ? state->in_succession + 1 : 0;
  if (regressed) {
    state->regressions++;
    state->last.failures |= GATE_REGRESSED;
    if (state->in_succession >= policy->patience) return STOP_PATIENCE;
  }
  if (state->rounds < policy->max_rounds) return STOP_CONTINUE;
  state->last.failures |= GATE_LAST_ROUND;
  return STOP_MAX_ROUNDS;
}

void stop_advance(struct stop_state *state, const struct stop_round *round,
                  const struct stop_policy *policy) {
  enum standing standing = standing_of(round);
  struct contender contender = {
      .ci = round->ci, .gate_passed = standing == PASSED, .round = round->round};
  bool first = state->rounds == 0;
  bool regressed = !first && index_compare(round->ci, state->last.ci) < 0;
  bool better = standing != HALTED && rounds_compare(&contender, &state->best) > 0;
  if (first || better) state->best = contender;
  state->last = *round;
  state->rounds++;
  if (standing == FAILED) {
    state->action = refine(state, regressed, policy);
  } else {
    state->action = standing == PASSED ? STOP_PASS : STOP_HALT_CONTRADICTION;
  }
}
