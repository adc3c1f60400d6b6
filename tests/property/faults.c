/*
** Out of memory: while a query runs, every allocation fails in its turn, once alone and
** once with all that follow.
**
** The query must end in SQLITE_NOMEM or give its answer, leave a connection that works,
** and leave nothing allocated.  The queries are the examples of the function table, so
** that a new function is tried without a change here, and some that need more memory.
*/
#include "../tap.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <sqlite3.h>

#include "assay.h"

static const char *const queries[] = {
    "SELECT best_round(column1, column2, column3) OVER (ORDER BY column3 "
    "ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) "
    "FROM (VALUES ('R1', 1, 0.9), ('R2', 1, 0.8), ('R3', 0, 0.7))",
    "WITH RECURSIVE n(i) AS (VALUES (40) UNION ALL SELECT i - 1 FROM n WHERE i > 0) "
    "SELECT best_round(printf('report %d', i), printf('%d', i), 1, i / 40.0) FROM n",
    "SELECT best_round(column1, 1, 1, 1, 1, 1, 12, 0, column2) "
    "FROM (VALUES (1, 'equal'), (2, '[1,1,1,1,1]'))",
    "SELECT ci_score(1, 1, 1, 1, 1, column1) FROM (VALUES ('equal'), ('[1,0,0,0,0]'))",
    "SELECT sum(query_word_count(signature)) FROM assay_functions",
    "SELECT sum(coverage) FROM weight_samples(3, 1, 'proposed', 9)",
    "SELECT round_acceptability(column1, 1, 1, 1, 1, 1, column2, 50) OVER "
    "(ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) "
    "FROM (VALUES (1, 0.9), ('two', 0.8), (x'03', 0.7), (4.5, 0.6))",
    "SELECT weight_stability(column1, 1, 1, 1, 1, 1, column2, 'roc') OVER "
    "(ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) "
    "FROM (VALUES (1, 0.9), ('two', 0.8), (x'03', 0.7), (4.5, 0.6))",
    "SELECT louvain(column1, column2, 1) OVER (ROWS 1 PRECEDING) "
    "FROM (VALUES ('a', x'00'), (1.5, NULL), ('b', 'a'))",
    "SELECT modularity(column1, 'c', 'd', NULL) FROM (VALUES ('a'), ('b'))",
    "SELECT strategy_contributions('deepen', 'focused', column1, 1) OVER (ROWS 1 PRECEDING) "
    "FROM (VALUES ('novelty'), (NULL), ('ambiguity'))",
    "SELECT best_strategy(column1, 1, 0, column2) OVER (ROWS 1 PRECEDING) "
    "FROM (VALUES ('deepen', 3), ('unlisted', 2), ('ease', 1))",
    "SELECT * FROM graph_metrics('SELECT column1, column2, 1 FROM (VALUES (''a'', ''b''), "
    "(''b'', 3), (NULL, x''00''))') WHERE visited_sql = 'VALUES (''b'')' AND max_hops = '1'",
    "SELECT recent_redundancy_veto('why', 'what', 0.5), ambiguity_prompt('maybe')",
};

/* Calls that are mistakes: the message needs memory too. */
static const char *const mistakes[] = {
    "SELECT ci_score(1, 1, 1, 1, 1, 'best')",
    "SELECT tier_rank('Top')",
    "SELECT gate_pass(1, 1, 1, 1, 1, 12, 0, 9.5, 1)",
    "SELECT best_round(1, 1, 1, 1, 1, 1, 12, 0, '[1,2]')",
    "SELECT * FROM weight_samples",
    "SELECT * FROM weight_samples(1, 1, 'best')",
    "SELECT * FROM weight_samples(1, 1, '[1,2]')",
    "SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, 0)",
    "SELECT weight_stability(1, 1, 1, 1, 1, 1, 1, 'best')",
    "SELECT strategy_weight('novel', 'deepen')",
    "SELECT strategy_score(column1, 'focused', 'novelty', 1) FROM (VALUES ('a'), ('b'))",
    "SELECT knowledge_ceiling_veto('a', 'b', 'c')",
    "SELECT * FROM graph_metrics('SELECT 1')",
    "SELECT * FROM graph_metrics('SELECT 1, 2', 1, 'far')",
    "SELECT * FROM graph_metrics('SELECT 1, nothing')",
    "SELECT * FROM graph_metrics",
};

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

static sqlite3_mem_methods genuine;
static int countdown = -1; /* allocations until one fails; below 0 none does */
static bool persistent;    /* all that follow fail as well */
static bool failed;        /* one has failed */

static bool fails(void) {
  if (countdown < 0 || countdown-- > 0) return false;
  if (persistent) countdown = 0;
  return failed = true;
}

static void *scarce_malloc(int size) {
  return fails() ? NULL : genuine.xMalloc(size);
}

static void *scarce_realloc(void *memory, int size) {
  return fails() ? NULL : genuine.xRealloc(memory, size);
}

static void install(void) {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &genuine);
  sqlite3_mem_methods scarce = genuine;
  scarce.xMalloc = scarce_malloc;
  scarce.xRealloc = scarce_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &scarce);
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0); /* every allocation is seen */
  if (sqlite3_initialize() != SQLITE_OK) tap_bail("SQLite does not start");
}

static sqlite3 *connect(void) {
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) tap_bail("no database");
  if (sqlite3_assay_init(db, NULL, NULL) != SQLITE_OK) tap_bail("no extension");
  return db;
}

/* Runs a query to its end and appends its values to `answer`. */
static int run(sqlite3 *db, const char *sql, sqlite3_str *answer) {
  sqlite3_stmt *query = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
  while (rc == SQLITE_OK && (rc = sqlite3_step(query)) == SQLITE_ROW) {
    const unsigned char *text = sqlite3_column_text(query, 0);
    if (answer != NULL) sqlite3_str_appendf(answer, "%Q;", text);
    rc = SQLITE_OK;
  }
  sqlite3_finalize(query);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* What a query comes to: its values, or the message of its error; to be freed. */
static char *outcome(sqlite3 *db, const char *sql) {
  sqlite3_str *answer = sqlite3_str_new(NULL);
  int rc = run(db, sql, answer);
  if (rc != SQLITE_OK)
    sqlite3_str_appendf(answer, "error %d: %s", rc, sqlite3_errmsg(db));
  return sqlite3_str_finish(answer);
}

/* Fails allocation `n` of a run.  False once there is none of that number. */
static bool fail_at(sqlite3 *db, const char *sql, int expected, int n, int *wrong) {
  failed = false;
  countdown = n;
  int rc = run(db, sql, NULL);
  countdown = -1;
  if (rc != expected && rc != SQLITE_NOMEM) {
    (*wrong)++;
    tap_diag("allocation %d%s: %d, %s", n, persistent ? " and all others" : "", rc,
             sqlite3_errmsg(db));
  }
  return failed;
}

static void test_query(const char *sql) {
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3 *db = connect();
  int expected = run(db, sql, NULL);
  char *want = outcome(db, sql);
  int wrong = 0, n = 0;
  for (int times = 0; times < 2; times++) {
    persistent = times > 0;
    for (n = 0; fail_at(db, sql, expected, n, &wrong); n++)
      continue;
  }
  char *got = outcome(db, sql);
  wrong += strcmp(got, want) != 0;
  sqlite3_free(got);
  sqlite3_free(want);
  wrong += sqlite3_close(db) != SQLITE_OK;
  tap_is_int(wrong, 0, "%d allocations of %s", n, sql);
  sqlite3_int64 left = sqlite3_memory_used() - before;
  if (left != 0) tap_is_int(left, 0, "all are freed");
}

static void test_examples(void) {
  sqlite3 *db = connect();
  sqlite3_stmt *examples = NULL;
  sqlite3_prepare_v2(db, "SELECT example FROM assay_functions WHERE deterministic", -1,
                     &examples, NULL);
  while (sqlite3_step(examples) == SQLITE_ROW) {
    const char *example = (const char *)sqlite3_column_text(examples, 0);
    bool is_query = sqlite3_strnicmp(example, "SELECT ", 7) == 0;
    char *sql = sqlite3_mprintf("%s%s", is_query ? "" : "SELECT ", example);
    test_query(sql);
    sqlite3_free(sql);
  }
  sqlite3_finalize(examples);
  sqlite3_close(db);
}

int main(void) {
  install();
  test_examples();
  for (int i = 0; i < COUNT_OF(queries); i++)
    test_query(queries[i]);
  for (int i = 0; i < COUNT_OF(mistakes); i++)
    test_query(mistakes[i]);
  return tap_done();
}
