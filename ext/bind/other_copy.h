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

/* Follows the version of a copy without assay_load, which is a sealed build. */
#define OTHER_COPY_SEALED " (sealed)"

/* Sets `*found` if a copy of this version, `own`, serves the connection: nothing more is
** needed.  It is an error with its `*message` if the copy is of another version, if one
** copy is sealed and the other is not, if something else is called assay_version, or if
** the connection cannot be asked. */
int other_copy_find(sqlite3 *db, const char *own, bool *found, char **message);

#endif
