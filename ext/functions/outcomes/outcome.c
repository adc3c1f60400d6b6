/*
** Measures how well scores tell good rows from bad rows, in SQL.  Somebody has labelled
** rows as good or bad.  The aggregates are also window functions; reliability_rows is a
** table.
**
**   roc_auc(score, good [, cluster])
**   reliability(score, good)
**   corrected_rate(judged, actual [, cluster])
**   reliability_rows(json)                from_score, to_score, n, good, rate
**
** 1. roc_auc is JSON: the chance that a good row scores above a bad row (a tie counts
**    half), its standard error and its 95 % interval.  A score is any finite number,
**    compared as a double; `good` is 0 or 1.  The answer is NULL if no row is good, or no
**    row is bad.  `se`, `low` and `high` are null in three cases: only one row is good;
**    only one row is bad; all good rows, or all bad rows, are in one cluster.
** 2. reliability() is JSON about scores in 0..1: their Brier score, its three parts, and
**    steps.  A step is a range of scores with one recalibrated score: the rate of good
**    rows in the range.  The table reliability_rows has one row for each step.
** 3. corrected_rate is JSON: an estimate of the true rate of good rows.  Every row has
**    `judged`, a judge's verdict in 0..1.  A random sample of the rows also has `actual`,
**    the true label, 0 or 1.  A row whose `actual` is neither 0 nor 1 has no true label.
**    If no row has a label, the answer is NULL.  `se`, `low` and `high` are null if only
**    one row has a label, or all labelled rows are in one cluster.
** 4. A row is skipped if `score`, `good` or `judged` is missing.  `cluster` is any value;
**    rows with equal values, also NULLs, are one cluster.
**
** The rows of a window frame are sorted by cluster and score (observations.h), and each
** answer sums all of them.  Formulas, sources, rounding errors: core/outcomes/roc.h,
** reliability.h, corrected.h.
*/
#include "core/outcomes/outcome.h"

#include "bind/aggregate.h"
#include "bind/interrupt.h"
#include "bind/json.h"
#include "bind/memory_table.h"
#include "bind/value_copy.h"
#include "core/outcomes/corrected.h"
#include "core/outcomes/reliability.h"
#include "core/outcomes/roc.h"
#include "functions/modules.h"
#include "functions/outcomes/helpers/observations.h"

struct outcome_group {
  struct agreement agreement;
  struct sorted rows; /* each row owns the value of its cluster */
  bool clustered;
};

/* Reads the label and the cluster of a row; the cluster is borrowed.  Returns false and
** sets the error when out of memory. */
static bool outcome_read(sqlite3_context *context, bool clustered, sqlite3_value **argv,
                         struct outcome *row) {
  row->score += 0.0; /* no -0.0 */
  row->label = outcome_label_of(argument_flag(argv[1]));
  row->cluster = (struct value){.type = VALUE_NULL};
  return !clustered || argument_value(context, argv[2], &row->cluster);
}

/* Reads a row (score, good [, cluster]).  Returns false for a skipped row or an error. */
static bool outcome_read_labelled(sqlite3_context *context, bool clustered,
                                  sqlite3_value **argv, struct outcome *row) {
  row->score = argument_number(argv[0]);
  return !is_missing(row->score) && outcome_read(context, clustered, argv, row) &&
         row->label != LABEL_NONE;
}

/* Reads a row (score, good) with a score in 0..1. */
static bool outcome_read_probability(sqlite3_context *context, bool clustered,
                                     sqlite3_value **argv, struct outcome *row) {
  return !is_missing(argument_score(argv[0])) &&
         outcome_read_labelled(context, clustered, argv, row);
}

/* Reads a row (judged, actual [, cluster]). */
static bool outcome_read_judged(sqlite3_context *context, bool clustered,
                                sqlite3_value **argv, struct outcome *row) {
  row->score = argument_score(argv[0]);
  return !is_missing(row->score) && outcome_read(context, clustered, argv, row);
}

typedef bool outcome_reader(sqlite3_context *context, bool clustered,
                            sqlite3_value **argv, struct outcome *row);

static bool outcome_enter(sqlite3_context *context, struct outcome_group *group, int argc,
                          sqlite3_value **argv, outcome_reader *read) {
  struct outcome row;
  group->clustered = argc > 2;
  return read(context, group->clustered, argv, &row) &&
         aggregate_kept(context, group,
                        sorted_add(&group->rows, &observations_labelled, &row));
}

static void outcome_leave(sqlite3_context *context, struct outcome_group *group,
                          sqlite3_value **argv, outcome_reader *read) {
  struct outcome row;
  if (read(context, group->clustered, argv, &row))
    sorted_drop(context, &group->rows, &observations_labelled, &row);
}

/* Defines the callbacks of an SQL function.  The C function `read` reads one row. */
#define OUTCOME_ROWS(name, read)                                                         \
  static bool outcome_enter_##name(sqlite3_context *context, void *group, int argc,      \
                                   sqlite3_value **argv) {                               \
    return outcome_enter(context, group, argc, argv, read);                              \
  }                                                                                      \
  static void outcome_leave_##name(sqlite3_context *context, void *group,                \
                                   sqlite3_value **argv) {                               \
    outcome_leave(context, group, argv, read);                                           \
  }

OUTCOME_ROWS(roc, outcome_read_labelled)
OUTCOME_ROWS(reliability, outcome_read_probability)
OUTCOME_ROWS(corrected, outcome_read_judged)

static void outcome_clear(void *group) {
  sorted_clear(&((struct outcome_group *)group)->rows, &observations_labelled);
}

/* Returns the rows of a frame, and sets `*n` to their number.  If interrupted, sets the
** error and returns NULL. */
static const struct outcome *outcome_rows(sqlite3_context *context,
                                          struct outcome_group *group, size_t *n) {
  *n = group->rows.items.count;
  return sorted_items(context, &group->rows, &observations_labelled);
}

static void outcome_result_roc(sqlite3_context *context, size_t n,
                               const struct roc_report *report) {
  if (is_missing(report->area)) return;
  struct json json = json_open(context);
  json_key_number(&json, "n", (double)n);
  json_key_number(&json, "good", (double)report->good);
  json_key_number(&json, "bad", (double)report->bad);
  json_key_number(&json, "clusters", (double)report->clusters);
  json_key_number(&json, "auc", report->area);
  json_key_number(&json, "se", report->se);
  json_key_number(&json, "low", report->interval.low);
  json_key_number(&json, "high", report->interval.high);
  json_result(context, &json);
}

static void outcome_answer_roc(sqlite3_context *context, void *group) {
  size_t n;
  const struct outcome *rows = outcome_rows(context, group, &n);
  if (rows == NULL) return;
  struct roc_room room = {.ranks = sqlite3_malloc64(n * sizeof *room.ranks),
                          .shares = sqlite3_malloc64(n * sizeof *room.shares)};
  if (room.ranks == NULL || room.shares == NULL) {
    sqlite3_result_error_nomem(context);
  } else {
    struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
    struct sort_watch watch = interrupt_watch(&interrupt);
    struct roc_report report =
        roc_report_on(rows, n, ((struct outcome_group *)group)->clustered, &room, &watch);
    if (interrupt_end(context, &interrupt, watch.stopped))
      outcome_result_roc(context, n, &report);
  }
  sqlite3_free(room.ranks);
  sqlite3_free(room.shares);
}

static void outcome_write_step(struct json *json, const struct reliability_step *step) {
  json_begin_object(json);
  json_key_number(json, "from", step->from);
  json_key_number(json, "to", step->to);
  json_key_number(json, "n", (double)step->n);
  json_key_number(json, "good", (double)step->good);
  json_key_number(json, "rate", (double)step->good / (double)step->n);
  json_end_object(json);
}

static void outcome_result_reliability(sqlite3_context *context, size_t n,
                                       const struct reliability_report *report,
                                       const struct reliability_step *steps) {
  struct json json = json_open(context);
  json_key_number(&json, "n", (double)n);
  json_key_number(&json, "brier", report->brier);
  json_key_number(&json, "miscalibration", report->miscalibration);
  json_key_number(&json, "discrimination", report->discrimination);
  json_key_number(&json, "uncertainty", report->uncertainty);
  json_key(&json, "steps");
  json_begin_array(&json);
  for (size_t i = 0; i < report->steps && !json.stopped; i++) /* untested: 700,000 rows */
    outcome_write_step(&json, &steps[i]);
  json_end_array(&json);
  json_result(context, &json);
}

static void outcome_answer_reliability(sqlite3_context *context, void *group) {
  size_t n;
  const struct outcome *rows = outcome_rows(context, group, &n);
  if (rows == NULL) return;
  struct reliability_step *steps = call_memory(context, n * sizeof *steps);
  if (steps == NULL) return;
  struct reliability_report report = reliability_report_on(rows, n, steps);
  outcome_result_reliability(context, n, &report, steps);
  sqlite3_free(steps);
}

static void outcome_answer_corrected(sqlite3_context *context, void *group) {
  size_t n;
  const struct outcome *rows = outcome_rows(context, group, &n);
  if (rows == NULL) return;
  struct corrected_report report =
      corrected_report_on(rows, n, ((struct outcome_group *)group)->clustered);
  if (report.labelled == 0) return;
  struct json json = json_open(context);
  json_key_number(&json, "n", (double)n);
  json_key_number(&json, "clusters", (double)report.clusters);
  json_key_number(&json, "labelled", (double)report.labelled);
  json_key_number(&json, "judged", report.judged);
  json_key_number(&json, "actual", report.actual);
  json_key_number(&json, "lambda", report.lambda);
  json_key_number(&json, "rate", report.rate);
  json_key_number(&json, "se", report.se);
  json_key_number(&json, "low", report.interval.low);
  json_key_number(&json, "high", report.interval.high);
  json_result(context, &json);
}

/* The keys of a step in reliability()'s JSON, in the order of the columns of
** reliability_rows.  A hidden last column is the argument `json`. */
static const char *const outcome_step_keys[] = {"from", "to", "n", "good", "rate"};

#define STEP_KEYS 5

struct outcome_steps {
  struct json_reader reader; /* the JSON after the current row */
  int64_t count;
  struct value value[STEP_KEYS]; /* the values of the current row */
};

static bool outcome_read_step(struct outcome_steps *steps) {
  struct json_reader *reader = &steps->reader;
  for (int i = 0; i < STEP_KEYS; i++)
    if (!json_reader_key(reader, i == 0 ? '{' : ',', outcome_step_keys[i]) ||
        !json_reader_scalar(reader, &steps->value[i]) ||
        (steps->value[i].type != VALUE_INTEGER && steps->value[i].type != VALUE_REAL))
      return false;
  return json_reader_take(reader, '}');
}

/* Reads the members that precede the steps in the JSON object.  Returns false if one is
** missing. */
static bool outcome_read_head(struct json_reader *reader) {
  static const char *const keys[] = {"n", "brier", "miscalibration", "discrimination",
                                     "uncertainty"};
  double number;
  for (size_t i = 0; i < COUNT_OF(keys); i++)
    if (!json_reader_key(reader, i == 0 ? '{' : ',', keys[i]) ||
        !json_reader_number(reader, &number))
      return false;
  return json_reader_key(reader, ',', "steps") && json_reader_take(reader, '[');
}

/* Returns the number of steps, or 0 if the text does not have the form of reliability()'s
** JSON. */
static int64_t outcome_count_steps(struct outcome_steps steps) {
  int64_t count = 0;
  do {
    if (!outcome_read_step(&steps)) return 0;
    count++;
  } while (json_reader_take(&steps.reader, ','));
  bool ends =
      json_reader_take(&steps.reader, ']') && json_reader_take(&steps.reader, '}');
  return ends && json_reader_is_done(&steps.reader) ? count : 0;
}

static int outcome_fill_steps(struct table_scan *scan) {
  struct outcome_steps *steps = scan->state;
  steps->reader = table_scan_json(scan);
  if (outcome_read_head(&steps->reader)) steps->count = outcome_count_steps(*steps);
  return SQLITE_OK;
}

static sqlite3_int64 outcome_step_count(const struct table_scan *scan) {
  return ((const struct outcome_steps *)scan->state)->count;
}

static void outcome_next_step(const struct table_scan *scan) {
  struct outcome_steps *steps = scan->state;
  outcome_read_step(steps);
  json_reader_take(&steps->reader, ',');
}

static void outcome_step_column(sqlite3_context *context, const struct table_scan *scan,
                                int column) {
  const struct value *value = &((const struct outcome_steps *)scan->state)->value[column];
  bool is_count = column == 2 || column == 3;
  if (value->type == VALUE_INTEGER && !is_count) {
    sqlite3_result_double(context, (double)value->is.integer);
  } else {
    result_value(context, value);
  }
}

static const struct memory_table steps_table = {
    .schema = "CREATE TABLE reliability_rows(from_score REAL, to_score REAL, n INT, "
              "good INT, rate REAL, json HIDDEN)",
    .count = outcome_step_count,
    .column = outcome_step_column,
    .first_argument = STEP_KEYS,
    .argument_count = 1,
    .required = "json must be given, the answer of reliability",
    .rows = 10,
    .state_size = sizeof(struct outcome_steps),
    .fill = outcome_fill_steps,
    .next = outcome_next_step,
};

#define OUTCOME(name)                                                                    \
  AGGREGATE(struct outcome_group, outcome_enter_##name, outcome_leave_##name,            \
            outcome_answer_##name, outcome_clear, NULL)

static const struct sql_function functions[] = {
    {"roc_auc", 2, JSON_RESULT, OUTCOME(roc), "roc_auc(score, good)",
     "JSON: chance that a good row (1) scores above a bad row (0), and its 95 % interval",
     "SELECT roc_auc(column1, column2) FROM (VALUES (0.9, 1), (0.8, 1), (0.7, 0), "
     "(0.6, 1), (0.4, 0))",
     "{\"n\":5,\"good\":3,\"bad\":2,\"clusters\":5,\"auc\":0.8333333333333334,"
     "\"se\":0.23570226039551584,\"low\":0.2779878477006285,"
     "\"high\":0.9848328555148244}"},
    {"roc_auc", 3, JSON_RESULT, OUTCOME(roc), "roc_auc(score, good, cluster)",
     "The same with a cluster-robust error: rows in a cluster resemble each other",
     "SELECT roc_auc(column1, column2, column3) FROM (VALUES (0.9, 1, 'q1'), "
     "(0.8, 1, 'q1'), (0.7, 0, 'q2'), (0.6, 1, 'q2'), (0.4, 0, 'q3'))",
     "{\"n\":5,\"good\":3,\"bad\":2,\"clusters\":3,\"auc\":0.8333333333333334,"
     "\"se\":0.32394177193585005,\"low\":0.046425252540451344,"
     "\"high\":0.998056365525929}"},
    {"reliability", 2, JSON_RESULT, OUTCOME(reliability), "reliability(score, good)",
     "JSON: is a score 0..1 right as a probability; Brier score, its parts, the curve",
     "SELECT reliability(column1, column2) FROM (VALUES (0.25, 0), (0.5, 1), (0.5, 0), "
     "(0.75, 1))",
     "{\"n\":4,\"brier\":0.15625,\"miscalibration\":0.03125,\"discrimination\":0.125,"
     "\"uncertainty\":0.25,\"steps\":[{\"from\":0.25,\"to\":0.25,\"n\":1,\"good\":0,"
     "\"rate\":0},{\"from\":0.5,\"to\":0.5,\"n\":2,\"good\":1,\"rate\":0.5},"
     "{\"from\":0.75,\"to\":0.75,\"n\":1,\"good\":1,\"rate\":1}]}"},
    {"reliability_rows", 1, PURE, MEMORY_TABLE(steps_table),
     "table reliability_rows(json)",
     "Steps of that curve as rows: from_score, to_score, n, good, rate",
     "SELECT rate FROM reliability_rows((SELECT reliability(column1, column2) "
     "FROM (VALUES (0.25, 0), (0.5, 1), (0.5, 0), (0.75, 1)))) WHERE to_score = 0.5",
     "0.5"},
    {"corrected_rate", 2, JSON_RESULT, OUTCOME(corrected),
     "corrected_rate(judged, actual)",
     "JSON: the true rate, from verdicts (0..1) on all rows and the truth (0, 1, NULL) "
     "on some",
     "SELECT corrected_rate(column1, column2) FROM (VALUES (1, 1), (1, 1), (0, 0), "
     "(1, 0), (1, NULL), (0, NULL), (1, NULL), (1, NULL))",
     "{\"n\":8,\"clusters\":8,\"labelled\":4,\"judged\":0.75,\"actual\":0.5,"
     "\"lambda\":0.3888888888888889,\"rate\":0.5,\"se\":0.26425413320056174,"
     "\"low\":0.07022331316495478,\"high\":0.9297766868350452}"},
    {"corrected_rate", 3, JSON_RESULT, OUTCOME(corrected),
     "corrected_rate(judged, actual, cluster)",
     "The same with a cluster-robust error: rows in a cluster resemble each other",
     "SELECT corrected_rate(column1, column2, column3) FROM (VALUES (1, 1, 'q1'), "
     "(1, 1, 'q1'), (0, 0, 'q2'), (1, 0, 'q2'), (1, NULL, 'q3'), (0, NULL, 'q3'))",
     "{\"n\":6,\"clusters\":3,\"labelled\":4,\"judged\":0.6666666666666666,"
     "\"actual\":0.5,\"lambda\":0.2083333333333333,\"rate\":0.4479166666666667,"
     "\"se\":0.3879072121117798,\"low\":0.0020279119632304046,"
     "\"high\":0.996922437360917}"},
};

const struct sql_module outcome_module = {
    "outcome", "Outcomes", "which numbers are right", functions, COUNT_OF(functions)};
