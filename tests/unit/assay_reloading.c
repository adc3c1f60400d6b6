/*
** Tests loading assay again on a connection that has it.  The connection keeps its
** settings, even if the host program refuses some statements.  A load that cannot find
** out whether the connection already has assay changes nothing.
**
** The library knows on which connections it has been loaded.  It finds another copy of
** assay, such as the copy linked into this program, only by a query on the connection.
*/
#include "library.h"

/* OURS changes the settings.  IN_FORCE uses the settings, which then cannot change. */
#define OURS                                                                             \
  "SELECT assay_load_yaml('evaluation: {deep_research: {recency_windows: {ours: 7}}}')"
#define IN_FORCE "SELECT recency_window('ours') || ' ' || assay_settings_hash()"

#define CANNOT_TELL "assay: cannot tell whether it is loaded on this connection already: "

enum copy { NONE, LIBRARY, LINKED_IN };

/* Returns a new connection.  Unless `copy` is NONE, the connection has that copy of assay
** and the settings OURS. */
static sqlite3 *connect_with(enum copy copy) {
  sqlite3 *db = connect();
  int rc = copy == LIBRARY     ? load(db, NULL, &genuine)
           : copy == LINKED_IN ? sqlite3_assay_init(db, NULL, NULL)
                               : SQLITE_OK;
  if (rc != SQLITE_OK) tap_bail("cannot load");
  if (copy != NONE) answers(db, OURS, "1", "settings of our own");
  return db;
}

/* --- hosts that refuse statements --------------------------------------------------- */

static int deny_all(void *data, int action, const char *a, const char *b, const char *c,
                    const char *d) {
  (void)data, (void)action, (void)a, (void)b, (void)c, (void)d;
  return SQLITE_DENY;
}

static int deny_pragma(void *data, int action, const char *a, const char *b,
                       const char *c, const char *d) {
  (void)data, (void)a, (void)b, (void)c, (void)d;
  return action == SQLITE_PRAGMA ? SQLITE_DENY : SQLITE_OK;
}

static int deny_functions(void *data, int action, const char *a, const char *b,
                          const char *c, const char *d) {
  (void)data, (void)a, (void)b, (void)c, (void)d;
  return action == SQLITE_FUNCTION ? SQLITE_DENY : SQLITE_OK;
}

static int ignore_functions(void *data, int action, const char *a, const char *b,
                            const char *c, const char *d) {
  (void)data, (void)a, (void)b, (void)c, (void)d;
  return action == SQLITE_FUNCTION ? SQLITE_IGNORE : SQLITE_OK;
}

static int interrupt(void *data) {
  (void)data;
  return 1;
}

struct host {
  const char *name;
  int (*authorizer)(void *, int, const char *, const char *, const char *, const char *);
  bool progress;   /* does a progress handler end every statement? */
  int first;       /* the result code of a first load */
  int over_linked; /* the result code if the linked copy was loaded before */
  const char *reason;
};

static const struct host hosts[] = {
    {"nothing is refused", NULL, false, SQLITE_OK, SQLITE_OK, NULL},
    {"everything is denied", deny_all, false, SQLITE_AUTH, SQLITE_AUTH,
     CANNOT_TELL "not authorized"},
    {"pragmas are denied", deny_pragma, false, SQLITE_OK, SQLITE_OK, NULL},
    {"functions are denied", deny_functions, false, SQLITE_OK, SQLITE_ERROR,
     CANNOT_TELL "not authorized to use function: assay_version"},
    {"functions are ignored", ignore_functions, false, SQLITE_OK, SQLITE_ERROR,
     CANNOT_TELL "no answer"},
    {"statements are interrupted", NULL, true, SQLITE_OK, SQLITE_INTERRUPT,
     CANNOT_TELL "interrupted"},
};

static void refuse(sqlite3 *db, const struct host *host) {
  sqlite3_set_authorizer(db, host->authorizer, NULL);
  sqlite3_progress_handler(db, host->progress, host->progress ? interrupt : NULL, NULL);
}

static void allow(sqlite3 *db) {
  sqlite3_set_authorizer(db, NULL, NULL);
  sqlite3_progress_handler(db, 0, NULL, NULL);
}

static void loads_over(const struct host *host, enum copy copy, int rc) {
  sqlite3 *db = connect_with(copy);
  char *before = ask(db, IN_FORCE);
  refuse(db, host);
  loads_with(db, &genuine, rc, rc != SQLITE_OK ? host->reason : NULL, host->name);
  allow(db);
  answers(db, IN_FORCE, before, "... the settings are in force");
  answers(db, OURS, "0", "... and this load of them changes nothing");
  tap_is_int(sqlite3_close(db), SQLITE_OK, "... the connection closes");
  sqlite3_free(before);
}

/* Since SQLite 3.41 a progress handler interrupts even the preparation of a statement. */
static int expected_first(const struct host *host) {
  bool refuses = host->progress && sqlite3_libversion_number() >= 3041000;
  return refuses ? host->over_linked : host->first;
}

static void loads_first(const struct host *host) {
  sqlite3 *db = connect();
  int rc = expected_first(host);
  refuse(db, host);
  loads_with(db, &genuine, rc, rc != SQLITE_OK ? host->reason : NULL, host->name);
  if (rc == SQLITE_OK) {
    tap_is_int(sqlite3_errcode(db), SQLITE_OK, "... no error is left");
  }
  allow(db);
  answers(db, "SELECT tier_of(0.8)",
          rc == SQLITE_OK ? "High" : "no such function: tier_of",
          "... all of it or nothing");
  loads_with(db, &genuine, SQLITE_OK, NULL, "... nothing being refused any more");
  answers(db, "SELECT tier_of(0.8)", "High", "... it answers");
  sqlite3_close(db);
}

static void test_hosts(void) {
  for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
    tap_note("%s: over nothing, over itself, over another copy", hosts[i].name);
    loads_first(&hosts[i]);
    loads_over(&hosts[i], LIBRARY, SQLITE_OK);
    loads_over(&hosts[i], LINKED_IN, hosts[i].over_linked);
  }
}

/* An interrupt lasts as long as a statement is running. */
static void test_interrupt(void) {
  for (enum copy copy = NONE; copy <= LINKED_IN; copy++) {
    sqlite3 *db = connect_with(copy);
    char *before = copy != NONE ? ask(db, IN_FORCE) : NULL;
    sqlite3_stmt *running = start(db, "SELECT column1 FROM (VALUES (1), (2))");
    sqlite3_interrupt(db);
    int rc = load(db, NULL, &genuine);
    tap_ok(rc == SQLITE_OK || rc == SQLITE_INTERRUPT, "interrupted, over copy %d", copy);
    if (copy == LIBRARY) tap_is_int(rc, SQLITE_OK, "... which need not ask");
    sqlite3_finalize(running);
    if (copy != NONE) answers(db, IN_FORCE, before, "... the settings are in force");
    sqlite3_close(db);
    sqlite3_free(before);
  }
}

/* Acts as sqlite3_prepare_v2() of an SQLite without PRAGMA function_list.  In such an
** SQLite the pragma gives no rows. */
static int no_list(sqlite3 *db, const char *sql, int length, sqlite3_stmt **statement,
                   const char **tail) {
  if (strncmp(sql, "PRAGMA", 6) == 0) sql = "PRAGMA none";
  return sqlite3_prepare_v2(db, sql, length, statement, tail);
}

static void test_no_list(void) {
  struct sqlite3_api_routines api = genuine;
  api.prepare_v2 = no_list;
  sqlite3 *db = connect();
  loads_with(db, &api, SQLITE_OK, NULL, "without a list of functions");
  tap_is_int(sqlite3_errcode(db), SQLITE_OK, "... no error is left");
  answers(db, "SELECT tier_of(0.8)", "High", "... it answers");
  sqlite3_close(db);
  db = connect_with(LINKED_IN);
  char *before = ask(db, IN_FORCE);
  loads_with(db, &api, SQLITE_OK, NULL, "without a list over another copy");
  answers(db, IN_FORCE, before, "... the settings are in force");
  sqlite3_close(db);
  sqlite3_free(before);
  db = connect();
  load(db, NULL, &genuine); /* restores the interface of assay's functions */
  sqlite3_close(db);
}

/* --- functions that the connection has already -------------------------------------- */

static void another_version(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc, (void)argv;
  sqlite3_result_text(context, "0.0.1", -1, SQLITE_STATIC);
}

static void no_version(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc, (void)argv;
  sqlite3_result_error(context, "out of order", -1);
}

static void register_version(sqlite3 *db,
                             void version(sqlite3_context *, int, sqlite3_value **)) {
  sqlite3_create_function_v2(db, "Assay_Version", 0, SQLITE_UTF8, NULL, version, NULL,
                             NULL, NULL);
}

/* A load never replaces an assay_version() of another version or of the host. */
static void test_another(void) {
  sqlite3 *db = connect();
  register_version(db, another_version);
  loads_with(db, &genuine, SQLITE_ERROR, CANNOT_TELL "no such table: assay_functions",
             "over a function of that name");
  sqlite3_exec(db, "CREATE TEMP TABLE assay_functions AS SELECT 'assay_load' AS name",
               NULL, NULL, NULL);
  loads_with(db, &genuine, SQLITE_ERROR,
             "assay 0.0.1 is already loaded on this connection, this is " ASSAY_VERSION,
             "over another version");
  answers(db, "SELECT assay_version()", "0.0.1", "... which is there as before");
  register_version(db, no_version);
  loads_with(db, &genuine, SQLITE_ERROR, CANNOT_TELL "out of order",
             "over one that does not tell");
  answers(db, "SELECT tier_of(1)", "no such function: tier_of",
          "nothing is registered on top of any");
  sqlite3_close(db);
}

/* If the host has replaced one of assay's functions, a second load keeps the host's
** function. */
static void test_overridden(void) {
  sqlite3 *db = connect_with(LIBRARY);
  char *before = ask(db, IN_FORCE);
  register_version(db, another_version);
  sqlite3_create_function_v2(db, "tier_of", 1, SQLITE_UTF8, NULL, another_version, NULL,
                             NULL, NULL);
  loads_with(db, &genuine, SQLITE_OK, NULL, "again, over functions of the host's");
  answers(db, "SELECT assay_version() || tier_of(1)", "0.0.10.0.1", "... they stay");
  answers(db, IN_FORCE, before, "... and so do the settings");
  sqlite3_close(db);
  sqlite3_free(before);
}

static void test_twice(void) {
  sqlite3 *db = connect();
  loads_with(db, &genuine, SQLITE_OK, NULL, "loading");
  sqlite3_stmt *running =
      start(db, "SELECT recency_decay(column1, 'ours') FROM (VALUES (0), (0))");
  loads_with(db, &genuine, SQLITE_OK, NULL, "again, while a statement runs");
  tap_is_int(sqlite3_step(running), SQLITE_ROW, "which runs on");
  tap_is_text((const char *)sqlite3_column_text(running, 0), "1.0", "with its answer");
  sqlite3_finalize(running);
  answers(db, "SELECT count(*) > 20 FROM assay_functions", "1",
          "the functions are there");
  sqlite3_close(db);
}

/* The library knows many connections at a time, which may close in any order.  The
** library forgets a closed connection, even if a new one gets the same address. */
static void test_many(void) {
  enum { MANY = 5 };
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3 *dbs[MANY];
  char *hash[MANY];
  for (int i = 0; i < MANY; i++) {
    dbs[i] = connect();
    load(dbs[i], NULL, &genuine);
    char *sql = sqlite3_mprintf("SELECT assay_load_yaml('evaluation: {deep_research: "
                                "{max_rounds: %d}}')",
                                i + 5);
    sqlite3_free(ask(dbs[i], sql));
    sqlite3_free(sql);
    hash[i] = ask(dbs[i], "SELECT assay_settings_hash()");
  }
  static const int order[MANY] = {2, 0, 4, 1, 3};
  for (int i = 0; i < MANY; i++) {
    for (int j = i; j < MANY; j++) {
      load(dbs[order[j]], NULL, &genuine);
      answers(dbs[order[j]], "SELECT assay_settings_hash()", hash[order[j]],
              "each connection keeps its own");
    }
    sqlite3_close(dbs[order[i]]);
    sqlite3_free(hash[order[i]]);
    sqlite3 *next = connect();
    answers(next, "SELECT tier_of(1)", "no such function: tier_of", "a new one has none");
    tap_is_int(load(next, NULL, &genuine), SQLITE_OK, "... until it is loaded");
    answers(next, "SELECT tier_of(1)", "Elite", "... which it can be");
    sqlite3_close(next);
  }
  tap_is_int(sqlite3_memory_used(), before, "nothing is left");
}

/* The linked copy is loaded with a NULL interface and a NULL message. */
static void test_static(void) {
  sqlite3 *db = connect();
  tap_is_int(sqlite3_assay_init(db, NULL, NULL), SQLITE_OK, "linked in");
  tap_is_int(sqlite3_assay_init(db, NULL, NULL), SQLITE_OK, "twice");
  tap_is_int(load(db, NULL, &genuine), SQLITE_OK, "and loaded on top");
  answers(db, "SELECT assay_version()", ASSAY_VERSION, "the version of the header");
  sqlite3_close(db);
}

int main(void) {
  library_open();
  test_hosts();
  test_interrupt();
  test_no_list();
  test_another();
  test_overridden();
  test_twice();
  test_many();
  test_static();
  return tap_done();
}
