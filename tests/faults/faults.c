/*
** Runs statements while each of their allocations fails in turn, once alone and once
** with all later allocations.
**
**   faults [-quick] [FILE.sql...]
**
** The statements come from the table assay_functions and from the scripts on the command
** line.  From the table the program runs the example of every row, every aggregate's
** example as a window function, and every function over values of all kinds.  Every
** allocation from a statement's preparation to its end fails in turn.  The test checks:
**
**   - the statement gives the answer that it gives with enough memory, or SQLITE_NOMEM;
**   - then, with enough memory again, the same connection gives that answer;
**   - when the connection is closed, SQLite and libyaml hold not one byte.
**
** Each example is also tried with its numbers as TEXT, because newer versions of SQLite
** need memory to read such a number.  Without this memory, SQLite does not treat the
** text as a number.
**
** All statements are tried twice, in a UTF-8 and in a UTF-16 database.  In UTF-16, SQLite
** must convert every text before a function can read it, which needs memory.
**
** -quick tries fewer allocations.  While SQLite prepares statements, one allocation is
** tried for each chain of calls in the whole program.  Otherwise one is tried for each
** chain of calls in each row of the table and in each script.  The first allocation of a
** statement is always tried.
**
** In a script, the program tries statements that begin with SELECT or WITH.  All other
** statements prepare the connection and run with enough memory.  A script whose first
** line is "-- fresh" gets a new connection for every fault, because its statements change
** the connection.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assay.h"
#include "calls.h"
#include "hostile.h"
#include "memory.h"
#include "tap.h"

enum { MOST_ROWS = 200, ROWS = 12 };

#define WINDOW "ROWS BETWEEN 1 PRECEDING AND CURRENT ROW"

/* The connection on which statements are tried, and what was found. */
struct bench {
  sqlite3 *db;
  const char *setup; /* statements that prepare a new connection, or NULL */
  bool utf16;        /* the database's encoding */
  bool fresh;        /* a new connection for every fault */
  long points;       /* allocations that were made to fail */
  bool sound;        /* true until an error is found */
};

static long total_points;
static bool quick;
static int names_done;            /* tests done: the load, rows of the table, scripts */
static sqlite3_int64 idle_memory; /* the bytes that SQLite holds without a connection */

static void complain(struct bench *bench, const char *sql, const char *what,
                     const char *detail) {
  if (bench->sound) tap_note("%.300s", sql);
  if (bench->sound) tap_note("  %s: %.500s", what, detail);
  bench->sound = false;
}

static void bench_open(struct bench *bench) {
  char *error = NULL;
  int rc = sqlite3_open(":memory:", &bench->db);
  if (rc == SQLITE_OK && bench->utf16) {
    rc = sqlite3_exec(bench->db, "PRAGMA encoding = 'UTF-16'", NULL, NULL, &error);
  }
  if (rc == SQLITE_OK) rc = sqlite3_assay_init(bench->db, &error, NULL);
  if (rc == SQLITE_OK && bench->setup != NULL) {
    rc = sqlite3_exec(bench->db, bench->setup, NULL, NULL, &error);
  }
  if (rc != SQLITE_OK) tap_bail("cannot open: %s", error != NULL ? error : "no memory");
}

static void bench_close(struct bench *bench, const char *sql) {
  int rc = sqlite3_close(bench->db);
  if (rc != SQLITE_OK) complain(bench, sql, "cannot close", sqlite3_errstr(rc));
  char bytes[80];
  sqlite3_int64 used = sqlite3_memory_used() - idle_memory;
  snprintf(bytes, sizeof bytes, "%lld bytes of SQLite, %ld of libyaml", (long long)used,
           memory_yaml_used());
  if (used != 0 || memory_yaml_used() != 0) complain(bench, sql, "leak", bytes);
  idle_memory += used; /* report each leak only once */
}

static void compare(struct bench *bench, const char *sql, const char *want,
                    const char *what) {
  char *got;
  call_outcome(bench->db, sql, MOST_ROWS, &got);
  if (strcmp(got, want) != 0) complain(bench, sql, what, got);
  free(got);
}

/* Returns true if `got` is the wanted error with a general text.  SQLite reports this
** text if it has no memory for the error's own text. */
static bool error_without_text(const char *got, const char *want) {
  const char *text = strstr(got, ": ");
  if (text == NULL || strncmp(got, "\nerror ", 7) != 0) return false;
  return strncmp(got, want, (size_t)(text - got)) == 0 &&
         strcmp(text + 2, sqlite3_errstr(atoi(got + 7))) == 0;
}

/* Makes allocation `nth` fail.  Returns false if the statement makes fewer
** allocations. */
static bool try_fault(struct bench *bench, const char *sql, const char *want, long nth,
                      bool from_there_on) {
  char *got;
  if (bench->fresh) bench_open(bench);
  memory_fail(nth, from_there_on);
  int rc = call_outcome(bench->db, sql, MOST_ROWS, &got);
  bool failed = memory_recover();
  bool right = strcmp(got, want) == 0 || (failed && error_without_text(got, want));
  if (!right && (!failed || (rc & 0xff) != SQLITE_NOMEM)) {
    complain(bench, sql, "wrong answer after a fault", got);
  }
  free(got);
  if (bench->fresh) {
    if (!right) compare(bench, sql, want, "wrong answer in the same connection");
    bench_close(bench, sql);
  } else {
    compare(bench, sql, want, "wrong answer in the same connection");
  }
  bench->points += failed;
  return failed;
}

/* The allocations of a statement that the program lets fail. */
struct chosen {
  char *tried; /* a flag for each allocation: try it?  NULL: try all */
  long count;
};

/* A hash table with open addressing: the chains of calls that led to tried allocations.
** A 0 marks a free place. */
enum { PATHS = 1 << 18 };
static uint64_t seen[PATHS];

static bool is_new_path(uint64_t path) {
  size_t at = path % PATHS;
  while (seen[at] != 0 && seen[at] != path)
    at = (at + 1) % PATHS;
  bool found = seen[at] == path;
  seen[at] = path;
  return !found;
}

static long allocations_to_prepare(struct bench *bench, const char *sql) {
  sqlite3_stmt *statement = NULL;
  long count;
  if (bench->fresh) bench_open(bench);
  memory_watch();
  sqlite3_prepare_v2(bench->db, sql, -1, &statement, NULL);
  memory_paths(&count);
  sqlite3_finalize(statement);
  if (bench->fresh) bench_close(bench, sql);
  return count;
}

/* Returns the allocations to try.  For -quick, prepares and runs the statement with
** enough memory, and records its allocations. */
static struct chosen choose(struct bench *bench, const char *sql) {
  struct chosen chosen = {NULL, 0};
  if (!quick) return chosen;
  char *answer;
  long prepared = allocations_to_prepare(bench, sql);
  if (bench->fresh) bench_open(bench);
  memory_watch();
  call_outcome(bench->db, sql, MOST_ROWS, &answer);
  const uint64_t *paths = memory_paths(&chosen.count);
  if (bench->fresh) bench_close(bench, sql);
  free(answer);
  chosen.tried = malloc((size_t)chosen.count + 1);
  if (chosen.tried == NULL) tap_bail("out of memory");
  uint64_t name = (uint64_t)(names_done + 1) * 0x9e3779b97f4a7c15u;
  for (long i = 0; i < chosen.count; i++)
    chosen.tried[i] = is_new_path(i < prepared ? paths[i] : paths[i] ^ name) || i == 0;
  return chosen;
}

/* Returns the number of the allocation to try next after allocation `nth`.  If `nth`
** is 0, returns the first number. */
static long after(const struct chosen *chosen, long nth) {
  nth++;
  while (chosen->tried != NULL && nth <= chosen->count && !chosen->tried[nth - 1])
    nth++;
  return nth;
}

static void sweep(struct bench *bench, const char *sql) {
  char *want;
  bench_open(bench);
  call_outcome(bench->db, sql, MOST_ROWS, &want);
  if (bench->fresh) bench_close(bench, sql);
  struct chosen chosen = choose(bench, sql);
  for (int mode = 0; mode < 2; mode++) {
    long nth = after(&chosen, 0);
    while (try_fault(bench, sql, want, nth, mode == 1))
      nth = after(&chosen, nth);
  }
  if (!bench->fresh) bench_close(bench, sql);
  free(chosen.tried);
  free(want);
}

static void finish(struct bench *bench, const char *name) {
  names_done++;
  total_points += bench->points;
  tap_ok(bench->sound, "%s: %ld fault points", name, bench->points);
}

/* --- loading ------------------------------------------------------------------------ */

/* Makes allocation `nth` of a load fail.  A second load on the same connection must then
** succeed. */
static bool try_load(struct bench *bench, long nth, bool from_there_on) {
  const char *sql = "sqlite3_assay_init";
  char *error = NULL;
  sqlite3_open(":memory:", &bench->db);
  memory_fail(nth, from_there_on);
  int rc = sqlite3_assay_init(bench->db, &error, NULL);
  bool failed = memory_recover();
  if (rc != SQLITE_OK && rc != SQLITE_NOMEM) complain(bench, sql, "result", error);
  sqlite3_free(error);
  error = NULL;
  rc = sqlite3_assay_init(bench->db, &error, NULL);
  if (rc != SQLITE_OK) complain(bench, sql, "second load", error);
  sqlite3_free(error);
  compare(bench, "SELECT assay_version()", "\n'" ASSAY_VERSION "'", "after the load");
  bench_close(bench, sql);
  bench->points += failed;
  return failed;
}

/* Makes allocation `nth` of a second load on the same connection fail, and checks the
** connection. */
static bool try_second_load(struct bench *bench, long nth, bool from_there_on) {
  const char *sql = "a second sqlite3_assay_init";
  char *error = NULL;
  bench_open(bench);
  memory_fail(nth, from_there_on);
  int rc = sqlite3_assay_init(bench->db, &error, NULL);
  bool failed = memory_recover();
  if (rc != SQLITE_OK && rc != SQLITE_NOMEM) complain(bench, sql, "result", error);
  sqlite3_free(error);
  compare(bench, "SELECT assay_version()", "\n'" ASSAY_VERSION "'", "after the load");
  bench_close(bench, sql);
  bench->points += failed;
  return failed;
}

static void check_loading(void) {
  struct bench bench = {.sound = true};
  for (int mode = 0; mode < 2; mode++) {
    for (long nth = 1; try_load(&bench, nth, mode == 1); nth += quick ? 1 + nth / 32 : 1)
      continue;
    for (long nth = 1; try_second_load(&bench, nth, mode == 1); nth++)
      continue;
  }
  finish(&bench, "loading the extension");
}

/* --- the function table ------------------------------------------------------------- */

/* Calls an aggregate over columns of the test's rows, and any other function with hostile
** values.  Each `turn` takes other values. */
static void sweep_generated(struct bench *bench, const struct call *call, int turn) {
  const char *const columns[] = {"v0", "v1", "v2", "v3", "v4",
                                 "v5", "v6", "v7", "v8", "v9"};
  const char *arguments[16];
  int count = call->arguments < 16 ? call->arguments : 16;
  for (int i = 0; i < count; i++) {
    arguments[i] = call->kind == CALL_AGGREGATE
                       ? columns[(i + turn) % 10]
                       : hostile_values[(turn * 17 + i * 11) % COUNT_OF(hostile_values)];
  }
  char *sql = call_sql(call, arguments, count, turn % 2 == 1 ? WINDOW : NULL);
  sweep(bench, sql);
  free(sql);
}

static void sweep_call(struct bench *bench, const struct call *call, const char *rows) {
  bench->setup = NULL;
  sweep(bench, call->example);
  char *texts = call_example_as_text(call);
  if (strcmp(texts, call->example) != 0) sweep(bench, texts);
  free(texts);
  if (call->kind == CALL_AGGREGATE) {
    char *window = call_example_window(call, WINDOW);
    if (window != NULL) sweep(bench, window);
    free(window);
  }
  bench->setup = call->kind == CALL_AGGREGATE ? rows : NULL;
  for (int turn = 0; turn < 4; turn++)
    sweep_generated(bench, call, turn);
}

static void check_call(const struct call *call, const char *rows) {
  /* SQLite connects to a virtual table once per connection, so each fault needs a new
  ** connection. */
  struct bench bench = {.sound = true,
                        .fresh = call->direct_only || call->kind == CALL_TABLE};
  sweep_call(&bench, call, rows);
  bench.utf16 = true;
  sweep_call(&bench, call, rows);
  finish(&bench, call->signature);
}

static void check_table(void) {
  struct bench bench = {.sound = true};
  struct calls calls;
  bench_open(&bench);
  if (calls_read(bench.db, &calls) != SQLITE_OK) tap_bail("no function table");
  bench_close(&bench, "assay_functions");
  char *rows = call_rows_sql(ROWS);
  for (int i = 0; i < calls.count; i++)
    check_call(&calls.items[i], rows);
  free(rows);
  calls_free(&calls);
}

/* --- scripts ------------------------------------------------------------------------ */

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  long size = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  char *text = size < 0 ? NULL : malloc((size_t)size + 1);
  if (text == NULL) tap_bail("cannot read %s", path);
  rewind(file);
  text[fread(text, 1, (size_t)size, file)] = 0;
  fclose(file);
  return text;
}

/* Returns the first character that is neither white space nor in a comment. */
static char *skip_blank(char *at) {
  for (;;) {
    at += strspn(at, " \t\r\n");
    if (strncmp(at, "--", 2) != 0) return at;
    at += strcspn(at, "\n");
  }
}

/* Replaces the statement's semicolon with a NUL, and returns the text after it. */
static char *split(char *statement) {
  for (char *at = strchr(statement, ';'); at != NULL; at = strchr(at + 1, ';')) {
    char next = at[1];
    at[1] = 0;
    if (sqlite3_complete(statement)) {
      at[0] = 0;
      at[1] = next;
      return at + 1;
    }
    at[1] = next;
  }
  return statement + strlen(statement);
}

static bool is_query(const char *statement) {
  return strncmp(statement, "SELECT", 6) == 0 || strncmp(statement, "WITH", 4) == 0;
}

/* Collects the statements that prepare the connection, in the order of the script. */
static void sweep_script(struct bench *bench, const char *path) {
  char *text = read_file(path);
  char *setup = calloc(strlen(text) + 2, 1);
  if (setup == NULL) tap_bail("out of memory");
  bench->setup = setup;
  bench->fresh = strncmp(text, "-- fresh", 8) == 0;
  for (char *at = skip_blank(text), *next; *at != 0; at = skip_blank(next)) {
    next = split(at);
    if (is_query(at)) {
      sweep(bench, at);
    } else {
      strcat(strcat(setup, at), ";");
    }
  }
  free(setup);
  free(text);
}

static void check_script(const char *path) {
  struct bench bench = {.sound = true};
  sweep_script(&bench, path);
  bench.utf16 = true;
  sweep_script(&bench, path);
  finish(&bench, path);
}

int main(int argc, char **argv) {
  memory_install();
  sqlite3 *db = NULL;
  sqlite3_open(":memory:", &db);
  sqlite3_close(db);
  idle_memory = sqlite3_memory_used();
  quick = argc > 1 && strcmp(argv[1], "-quick") == 0;
  check_loading();
  check_table();
  for (int i = quick ? 2 : 1; i < argc; i++)
    check_script(argv[i]);
  tap_note("%ld fault points", total_points);
  return tap_done();
}
