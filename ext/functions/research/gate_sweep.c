/*
** How many runs pass each of many gates, in one pass: an aggregate and window function.
**
**   gate_sweep(run, coverage, source_quality, agreement, verification, recency,
**              recent_sources, critical_contradictions, highs, min_sources)
**   gate_sweep(run, evidence, highs, min_sources)
**
** JSON {"runs","rounds","columns","rows"}: how many runs and rounds there are, and for
** each High floor with each floor of recent sources how many runs have a round that
** passes.  gate_sweep_rows gives these as rows (sweep_rows.c).
**
** (1) A run passes a gate where gate_pass() with that `high` and `min_sources` is 1 for
**     one of its rounds.  So what is missing never passes, and the settings play no part.
** (2) `highs` is a JSON array of numbers in 0..1, `min_sources` one of whole numbers
**     >= 0, each with at least one number, or a single number.  Both are the same in
**     every row of a group, and make at most 250000 gates.
** (3) Rows come in any order.  Runs are the same as GROUP BY has it, and a row whose run
**     is NULL is skipped whole.
**
** A group costs O(rows) and O(log floors) a row where the rows of each run come together
** and runs ascend, else a sort of the stretches that do; and O(gates) at the end.  A
** frame that slides is worked out anew for each answer.
*/
#include "core/research/floor_grid.h"

#include <string.h>

#include "bind/aggregate.h"
#include "bind/interrupt.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "functions/research/evidence.h"
#include "functions/research/list_argument.h"
#include "functions/research/sweep_rows.h"
#include "functions/research/swept_runs.h"

/* What a round takes in a sweep, in nanoseconds. */
#define ROUND_WORK ((uint64_t)30)

/* The arguments that state the floors are the last ones. */
#define FLOOR_ARGUMENTS 2

struct gate_sweep_group {
  struct agreement agreement; /* the floors */
  struct swept_runs runs;     /* rows are struct gate_row */
  struct number_list highs;   /* of the latest row, */
  struct number_list counts;  /* and its floors of recent sources */
};

/* Of a round nothing else matters.  A least score is missing where nothing can let the
** round through: a score is, or there is a contradiction or a regression. */
struct gate_row {
  double least_score;
  double recent_sources;
};

/* What an answer is made of; one block of memory holds the arrays. */
struct gate_sweep {
  struct listed highs;
  struct listed counts;
  struct floor_grid grid;
  struct staircase staircase;
  struct gate_corner *gained;
  struct gate_counts passing;
  size_t runs;
  void *memory;
};

static struct gate_row gate_sweep_row_of(const struct gate_evidence *evidence) {
  bool passes = evidence->critical_contradictions == 0 && evidence->regression == 0;
  return (struct gate_row){passes ? dimensions_least(&evidence->dimensions) : MISSING,
                           evidence->recent_sources};
}

static bool gate_sweep_floors(sqlite3_context *context, sqlite3_value **argv,
                              struct gate_sweep_group *group) {
  if (!list_argument(context, argv[0], "highs", LIST_SCORES, &group->highs) ||
      !list_argument(context, argv[1], "min_sources", LIST_COUNTS, &group->counts))
    return false;
  if ((double)group->highs.count * (double)group->counts.count <= LIST_POLICIES)
    return true;
  argument_error(context, argv[1], "highs and min_sources must make at most %d gates",
                 LIST_POLICIES);
  return false;
}

static bool gate_sweep_enter(sqlite3_context *context, void *group, int argc,
                             sqlite3_value **argv) {
  struct gate_sweep_group *sweep = group;
  struct gate_evidence evidence;
  struct value run;
  int count = argc - FLOOR_ARGUMENTS;
  if (sqlite3_value_type(argv[0]) == SQLITE_NULL) return false;
  if (!gate_sweep_floors(context, argv + count, sweep)) return false;
  if (count > 2)
    evidence_arguments(argv + 1, &evidence);
  else if (!evidence_object(context, argv[1], &evidence))
    return false;
  if (!argument_value(context, argv[0], &run)) return false;
  struct gate_row row = gate_sweep_row_of(&evidence);
  struct value stated[] = {list_parameter(&sweep->highs), list_parameter(&sweep->counts)};
  return aggregate_kept(context, group,
                        swept_runs_enter(&sweep->runs, &run, &row, sizeof row)) &&
         agreement_state(context, &sweep->agreement, stated, COUNT_OF(stated));
}

static void gate_sweep_leave(sqlite3_context *context, void *group,
                             sqlite3_value **argv) {
  swept_runs_leave(&((struct gate_sweep_group *)group)->runs);
}

static void gate_sweep_clear(void *group) {
  struct gate_sweep_group *sweep = group;
  swept_runs_clear(&sweep->runs);
  list_clear(&sweep->highs);
  list_clear(&sweep->counts);
}

/* Makes room for an answer.  False when out of memory. */
static bool gate_sweep_open(const struct gate_sweep_group *group,
                            struct gate_sweep *sweep) {
  const struct value *stated = agreement_stated(&group->agreement);
  struct listed highs = list_stated(&stated[0]), counts = list_stated(&stated[1]);
  struct floor_grid grid = {{NULL, highs.count}, {NULL, counts.count}};
  size_t floors = highs.count + counts.count, corners = floor_grid_count_size(&grid);
  size_t steps = floor_grid_steps(&grid), gained = floor_grid_corners(&grid);
  size_t gained_at = floors * sizeof(double) + corners * sizeof(int64_t);
  size_t steps_at = gained_at + gained * sizeof(struct gate_corner);
  unsigned char *memory = sqlite3_malloc64(steps_at + steps * sizeof(struct gate_place));
  if (memory == NULL) return false;
  double *ascending = (void *)memory;
  list_sort(&highs, ascending);
  list_sort(&counts, ascending + highs.count);
  grid.high.items = ascending;
  grid.min_sources.items = ascending + highs.count;
  int64_t *cells = (void *)(memory + floors * sizeof(double));
  memset(cells, 0, corners * sizeof *cells);
  *sweep = (struct gate_sweep){.highs = highs,
                               .counts = counts,
                               .grid = grid,
                               .staircase = {(void *)(memory + steps_at), 0},
                               .gained = (void *)(memory + gained_at),
                               .passing = {cells, counts.count + 1},
                               .memory = memory};
  return true;
}

/* Adds the rounds of one span to the run's staircase.  False where interrupted. */
static bool gate_sweep_add(struct gate_sweep *sweep, const struct swept_runs *runs,
                           const struct run_span *span, struct interrupt *interrupt) {
  for (size_t i = 0; i < span->rows; i++) {
    const struct gate_row *row =
        deque_at(&runs->rows, span->first + i, sizeof(struct gate_row));
    struct gate_place place =
        floor_grid_place(&sweep->grid, row->least_score, row->recent_sources);
    size_t corners = staircase_join(&sweep->staircase, place, sweep->gained);
    for (size_t k = 0; k < corners; k++)
      gate_counts_add(&sweep->passing, sweep->gained[k].place, sweep->gained[k].sign);
    if (interrupt_pending(interrupt, ROUND_WORK + corners)) return false;
  }
  return true;
}

/* Adds all spans of a run.  False where interrupted. */
static bool gate_sweep_add_run(struct gate_sweep *sweep, const struct swept_runs *runs,
                               const struct run_span *spans, size_t count,
                               struct interrupt *interrupt) {
  sweep->staircase.count = 0;
  for (size_t i = 0; i < count; i++)
    if (!gate_sweep_add(sweep, runs, &spans[i], interrupt)) return false;
  return true;
}

/* Counts all runs.  Returns an SQLite result code. */
static int gate_sweep_count(struct gate_sweep *sweep, const struct swept_runs *runs,
                            struct interrupt *interrupt) {
  struct run_span *spans;
  size_t count;
  struct sort_watch watch = interrupt_watch(interrupt);
  int rc = swept_runs_list(runs, &watch, &spans, &count);
  if (rc != SQLITE_OK) return rc;
  for (size_t at = 0; at < count && rc == SQLITE_OK; sweep->runs++) {
    size_t of_run = swept_runs_spans(spans, count, at);
    if (!gate_sweep_add_run(sweep, runs, spans + at, of_run, interrupt))
      rc = SQLITE_INTERRUPT;
    at += of_run;
  }
  sqlite3_free(spans);
  gate_counts_settle(&sweep->passing, &sweep->grid);
  return rc;
}

static void gate_sweep_write_gates(struct json *json, const struct gate_sweep *sweep) {
  for (size_t h = 0; h < sweep->highs.count; h++) {
    for (size_t s = 0; s < sweep->counts.count && !json->stopped; s++) {
      double high = sweep->highs.numbers[h], min_sources = sweep->counts.numbers[s];
      json_begin_array(json);
      json_number(json, high);
      json_number(json, min_sources);
      json_integer(json,
                   gate_counts_at(&sweep->passing, &sweep->grid, high, min_sources));
      json_end_array(json);
    }
  }
}

static void gate_sweep_result(sqlite3_context *context, const struct gate_sweep *sweep,
                              size_t rounds) {
  struct json json = json_open(context);
  sweep_rows_begin(&json, sweep->runs, rounds, gate_sweep_columns, GATE_SWEEP_COLUMNS);
  gate_sweep_write_gates(&json, sweep);
  sweep_rows_end(&json);
  json_result(context, &json);
}

static void gate_sweep_answer(sqlite3_context *context, void *group) {
  const struct gate_sweep_group *rounds = group;
  struct gate_sweep sweep;
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  if (!gate_sweep_open(rounds, &sweep)) {
    sqlite3_result_error_nomem(context);
    return;
  }
  int rc = gate_sweep_count(&sweep, &rounds->runs, &interrupt);
  interrupt_close(&interrupt);
  if (rc == SQLITE_OK)
    gate_sweep_result(context, &sweep, rounds->agreement.counting);
  else
    interrupt_result_code(context, rc);
  sqlite3_free(sweep.memory);
}

static const struct sql_function functions[] = {
    {"gate_sweep", 10, JSON_RESULT,
     AGGREGATE(struct gate_sweep_group, gate_sweep_enter, gate_sweep_leave,
               gate_sweep_answer, gate_sweep_clear, "highs", "min_sources"),
     "gate_sweep(run, " EVIDENCE_SIGNATURE ", highs, min_sources)",
     "JSON: how many runs have a round that passes, for every floor of two lists at once",
     "SELECT gate_sweep(column1, column2, 0.9, 0.9, 0.9, 0.9, column3, 0, '[0.7, 0.8]', "
     "'[5, 10]') FROM (VALUES ('a', 0.75, 12), ('a', 0.9, 6), ('b', 0.7, 9))",
     "{\"runs\":2,\"rounds\":3,\"columns\":[\"high\",\"min_sources\",\"passing_runs\"],"
     "\"rows\":[[0.7,5,2],[0.7,10,1],[0.8,5,1],[0.8,10,0]]}"},
    {"gate_sweep", 4, JSON_RESULT,
     AGGREGATE(struct gate_sweep_group, gate_sweep_enter, gate_sweep_leave,
               gate_sweep_answer, gate_sweep_clear, "highs", "min_sources"),
     "gate_sweep(run, evidence, highs, min_sources)",
     "The same of one JSON object by these names a round, regression too",
     "SELECT gate_sweep(column1, '{\"coverage\": 0.9}', '[0]', 0) "
     "FROM (VALUES ('a'), ('b'))",
     "{\"runs\":2,\"rounds\":2,\"columns\":[\"high\",\"min_sources\",\"passing_runs\"],"
     "\"rows\":[[0,0,0]]}"},
};

const struct sql_module gate_sweep_module = {"gate_sweep", "Gate sweep",
                                             "what other floors would pass", functions,
                                             COUNT_OF(functions)};
