/*
** A query reads a constant text of weights only once, even in an aggregate.  There SQLite
** offers no place to cache an argument.  Cached weights are never used for another text,
** for a text with a mistake, or under another connection's settings.
*/
#include "database.h"

#include <string.h>

#include "core/research/weights.h"

static int reads; /* of weights from a text */

#define weights_from_json(text, length, weights)                                         \
  (reads++, weights_from_json(text, length, weights))
#define weight_strategy_find(settings, name, length)                                     \
  (reads++, weight_strategy_find(settings, name, length))

/* Includes the source file, so that its calls of the two functions above are counted. */
#include "functions/research/helpers/weights_argument.c"

static sqlite3 *connect_new(void) {
  sqlite3 *connection, *former = db;
  database_open();
  connection = db;
  db = former;
  return connection;
}

/* Returns the text that a query returns, or its error.  The caller frees it with
** sqlite3_free(). */
static char *answer_of(sqlite3 *connection, const char *sql) {
  sqlite3_stmt *query;
  if (sqlite3_prepare_v2(connection, sql, -1, &query, NULL) != SQLITE_OK)
    tap_bail("%s: %s", sql, sqlite3_errmsg(connection));
  const char *text = sqlite3_step(query) == SQLITE_ROW
                         ? (const char *)sqlite3_column_text(query, 0)
                         : sqlite3_errmsg(connection);
  char *answer = sqlite3_mprintf("%s", text);
  sqlite3_finalize(query);
  return answer;
}

static void answers(sqlite3 *connection, const char *sql, const char *want) {
  char *got = answer_of(connection, sql);
  tap_is_text(got, want, "%.90s", sql);
  sqlite3_free(got);
}

static void reads_are(const char *sql, int want) {
  reads = 0;
  char *answer = answer_of(db, sql);
  tap_is_int(reads, want, "%.90s", sql);
  sqlite3_free(answer);
}

#define BEST "best_round(round, c, s, s, s, r, 0, 0, "
#define STABLE "weight_stability(round, 1, c, s, s, s, r, "
#define INDEX "ci_score(c, s, s, s, r, "
#define GROUPS(expression)                                                               \
  "SELECT sum(length(x)) FROM (SELECT " expression " AS x FROM rounds GROUP BY run)"

/* In each of 250 runs, the first round has the highest coverage and the last round the
** highest recency. */
static void make_rounds(void) {
  run("CREATE TABLE rounds(run, round, c, s, r, w); "
      "WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 999) "
      "INSERT INTO rounds SELECT i / 4, i % 4, .9 - i % 4 * .1, .5, .5 + i % 4 * .1, "
      "CASE i / 4 % 2 WHEN 0 THEN '[1,0,0,0,0]' ELSE '[0,0,0,0,1]' END FROM n");
}

static void test_constant(void) {
  reads_are(GROUPS(BEST "'[1,2,3,4,5]')"), 1);
  reads_are(GROUPS(BEST "'[1,2,3,4,5]')"), 0); /* the query above has read them */
  reads_are(GROUPS(BEST "'roc')"), 1);
  reads_are(GROUPS(STABLE "'{\"recency\": 1}')"), 1);
  reads_are(GROUPS(STABLE "'ROC')"), 1);
  reads_are(GROUPS(BEST "NULL)"), 0);
  reads_are("SELECT sum(" INDEX "'[5,4,3,2,1]')) FROM rounds", 1);
  reads_are(GROUPS(BEST "'equal') || " BEST "'[1,1,1,1,1]') || " STABLE
                        "'proposed') || " STABLE "'[1,1,1,1,0]')"),
            4);
}

/* The second name is the beginning of the first. */
static void test_names(void) {
  reads_are(GROUPS(BEST "'roc_centroid')"), 1);
  reads_are(GROUPS(BEST "'roc')"), 1);
}

/* Weights in a column are read again when they change.  Each row uses its own weights. */
static void test_column(void) {
  reads_are(GROUPS(BEST "w)"), 2);
  answers(db,
          "SELECT group_concat(x, ' ') FROM (SELECT " BEST
          "w) AS x FROM rounds GROUP BY run LIMIT 4)",
          "0 3 0 3");
  answers(db,
          "SELECT count(DISTINCT " INDEX "printf('[%d,1,1,1,0]', run))) FROM rounds "
          "WHERE round = 0",
          "250");
}

/* A wrong text is an error at the second call, too.  An empty text is an error even while
** the cache is empty. */
static void test_mistakes(void) {
  char *unknown =
      answer_of(db, "SELECT 'best_round: weights must be one of ' || "
                    "group_concat(strategy, ', ') || ', got ''''' FROM assay_weights");
  for (int i = 0; i < 2; i++) {
    answers(db, "SELECT " BEST "'[1,2]') FROM rounds",
            "best_round: weights must be 5 finite numbers >= 0 with a positive sum, got "
            "'[1,2]'");
    answers(db, "SELECT " BEST "'') FROM rounds", unknown);
  }
  sqlite3 *fresh = connect_new();
  answers(fresh, "SELECT best_round(1, 1, 1, 1, 1, 1, 12, 0, '')", unknown);
  sqlite3_free(unknown);
  sqlite3_close(fresh);
}

/* A text longer than TEXT_MOST is read in every row.  Two long texts that begin with the
** same TEXT_MOST characters still give different answers. */
static void test_long(void) {
  for (int size = TEXT_MOST - 1; size <= TEXT_MOST + 1; size++) {
    char *sql = sqlite3_mprintf(GROUPS(BEST "'[1,1,1,1,1%*s]')"), size - 11, "");
    reads_are(sql, size <= TEXT_MOST ? 1 : 1000);
    sqlite3_free(sql);
  }
  char *sql = sqlite3_mprintf("SELECT json_array(" BEST "'[%*s1,0,0,0,0]'), " BEST
                              "'[%*s0,0,0,0,1]')) FROM rounds WHERE run = 1",
                              TEXT_MOST, "", TEXT_MOST, "");
  answers(db, sql, "[0,3]");
  sqlite3_free(sql);
}

static void test_connections(void) {
  static const char load[] = "SELECT assay_load_yaml('evaluation: {deep_research: "
                             "{weights: {strategies: {mine: {%s: 1}}}}}')";
  const char *const dimension[] = {"coverage", "recency"};
  const char *const best[] = {"1", "2"};
  sqlite3 *connections[2];
  for (int i = 0; i < 2; i++) {
    char *sql = sqlite3_mprintf(load, dimension[i]);
    connections[i] = connect_new();
    answers(connections[i], sql, "6"); /* how many settings change */
    sqlite3_free(sql);
  }
  for (int i = 0; i < 4; i++)
    answers(connections[i % 2],
            "SELECT best_round(column1, column2, 0, 0, 0, column3, 0, 0, 'mine') "
            "FROM (VALUES (1, 1, 0), (2, 0, 1))",
            best[i % 2]);
  for (int i = 0; i < 2; i++)
    sqlite3_close(connections[i]);
}

int main(void) {
  database_open();
  make_rounds();
  test_constant();
  test_names();
  test_column();
  test_mistakes();
  test_long();
  test_connections();
  sqlite3_close(db);
  return tap_done();
}
