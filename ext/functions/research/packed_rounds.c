/*
** A history as columns in BLOBs, for questions that are asked of all of it at once.
**
**   pack_rounds(run, round, coverage, source_quality, agreement, verification, recency,
**               recent_sources, critical_contradictions)
**   packed_runs(columns [, weights])    run_id, rounds, passing_rounds, best_round,
**                                         gate_passed, ci
**   packed_floors(columns, high)        most_sources, runs
**
** pack_rounds makes one BLOB of the rounds of some runs.  The tables read it:
**
** (1) packed_runs has a row for each run, in their order: what count(*),
**     sum(gate_passed), best_round(round, gate_passed, ci) and gate and index of that
**     round are over the rows that were packed, by the settings in force.  `weights` are
**     those of ci_score.
** (2) packed_floors says how many runs have a round that passes with the High floor
**     `high`: `runs` of them do so with any floor of sources up to `most_sources`, and
**     with none above it.  So those that pass with 10 are
**       SELECT sum(runs) FROM packed_floors(columns, 0.75) WHERE most_sources >= 10
** (3) Nothing that settings decide is packed: weights and floors may change.  What the
**     scores were made of may not; sql/columns.sql keeps BLOBs that way.
** (4) A run or a round that is NULL is skipped.  One of another type than INTEGER can't
**     be packed, and the answer of its group is NULL.  A run must lie in one BLOB whole.
** (5) NULL has no rows.  What pack_rounds didn't make is a mistake.
*/
#include "core/research/packed_rounds.h"

#include "bind/aggregate.h"
#include "bind/interrupt.h"
#include "bind/memory_table.h"
#include "functions/modules.h"
#include "functions/research/evidence.h"
#include "functions/research/weights_argument.h"

/* About what judging a run takes, in nanoseconds. */
#define RUN_WORK 50

struct pack_group {
  struct agreement agreement;
  struct deque rounds; /* of struct packed_round */
  size_t others;       /* rows that can't be packed */
};

static bool packed_rounds_fits(sqlite3_value **argv) {
  return sqlite3_value_type(argv[0]) == SQLITE_INTEGER &&
         sqlite3_value_type(argv[1]) == SQLITE_INTEGER;
}

static bool packed_rounds_enter(sqlite3_context *context, void *group, int argc,
                                sqlite3_value **argv) {
  struct pack_group *pack = group;
  if (sqlite3_value_type(argv[0]) == SQLITE_NULL ||
      sqlite3_value_type(argv[1]) == SQLITE_NULL)
    return false;
  if (!packed_rounds_fits(argv)) {
    pack->others++;
    return true;
  }
  struct packed_round round = {
      sqlite3_value_int64(argv[0]), sqlite3_value_int64(argv[1]), {.regression = 0}};
  evidence_arguments(argv + 2, &round.evidence);
  return aggregate_kept(context, group,
                        deque_append(&pack->rounds, &round, sizeof round));
}

static void packed_rounds_leave(sqlite3_context *context, void *group,
                                sqlite3_value **argv) {
  struct pack_group *pack = group;
  if (packed_rounds_fits(argv))
    deque_drop_first(&pack->rounds);
  else
    pack->others--;
}

static void packed_rounds_result(sqlite3_context *context,
                                 const struct packed_round *rounds, size_t count) {
  unsigned char *bytes = sqlite3_malloc64(packed_rounds_size(count));
  if (bytes == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  packed_rounds_write(rounds, count, bytes);
  sqlite3_result_blob64(context, bytes, packed_rounds_size(count), sqlite3_free);
}

/* Rows of a frame leave in the order in which they came, so a copy is sorted. */
static void packed_rounds_answer(sqlite3_context *context, void *group) {
  const struct pack_group *pack = group;
  size_t count = pack->rounds.count;
  if (pack->others > 0) return;
  struct packed_round *sorted = sqlite3_malloc64(count * sizeof *sorted);
  if (sorted == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  memcpy(sorted, deque_at(&pack->rounds, 0, sizeof *sorted), count * sizeof *sorted);
  if (interrupt_sort(context, sorted, count, sizeof *sorted, packed_rounds_compare))
    packed_rounds_result(context, sorted, count);
  sqlite3_free(sorted);
}

static void packed_rounds_clear(void *group) {
  deque_clear(&((struct pack_group *)group)->rounds);
}

/* The rounds that a scan reads: of NULL none.  They lie in the scan's copy of the
** argument, in which a zeroblob has its bytes.  Judging rounds reads the settings, which
** are frozen by it. */
static int packed_rounds_read(struct table_scan *scan, struct packed_rounds *rounds) {
  sqlite3_value *columns = table_scan_argument(scan, 0);
  scan->binding->connection->settings_in_use = true;
  *rounds = (struct packed_rounds){NULL, 0};
  if (columns == NULL) return SQLITE_OK;
  if (sqlite3_value_type(columns) == SQLITE_BLOB) {
    const unsigned char *bytes = sqlite3_value_blob(columns);
    size_t length = (size_t)sqlite3_value_bytes(columns);
    if (packed_rounds_open(bytes, length, rounds)) return SQLITE_OK;
  }
  return table_scan_mistake(scan, columns, "columns must be a BLOB of pack_rounds()");
}

enum { RUN_ID, ROUNDS, PASSING_ROUNDS, BEST_ROUND, GATE_PASSED, CI, RUNS_COLUMNS };

struct runs_scan {
  struct packed_rounds rounds;
  size_t runs;
  size_t next; /* where the next run begins */
  struct gate_rule rule;
  struct weights weights;
  struct packed_run run; /* the current one */
};

static int packed_runs_read_weights(struct table_scan *scan, struct runs_scan *runs) {
  sqlite3_value *stated = table_scan_argument(scan, 1);
  char *error;
  runs->weights = *runs->rule.weights;
  if (stated == NULL) return SQLITE_OK;
  int rc = weights_read(scan->binding, stated, "weights", &runs->weights, &error);
  return rc == SQLITE_OK ? rc : table_scan_fail(scan, rc, error);
}

static int packed_runs_fill(struct table_scan *scan) {
  struct runs_scan *runs = scan->state;
  int rc = packed_rounds_read(scan, &runs->rounds);
  if (rc != SQLITE_OK) return rc;
  runs->rule = gate_rule_of(table_scan_connection(scan)->settings);
  runs->runs = packed_rounds_runs(&runs->rounds);
  return packed_runs_read_weights(scan, runs);
}

static sqlite3_int64 packed_runs_count(const struct table_scan *scan) {
  return (sqlite3_int64)((const struct runs_scan *)scan->state)->runs;
}

static void packed_runs_next(const struct table_scan *scan) {
  struct runs_scan *runs = scan->state;
  runs->next = packed_rounds_judge(&runs->rounds, runs->next, &runs->rule, &runs->weights,
                                   &runs->run);
}

static void packed_runs_column(sqlite3_context *context, const struct table_scan *scan,
                               int column) {
  const struct packed_run *run = &((const struct runs_scan *)scan->state)->run;
  const sqlite3_int64 integers[] = {run->run, (sqlite3_int64)run->rounds,
                                    (sqlite3_int64)run->passing, run->best_round,
                                    run->gate_passed};
  if (column == CI)
    sqlite3_result_double(context, run->ci);
  else
    sqlite3_result_int64(context, integers[column]);
}

static const struct memory_table runs_table = {
    .schema = "CREATE TABLE packed_runs(run_id INTEGER, rounds INTEGER, "
              "passing_rounds INTEGER, best_round INTEGER, gate_passed INTEGER, ci REAL, "
              "packed HIDDEN, stated_weights HIDDEN)",
    .count = packed_runs_count,
    .column = packed_runs_column,
    .first_argument = RUNS_COLUMNS,
    .argument_count = 2,
    .required = "columns must be given, as in packed_runs(columns)",
    .rows = 1000,
    .state_size = sizeof(struct runs_scan),
    .fill = packed_runs_fill,
    .next = packed_runs_next,
};

enum { MOST_SOURCES, FLOOR_RUNS, FLOORS_COLUMNS };

struct floors_scan {
  struct packed_rounds rounds;
  double *most; /* of each run that has a round at the High floor, ascending; owned */
  size_t count; /* of those runs */
  size_t first; /* the first one of the current row, */
  size_t next;  /* and of the next */
  size_t rows;
};

/* Where the runs of another number begin. */
static size_t packed_floors_end(const struct floors_scan *floors, size_t first) {
  size_t end = first + 1;
  while (end < floors->count && floors->most[end] == floors->most[first])
    end++;
  return end;
}

/* False where it is to give up. */
static bool packed_floors_collect(struct floors_scan *floors,
                                  const struct gate_rule *rule,
                                  struct interrupt *interrupt) {
  for (size_t row = 0; row < floors->rounds.count;) {
    double most;
    row = packed_rounds_most(&floors->rounds, row, rule, &most);
    if (most >= 0) floors->most[floors->count++] = most;
    if (interrupt_pending(interrupt, RUN_WORK)) return false;
  }
  struct sort_watch watch = interrupt_watch(interrupt);
  return sort_items(floors->most, floors->count, sizeof *floors->most,
                    sort_compare_doubles, &watch);
}

static int packed_floors_judge(struct table_scan *scan, const struct gate_rule *rule) {
  struct floors_scan *floors = scan->state;
  size_t runs = packed_rounds_runs(&floors->rounds);
  floors->most = sqlite3_malloc64((runs + 1) * sizeof *floors->most);
  if (floors->most == NULL) return SQLITE_NOMEM;
  struct interrupt interrupt = interrupt_open(table_scan_connection(scan)->db);
  bool done = packed_floors_collect(floors, rule, &interrupt);
  interrupt_close(&interrupt);
  if (!done) return SQLITE_INTERRUPT;
  for (size_t at = 0; at < floors->count; at = packed_floors_end(floors, at))
    floors->rows++;
  return SQLITE_OK;
}

static int packed_floors_fill(struct table_scan *scan) {
  struct floors_scan *floors = scan->state;
  int rc = packed_rounds_read(scan, &floors->rounds);
  if (rc != SQLITE_OK) return rc;
  if (scan->argument[1] == NULL) {
    return table_scan_fail(
        scan, SQLITE_ERROR,
        sqlite3_mprintf("%s: high must be given, as in packed_floors(columns, 0.75)",
                        scan->binding->function->name));
  }
  double high = argument_score(scan->argument[1]);
  if (is_missing(high))
    return table_scan_mistake(scan, scan->argument[1], "high must be a number in 0..1");
  struct gate_rule rule =
      gate_rule_explicit(table_scan_connection(scan)->settings, high, 0);
  return packed_floors_judge(scan, &rule);
}

static sqlite3_int64 packed_floors_count(const struct table_scan *scan) {
  return (sqlite3_int64)((const struct floors_scan *)scan->state)->rows;
}

static void packed_floors_next(const struct table_scan *scan) {
  struct floors_scan *floors = scan->state;
  floors->first = floors->next;
  floors->next = packed_floors_end(floors, floors->first);
}

static void packed_floors_column(sqlite3_context *context, const struct table_scan *scan,
                                 int column) {
  const struct floors_scan *floors = scan->state;
  double most = floors->most[floors->first];
  if (column == MOST_SOURCES && most < VALUE_INTEGER_END)
    sqlite3_result_int64(context, (sqlite3_int64)most);
  else if (column == MOST_SOURCES)
    sqlite3_result_double(context, most); /* a number that no integer can be */
  else
    sqlite3_result_int64(context, (sqlite3_int64)(floors->next - floors->first));
}

static void packed_floors_clear(void *state) {
  sqlite3_free(((struct floors_scan *)state)->most);
}

static const struct memory_table floors_table = {
    .schema = "CREATE TABLE packed_floors(most_sources INTEGER, runs INTEGER, "
              "packed HIDDEN, stated_high HIDDEN)",
    .count = packed_floors_count,
    .column = packed_floors_column,
    .first_argument = FLOORS_COLUMNS,
    .argument_count = 2,
    .required = "columns must be given, as in packed_floors(columns, 0.75)",
    .rows = 30,
    .state_size = sizeof(struct floors_scan),
    .fill = packed_floors_fill,
    .next = packed_floors_next,
    .clear = packed_floors_clear,
};

#define PACKED "(SELECT pack_rounds(7, column1, 0.8, 0.8, 0.8, 0.8, 0.8, column2, 0) "
#define VALUES "FROM (VALUES (1, 12), (2, 15), (3, 4)))"

static const struct sql_function functions[] = {
    {"pack_rounds", 9, PURE,
     AGGREGATE(struct pack_group, packed_rounds_enter, packed_rounds_leave,
               packed_rounds_answer, packed_rounds_clear, NULL),
     "pack_rounds(run, round, " EVIDENCE_SIGNATURE ")",
     "The rounds of whole runs as columns in one BLOB; runs and rounds are integers",
     "SELECT length(" PACKED VALUES ")", "232"},
    {"packed_runs", 2, PURE, MEMORY_TABLE(runs_table),
     "table packed_runs(columns [, weights])",
     "Each run of such a BLOB: rounds, those that pass, the best one, its gate and index",
     "SELECT best_round FROM packed_runs(" PACKED VALUES ")", "1"},
    {"packed_floors", 2, PURE, MEMORY_TABLE(floors_table),
     "table packed_floors(columns, high)",
     "How many runs of such a BLOB pass with that High floor up to how many sources",
     "SELECT most_sources FROM packed_floors(" PACKED VALUES ", 0.75)", "15"},
};

const struct sql_module packed_rounds_module = {"packed_rounds", "Columns",
                                                "a whole history at once", functions,
                                                COUNT_OF(functions)};
