/*
** assay: quality scoring, gates, penalties and best-of-N selection as SQL functions.
**
** To load assay as an extension you need no header: load the shared library, and SQLite
** finds sqlite3_assay_init by the file's name.  A program that is linked with libassay.a
** passes sqlite3_assay_init() to sqlite3_auto_extension().  It can also call
** sqlite3_assay_init() on an open connection, with a NULL third argument.
*/
#ifndef ASSAY_H
#define ASSAY_H

#include <sqlite3.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3_api_routines;

#define ASSAY_VERSION "0.3.0"

#if defined(_WIN32)
#define ASSAY_API __declspec(dllexport)
#elif defined(__GNUC__)
#define ASSAY_API __attribute__((visibility("default")))
#else
#define ASSAY_API
#endif

/* Registers every function of assay on `db`.  Returns SQLITE_OK, or an error code with a
** message in `*error`.  The caller frees the message with sqlite3_free(); `error` may be
** NULL.  The call reads no file and writes nothing.
**
**   1. After a successful load, a further load does nothing and succeeds, even if an
**      authorizer, a progress handler or an interrupt would stop any statement.  The
**      current settings stay.
**   2. The load runs SQL to find out whether another copy of assay (loaded from another
**      file, or linked in) has registered its functions on the connection.  If that copy
**      has the same version, the load does nothing.  The load fails and changes nothing
**      if the copy has another version, if only one of the two copies is sealed
**      (`make sealed`), or if the host program refuses the SQL.
**   3. If the host program has a function with the name and argument count of an assay
**      function, the load replaces the host's function.  While a statement is running,
**      SQLite allows no replacement: the load then returns SQLITE_BUSY at once and
**      changes nothing.
**   4. If a load runs out of memory half-way, it unregisters the functions that it has
**      registered.  It does not restore the host's functions that it has replaced (see
**      3).  While a statement is running, SQLite cannot unregister functions: the assay
**      functions registered so far stay and work.  The library then stays in memory, and
**      the next load registers the missing functions. */
ASSAY_API int sqlite3_assay_init(sqlite3 *db, char **error,
                                 const struct sqlite3_api_routines *api);

#ifdef __cplusplus
}
#endif

#endif
