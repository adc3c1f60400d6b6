/*
** The stop policy (stop.h) over many runs, under every policy of a grid at once: how many
** runs each action ends, and how many rounds are used.
**
** A policy is a limit, which is a patience with a bound on the rounds, and a gate of a
** grid (floor_grid.h).  Until the gate lets a round through, or a contradiction halts it,
** a run goes the same way whatever the gate is: the limit alone says where it would end.
** So a run is looked at once.  It ends there under every gate, but for the gates that a
** round before that point, or at it, is the first to pass; those are a few corners.  A
** run costs O(rounds * limits + steps), however many gates there are.
**
** Rounds with one number are the exception: which of them comes first depends on the gate
** (stop_order).  A run with such is replayed for each of the gates that its rounds tell
** apart.
*/
#ifndef ASSAY_CORE_RESEARCH_STOP_SWEEP_H
#define ASSAY_CORE_RESEARCH_STOP_SWEEP_H

#include "base/sort.h"
#include "core/research/floor_grid.h"
#include "core/research/stop.h"

/* One round of a run.  The value's bytes belong to whoever filled it in. */
struct swept_round {
  struct stop_round seen; /* its failures are this module's */
  struct gate_place place;
  bool contradicted;
};

/* What is counted of a policy: runs by their action, and the rounds that they use. */
enum { STOP_SWEEP_ROUNDS = STOP_ACTION_COUNT, STOP_SWEEP_COUNTS };

/* Where one limit ends a run that no gate ends. */
struct limit_end {
  size_t rounds;
  enum stop_action action;
};

/* All memory is the caller's; the counts begin zeroed. */
struct stop_sweep {
  struct floor_grid grid;
  const struct stop_policy *limits;
  size_t limit_count;
  struct gate_counts *counts; /* STOP_SWEEP_COUNTS for each limit */
  struct limit_end *ends;     /* one for each limit */
  struct staircase staircase;
  struct gate_corner *gained;
  unsigned char *marks; /* one more than floors of either kind */
  size_t work;          /* since the watch was last asked */
};

/* Adds a run with at least one round; its rounds may be in any order, and are put into
** their own.  False where the watch stopped it, if there is one: the counts are then of
** no use. */
bool stop_sweep_add(struct stop_sweep *sweep, struct swept_round *rounds, size_t count,
                    struct sort_watch *watch);

/* Turns what was added into numbers of the gates, once. */
void stop_sweep_settle(struct stop_sweep *sweep);

#endif
