/*
** Functions and tables for top-level SQL only: rule R4's second guard.
**
** What reads a file or the environment, changes settings, tells where they come from or
** runs SQL must not be reached by the schema of a database file, which a stranger may
** have written.  SQLITE_DIRECTONLY is the first guard, which SQLite enforces while it
** prepares a statement.  It has gaps: before 3.52 a full-text table (FTS4) calls whatever
** its schema names as `compress` and `uncompress`, and before 3.36 FILTER and window
** clauses of a view are not looked at.  So nothing of this kind runs as long as an object
** of an open database names it; TEMP objects are the user's own.
*/
#ifndef ASSAY_BIND_TOP_LEVEL_H
#define ASSAY_BIND_TOP_LEVEL_H

#include "bind/connection.h"
#include "bind/function.h"

/* Calls a DIRECT_ONLY scalar function: the callback under which it is registered. */
sql_callback top_level_call;

/* For the scan of a table: SQLITE_OK, or why that of one that is DIRECT_ONLY is refused,
** with a `*message` to be freed, NULL when out of memory. */
int top_level_scan(const struct binding *binding, char **message);

#endif
