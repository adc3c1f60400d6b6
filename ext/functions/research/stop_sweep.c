/*
** How many runs end in which way under each of many stop policies, in one pass: an
** aggregate and window function.
**
**   stop_sweep(run, round, coverage, source_quality, agreement, verification, recency,
**              recent_sources, critical_contradictions,
**              patiences, max_rounds, highs, min_sources)
**   stop_sweep(run, round, evidence, patiences, max_rounds, highs, min_sources)
**
** JSON {"runs","rounds","columns","rows"}: how many runs and rounds there are, and for
** each patience with each bound on the rounds, High floor and floor of recent sources how
** many runs each action ends, and how many rounds are looked at up to there.
** stop_sweep_rows gives these as rows (sweep_rows.c).
**
** (1) A run ends as stop_report() with those four numbers over its rounds says: its
**     `action` is counted, and its `rounds` added up.
** (2) `patiences` and `max_rounds` are JSON arrays of whole numbers >= 1, `highs` is one
**     of numbers in 0..1, `min_sources` one of whole numbers >= 0, each with at least one
**     number, or a single number.  They are the same in every row of a group, and make at
**     most 250000 policies.
** (3) Rows come in any order, within a run too.  Runs are the same as GROUP BY has it.  A
**     row whose run or round is NULL is skipped whole.
**
** A round costs O(patiences * max_rounds), however many floors there are, and the end
** O(policies); see core/research/stop_sweep.h.  A frame that slides is worked out anew
** for each answer.
*/
#include "core/research/stop_sweep.h"

#include <string.h>

#include "core/research/confidence.h"
#include "bind/aggregate.h"
#include "bind/interrupt.h"
#include "bind/json.h"
#include "bind/value_copy.h"
#include "functions/modules.h"
#include "functions/research/evidence.h"
#include "functions/research/list_argument.h"
#include "functions/research/sweep_rows.h"
#include "functions/research/swept_runs.h"

/* In the order of the arguments, which are the last ones. */
enum { LIST_PATIENCES, LIST_MAX_ROUNDS, LIST_HIGHS, LIST_MIN_SOURCES, LIST_ARGUMENTS };

struct stop_sweep_group {
  struct agreement agreement; /* the lists */
  struct swept_runs runs;     /* rows are struct stop_row */
  struct number_list lists[LIST_ARGUMENTS];
};

struct stop_row {
  struct value round; /* owned, not NULL */
  double ci;
  double least_score;
  double recent_sources;
  bool contradicted;
  bool is_complete;
};

/* What an answer is made of. */
struct stop_sweep_answer {
  struct listed lists[LIST_ARGUMENTS];
  struct stop_sweep sweep;
  struct deque rounds; /* of struct swept_round: those of one run */
  size_t runs;
  unsigned char *memory; /* of the sweep's arrays */
  size_t used;
};

static bool stop_sweep_lists(sqlite3_context *context, sqlite3_value **argv,
                             struct number_list *lists) {
  static const struct {
    const char *name;
    enum list_kind kind;
  } arguments[LIST_ARGUMENTS] = {{"patiences", LIST_LIMITS},
                                 {"max_rounds", LIST_LIMITS},
                                 {"highs", LIST_SCORES},
                                 {"min_sources", LIST_COUNTS}};
  double policies = 1;
  for (int i = 0; i < LIST_ARGUMENTS; i++) {
    if (!list_argument(context, argv[i], arguments[i].name, arguments[i].kind, &lists[i]))
      return false;
    policies *= (double)lists[i].count;
  }
  if (policies <= LIST_POLICIES) return true;
  argument_error(context, argv[LIST_MIN_SOURCES],
                 "patiences, max_rounds, highs and min_sources must make at most %d "
                 "policies",
                 LIST_POLICIES);
  return false;
}

static struct stop_row stop_sweep_row_of(sqlite3_context *context,
                                         const struct gate_evidence *evidence,
                                         const struct value *round) {
  const struct weights *weights = weights_default(settings_of(context));
  bool is_counted =
      !isnan(evidence->critical_contradictions); /* else no gate passes it */
  return (struct stop_row){
      .round = *round,
      .ci = confidence_arithmetic(&evidence->dimensions, weights),
      .least_score = is_counted ? dimensions_least(&evidence->dimensions) : NAN,
      .recent_sources = evidence->recent_sources,
      .contradicted = evidence->critical_contradictions > 0,
      .is_complete = confidence_is_complete(&evidence->dimensions, weights)};
}

static bool stop_sweep_keep(struct swept_runs *runs, const struct value *run,
                            struct stop_row *row) {
  if (!value_own(&row->round)) return false;
  if (swept_runs_enter(runs, run, row, sizeof *row)) return true;
  value_free(&row->round);
  return false;
}

static bool stop_sweep_enter(sqlite3_context *context, void *group, int argc,
                             sqlite3_value **argv) {
  struct stop_sweep_group *sweep = group;
  struct gate_evidence evidence;
  struct value run, round, stated[LIST_ARGUMENTS];
  int count = argc - LIST_ARGUMENTS;
  if (sqlite3_value_type(argv[0]) == SQLITE_NULL ||
      sqlite3_value_type(argv[1]) == SQLITE_NULL)
    return false;
  if (!stop_sweep_lists(context, argv + count, sweep->lists)) return false;
  if (!evidence_read(context, argv + 2, count - 2, &evidence)) return false;
  if (!argument_value(context, argv[0], &run) ||
      !argument_value(context, argv[1], &round))
    return false;
  for (int i = 0; i < LIST_ARGUMENTS; i++)
    stated[i] = list_parameter(&sweep->lists[i]);
  struct stop_row row = stop_sweep_row_of(context, &evidence, &round);
  return aggregate_kept(context, group, stop_sweep_keep(&sweep->runs, &run, &row)) &&
         agreement_state(context, &sweep->agreement, stated, LIST_ARGUMENTS);
}

static struct stop_row *stop_sweep_row_at(const struct swept_runs *runs, size_t index) {
  return deque_at(&runs->rows, index, sizeof(struct stop_row));
}

static void stop_sweep_leave(sqlite3_context *context, void *group,
                             sqlite3_value **argv) {
  struct swept_runs *runs = &((struct stop_sweep_group *)group)->runs;
  value_free(&stop_sweep_row_at(runs, 0)->round);
  swept_runs_leave(runs);
}

static void stop_sweep_clear(void *group) {
  struct stop_sweep_group *sweep = group;
  for (size_t i = 0; i < sweep->runs.rows.count; i++)
    value_free(&stop_sweep_row_at(&sweep->runs, i)->round);
  swept_runs_clear(&sweep->runs);
  for (int i = 0; i < LIST_ARGUMENTS; i++)
    list_clear(&sweep->lists[i]);
}

/* A part of the answer's memory, `size` bytes, from its start on. */
static void *stop_sweep_take(struct stop_sweep_answer *answer, size_t size) {
  unsigned char *part = answer->memory != NULL ? answer->memory + answer->used : NULL;
  answer->used += (size + 7) / 8 * 8;
  return part;
}

/* Divides the answer's memory into arrays; without memory it only measures them. */
static void stop_sweep_divide(struct stop_sweep_answer *answer) {
  struct stop_sweep *sweep = &answer->sweep;
  const struct listed *lists = answer->lists;
  size_t highs = lists[LIST_HIGHS].count, counts = lists[LIST_MIN_SOURCES].count;
  sweep->grid.high = (struct floors){NULL, highs};
  sweep->grid.min_sources = (struct floors){NULL, counts};
  sweep->limit_count = lists[LIST_PATIENCES].count * lists[LIST_MAX_ROUNDS].count;
  size_t grids = sweep->limit_count * STOP_SWEEP_COUNTS;
  answer->used = 0;
  sweep->counts = stop_sweep_take(answer, grids * sizeof *sweep->counts);
  sweep->limits = stop_sweep_take(answer, sweep->limit_count * sizeof *sweep->limits);
  sweep->ends = stop_sweep_take(answer, sweep->limit_count * sizeof *sweep->ends);
  sweep->gained =
      stop_sweep_take(answer, floor_grid_corners(&sweep->grid) * sizeof *sweep->gained);
  sweep->staircase.steps = stop_sweep_take(answer, floor_grid_steps(&sweep->grid) *
                                                       sizeof *sweep->staircase.steps);
  sweep->grid.high.items = stop_sweep_take(answer, highs * sizeof(double));
  sweep->grid.min_sources.items = stop_sweep_take(answer, counts * sizeof(double));
  sweep->marks = stop_sweep_take(answer, highs + counts + 2);
}

static void stop_sweep_fill_limits(struct stop_sweep_answer *answer) {
  struct stop_policy *limit = (void *)(uintptr_t)answer->sweep.limits;
  const struct listed *patiences = &answer->lists[LIST_PATIENCES];
  const struct listed *bounds = &answer->lists[LIST_MAX_ROUNDS];
  for (size_t p = 0; p < patiences->count; p++)
    for (size_t m = 0; m < bounds->count; m++)
      *limit++ = (struct stop_policy){stop_limit(patiences->numbers[p]),
                                      stop_limit(bounds->numbers[m])};
}

/* The numbers of all policies, zeroed, stand behind the other arrays. */
static void stop_sweep_fill_counts(struct stop_sweep_answer *answer, size_t size) {
  struct stop_sweep *sweep = &answer->sweep;
  int64_t *corners = (void *)(answer->memory + answer->used);
  size_t grids = sweep->limit_count * STOP_SWEEP_COUNTS;
  memset(corners, 0, grids * size * sizeof *corners);
  for (size_t i = 0; i < grids; i++)
    sweep->counts[i] =
        (struct gate_counts){corners + i * size, sweep->grid.min_sources.count + 1};
}

/* Makes room for an answer.  False when out of memory. */
static bool stop_sweep_open(const struct stop_sweep_group *group,
                            struct stop_sweep_answer *answer) {
  const struct value *stated = agreement_stated(&group->agreement);
  *answer = (struct stop_sweep_answer){0};
  for (int i = 0; i < LIST_ARGUMENTS; i++)
    answer->lists[i] = list_stated(&stated[i]);
  stop_sweep_divide(answer);
  size_t size = floor_grid_count_size(&answer->sweep.grid);
  size_t grids = answer->sweep.limit_count * STOP_SWEEP_COUNTS;
  answer->memory = sqlite3_malloc64(answer->used + grids * size * sizeof(int64_t));
  if (answer->memory == NULL) return false;
  stop_sweep_divide(answer);
  list_sort(&answer->lists[LIST_HIGHS], (void *)(uintptr_t)answer->sweep.grid.high.items);
  list_sort(&answer->lists[LIST_MIN_SOURCES],
            (void *)(uintptr_t)answer->sweep.grid.min_sources.items);
  stop_sweep_fill_limits(answer);
  stop_sweep_fill_counts(answer, size);
  return true;
}

/* Collects the rounds of a span.  False when out of memory. */
static bool stop_sweep_collect(struct stop_sweep_answer *answer,
                               const struct swept_runs *runs,
                               const struct run_span *span) {
  for (size_t i = 0; i < span->rows; i++) {
    const struct stop_row *row = stop_sweep_row_at(runs, span->first + i);
    struct swept_round round = {
        .seen = {.round = row->round, .ci = row->ci, .is_complete = row->is_complete},
        .place =
            floor_grid_place(&answer->sweep.grid, row->least_score, row->recent_sources),
        .contradicted = row->contradicted};
    if (!deque_append(&answer->rounds, &round, sizeof round)) return false;
  }
  return true;
}

/* Adds the run that so many spans belong to.  Returns an SQLite result code. */
static int stop_sweep_add_run(struct stop_sweep_answer *answer,
                              const struct swept_runs *runs, const struct run_span *spans,
                              size_t count, struct sort_watch *watch) {
  answer->rounds.count = 0;
  for (size_t i = 0; i < count; i++)
    if (!stop_sweep_collect(answer, runs, &spans[i])) return SQLITE_NOMEM;
  answer->runs++;
  bool added = stop_sweep_add(&answer->sweep, (void *)answer->rounds.items,
                              answer->rounds.count, watch);
  return added ? SQLITE_OK : SQLITE_INTERRUPT;
}

/* Counts all runs.  Returns an SQLite result code. */
static int stop_sweep_count(struct stop_sweep_answer *answer,
                            const struct swept_runs *runs, struct sort_watch *watch) {
  struct run_span *spans;
  size_t count;
  int rc = swept_runs_list(runs, watch, &spans, &count);
  if (rc != SQLITE_OK) return rc;
  for (size_t at = 0; at < count && rc == SQLITE_OK;) {
    size_t of_run = swept_runs_spans(spans, count, at);
    rc = stop_sweep_add_run(answer, runs, spans + at, of_run, watch);
    at += of_run;
  }
  sqlite3_free(spans);
  deque_clear(&answer->rounds);
  stop_sweep_settle(&answer->sweep);
  return rc;
}

/* What is counted of a policy, in the order of the columns. */
static const int stop_sweep_counted[] = {STOP_PASS,     STOP_HALT_CONTRADICTION,
                                         STOP_PATIENCE, STOP_MAX_ROUNDS,
                                         STOP_CONTINUE, STOP_SWEEP_ROUNDS};

static void stop_sweep_write_policy(struct json *json,
                                    const struct stop_sweep_answer *answer, size_t limit,
                                    double high, double min_sources) {
  size_t bounds = answer->lists[LIST_MAX_ROUNDS].count;
  const struct gate_counts *counts = &answer->sweep.counts[limit * STOP_SWEEP_COUNTS];
  json_begin_array(json);
  json_number(json, answer->lists[LIST_PATIENCES].numbers[limit / bounds]);
  json_number(json, answer->lists[LIST_MAX_ROUNDS].numbers[limit % bounds]);
  json_number(json, high);
  json_number(json, min_sources);
  for (size_t i = 0; i < COUNT_OF(stop_sweep_counted); i++)
    json_integer(json, gate_counts_at(&counts[stop_sweep_counted[i]], &answer->sweep.grid,
                                      high, min_sources));
  json_end_array(json);
}

static void stop_sweep_write_policies(struct json *json,
                                      const struct stop_sweep_answer *answer) {
  const struct listed *highs = &answer->lists[LIST_HIGHS];
  const struct listed *counts = &answer->lists[LIST_MIN_SOURCES];
  for (size_t k = 0; k < answer->sweep.limit_count; k++)
    for (size_t h = 0; h < highs->count; h++)
      for (size_t s = 0; s < counts->count && !json->stopped; s++)
        stop_sweep_write_policy(json, answer, k, highs->numbers[h], counts->numbers[s]);
}

static void stop_sweep_result(sqlite3_context *context,
                              const struct stop_sweep_answer *answer, size_t rounds) {
  struct json json = json_open(context);
  sweep_rows_begin(&json, answer->runs, rounds, stop_sweep_columns, STOP_SWEEP_COLUMNS);
  stop_sweep_write_policies(&json, answer);
  sweep_rows_end(&json);
  json_result(context, &json);
}

static void stop_sweep_answer(sqlite3_context *context, void *group) {
  const struct stop_sweep_group *rounds = group;
  struct stop_sweep_answer answer;
  if (!stop_sweep_open(rounds, &answer)) {
    sqlite3_result_error_nomem(context);
    return;
  }
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct sort_watch watch = interrupt_watch(&interrupt);
  int rc = stop_sweep_count(&answer, &rounds->runs, &watch);
  interrupt_close(&interrupt);
  if (rc == SQLITE_OK)
    stop_sweep_result(context, &answer, rounds->agreement.counting);
  else
    interrupt_result_code(context, rc);
  sqlite3_free(answer.memory);
}

#define POLICIES ", patiences, max_rounds, highs, min_sources"

#define COLUMNS                                                                          \
  "\"columns\":[\"patience\",\"max_rounds\",\"high\",\"min_sources\",\"pass\","          \
  "\"halt_contradiction\",\"patience_stop\",\"max_rounds_stop\",\"continue\","           \
  "\"rounds_used\"],"

static const struct sql_function functions[] = {
    {"stop_sweep", 13, JSON_RESULT,
     AGGREGATE(struct stop_sweep_group, stop_sweep_enter, stop_sweep_leave,
               stop_sweep_answer, stop_sweep_clear, "patiences", "max_rounds", "highs",
               "min_sources"),
     "stop_sweep(run, round, " EVIDENCE_SIGNATURE POLICIES ")",
     "JSON: how many runs each action ends, for every policy of four lists at once",
     "SELECT stop_sweep('a', column1, column2, 0.9, 0.9, 0.9, 0.9, 12, 0, '[1, 2]', 4, "
     "'[0.75]', 10) FROM (VALUES (1, 0.7), (2, 0.6), (3, 0.8))",
     "{\"runs\":1,\"rounds\":3," COLUMNS
     "\"rows\":[[1,4,0.75,10,0,0,1,0,0,2],[2,4,0.75,10,1,0,0,0,0,3]]}"},
    {"stop_sweep", 7, JSON_RESULT,
     AGGREGATE(struct stop_sweep_group, stop_sweep_enter, stop_sweep_leave,
               stop_sweep_answer, stop_sweep_clear, "patiences", "max_rounds", "highs",
               "min_sources"),
     "stop_sweep(run, round, evidence" POLICIES ")",
     "The same of one JSON object by these names a round",
     "SELECT stop_sweep('a', column1, '{\"coverage\":' || column2 || '}', 1, '[1, 4]', "
     "0.75, 10) FROM (VALUES (1, 0.7), (2, 0.6))",
     "{\"runs\":1,\"rounds\":2," COLUMNS
     "\"rows\":[[1,1,0.75,10,0,0,0,1,0,1],[1,4,0.75,10,0,0,0,0,1,2]]}"},
};

const struct sql_module stop_sweep_module = {"stop_sweep", "Stop sweep",
                                             "what other policies would end", functions,
                                             COUNT_OF(functions)};
