/*
** Virtual tables that exist without CREATE (eponymous).  Their rows are in memory, or are
** made one by one.
**
** A module describes its table by a struct memory_table: a schema, the number of rows and
** the content of each cell.  A table with arguments also has a callback that makes rows
** from the arguments.  All tables share one set of virtual-table methods and these rules:
**
** 1. Arguments are hidden columns after the other columns.  A query sets an argument by
**    position, by `column = value` or by `column IS value`.  A query that reads the
**    hidden column gets the argument.
** 2. The first argument is required; the others are optional.
** 3. Rows are numbered from 1 (rowid).
** 4. Only top-level SQL may read a DIRECT_ONLY table: see top_level.h.
**
** See functions/README.md for how to add a table.
*/
#ifndef ASSAY_BIND_MEMORY_TABLE_H
#define ASSAY_BIND_MEMORY_TABLE_H

#include "base/json_reader.h"
#include "bind/argument.h"
#include "bind/function.h"

#define TABLE_ARGUMENTS 4 /* the greatest number of arguments */

/* One scan of a table.  Each callback gets the scan as an argument. */
struct table_scan {
  const struct binding *binding; /* the connection and this table's struct sql_function */
  /* copies of the arguments; NULL if not given */
  sqlite3_value *argument[TABLE_ARGUMENTS];
  sqlite3_int64 row; /* the current row, from 0 */
  void *state;       /* `state_size` bytes for the callbacks, zeroed when a scan begins */
  int depth;         /* how many scans of the table run `fill`, this scan included */
  char *error;       /* see table_scan_fail() */
};

struct memory_table {
  const char *schema; /* CREATE TABLE x(...) */
  /* Returns the number of rows.  A scan calls count() before each row, because rows can
  ** change during the scan.  For a table without arguments, xBestIndex calls count(),
  ** too. */
  sqlite3_int64 (*count)(const struct table_scan *scan);
  /* Sets the result to one cell of the current row.  The number of this row is less than
  ** count(). */
  void (*column)(sqlite3_context *context, const struct table_scan *scan, int column);

  /* The members below are for tables with arguments. */
  int first_argument;   /* the column of the first argument */
  int argument_count;   /* the number of argument columns */
  const char *required; /* the error if the first argument is not given */
  sqlite3_int64 rows;   /* rows that the planner expects */
  /* changes a plan's estimates; can be NULL.  idxNum has a bit for each given argument */
  void (*plan)(sqlite3_index_info *info);
  size_t state_size;
  /* Reads the arguments and builds the state that `count` and `column` need.  If the scan
  ** does not begin at row 0, sets `row`.  Returns an SQLite result code.  To return an
  ** error with a message, call table_scan_fail(). */
  int (*fill)(struct table_scan *scan);
  /* Makes the current row; NULL if `fill` makes all rows. */
  void (*next)(const struct table_scan *scan);
  /* Frees what the state owns; the callback is NULL if the state owns nothing.  The state
  ** can be all zeros. */
  void (*clear)(void *state);
};

/* The methods of all these tables.  The client data of a table is a struct binding, whose
** `function` has the struct memory_table. */
extern const sqlite3_module memory_table_module;

static inline const struct connection *
table_scan_connection(const struct table_scan *scan) {
  return scan->binding->connection;
}

/* Returns the current settings.  After this call they can still change (unlike after
** settings_of()), because a table need not be deterministic. */
static inline const struct settings *table_scan_settings(const struct table_scan *scan) {
  return table_scan_connection(scan)->settings;
}

/* Returns the argument if it is given and is not SQL's NULL; otherwise NULL. */
static inline sqlite3_value *table_scan_argument(const struct table_scan *scan,
                                                 int argument) {
  sqlite3_value *value = scan->argument[argument];
  return value != NULL && sqlite3_value_type(value) != SQLITE_NULL ? value : NULL;
}

/* Returns a JSON reader over the first argument.  If this argument is not TEXT, the
** reader reads an empty text. */
static inline struct json_reader table_scan_json(const struct table_scan *scan) {
  sqlite3_value *json = scan->argument[0];
  if (sqlite3_value_type(json) != SQLITE_TEXT) return (struct json_reader){"", ""};
  const char *text = (const char *)sqlite3_value_text(json);
  return (struct json_reader){text, text + sqlite3_value_bytes(json)};
}

/* Ends a scan with a message, and takes ownership of the message.  Returns `rc`, or
** SQLITE_NOMEM if the message is NULL. */
int table_scan_fail(struct table_scan *scan, int rc, char *message);

/* Ends a scan because of a mistake in an argument.  The message has the table's name, the
** rule and the value. */
int table_scan_mistake(struct table_scan *scan, sqlite3_value *value, const char *rule);

#endif
