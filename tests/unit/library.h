/*
** Helpers for the tests of loading assay.  The helpers open the library as SQLite does.
** They pass it a copy of SQLite's interface, in which a test can replace functions.
*/
#ifndef ASSAY_TESTS_UNIT_LIBRARY_H
#define ASSAY_TESTS_UNIT_LIBRARY_H

#include "../tap.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3ext.h>

#include "assay.h"

typedef int entry_point(sqlite3 *, char **, const struct sqlite3_api_routines *);

static struct sqlite3_api_routines genuine;
static entry_point *load;

/* SQLite passes its interface only to an extension, so this function acts as an
** extension. */
static int catch_interface(sqlite3 *db, char **error,
                           const struct sqlite3_api_routines *api) {
  (void)db;
  (void)error;
  genuine = *api;
  return SQLITE_OK;
}

static sqlite3 *connect(void) {
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) tap_bail("no database");
  return db;
}

/* Returns the library's name as dlopen() needs it.  The caller frees it with
** sqlite3_free(). */
static char *library_name(void) {
  const char *path = getenv("ASSAY_EXTENSION");
  if (path == NULL) path = "build/assay.so";
  return sqlite3_mprintf(path[0] == '/' ? "%s" : "./%s", path);
}

static void library_open(void) {
  char *name = library_name();
  void *library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) tap_bail("%s", dlerror());
  void *symbol = dlsym(library, "sqlite3_assay_init");
  if (symbol == NULL) tap_bail("no entry point");
  memcpy(&load, &symbol, sizeof load); /* ISO C has no cast from object to function */
  sqlite3_free(name);
  sqlite3_auto_extension((void (*)(void))catch_interface);
  sqlite3_close(connect());
  sqlite3_cancel_auto_extension((void (*)(void))catch_interface);
  if (genuine.libversion_number == NULL) tap_bail("no interface");
}

/* Returns the first column of a query as text, or the error of a query that fails.  The
** caller frees it. */
static char *ask(sqlite3 *db, const char *sql) {
  sqlite3_stmt *query = NULL;
  char *answer = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
  if (rc == SQLITE_OK && (rc = sqlite3_step(query)) == SQLITE_ROW) {
    answer = sqlite3_mprintf("%s", sqlite3_column_text(query, 0));
  } else if (rc != SQLITE_DONE) {
    answer = sqlite3_mprintf("%s", sqlite3_errmsg(db));
  }
  sqlite3_finalize(query);
  return answer;
}

static void answers(sqlite3 *db, const char *sql, const char *want, const char *name) {
  char *got = ask(db, sql);
  tap_is_text(got, want, "%s", name);
  sqlite3_free(got);
}

/* Checks the result code and the message (NULL if the load succeeds). */
static void loads_with(sqlite3 *db, const struct sqlite3_api_routines *api, int rc,
                       const char *message, const char *name) {
  char *error = NULL;
  tap_is_int(load(db, &error, api), rc, "%s: the code", name);
  tap_is_text(error, message, "%s: the message", name);
  sqlite3_free(error);
}

/* Starts a statement and leaves it running, with a row still to come. */
static sqlite3_stmt *start(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (sqlite3_step(statement) != SQLITE_ROW) tap_bail("%s", sqlite3_errmsg(db));
  return statement;
}

#endif
