/* Another copy of assay: see other_copy.h. */
#include "bind/other_copy.h"

#include <string.h>

#define MARK "assay_version" /* a function that every copy registers */

enum answer { NO, YES, UNKNOWN };

/* Looks for MARK in PRAGMA function_list.  Preparing a call of MARK is no alternative: if
** MARK did not exist, SQLite would log an error. */
static enum answer other_copy_is_listed(sqlite3 *db) {
  sqlite3_stmt *list = NULL;
  enum answer answer = UNKNOWN; /* if SQLite has no such PRAGMA */
  int rc = sqlite3_prepare_v2(db, "PRAGMA function_list", -1, &list, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_step(list);
  for (; rc == SQLITE_ROW && answer != YES; rc = sqlite3_step(list)) {
    const char *name = (const char *)sqlite3_column_text(list, 0);
    answer = sqlite3_stricmp(name, MARK) == 0 ? YES : NO;
  }
  sqlite3_finalize(list);
  return rc == SQLITE_DONE || answer == YES ? answer : UNKNOWN;
}

/* Prepares a call of MARK.  Used if PRAGMA function_list does not exist or the authorizer
** refuses it.  If MARK does not exist, SQLite stores an error.  An sqlite3_open() that is
** loading assay (sqlite3_auto_extension()) would return this error.  To clear the error,
** a statement must succeed: an empty text is prepared. */
static enum answer other_copy_is_named(sqlite3 *db) {
  sqlite3_stmt *query = NULL;
  int rc = sqlite3_prepare_v2(db, "SELECT " MARK "()", -1, &query, NULL);
  sqlite3_finalize(query);
  if (rc == SQLITE_OK) return YES;
  if (strcmp(sqlite3_errmsg(db), "no such function: " MARK) != 0) return UNKNOWN;
  sqlite3_prepare_v2(db, "", -1, &query, NULL);
  return NO;
}

static int other_copy_cannot_tell(sqlite3 *db, char **message) {
  int rc = sqlite3_errcode(db);
  bool refused = rc < SQLITE_ROW;
  *message = sqlite3_mprintf("assay: cannot tell whether it is loaded on this connection "
                             "already: %s",
                             refused ? sqlite3_errmsg(db) : "no answer");
  return refused ? rc : SQLITE_ERROR;
}

/* If the following statement runs, MARK belongs to a copy of assay, because another
** library has no table assay_functions.  The table also shows whether the copy is
** sealed. */
#define VERSION                                                                          \
  "SELECT " MARK "() || CASE WHEN 'assay_load' IN (SELECT name FROM assay_functions) "   \
  "THEN '' ELSE '" OTHER_COPY_SEALED "' END FROM assay_functions"

static int other_copy_compare_version(sqlite3 *db, const char *own, char **message) {
  sqlite3_stmt *query = NULL;
  const char *version = NULL;
  int rc = sqlite3_prepare_v2(db, VERSION, -1, &query, NULL);
  if (rc == SQLITE_OK && sqlite3_step(query) == SQLITE_ROW) {
    version = (const char *)sqlite3_column_text(query, 0);
  }
  if (version == NULL) {
    rc = other_copy_cannot_tell(db, message);
  } else if (strcmp(version, own) != 0) {
    *message = sqlite3_mprintf(
        "assay %s is already loaded on this connection, this is %s", version, own);
    rc = SQLITE_ERROR;
  }
  sqlite3_finalize(query);
  return rc;
}

int other_copy_find(sqlite3 *db, const char *own, bool *found, char **message) {
  enum answer answer = other_copy_is_listed(db);
  if (answer == UNKNOWN) answer = other_copy_is_named(db);
  *found = answer == YES;
  if (answer == NO) return SQLITE_OK;
  if (answer == UNKNOWN) return other_copy_cannot_tell(db, message);
  return other_copy_compare_version(db, own, message);
}
