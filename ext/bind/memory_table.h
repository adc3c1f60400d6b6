/*
** Tables: eponymous virtual tables over rows that stand in memory, or are made one after
** the other.
**
** A table states its schema, how many rows there are and what each cell holds; one with
** arguments also how they make its rows.  One set of virtual-table methods serves all
** tables:
**
** 1. Arguments are hidden columns after the others.  A query sets them by their place,
**    by `column = value` or `column IS value`, and reads them back as it gave them.
** 2. The first argument must be given, the others need not be.
** 3. Rows are numbered from 1: rowid.
** 4. One that is DIRECT_ONLY is for top-level SQL: see top_level.h.
**
** functions/README.md shows how to add one.
*/
#ifndef ASSAY_BIND_MEMORY_TABLE_H
#define ASSAY_BIND_MEMORY_TABLE_H

#include "base/json_reader.h"
#include "bind/argument.h"
#include "bind/function.h"

#define TABLE_ARGUMENTS 4 /* at most */

/* One scan of a table: what its callbacks are handed. */
struct table_scan {
  const struct binding *binding;            /* the table's row, and its connection */
  sqlite3_value *argument[TABLE_ARGUMENTS]; /* copies; NULL if not given */
  sqlite3_int64 row;                        /* the current one, from 0 */
  void *state; /* `state_size` bytes of the table's own, zeroed when a scan begins */
  int depth;   /* scans of the table that are being filled, one inside the other */
  char *error; /* see table_scan_fail() */
};

struct memory_table {
  const char *schema; /* CREATE TABLE x(...) */
  /* How many rows there are.  A table without arguments is also asked while a query is
  ** planned, and one whose rows may change during a scan at each of them. */
  sqlite3_int64 (*count)(const struct table_scan *scan);
  /* Sets the result of one cell of the current row, which is below the count. */
  void (*column)(sqlite3_context *context, const struct table_scan *scan, int column);

  /* The rest is for tables with arguments. */
  int first_argument;                     /* its column */
  int argument_count;                     /* the columns from there on */
  const char *required;                   /* says that the first one must be given */
  sqlite3_int64 rows;                     /* how many are to be expected */
  void (*plan)(sqlite3_index_info *info); /* says more to the planner, or NULL; the bits
                                          ** of idxNum are the arguments that are given */
  size_t state_size;
  /* Makes of the arguments what `count` and `column` need; may begin at another row than
  ** the first.  An SQLite result code, other than SQLITE_OK by table_scan_fail() if it
  ** has a message. */
  int (*fill)(struct table_scan *scan);
  /* Makes a row when it becomes the current one; NULL if `fill` made them all. */
  void (*next)(const struct table_scan *scan);
  /* Frees what the state owns, or NULL; called for a zeroed state, too. */
  void (*clear)(void *state);
};

/* The methods; a binding whose row has such a table is their client data. */
extern const sqlite3_module memory_table_module;

static inline const struct connection *
table_scan_connection(const struct table_scan *scan) {
  return scan->binding->connection;
}

/* The settings in force, which reading a table does not freeze. */
static inline const struct settings *table_scan_settings(const struct table_scan *scan) {
  return table_scan_connection(scan)->settings;
}

/* An argument that is given and not NULL, else NULL. */
static inline sqlite3_value *table_scan_argument(const struct table_scan *scan,
                                                 int argument) {
  sqlite3_value *value = scan->argument[argument];
  return value != NULL && sqlite3_value_type(value) != SQLITE_NULL ? value : NULL;
}

/* The first argument as JSON to be read; what is no TEXT is an empty one. */
static inline struct json_reader table_scan_json(const struct table_scan *scan) {
  sqlite3_value *json = scan->argument[0];
  if (sqlite3_value_type(json) != SQLITE_TEXT) return (struct json_reader){"", ""};
  const char *text = (const char *)sqlite3_value_text(json);
  return (struct json_reader){text, text + sqlite3_value_bytes(json)};
}

/* Ends a scan with a message, which it takes over.  Returns `rc`, or SQLITE_NOMEM where
** there is no message. */
int table_scan_fail(struct table_scan *scan, int rc, char *message);

/* Ends a scan for a mistake in an argument: `table: rule, got value`. */
int table_scan_mistake(struct table_scan *scan, sqlite3_value *value, const char *rule);

#endif
