/* The stop policy: see stop.h. */
#include "core/research/stop.h"

const char *const stop_action_names[STOP_ACTION_COUNT] = {
    "continue", "pass", "halt_contradiction", "patience_stop", "max_rounds"};

#define CONTRADICTION (GATE_CONTRADICTED | GATE_UNCOUNTED)

/* How a round by itself stands with the gate, the worst first. */
enum standing { HALTED, FAILED, PASSED };

static enum standing stop_standing_of(const struct stop_round *round) {
  if (round->failures == 0) return PASSED;
  return (round->failures & ~(unsigned)CONTRADICTION) == 0 ? HALTED : FAILED;
}

int stop_order(const struct stop_round *a, const struct stop_round *b) {
  int order = value_compare(&a->round, &b->round);
  if (order != 0) return order;
  int standing = (int)stop_standing_of(a) - (int)stop_standing_of(b);
  if (standing != 0) return standing;
  int index = index_compare(a->ci, b->ci);
  if (index != 0) return index;
  int failures = (a->failures < b->failures) - (a->failures > b->failures);
  if (failures != 0) return failures;
  int stored = value_compare_stored(&a->round, &b->round);
  return stored != 0 ? stored : (a->ci > b->ci) - (a->ci < b->ci);
}

/* Steps 3 to 5, for a round that neither passes nor is halted. */
static enum stop_action stop_refine(struct stop_state *state, bool regressed,
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

static struct contender stop_contender_of(const struct stop_round *round) {
  return (struct contender){.ci = round->ci,
                            .gate_passed = stop_standing_of(round) == PASSED,
                            .round = round->round};
}

/* True if a round of that index would be a regression.  A state that has not looked at
** any round has the index 0, and nothing is less. */
static bool stop_regresses(const struct stop_state *state, double ci) {
  return index_compare(ci, state->last.ci) < 0;
}

void stop_advance(struct stop_state *state, const struct stop_round *round,
                  const struct stop_policy *policy) {
  enum standing standing = stop_standing_of(round);
  struct contender contender = stop_contender_of(round);
  bool first = state->rounds == 0;
  bool regressed = stop_regresses(state, round->ci);
  bool better = standing != HALTED && rounds_compare(&contender, &state->best) > 0;
  if (first || better) state->best = contender;
  state->last = *round;
  state->rounds++;
  if (standing == FAILED) {
    state->action = stop_refine(state, regressed, policy);
  } else {
    state->action = standing == PASSED ? STOP_PASS : STOP_HALT_CONTRADICTION;
  }
}

struct stop_span stop_span_of(const struct stop_round *round) {
  return (struct stop_span){.first_ci = round->ci,
                            .last_ci = round->ci,
                            .rounds = 1,
                            .decided = stop_standing_of(round) != FAILED};
}

static uint32_t stop_greatest_of(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t greater = a > b ? a : b;
  return greater > c ? greater : c;
}

struct stop_span stop_span_join(const struct stop_span *span,
                                const struct stop_span *behind) {
  /* Whether the first round behind regresses is known now; with it the regressions on
  ** both sides are one succession. */
  uint32_t between = index_compare(behind->first_ci, span->last_ci) < 0;
  uint32_t across = between ? span->tail + 1 + behind->head : 0;
  bool falls = span->tail + 1 == span->rounds,
       goes_on = behind->head + 1 == behind->rounds;
  return (struct stop_span){
      .first_ci = span->first_ci,
      .last_ci = behind->last_ci,
      .rounds = span->rounds + behind->rounds,
      .regressions = span->regressions + between + behind->regressions,
      .longest = stop_greatest_of(span->longest, behind->longest, across),
      .head = falls && between ? across : span->head,
      .tail = goes_on && between ? across : behind->tail,
      .decided = span->decided || behind->decided,
  };
}

int stop_better(const struct stop_round *a, const struct stop_round *b) {
  struct contender one = stop_contender_of(a), other = stop_contender_of(b);
  return rounds_compare(&one, &other);
}

bool stop_ends_within(const struct stop_state *state, const struct stop_span *span,
                      const struct stop_policy *policy) {
  if (span->decided || state->rounds + span->rounds >= policy->max_rounds) return true;
  size_t across =
      stop_regresses(state, span->first_ci) ? state->in_succession + 1 + span->head : 0;
  return span->longest >= policy->patience || across >= policy->patience;
}

void stop_step_over(struct stop_state *state, const struct stop_span *span,
                    const struct stop_round *last, const struct stop_round *best) {
  bool regressed = stop_regresses(state, span->first_ci);
  bool falls = span->tail + 1 == span->rounds;
  struct contender contender = stop_contender_of(best);
  if (state->rounds == 0 || rounds_compare(&contender, &state->best) > 0)
    state->best = contender;
  state->in_succession =
      falls && regressed ? state->in_succession + 1 + span->tail : span->tail;
  state->rounds += span->rounds;
  state->regressions += span->regressions + regressed;
  state->last = *last;
  if (state->in_succession > 0) state->last.failures |= GATE_REGRESSED;
}
