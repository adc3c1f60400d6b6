/*
** Every allocation of the settings loader fails in turn, SQLite's and libyaml's, once and
** then from there on.  Each time the load must say that it is out of memory, leave the
** settings as they were, and give back all that it took.
**
** The linker puts the functions named __wrap_... in the place of the C library's wherever
** libassay and libyaml, both linked statically, call them.
*/
#include <assay.h>

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

void *__real_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *memory);

static bool armed;       /* allocations are counted, and may fail */
static long countdown;   /* to the one that fails; 0 and below: it has */
static bool keeps_on;    /* so do all after it */
static long yaml_pieces; /* allocated and not freed, outside of SQLite */

static bool fails(void) {
  if (!armed) return false;
  countdown--;
  return countdown == 0 || (countdown < 0 && keeps_on);
}

void *__wrap_malloc(size_t size) {
  if (fails()) return NULL;
  void *memory = __real_malloc(size);
  yaml_pieces += memory != NULL;
  return memory;
}

void *__wrap_realloc(void *memory, size_t size) {
  if (fails()) return NULL;
  void *moved = __real_realloc(memory, size);
  yaml_pieces += memory == NULL && moved != NULL;
  return moved;
}

char *__wrap_strdup(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = __wrap_malloc(size);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

void __wrap_free(void *memory) {
  yaml_pieces -= memory != NULL;
  __real_free(memory);
}

/* Where memory never comes back, one allocation of so many is the first to fail. */
#define KEPT_STRIDE 11

static sqlite3_mem_methods real_methods;

static void *failing_malloc(int size) {
  return fails() ? NULL : real_methods.xMalloc(size);
}

static void *failing_realloc(void *memory, int size) {
  return fails() ? NULL : real_methods.xRealloc(memory, size);
}

struct question {
  const char *name;
  const char *sql;
  const char *argument;
  int answer; /* SQLITE_ROW, or the error that it ends with when memory is plenty */
};

/* Values of each type, lists, groups, reports, new names, an alias, texts to escape. */
static const char rich[] =
    "evaluation:\n"
    "  deep_research: &research\n"
    "    scoring_engine: legacy\n"
    "    tier_thresholds: {default: {high: 0.8}, coverage: {high: 2}, agreement: {high: 0.95}}\n"
    "    weights: {strategies: {mine: {coverage: 1, basis: \"a \\\"guess\\\"\"}}, default: mine}\n"
    "    recency_windows: {a: 1, b: 2, c: 3, d: 4, e: soon, default: 100, 'f g': 5}\n"
    "  relevance: {modes: {wide: {max_sources: 1}, deep: {max_sources: 11}}}\n"
    "  other: *research\n"
    "strategies:\n"
    "  - {id: probe, prompt_hint: 'Ask.', name: Probe}\n"
    "  - {id: empty, name: Empty}\n"
    "tier1_vetoes: {knowledge_ceiling: {negative_phrases: [NO, Never]}}\n"
    "tier2_scorers: {novelty: {strategy_weights: {probe: 0.2, prbe: 0.1}}}\n"
    "relevanze: 1\n";

static const struct question questions[] = {
    {"a rich text", "SELECT assay_load_yaml(?1)", rich, SQLITE_ROW},
    {"a strict load with reports", "SELECT assay_load_yaml(?1, 'strict')", rich,
     SQLITE_ERROR},
    {"a shipped file", "SELECT assay_load('config/scoring.yaml', 'strict')", NULL,
     SQLITE_ROW},
    {"a syntax error", "SELECT assay_load_yaml('a: [1, &x {b: \"c\"}, *x')", NULL,
     SQLITE_ERROR},
    {"a duplicate key", "SELECT assay_load_yaml('{a: 1, b: 2, a: 3}')", NULL,
     SQLITE_ERROR},
    {"a cyclic alias", "SELECT assay_load_yaml('a: &x [*x]')", NULL, SQLITE_ERROR},
    {"a missing file", "SELECT assay_load('nowhere.yaml')", NULL, SQLITE_ERROR},
    {"the environment", "SELECT assay_load_env()", NULL, SQLITE_ROW},
    {"the listing",
     "SELECT count(key || origin || rule), sum(value IS default_value) "
     "FROM assay_settings",
     NULL, SQLITE_ROW},
    {"the digest", "SELECT assay_settings_hash()", NULL, SQLITE_ROW},
};

static sqlite3 *open_connection(void) {
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
      sqlite3_assay_init(db, NULL, NULL) != SQLITE_OK) {
    tap_bail("cannot open a connection");
  }
  return db;
}

/* The first column of a query's first row, to be freed. */
static char *text_of(sqlite3 *db, const char *sql) {
  sqlite3_stmt *query = NULL;
  sqlite3_prepare_v2(db, sql, -1, &query, NULL);
  sqlite3_step(query);
  char *text = sqlite3_mprintf("%s", sqlite3_column_text(query, 0));
  sqlite3_finalize(query);
  if (text == NULL) tap_bail("out of memory");
  return text;
}

/* What a connection that has loaded nothing gives here. */
#define STATE "SELECT assay_settings_hash() || count(*) FROM assay_warnings"

/* Asks with the n-th allocation failing.  The statement is prepared before.
** `*answer` is the first column of a row, to be freed. */
static int ask(sqlite3 *db, const struct question *question, long n, char **answer) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, question->sql, -1, &statement, NULL) != SQLITE_OK) {
    tap_bail("%s", sqlite3_errmsg(db));
  }
  if (question->argument != NULL) {
    sqlite3_bind_text(statement, 1, question->argument, -1, SQLITE_STATIC);
  }
  countdown = n;
  armed = true;
  int rc = sqlite3_step(statement);
  armed = false;
  *answer = sqlite3_mprintf("%s", rc == SQLITE_ROW ? sqlite3_column_text(statement, 0)
                                                   : (const unsigned char *)"");
  sqlite3_finalize(statement);
  return rc;
}

/* One failure: true where all is as it must be, and a row has the answer that it has when
** memory is plenty.  `*reached` tells whether it came to the failure. */
static bool survives(const struct question *question, const char *state,
                     const char *wanted, long n, bool *reached) {
  sqlite3_int64 memory = sqlite3_memory_used();
  sqlite3 *db = open_connection();
  char *answer;
  int rc = ask(db, question, n, &answer);
  *reached = countdown <= 0;
  bool survived = rc == SQLITE_NOMEM || rc == question->answer;
  if (rc == SQLITE_ROW) {
    survived = survived && strcmp(answer, wanted) == 0;
  } else {
    char *after = text_of(db, STATE);
    survived = survived && strcmp(after, state) == 0;
    sqlite3_free(after);
  }
  sqlite3_free(answer);
  survived = sqlite3_close(db) == SQLITE_OK && survived;
  survived = survived && sqlite3_memory_used() == memory && yaml_pieces == 0;
  if (!survived) {
    tap_diag("%s: allocation %ld: result %d, %lld bytes and %ld pieces left",
             question->name, n, rc, (long long)(sqlite3_memory_used() - memory),
             yaml_pieces);
  }
  yaml_pieces = 0;
  return survived;
}

static void sweep(const struct question *question) {
  long tried = 0, survived = 0, stride = keeps_on ? KEPT_STRIDE : 1;
  char *wanted;
  sqlite3 *db = open_connection();
  char *state = text_of(db, STATE);
  sqlite3_close(db);
  db = open_connection();
  int rc = ask(db, question, LONG_MAX, &wanted);
  sqlite3_close(db);
  tap_is_int(rc, question->answer, "%s with plenty of memory", question->name);
  bool reached = true;
  for (; reached; tried++)
    survived += survives(question, state, wanted, tried * stride + 1, &reached);
  tap_is_int(survived, tried, "... and with %ld allocations failing%s", tried - 1,
             keeps_on ? ", memory never coming back" : " in turn");
  sqlite3_free(wanted);
  sqlite3_free(state);
}

int main(void) {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_methods);
  sqlite3_mem_methods methods = real_methods;
  methods.xMalloc = failing_malloc;
  methods.xRealloc = failing_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0); /* or small pieces never fail */
  for (int mode = 0; mode < 2; mode++) {
    keeps_on = mode == 1;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
      sweep(&questions[i]);
  }
  return tap_done();
}
