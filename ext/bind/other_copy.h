/*
** Another copy of assay on the same connection.
**
** If assay is loaded from two files, or is both loaded and linked in, a process has two
** copies, and neither copy knows the other's connections.  If the second copy replaced
** the functions of the first copy, the loaded settings would be lost.  So a copy first
** asks, by a query on the connection, whether another copy serves this connection.  If
** this query fails, the copy registers nothing.
*/
#ifndef ASSAY_BIND_OTHER_COPY_H
#define ASSAY_BIND_OTHER_COPY_H

#include <sqlite3ext.h>
#include <stdbool.h>

SQLITE_EXTENSION_INIT3

/* The version of a sealed build ends with this text.  A sealed build has no
** assay_load(). */
#define OTHER_COPY_SEALED " (sealed)"

/* Sets `*found` if another copy already serves the connection and its version equals
** `own`, the version of this copy.  Returns an error with a `*message` if the versions
** differ, or if only one of the copies is sealed.  Also returns an error if another
** library has a function assay_version, or if the query fails. */
int other_copy_find(sqlite3 *db, const char *own, bool *found, char **message);

#endif
