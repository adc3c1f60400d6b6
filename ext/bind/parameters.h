/*
** The parameters of a table-valued function: hidden columns behind the others, which a
** query sets by arguments or by `column = value`, and the errors of its scans.
*/
#ifndef ASSAY_BIND_PARAMETERS_H
#define ASSAY_BIND_PARAMETERS_H

#include <stdbool.h>

#include "bind/connection.h"

/* Plans a scan for xBestIndex.  `count` parameters begin at column `first`.  idxNum gets
** a bit for each one that the query sets; xFilter gets their values in their order.
** SQLITE_CONSTRAINT where one is set, but not yet known in this plan: rows made without
** it would be other rows. */
int parameters_plan(sqlite3_index_info *info, int first, int count);

/* True if the plan sets the first parameter.  One that must be given can't be asked for
** while planning: SQLite also plans each side of an OR by itself, without parameters.
** Such a plan keeps the cost that SQLite gave it, greater than any other; xFilter says
** what is missing where nothing else was to be had. */
static inline bool parameters_give_first(const sqlite3_index_info *info) {
  return (info->idxNum & 1) != 0;
}

/* For xFilter: `kept` gets a copy of each value that the plan says is given, and NULL for
** the others; what it held is freed.  SQLITE_OK or SQLITE_NOMEM, and whatever comes of it
** the copies are to be freed. */
int parameters_keep(sqlite3_value **kept, int count, int plan, sqlite3_value **values);

void parameters_free(sqlite3_value **kept, int count);

/* Gives a table the message of its error, which it owns from then on.  Returns `rc`, or
** SQLITE_NOMEM where there is no message. */
int parameters_error(sqlite3_vtab *table, int rc, char *message);

#endif
