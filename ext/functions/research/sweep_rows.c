/*
** Sweeps as rows: tables of what gate_sweep and stop_sweep answer in JSON.
**
**   gate_sweep_rows(json)  high, min_sources, passing_runs, runs, rounds
**   stop_sweep_rows(json)  patience, max_rounds, high, min_sources, pass,
**                            halt_contradiction, patience_stop, max_rounds_stop,
**                            continue, rounds_used, runs, rounds
**
** (1) One row for each gate or policy, in the order of the answer; runs and rounds are
**     those of the whole answer, in every row.
** (2) A number is the double nearest to what stands there: a floor is the one that was
**     given.
** (3) What is not such an answer, with its keys and columns in their order, has no rows;
**     nor has NULL, the answer of a group without rounds.  White space may stand
**     anywhere.
*/
#include "functions/research/sweep_rows.h"

#include <string.h>

#include "base/json_reader.h"
#include "bind/memory_table.h"
#include "bind/value_copy.h"
#include "functions/modules.h"

const char *const gate_sweep_columns[GATE_SWEEP_COLUMNS] = {"high", "min_sources",
                                                            "passing_runs"};

const char *const stop_sweep_columns[STOP_SWEEP_COLUMNS] = {
    "patience", "max_rounds",         "high",          "min_sources",
    "pass",     "halt_contradiction", "patience_stop", "max_rounds_stop",
    "continue", "rounds_used"};

void sweep_rows_begin(struct json *json, size_t runs, size_t rounds,
                      const char *const *columns, size_t count) {
  json_begin_object(json);
  json_key(json, "runs");
  json_integer(json, (sqlite3_int64)runs);
  json_key(json, "rounds");
  json_integer(json, (sqlite3_int64)rounds);
  json_key(json, "columns");
  json_begin_array(json);
  for (size_t i = 0; i < count; i++)
    json_name(json, columns[i]);
  json_end_array(json);
  json_key(json, "rows");
  json_begin_array(json);
}

void sweep_rows_end(struct json *json) {
  json_end_array(json);
  json_end_object(json);
}

/* An answer that is read. */
struct sweep_rows {
  struct json_reader reader; /* behind the current row */
  const char *const *columns;
  size_t column_count;
  struct value runs;
  struct value rounds;
  struct value cells[SWEEP_COLUMNS_MOST]; /* of the current row */
  int64_t count;
};

static bool sweep_rows_count_field(struct json_reader *reader, char separator,
                                   const char *name, struct value *value) {
  return json_reader_key(reader, separator, name) && json_reader_scalar(reader, value) &&
         value->type == VALUE_INTEGER;
}

static bool sweep_rows_read_columns(struct sweep_rows *rows) {
  for (size_t i = 0; i < rows->column_count; i++) {
    if (!json_reader_take(&rows->reader, i == 0 ? '[' : ',') ||
        !json_reader_name(&rows->reader, rows->columns[i]))
      return false;
  }
  return json_reader_take(&rows->reader, ']');
}

static bool sweep_rows_read_head(struct sweep_rows *rows) {
  struct json_reader *reader = &rows->reader;
  return sweep_rows_count_field(reader, '{', "runs", &rows->runs) &&
         sweep_rows_count_field(reader, ',', "rounds", &rows->rounds) &&
         json_reader_key(reader, ',', "columns") && sweep_rows_read_columns(rows) &&
         json_reader_key(reader, ',', "rows") && json_reader_take(reader, '[');
}

static bool sweep_rows_read_row(struct sweep_rows *rows) {
  for (size_t i = 0; i < rows->column_count; i++) {
    struct value *cell = &rows->cells[i];
    if (!json_reader_take(&rows->reader, i == 0 ? '[' : ',') ||
        !json_reader_scalar(&rows->reader, cell) ||
        (cell->type != VALUE_INTEGER && cell->type != VALUE_REAL))
      return false;
  }
  return json_reader_take(&rows->reader, ']');
}

/* How many rows there are; 0 where the text is something else. */
static int64_t sweep_rows_measure(struct sweep_rows rows) {
  int64_t count = 0;
  do {
    if (!sweep_rows_read_row(&rows)) return 0;
    count++;
  } while (json_reader_take(&rows.reader, ','));
  bool ends = json_reader_take(&rows.reader, ']') && json_reader_take(&rows.reader, '}');
  return ends && json_reader_is_done(&rows.reader) ? count : 0;
}

static int sweep_rows_fill(struct table_scan *scan, const char *const *columns,
                           size_t column_count) {
  struct sweep_rows *rows = scan->state;
  rows->reader = table_scan_json(scan);
  rows->columns = columns;
  rows->column_count = column_count;
  if (sweep_rows_read_head(rows)) rows->count = sweep_rows_measure(*rows);
  return SQLITE_OK;
}

static int sweep_rows_fill_gates(struct table_scan *scan) {
  return sweep_rows_fill(scan, gate_sweep_columns, GATE_SWEEP_COLUMNS);
}

static int sweep_rows_fill_policies(struct table_scan *scan) {
  return sweep_rows_fill(scan, stop_sweep_columns, STOP_SWEEP_COLUMNS);
}

static sqlite3_int64 sweep_rows_count(const struct table_scan *scan) {
  return ((const struct sweep_rows *)scan->state)->count;
}

static void sweep_rows_next(const struct table_scan *scan) {
  struct sweep_rows *rows = scan->state;
  sweep_rows_read_row(rows);
  json_reader_take(&rows->reader, ',');
}

/* High floors are REALs, JSON's 1 too; behind a row's own cells stand runs and rounds. */
static void sweep_rows_column(sqlite3_context *context, const struct table_scan *scan,
                              int column) {
  const struct sweep_rows *rows = scan->state;
  size_t own = rows->column_count, at = (size_t)column;
  const struct value *value = at < own    ? &rows->cells[at]
                              : at == own ? &rows->runs
                                          : &rows->rounds;
  bool is_floor = at < own && strcmp(rows->columns[at], "high") == 0;
  if (is_floor && value->type == VALUE_INTEGER)
    sqlite3_result_double(context, (double)value->is.integer);
  else
    result_value(context, value);
}

static const struct memory_table gate_table = {
    .schema = "CREATE TABLE gate_sweep_rows(high REAL, min_sources INT, "
              "passing_runs INT, runs INT, rounds INT, json HIDDEN)",
    .count = sweep_rows_count,
    .column = sweep_rows_column,
    .first_argument = GATE_SWEEP_COLUMNS + 2,
    .argument_count = 1,
    .required = "json must be given, the answer of gate_sweep",
    .rows = 100,
    .state_size = sizeof(struct sweep_rows),
    .fill = sweep_rows_fill_gates,
    .next = sweep_rows_next,
};

static const struct memory_table policy_table = {
    .schema = "CREATE TABLE stop_sweep_rows(patience INT, max_rounds INT, high REAL, "
              "min_sources INT, pass INT, halt_contradiction INT, patience_stop INT, "
              "max_rounds_stop INT, continue INT, rounds_used INT, runs INT, rounds INT, "
              "json HIDDEN)",
    .count = sweep_rows_count,
    .column = sweep_rows_column,
    .first_argument = STOP_SWEEP_COLUMNS + 2,
    .argument_count = 1,
    .required = "json must be given, the answer of stop_sweep",
    .rows = 100,
    .state_size = sizeof(struct sweep_rows),
    .fill = sweep_rows_fill_policies,
    .next = sweep_rows_next,
};

static const struct sql_function functions[] = {
    {"gate_sweep_rows", 0, PURE, MEMORY_TABLE(gate_table), "table gate_sweep_rows(json)",
     "What gate_sweep answers, a row for each gate: its floors, and how many runs pass",
     "SELECT group_concat(high || ' ' || passing_runs || ' of ' || runs, ', ') FROM "
     "gate_sweep_rows((SELECT gate_sweep(column1, column2, 1, 1, 1, 1, 12, 0, "
     "'[0.75, 0.9]', 10) FROM (VALUES ('a', 0.8), ('b', 0.7))))",
     "0.75 1 of 2, 0.9 0 of 2"},
    {"stop_sweep_rows", 0, PURE, MEMORY_TABLE(policy_table),
     "table stop_sweep_rows(json)",
     "What stop_sweep answers, a row for each policy: its numbers, and how runs end",
     "SELECT group_concat(patience || ': ' || pass || ' of ' || runs, ', ') FROM "
     "stop_sweep_rows((SELECT stop_sweep('a', column1, column2, 1, 1, 1, 1, 12, 0, "
     "'[1, 2]', 4, 0.75, 10) FROM (VALUES (1, 0.7), (2, 0.6), (3, 0.8))))",
     "1: 0 of 1, 2: 1 of 1"},
};

const struct sql_module sweep_rows_module = {"sweep_rows", "Sweeps as rows",
                                             "a table of every policy", functions,
                                             COUNT_OF(functions)};
