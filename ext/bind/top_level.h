/*
** Functions and tables for top-level SQL only: rule R4's second guard.
**
** A function that reads a file or the environment, changes settings, tells where they
** come from, or runs SQL must be out of reach of a database file's schema, which a
** stranger may have written.  SQLITE_DIRECTONLY is the first guard; SQLite enforces it
** while it prepares a statement.  It has gaps: before 3.52 a full-text table (FTS4) calls
** whatever its schema names as `compress` and `uncompress`, and before 3.36 SQLite does
** not check FILTER and window clauses of a view.  So nothing of this kind runs while an
** object of an open database names it; TEMP objects are the user's own.
*/
#ifndef ASSAY_BIND_TOP_LEVEL_H
#define ASSAY_BIND_TOP_LEVEL_H

#include "bind/connection.h"
#include "bind/function.h"

/* Calls a DIRECT_ONLY scalar function: the callback under which it is registered. */
sql_callback top_level_call;

/* For the scan of a table: SQLITE_OK, or the reason why the scan of a DIRECT_ONLY table
** is refused, with a `*message` to be freed, NULL when out of memory. */
int top_level_scan(const struct binding *binding, char **message);

#endif
