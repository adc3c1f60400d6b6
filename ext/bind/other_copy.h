/*
** Another copy of assay on the same connection.
**
** A library that is loaded from two files, or loaded and linked in, is there twice, and
** neither copy knows the other's connections.  Were the functions of the first one
** replaced, the settings in force would be lost.  So a copy asks the connection before it
** registers anything, and stays away where it gets no answer.
*/
#ifndef ASSAY_BIND_OTHER_COPY_H
#define ASSAY_BIND_OTHER_COPY_H

#include <sqlite3ext.h>
#include <stdbool.h>

SQLITE_EXTENSION_INIT3

/* What stands behind the version of a copy that has no assay_load: of a sealed build. */
#define OTHER_COPY_SEALED " (sealed)"

/* Sets `*found` where a copy of this version, `own`, serves the connection, which will
** do.  An error with its `*message` where one of another version does, or one that is
** sealed where this one is not or the other way about, where something else is called
** assay_version, and where the connection cannot be asked. */
int other_copy_find(sqlite3 *db, const char *own, bool *found, char **message);

#endif
