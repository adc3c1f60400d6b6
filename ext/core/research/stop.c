/* The stop policy: see stop.h. */
#include "core/research/stop.h"

const char *const stop_action_names[STOP_ACTION_COUNT] = {
    "continue", "pass", "halt_contradiction", "patience_stop", "max_rounds"};

int stop_order(const struct stop_round *a, const struct stop_round *b) {
  int order = value_compare(&a->round, &b->round);
  if (order != 0) return order;
  if (a->standing != b->standing) return (int)a->standing - (int)b->standing;
  int index = index_compare(a->ci, b->ci);
  if (index != 0) return index;
  int failures = rubric_failures_compare(&b->failures, &a->failures);
  if (failures != 0) return failures;
  if (a->is_complete != b->is_complete) return a->is_complete ? 1 : -1;
  int stored = value_compare_stored(&a->round, &b->round);
  return stored != 0 ? stored : (a->ci > b->ci) - (a->ci < b->ci);
}

/* Does step 3 of stop.h for a round that neither passes nor halts the run.  True if
** patience ends the run. */
static bool stop_loses_patience(struct stop_state *state, const struct stop_round *round,
                                const struct stop_policy *policy) {
  if (!round->is_complete) return false;
  bool regressed = index_compare(round->ci, state->complete_ci) < 0;
  state->complete_ci = round->ci;
  state->in_succession = regressed ? state->in_succession + 1 : 0;
  if (!regressed) return false;
  state->regressions++;
  state->last.failures.others |= RUBRIC_REGRESSED;
  return state->in_succession >= policy->patience;
}

/* Does steps 3 to 5 of stop.h. */
static enum stop_action stop_refine(struct stop_state *state,
                                    const struct stop_round *round,
                                    const struct stop_policy *policy) {
  if (stop_loses_patience(state, round, policy)) return STOP_PATIENCE;
  if (state->rounds < policy->max_rounds) return STOP_CONTINUE;
  state->last.failures.others |= RUBRIC_LAST_ROUND;
  return STOP_MAX_ROUNDS;
}

static struct contender stop_contender_of(const struct stop_round *round) {
  return (struct contender){.ci = round->ci,
                            .gate_passed = round->standing == STANDING_PASSED,
                            .round = round->round};
}

void stop_advance(struct stop_state *state, const struct stop_round *round,
                  const struct stop_policy *policy) {
  struct contender contender = stop_contender_of(round);
  bool first = state->rounds == 0;
  bool better =
      round->standing != STANDING_HALTED && rounds_compare(&contender, &state->best) > 0;
  if (first || better) state->best = contender;
  state->last = *round;
  state->rounds++;
  if (round->standing == STANDING_FAILED) {
    state->action = stop_refine(state, round, policy);
  } else {
    bool passed = contender.gate_passed;
    state->action = passed ? STOP_PASS : STOP_HALT_CONTRADICTION;
  }
}
