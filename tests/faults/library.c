/*
** Loads the shared library as a host program does, while each allocation of a load fails
** in turn, once alone and once with all later allocations.
**
**   library [-quick] LIBRARY...
**
** If the entry point of a library fails, SQLite unmaps the library.  A function that
** stayed registered would then crash when called.  After each fault:
**
**   - if the load failed, nothing stays registered.  But while a statement runs, SQLite
**     cannot unregister functions; then the functions that stay must work;
**   - every function answers, or does not exist;
**   - the settings that the connection had before the load are unchanged;
**   - a second load succeeds, and then every function answers;
**   - the connection closes, and SQLite holds no memory.
**
** If the library stayed mapped, a call of a function that stayed registered would not
** crash, and the test would miss the error.  So the first LIBRARY must be one that
** SQLite unmaps; the program checks this.  The next LIBRARY is the build that users get.
** -quick tries fewer faults and functions.
*/
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "assay.h"
#include "calls.h"
#include "memory.h"
#include "tap.h"

enum { MOST_ROWS = 200, MOST_CALLS = 500 };

/* A connection into which the library is loaded. */
struct host {
  sqlite3 *db;
  const char *library;
  sqlite3_stmt *running; /* the host's running statement, or NULL */
  bool unrecorded;       /* SQLite had no memory to record the loaded library */
  char *settings;        /* the answer of the query IN_FORCE before the load, or
                         ** NULL if assay was not loaded */
};

struct situation {
  const char *name;
  void (*prepare)(struct host *host);
  int (*load)(struct host *host);
  bool can_undo; /* no statement runs */
  bool unmaps;   /* the library is unmapped before the load and after a failed load */
};

static const char *examples[MOST_CALLS];
static const char *answers[MOST_CALLS];
static int example_count;
static bool quick;
static long points;
static sqlite3_int64 idle_memory; /* the bytes that SQLite holds without a connection */

static void complain(const struct situation *situation, long nth, const char *what,
                     const char *detail) {
  static int complaints;
  if (complaints++ > 20) return;
  tap_note("%s, allocation %ld: %s: %.300s", situation->name, nth, what,
           detail != NULL ? detail : "no text");
}

static char *outcome(sqlite3 *db, const char *sql) {
  char *text;
  call_outcome(db, sql, MOST_ROWS, &text);
  return text;
}

static void run(sqlite3 *db, const char *sql) {
  if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
    tap_bail("%s: %s", sql, sqlite3_errmsg(db));
  }
}

static sqlite3 *connect(void) {
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) tap_bail("no database");
  sqlite3_enable_load_extension(db, 1);
  return db;
}

/* --- situations --------------------------------------------------------------------- */

static int load(struct host *host) {
  char *error = NULL;
  int rc = sqlite3_load_extension(host->db, host->library, "sqlite3_assay_init", &error);
  sqlite3_free(error);
  return rc;
}

static int load_by_sql(struct host *host) {
  char *sql =
      sqlite3_mprintf("SELECT load_extension(%Q, 'sqlite3_assay_init')", host->library);
  int rc = sql != NULL ? sqlite3_exec(host->db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
  sqlite3_free(sql);
  return rc;
}

static void prepare_nothing(struct host *host) {
  (void)host;
}

static void own(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc, (void)argv;
  sqlite3_result_text(context, "own", -1, SQLITE_STATIC);
}

static int connect_own(sqlite3 *db, void *data, int argc, const char *const *argv,
                       sqlite3_vtab **table, char **error) {
  (void)db, (void)data, (void)argc, (void)argv, (void)table;
  *error = sqlite3_mprintf("own");
  return SQLITE_ERROR;
}

/* The host's own functions and table, with names that assay also uses. */
static void prepare_names(struct host *host) {
  static const sqlite3_module table = {.xConnect = connect_own};
  sqlite3_create_function_v2(host->db, "tier_of", 1, SQLITE_UTF8, NULL, own, NULL, NULL,
                             NULL);
  sqlite3_create_function_v2(host->db, "modularity", 4, SQLITE_UTF8, NULL, own, NULL,
                             NULL, NULL);
  sqlite3_create_module_v2(host->db, "assay_settings", &table, NULL, NULL);
}

static void prepare_statement(struct host *host) {
  const char *sql = "SELECT column1 FROM (VALUES (1), (2))";
  sqlite3_prepare_v2(host->db, sql, -1, &host->running, NULL);
  if (sqlite3_step(host->running) != SQLITE_ROW) tap_bail("no running statement");
}

#define IN_FORCE "SELECT assay_settings_hash(), recency_window('ours')"

static void freeze(struct host *host) {
  run(host->db, "SELECT assay_load_yaml('evaluation: {deep_research: {"
                "recency_windows: {ours: 7}}}')");
  host->settings = outcome(host->db, IN_FORCE);
}

static void prepare_loaded(struct host *host) {
  if (load(host) != SQLITE_OK) tap_bail("cannot load");
  freeze(host);
}

/* Loads another copy of assay, which shares no memory with the library. */
static void prepare_other(struct host *host) {
  if (sqlite3_assay_init(host->db, NULL, NULL) != SQLITE_OK) tap_bail("cannot load");
  freeze(host);
}

/* After some situations the library stays mapped, so these situations come last. */
static const struct situation situations[] = {
    {"a new connection", prepare_nothing, load, true, true},
    {"names that the host has taken", prepare_names, load, true, true},
    {"while a statement runs", prepare_statement, load, false, false},
    {"by SQL", prepare_nothing, load_by_sql, false, false},
    {"a library that is loaded", prepare_loaded, load, true, false},
    {"a second load by SQL", prepare_loaded, load_by_sql, false, false},
    {"another copy that is loaded", prepare_other, load, true, false},
};

/* --- what holds afterwards ---------------------------------------------------------- */

/* Lists every function and table that can be called.  Leaves out the functions and the
** table of prepare_names(), because a failed load can remove them. */
static char *registered(const struct situation *situation, sqlite3 *db) {
  const char *names = "SELECT DISTINCT name FROM pragma_function_list UNION ALL "
                      "SELECT name FROM pragma_module_list ORDER BY 1";
  bool own_names = situation->prepare == prepare_names;
  free(outcome(db, names)); /* SQLite registers the pragmas' tables now */
  char *sql =
      sqlite3_mprintf("SELECT group_concat(name) FROM (%s) WHERE name NOT IN (%s)", names,
                      own_names ? "'tier_of', 'modularity', 'assay_settings'" : "''");
  char *list = outcome(db, sql);
  sqlite3_free(sql);
  return list;
}

/* True if the example's function does not exist or is the host's own function. */
static bool is_absent(const char *got) {
  return strstr(got, ": no such function") != NULL ||
         strstr(got, ": no such table") != NULL ||
         strstr(got, ": wrong number of arguments") != NULL ||
         strncmp(got, "\n'own'", 6) == 0 || strcmp(got, "\nerror 1: own") == 0;
}

/* Calls the functions of the examples.  If `all` is true, no function may be missing. */
static void call_functions(const struct situation *situation, struct host *host, long nth,
                           bool all, bool *sound) {
  int step = quick ? 16 : 1;
  for (int i = (int)(nth % step); i < example_count; i += step) {
    char *got = outcome(host->db, examples[i]);
    if (strcmp(got, answers[i]) != 0 && (all || !is_absent(got))) {
      complain(situation, nth, examples[i], got);
      *sound = false;
    }
    free(got);
  }
}

static void check_settings(const struct situation *situation, struct host *host, long nth,
                           bool *sound) {
  if (host->settings == NULL) return;
  char *now = outcome(host->db, IN_FORCE);
  if (strcmp(now, host->settings) != 0) {
    complain(situation, nth, "other settings are in force", now);
    *sound = false;
  }
  free(now);
}

/* The function that a load registers last. */
#define LAST ",assay_version,"

/* Checks that a failed load has left nothing registered.  The last step of a load is that
** SQLite records the library.  If SQLite has no memory for this step, everything stays
** registered and mapped. */
static void check_nothing_left(const struct situation *situation, struct host *host,
                               long nth, const char *before, bool *sound) {
  char *now = registered(situation, host->db);
  host->unrecorded = strstr(before, LAST) == NULL && strstr(now, LAST) != NULL;
  if (strcmp(now, before) != 0 && !host->unrecorded) {
    complain(situation, nth, "what is registered has changed", now);
    *sound = false;
  }
  free(now);
}

static bool is_mapped(const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
  if (handle != NULL) dlclose(handle);
  return handle != NULL;
}

/* Unmaps a library that SQLite has opened, but has not recorded as loaded. */
static void unmap(const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
  if (handle == NULL || dlclose(handle) != 0 || dlclose(handle) != 0) {
    tap_bail("a load that has succeeded is not mapped");
  }
}

static void check_end(const struct situation *situation, struct host *host, long nth,
                      bool *sound) {
  if (host->running != NULL && sqlite3_step(host->running) != SQLITE_ROW) {
    complain(situation, nth, "the statement does not run on", sqlite3_errmsg(host->db));
    *sound = false;
  }
  sqlite3_finalize(host->running);
  int rc = sqlite3_close(host->db);
  if (host->unrecorded) unmap(host->library);
  if (rc != SQLITE_OK || sqlite3_memory_used() != idle_memory) {
    complain(situation, nth, "the connection", "does not close, or leaves memory behind");
    *sound = false;
  }
  idle_memory = sqlite3_memory_used();
}

/* Makes allocation `nth` fail.  Returns false if the load makes fewer allocations. */
static bool try_fault(const struct situation *situation, const char *library, long nth,
                      bool from_there_on, bool *sound) {
  struct host host = {.db = connect(), .library = library};
  situation->prepare(&host);
  char *before = registered(situation, host.db);
  memory_fail(nth, from_there_on);
  int rc = situation->load(&host);
  bool failed = memory_recover();
  if (rc != SQLITE_OK && situation->can_undo) {
    check_nothing_left(situation, &host, nth, before, sound);
  }
  bool all = rc == SQLITE_OK || host.unrecorded || host.settings != NULL;
  call_functions(situation, &host, nth, all, sound);
  check_settings(situation, &host, nth, sound);
  if (load(&host) != SQLITE_OK) {
    complain(situation, nth, "a second load fails", sqlite3_errmsg(host.db));
    *sound = false;
  }
  call_functions(situation, &host, nth, true, sound);
  check_settings(situation, &host, nth, sound);
  check_end(situation, &host, nth, sound);
  free(host.settings);
  free(before);
  points += failed;
  return failed;
}

static void sweep(const struct situation *situation, const char *library) {
  bool sound = true;
  points = 0;
  for (int mode = 0; mode < 2; mode++) {
    long nth = 1;
    while (try_fault(situation, library, nth, mode == 1, &sound))
      nth += quick ? 1 + nth / 16 : 1;
  }
  tap_ok(sound && points > 0, "%s: %ld fault points", situation->name, points);
}

/* --- linked in ---------------------------------------------------------------------- */

/* Loads assay as an automatic extension.  If the load fails, sqlite3_open() fails too,
** and can still return a connection. */
static bool try_automatic(long nth, bool from_there_on, bool *sound) {
  static const struct situation situation = {.name = "an automatic extension"};
  struct host host = {.db = NULL};
  memory_fail(nth, from_there_on);
  int rc = sqlite3_open(":memory:", &host.db);
  bool failed = memory_recover();
  if (host.db != NULL) {
    call_functions(&situation, &host, nth, rc == SQLITE_OK, sound);
    if (sqlite3_assay_init(host.db, NULL, NULL) != SQLITE_OK) {
      complain(&situation, nth, "a second load fails", sqlite3_errmsg(host.db));
      *sound = false;
    }
    call_functions(&situation, &host, nth, true, sound);
  }
  check_end(&situation, &host, nth, sound);
  points += failed;
  return failed;
}

static void sweep_automatic(void) {
  bool sound = true;
  points = 0;
  sqlite3_auto_extension((void (*)(void))sqlite3_assay_init);
  idle_memory = sqlite3_memory_used();
  for (int mode = 0; mode < 2; mode++) {
    long nth = 1;
    while (try_automatic(nth, mode == 1, &sound))
      nth += quick ? 1 + nth / 16 : 1;
  }
  sqlite3_reset_auto_extension();
  idle_memory = sqlite3_memory_used();
  tap_ok(sound && points > 0, "an automatic extension: %ld fault points", points);
}

/* --- the examples ------------------------------------------------------------------- */

/* Each example gets its own connection, since some of them load settings. */
static void learn_examples(void) {
  static struct calls calls;
  sqlite3 *db = connect();
  sqlite3_assay_init(db, NULL, NULL);
  if (calls_read(db, &calls) != SQLITE_OK) tap_bail("no function table");
  for (int i = 0; i < calls.count && example_count < MOST_CALLS; i++) {
    if (calls.items[i].direct_only) continue;
    examples[example_count] = calls.items[i].example;
    answers[example_count++] = outcome(db, calls.items[i].example);
  }
  sqlite3_close(db);
}

int main(int argc, char **argv) {
  memory_install();
  int first = 1;
  if (argc > 1 && strcmp(argv[1], "-quick") == 0) {
    quick = true;
    first = 2;
  }
  sqlite3_close(connect());
  idle_memory = sqlite3_memory_used();
  learn_examples();
  sweep_automatic();
  long total = points;
  for (int i = first; i < argc; i++) {
    tap_ok(!is_mapped(argv[i]), "%s is tried", argv[i]);
    for (size_t s = 0; s < sizeof situations / sizeof *situations; s++) {
      sweep(&situations[s], argv[i]);
      total += points;
      if (i == first && situations[s].unmaps) {
        tap_ok(!is_mapped(argv[i]), "... and it is unmapped");
      }
    }
  }
  tap_note("%ld fault points", total);
  return tap_done();
}
