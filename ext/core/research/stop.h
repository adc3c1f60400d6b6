/*
** The stop policy: continue with another round, or stop, and which round to return
** (ADR-007 section 4.2).
**
** Over the rounds of a run in ascending order:
**
**   1. the rubric passes: dimensions High, sources enough,
**      contradictions 0                                      pass
**   2. all but its vetoes hold, and one of these is broken:
**      contradictions > 0                                    halt_contradiction
**   3. otherwise, `patience` regressions in succession       patience_stop
**   4. otherwise, the `max_rounds`-th round                  max_rounds
**   5. otherwise                                             continue
**
** A round is complete if it has every score that has a weight.  A regression is a
** complete round whose index is below that of the last complete round before it.  Indices
** compare as index.h says (R9).
**
** What is missing decides nothing (R3).  An incomplete round is not a regression, the
** next round is not compared with it, and it does not interrupt a succession.
** Contradictions that nobody counted halt nothing; but if another veto halts a run, they
** do not save it.
**
** The first action other than `continue` is final: later rounds change nothing.  So only
** the first `max_rounds` rounds of a run can matter.
*/
#ifndef ASSAY_CORE_RESEARCH_STOP_H
#define ASSAY_CORE_RESEARCH_STOP_H

#include "core/research/rubric.h"
#include "core/research/rounds.h"

enum stop_action {
  STOP_CONTINUE, /* of a zeroed state: no round yet, nothing to stop */
  STOP_PASS,
  STOP_HALT_CONTRADICTION,
  STOP_PATIENCE,
  STOP_MAX_ROUNDS,
  STOP_ACTION_COUNT
};

extern const char *const stop_action_names[STOP_ACTION_COUNT];

/* Both numbers are at least 1. */
struct stop_policy {
  size_t patience;
  size_t max_rounds;
};

/* A limit from a whole number >= 1: more than fit in memory are as good as any. */
static inline size_t stop_limit(double count) {
  return count < (double)(SIZE_MAX / 4) ? (size_t)count : SIZE_MAX / 4;
}

/* One round as the policy sees it.  The value's bytes belong to whoever filled it in. */
struct stop_round {
  struct value round;
  double ci;                       /* confidence index, 0..1 */
  struct rubric_failures failures; /* without regard to regression */
  enum rubric_standing standing;
  bool is_complete;
};

/* Judges a round under a rubric; its numbers hold no regression. */
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

/* The order in which rounds count, < 0, 0, > 0: by number.  Of rounds with one number the
** worst comes first, so that a second judgement can't hide what a first one found: one
** with a contradiction, then those that fail, lower indices first, then those that pass.
** 0 only for rounds that nobody can tell apart (rule R5). */
int stop_order(const struct stop_round *a, const struct stop_round *b);

/* Where a run stands after some rounds.  A zeroed state stands before the first. */
struct stop_state {
  enum stop_action action;
  size_t rounds;          /* looked at so far */
  size_t regressions;     /* among them */
  size_t in_succession;   /* regressions up to the last complete round */
  double complete_ci;     /* index of that round; before it 0, and nothing is below */
  struct stop_round last; /* its failures include a regression and the round limit */
  struct contender best;  /* the round to return */
};

/* Moves the state on by the next round; its action is STOP_CONTINUE.  The state borrows
** the bytes of the round's value.
**
** The round to return is the one that passed.  If a contradiction halts the run it is the
** best round before, or the halted round if that is the first.  Otherwise it is the best
** so far. */
void stop_advance(struct stop_state *state, const struct stop_round *round,
                  const struct stop_policy *policy);

#endif
