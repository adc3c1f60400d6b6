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

#define ASSAY_VERSION "0.1.0"

#if defined(_WIN32)
#define ASSAY_API __declspec(dllexport)
#elif defined(__GNUC__)
#define ASSAY_API __attribute__((visibility("default")))
#else
#define ASSAY_API
#endif

/* Registers every function of assay on `db`.  Returns SQLITE_OK, or an error code with a
** message in `*error` that the caller frees with sqlite3_free(); `error` may be NULL.
** Loading a connection twice does nothing the second time.  It reads no file and writes
** nothing. */
ASSAY_API int sqlite3_assay_init(sqlite3 *db, char **error,
                                 const struct sqlite3_api_routines *api);

#ifdef __cplusplus
}
#endif

#endif
