/*
** The stop policy in SQL: when does a run end?  A run is the rounds of one question.
** Aggregates and window functions.
**
**   stop_action(round, coverage, source_quality, agreement, verification, recency,
**               recent_sources, critical_contradictions
**               [, patience, max_rounds, high, min_sources])
**   stop_action(round, evidence [, patience, max_rounds, high, min_sources])
**   rubric_stop_action(rubric, round, evidence [, patience, max_rounds])
**   stop_round(the same)     stop_report(the same)
**   rubric_stop_round(...)   rubric_stop_report(...)
**
** stop_action is 'pass', 'continue', 'halt_contradiction', 'patience_stop' or
** 'max_rounds'; core/research/stop.h explains these actions.  stop_round is the round at
** which the policy stops; NULL if the action is 'continue'.  stop_report is JSON with
** these keys:
** - action and round, the answers of stop_action and stop_round
** - returned_round, the round that the policy returns, and its gate_passed and ci_score
** - rounds, the number of rounds up to the stop
** - regressions, the number of regressions in these rounds (core/research/stop.h)
** - reason, which says why the last round up to the stop did not pass
**
** A row whose round is NULL is skipped, and nothing else in it is read.  Every other row
** is a round; a group without rounds gives NULL.  With OVER (ORDER BY round) each
** function gives the decision after each round.
**
** If a call has `high` and `min_sources`, each row is judged by the values in it.  The
** rubric, patience and max_rounds must be the same in all rows of a group.  Source:
** ADR-007 section 4.2.
**
** If rows come in the order of the rounds, each row takes O(1).  Sliding frames and other
** orders take longer: see core/research/stop_frame.h.
*/
#include "core/research/stop_frame.h"

#include <string.h>

#include "bind/aggregate.h"
#include "bind/interrupt.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "functions/research/helpers/rubric_report.h"
#include "functions/research/helpers/rubric_argument.h"
#include "functions/research/helpers/evidence.h"
#include "functions/research/helpers/gate_rule.h"
#include "bind/value_copy.h"

/* A struct stop_group has room for this number of rounds.  Most runs need no more. */
#define ROOM 4

struct stop_group {
  struct agreement agreement; /* rubric, patience and max_rounds must not change */
  struct stop_frame frame;    /* owns the values of its rounds */
  struct stop_policy policy;  /* from the latest row that is not skipped */
  struct stop_frame_row room[ROOM];
};

/* Makes room for a row.  When out of memory, returns false and leaves the frame
** unchanged. */
static bool stop_group_extend(struct stop_group *group) {
  struct stop_frame *frame = &group->frame;
  if (frame->capacity == 0) {
    stop_frame_extend(frame, group->room, ROOM);
    return true;
  }
  bool is_lent = frame->rows == group->room;
  size_t capacity = 2 * frame->capacity;
  struct stop_frame_row *rows =
      sqlite3_realloc64(is_lent ? NULL : frame->rows, capacity * sizeof *rows);
  if (rows == NULL) return false;
  if (is_lent) memcpy(rows, group->room, sizeof group->room);
  stop_frame_extend(frame, rows, capacity);
  return true;
}

/* Stores a round.  When out of memory, returns false and leaves the frame unchanged. */
static bool stop_group_enter(struct stop_group *group, const struct stop_round *round) {
  struct stop_round owned = *round;
  if (stop_frame_is_full(&group->frame) && !stop_group_extend(group)) return false;
  if (!value_own(&owned.round)) return false;
  stop_frame_enter(&group->frame, &owned);
  return true;
}

static bool stop_limit_argument(sqlite3_context *context, sqlite3_value *value,
                                const char *name, size_t *limit) {
  struct value stated;
  if (!argument_stated_positive(context, value, name, &stated)) return false;
  *limit = stop_limit(stated.is.real);
  return true;
}

static struct stop_policy stop_policy_in_force(sqlite3_context *context) {
  const struct deep_research_settings *settings = &settings_of(context)->deep_research;
  return (struct stop_policy){.patience = (size_t)settings->patience,
                              .max_rounds = (size_t)settings->max_rounds};
}

static bool stop_limit_arguments(sqlite3_context *context, sqlite3_value **argv,
                                 struct stop_policy *policy) {
  return stop_limit_argument(context, argv[0], "patience", &policy->patience) &&
         stop_limit_argument(context, argv[1], "max_rounds", &policy->max_rounds);
}

/* A call states its policy in its last four arguments: patience, max_rounds, high,
** min_sources. */
#define POLICY_ARGUMENTS 4

static bool stop_policy_arguments(sqlite3_context *context, sqlite3_value **argv,
                                  struct stop_policy *policy, struct gate_rule *rule) {
  return stop_limit_arguments(context, argv, policy) &&
         evidence_gate_rule(context, argv + 2, false, rule);
}

/* Judges one round by the rule of a rubric, and stores it.  `value` names the round. */
static inline bool stop_judge(sqlite3_context *context, struct stop_group *group,
                              sqlite3_value *value, const struct rubric_rule *rule,
                              const double *numbers) {
  struct value round;
  if (!argument_value(context, value, &round)) return false;
  struct stop_round judged = stop_round_of(&round, rule, numbers);
  return aggregate_kept(context, group, stop_group_enter(group, &judged));
}

/* Judges a round of the five dimensions under the gate's rule, and stores it. */
static bool stop_judge_gate(sqlite3_context *context, struct stop_group *group, int argc,
                            sqlite3_value **argv, const struct gate_rule *rule) {
  struct gate_evidence evidence;
  struct rubric_rule asked = gate_rubric_rule(rule);
  return evidence_read(context, argv + 1, argc - 1, &evidence) &&
         stop_judge(context, group, argv[0], &asked, evidence.numbers);
}

static bool stop_enter(sqlite3_context *context, void *group, int argc,
                       sqlite3_value **argv) {
  struct stop_group *rounds = group;
  if (sqlite3_value_type(argv[0]) == SQLITE_NULL) return false;
  rounds->policy = stop_policy_in_force(context);
  return stop_judge_gate(context, rounds, argc, argv, gate_rule_in_force(context));
}

/* Adds a row with a round, its evidence and a policy. */
static bool stop_enter_stated(sqlite3_context *context, void *group, int argc,
                              sqlite3_value **argv) {
  struct stop_group *rounds = group;
  struct stop_policy policy;
  struct gate_rule rule;
  int count = argc - POLICY_ARGUMENTS;
  if (sqlite3_value_type(argv[0]) == SQLITE_NULL) return false;
  if (!stop_policy_arguments(context, argv + count, &policy, &rule)) return false;
  rounds->policy = policy;
  struct value stated[] = {parameter_integer((int64_t)policy.patience),
                           parameter_integer((int64_t)policy.max_rounds)};
  return stop_judge_gate(context, rounds, count, argv, &rule) &&
         agreement_state(context, &rounds->agreement, stated, 2);
}

/* Adds a row with a rubric, a round and its evidence; patience and max_rounds may
** follow. */
static bool stop_enter_rubric(sqlite3_context *context, void *group, int argc,
                              sqlite3_value **argv) {
  struct stop_group *rounds = group;
  struct stop_policy policy = stop_policy_in_force(context);
  double numbers[RUBRIC_NUMBERS];
  if (sqlite3_value_type(argv[1]) == SQLITE_NULL) return false;
  const struct rubric *rubric = rubric_argument(context, argv[0]);
  if (rubric == NULL) return false;
  if (argc > 3 && !stop_limit_arguments(context, argv + 3, &policy)) return false;
  rounds->policy = policy;
  struct value stated[] = {rubric_parameter(rubric),
                           parameter_integer((int64_t)policy.patience),
                           parameter_integer((int64_t)policy.max_rounds)};
  return rubric_round_numbers(context, rubric, argv[2], numbers) &&
         stop_judge(context, rounds, argv[1], &rubric->rule, numbers) &&
         agreement_state(context, &rounds->agreement, stated, 3);
}

static void stop_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct stop_group *rounds = group;
  struct value round = stop_frame_leave(&rounds->frame);
  value_free(&round);
}

static void stop_clear(void *group) {
  struct stop_group *rounds = group;
  struct stop_frame *frame = &rounds->frame;
  for (size_t i = 0; i < frame->count; i++)
    value_free(&frame->rows[frame->first + i].round.round);
  if (frame->rows != rounds->room) sqlite3_free(frame->rows);
}

/* Returns the policy's state after all rounds.  If interrupted, sets the error and
** returns NULL. */
static const struct stop_state *stop_state_of(sqlite3_context *context,
                                              struct stop_group *group) {
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct sort_watch watch = interrupt_watch(&interrupt);
  const struct stop_state *state =
      stop_frame_state(&group->frame, &group->policy, &watch);
  interrupt_end(context, &interrupt, state == NULL);
  return state;
}

static void stop_action(sqlite3_context *context, void *group) {
  const struct stop_state *state = stop_state_of(context, group);
  if (state == NULL) return;
  sqlite3_result_text(context, stop_action_names[state->action], -1, SQLITE_STATIC);
}

static void stop_at(sqlite3_context *context, void *group) {
  const struct stop_state *state = stop_state_of(context, group);
  if (state == NULL || state->action == STOP_CONTINUE) return;
  result_value(context, &state->last.round);
}

static void stop_result_report(sqlite3_context *context, struct stop_group *group,
                               const struct rubric *rubric) {
  const struct stop_state *state = stop_state_of(context, group);
  if (state == NULL) return;
  struct json json = json_open(context);
  json_key_name(&json, "action", stop_action_names[state->action]);
  json_member_value(&json, "round",
                    state->action == STOP_CONTINUE ? NULL : &state->last.round);
  json_member_value(&json, "returned_round", &state->best.round);
  json_key_boolean(&json, "gate_passed", state->best.gate_passed);
  json_key_number(&json, "ci_score", state->best.ci);
  json_key_number(&json, "rounds", (double)state->rounds);
  json_key_number(&json, "regressions", (double)state->regressions);
  rubric_write_reason(&json, rubric, &state->last.failures);
  json_result(context, &json);
}

static void stop_report(sqlite3_context *context, void *group) {
  stop_result_report(context, group, &gate_in_force(context)->rubric);
}

static void stop_report_rubric(sqlite3_context *context, void *group) {
  struct stop_group *rounds = group;
  stop_result_report(context, rounds, rubric_stated(context, &rounds->agreement));
}

#define ROUND "round, " EVIDENCE_SIGNATURE
#define POLICY ", patience, max_rounds, high, min_sources"
#define RUBRIC_ROUND "rubric, round, evidence"
#define RUBRIC_POLICY ", patience, max_rounds"
#define RUBRIC_STATED "rubric", "patience", "max_rounds"

#define STOP(enters, answers, ...)                                                       \
  AGGREGATE(struct stop_group, enters, stop_leave, answers, stop_clear, __VA_ARGS__)

static const struct sql_function functions[] = {
    {"stop_action", 8, PURE, STOP(stop_enter, stop_action, NULL),
     "stop_action(" ROUND ")",
     "'continue', or why to stop: 'pass', 'halt_contradiction', 'patience_stop', "
     "'max_rounds'",
     "SELECT stop_action(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0) "
     "FROM (VALUES (1, 0.7), (2, 0.6))",
     "patience_stop"},
    {"stop_action", 12, PURE,
     STOP(stop_enter_stated, stop_action, "patience", "max_rounds"),
     "stop_action(" ROUND POLICY ")", "The same under a policy of your own",
     "SELECT stop_action(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0, 2, 4, 0.75, 10) "
     "FROM (VALUES (1, 0.7), (2, 0.6))",
     "continue"},
    {"stop_round", 8, PURE, STOP(stop_enter, stop_at, NULL), "stop_round(" ROUND ")",
     "The round at which the policy stops, NULL while it continues",
     "SELECT stop_round(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0) "
     "FROM (VALUES ('R1', 0.7), ('R2', 0.8), ('R3', 0.9))",
     "R2"},
    {"stop_round", 12, PURE, STOP(stop_enter_stated, stop_at, "patience", "max_rounds"),
     "stop_round(" ROUND POLICY ")", "The same under a policy of your own",
     "SELECT stop_round(column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0, 1, 4, 0.85, 10) "
     "FROM (VALUES ('R1', 0.7), ('R2', 0.8), ('R3', 0.9))",
     "R3"},
    {"stop_report", 8, JSON_RESULT, STOP(stop_enter, stop_report, NULL),
     "stop_report(" ROUND ")",
     "JSON: the action, the round of the stop, the round to return, and why",
     "SELECT stop_report(column1, 0.8, 0.8, 0.8, 0.8, 0.8, 12, column2) "
     "FROM (VALUES (1, 2), (2, 0))",
     "{\"action\":\"halt_contradiction\",\"round\":1,\"returned_round\":1,"
     "\"gate_passed\":false,\"ci_score\":0.8,\"rounds\":1,\"regressions\":0,"
     "\"reason\":\"critical contradiction detected\"}"},
    {"stop_report", 12, JSON_RESULT,
     STOP(stop_enter_stated, stop_report, "patience", "max_rounds"),
     "stop_report(" ROUND POLICY ")", "The same under a policy of your own",
     "SELECT stop_report(column1, column1 * 0.5, 0, 0, 0, 0, 12, 0, 1, 2, 0.75, 10) "
     "FROM (VALUES (1), (2))",
     "{\"action\":\"max_rounds\",\"round\":2,\"returned_round\":2,"
     "\"gate_passed\":false,\"ci_score\":0.25,\"rounds\":2,\"regressions\":0,"
     "\"reason\":\"low dimensions: source_quality, agreement, verification, recency; "
     "round limit reached\"}"},
    {"stop_action", 2, PURE, STOP(stop_enter, stop_action, NULL),
     "stop_action(round, evidence)",
     "The same from one JSON object per round with these names",
     "SELECT stop_action(column1, replace('{\"coverage\":C,\"source_quality\":C,' || "
     "'\"agreement\":C,\"verification\":C,\"recency\":C}', 'C', column2)) "
     "FROM (VALUES (1, 0.7), (2, 0.6))",
     "patience_stop"},
    {"stop_action", 6, PURE,
     STOP(stop_enter_stated, stop_action, "patience", "max_rounds"),
     "stop_action(round, evidence" POLICY ")", "The same under a policy of your own",
     "SELECT stop_action(column1, replace('{\"coverage\":C,\"source_quality\":C,' || "
     "'\"agreement\":C,\"verification\":C,\"recency\":C}', 'C', column2), "
     "2, 4, 0.75, 10) "
     "FROM (VALUES (1, 0.7), (2, 0.6))",
     "continue"},
    {"stop_round", 2, PURE, STOP(stop_enter, stop_at, NULL),
     "stop_round(round, evidence)",
     "The same from one JSON object per round with these names",
     "SELECT stop_round(column1, replace('{\"coverage\":C,\"source_quality\":C,' || "
     "'\"agreement\":C,\"verification\":C,\"recency\":C}', 'C', column2)) "
     "FROM (VALUES ('R1', 0.7), ('R2', 0.6))",
     "R2"},
    {"stop_round", 6, PURE, STOP(stop_enter_stated, stop_at, "patience", "max_rounds"),
     "stop_round(round, evidence" POLICY ")", "The same under a policy of your own",
     "SELECT stop_round(column1, replace('{\"coverage\":C,\"source_quality\":C,' || "
     "'\"agreement\":C,\"verification\":C,\"recency\":C}', 'C', column2), "
     "2, 4, 0.75, 10) "
     "FROM (VALUES ('R1', 0.7), ('R2', 0.6), ('R3', 0.5))",
     "R3"},
    {"stop_report", 2, JSON_RESULT, STOP(stop_enter, stop_report, NULL),
     "stop_report(round, evidence)",
     "The same from one JSON object per round with these names",
     "SELECT stop_report(column1, '{\"coverage\":1,\"source_quality\":1,' || "
     "'\"agreement\":1,\"verification\":1,\"recency\":0.5,\"recent_sources\":12}') "
     "FROM (VALUES (1))",
     "{\"action\":\"continue\",\"round\":null,\"returned_round\":1,"
     "\"gate_passed\":false,\"ci_score\":0.925,\"rounds\":1,\"regressions\":0,"
     "\"reason\":\"missing: critical_contradictions; low dimensions: recency\"}"},
    {"stop_report", 6, JSON_RESULT,
     STOP(stop_enter_stated, stop_report, "patience", "max_rounds"),
     "stop_report(round, evidence" POLICY ")", "The same under a policy of your own",
     "SELECT stop_report(column1, '{\"recent_sources\":12,\"verification\":1}', 1, 2, "
     "0.75, 10) FROM (VALUES (1), (2))",
     "{\"action\":\"max_rounds\",\"round\":2,\"returned_round\":1,"
     "\"gate_passed\":false,\"ci_score\":0.2,\"rounds\":2,\"regressions\":0,"
     "\"reason\":\"missing: coverage, source_quality, agreement, recency, "
     "critical_contradictions; round limit reached\"}"},
    {"rubric_stop_action", 3, PURE, STOP(stop_enter_rubric, stop_action, "rubric"),
     "rubric_stop_action(" RUBRIC_ROUND ")", "stop_action by a rubric of your own",
     "rubric_stop_action('research', 1, '{\"coverage\":0.7}')", "continue"},
    {"rubric_stop_action", 5, PURE, STOP(stop_enter_rubric, stop_action, RUBRIC_STATED),
     "rubric_stop_action(" RUBRIC_ROUND RUBRIC_POLICY ")",
     "The same under a policy of your own",
     "rubric_stop_action('research', 1, '{\"coverage\":0.7}', 2, 1)", "max_rounds"},
    {"rubric_stop_round", 3, PURE, STOP(stop_enter_rubric, stop_at, "rubric"),
     "rubric_stop_round(" RUBRIC_ROUND ")", "stop_round by a rubric of your own",
     "rubric_stop_round('research', 1, '{\"coverage\":0.7}')", NULL},
    {"rubric_stop_round", 5, PURE, STOP(stop_enter_rubric, stop_at, RUBRIC_STATED),
     "rubric_stop_round(" RUBRIC_ROUND RUBRIC_POLICY ")",
     "The same under a policy of your own",
     "rubric_stop_round('research', 'a', '{\"coverage\":0.7}', 2, 1)", "a"},
    {"rubric_stop_report", 3, JSON_RESULT,
     STOP(stop_enter_rubric, stop_report_rubric, "rubric"),
     "rubric_stop_report(" RUBRIC_ROUND ")", "stop_report by a rubric of your own",
     "rubric_stop_report('research', 1, '{}') LIKE '{\"action\":\"continue\",%'", "1"},
    {"rubric_stop_report", 5, JSON_RESULT,
     STOP(stop_enter_rubric, stop_report_rubric, RUBRIC_STATED),
     "rubric_stop_report(" RUBRIC_ROUND RUBRIC_POLICY ")",
     "The same under a policy of your own",
     "rubric_stop_report('research', 1, '{}', 2, 1) LIKE '{\"action\":\"max_rounds\",%'",
     "1"},
};

const struct sql_module stop_module = {"stop", "Stop policy", "when to stop", functions,
                                       COUNT_OF(functions)};
