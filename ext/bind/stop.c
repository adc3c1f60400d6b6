/*
** The stop policy in SQL: aggregates and window functions.
**
**   stop_action(round, coverage, source_quality, agreement, verification, recency,
**               recent_sources, critical_contradictions
**               [, patience, max_rounds, high, min_sources])
**   stop_round(the same)     stop_report(the same)
**
** stop_action is 'pass', 'continue', 'halt_contradiction', 'patience_stop' or
** 'max_rounds'.  stop_round is the round at which the policy stops, NULL while it
** continues.  stop_report is JSON: action, round (as stop_round), best_round (the round
** to return) with its gate_passed and ci_score, rounds (looked at: up to the stop),
** regressions (among them), reason (what kept the last of them from passing).
**
** A row whose round is NULL is skipped, every other row is a round, and a group without
** one gives NULL.  The explicit form judges each row under its own high and min_sources;
** patience and max_rounds are of the whole group, and rows that differ there are a
** mistake.  As a window over (ORDER BY round) it is the decision after each round.
** Source: ADR-007 section 4.2.
**
** Only the first `max_rounds` rounds of a frame can matter, so besides its rows a frame
** keeps those, in order, and the policy's state after them.  A row that follows them all
** costs O(1); any other is sorted into at most 2 * max_rounds rounds.  So a growing frame
** is linear in its rows, whatever their order, and so is a sliding one in round order;
** only a sliding frame out of order looks at all its rows for each answer.
*/
#include "../core/stop.h"

#include "../core/confidence.h"
#include "argument.h"
#include "deque.h"
#include "interrupt.h"
#include "json.h"
#include "modules.h"
#include "stated.h"
#include "value_copy.h"

struct row {
  struct stop_round round; /* owns its value's bytes; a NULL round is skipped */
  bool descends;           /* comes before the row that entered before it */
};

/* The rounds of a run are few: so many cost no memory but the frame's. */
#define ROOM 4

/* A frame.  Zeroed, it is empty. */
struct frame {
  struct deque rows;      /* of struct row, in order of arrival */
  size_t descents;        /* rows that descend: 0 where the rows are in round order */
  struct deque first;     /* of struct stop_round: the earliest rounds, bytes borrowed */
  size_t taken;           /* rows at the start that `first` takes into account */
  bool unsettled;         /* `first` is out of order, or longer than it need be */
  struct stated policies; /* of the rows */
  struct stop_policy policy; /* that of all rows, once an answer was asked for */
  struct stop_state state;   /* after the first `state.rounds` of `first` */
  struct row row_room[ROOM];
  struct stop_round first_room[ROOM];
};

static struct row *row_at(const struct frame *frame, size_t index) {
  return deque_at(&frame->rows, index, sizeof(struct row));
}

static struct stop_round *first_at(const struct frame *frame, size_t index) {
  return deque_at(&frame->first, index, sizeof(struct stop_round));
}

static int compare_rounds(const void *a, const void *b) {
  return stop_order(a, b);
}

static int compare_policies(const void *left, const void *right) {
  const struct stop_policy *a = left, *b = right;
  if (a->patience != b->patience) return a->patience < b->patience ? -1 : 1;
  return (a->max_rounds > b->max_rounds) - (a->max_rounds < b->max_rounds);
}

static const struct stated_kind policies_kind = {sizeof(struct stop_policy),
                                                 compare_policies};

/* Forgets what was worked out of the rows, to work it out anew. */
static void frame_forget(struct frame *frame) {
  frame->first.first = 0;
  frame->first.count = 0;
  frame->taken = 0;
  frame->unsettled = false;
  frame->state = (struct stop_state){0};
}

/* Sorts the earliest rounds and drops those that are too many.  False where the call is
** interrupted, with the error set. */
static bool frame_settle(sqlite3_context *context, struct frame *frame) {
  if (!frame->unsettled) return true;
  if (!interrupt_sort(context, first_at(frame, 0), frame->first.count,
                      sizeof(struct stop_round), compare_rounds)) {
    return false;
  }
  while (frame->first.count > frame->policy.max_rounds)
    deque_drop_last(&frame->first);
  frame->unsettled = false;
  frame->state = (struct stop_state){0};
  return true;
}

/* Adds a round to the earliest ones if it may be one of them.  False, with the error set,
** when out of memory or interrupted. */
static bool frame_take(sqlite3_context *context, struct frame *frame,
                       const struct stop_round *round) {
  size_t count = frame->first.count;
  size_t enough = frame->policy.max_rounds;
  if (round->round.type == VALUE_NULL) return true;
  if (!frame->unsettled && count > 0) {
    bool last = stop_order(round, first_at(frame, count - 1)) >= 0;
    if (last && count >= enough) return true;
    frame->unsettled = !last;
  }
  if (!deque_append(&frame->first, round, sizeof *round)) {
    sqlite3_result_error_nomem(context);
    return false;
  }
  return frame->first.count / 2 < enough || frame_settle(context, frame);
}

/* Takes the rows into account that entered since the last answer and moves the state on.
** False, with the error set, when out of memory or interrupted. */
static bool frame_update(sqlite3_context *context, struct frame *frame) {
  for (; frame->taken < frame->rows.count; frame->taken++) {
    bool enough = frame->first.count >= frame->policy.max_rounds;
    if (enough && frame->descents == 0) {
      frame->taken = frame->rows.count;
      break;
    }
    if (!frame_take(context, frame, &row_at(frame, frame->taken)->round)) {
      frame_forget(frame);
      return false;
    }
  }
  if (!frame_settle(context, frame)) return false;
  struct stop_state *state = &frame->state;
  while (state->action == STOP_CONTINUE && state->rounds < frame->first.count)
    stop_advance(state, first_at(frame, state->rounds), &frame->policy);
  return true;
}

/* A row enters.  False when out of memory: the frame then holds what it held, and what is
** stated does not matter to a query that ends there. */
static bool frame_enter(struct frame *frame, const struct stop_round *round,
                        const struct stop_policy *policy) {
  struct row row = {*round, false};
  size_t count = frame->rows.count;
  if (frame->rows.capacity == 0) {
    deque_lend(&frame->rows, frame->row_room, ROOM);
    deque_lend(&frame->first, frame->first_room, ROOM);
  }
  row.descends = count > 0 && stop_order(round, &row_at(frame, count - 1)->round) < 0;
  if (!stated_enter(&frame->policies, &policies_kind, policy)) return false;
  if (!value_own(&row.round.round)) return false;
  if (!deque_append(&frame->rows, &row, sizeof row)) {
    value_free(&row.round.round);
    return false;
  }
  frame->descents += row.descends;
  return true;
}

/* True where a row may be among the earliest rounds. */
static bool frame_holds(const struct frame *frame, const struct stop_round *round) {
  size_t count = frame->first.count;
  return count > 0 && stop_order(round, first_at(frame, count - 1)) <= 0;
}

/* The oldest row leaves. */
static void frame_leave(struct frame *frame) {
  struct row *oldest = row_at(frame, 0);
  if (frame->taken > 0) {
    frame->taken--;
    if (frame_holds(frame, &oldest->round)) frame_forget(frame);
  }
  if (frame->rows.count > 1 && row_at(frame, 1)->descends) {
    row_at(frame, 1)->descends = false;
    frame->descents--;
  }
  value_free(&oldest->round.round);
  deque_drop_first(&frame->rows);
  stated_leave(&frame->policies);
}

/* How many, from a whole number >= 1: more than fit in memory are as good as any. */
static bool limit_argument(sqlite3_context *context, sqlite3_value *value,
                           const char *name, size_t *limit) {
  double count = argument_count(value);
  if (count >= 1) {
    *limit = count < (double)(SIZE_MAX / 4) ? (size_t)count : SIZE_MAX / 4;
    return true;
  }
  argument_error(context, value, "%s must be a whole number >= 1", name);
  return false;
}

/* Policy and gate as the settings state them. */
static const struct gate_rule *policy_in_force(sqlite3_context *context,
                                               struct stop_policy *policy) {
  const struct settings *settings = settings_of(context);
  policy->patience = (size_t)settings->deep_research.patience;
  policy->max_rounds = (size_t)settings->deep_research.max_rounds;
  return gate_rule_in_force(context);
}

/* Policy and gate as the call states them, the latter put into `stated`.  NULL, with the
** error set, where they can't be used. */
static const struct gate_rule *policy_arguments(sqlite3_context *context,
                                                sqlite3_value **argv,
                                                struct stop_policy *policy,
                                                struct gate_rule *stated) {
  bool usable = limit_argument(context, argv[8], "patience", &policy->patience) &&
                limit_argument(context, argv[9], "max_rounds", &policy->max_rounds) &&
                argument_gate_rule(context, argv[10], argv[11], stated);
  return usable ? stated : NULL;
}

/* Finds the policy of all rows, of which there is one.  False, with the error set, where
** they differ. */
static bool frame_adopt(sqlite3_context *context, struct frame *frame) {
  const void *ends[2];
  bool agree = stated_agree(&frame->policies, &policies_kind, &ends[0], &ends[1]);
  const struct stop_policy *least = ends[0], *greatest = ends[1];
  if (agree) {
    if (compare_policies(least, &frame->policy) != 0) frame_forget(frame);
    frame->policy = *least;
  } else if (least->patience != greatest->patience) {
    argument_varies_integer(context, "patience", (sqlite3_int64)least->patience,
                            (sqlite3_int64)greatest->patience);
  } else {
    argument_varies_integer(context, "max_rounds", (sqlite3_int64)least->max_rounds,
                            (sqlite3_int64)greatest->max_rounds);
  }
  return agree;
}

static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct frame *frame = sqlite3_aggregate_context(context, sizeof *frame);
  struct gate_rule stated;
  struct stop_policy policy;
  struct gate_evidence evidence;
  struct stop_round round;
  if (frame == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  const struct gate_rule *rule = argc > 8
                                     ? policy_arguments(context, argv, &policy, &stated)
                                     : policy_in_force(context, &policy);
  if (rule == NULL) return;
  if (!argument_value(context, argv[0], &round.round)) return;
  argument_evidence(argv + 1, &evidence);
  round.failures = gate_failures(&evidence, rule);
  round.ci = confidence_arithmetic(&evidence.dimensions, rule->weights);
  if (!frame_enter(frame, &round, &policy)) sqlite3_result_error_nomem(context);
}

static void inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  (void)argv;
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  frame_leave(frame);
}

/* The policy's state after all rounds, or NULL where there is no answer: no round, or,
** with the error set, more than one policy, out of memory or interrupted. */
static const struct stop_state *state_of(sqlite3_context *context) {
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  if (frame == NULL || frame->rows.count == 0) return NULL;
  if (!frame_adopt(context, frame) || !frame_update(context, frame)) return NULL;
  return frame->state.rounds > 0 ? &frame->state : NULL;
}

static void action(sqlite3_context *context) {
  const struct stop_state *state = state_of(context);
  if (state == NULL) return;
  sqlite3_result_text(context, stop_action_names[state->action], -1, SQLITE_STATIC);
}

static void stop_at(sqlite3_context *context) {
  const struct stop_state *state = state_of(context);
  if (state == NULL || state->action == STOP_CONTINUE) return;
  result_value(context, &state->last.round);
}

static void report(sqlite3_context *context) {
  static const struct value none = {.type = VALUE_NULL};
  const struct stop_state *state = state_of(context);
  if (state == NULL) return;
  char reason[GATE_REASON_SIZE];
  gate_reason(state->last.failures, reason);
  struct json json = json_open(context);
  json_begin_object(&json);
  json_key(&json, "action");
  json_name(&json, stop_action_names[state->action]);
  json_key(&json, "round");
  json_value(&json, state->action == STOP_CONTINUE ? &none : &state->last.round);
  json_key(&json, "best_round");
  json_value(&json, &state->best.round);
  json_key(&json, "gate_passed");
  json_boolean(&json, state->best.gate_passed);
  json_key(&json, "ci_score");
  json_number(&json, state->best.ci);
  json_key(&json, "rounds");
  json_integer(&json, (sqlite3_int64)state->rounds);
  json_key(&json, "regressions");
  json_integer(&json, (sqlite3_int64)state->regressions);
  json_key(&json, "reason");
  json_name(&json, reason);
  json_end_object(&json);
  json_result(context, &json);
}

static void clear(sqlite3_context *context) {
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  if (frame == NULL) return;
  for (size_t i = 0; i < frame->rows.count; i++)
    value_free(&row_at(frame, i)->round.round);
  deque_clear(&frame->rows);
  deque_clear(&frame->first);
  stated_clear(&frame->policies);
}

static void finish_action(sqlite3_context *context) {
  action(context);
  clear(context);
}

static void finish_stop_at(sqlite3_context *context) {
  stop_at(context);
  clear(context);
}

static void finish_report(sqlite3_context *context) {
  report(context);
  clear(context);
}

#define CALLS(value_function)                                                            \
  {                                                                                      \
    .step = step, .inverse = inverse, .value = value_function,                           \
    .final = finish_##value_function                                                     \
  }

#define ROUND "round, " EVIDENCE_SIGNATURE
#define POLICY ", patience, max_rounds, high, min_sources"

static const struct sql_function functions[] = {
    {"stop_action", 8, KIND_AGGREGATE, PURE, CALLS(action), "stop_action(" ROUND ")",
     "'continue', or why to stop: 'pass', 'halt_contradiction', 'patience_stop', "
     "'max_rounds'",
     "SELECT stop_action(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0) "
     "FROM (VALUES (1, 0.7), (2, 0.6))",
     "patience_stop"},
    {"stop_action", 12, KIND_AGGREGATE, PURE, CALLS(action),
     "stop_action(" ROUND POLICY ")", "The same under a policy of your own",
     "SELECT stop_action(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0, 2, 4, 0.75, 10) "
     "FROM (VALUES (1, 0.7), (2, 0.6))",
     "continue"},
    {"stop_round", 8, KIND_AGGREGATE, PURE, CALLS(stop_at), "stop_round(" ROUND ")",
     "The round at which the policy stops, NULL while it continues",
     "SELECT stop_round(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0) "
     "FROM (VALUES ('R1', 0.7), ('R2', 0.8), ('R3', 0.9))",
     "R2"},
    {"stop_round", 12, KIND_AGGREGATE, PURE, CALLS(stop_at),
     "stop_round(" ROUND POLICY ")", "The same under a policy of your own",
     "SELECT stop_round(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0, 1, 4, 0.85, 10) "
     "FROM (VALUES ('R1', 0.7), ('R2', 0.8), ('R3', 0.9))",
     "R3"},
    {"stop_report", 8, KIND_AGGREGATE, JSON_RESULT, CALLS(report),
     "stop_report(" ROUND ")",
     "JSON: the action, the round of the stop, the round to return, and why",
     "SELECT stop_report(column1, 0.8, 0.8, 0.8, 0.8, 0.8, 12, column2) "
     "FROM (VALUES (1, 2), (2, 0))",
     "{\"action\":\"halt_contradiction\",\"round\":1,\"best_round\":1,"
     "\"gate_passed\":false,\"ci_score\":0.8,\"rounds\":1,\"regressions\":0,"
     "\"reason\":\"critical contradiction detected\"}"},
    {"stop_report", 12, KIND_AGGREGATE, JSON_RESULT, CALLS(report),
     "stop_report(" ROUND POLICY ")", "The same under a policy of your own",
     "SELECT stop_report(column1, column1 * 0.5, 0, 0, 0, 0, 12, 0, 1, 2, 0.75, 10) "
     "FROM (VALUES (1), (2))",
     "{\"action\":\"max_rounds\",\"round\":2,\"best_round\":2,"
     "\"gate_passed\":false,\"ci_score\":0.25,\"rounds\":2,\"regressions\":0,"
     "\"reason\":\"low dimensions: source_quality, agreement, verification, recency; "
     "round limit reached\"}"},
};

const struct sql_module stop_module = {"stop", "Stop policy", functions,
                                       COUNT_OF(functions)};
