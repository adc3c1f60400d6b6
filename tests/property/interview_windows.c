/*
** Tests the aggregates for interviews and graphs on random rows (rule R5).  In any frame,
** the answer equals the answer of a query that reads only the frame's rows, in another
** order.
*/
#include "frames.h"

#define TABLES 60
#define ROWS 24

static const char *const calls[] = {
    "strategy_score(strategy, phase, scorer, raw)",
    "strategy_score(weight, raw, 1.3)",
    "strategy_contributions(strategy, phase, scorer, raw)",
    "best_strategy(candidate, raw, vetoed, position)",
    "louvain(a, b)",
    "louvain(a, b, weight_or_not)",
    "modularity(a, b, ca, cb)",
    "modularity(a, b, ca, cb, weight_or_not)",
};

static const char *node(void) {
  return RANDOM_DATUM("1", "'1'", "2", "2.0", "3.5", "'a'", "'b'", "NULL", "4", "5", "6");
}

/* Fills a table with ties, missing values, and values of other types. */
static void make_rows(void) {
  run("DROP TABLE IF EXISTS t; CREATE TABLE t(id INTEGER PRIMARY KEY, strategy, phase, "
      "scorer, raw, weight, weight_or_not, candidate, vetoed, position, a, b, ca, cb)");
  for (int i = 0; i < ROWS; i++) {
    run_with(
        "INSERT INTO t(strategy, phase, scorer, raw, weight, weight_or_not, candidate, "
        "vetoed, position, a, b, ca, cb) VALUES (%s, %s, %s, %s, %s, %s, %s, "
        "%s, %d, %s, %s, %s, %s)",
        RANDOM_TEXT("'deepen'", "'DEEPEN'", "NULL"),
        RANDOM_TEXT("'focused'", "'Focused'", "NULL"),
        RANDOM_TEXT("'novelty'", "'ambiguity'", "'COVERAGE_GAP'", "'engagement'", "NULL"),
        RANDOM_DATUM("1.5", "1.2", "0.9", "0.1", "0.7", "2.5", "-1", "'1.1'", "NULL"),
        RANDOM_TEXT("0.1", "0.2", "0.3", "0", "1e16", "3"),
        RANDOM_DATUM("0.1", "0.2", "0.3", "0", "-1", "NULL", "1e300", "'2'"),
        RANDOM_DATUM("'bridge'", "'ease'", "'closing'", "7", "NULL"),
        RANDOM_DATUM("0", "1", "NULL", "'0'"), random_below(3), node(), node(),
        RANDOM_DATUM("1", "2", "'2'", "NULL", "'c'"),
        RANDOM_DATUM("1", "2", "'2'", "NULL", "'c'"));
  }
}

int main(void) {
  random_open();
  database_open();
  for (int call = 0; call < COUNT_OF(calls); call++)
    test_any_frames(calls[call], "on random frames", make_rows, TABLES, 1, frame_by_id);
  sqlite3_close(db);
  return tap_done();
}
