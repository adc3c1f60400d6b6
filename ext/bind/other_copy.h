/*
** Another copy of assay on the same connection.
**
** If assay is loaded from two files, or loaded and linked in, a process has two copies,
** and neither copy knows the other's connections.  If the second copy replaced the
** functions of the first copy, the loaded settings would be lost.  So a copy asks the
** connection before it registers anything, and registers nothing without an answer.
*/
#ifndef ASSAY_BIND_OTHER_COPY_H
#define ASSAY_BIND_OTHER_COPY_H

#include <sqlite3ext.h>
#include <stdbool.h>

SQLITE_EXTENSION_INIT3

/* The text that follows the version of a sealed build, which is a copy without
** assay_load(). */
#define OTHER_COPY_SEALED " (sealed)"

/* Sets `*found` if a copy of the version `own` already serves the connection.  Returns an
** error with a `*message` if the copy has another version, or if one copy is sealed and
** the other is full.  Also returns an error if another function is called assay_version,
** or if the connection cannot be asked. */
int other_copy_find(sqlite3 *db, const char *own, bool *found, char **message);

#endif
