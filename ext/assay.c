/*
** assay: the entry point.  Opens the connection's state and registers every module.
**
** The modules are in bind/, the rules that they put into SQL in core/, the numbers that
** the rules read in settings/.
*/
#include <sqlite3ext.h>

#include "assay.h"
#include "bind/modules.h"

SQLITE_EXTENSION_INIT1

/* The interface that the code is written to.  A newer header than library makes a call
** land on a slot that the library does not have, so an older one is refused. */
#define OLDEST_SQLITE 3031000

/* In the order of the reference.  `about` comes last, and in it assay_version(): where
** that exists, all functions do. */
static const struct sql_module *const modules[] = {
    &recency_module, &tier_module,    &confidence_module, &gate_module,
    &rounds_module,  &penalty_module, &about_module,      NULL,
};

/* True if this version of assay has been loaded on the connection before. */
static int already_loaded(sqlite3 *db, bool *loaded) {
  sqlite3_stmt *statement = NULL;
  *loaded = false;
  int rc = sqlite3_prepare_v2(db, "SELECT assay_version() = '" ASSAY_VERSION "'", -1,
                              &statement, NULL);
  if (rc == SQLITE_ERROR) return SQLITE_OK; /* no such function */
  if (rc == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
    *loaded = sqlite3_column_int(statement, 0) != 0;
  }
  int finalized = sqlite3_finalize(statement);
  return rc != SQLITE_OK ? rc : finalized;
}

static int load(sqlite3 *db, char **message) {
  if (sqlite3_libversion_number() < OLDEST_SQLITE) {
    *message = sqlite3_mprintf("assay needs SQLite 3.31.0 or newer, this is %s",
                               sqlite3_libversion());
    return SQLITE_ERROR;
  }
  bool loaded;
  int rc = already_loaded(db, &loaded);
  if (rc != SQLITE_OK || loaded) return rc;
  struct connection *connection = connection_open(modules);
  if (connection == NULL) return SQLITE_NOMEM;
  rc = functions_register(db, connection, message);
  connection_release(connection);
  return rc;
}

/* A program that calls this itself may have no use for the message. */
int sqlite3_assay_init(sqlite3 *db, char **error,
                       const struct sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  char *message = NULL;
  int rc = load(db, &message);
  if (error != NULL) {
    *error = message;
  } else {
    sqlite3_free(message);
  }
  return rc;
}
