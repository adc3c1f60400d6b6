/*
** Tests the measures of retrieval and the relevance gate on random rows (rule R5).
**
** Each window function gives, bit for bit, the aggregate's answer for the frame's rows.
** Each aggregate gives the same answer in any order of the rows.  The measures must also
** agree with a second implementation in plain SQL.
*/
#include "frames.h"

#include <math.h>

#define TABLES 150
#define MOST_ROWS 24

/* Ranks have ties and gaps.  Gains and scores have all kinds of values. */
static void fill_table(void) {
  run("DELETE FROM t");
  int rows = random_below(MOST_ROWS + 1);
  for (int i = 1; i <= rows; i++) {
    run_with("INSERT INTO t VALUES (%d, %d, %s, %s, %s)", i,
             1 + random_below(2 * MOST_ROWS),
             RANDOM_TEXT("0", "0", "0", "1", "1", "2", "0.3", "0.1", "NULL", "'1'", "-1",
                         "'x'"),
             RANDOM_DATUM("1", "2", "2.9", "3", "4", "5", "NULL", "7"),
             RANDOM_DATUM("'a'", "'b'", "1", "1.0", "NULL", "'a\"'"));
  }
  run(RANDOM_TEXT("UPDATE t SET rank = NULL WHERE id % 5 = 0",
                  "UPDATE t SET rank = id", /* no ties, no gaps */
                  "UPDATE t SET rank = rank / 4 + 1", "UPDATE t SET rank = rank - 3"));
}

static const char *const calls[] = {
    "precision_at_k(rank, gain, 3)",     "precision_at_k(rank, gain, 10)",
    "recall_at_k(rank, gain, 5, 30)",    "average_precision(rank, gain)",
    "average_precision(rank, gain, 30)", "reciprocal_rank(rank, gain)",
    "ndcg_at_k(rank, gain, 4)",          "ndcg_at_k(rank, gain, 1000)",
    "relevance_gate(score, 'standard')", "relevance_report(source, score, 'deep')",
};

#define CALLS COUNT_OF(calls)

/* The second implementation.  A row's place is its rank, or 1 + the previous row's place,
** whichever is greater.  So the place of row i is i plus the maximum of rank - i over the
** rows 1 to i. */
#define PLACES                                                                           \
  "WITH ordered AS (SELECT rank, gain, row_number() OVER (ORDER BY rank, gain) AS i "    \
  "FROM (SELECT rank, CASE WHEN typeof(gain) IN ('integer', 'real') AND gain > 0 "       \
  "THEN gain WHEN gain = '1' THEN 1 ELSE 0 END AS gain FROM t WHERE rank >= 1)), "       \
  "places AS (SELECT i + max(rank - i) OVER (ORDER BY i) AS place, gain, i FROM "        \
  "ordered), found AS (SELECT place, gain, sum(gain > 0) OVER (ORDER BY i) AS found "    \
  "FROM places), best AS (SELECT gain, row_number() OVER (ORDER BY gain DESC) AS place " \
  "FROM ordered) "

static const struct {
  const char *call, *plain;
} measures[] = {
    {"precision_at_k(rank, gain, 3)",
     "SELECT sum(gain > 0 AND place <= 3) / 3.0 FROM places"},
    {"recall_at_k(rank, gain, 5, 30)",
     "SELECT sum(gain > 0 AND place <= 5) / 30.0 FROM places"},
    {"average_precision(rank, gain)",
     "SELECT CASE WHEN count(*) > 0 THEN coalesce(sum("
     "CASE WHEN gain > 0 THEN found * 1.0 / place END) / sum(gain > 0), 0.0) END "
     "FROM found"},
    {"average_precision(rank, gain, 30)",
     "SELECT CASE WHEN count(*) > 0 THEN total(CASE WHEN gain > 0 THEN found * 1.0 / "
     "place END) / 30 END FROM found"},
    {"reciprocal_rank(rank, gain)",
     "SELECT CASE WHEN count(*) > 0 THEN coalesce(1.0 / min("
     "CASE WHEN gain > 0 THEN place END), 0.0) END FROM places"},
    {"ndcg_at_k(rank, gain, 4)",
     "SELECT CASE WHEN count(*) > 0 THEN coalesce(sum(CASE WHEN place <= 4 THEN gain / "
     "log_of(1 + place) ELSE 0.0 END) / nullif((SELECT sum(gain / log_of(1 + place)) "
     "FROM best WHERE place <= 4), 0), 0.0) END FROM places"},
};

#define MEASURES COUNT_OF(measures)

static void test_plain(const char *call, const char *plain) {
  long long differ = 0;
  for (int i = 0; i < TABLES; i++) {
    fill_table();
    differ += count_differences(
        "SELECT CASE WHEN a IS NULL OR b IS NULL THEN a IS NOT b ELSE abs(a - b) > 1e-12 "
        "END FROM (SELECT (SELECT %s FROM t) AS a, (%s%s) AS b)",
        call, PLACES, plain);
  }
  tap_is_int(differ, 0, "%s: as plain SQL has it", call);
}

/* A logarithm for plain SQL, because some builds of SQLite have none. */
static void log_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  sqlite3_result_double(context, log2(sqlite3_value_double(argv[0])));
}

int main(void) {
  random_open();
  database_open();
  sqlite3_create_function(db, "log_of", 1, SQLITE_UTF8, NULL, log_of, NULL, NULL);
  run("CREATE TABLE t(id INTEGER PRIMARY KEY, rank, gain, score, source)");
  for (int i = 0; i < CALLS; i++)
    test_any_frames(calls[i], "on random frames", fill_table, TABLES, 1, frame_by_id);
  for (int i = 0; i < MEASURES; i++)
    test_plain(measures[i].call, measures[i].plain);
  sqlite3_close(db);
  return tap_done();
}
