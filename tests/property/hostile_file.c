/*
** Tests database files from a stranger (rule R4).  Some functions and tables are for
** top-level SQL only: no schema may use them.  If the schema of a stranger's file names
** one of them, opening the file or working with it must not call the function or read the
** table.
**
** The attacker makes the file without assay.  So the test makes each file on a connection
** without assay, with harmless functions of the same names.  Then the test opens the file
** with assay: most files in UTF-8 with trusted_schema OFF, and in UTF-16 with it ON.  The
** test tries every function for top-level SQL in every place of a schema that can hold an
** expression, and checks the text of each refusal.
*/
#define _POSIX_C_SOURCE 200809L

#include <assay.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "../tap.h"
#include "hostile_places.h"

/* EVIL changes a built-in setting.  SECRET is an unknown key, which gives a warning. */
#define EVIL "{evaluation: {deep_research: {patience: 3}}}"
#define SECRET "falcon"

static char file[] = "/tmp/assay-hostile-XXXXXX";      /* the database file */
static char settings[] = "/tmp/assay-settings-XXXXXX"; /* the YAML file with EVIL */
static sqlite3 *victim;
static int marks; /* the number of calls of mark() */

/* The functions and tables that are for top-level SQL only, each with an expression that
** uses it. */
static const struct target {
  const char *name;
  const char *call;
  bool is_table;
} targets[] = {
    {"assay_load", "assay_load('%s')", false},
    {"assay_load", "assay_load('%s', 'strict')", false},
    {"assay_load_yaml", "assay_load_yaml('" EVIL "')", false},
    {"assay_load_yaml", "assay_load_yaml('" EVIL "', 'strict')", false},
    {"assay_load_env", "assay_load_env()", false},
    {"assay_settings_yaml", "assay_settings_yaml()", false},
    {"assay_settings", "(SELECT max(origin) FROM assay_settings)", true},
    {"assay_warnings", "(SELECT max(message) FROM assay_warnings)", true},
    {"graph_metrics", "(SELECT max(node) FROM graph_metrics('SELECT mark(), 2'))", true},
};

/* Statements that users usually run on a file. */
static const char *const work[] = {
    "PRAGMA integrity_check",
    "PRAGMA quick_check",
    "PRAGMA foreign_key_check",
    "INSERT INTO t VALUES (7)",
    "REPLACE INTO s VALUES (7, 7)",
    "UPDATE t SET a = a + 1",
    "DELETE FROM t WHERE a = 8",
    "INSERT INTO o DEFAULT VALUES",
    "SELECT * FROM t, s",
    "SELECT * FROM o",
    "REINDEX",
    "ANALYZE",
    "ALTER TABLE t ADD COLUMN z CHECK (z IS NULL)",
    "ALTER TABLE t RENAME COLUMN a TO y",
    "ALTER TABLE t RENAME TO u",
    "DROP TABLE s",
    "VACUUM",
};

static void nothing(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  (void)argv;
  sqlite3_result_int(context, 0);
}

static void mark(sqlite3_context *context, int argc, sqlite3_value **argv) {
  marks++;
  nothing(context, argc, argv);
}

/* Returns the message of an error, or "no error".  The caller frees it. */
static char *try(sqlite3 *db, const char *sql) {
  char *message = NULL;
  int rc = sqlite3_exec(db, sql, NULL, NULL, &message);
  if (rc == SQLITE_OK) return sqlite3_mprintf("no error");
  return message != NULL ? message : sqlite3_mprintf("%s", sqlite3_errstr(rc));
}

static void run(sqlite3 *db, const char *sql) {
  char *message = try(db, sql);
  if (strcmp(message, "no error") != 0) tap_bail("%s: %s", sql, message);
  sqlite3_free(message);
}

static bool refused(sqlite3 *db, const char *sql, const char *want, const char *name) {
  char *message = try(db, sql);
  bool pass = tap_is_text(message, want, "%s", name);
  sqlite3_free(message);
  return pass;
}

static sqlite3_int64 ask(sqlite3 *db, const char *sql) {
  sqlite3_stmt *query = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK ||
      sqlite3_step(query) != SQLITE_ROW) {
    tap_bail("%s: %s", sql, sqlite3_errmsg(db));
  }
  sqlite3_int64 answer = sqlite3_column_int64(query, 0);
  sqlite3_finalize(query);
  return answer;
}

/* Makes a new file, on a connection without assay.  Returns false if this SQLite lacks
** the syntax or the module that `sql` needs. */
static bool make(const char *encoding, const char *sql) {
  sqlite3 *maker;
  if (truncate(file, 0) != 0) tap_bail("%s: cannot be written", file);
  if (sqlite3_open(file, &maker) != SQLITE_OK) tap_bail("%s", sqlite3_errmsg(maker));
  for (size_t i = 0; i < COUNT_OF(targets); i++) {
    sqlite3_create_function(maker, targets[i].name, -1,
                            SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, nothing, NULL,
                            NULL);
  }
  char *pragma = sqlite3_mprintf("PRAGMA encoding = '%s'", encoding);
  run(maker, pragma);
  run(maker, "PRAGMA synchronous = OFF");
  run(maker, "CREATE TABLE t(a); INSERT INTO t VALUES (1);"
             "CREATE TABLE s(b UNIQUE, c); INSERT INTO s VALUES (0, 0)");
  bool made = sqlite3_exec(maker, sql, NULL, NULL, NULL) == SQLITE_OK;
  sqlite3_free(pragma);
  sqlite3_close(maker);
  return made;
}

static void open_connection(const char *name) {
  if (sqlite3_open(name, &victim) != SQLITE_OK ||
      sqlite3_assay_init(victim, NULL, NULL) != SQLITE_OK) {
    tap_bail("no connection: %s", sqlite3_errmsg(victim));
  }
}

static void open_victim(int trusted) {
  open_connection(file);
  sqlite3_exec(victim, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
  sqlite3_create_function(victim, "mark", 0, SQLITE_UTF8, NULL, mark, NULL, NULL);
  sqlite3_db_config(victim, SQLITE_DBCONFIG_TRUSTED_SCHEMA, trusted, NULL);
  marks = 0;
}

static void close_victim(void) {
  if (sqlite3_close(victim) != SQLITE_OK) tap_bail("%s", sqlite3_errmsg(victim));
}

/* True if a setting was loaded.  With writable_schema ON, this query works even if the
** file's schema is broken. */
static bool loaded(void) {
  run(victim, "PRAGMA writable_schema = ON");
  return ask(victim,
             "SELECT (SELECT count(*) FROM assay_settings "
             "WHERE origin <> 'default') + (SELECT count(*) FROM assay_warnings)") > 0;
}

/* True if the file contains SECRET, a text that occurs only in the settings of the
** connection `victim`. */
static bool leaked(void) {
  FILE *stream = fopen(file, "rb");
  if (stream == NULL) tap_bail("%s: cannot be read", file);
  char bytes[1 << 16];
  size_t count = fread(bytes, 1, sizeof bytes, stream);
  fclose(stream);
  for (size_t i = 0; i + strlen(SECRET) <= count; i++) {
    if (memcmp(bytes + i, SECRET, strlen(SECRET)) == 0) return true;
  }
  return false;
}

static void do_all_work(void) {
  for (size_t i = 0; i < COUNT_OF(work); i++) {
    sqlite3_exec(victim, work[i], NULL, NULL, NULL);
  }
}

static void test_place(const struct place *place, const struct target *target,
                       const char *expression, int trusted) {
  bool checked = sqlite3_libversion_number() >= place->checked_since;
  char *made_by = sqlite3_mprintf(place->made_by, expression);
  char *want = sqlite3_mprintf(!checked           ? NAMED
                               : target->is_table ? UNSAFE_TABLE
                                                  : place->refusal,
                               target->name);
  if (!make(trusted ? "UTF-16" : "UTF-8", made_by)) {
    if (sqlite3_libversion_number() >= place->known_since) {
      tap_bail("%s: cannot be made", made_by);
    }
    tap_skip(2, "%s: not before SQLite %d", place->where, place->known_since);
  } else {
    open_victim(trusted);
    if (target->is_table) run(victim, "SELECT assay_load_yaml('" SECRET ": 1')");
    refused(victim, place->use, want, place->where);
    do_all_work();
    tap_ok(target->is_table ? marks == 0 && !leaked() : !loaded(),
           "  and nothing is done by %s", expression);
    close_victim();
  }
  sqlite3_free(made_by);
  sqlite3_free(want);
}

static void test_places(const struct place *places, size_t count, bool tables,
                        int trusted) {
  for (size_t t = 0; t < COUNT_OF(targets); t++) {
    if (targets[t].is_table && !tables) continue;
    char *call = sqlite3_mprintf(targets[t].call, settings);
    for (size_t p = 0; p < count; p++)
      test_place(&places[p], &targets[t], call, trusted);
    sqlite3_free(call);
  }
}

static void test_tables(int trusted) {
  for (size_t t = 0; t < COUNT_OF(targets); t++) {
    if (!targets[t].is_table) continue;
    bool takes_sql = strcmp(targets[t].name, "graph_metrics") == 0;
    for (size_t p = 0; p < COUNT_OF(from_places); p++) {
      test_place(&from_places[p], &targets[t],
                 takes_sql ? "graph_metrics('SELECT mark(), 2')" : targets[t].name,
                 trusted);
    }
  }
}

/* A full-text table runs statements of its own, which call the functions that its schema
** names.  If such a statement fails, SQLite gives no message. */
static void test_full_text(int trusted) {
  static const char *const texts[] = {"assay_load_yaml", EVIL, "assay_load", settings};
  for (size_t i = 0; i < COUNT_OF(texts); i += 2) {
    for (int writes = 0; writes < 2; writes++) {
      char *made_by = sqlite3_mprintf(
          "CREATE VIRTUAL TABLE o USING fts4(a, compress=%s, uncompress=%s);"
          "INSERT INTO o_content VALUES (1, %Q)",
          writes ? texts[i] : "abs", writes ? "abs" : texts[i], texts[i + 1]);
      char *use = writes ? sqlite3_mprintf("INSERT INTO o VALUES (%Q)", texts[i + 1])
                         : sqlite3_mprintf("SELECT * FROM o");
      if (make(trusted ? "UTF-16" : "UTF-8", made_by)) {
        open_victim(trusted);
        refused(victim, use, "SQL logic error", "a full-text table's function");
        do_all_work();
        tap_ok(!loaded(), "  and nothing is done by %s", texts[i]);
        close_victim();
      } else {
        tap_skip(2, "this SQLite has no fts4");
      }
      sqlite3_free(made_by);
      sqlite3_free(use);
    }
  }
}

/* SQLite refuses a hand-written schema in which a CHECK, a generated column or a DEFAULT
** reads a table. */
static void test_forged(int trusted) {
  static const char *const forged[][2] = {
      {"CREATE TABLE o(x CHECK (x IN assay_warnings))",
       "malformed database schema (o) - subqueries prohibited in CHECK constraints"},
      {"CREATE TABLE o(x CHECK ((SELECT count(*) FROM assay_settings) > x))",
       "malformed database schema (o) - subqueries prohibited in CHECK constraints"},
      {"CREATE TABLE o(x, y AS ((SELECT max(key) FROM assay_settings)))",
       "malformed database schema (o) - subqueries prohibited in generated columns"},
      {"CREATE TABLE o(x, y DEFAULT ((SELECT max(key) FROM assay_settings)))",
       "malformed database schema (o) - default value of column [y] is not constant"},
  };
  int series = sqlite3_libversion_number() / 1000;
  if (series == 3035 || series == 3036) {
    tap_skip((int)COUNT_OF(forged), "SQLite 3.35 and 3.36 know no table at that time");
    return;
  }
  for (size_t i = 0; i < COUNT_OF(forged); i++) {
    char *made_by = sqlite3_mprintf("CREATE TABLE o(x); PRAGMA writable_schema = ON;"
                                    "UPDATE sqlite_master SET sql = %Q WHERE name = 'o'",
                                    forged[i][0]);
    if (!make("UTF-8", made_by)) tap_bail("%s: cannot be made", made_by);
    open_victim(trusted);
    refused(victim, "SELECT * FROM t", forged[i][1], forged[i][0]);
    close_victim();
    sqlite3_free(made_by);
  }
}

/* The user's own TEMP views and triggers may call the functions that are for top-level
** SQL only.  A statement may call such a function if the open file's schema does not name
** it. */
static void test_allowed(void) {
  static const char *const allowed[] = {
      "CREATE TEMP VIEW v AS SELECT assay_load_yaml('{}') AS x; SELECT x FROM v",
      "CREATE TEMP VIEW w AS SELECT sum(a) FILTER (WHERE assay_load_yaml('{}') = 0) "
      "FROM t; SELECT * FROM w",
      "CREATE TEMP TRIGGER g AFTER INSERT ON t BEGIN SELECT assay_load_yaml('{}'); END; "
      "INSERT INTO t VALUES (5)",
      "CREATE TEMP TABLE own(x CHECK (assay_load_yaml('{}') = 0), "
      "y DEFAULT (assay_load_env() >= 0)); INSERT INTO own(x) VALUES (1)",
      "CREATE TEMP VIEW r AS SELECT * FROM assay_warnings, assay_settings, "
      "graph_metrics('SELECT 1, 2'); SELECT * FROM r",
      "SELECT assay_load_yaml('{}'), max(a) FROM t, assay_settings",
  };
  make("UTF-16", "CREATE TABLE o(x)");
  open_connection(file);
  refused(victim, "SELECT assay_load_yaml('{}')", "no error",
          "a load before anything is read, in UTF-16");
  close_victim();
  make("UTF-8", "CREATE TABLE o(x -- settings: assay_load_yaml(x), assay_settings\n)");
  for (int trusted = 0; trusted < 2; trusted++) {
    open_victim(trusted);
    for (size_t i = 0; i < COUNT_OF(allowed); i++) {
      refused(victim, allowed[i], "no error", allowed[i]);
    }
    close_victim();
  }
}

/* When a function for top-level SQL only is called, assay searches for the function's
** name in the schema of every database that the connection has open. */
static void test_attached(void) {
  static const char load[] = "SELECT assay_load_yaml('{}')";
  make("UTF-8", "CREATE TABLE [x y](a AS (1), b DEFAULT (\"ASSAY_LOAD_YAML\"(1)))");
  open_connection(":memory:");
  refused(victim, load, "no error", "a load before the file is attached");
  char *attach = sqlite3_mprintf("ATTACH %Q AS \"a \"\"b\"", file);
  run(victim, attach);
  sqlite3_free(attach);
  refused(victim, load,
          "assay_load_yaml: no object of a database may name it, got table a \"b.x y",
          "none while it is");
  refused(victim, "SELECT assay_load_env()", "no error", "another may be called");
  run(victim, "DETACH \"a \"\"b\"");
  refused(victim, load, "no error", "and it may be again");
  run(victim, "PRAGMA writable_schema = ON; CREATE TABLE o(x);"
              "UPDATE sqlite_master SET sql = "
              "'CREATE VIEW o AS SELECT $a(/*), \"assay_load_yaml\"(1) /**/'");
  refused(victim, load,
          "assay_load_yaml: no object of a database may name it, got "
          "table main.o",
          "what looks like a comment hides nothing");
  close_victim();
}

static int deny_reading(void *context, int action, const char *table, const char *column,
                        const char *database, const char *trigger) {
  (void)column;
  (void)database;
  (void)trigger;
  bool schema = action == SQLITE_READ && strncmp(table, "sqlite_", 7) == 0;
  return action == *(const int *)context || schema ? SQLITE_DENY : SQLITE_OK;
}

/* A schema that cannot be read could name the called function, so assay refuses the
** call. */
static void test_unreadable(void) {
  static const char load[] = "SELECT assay_load_yaml('{}')";
  sqlite3 *other;
  int actions[] = {SQLITE_PRAGMA, SQLITE_READ};
  make("UTF-8", "CREATE TABLE o(x)");
  open_victim(1);
  if (sqlite3_open(file, &other) != SQLITE_OK) tap_bail("%s", sqlite3_errmsg(other));
  run(other, "BEGIN EXCLUSIVE");
  refused(victim, load,
          "assay_load_yaml: the schema must be readable, got 'database is locked'",
          "a file that another connection writes");
  tap_is_int(sqlite3_extended_errcode(victim) & 255, SQLITE_BUSY, "  is busy");
  run(other, "COMMIT");
  sqlite3_close(other);
  sqlite3_set_authorizer(victim, deny_reading, &actions[0]);
  refused(victim, load,
          "assay_load_yaml: the schema must be readable, got 'authorization denied'",
          "an authorizer that denies a PRAGMA");
  sqlite3_set_authorizer(victim, deny_reading, &actions[1]);
  refused(victim, load,
          "assay_load_yaml: the schema must be readable, got 'authorization denied'",
          "or the schema");
  sqlite3_set_authorizer(victim, NULL, NULL);
  refused(victim, load, "no error", "and then as before");
  close_victim();
}

/* By SQLite's rules, a table in the file hides assay's table of the same name.  With the
** prefix temp., the name still means assay's table.  Functions cannot be hidden. */
static void test_shadows(void) {
  make("UTF-8", "CREATE TABLE assay_weights(strategy, coverage);"
                "INSERT INTO assay_weights VALUES ('proposed', 9);"
                "CREATE VIEW assay_settings AS SELECT 'evil' AS key;"
                "CREATE TABLE graph_metrics(node)");
  open_victim(0);
  tap_is_int(ask(victim, "SELECT coverage FROM assay_weights"), 9,
             "a table of the file hides assay's");
  tap_is_int(ask(victim, "SELECT coverage = 0.25 FROM temp.assay_weights "
                         "WHERE strategy = 'proposed'"),
             1, "temp.assay_weights does not mean it");
  if (sqlite3_libversion_number() >= 3036000) {
    tap_is_int(ask(victim, "SELECT count(*) > 100 FROM temp.assay_settings "
                           "WHERE key <> 'evil'"),
               1, "nor does temp.assay_settings");
  } else {
    refused(victim, "SELECT * FROM temp.assay_settings",
            "assay_settings: no object of a database may name it, got view "
            "main.assay_settings",
            "temp.assay_settings is refused where SQLite does not look");
  }
  close_victim();
}

/* The tests above must have tried every function and table that is for top-level SQL
** only. */
static void test_all_are_targets(void) {
  sqlite3_stmt *list;
  make("UTF-8", "CREATE TABLE o(x)");
  open_victim(1);
  sqlite3_prepare_v2(victim,
                     "SELECT DISTINCT name FROM assay_functions "
                     "WHERE NOT deterministic",
                     -1, &list, NULL);
  while (sqlite3_step(list) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(list, 0);
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(targets); i++)
      found = found || strcmp(targets[i].name, name) == 0;
    tap_ok(found, "%s is tried", name);
  }
  sqlite3_finalize(list);
  close_victim();
}

static void make_temporary(char *path, const char *text) {
  int descriptor = mkstemp(path);
  size_t length = strlen(text);
  if (descriptor < 0 || write(descriptor, text, length) != (ssize_t)length) {
    tap_bail("%s: cannot be written", path);
  }
  close(descriptor);
}

int main(void) {
  make_temporary(file, "");
  make_temporary(settings, EVIL);
  setenv("KIRI_PATH_PENALTY", "0", 1);
  test_all_are_targets();
  for (int trusted = 0; trusted < 2; trusted++) {
    tap_note("trusted_schema %s", trusted ? "ON" : "OFF");
    test_places(query_places, COUNT_OF(query_places), true, trusted);
    test_places(table_places, COUNT_OF(table_places), false, trusted);
    test_tables(trusted);
    test_full_text(trusted);
    test_forged(trusted);
  }
  test_allowed();
  test_attached();
  test_unreadable();
  test_shadows();
  unlink(file);
  unlink(settings);
  return tap_done();
}
