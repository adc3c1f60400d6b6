/*
** Tests how the shared library is loaded into a new connection.  Some hosts (loading
** programs) refuse what a load needs.  Also tests the state after a failed load.
*/
#include "library.h"

/* The library is linked so that it is never unmapped.  After a failed load SQLite could
** still call a function that could not be unregistered, and such a call must not crash.
** This test runs first, because dlclose() does not unmap a library that is also mapped
** elsewhere. */
static void test_mapping(void) {
#if defined(__APPLE__)
  tap_skip(1, "the linker has no such option");
#else
  char *name = library_name();
  void *library = dlopen(name, RTLD_NOW);
  if (library == NULL) tap_bail("%s", dlerror());
  dlclose(library);
  library = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
  tap_ok(library != NULL, "the library stays mapped");
  sqlite3_free(name);
#endif
}

/* Loads the library into a new connection, with `api` as SQLite's interface, and checks
** that the load fails with this code and message.  When the message is freed and the
** connection closed, nothing may stay allocated. */
static void refuses(const struct sqlite3_api_routines *api, int rc, const char *message,
                    const char *name) {
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3 *db = connect();
  loads_with(db, api, rc, message, name);
  tap_is_int(load(db, NULL, api), rc, "%s: the code where no message is asked for", name);
  answers(db, "SELECT recency_decay(45)", "no such function: recency_decay", name);
  tap_is_int(sqlite3_close(db), SQLITE_OK, "%s: the connection closes", name);
  tap_is_int(sqlite3_memory_used(), before, "%s: nothing is left", name);
}

static int old_number(void) {
  return 3030001;
}

static const char *old_version(void) {
  return "3.30.1";
}

/* The interface of an older SQLite lacks some functions.  The test leaves their pointers
** NULL, so a call through one of these pointers would crash. */
static void test_old(void) {
  struct sqlite3_api_routines old = {.libversion_number = old_number,
                                     .libversion = old_version,
                                     .mprintf = genuine.mprintf,
                                     .free = genuine.free};
  refuses(&old, SQLITE_ERROR, "assay needs SQLite 3.31.0 or newer, this is 3.30.1",
          "SQLite 3.30.1");
}

/* Acts as SQLite does when a registration fails: destroys the client data. */
static int no_function(sqlite3 *db, const char *name, int argc, int flags, void *data,
                       void (*scalar)(sqlite3_context *, int, sqlite3_value **),
                       void (*step)(sqlite3_context *, int, sqlite3_value **),
                       void (*final)(sqlite3_context *), void (*destroy)(void *)) {
  if (scalar == NULL || strcmp(name, "tier_meets") != 0) {
    return sqlite3_create_function_v2(db, name, argc, flags, data, scalar, step, final,
                                      destroy);
  }
  destroy(data);
  return SQLITE_MISUSE;
}

static int no_window(sqlite3 *db, const char *name, int argc, int flags, void *data,
                     void (*step)(sqlite3_context *, int, sqlite3_value **),
                     void (*final)(sqlite3_context *), void (*value)(sqlite3_context *),
                     void (*inverse)(sqlite3_context *, int, sqlite3_value **),
                     void (*destroy)(void *)) {
  if (strcmp(name, "best_round") != 0) {
    return sqlite3_create_window_function(db, name, argc, flags, data, step, final, value,
                                          inverse, destroy);
  }
  destroy(data);
  return SQLITE_MISUSE;
}

static int no_module(sqlite3 *db, const char *name, const sqlite3_module *module,
                     void *data, void (*destroy)(void *)) {
  if (module == NULL || strcmp(name, "assay_functions") != 0) {
    return sqlite3_create_module_v2(db, name, module, data, destroy);
  }
  destroy(data);
  return SQLITE_MISUSE;
}

static const char *reason(sqlite3 *db) {
  (void)db;
  return "because";
}

static void test_registration(void) {
  struct sqlite3_api_routines api = genuine;
  api.errmsg = reason;
  api.create_function_v2 = no_function;
  refuses(&api, SQLITE_MISUSE,
          "assay: cannot register tier_meets(tier, minimum): because", "no function");
  api.create_function_v2 = genuine.create_function_v2;
  api.create_window_function = no_window;
  refuses(&api, SQLITE_MISUSE,
          "assay: cannot register best_round(round, gate_passed, ci): because",
          "no aggregate");
  api.create_window_function = genuine.create_window_function;
  api.create_module_v2 = no_module;
  refuses(&api, SQLITE_MISUSE, "assay: cannot register table assay_functions: because",
          "no table");
}

static int allocations; /* the number of allocations that succeed before one fails */

static void *scarce(sqlite3_uint64 size) {
  return allocations-- > 0 ? sqlite3_malloc64(size) : NULL;
}

static void test_memory(void) {
  struct sqlite3_api_routines api = genuine;
  api.malloc64 = scarce;
  sqlite3_int64 before = sqlite3_memory_used();
  int rc = SQLITE_NOMEM, tried = 0, others = 0;
  for (; rc != SQLITE_OK && tried < 1000; tried++) {
    sqlite3 *db = connect();
    char *error = NULL;
    allocations = tried;
    rc = load(db, &error, &api);
    others += rc != SQLITE_OK && rc != SQLITE_NOMEM;
    sqlite3_free(error);
    others += sqlite3_close(db) != SQLITE_OK;
  }
  tap_is_int(others, 0, "each of %d allocations may fail", tried - 1);
  tap_ok(rc == SQLITE_OK && tried > 1, "until all succeed");
  tap_is_int(sqlite3_memory_used(), before, "and nothing is left");
}

static void own_function(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc, (void)argv;
  sqlite3_result_text(context, "mine", -1, SQLITE_STATIC);
}

static void register_own(sqlite3 *db) {
  sqlite3_create_function_v2(db, "modularity", 4, SQLITE_UTF8, NULL, own_function, NULL,
                             NULL, NULL);
}

/* A load replaces a host's function that has one of assay's names.  While a statement
** runs, SQLite cannot replace the host's function, so the load fails and registers
** nothing.  The test also loads the library through SQLite, which unmaps a library whose
** load fails. */
static void test_busy(void) {
  sqlite3 *db = connect();
  char *error = NULL, *library = library_name();
  register_own(db);
  sqlite3_stmt *running =
      start(db, "SELECT modularity(1, 2, 3, 4) FROM (VALUES (1), (2))");
  loads_with(db, &genuine, SQLITE_BUSY,
             "assay: cannot register modularity(source, target, cluster_source, "
             "cluster_target): unable to delete/modify user-function due to active "
             "statements",
             "a name that is in use");
  sqlite3_enable_load_extension(db, 1);
  tap_is_int(sqlite3_load_extension(db, library, "sqlite3_assay_init", &error),
             SQLITE_ERROR, "the same by way of SQLite");
  tap_ok(error != NULL && strstr(error, "cannot register modularity") != NULL,
         "... says which: %s", error);
  answers(db, "SELECT recency_decay(45)", "no such function: recency_decay",
          "nothing is registered");
  answers(db, "SELECT count(*) FROM pragma_module_list WHERE name LIKE 'assay%'", "0",
          "no table either");
  tap_is_int(sqlite3_step(running), SQLITE_ROW, "the statement runs on");
  tap_is_text((const char *)sqlite3_column_text(running, 0), "mine",
              "with the host's function");
  sqlite3_finalize(running);
  answers(db, "SELECT modularity(1, 2, 3, 4)", "mine", "which is there still");
  loads_with(db, &genuine, SQLITE_OK, NULL, "with no statement under way");
  answers(db, "SELECT modularity(1, 2, 3, 3)", "0.0", "the name is ours");
  tap_is_int(sqlite3_close(db), SQLITE_OK, "the connection closes");
  sqlite3_free(error);
  sqlite3_free(library);
}

/* A load that fails late has already replaced the host's functions.  After the failure no
** function has their names. */
static void test_names(void) {
  struct sqlite3_api_routines api = genuine;
  sqlite3 *db = connect();
  register_own(db);
  api.create_function_v2 = no_function;
  tap_is_int(load(db, NULL, &api), SQLITE_MISUSE, "a load that fails half-way");
  answers(db, "SELECT modularity(1, 2, 3, 4)", "no such function: modularity",
          "leaves no function under a name of the host's");
  sqlite3_close(db);
}

#define HASH "SELECT assay_settings_hash()"
#define OURS "SELECT assay_load_yaml('{evaluation: {deep_research: {patience: 3}}}')"

/* While a statement runs, SQLite cannot unregister functions.  So a failed load can leave
** some of assay's functions behind.  They work, and the next load adds the others.  The
** settings stay in force, even if further loads fail. */
static void test_left(void) {
  struct sqlite3_api_routines api = genuine;
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3 *db = connect();
  sqlite3_stmt *running = start(db, "SELECT column1 FROM (VALUES (1), (2))");
  api.create_module_v2 = no_module;
  tap_is_int(load(db, NULL, &api), SQLITE_MISUSE, "a load that fails at its last table");
  answers(db, OURS, "1", "leaves functions while a statement runs");
  answers(db, "SELECT tier_of(0.8)", "High", "that follow the settings");
  answers(db, "SELECT assay_version()", "no such function: assay_version", "but not all");
  char *hash = ask(db, HASH);
  tap_is_int(load(db, NULL, &api), SQLITE_MISUSE, "it fails again");
  answers(db, HASH, hash, "and the settings are in force");
  sqlite3_finalize(running);
  tap_is_int(load(db, NULL, &api), SQLITE_MISUSE, "and again when none runs any more");
  answers(db, HASH, hash, "the settings are still in force");
  tap_is_int(load(db, NULL, &genuine), SQLITE_OK, "then it succeeds");
  answers(db, HASH, hash, "with these settings");
  answers(db, "SELECT assay_version()", ASSAY_VERSION, "and all functions");
  answers(db, "SELECT count(*) > 20 FROM assay_functions", "1", "and tables");
  tap_is_int(sqlite3_close(db), SQLITE_OK, "the connection closes");
  sqlite3_free(hash);
  tap_is_int(sqlite3_memory_used(), before, "nothing is left");
}

static void test_connections(void) {
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3 *one = connect(), *two = connect();
  load(one, NULL, &genuine);
  answers(two, "SELECT tier_of(0.8)", "no such function: tier_of",
          "a load on one connection does not affect another");
  load(two, NULL, &genuine);
  answers(one, "SELECT tier_of(0.8)", "High", "the first answers");
  answers(two, "SELECT tier_of(0.8)", "High", "so does the second");
  sqlite3_close(one);
  answers(two, "SELECT tier_of(0.8)", "High", "also when the first is closed");
  sqlite3_close(two);
  tap_is_int(sqlite3_memory_used(), before, "nothing is left");
}

static int logged;

static void count_log(void *data, int code, const char *message) {
  (void)data, (void)code, (void)message;
  logged++;
}

/* sqlite3_open() runs automatic extensions.  If the connection then holds any error,
** sqlite3_open() takes it for an error of an extension. */
static void test_automatic(void) {
  sqlite3 *db = NULL;
  sqlite3_auto_extension((void (*)(void))sqlite3_assay_init);
  tap_is_int(sqlite3_open(":memory:", &db), SQLITE_OK, "an automatic extension");
  tap_is_text(sqlite3_errmsg(db), "not an error", "leaves no error behind");
  answers(db, "SELECT tier_of(0.8)", "High", "and answers");
  sqlite3_close(db);
  sqlite3_cancel_auto_extension((void (*)(void))sqlite3_assay_init);
  db = connect();
  logged = 0;
  load(db, NULL, &genuine);
  load(db, NULL, &genuine);
  tap_is_int(sqlite3_errcode(db), SQLITE_OK, "a loaded one leaves none either");
  tap_is_int(logged, 0, "and nothing is logged");
  sqlite3_close(db);
}

static void test_transaction(void) {
  sqlite3 *db = connect();
  sqlite3_exec(db, "BEGIN; CREATE TABLE t(x); INSERT INTO t VALUES (0.8)", NULL, NULL,
               NULL);
  loads_with(db, &genuine, SQLITE_OK, NULL, "in a transaction");
  answers(db, "SELECT tier_of(x) FROM t", "High", "... it answers");
  tap_is_int(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK,
             "... which is rolled back");
  answers(db, "SELECT tier_of(0.8)", "High", "... and answers");
  sqlite3_close(db);
}

int main(void) {
  sqlite3_config(SQLITE_CONFIG_LOG, count_log, NULL);
  sqlite3_initialize();
  test_mapping();
  library_open();
  test_old();
  test_registration();
  test_memory();
  test_busy();
  test_names();
  test_left();
  test_connections();
  test_automatic();
  test_transaction();
  return tap_done();
}
