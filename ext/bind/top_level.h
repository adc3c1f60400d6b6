/*
** The second of two guards of functions and tables that only top-level SQL may use (rule
** R4, REFERENCE.md).  Top-level SQL is what the user runs, not SQL in a schema.
**
** A stranger could have written a database file's schema.  So a schema must not call
** functions that read a file or the environment, change settings, tell where settings
** come from, or run SQL.  The first guard is SQLITE_DIRECTONLY, which SQLite enforces
** when it prepares a statement.  The first guard has gaps.  Before SQLite 3.52 a
** full-text table (FTS4) calls functions that its schema names in the options `compress`
** and `uncompress`.  SQLite before 3.36 does not check FILTER and window clauses of a
** view.  So the second guard refuses a call while a view, trigger or other object in an
** open database names the function.  Objects in the TEMP schema are allowed, because the
** user made them.
*/
#ifndef ASSAY_BIND_TOP_LEVEL_H
#define ASSAY_BIND_TOP_LEVEL_H

#include "bind/connection.h"
#include "bind/function.h"

/* Calls a DIRECT_ONLY scalar function.  SQLite calls this callback instead of the
** function's own callback. */
sql_callback top_level_call;

/* Every scan of a table calls this function first.  Returns SQLITE_OK, or an error if the
** table is DIRECT_ONLY and the scan is refused.  After a refusal `*message` says why; the
** caller frees it.  If `*message` is NULL, memory has run out. */
int top_level_scan(const struct binding *binding, char **message);

#endif
