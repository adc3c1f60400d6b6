/*
** The stop policy: decides whether another round follows, and if not, which round to
** return (ADR-007 section 4.2).
**
** The policy reads the rounds of a run in ascending order.  The first true line decides:
**
**   1. the round passes the rubric (`research`: dimensions
**      High, sources enough, contradictions 0)               pass
**   2. only vetoes fail, at least one of them with a count
**      above its bound (`research`: contradictions > 0)      halt_contradiction
**   3. otherwise, `patience` regressions in succession       patience_stop
**   4. otherwise, the `max_rounds`-th round                  max_rounds
**   5. otherwise                                             continue
**
** A round is complete if it has every score that has a weight.  A regression is a
** complete round whose index is below the index of the last complete round before it.
** Indices are compared as in index.h.
**
** A missing number never makes a round pass, halt the run or count as a regression (rule
** R3 in REFERENCE.md).  An incomplete round is not a regression and does not interrupt a
** succession of regressions; the next round is compared with the last complete round.  If
** the count of contradictions is missing, another veto can still halt the run.
**
** The first action other than `continue` is final: later rounds change nothing.  So only
** the first `max_rounds` rounds can matter.
*/
#ifndef ASSAY_CORE_RESEARCH_STOP_H
#define ASSAY_CORE_RESEARCH_STOP_H

#include "core/research/rubric.h"
#include "core/research/rounds.h"

enum stop_action {
  STOP_CONTINUE, /* 0: the action in a zeroed stop_state, before the first round */
  STOP_PASS,
  STOP_HALT_CONTRADICTION,
  STOP_PATIENCE,
  STOP_MAX_ROUNDS,
  STOP_ACTION_COUNT
};

extern const char *const stop_action_names[STOP_ACTION_COUNT];

/* Both limits are at least 1. */
struct stop_policy {
  size_t patience;
  size_t max_rounds;
};

/* Returns a whole number >= 1 as a limit, but at most SIZE_MAX / 4.  No run that fits
** into memory has that many rounds. */
static inline size_t stop_limit(double count) {
  return count < (double)(SIZE_MAX / 4) ? (size_t)count : SIZE_MAX / 4;
}

/* One round, judged for the policy.  If `round` is a text or blob, it is in memory of the
** caller. */
struct stop_round {
  struct value round;
  double ci;                       /* confidence index, 0..1 */
  struct rubric_failures failures; /* without a regression */
  enum rubric_standing standing;
  bool is_complete;
};

/* Judges a round under a rubric.  The regression in `numbers` must be 0: the policy
** itself finds regressions. */
static inline struct stop_round stop_round_of(const struct value *round,
                                              const struct rubric_rule *rule,
                                              const double *numbers) {
  struct stop_round judged = {.round = *round,
                              .ci = rubric_index(rule, numbers),
                              .failures = rubric_evaluate(rule, numbers),
                              .is_complete = rubric_is_complete(rule, numbers)};
  judged.standing = rubric_standing(rule, &judged.failures);
  return judged;
}

/* Compares two rounds by round number: < 0, 0 or > 0.  Among judgements of one round the
** worst comes first, so a second judgement of a round can't prevent a halt.  The order
** is: halted rounds, failed rounds (lower indices first), passed rounds.  Returns 0
** only for rounds that are equal in every way a caller can see. */
int stop_order(const struct stop_round *a, const struct stop_round *b);

/* The state of a run after some rounds.  A zeroed state is the state before the first
** round. */
struct stop_state {
  enum stop_action action;
  size_t rounds;          /* rounds so far */
  size_t regressions;     /* regressions among these rounds */
  size_t in_succession;   /* successive regressions up to the last complete round */
  double complete_ci;     /* index of the last complete round; 0 if there is none */
  struct stop_round last; /* its failures can include a regression and the round limit */
  struct contender best;  /* the round to return */
};

/* Adds the next round to a state whose action is STOP_CONTINUE.  If the round's value is
** a text or blob, the state points into its memory.
**
** Sets `best`.  If the new round passed, `best` is the new round.  If the new round halts
** the run, `best` is the best earlier round, or the new round if there is no earlier
** round.  Otherwise `best` is the best round so far. */
void stop_advance(struct stop_state *state, const struct stop_round *round,
                  const struct stop_policy *policy);

#endif
