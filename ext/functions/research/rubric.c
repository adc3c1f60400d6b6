/*
** Rubrics in SQL: pass or fail, index (weighted mean) and report by your own dimensions.
**
**   rubric_pass(rubric, evidence)     rubric_report(rubric, evidence)
**   rubric_index(rubric, evidence)
**
**   1. A rubric is a setting, evaluation.rubrics.NAME.  It has scores with floors and
**      weights, and counts with bounds (at_least, at_most).  The name matches in any
**      ASCII case (rule R8, REFERENCE.md).  An unknown name is an error.  If a mistake
**      kept the rubric out of the settings, the error names the mistake and its place.
**   2. Evidence is one JSON object.  Its keys are the names of the scores and counts and,
**      optionally, `regression` (1 if the index fell).  Bad evidence is not an error: if
**      it is not an object, or lacks a name, numbers are missing; the round fails (R3).
**   3. A round passes if each score reaches its floor `high`, no count breaks a bound,
**      and `regression` is 0 or absent.  rubric_pass is 1 or 0, never NULL.
**   4. `research` is built in.  It judges the same evidence as gate_pass, by the same
**      settings.  With this rubric, rubric_pass answers like gate_pass,
**      rubric_report like gate_report, and rubric_index like ci_score.
**   5. Other functions over rubrics are not in this file.  For example, rubric_best_round
**      is in rounds.c, with best_round.
*/
#include "functions/research/helpers/rubric_argument.h"

#include "bind/auxdata.h"
#include "functions/modules.h"
#include "functions/research/helpers/rubric_report.h"
#include "functions/research/helpers/evidence.h"

struct rubric_call {
  const struct rubric *rubric;
  struct text text;
  double numbers[RUBRIC_NUMBERS];
};

/* Reads the rubric from the first argument and the numbers from the second.  A constant
** rubric name is looked up once for each statement.  On failure, sets the error and
** returns false. */
static bool rubric_call_open(sqlite3_context *context, sqlite3_value **argv,
                             struct rubric_call *call) {
  call->rubric = auxdata_find(context, 0);
  if (call->rubric == NULL) {
    call->rubric = rubric_argument(context, argv[0]);
    if (call->rubric == NULL) return false;
    auxdata_borrow(context, 0, call->rubric);
  }
  if (!evidence_text(context, argv[1], &call->text)) return false;
  rubric_read(call->rubric, call->text.bytes, call->text.length, call->numbers);
  return true;
}

static void rubric_pass(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct rubric_call call;
  if (!rubric_call_open(context, argv, &call)) return;
  struct rubric_failures failures = rubric_evaluate(&call.rubric->rule, call.numbers);
  sqlite3_result_int(context, rubric_passed(&failures));
}

static void rubric_index_call(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct rubric_call call;
  if (!rubric_call_open(context, argv, &call)) return;
  sqlite3_result_double(context, rubric_index(&call.rubric->rule, call.numbers));
}

static void rubric_report(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct rubric_call call;
  if (rubric_call_open(context, argv, &call))
    rubric_result_report(context, call.rubric, call.numbers, &call.text);
}

static const struct sql_function functions[] = {
    {"rubric_pass", 2, PURE, SCALAR(rubric_pass), "rubric_pass(rubric, evidence)",
     "1 if the evidence (JSON) passes the named rubric, else 0; missing evidence fails",
     "rubric_pass('research', '{\"coverage\": 0.9, \"source_quality\": 0.8}')", "0"},
    {"rubric_index", 2, PURE, SCALAR(rubric_index_call), "rubric_index(rubric, evidence)",
     "The weighted mean of the rubric's scores, 0..1; the gate does not read it",
     "rubric_index('research', '{\"coverage\": 0.9, \"source_quality\": 0.8}')", "0.385"},
    {"rubric_report", 2, JSON_RESULT, SCALAR(rubric_report),
     "rubric_report(rubric, evidence)",
     "JSON: each condition of the rubric, what fails, what is missing, and the reason",
     "rubric_report('research', '{}') LIKE '{\"gate_passed\":false,%'", "1"},
};

const struct sql_module rubric_module = {"rubric", "Rubrics", "is a round good enough",
                                         functions, COUNT_OF(functions)};
