/*
** Functions of the host's that read and write files, which a sealed build takes away.
**
** A server for SQL may bring SQLite's own extensions of this kind along: readfile,
** writefile and fsdir of fileio, and sha3_query of shathree, which runs any SQL, ATTACH
** included. libSQL server brings them, on every connection, for anyone who may send it a
** query.
*/
#ifndef ASSAY_BIND_HOST_FILES_H
#define ASSAY_BIND_HOST_FILES_H

#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT3

/* Drops those that the connection has; the others are nobody's business.  On failure
** `*message` says which one is left: one that exists can't be dropped while a statement
** runs, and for some of them there may be no memory. */
int host_files_drop(sqlite3 *db, char **message);

#endif
