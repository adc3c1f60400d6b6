/*
** The entry point, sqlite3_assay_init().  It makes a struct connection
** (bind/connection.h) for the SQLite connection, and registers the functions of every
** module.
**
** The folder functions/ holds the modules of SQL functions, core/ the rules that these
** functions apply, and settings/ the numbers that the rules read.
*/

/* Without this macro the headers would not declare dladdr() and RTLD_NOLOAD. */
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

/* Every processor must give the same answers, bit for bit.  So each intermediate
** result must be computed as a double, not with more digits. */
#if FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD > 1
#error "doubles must be computed as doubles: on 32-bit x86 with -msse2 -mfpmath=sse"
#endif

/* The code uses the interface of SQLite 3.31, so a load into an older SQLite fails.  An
** older SQLite passes a shorter table of C functions: a call of a function that is new in
** 3.31 would read past the table's end. */
#define OLDEST_SQLITE 3031000

/* A sealed build (`make sealed`) is for servers where anybody may send SQL.  None of its
** functions reads a file or the environment, and a load removes the host program's
** functions that do (bind/host_files.h).  Only this file is compiled differently than in
** a full build; functions/outside.c and settings/outside/ are left out. */
#ifdef ASSAY_SEALED
#define OWN_VERSION ASSAY_VERSION OTHER_COPY_SEALED
#define SEAL(db, message) host_files_drop(db, message)
#else
#define OWN_VERSION ASSAY_VERSION
#define SEAL(db, message) SQLITE_OK
#endif

/* The modules, in the order in which REFERENCE.md describes them. */
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

/* A slot is a module's own memory on a connection (bind/connection.h).  connection_slot()
** searches the slots in this order, so the slots read most often come first. */
static const struct connection_slot *const slots[] = {
    &gate_rule_slot, &weights_slot, &mode_slot, &sample_matrix_slot, NULL,
};

/* Keeps the library in memory until the process ends.  Otherwise SQLite would unmap the
** library when the entry point fails, and a statement that still runs functions of the
** library would crash.  If the library is linked into a program, there is nothing to
** unmap. */
static void assay_stay_mapped(void) {
#if defined(SQLITE_CORE)
#elif defined(_WIN32)
  HMODULE self;
  GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                         GET_MODULE_HANDLE_EX_FLAG_PIN,
                     (LPCWSTR)modules, &self);
#else
  Dl_info self;
  /* unreachable: dladdr() cannot fail, because the address is in this library */
  if (dladdr(modules, &self) != 0) {
    dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
  }
#endif
}

/* Registers the functions on the connection.  If the connection already has a struct
** connection, an earlier load made it, and this load registers only the missing
** functions.  Each registered function holds a reference to the struct; assay_serve()
** holds a further reference until it returns. */
static int assay_serve(sqlite3 *db, char **message) {
  struct connection *connection = connection_find(db);
  bool found = false;
  int rc = SQLITE_OK;
  if (connection == NULL) rc = other_copy_find(db, OWN_VERSION, &found, message);
  if (rc != SQLITE_OK || found) return rc;
  if (connection == NULL) rc = SEAL(db, message);
  if (rc != SQLITE_OK) return rc; /* untested: SEAL() fails only in a sealed build */
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

/* A program that calls this function directly may pass NULL for `error`. */
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
