/*
** The host's functions that read and write files; a sealed build removes them.
**
** Some servers for SQL include extensions of SQLite's. fileio has readfile, writefile and
** fsdir. shathree has sha3_query, which runs any SQL, ATTACH included. libSQL server has
** these on every connection, for anyone who may send it a query.
*/
#ifndef ASSAY_BIND_HOST_FILES_H
#define ASSAY_BIND_HOST_FILES_H

#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT3

/* Drops the functions that the connection has.  On failure `*message` names a function
** that remains: SQLite cannot drop a function while a statement is running, and dropping
** some of them may need memory. */
int host_files_drop(sqlite3 *db, char **message);

#endif
