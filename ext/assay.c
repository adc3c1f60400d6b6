/*
** assay: the entry point.  Opens the connection's state and registers every module.
**
** The modules are in bind/, the rules that they put into SQL in core/, the numbers that
** the rules read in settings/.
*/
#include <float.h>
#include <sqlite3ext.h>

#include "assay.h"
#include "bind/modules.h"

SQLITE_EXTENSION_INIT1

/* The same answers, bit for bit, on every processor: numbers are read, written and
** compared as doubles, so no more digits than a double holds may take part on the way. */
#if FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD > 1
#error "doubles must be computed as doubles: on 32-bit x86 with -msse2 -mfpmath=sse"
#endif

/* The interface that the code is written to.  A newer header than library makes a call
** land on a slot that the library does not have, so an older one is refused. */
#define OLDEST_SQLITE 3031000

/* In the order of the reference.  `about` comes last, and in it assay_version(): where
** that exists, all functions do. */
static const struct sql_module *const modules[] = {
    &recency_module,
    &freshness_module,
    &tier_module,
    &statistics_module,
    &mean_module,
    &confidence_module,
    &gate_module,
    &rounds_module,
    &stop_module,
    &weight_samples_module,
    &acceptability_module,
    &stability_module,
    &rank_correlation_module,
    &penalty_module,
    &ranking_module,
    &relevance_module,
    &settings_module,
    &interview_module,
    &vetoes_module,
    &strategy_module,
    &strategy_tables_module,
    &graph_module,
    &graph_metrics_module,
    &about_module,
    NULL,
};

/* Asked of a list, because naming a function that does not exist is an error that SQLite
** logs and keeps: sqlite3_open() would report it as that of an automatic extension. */
static bool is_registered(sqlite3 *db, const char *function) {
  sqlite3_stmt *list = NULL;
  bool found = false;
  if (sqlite3_prepare_v2(db, "PRAGMA function_list", -1, &list, NULL) == SQLITE_OK) {
    while (!found && sqlite3_step(list) == SQLITE_ROW) {
      found = sqlite3_stricmp((const char *)sqlite3_column_text(list, 0), function) == 0;
    }
  }
  sqlite3_finalize(list);
  return found;
}

/* True if this version of assay has been loaded on the connection before.  A library
** built without the list says no: then all functions are registered again, which fails
** only while one of them is running. */
static bool already_loaded(sqlite3 *db) {
  sqlite3_stmt *version = NULL;
  bool loaded = false;
  if (!is_registered(db, "assay_version")) return false;
  if (sqlite3_prepare_v2(db, "SELECT assay_version() = '" ASSAY_VERSION "'", -1, &version,
                         NULL) == SQLITE_OK) {
    loaded = sqlite3_step(version) == SQLITE_ROW && sqlite3_column_int(version, 0) != 0;
  }
  sqlite3_finalize(version);
  return loaded;
}

static int load(sqlite3 *db, char **message) {
  if (sqlite3_libversion_number() < OLDEST_SQLITE) {
    *message = sqlite3_mprintf("assay needs SQLite 3.31.0 or newer, this is %s",
                               sqlite3_libversion());
    return SQLITE_ERROR;
  }
  if (already_loaded(db)) return SQLITE_OK;
  struct connection *connection = connection_open(modules);
  if (connection == NULL) return SQLITE_NOMEM;
  int rc = functions_register(db, connection, message);
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
