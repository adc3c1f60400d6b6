/*
** assay: the entry point.  Opens the connection's state and registers every module.
**
** The modules are in bind/, the rules that they put into SQL in core/, the numbers that
** the rules read in settings/.
*/

/* For dladdr(), and for what dlopen() can do beyond POSIX. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier) */

#include <float.h>
#include <sqlite3ext.h>
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "assay.h"
#include "functions/modules.h"
#include "bind/host_files.h"
#include "bind/other_copy.h"
#include "bind/register.h"

SQLITE_EXTENSION_INIT1

/* The same answers, bit for bit, on every processor: numbers are read, written and
** compared as doubles, so no more digits than a double holds may take part on the way. */
#if FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD > 1
#error "doubles must be computed as doubles: on 32-bit x86 with -msse2 -mfpmath=sse"
#endif

/* The interface that the code is written to.  A newer header than library makes a call
** land on a slot that the library does not have, so an older one is refused. */
#define OLDEST_SQLITE 3031000

/* A sealed build (`make sealed`) is for servers where anybody may send SQL.  No function
** of assay in it reads a file or the environment, and it drops the host's functions that
** do.  It has no other difference, so one object is made anew and three are left out. */
#ifdef ASSAY_SEALED
#define OWN_VERSION ASSAY_VERSION OTHER_COPY_SEALED
#define SEAL(db, message) host_files_drop(db, message)
#else
#define OWN_VERSION ASSAY_VERSION
#define SEAL(db, message) SQLITE_OK
#endif

/* In the order of the reference. */
static const struct sql_module *const modules[] = {
    &recency_module,
    &age_module,
    &freshness_module,
    &tier_module,
    &statistics_module,
    &score_module,
    &mean_module,
    &passes_module,
    &paired_module,
    &alpha_module,
    &outcome_module,
    &binomial_module,
    &rubric_module,
    &rubric_table_module,
    &confidence_module,
    &gate_module,
    &gate_confidence_module,
    &rounds_module,
    &stop_module,
    &weight_samples_module,
    &acceptability_module,
    &stability_module,
    &rank_correlation_module,
    &answer_rows_module,
    &penalty_module,
    &ranking_module,
    &relevance_module,
#ifndef ASSAY_SEALED
    &outside_module,
#endif
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

/* In the order of how often they are asked for. */
static const struct connection_slot *const slots[] = {
    &gate_rule_slot, &weights_slot, &mode_slot, &sample_matrix_slot, NULL,
};

/* Keeps the library in memory until the process ends: where a statement runs SQLite takes
** back no function, but unmaps a library whose entry point has failed.  Linked into a
** program there is nothing to unmap. */
static void assay_stay_mapped(void) {
#if defined(SQLITE_CORE)
#elif defined(_WIN32)
  HMODULE self;
  GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                         GET_MODULE_HANDLE_EX_FLAG_PIN,
                     (LPCWSTR)modules, &self);
#else
  Dl_info self;
  /* unreachable: the address is one of this very library */
  if (dladdr(modules, &self) != 0) {
    dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
  }
#endif
}

/* An earlier load has succeeded or is to be completed if the connection's object is still
** there.  The object has one reference more than there are functions; after a failure
** there should be no functions. */
static int assay_serve(sqlite3 *db, char **message) {
  struct connection *connection = connection_find(db);
  bool found = false;
  int rc = SQLITE_OK;
  if (connection == NULL) rc = other_copy_find(db, OWN_VERSION, &found, message);
  if (rc != SQLITE_OK || found) return rc;
  if (connection == NULL) rc = SEAL(db, message);
  if (rc != SQLITE_OK) return rc; /* untested: only a sealed build takes anything away */
  if (connection == NULL) connection = connection_open(db, modules, slots);
  if (connection == NULL) return SQLITE_NOMEM;
  rc = functions_register(db, connection, message);
  if (rc != SQLITE_OK && connection->references > 1) assay_stay_mapped();
  connection_release(connection);
  return rc;
}

static int assay_load(sqlite3 *db, char **message) {
  if (sqlite3_libversion_number() < OLDEST_SQLITE) {
    *message = sqlite3_mprintf("assay needs SQLite 3.31.0 or newer, this is %s",
                               sqlite3_libversion());
    return SQLITE_ERROR;
  }
  return assay_serve(db, message);
}

/* A program that calls this itself may have no use for the message. */
int sqlite3_assay_init(sqlite3 *db, char **error,
                       const struct sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  char *message = NULL;
  int rc = assay_load(db, &message);
  if (error != NULL) {
    *error = message;
  } else {
    sqlite3_free(message);
  }
  return rc;
}
