/*
** Tests round_acceptability, weight_stability and kendall_tau.  Over any frame a window
** function gives the answer of a computation from scratch (rule R5), and the order of
** rows does not matter.  A long call stops at an interrupt.
*/
#define _XOPEN_SOURCE 700
#include "alarm.h"
#include "frames.h"

#define TABLES 12
#define ROWS 40

/* Makes rows with the defects of real data: missing rounds and scores, texts, blobs,
** ties. */
static void fill_table(void) {
  run("DELETE FROM t");
  for (int i = 0; i < ROWS; i++) {
    run_with("INSERT INTO t VALUES (%d, %d, %s, %s, %s, %s, %s, %s, %s)", i,
             random_below(3), RANDOM_DATUM("1", "2", "3", "'2'", "NULL", "2.5"),
             RANDOM_DATUM("1", "0", "1", "NULL", "'1'"), random_score_text(),
             random_score_text(), random_score_text(), random_score_text(),
             random_score_text());
  }
}

static char *any_frame(void) {
  return random_frame("ROWS", "PARTITION BY g ORDER BY id", FRAMES_ANY);
}

static void any_order(const char *call) {
  static const char *const orders[] = {"id", "-id", "id * 7 % 11, id", "c, id",
                                       "round, -id"};
  sqlite3_int64 differ = 0;
  fill_table();
  for (int i = 1; i < 5; i++) {
    differ += count_differences(
        "SELECT count(*) FROM ("
        "SELECT g, %s AS a FROM (SELECT * FROM t ORDER BY %s LIMIT -1) GROUP BY g) JOIN ("
        "SELECT g, %s AS b FROM (SELECT * FROM t ORDER BY %s LIMIT -1) GROUP BY g) "
        "USING (g) WHERE a IS NOT b",
        call, orders[0], call, orders[i]);
  }
  tap_is_int(differ, 0, "%.*s, rows in five orders", 20, call);
}

/* Fills the table with rounds whose indices differ by a step of 1e-12, by less, or by a
** few steps (rule R9). */
static void fill_near(int rounds) {
  double score[5];
  run("DELETE FROM t");
  for (int d = 0; d < 5; d++)
    score[d] = 0.1 + 0.8 * random_unit();
  for (int i = 0; i < rounds; i++) {
    for (int d = 0; d < 5; d++)
      score[d] += (random_unit() - 0.5) * 2e-12;
    run_with(
        "INSERT INTO t VALUES (%d, 1, %d, 1, %!.17g, %!.17g, %!.17g, %!.17g, %!.17g)", i,
        i, score[0], score[1], score[2], score[3], score[4]);
  }
}

/* The share that round_acceptability gives a round must equal the share of the drawn
** weights under which best_round chooses this round. */
static void shares_of_best_round(void) {
  sqlite3_int64 differ = 0;
  for (int i = 0; i < TABLES; i++) {
    fill_near(2 + i % 6);
    differ += count_differences(
        "SELECT count(*) FROM json_each((SELECT "
        "round_acceptability(round, 1, c, s, a, v, t, 2000, 7) FROM t)) AS j "
        "LEFT JOIN (SELECT best, count(*) AS wins FROM (SELECT "
        "best_round(t.round, 1, ci_score(c, s, a, v, t, w.weights)) AS best "
        "FROM weight_samples(2000, 7) AS w, t GROUP BY w.sample) GROUP BY best) "
        "ON best = CAST(j.key AS INTEGER) "
        "WHERE round(j.value * 2000) <> coalesce(wins, 0)");
  }
  tap_is_int(differ, 0, "shares are how often best_round chooses");
}

static void interrupts(void) {
  alarm_open();
  interrupted(
      "SELECT round_acceptability(1, start_interrupting(), 1, 1, 1, 1, 1, 10000000, 9)",
      "drawing 10 million samples");
  run("SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, 1000000)"); /* draws weights, and
                                                                   ** stores them */
  interrupted(
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999) "
      "SELECT round_acceptability(i, i < 19999 OR start_interrupting(), i / 2e4, 1, 1, "
      "1, 1 - i / 2e4, 1000000) FROM n",
      "counting the winners of 20000 rounds");
  interrupted(
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999) "
      "SELECT kendall_tau(i, CASE WHEN i < 999999 THEN i * 7919 % 1000003 "
      "ELSE start_interrupting() END) FROM n",
      "ranking a million pairs");
}

int main(void) {
  static const char *const calls[] = {
      "round_acceptability(round, gate, c, s, a, v, t, 50)",
      "weight_stability(round, gate, c, s, a, v, t, 'roc')", "kendall_tau(c, s)"};
  random_open();
  database_open();
  run("CREATE TABLE t(id INTEGER PRIMARY KEY, g, round, gate, c, s, a, v, t)");
  for (int i = 0; i < 3; i++) {
    test_any_frames(calls[i], "on random frames", fill_table, TABLES, 1, any_frame);
    any_order(calls[i]);
  }
  shares_of_best_round();
  interrupts();
  sqlite3_close(db);
  return tap_done();
}
