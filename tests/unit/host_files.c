/* Tests ext/bind/host_files.c: a sealed build removes the host's functions that read and
** write files. */
#include "bind/host_files.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "tap.h"

static void one(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc, (void)argv;
  sqlite3_result_int(context, 1);
}

static void offer(sqlite3 *db, const char *name, int argument_count) {
  sqlite3_create_function_v2(db, name, argument_count, SQLITE_UTF8, NULL, one, NULL, NULL,
                             NULL);
}

/* A table that can't be opened.  `context` counts how often SQLite tries. */
static int closed(sqlite3 *db, void *context, int argc, const char *const *argv,
                  sqlite3_vtab **table, char **message) {
  (void)db, (void)argc, (void)argv, (void)table, (void)message;
  ++*(int *)context;
  return SQLITE_ERROR;
}

static const char *ask(sqlite3 *db, const char *sql) {
  static char answer[200];
  sqlite3_stmt *query = NULL;
  bool row = sqlite3_prepare_v2(db, sql, -1, &query, NULL) == SQLITE_OK &&
             sqlite3_step(query) == SQLITE_ROW;
  const char *text =
      row ? (const char *)sqlite3_column_text(query, 0) : sqlite3_errmsg(db);
  sqlite3_snprintf(sizeof answer, answer, "%s", text);
  sqlite3_finalize(query);
  return answer;
}

static void drops(sqlite3 *db, int want, const char *want_message, const char *name) {
  char *message = NULL;
  tap_is_int(host_files_drop(db, &message), want, "%s", name);
  tap_is_text(message, want_message, "... and says so");
  sqlite3_free(message);
}

int main(void) {
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) tap_bail("no connection");
  drops(db, SQLITE_OK, NULL, "where there is none of them");
  offer(db, "readfile", 1);
  offer(db, "ReadFile", 2);
  offer(db, "writefile", -1);
  offer(db, "sha3_query", 1);
  offer(db, "sha3_query", 2);
  offer(db, "sha3", 1);
  static const sqlite3_module fsdir = {.xConnect = closed};
  int opened = 0;
  sqlite3_create_module_v2(db, "fsdir", &fsdir, &opened, NULL);
  ask(db, "SELECT * FROM fsdir");
  tap_is_int(opened, 1, "a host has the table");
  tap_is_text(ask(db, "SELECT writefile('a', 'b', 3, 4)"), "1", "a host has them");

  sqlite3_stmt *running = NULL;
  sqlite3_prepare_v2(db, "SELECT readfile('a')", -1, &running, NULL);
  sqlite3_step(running);
  drops(db, SQLITE_BUSY,
        "assay: cannot take readfile away from this connection: unable to "
        "delete/modify user-function due to active statements",
        "while a statement runs");
  tap_is_text(ask(db, "SELECT sha3_query('a')"), "1",
              "the function after it is still there");
  sqlite3_finalize(running);

  drops(db, SQLITE_OK, NULL, "where all are there");
  static const char *const gone[] = {"writefile", "sha3_query", "sha3_query"};
  static const char *const calls[] = {"SELECT writefile('a', 'b')",
                                      "SELECT sha3_query('a')",
                                      "SELECT sha3_query('a', 256)"};
  for (int i = 0; i < 3; i++) {
    char want[80];
    sqlite3_snprintf(sizeof want, want, "no such function: %s", gone[i]);
    tap_is_text(ask(db, calls[i]), want, "%s", calls[i]);
  }
  tap_is_text(ask(db, "SELECT * FROM fsdir"), "no such table: fsdir",
              "the table of files is gone");
  tap_is_int(opened, 1, "... so SQLite does not try to open it");
  tap_is_text(ask(db, "SELECT readfile('a')"),
              "wrong number of arguments to function readfile()",
              "the form with one argument is gone");
  tap_is_text(ask(db, "SELECT readfile('a', 'b')"), "1",
              "a host's own with other arguments stays");
  tap_is_text(ask(db, "SELECT sha3('a')"), "1", "a function that reads no file stays");
  sqlite3_close(db);
  return tap_done();
}
