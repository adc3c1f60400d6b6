/*
** JSON answers as rows: each table reads the JSON of another function.
**
**   acceptability_rows(json [, round_type])   round, share
**   stability_rows(json)                winner, runner_up, margin, dimension, low, high
**   stop_rows(json)                     action, round, returned_round, gate_passed,
**                                         ci_score, rounds, regressions, reason
**   recency_rows(json)                  sources, dated_sources, recent_sources, recency,
**                                         mean_decay
**
** The tables read the answers of round_acceptability, weight_stability, stop_report and
** recency_report, in this order.  The first table has a row for each round, the second a
** row for each of the five dimensions; the other two have one row.
**
** (1) A REAL is the double nearest to its digits.  SQLite's own JSON functions are
**     not used: their doubles depend on SQLite's version and on the processor.
** (2) A text that is not an answer of the table's function, such as one with other keys
**     or another order of keys, gives no rows.  NULL, the answer of a group without
**     rounds, gives no rows either.  White space outside strings does not matter.
** (3) A round gets the type of its JSON value.  But in an answer of round_acceptability
**     the rounds are keys, and keys are always texts in JSON.  A key becomes a number if
**     round_acceptability writes this number exactly like the key.
** (4) `round_type` is the type of the stored rounds, as typeof() names it.  With 'text'
**     every key stays a TEXT, even '1'.  With 'real' a whole number becomes a REAL.  With
**     'blob' a literal such as x'00ff' becomes a BLOB.  Rule (3) applies if `round_type`
**     is absent or NULL, and to a key that does not fit the type.  If your rounds are in
**     a TEXT column, pass 'text'.  Otherwise the key 1 becomes the number 1, which
**     differs from the text '1' in this column.
*/
#include <string.h>

#include "base/json_reader.h"
#include "bind/json.h"
#include "bind/memory_table.h"
#include "bind/value_copy.h"
#include "functions/modules.h"

static bool answer_rows_field(struct json_reader *reader, char separator,
                              const char *name, struct value *value) {
  return json_reader_key(reader, separator, name) && json_reader_scalar(reader, value);
}

/* Sets the result to the text of a JSON string.  `text` is the string as written in the
** JSON, with escapes, without quotes. */
static void answer_rows_result_text(sqlite3_context *context, const struct value *text) {
  char *room = call_memory(context, text->length + 1);
  if (room == NULL) return;
  size_t length = json_reader_unescape((const char *)text->is.bytes, text->length, room);
  sqlite3_result_text64(context, room, length, sqlite3_free, SQLITE_UTF8);
}

static void answer_rows_result(sqlite3_context *context, const struct value *value) {
  if (value->type == VALUE_TEXT) {
    answer_rows_result_text(context, value);
  } else {
    result_value(context, value);
  }
}

/* Sets the result of a REAL column; JSON's 1 becomes 1.0. */
static void answer_rows_result_real(sqlite3_context *context, const struct value *value) {
  if (value->type == VALUE_INTEGER) {
    sqlite3_result_double(context, (double)value->is.integer);
  } else {
    answer_rows_result(context, value);
  }
}

enum { SHARES_ROUND, SHARES_SHARE, SHARES_ARGUMENT };

static const char *const answer_rows_types[] = {"null", "integer", "real", "text",
                                                "blob"};

struct shares {
  struct json_reader reader; /* the JSON after the current row */
  enum value_type type;      /* the type of the rounds; VALUE_NULL if not given */
  int64_t count;
  struct json_string key; /* the key of the current row */
  double share;
};

static bool answer_rows_read_share(struct shares *shares) {
  struct json_reader *reader = &shares->reader;
  return json_reader_string(reader, &shares->key) && json_reader_take(reader, ':') &&
         json_reader_number(reader, &shares->share);
}

/* Returns the number of shares, or 0 if the text does not have the form of
** round_acceptability()'s JSON. */
static int64_t answer_rows_count_shares(struct shares shares) {
  int64_t count = 0;
  do {
    if (!answer_rows_read_share(&shares)) return 0;
    count++;
  } while (json_reader_take(&shares.reader, ','));
  bool ends = json_reader_take(&shares.reader, '}');
  return ends && json_reader_is_done(&shares.reader) ? count : 0;
}

static int answer_rows_read_type(struct table_scan *scan, struct shares *shares) {
  sqlite3_value *type = table_scan_argument(scan, 1);
  if (type == NULL) return SQLITE_OK;
  int found = -1, count = COUNT_OF(answer_rows_types);
  if (sqlite3_value_type(type) == SQLITE_TEXT) {
    found = name_find(answer_rows_types, count, (const char *)sqlite3_value_text(type),
                      (size_t)sqlite3_value_bytes(type));
  }
  if (found < 0) {
    return table_scan_fail(scan, SQLITE_ERROR,
                           argument_name_message(scan->binding->function, type,
                                                 "round_type", answer_rows_types,
                                                 (size_t)count,
                                                 sizeof *answer_rows_types));
  }
  shares->type = (enum value_type)found;
  return SQLITE_OK;
}

static int answer_rows_fill_shares(struct table_scan *scan) {
  struct shares *shares = scan->state;
  shares->reader = table_scan_json(scan);
  if (json_reader_take(&shares->reader, '{')) {
    shares->count = answer_rows_count_shares(*shares);
  }
  return answer_rows_read_type(scan, shares);
}

static sqlite3_int64 answer_rows_shares(const struct table_scan *scan) {
  return ((const struct shares *)scan->state)->count;
}

static void answer_rows_next_share(const struct table_scan *scan) {
  struct shares *shares = scan->state;
  answer_rows_read_share(shares);
  json_reader_take(&shares->reader, ',');
}

/* Reads a key as a number.  Returns false unless round_acceptability writes this number
** exactly like the key. */
static bool answer_rows_number(const struct shares *shares, struct value *number) {
  char spelt[NUMBER_TEXT_SIZE];
  struct json_reader reader = {shares->key.text, shares->key.text + shares->key.length};
  if (!json_reader_scalar(&reader, number) || reader.at < reader.end) return false;
  if (number->type == VALUE_INTEGER) {
    sqlite3_snprintf(sizeof spelt, spelt, "%lld", (sqlite3_int64)number->is.integer);
  } else if (number->type == VALUE_REAL) {
    json_format_real(number->is.real, spelt);
  } else {
    return false;
  }
  return strlen(spelt) == shares->key.length &&
         memcmp(spelt, shares->key.text, shares->key.length) == 0;
}

static int answer_rows_hex(char digit) {
  static const char digits[] = "0123456789abcdef";
  const char *found = digit != 0 ? strchr(digits, digit) : NULL;
  return found != NULL ? (int)(found - digits) : -1;
}

/* Reads the bytes of a literal x'00ff' into `room`.  Returns false if the key is not a
** literal. */
static bool answer_rows_bytes(const struct shares *shares, unsigned char *room) {
  const char *key = shares->key.text;
  size_t length = shares->key.length;
  if (length < 3 || memcmp(key, "x'", 2) != 0) return false;
  for (size_t i = 2; i < length - 1; i += 2) {
    int high = answer_rows_hex(key[i]), low = answer_rows_hex(key[i + 1]);
    if (high < 0 || low < 0) return false;
    *room++ = (unsigned char)(high << 4 | low);
  }
  return key[length - 1] == '\'';
}

static bool answer_rows_result_blob(sqlite3_context *context,
                                    const struct shares *shares) {
  unsigned char *room = call_memory(context, shares->key.length / 2 + 1);
  if (room == NULL) return true;
  if (!answer_rows_bytes(shares, room)) {
    sqlite3_free(room);
    return false;
  }
  sqlite3_result_blob64(context, room, (shares->key.length - 3) / 2, sqlite3_free);
  return true;
}

/* Returns true if the number is whole and equals a double.  The key of a whole REAL is
** such a number. */
static bool answer_rows_is_double(const struct value *number) {
  int64_t back;
  return number->type == VALUE_INTEGER &&
         value_real_is_integer((double)number->is.integer, &back) &&
         back == number->is.integer;
}

static void answer_rows_result_round(sqlite3_context *context,
                                     const struct shares *shares) {
  struct value number;
  struct value text = {.type = VALUE_TEXT,
                       .is.bytes = (const unsigned char *)shares->key.text,
                       .length = shares->key.length};
  if (shares->type == VALUE_BLOB && answer_rows_result_blob(context, shares)) return;
  if (shares->type == VALUE_TEXT || !answer_rows_number(shares, &number)) {
    answer_rows_result_text(context, &text);
  } else if (shares->type == VALUE_REAL && answer_rows_is_double(&number)) {
    sqlite3_result_double(context, (double)number.is.integer);
  } else {
    result_value(context, &number);
  }
}

static void answer_rows_share_column(sqlite3_context *context,
                                     const struct table_scan *scan, int column) {
  const struct shares *shares = scan->state;
  if (column == SHARES_ROUND) {
    answer_rows_result_round(context, shares);
  } else {
    sqlite3_result_double(context, shares->share);
  }
}

static const struct memory_table shares_table = {
    .schema = "CREATE TABLE acceptability_rows(round, share REAL, json HIDDEN, "
              "round_type HIDDEN)",
    .count = answer_rows_shares,
    .column = answer_rows_share_column,
    .first_argument = SHARES_ARGUMENT,
    .argument_count = 2,
    .required = "json must be given, the answer of round_acceptability",
    .rows = 4,
    .state_size = sizeof(struct shares),
    .fill = answer_rows_fill_shares,
    .next = answer_rows_next_share,
};

enum {
  STABILITY_WINNER,
  STABILITY_RUNNER_UP,
  STABILITY_MARGIN,
  STABILITY_DIMENSION,
  STABILITY_LOW,
  STABILITY_HIGH,
  STABILITY_ARGUMENT
};

struct stability {
  bool read;
  struct value winner;
  struct value runner_up;
  struct value margin;
  double end[DIMENSION_COUNT][2];
};

static bool answer_rows_read_interval(struct json_reader *reader, int dimension,
                                      double end[2]) {
  return json_reader_key(reader, dimension == 0 ? '{' : ',',
                         dimension_names[dimension]) &&
         json_reader_take(reader, '[') && json_reader_number(reader, &end[0]) &&
         json_reader_take(reader, ',') && json_reader_number(reader, &end[1]) &&
         json_reader_take(reader, ']');
}

static bool answer_rows_read_stability(struct json_reader *reader,
                                       struct stability *stability) {
  if (!answer_rows_field(reader, '{', "winner", &stability->winner) ||
      !answer_rows_field(reader, ',', "runner_up", &stability->runner_up) ||
      !answer_rows_field(reader, ',', "margin", &stability->margin) ||
      !json_reader_key(reader, ',', "intervals")) {
    return false;
  }
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (!answer_rows_read_interval(reader, d, stability->end[d])) return false;
  }
  return json_reader_take(reader, '}') && json_reader_take(reader, '}') &&
         json_reader_is_done(reader);
}

static int answer_rows_fill_stability(struct table_scan *scan) {
  struct stability *stability = scan->state;
  struct json_reader reader = table_scan_json(scan);
  stability->read = answer_rows_read_stability(&reader, stability);
  return SQLITE_OK;
}

static sqlite3_int64 answer_rows_intervals(const struct table_scan *scan) {
  return ((const struct stability *)scan->state)->read ? DIMENSION_COUNT : 0;
}

static void answer_rows_stability_column(sqlite3_context *context,
                                         const struct table_scan *scan, int column) {
  const struct stability *stability = scan->state;
  switch (column) {
  case STABILITY_WINNER:
    answer_rows_result(context, &stability->winner);
    break;
  case STABILITY_RUNNER_UP:
    answer_rows_result(context, &stability->runner_up);
    break;
  case STABILITY_MARGIN:
    answer_rows_result_real(context, &stability->margin);
    break;
  case STABILITY_DIMENSION:
    sqlite3_result_text(context, dimension_names[scan->row], -1, SQLITE_STATIC);
    break;
  default: /* low and high */
    sqlite3_result_double(context, stability->end[scan->row][column - STABILITY_LOW]);
    break;
  }
}

static const struct memory_table stability_table = {
    .schema = "CREATE TABLE stability_rows(winner, runner_up, margin REAL, "
              "dimension TEXT, low REAL, high REAL, json HIDDEN)",
    .count = answer_rows_intervals,
    .column = answer_rows_stability_column,
    .first_argument = STABILITY_ARGUMENT,
    .argument_count = 1,
    .required = "json must be given, the answer of weight_stability",
    .rows = DIMENSION_COUNT,
    .state_size = sizeof(struct stability),
    .fill = answer_rows_fill_stability,
};

/* Columns of stop_rows and recency_rows, in the order of the names below. */
enum { STOP_CI_SCORE = 4, STOP_ARGUMENT = 8 };
enum { RECENCY_SHARE = 3, RECENCY_MEAN_DECAY, RECENCY_ARGUMENT };

static const char *const answer_rows_stop_keys[STOP_ARGUMENT] = {
    "action",   "round",  "returned_round", "gate_passed",
    "ci_score", "rounds", "regressions",    "reason"};

static const char *const answer_rows_recency_keys[RECENCY_ARGUMENT] = {
    "sources", "dated_sources", "recent_sources", "recency", "mean_decay"};

/* A report that becomes one row.  The report is a JSON object of known keys with scalar
** values. */
struct report_fields {
  bool read;
  unsigned reals; /* a bit for each REAL column */
  struct value value[STOP_ARGUMENT];
};

static int answer_rows_fill_report(struct table_scan *scan, const char *const *keys,
                                   int count, unsigned reals) {
  struct report_fields *fields = scan->state;
  struct json_reader reader = table_scan_json(scan);
  fields->reals = reals;
  for (int i = 0; i < count; i++) {
    if (!answer_rows_field(&reader, i == 0 ? '{' : ',', keys[i], &fields->value[i]))
      return SQLITE_OK;
  }
  fields->read = json_reader_take(&reader, '}') && json_reader_is_done(&reader);
  return SQLITE_OK;
}

static int answer_rows_fill_stop(struct table_scan *scan) {
  return answer_rows_fill_report(scan, answer_rows_stop_keys, STOP_ARGUMENT,
                                 1u << STOP_CI_SCORE);
}

static int answer_rows_fill_recency(struct table_scan *scan) {
  return answer_rows_fill_report(scan, answer_rows_recency_keys, RECENCY_ARGUMENT,
                                 1u << RECENCY_SHARE | 1u << RECENCY_MEAN_DECAY);
}

static sqlite3_int64 answer_rows_reports(const struct table_scan *scan) {
  return ((const struct report_fields *)scan->state)->read;
}

static void answer_rows_report_column(sqlite3_context *context,
                                      const struct table_scan *scan, int column) {
  const struct report_fields *fields = scan->state;
  if ((fields->reals >> column & 1) != 0) {
    answer_rows_result_real(context, &fields->value[column]);
  } else {
    answer_rows_result(context, &fields->value[column]);
  }
}

static const struct memory_table stop_table = {
    .schema = "CREATE TABLE stop_rows(action TEXT, round, returned_round, "
              "gate_passed INT, ci_score REAL, rounds INT, regressions INT, "
              "reason TEXT, json HIDDEN)",
    .count = answer_rows_reports,
    .column = answer_rows_report_column,
    .first_argument = STOP_ARGUMENT,
    .argument_count = 1,
    .required = "json must be given, the answer of stop_report",
    .rows = 1,
    .state_size = sizeof(struct report_fields),
    .fill = answer_rows_fill_stop,
};

static const struct memory_table recency_table = {
    .schema = "CREATE TABLE recency_rows(sources INT, dated_sources INT, "
              "recent_sources INT, recency REAL, mean_decay REAL, json HIDDEN)",
    .count = answer_rows_reports,
    .column = answer_rows_report_column,
    .first_argument = RECENCY_ARGUMENT,
    .argument_count = 1,
    .required = "json must be given, the answer of recency_report",
    .rows = 1,
    .state_size = sizeof(struct report_fields),
    .fill = answer_rows_fill_recency,
};

static const struct sql_function functions[] = {
    {"acceptability_rows", 2, PURE, MEMORY_TABLE(shares_table),
     "table acceptability_rows(json [, round_type])",
     "Shares as rows: round, share; round_type is the typeof() of the rounds",
     "SELECT round FROM acceptability_rows('{\"1\":0.467,\"2\":0.533}') "
     "WHERE share > 0.5",
     "2"},
    {"stability_rows", 1, PURE, MEMORY_TABLE(stability_table),
     "table stability_rows(json)",
     "Intervals as rows: winner, runner_up, margin, dimension, low, high",
     "SELECT round(high, 3) FROM stability_rows((SELECT weight_stability(column1, 1, "
     "column2, 0.5, 0.5, 0.5, column3, 'equal') "
     "FROM (VALUES (1, 0.75, 0.25), (2, 0.5, 0.75)))) WHERE dimension = 'coverage'",
     "0.333"},
    {"stop_rows", 1, PURE, MEMORY_TABLE(stop_table), "table stop_rows(json)",
     "A stop report as a row, with a column for each key",
     "SELECT returned_round FROM stop_rows((SELECT stop_report(column1, column2, 0.9, "
     "0.9, "
     "0.9, 0.9, 12, 0) FROM (VALUES ('R1', 0.7), ('R2', 0.8))))",
     "R2"},
    {"recency_rows", 1, PURE, MEMORY_TABLE(recency_table), "table recency_rows(json)",
     "A recency report as a row, with a column for each key",
     "SELECT recency FROM recency_rows((SELECT recency_report(column1, '2026-06-30', "
     "'ai_ml') FROM (VALUES ('2026-06-01'), ('2026-01-01'))))",
     "0.5"},
};

const struct sql_module answer_rows_module = {"answer_rows", "JSON answers as rows",
                                              "what an answer says, row by row",
                                              functions, COUNT_OF(functions)};
