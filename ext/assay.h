/*
** assay: quality scoring, gates, penalties and best-of-N selection as SQL functions.
**
** As a loadable extension there is nothing to include: load the shared library, and
** SQLite finds sqlite3_assay_init by the file's name.  A program that links libassay.a
** statically hands this function to sqlite3_auto_extension(), or calls it on an open
** connection with a NULL third argument.
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
** message in `*error` that the caller frees with sqlite3_free(); `error` may be NULL.  It
** reads no file and writes nothing.
**
**   1. Once it has succeeded it does nothing: settings in force stay in force, also where
**      an authorizer, a progress handler or an interrupt refuses everything.
**   2. Another copy of assay on the connection (another file, or one linked in) is asked
**      for by SQL.  If it is of this version nothing is done.  If it is of another
**      version (also a sealed build under a full one, or over it), or if the host lets
**      nobody ask, the load fails and changes nothing.
**   3. A function of the host's own with one of assay's names and argument counts is
**      replaced.  But while a statement runs the load fails at once, SQLITE_BUSY, and
**      changes nothing.
**   4. If a load runs out of memory half-way, it unregisters what it has registered;
**      names that the host had used (3) are then free.  While a statement runs, SQLite
**      cannot unregister functions: they stay and work.  Either way the library is not
**      unmapped under functions that remain, and a further load completes it. */
ASSAY_API int sqlite3_assay_init(sqlite3 *db, char **error,
                                 const struct sqlite3_api_routines *api);

#ifdef __cplusplus
}
#endif

#endif
