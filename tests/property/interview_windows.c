/*
** The interview's aggregates and the graph ones on random rows (rule R5): in any frame
** the answer is that of a query over the frame's rows alone, in another order of the
** rows.
*/
#include "../database.h"
#include "../random.h"

#define TABLES 12
#define FRAMES 5
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

enum { CALLS = sizeof calls / sizeof *calls };

/* Values with ties, missing ones, and ones of other types. */
static void make_rows(void) {
  static const char *const strategies[] = {"'deepen'", "'DEEPEN'", "'deepen'", "NULL"};
  static const char *const phases[] = {"'focused'", "'Focused'", "'focused'", "NULL"};
  static const char *const scorers[] = {"'novelty'",    "'ambiguity'", "'COVERAGE_GAP'",
                                        "'engagement'", "'ambiguity'", "NULL"};
  static const char *const raws[] = {"1.5", "1.2",   "0.9", "0.1",  "0.7",   "2.5",
                                     "-1",  "'1.1'", "'x'", "NULL", "9e999", "1e-9"};
  static const char *const weights[] = {"0.1", "0.2", "0.3", "0", "1e16", "3"};
  static const char *const missing[] = {"0.1", "0.2",  "0.3",   "0",
                                        "-1",  "NULL", "1e300", "'2'"};
  static const char *const flags[] = {"0", "1", "NULL", "'0'", "2"};
  static const char *const names[] = {"'bridge'", "'ease'", "'closing'",
                                      "7",        "x'00'",  "NULL"};
  static const char *const nodes[] = {"1",   "'1'",   "2",    "2.0", "3.5", "'a'",
                                      "'b'", "x'00'", "NULL", "4",   "5",   "6"};
  static const char *const clusters[] = {"1", "2", "'2'", "NULL", "'c'"};
  run("DROP TABLE IF EXISTS t; CREATE TABLE t(id INTEGER PRIMARY KEY, strategy, phase, "
      "scorer, raw, weight, weight_or_not, candidate, vetoed, position, a, b, ca, cb, "
      "mixed)");
  for (int i = 0; i < ROWS; i++) {
    run_with(
        "INSERT INTO t(strategy, phase, scorer, raw, weight, weight_or_not, candidate, "
        "vetoed, position, a, b, ca, cb, mixed) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, "
        "%d, %s, %s, %s, %s, %d)",
        RANDOM_OF(strategies), RANDOM_OF(phases), RANDOM_OF(scorers), RANDOM_OF(raws),
        RANDOM_OF(weights), RANDOM_OF(missing), RANDOM_OF(names), RANDOM_OF(flags),
        random_below(3), RANDOM_OF(nodes), RANDOM_OF(nodes), RANDOM_OF(clusters),
        RANDOM_OF(clusters), random_below(1000000));
  }
}

/* Compares a frame with its rows alone, in the order of a random key. */
static sqlite3_int64 differences(const char *call, int before, int after,
                                 int exclude_current) {
  return count_differences(
      "SELECT count(*) FROM (SELECT id, %s OVER (ORDER BY id ROWS BETWEEN %d PRECEDING "
      "AND %d FOLLOWING %s) AS got FROM t) AS w WHERE got IS NOT (SELECT %s FROM ("
      "SELECT * FROM t WHERE id BETWEEN w.id - %d AND w.id + %d %s ORDER BY mixed))",
      call, before, after, exclude_current ? "EXCLUDE CURRENT ROW" : "", call, before,
      after, exclude_current ? "AND id <> w.id" : "");
}

int main(void) {
  sqlite3_int64 wrong[CALLS] = {0};
  random_open();
  database_open();
  for (int i = 0; i < TABLES; i++) {
    make_rows();
    for (int frame = 0; frame < FRAMES; frame++) {
      int before = random_below(8);
      int after = random_below(8);
      int exclude = random_below(2);
      for (int call = 0; call < CALLS; call++) {
        wrong[call] += differences(calls[call], before, after, exclude);
      }
    }
  }
  for (int call = 0; call < CALLS; call++) {
    tap_is_int(wrong[call], 0, "%s in %d frames", calls[call], TABLES * FRAMES * ROWS);
  }
  sqlite3_close(db);
  return tap_done();
}
