/*
** Functions of the host (the program that loads assay) that can read and write files.  A
** sealed build of assay (`make sealed`) removes them.
**
** SQLite's own extension fileio has readfile, writefile and fsdir.  The extension
** shathree has sha3_query, which runs any SQL, so it can ATTACH files.  The libSQL server
** registers all four on every connection, so anyone who can send a query can call them.
*/
#ifndef ASSAY_BIND_HOST_FILES_H
#define ASSAY_BIND_HOST_FILES_H

#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT3

/* Drops each of the four functions if the connection has it.  Dropping fails while a
** statement is running, and can fail when out of memory.  On failure `*message` names a
** function that remains. */
int host_files_drop(sqlite3 *db, char **message);

#endif
