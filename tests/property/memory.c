/*
** best_round over a million rounds needs a constant amount of memory per group.
**
** The rows are stored in the order of the table's key, so SQLite groups them without
** sorting.  A query over a million rounds may use at most SLACK_BYTES more memory than
** the same query over a hundred rounds.
*/
#include "../database.h"

#include <stddef.h>

#define ROUNDS "1000000"

#define SLACK_BYTES 4096

/* Each run has four rounds.  In every run the second round is the first that passes, and
** the fourth is the best. */
static void make_rounds(void) {
  run("CREATE TABLE rounds(run_id INT, round INT, score REAL, "
      "PRIMARY KEY (run_id, round)) WITHOUT ROWID");
  run("WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n "
      "WHERE i + 1 < " ROUNDS ") INSERT INTO rounds "
      "SELECT i / 4, i % 4 + 1, 0.7 + (i % 4) * 0.05 FROM n");
}

/* Returns the most bytes that SQLite's allocator held at one time during a query. */
static sqlite3_int64 peak_of(const char *sql, long long *answers, long long *sum) {
  sqlite3_stmt *query = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK) {
    tap_bail("%s: %s", sql, sqlite3_errmsg(db));
  }
  sqlite3_memory_highwater(1);
  sqlite3_int64 before = sqlite3_memory_used();
  int rc;
  for (*answers = *sum = 0; (rc = sqlite3_step(query)) == SQLITE_ROW; (*answers)++) {
    *sum += sqlite3_column_int64(query, 0);
  }
  if (rc != SQLITE_DONE) tap_bail("%s: %s", sql, sqlite3_errmsg(db));
  sqlite3_int64 peak = sqlite3_memory_highwater(0) - before;
  sqlite3_finalize(query);
  return peak;
}

static void test_groups(const char *call, const char *name) {
  long long answers, sum;
  char *few =
      sqlite3_mprintf("SELECT %s FROM rounds WHERE run_id < 25 GROUP BY run_id", call);
  char *all = sqlite3_mprintf("SELECT %s FROM rounds GROUP BY run_id", call);
  sqlite3_int64 few_peak = peak_of(few, &answers, &sum);
  sqlite3_int64 before = sqlite3_memory_used();
  sqlite3_int64 all_peak = peak_of(all, &answers, &sum);
  tap_is_int(answers, 250000, "%s: 250000 answers", name);
  tap_is_int(sum, 1000000, "%s: the fourth round each", name);
  if (!tap_ok(all_peak <= few_peak + SLACK_BYTES,
              "%s: memory does not grow with the groups", name)) {
    tap_diag("%lld bytes over 25 groups, %lld over 250000", few_peak, all_peak);
  }
  tap_ok(sqlite3_memory_used() <= before, "%s: and all of it is freed", name);
  sqlite3_free(few);
  sqlite3_free(all);
}

/* Tests a group of a million rounds, each better than the round before it. */
static void test_one_group(const char *call, const char *name) {
  long long answers, sum;
  char *few = sqlite3_mprintf("SELECT %s FROM rounds WHERE run_id < 25", call);
  char *all = sqlite3_mprintf("SELECT %s FROM rounds", call);
  sqlite3_int64 few_peak = peak_of(few, &answers, &sum);
  sqlite3_int64 all_peak = peak_of(all, &answers, &sum);
  tap_is_int(sum, 999999, "%s: the last of a million", name);
  if (!tap_ok(all_peak <= few_peak + SLACK_BYTES, "%s: in the memory of one", name)) {
    tap_diag("%lld bytes over 100 rounds, %lld over a million", few_peak, all_peak);
  }
  sqlite3_free(few);
  sqlite3_free(all);
}

int main(void) {
  database_open();
  make_rounds();
  test_groups("best_round(round, gate_pass(score, score, score, score, score, 12, 0), "
              "ci_score(score, score, score, score, score))",
              "three arguments");
  test_groups("best_round(round, score, score, score, score, score, 12, 0)",
              "eight arguments");
  test_groups("best_round(round, score, score, score, score, score, 12, 0, 'equal')",
              "nine arguments");
  test_groups("best_round(round, 'round ' || round, 1, score)", "texts");
  test_one_group("best_round(run_id * 4 + round - 1, 1, (run_id * 4 + round) / 1e6)",
                 "improving");
  sqlite3_close(db);
  return tap_done();
}
