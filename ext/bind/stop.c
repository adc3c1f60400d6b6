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
** A row whose round is NULL is skipped whole, every other row is a round, and a group
** without one gives NULL.  The explicit form judges each row under its own high and
** min_sources; patience and max_rounds are of the whole group, and rows that differ there
** are a mistake.  As a window over (ORDER BY round) it is the decision after each round.
** Source: ADR-007 section 4.2.
**
** A row costs O(1) in round order, and at most O(log rows) in any other and in frames
** that slide: see core/stop_frame.h.
*/
#include "../core/stop_frame.h"

#include <string.h>

#include "../core/confidence.h"
#include "argument.h"
#include "interrupt.h"
#include "json.h"
#include "modules.h"
#include "stated.h"
#include "value_copy.h"

/* The rounds of a run are few: so many cost no memory but the group's. */
#define ROOM 4

/* What a frame holds.  Zeroed, it is empty. */
struct group {
  struct stop_frame frame; /* owns the bytes of its rounds */
  struct stated policies;  /* of its rows */
  struct stop_node room[ROOM];
};

static int compare_policies(const void *left, const void *right) {
  const struct stop_policy *a = left, *b = right;
  if (a->patience != b->patience) return a->patience < b->patience ? -1 : 1;
  return (a->max_rounds > b->max_rounds) - (a->max_rounds < b->max_rounds);
}

static const struct stated_kind policies_kind = {sizeof(struct stop_policy),
                                                 compare_policies};

/* Makes room for a row.  False when out of memory; the frame is then as it was.  SQLite
** allocates less than 2 GiB at once, so the capacity stays far below 2^32. */
static bool group_extend(struct group *group) {
  struct stop_frame *frame = &group->frame;
  if (frame->capacity == 0) {
    stop_frame_extend(frame, group->room, ROOM);
    return true;
  }
  bool is_lent = frame->nodes == group->room;
  uint32_t capacity = 2 * frame->capacity;
  struct stop_node *nodes = sqlite3_realloc64(is_lent ? NULL : frame->nodes,
                                              (sqlite3_uint64)capacity * sizeof *nodes);
  if (nodes == NULL) return false;
  if (is_lent) memcpy(nodes, group->room, sizeof group->room);
  stop_frame_extend(frame, nodes, capacity);
  return true;
}

/* A row enters.  False when out of memory: the frame then holds what it held, and what is
** stated does not matter to a query that ends there. */
static bool group_enter(struct group *group, const struct stop_round *round,
                        const struct stop_policy *policy) {
  struct stop_round owned = *round;
  if (stop_frame_is_full(&group->frame) && !group_extend(group)) return false;
  if (!stated_enter(&group->policies, &policies_kind, policy)) return false;
  if (!value_own(&owned.round)) return false;
  stop_frame_enter(&group->frame, &owned);
  return true;
}

static void group_leave(struct group *group) {
  struct value round = stop_frame_leave(&group->frame);
  value_free(&round);
  stated_leave(&group->policies);
}

static void group_clear(struct group *group) {
  stop_frame_forget(&group->frame);
  while (group->frame.rows > 0) {
    struct value round = stop_frame_leave(&group->frame);
    value_free(&round);
  }
  if (group->frame.nodes != group->room) sqlite3_free(group->frame.nodes);
  stated_clear(&group->policies);
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

/* The policy of all rows, of which there is one.  NULL, with the error set, where they
** differ. */
static const struct stop_policy *policy_of(sqlite3_context *context,
                                           const struct group *group) {
  const void *ends[2];
  bool agree = stated_agree(&group->policies, &policies_kind, &ends[0], &ends[1]);
  const struct stop_policy *least = ends[0], *greatest = ends[1];
  if (agree) return least;
  if (least->patience != greatest->patience) {
    argument_varies_integer(context, "patience", (sqlite3_int64)least->patience,
                            (sqlite3_int64)greatest->patience);
  } else {
    argument_varies_integer(context, "max_rounds", (sqlite3_int64)least->max_rounds,
                            (sqlite3_int64)greatest->max_rounds);
  }
  return NULL;
}

static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct group *group = sqlite3_aggregate_context(context, sizeof *group);
  struct gate_rule stated;
  struct stop_policy policy;
  struct gate_evidence evidence;
  struct stop_round round;
  if (group == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  if (sqlite3_value_type(argv[0]) == SQLITE_NULL) return; /* skipped whole */
  const struct gate_rule *rule = argc > 8
                                     ? policy_arguments(context, argv, &policy, &stated)
                                     : policy_in_force(context, &policy);
  if (rule == NULL) return;
  if (!argument_value(context, argv[0], &round.round)) return;
  argument_evidence(argv + 1, &evidence);
  round.failures = gate_failures(&evidence, rule);
  round.ci = confidence_arithmetic(&evidence.dimensions, rule->weights);
  if (!group_enter(group, &round, &policy)) sqlite3_result_error_nomem(context);
}

static void inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct group *group = sqlite3_aggregate_context(context, 0);
  if (sqlite3_value_type(argv[0]) != SQLITE_NULL) group_leave(group);
}

/* The policy's state after all rounds.  NULL where there is no answer: no round, or, with
** the error set, more than one policy, or interrupted. */
static const struct stop_state *state_of(sqlite3_context *context) {
  struct group *group = sqlite3_aggregate_context(context, 0);
  if (group == NULL || group->frame.rows == 0) return NULL;
  const struct stop_policy *policy = policy_of(context, group);
  if (policy == NULL) return NULL;
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct sort_watch watch = interrupt_watch(&interrupt);
  const struct stop_state *state = stop_frame_state(&group->frame, policy, &watch);
  interrupt_close(&interrupt);
  if (state == NULL) interrupt_result(context);
  return state;
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
  struct group *group = sqlite3_aggregate_context(context, 0);
  if (group != NULL) group_clear(group);
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
