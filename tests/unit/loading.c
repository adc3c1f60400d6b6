/*
** Loading the shared library: twice, into two connections, into a host that refuses.
**
** The library is opened here as SQLite would open it, and its entry point is given an
** interface of our own: a copy of SQLite's in which one slot lies.
*/
#include "../tap.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3ext.h>

#include "assay.h"

typedef int entry_point(sqlite3 *, char **, const struct sqlite3_api_routines *);

static struct sqlite3_api_routines genuine;
static entry_point *load;

/* SQLite shows its interface to nobody but an extension. */
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

static void open_library(void) {
  const char *path = getenv("ASSAY_EXTENSION");
  char *relative = sqlite3_mprintf("./%s", path != NULL ? path : "build/assay.so");
  const char *name = relative[2] == '/' ? relative + 2 : relative;
  void *library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) tap_bail("%s", dlerror());
  void *symbol = dlsym(library, "sqlite3_assay_init");
  if (symbol == NULL) tap_bail("no entry point");
  memcpy(&load, &symbol, sizeof load); /* ISO C has no cast from object to function */
  sqlite3_free(relative);
  sqlite3_auto_extension((void (*)(void))catch_interface);
  sqlite3_close(connect());
  sqlite3_cancel_auto_extension((void (*)(void))catch_interface);
  if (genuine.libversion_number == NULL) tap_bail("no interface");
}

/* The first column of a query as text, to be freed; NULL after an error. */
static char *ask(sqlite3 *db, const char *sql) {
  sqlite3_stmt *query = NULL;
  char *answer = NULL;
  sqlite3_prepare_v2(db, sql, -1, &query, NULL);
  if (query != NULL && sqlite3_step(query) == SQLITE_ROW) {
    answer = sqlite3_mprintf("%s", sqlite3_column_text(query, 0));
  }
  sqlite3_finalize(query);
  return answer;
}

static void answers(sqlite3 *db, const char *sql, const char *want, const char *name) {
  char *got = ask(db, sql);
  tap_is_text(got, want, "%s", name);
  sqlite3_free(got);
}

/* Loads with an interface into a new connection; checks the error and that nothing stays
** allocated once message and connection are gone. */
static void refuses(const struct sqlite3_api_routines *api, int rc, const char *message,
                    const char *name) {
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3 *db = connect();
  char *error = NULL;
  tap_is_int(load(db, &error, api), rc, "%s: the code", name);
  tap_is_text(error, message, "%s: the message", name);
  sqlite3_free(error);
  tap_is_int(load(db, NULL, api), rc, "%s: the code where no message is asked for", name);
  tap_is_int(sqlite3_close(db), SQLITE_OK, "%s: the connection closes", name);
  tap_is_int(sqlite3_memory_used(), before, "%s: nothing is left", name);
}

static int old_number(void) {
  return 3030001;
}

static const char *old_version(void) {
  return "3.30.1";
}

/* An older library lacks slots: every other one is NULL here, and a call would crash. */
static void test_old(void) {
  struct sqlite3_api_routines old = {.libversion_number = old_number,
                                     .libversion = old_version,
                                     .mprintf = genuine.mprintf,
                                     .free = genuine.free};
  refuses(&old, SQLITE_ERROR, "assay needs SQLite 3.31.0 or newer, this is 3.30.1",
          "SQLite 3.30.1");
}

/* What SQLite does where a registration fails: it destroys the client data. */
static int no_function(sqlite3 *db, const char *name, int argc, int flags, void *data,
                       void (*scalar)(sqlite3_context *, int, sqlite3_value **),
                       void (*step)(sqlite3_context *, int, sqlite3_value **),
                       void (*final)(sqlite3_context *), void (*destroy)(void *)) {
  if (strcmp(name, "tier_meets") != 0) {
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
  if (strcmp(name, "assay_functions") != 0) {
    return sqlite3_create_module_v2(db, name, module, data, destroy);
  }
  destroy(data);
  return SQLITE_MISUSE;
}

static const char *reason(sqlite3 *db) {
  (void)db;
  return "because";
}

/* A registration that fails names its row. */
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

static int allocations; /* that succeed before the one that fails */

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
  tap_ok(rc == SQLITE_OK && tried > 20, "until all succeed");
  tap_is_int(sqlite3_memory_used(), before, "and nothing is left");
}

static void test_twice(void) {
  sqlite3 *db = connect();
  char *error = NULL;
  tap_is_int(load(db, &error, &genuine), SQLITE_OK, "loading");
  tap_is_text(error, NULL, "without a message");
  sqlite3_stmt *running = NULL;
  const char *sql = "SELECT tier_of(column1) FROM (VALUES (0.9), (0.8))";
  sqlite3_prepare_v2(db, sql, -1, &running, NULL);
  sqlite3_step(running);
  tap_is_int(load(db, &error, &genuine), SQLITE_OK, "again, while a statement runs");
  tap_is_text(error, NULL, "without a message either");
  tap_is_int(sqlite3_step(running), SQLITE_ROW, "which runs on");
  tap_is_text((const char *)sqlite3_column_text(running, 0), "High", "with its answer");
  sqlite3_finalize(running);
  answers(db, "SELECT count(*) > 20 FROM assay_functions", "1",
          "the functions are there");
  sqlite3_close(db);
}

/* A user's function of the same name is replaced, unless it is running. */
static void own_tier_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc, (void)argv;
  sqlite3_result_text(context, "mine", -1, SQLITE_STATIC);
}

static void test_busy(void) {
  sqlite3 *db = connect();
  sqlite3_stmt *running = NULL;
  char *error = NULL;
  sqlite3_create_function_v2(db, "tier_of", 1, SQLITE_UTF8, NULL, own_tier_of, NULL, NULL,
                             NULL);
  sqlite3_prepare_v2(db, "SELECT tier_of(1) FROM (VALUES (1), (2))", -1, &running, NULL);
  sqlite3_step(running);
  tap_is_int(load(db, &error, &genuine), SQLITE_BUSY, "a name that is in use");
  tap_ok(error != NULL && strstr(error, "cannot register tier_of(score): ") != NULL,
         "is named: %s", error);
  sqlite3_free(error);
  sqlite3_finalize(running);
  tap_is_int(load(db, NULL, &genuine), SQLITE_OK, "and is taken once it is free");
  answers(db, "SELECT tier_of(1)", "Elite", "the name is ours");
  answers(db, "SELECT count(*) > 20 FROM assay_functions", "1", "and so are all others");
  sqlite3_close(db);
}

static void another_version(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc, (void)argv;
  sqlite3_result_text(context, "0.0.1", -1, SQLITE_STATIC);
}

static void no_version(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc, (void)argv;
  sqlite3_result_error(context, "out of order", -1);
}

/* Another version of assay is replaced, and so is what only bears the name. */
static void test_another(void) {
  void (*const versions[])(sqlite3_context *, int, sqlite3_value **) = {another_version,
                                                                        no_version};
  for (int i = 0; i < 2; i++) {
    sqlite3 *db = connect();
    sqlite3_create_function_v2(db, "assay_version", 0, SQLITE_UTF8, NULL, versions[i],
                               NULL, NULL, NULL);
    tap_is_int(load(db, NULL, &genuine), SQLITE_OK, "loaded over another version");
    answers(db, "SELECT assay_version()", ASSAY_VERSION, "... that is there no more");
    answers(db, "SELECT tier_of(1)", "Elite", "... and all functions are");
    sqlite3_close(db);
  }
}

static void test_connections(void) {
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3 *one = connect(), *two = connect();
  load(one, NULL, &genuine);
  answers(two, "SELECT tier_of(0.8)", NULL, "one connection knows nothing of another");
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

/* sqlite3_open() takes any error that the connection holds for that of an extension. */
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

/* The static library: a NULL interface, a NULL message. */
static void test_static(void) {
  sqlite3 *db = connect();
  tap_is_int(sqlite3_assay_init(db, NULL, NULL), SQLITE_OK, "linked in");
  tap_is_int(sqlite3_assay_init(db, NULL, NULL), SQLITE_OK, "twice");
  tap_is_int(load(db, NULL, &genuine), SQLITE_OK, "and loaded on top");
  answers(db, "SELECT assay_version()", ASSAY_VERSION, "the version of the header");
  sqlite3_close(db);
}

int main(void) {
  sqlite3_config(SQLITE_CONFIG_LOG, count_log, NULL);
  sqlite3_initialize();
  open_library();
  test_old();
  test_registration();
  test_memory();
  test_twice();
  test_busy();
  test_another();
  test_connections();
  test_automatic();
  test_static();
  return tap_done();
}
