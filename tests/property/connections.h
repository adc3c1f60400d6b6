/*
** Helpers for the tests of settings: many connections, each with the extension linked in.
*/
#ifndef ASSAY_TESTS_PROPERTY_CONNECTIONS_H
#define ASSAY_TESTS_PROPERTY_CONNECTIONS_H

#include <assay.h>

#include "../tap.h"

static inline sqlite3 *open_connection(void) {
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
      sqlite3_assay_init(db, NULL, NULL) != SQLITE_OK) {
    tap_bail("cannot open a connection");
  }
  return db;
}

/* Returns the first column of a query's first row, or the message of an error.  The
** caller frees it. */
static inline char *ask(sqlite3 *db, const char *sql, const char *argument) {
  sqlite3_stmt *query = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK) {
    tap_bail("%s", sqlite3_errmsg(db));
  }
  sqlite3_bind_text(query, 1, argument, -1, SQLITE_STATIC);
  int rc = sqlite3_step(query);
  char *answer = rc == SQLITE_ROW ? sqlite3_mprintf("%s", sqlite3_column_text(query, 0))
                                  : sqlite3_mprintf("%s", sqlite3_errmsg(db));
  sqlite3_finalize(query);
  return answer;
}

#endif
