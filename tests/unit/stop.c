/* Tests the stop policy (core/research/stop.h) of ADR-007 section 4.2. */
#include "core/research/stop.h"

#include "gate_bits.h"

#include "tap.h"

static int sign(int number) {
  return (number > 0) - (number < 0);
}

/* Rounds in strictly ascending order: by number, then from the worst to the best. */
static void test_order(void) {
  const unsigned low = GATE_LOW_DIMENSIONS, few = GATE_FEW_SOURCES;
  struct stop_round ascending[] = {
      round_of(1, 0.1, GATE_CONTRADICTED),
      round_of(1, 0.5, GATE_CONTRADICTED),
      round_of(1, 0.1, GATE_UNCOUNTED),                /* fails, but does not halt */
      round_of(1, 0.2, few | low | GATE_CONTRADICTED), /* fails for another reason too */
      round_of(1, 0.2, few | low),
      round_of(1, 0.2 + 0x1p-54, few | low), /* a tie by R9, but a greater double */
      round_of(1, 0.2, few),                 /* incomplete */
      round_of(1, 0.2, few),
      round_of(1, 0.2, low),
      round_of(1, 0.9, low),
      round_of(1, 0.1, 0), /* passes */
      round_of(1, 0.8, 0),
      round_of(1, 0.8, 0), /* the real 1.0 follows the integer 1 */
      round_of(2, 0.1, GATE_CONTRADICTED),
  };
  ascending[6].is_complete = false;
  ascending[12].round = (struct value){.type = VALUE_REAL, .is.real = 1};
  for (int i = 0; i < COUNT_OF(ascending); i++) {
    int wrong = 0;
    for (int j = 0; j < COUNT_OF(ascending); j++)
      wrong += sign(stop_order(&ascending[i], &ascending[j])) != sign(i - j);
    tap_is_int(wrong, 0, "round %d of %d is in its place", i, COUNT_OF(ascending));
  }
}

/* Returns the state of the policy after failing rounds with the indices `ci`. */
static struct stop_state after(const double *ci, int rounds, struct stop_policy policy) {
  struct stop_state state = {0};
  for (int i = 0; i < rounds && state.action == STOP_CONTINUE; i++) {
    struct stop_round round = round_of(i + 1, ci[i], GATE_FEW_SOURCES);
    stop_advance(&state, &round, &policy);
  }
  return state;
}

static void test_patience(void) {
  const double falling[] = {0.9, 0.8, 0.7, 0.6}, waving[] = {0.6, 0.5, 0.6, 0.5, 0.4};
  struct stop_state state = after(falling, 4, (struct stop_policy){2, 9});
  tap_ok(state.action == STOP_PATIENCE && state.rounds == 3, "two losses in succession");
  tap_ok(gate_bits_of(state.last.failures) == (GATE_FEW_SOURCES | GATE_REGRESSED),
         "the last is one");
  tap_is_real(state.best.ci, 0.9, 0, "the best round stays the first");
  state = after(waving, 5, (struct stop_policy){2, 9});
  tap_ok(state.action == STOP_PATIENCE && state.rounds == 5, "a gain begins anew");
  tap_is_int((long long)state.regressions, 3, "but losses are counted");
  state = after(falling, 1, (struct stop_policy){1, 9});
  tap_ok(state.action == STOP_CONTINUE, "the first round loses nothing");
}

#define ABSENT -1.0

/* ABSENT is an incomplete round with an index of .1. */
static struct stop_state after_gaps(const double *ci, int rounds,
                                    struct stop_policy policy) {
  struct stop_state state = {0};
  for (int i = 0; i < rounds && state.action == STOP_CONTINUE; i++) {
    bool is_absent = ci[i] == ABSENT;
    unsigned failures = is_absent ? 1u : GATE_FEW_SOURCES;
    struct stop_round round = round_of(i + 1, is_absent ? 0.1 : ci[i], failures);
    stop_advance(&state, &round, &policy);
  }
  return state;
}

/* A round with a missing score does not end a run (R3). */
static void test_incomplete(void) {
  const double gap[] = {0.7, ABSENT, 0.74}, fall[] = {0.7, ABSENT, 0.6},
               first[] = {ABSENT, 0.05}, between[] = {0.7, 0.6, ABSENT, 0.5},
               falls[] = {0.9, ABSENT, ABSENT, 0.8, 0.7}, last[] = {0.7, 0.8, ABSENT};
  struct stop_policy one = {1, 9}, two = {2, 9};
  struct stop_state state = after_gaps(gap, 2, one);
  tap_ok(state.action == STOP_CONTINUE && gate_bits_of(state.last.failures) == 1,
         "an incomplete round is no regression and hides none");
  state = after_gaps(gap, 3, one);
  tap_ok(state.action == STOP_CONTINUE && state.rounds == 3, "a run that rises goes on");
  state = after_gaps(fall, 3, one);
  tap_ok(state.action == STOP_PATIENCE && state.rounds == 3 && state.regressions == 1,
         "the next complete round is compared with the last complete one");
  state = after_gaps(first, 2, one);
  tap_is_int(state.action, STOP_CONTINUE, "before a complete round nothing is compared");
  state = after_gaps(between, 4, two);
  tap_ok(state.action == STOP_PATIENCE && state.rounds == 4,
         "an incomplete round breaks no succession");
  state = after_gaps(between, 3, two);
  tap_is_int((long long)state.in_succession, 1, "and does not lengthen it");
  state = after_gaps(falls, 5, two);
  tap_is_int((long long)state.regressions, 2, "regressions of complete rounds only");
  state = after_gaps(last, 3, (struct stop_policy){1, 3});
  tap_ok(state.action == STOP_MAX_ROUNDS &&
             gate_bits_of(state.last.failures) == (1 | GATE_LAST_ROUND),
         "an incomplete round is one of max_rounds");
  tap_is_int(state.best.round.is.integer, 2, "the round to return is a better one");
}

/* Contradictions halt a run only if their number is known. */
static void test_uncounted(void) {
  struct stop_policy policy = {1, 2};
  struct stop_state state = {0};
  struct stop_round round = round_of(1, 0.8, GATE_UNCOUNTED);
  stop_advance(&state, &round, &policy);
  tap_is_int(state.action, STOP_CONTINUE, "a missing number of contradictions");
  round = round_of(2, 0.9, GATE_UNCOUNTED);
  stop_advance(&state, &round, &policy);
  tap_ok(state.action == STOP_MAX_ROUNDS && state.best.round.is.integer == 2,
         "a further one is the limit, and the better round");
  state = (struct stop_state){0};
  round = round_of(1, 0.8, GATE_CONTRADICTED);
  stop_advance(&state, &round, &policy);
  tap_is_int(state.action, STOP_HALT_CONTRADICTION, "contradictions that are there");
}

/* A loss from rounding is not a regression (rule R9), but a loss of one step (1e-12)
** is. */
static void test_level(void) {
  const double rounded[] = {0.6, 0.6 - 0x1p-51}, part[] = {0.6, 0.6 - 4.9e-13},
               step[] = {0.6, 0.6 - 1e-12};
  struct stop_policy impatient = {1, 9};
  tap_ok(after(rounded, 2, impatient).action == STOP_CONTINUE,
         "a loss of 2^-51 is no regression");
  tap_ok(after(part, 2, impatient).action == STOP_CONTINUE, "nor is part of a step");
  tap_ok(after(step, 2, impatient).action == STOP_PATIENCE, "a step is one");
  struct stop_state state = after(rounded, 2, impatient);
  tap_is_int(state.best.round.is.integer, 1, "of rounds that tie the first is best");
  const double gained[] = {0.6, 0.6 + 0x1p-51};
  state = after(gained, 2, impatient);
  tap_is_int(state.best.round.is.integer, 1, "also where the second seems greater");
}

static void test_most_rounds(void) {
  const double level[] = {0.5, 0.5, 0.5};
  struct stop_state state = after(level, 3, (struct stop_policy){9, 3});
  tap_ok(state.action == STOP_MAX_ROUNDS && state.rounds == 3, "no more rounds");
  tap_ok(gate_bits_of(state.last.failures) == (GATE_FEW_SOURCES | GATE_LAST_ROUND),
         "it says so");
  tap_is_int(state.best.round.is.integer, 1, "of equal rounds the first is best");
  state = after(level, 2, (struct stop_policy){9, 3});
  tap_ok(state.action == STOP_CONTINUE, "one more is allowed");
}

int main(void) {
  test_order();
  test_patience();
  test_incomplete();
  test_uncounted();
  test_level();
  test_most_rounds();
  return tap_done();
}
