/* The second guard of functions and tables for top-level SQL: see top_level.h. */
#include "bind/top_level.h"

#include "bind/argument.h"
#include "bind/sql_text.h"

/* From version 3.36 on, SQLite itself refuses a DIRECT_ONLY table that a schema reads. */
#define TABLES_CHECKED_SINCE 3036000

/* The number of the TEMP schema in PRAGMA database_list. */
#define TEMP_DATABASE 1

/* Returns true if preparing a statement failed because the schema has not been read yet.
** Some versions of SQLite refuse to read a schema with UTF-16 texts while a statement is
** running; the extended error code is then SQLITE_LOCKED.  If another connection has
** locked a table, the extended code is SQLITE_LOCKED_SHAREDCACHE instead.  A call that is
** running cannot come from a schema that SQLite has not read, so the guard skips this
** schema. */
static bool top_level_is_unread(sqlite3 *db, int rc) {
  if (rc != SQLITE_LOCKED) return false; /* untested: false only in SQLite 3.41 to 3.47 */
  return sqlite3_extended_errcode(db) == SQLITE_LOCKED;
}

/* Looks in the schema of one database for a view, trigger or other object whose SQL
** contains `name`.  If an object is found, `*object` becomes a text such as
** `view main.v`, which the caller frees. */
static int top_level_search_schema(sqlite3 *db, const char *database, const char *name,
                                   char **object) {
  char *sql =
      sqlite3_mprintf("SELECT type, name, sql FROM \"%w\".sqlite_master", database);
  if (sql == NULL) return SQLITE_NOMEM;
  sqlite3_stmt *objects;
  int rc = sqlite3_prepare_v2(db, sql, -1, &objects, NULL);
  sqlite3_free(sql);
  /* untested: true only in SQLite 3.41 to 3.47 */
  if (top_level_is_unread(db, rc)) return SQLITE_OK;
  while (rc == SQLITE_OK && *object == NULL && sqlite3_step(objects) == SQLITE_ROW) {
    const char *made_by = (const char *)sqlite3_column_text(objects, 2);
    if (made_by == NULL || !sql_text_names(made_by, name)) continue;
    *object = sqlite3_mprintf("%s %s.%s", sqlite3_column_text(objects, 0), database,
                              sqlite3_column_text(objects, 1));
    if (*object == NULL) rc = SQLITE_NOMEM;
  }
  int finished = sqlite3_finalize(objects);
  return finished != SQLITE_OK ? finished : rc;
}

/* Searches the schemas of all databases except TEMP. */
static int top_level_search_schemas(sqlite3 *db, const char *name, char **object) {
  sqlite3_stmt *databases;
  *object = NULL;
  int rc = sqlite3_prepare_v2(db, "PRAGMA database_list", -1, &databases, NULL);
  while (rc == SQLITE_OK && *object == NULL && sqlite3_step(databases) == SQLITE_ROW) {
    if (sqlite3_column_int(databases, 0) == TEMP_DATABASE) continue;
    rc = top_level_search_schema(db, (const char *)sqlite3_column_text(databases, 1),
                                 name, object);
  }
  int finished = sqlite3_finalize(databases);
  return finished != SQLITE_OK ? finished : rc;
}

/* Returns SQLITE_OK if no view or other object outside the TEMP schema names the
** function.  Otherwise `*message` says why the call is refused; the caller frees it.
** `*message` is NULL when out of memory. */
static int top_level_refusal(sqlite3 *db, const struct sql_function *function,
                             char **message) {
  char *object;
  int rc = top_level_search_schemas(db, function->name, &object);
  *message = NULL;
  if (rc == SQLITE_OK && object == NULL) return SQLITE_OK;
  if (rc == SQLITE_OK) {
    rc = SQLITE_ERROR;
    *message = sqlite3_mprintf("%s: no object of a database may name it, got %s",
                               function->name, object);
  } else if (rc != SQLITE_NOMEM) {
    *message = sqlite3_mprintf("%s: the schema must be readable, got '%s'",
                               function->name, sqlite3_errstr(rc));
  }
  sqlite3_free(object);
  return *message != NULL ? rc : SQLITE_NOMEM;
}

/* Returns true while a statement is being prepared.  An SQLite that is compiled with
** STAT4 then calls deterministic functions, to estimate the number of rows.  Auxiliary
** data cannot be set before the statement runs, so this function sets some auxiliary data
** and tries to read it back. */
static bool top_level_is_planning(sqlite3_context *context, int argc) {
  static char marker;
  sqlite3_set_auxdata(context, argc, &marker, NULL);
  return sqlite3_get_auxdata(context, argc) != &marker;
}

/* While SQLite prepares a statement, this callback returns NULL and does not run the
** function. */
void top_level_call(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const struct sql_function *function = binding_of(context)->function;
  char *message;
  if (top_level_is_planning(context, argc)) return;
  int rc = top_level_refusal(sqlite3_context_db_handle(context), function, &message);
  if (rc == SQLITE_OK) {
    function->calls.scalar(context, argc, argv);
    return;
  }
  argument_result_message(context, message);
  sqlite3_result_error_code(context, rc);
}

int top_level_scan(const struct binding *binding, char **message) {
  *message = NULL;
  if ((binding->function->flags & DIRECT_ONLY) == 0) return SQLITE_OK;
  /* untested: only SQLite 3.31 to 3.35 get past this line */
  if (sqlite3_libversion_number() >= TABLES_CHECKED_SINCE) return SQLITE_OK;
  return top_level_refusal(binding->connection->db, binding->function, message);
}
