/*
** The best of several rounds in SQL: an aggregate and a window function.
**
**   best_round(round, gate_passed, ci)
**   best_round(result, round, gate_passed, ci)
**   best_round(round, coverage, source_quality, agreement, verification, recency,
**              recent_sources, critical_contradictions [, weights])
**
** The winner is the greatest (gate_passed, ci, -round).  A gate that is not 1 has not
** passed; a missing index is 0; a row whose round is NULL is skipped.  Rounds compare as
** SQLite compares values.  The winner's round or result keeps its type; two rows with one
** key are told apart by their result, the lesser first.  Source: ADR-009 section 4.3.
*/
#include "../core/rounds.h"

#include "../core/confidence.h"
#include "argument.h"
#include "contenders.h"
#include "modules.h"
#include "value_copy.h"
#include "weights_argument.h"

/* Adds a row to the frame; `round` and `result` may be the same value, then the result is
** left out. */
static inline void enter(sqlite3_context *context, sqlite3_value *result,
                         sqlite3_value *round, bool gate_passed, double ci) {
  struct contender contender;
  struct contenders *contenders = sqlite3_aggregate_context(context, sizeof *contenders);
  if (contenders == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  contender.gate_passed = gate_passed;
  contender.ci = ci;
  if (!argument_value(context, round, &contender.round)) return;
  contender.result = (struct value){.type = VALUE_NULL};
  if (result != round && !argument_value(context, result, &contender.result)) return;
  if (contender.round.type == VALUE_NULL) {
    contenders_skip(contenders);
  } else if (!contenders_enter(contenders, &contender)) {
    sqlite3_result_error_nomem(context);
  }
}

/* A missing index counts as 0. */
static double index_argument(sqlite3_value *value) {
  double index = argument_score(value);
  return is_missing(index) ? 0 : index;
}

static void step_judged(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  enter(context, argv[0], argv[0], argument_flag(argv[1]) == 1, index_argument(argv[2]));
}

static void step_result(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  enter(context, argv[0], argv[1], argument_flag(argv[2]) == 1, index_argument(argv[3]));
}

static void step_scores(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const struct gate_rule *rule = gate_rule_in_force(context);
  const struct weights *weights = rule->weights;
  struct weights stated;
  if (argc > 8) {
    if (!weights_argument(context, argv[8], &stated)) return;
    weights = &stated;
  }
  struct gate_evidence evidence;
  argument_dimensions(argv + 1, &evidence.dimensions);
  bool passed = gate_dimensions_high(&evidence.dimensions, rule);
  if (passed) { /* most rounds do not get so far: their counts need not be read */
    argument_counts(argv + 1 + DIMENSION_COUNT, &evidence);
    struct gate_verdict verdict = gate_evaluate(&evidence, rule);
    passed = gate_passed(&verdict);
  }
  enter(context, argv[0], argv[0], passed,
        confidence_arithmetic(&evidence.dimensions, weights));
}

static void best(sqlite3_context *context) {
  const struct contender *winner = contenders_winner(context);
  if (winner != NULL) result_value(context, &winner->round);
}

static void best_result(sqlite3_context *context) {
  const struct contender *winner = contenders_winner(context);
  if (winner != NULL) result_value(context, &winner->result);
}

static void finish(sqlite3_context *context) {
  best(context);
  contenders_end(context);
}

static void finish_result(sqlite3_context *context) {
  best_result(context);
  contenders_end(context);
}

#define CALLS(step_function)                                                             \
  { .step = step_function, .inverse = contenders_inverse, .value = best, .final = finish }

#define ROUND_SCORES "round, " EVIDENCE_SIGNATURE

static const struct sql_function functions[] = {
    {"best_round", 3, KIND_AGGREGATE, PURE, CALLS(step_judged),
     "best_round(round, gate_passed, ci)",
     "The round that passes, else the one of higher index; the earlier one wins a tie",
     "SELECT best_round(column1, column2, column3) "
     "FROM (VALUES ('R2', 1, 0.8), ('R3', 0, 0.9), ('R4', 1, 0.8))",
     "R2"},
    {"best_round",
     4,
     KIND_AGGREGATE,
     PURE,
     {.step = step_result,
      .inverse = contenders_inverse,
      .value = best_result,
      .final = finish_result},
     "best_round(result, round, gate_passed, ci)",
     "The result that stands beside the best round: an id, a text, a blob",
     "SELECT best_round(column1, column2, column3, column4) "
     "FROM (VALUES ('draft', 1, 0, 0.6), ('report', 2, 1, 0.8))",
     "report"},
    {"best_round", 8, KIND_AGGREGATE, PURE, CALLS(step_scores),
     "best_round(" ROUND_SCORES ")", "Gate, index and choice in one pass",
     "SELECT best_round(column1, 0.9, 0.9, 0.9, column2, 0.9, 12, 0) "
     "FROM (VALUES (1, 0.7), (2, 0.8), (3, 0.2))",
     "2"},
    {"best_round", 9, KIND_AGGREGATE, PURE, CALLS(step_scores),
     "best_round(" ROUND_SCORES ", weights)",
     "The same with weights for the index, as in ci_score",
     "SELECT best_round(column1, column2, 0.5, 0.5, 0.5, column3, 12, 0, "
     "'{\"recency\": 1}') FROM (VALUES (1, 0.9, 0.4), (2, 0.4, 0.5))",
     "2"},
};

const struct sql_module rounds_module = {"rounds", "Rounds", functions,
                                         COUNT_OF(functions)};
