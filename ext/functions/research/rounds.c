/*
** The best of several rounds (attempts to answer a question) in SQL: an aggregate and a
** window function.
**
**   best_round(round, gate_passed, ci)
**   best_round(result, round, gate_passed, ci)
**   best_round(round, coverage, source_quality, agreement, verification, recency,
**              recent_sources, critical_contradictions [, weights])
**   best_round(round, evidence)
**   rubric_best_round(rubric, round, evidence)
**
** A passed round is better than a failed round.  If both passed or both failed, a higher
** confidence index (ci) is better.  If the indices are equal too, an earlier round is
** better.  Any gate_passed except 1 means not passed.  A missing index counts as 0.  A
** row whose round is NULL is skipped.  Rounds are compared as SQLite compares values.
**
** The answer is the best row's round; in the form with `result`, the best row's result.
** If two rows are equal in gate_passed, ci and round, the answer is the result that
** SQLite sorts first.  Weights and rubric (rubric.c) must be the same in every row of a
** group.  Source: ADR-009 section 4.3.
*/
#include "core/research/rounds.h"

#include "core/research/confidence.h"
#include "bind/aggregate.h"
#include "bind/argument.h"
#include "bind/best_queue.h"
#include "functions/modules.h"
#include "functions/research/helpers/rubric_argument.h"
#include "functions/research/helpers/evidence.h"
#include "functions/research/helpers/gate_rule.h"
#include "bind/value_copy.h"
#include "functions/research/helpers/weights_argument.h"

/* A row that is not skipped.  The row owns its values. */
struct rounds_row {
  struct best_queue_entry entry;
  struct contender contender;
};

struct rounds_group {
  struct agreement agreement;
  struct best_queue queue; /* of struct rounds_row */
  struct rounds_row room[BEST_QUEUE_ROOM];
};

static int rounds_compare_rows(const void *a, const void *b) {
  const struct rounds_row *left = a, *right = b;
  return rounds_compare(&left->contender, &right->contender);
}

static bool rounds_own_row(void *row) {
  struct contender *contender = &((struct rounds_row *)row)->contender;
  if (!value_own(&contender->round)) return false;
  if (value_own(&contender->result)) return true;
  value_free(&contender->round);
  return false;
}

static void rounds_free_row(void *row) {
  struct contender *contender = &((struct rounds_row *)row)->contender;
  value_free(&contender->round);
  value_free(&contender->result);
}

static const struct best_queue_kind rounds_kind = {
    sizeof(struct rounds_row), rounds_compare_rows, rounds_own_row, rounds_free_row};

/* Reads the round of a row.  Returns false for a NULL, because the row is then skipped.
** When out of memory, sets the error and returns false. */
static inline bool rounds_read(sqlite3_context *context, sqlite3_value *value,
                               struct contender *contender) {
  contender->result = (struct value){.type = VALUE_NULL};
  return argument_value(context, value, &contender->round) &&
         contender->round.type != VALUE_NULL;
}

static inline bool rounds_keep(sqlite3_context *context, void *group,
                               const struct contender *contender) {
  struct rounds_group *rounds = group;
  struct rounds_row row = {.contender = *contender};
  best_queue_lend(&rounds->queue, rounds->room);
  return aggregate_kept(context, group,
                        best_queue_enter(&rounds->queue, &rounds_kind, &row));
}

static inline void rounds_read_judgement(sqlite3_value **argv,
                                         struct contender *contender) {
  double index = argument_score(argv[1]);
  contender->gate_passed = argument_flag(argv[0]) == 1;
  contender->ci = is_missing(index) ? 0 : index;
}

/* Adds a row (round, gate_passed, ci). */
static bool rounds_enter_judged(sqlite3_context *context, void *group, int argc,
                                sqlite3_value **argv) {
  struct contender contender;
  if (!rounds_read(context, argv[0], &contender)) return false;
  rounds_read_judgement(argv + 1, &contender);
  return rounds_keep(context, group, &contender);
}

/* Adds a row (result, round, gate_passed, ci). */
static bool rounds_enter_result(sqlite3_context *context, void *group, int argc,
                                sqlite3_value **argv) {
  struct contender contender;
  if (!rounds_read(context, argv[1], &contender)) return false;
  rounds_read_judgement(argv + 2, &contender);
  return argument_value(context, argv[0], &contender.result) &&
         rounds_keep(context, group, &contender);
}

/* Computes gate_passed and the index from five scores and two counts. */
static inline void rounds_judge(sqlite3_value **argv, const struct gate_rule *rule,
                                const struct weights *weights,
                                struct contender *contender) {
  struct gate_evidence evidence;
  evidence_dimensions(argv, &evidence.dimensions);
  contender->ci = confidence_arithmetic(&evidence.dimensions, weights);
  contender->gate_passed = gate_dimensions_high(&evidence.dimensions, rule);
  if (!contender->gate_passed) return; /* most rounds fail, and need no counts */
  evidence_counts(argv + DIMENSION_COUNT, &evidence);
  contender->gate_passed = gate_passes(&evidence, rule);
}

/* Adds a row (round, five scores, recent_sources, critical_contradictions). */
static bool rounds_enter_scored(sqlite3_context *context, void *group, int argc,
                                sqlite3_value **argv) {
  const struct gate_rule *rule = gate_rule_in_force(context);
  struct contender contender;
  if (!rounds_read(context, argv[0], &contender)) return false;
  rounds_judge(argv + 1, rule, rule->weights, &contender);
  return rounds_keep(context, group, &contender);
}

/* Adds a row (round, evidence). */
static bool rounds_enter_object(sqlite3_context *context, void *group, int argc,
                                sqlite3_value **argv) {
  const struct gate_rule *rule = gate_rule_in_force(context);
  struct contender contender;
  struct gate_evidence evidence;
  if (!rounds_read(context, argv[0], &contender)) return false;
  if (!evidence_read(context, argv + 1, 1, &evidence)) return false;
  contender.gate_passed = gate_passes(&evidence, rule);
  contender.ci = confidence_arithmetic(&evidence.dimensions, rule->weights);
  return rounds_keep(context, group, &contender);
}

/* Adds a row (rubric, round, evidence). */
static bool rounds_enter_rubric(sqlite3_context *context, void *group, int argc,
                                sqlite3_value **argv) {
  struct rounds_group *rounds = group;
  struct contender contender;
  double numbers[RUBRIC_NUMBERS];
  if (!rounds_read(context, argv[1], &contender)) return false;
  const struct rubric *rubric = rubric_argument(context, argv[0]);
  if (rubric == NULL || !rubric_round_numbers(context, rubric, argv[2], numbers))
    return false;
  struct rubric_failures failures = rubric_evaluate(&rubric->rule, numbers);
  contender.gate_passed = rubric_passed(&failures);
  contender.ci = rubric_index(&rubric->rule, numbers);
  struct value stated = rubric_parameter(rubric);
  return rounds_keep(context, group, &contender) &&
         agreement_state(context, &rounds->agreement, &stated, 1);
}

/* Adds a row with a round, seven numbers and weights.  The weights must be the same in
** all rows of a group, because indices under different weights cannot be compared. */
static bool rounds_enter_weighted(sqlite3_context *context, void *group, int argc,
                                  sqlite3_value **argv) {
  struct rounds_group *rounds = group;
  struct contender contender;
  struct weights scratch;
  if (!rounds_read(context, argv[0], &contender)) return false;
  const struct weights *weights = weights_argument(context, argv[8], &scratch);
  if (weights == NULL) return false;
  rounds_judge(argv + 1, gate_rule_in_force(context), weights, &contender);
  struct value stated = parameter_numbers(weights->weight, DIMENSION_COUNT);
  return rounds_keep(context, group, &contender) &&
         agreement_state(context, &rounds->agreement, &stated, 1);
}

static void rounds_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct rounds_group *rounds = group;
  best_queue_leave(&rounds->queue, &rounds_kind);
}

static void rounds_clear(void *group) {
  struct rounds_group *rounds = group;
  best_queue_clear(&rounds->queue, &rounds_kind);
}

static const struct contender *rounds_winner_of(const struct rounds_group *group) {
  const struct rounds_row *best = best_queue_best(&group->queue, &rounds_kind);
  return &best->contender;
}

static void rounds_best(sqlite3_context *context, void *group) {
  result_value(context, &rounds_winner_of(group)->round);
}

static void rounds_best_result(sqlite3_context *context, void *group) {
  result_value(context, &rounds_winner_of(group)->result);
}

#define ROUND_SCORES "round, " EVIDENCE_SIGNATURE

#define BEST(enters, answers, ...)                                                       \
  AGGREGATE(struct rounds_group, enters, rounds_leave, answers, rounds_clear, __VA_ARGS__)

static const struct sql_function functions[] = {
    {"best_round", 3, PURE, BEST(rounds_enter_judged, rounds_best, NULL),
     "best_round(round, gate_passed, ci)",
     "The best round: passing beats failing, then the higher index, then the earlier "
     "round",
     "SELECT best_round(column1, column2, column3) "
     "FROM (VALUES ('R2', 1, 0.8), ('R3', 0, 0.9), ('R4', 1, 0.8))",
     "R2"},
    {"best_round", 4, PURE, BEST(rounds_enter_result, rounds_best_result, NULL),
     "best_round(result, round, gate_passed, ci)",
     "The result in the row of the best round: an id, a text, a blob",
     "SELECT best_round(column1, column2, column3, column4) "
     "FROM (VALUES ('draft', 1, 0, 0.6), ('report', 2, 1, 0.8))",
     "report"},
    {"best_round", 8, PURE, BEST(rounds_enter_scored, rounds_best, NULL),
     "best_round(" ROUND_SCORES ")", "Gate, index and choice in one pass",
     "SELECT best_round(column1, 0.9, 0.9, 0.9, column2, 0.9, 12, 0) "
     "FROM (VALUES (1, 0.7), (2, 0.8), (3, 0.2))",
     "2"},
    {"best_round", 9, PURE, BEST(rounds_enter_weighted, rounds_best, "weights"),
     "best_round(" ROUND_SCORES ", weights)",
     "The same with weights for the index, as in ci_score",
     "SELECT best_round(column1, column2, 0.5, 0.5, 0.5, column3, 12, 0, "
     "'{\"recency\": 1}') FROM (VALUES (1, 0.9, 0.4), (2, 0.4, 0.5))",
     "2"},
    {"best_round", 2, PURE, BEST(rounds_enter_object, rounds_best, NULL),
     "best_round(round, evidence)",
     "The same from one JSON object per round with these names",
     "SELECT best_round(column1, '{\"coverage\":' || column2 || '}') "
     "FROM (VALUES (1, 0.7), (2, 0.8), (3, 0.2))",
     "2"},
    {"rubric_best_round", 3, PURE, BEST(rounds_enter_rubric, rounds_best, "rubric"),
     "rubric_best_round(rubric, round, evidence)", "best_round by a rubric of your own",
     "SELECT rubric_best_round('research', column1, '{\"coverage\":' || column2 || '}') "
     "FROM (VALUES (1, 0.7), (2, 0.8), (3, 0.2))",
     "2"},
};

const struct sql_module rounds_module = {"rounds", "Rounds", "which round to keep",
                                         functions, COUNT_OF(functions)};
