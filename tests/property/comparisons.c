/*
** Tests the aggregates over attempts, pairs and judges on any window frame (rule R5).
** The window function gives, bit for bit, the answer of the aggregate over the frame's
** rows in any order.
**
** For the whole table the answers must also obey the following laws.  With rising k,
** pass_at_k never falls and pass_hat_k never rises.  A rate lies within its confidence
** interval.  Exchanging a and b reverses the sign of a difference.  Alpha does not change
** if units (judged things) or nominal values (values without order) get new names.
*/
#include "frames.h"

#define TABLES 80
#define MOST_ROWS 24

/* Draws from few different values, so many are equal. */
static void fill_table(void) {
  int rows = random_below(MOST_ROWS + 1);
  run("DELETE FROM t");
  for (int i = 0; i < rows; i++) {
    run_with("INSERT INTO t VALUES (NULL, %s, %s, %s, %s, %d)",
             RANDOM_TEXT("0", "1", "1", "'1'", "NULL", "2"),
             RANDOM_TEXT("0.1", "0.25", "'0.5'", "3", "NULL", "1e300", "-2", "'x'"),
             RANDOM_TEXT("0.1", "0.25", "0.5", "2", "NULL", "1e-300", "-1e300", "7"),
             RANDOM_TEXT("'ann'", "'bob'", "1", "1.0", "NULL", "x'61'"), random_below(6));
  }
}

static char *any_frame(void) {
  return random_frame(RANDOM_TEXT("ROWS", "ROWS", "GROUPS", "RANGE"),
                      RANDOM_TEXT("ORDER BY id", "ORDER BY place", "ORDER BY -id"),
                      FRAMES_ANY);
}

static void test_frames(const char *call) {
  test_any_frames(call, "on random frames", fill_table, TABLES, 1, any_frame);
}

/* Tests that `wrong`, a query that counts violations of a law, always counts 0. */
static void test_holds(const char *wrong, const char *what) {
  sqlite3_int64 differences = 0;
  for (int i = 0; i < TABLES; i++) {
    fill_table();
    differences += ask(wrong);
  }
  tap_is_int(differences, 0, "%s", what);
}

#define INTERVAL(call)                                                                   \
  "SELECT count(*) FROM (SELECT " call " AS j FROM t) WHERE json_extract(j, '$.low') > " \
  "json_extract(j, '$.rate') OR json_extract(j, '$.high') < json_extract(j, '$.rate') "  \
  "OR json_extract(j, '$.high') <= json_extract(j, '$.low') "                            \
  "OR json_extract(j, '$.low') < 0 OR json_extract(j, '$.high') > 1"

#define MIRRORED(key, other)                                                             \
  "json_extract(x, '$." key "') IS NOT -json_extract(y, '$." other "')"

int main(void) {
  random_open();
  database_open();
  run("CREATE TABLE t(id INTEGER PRIMARY KEY, passed, a, b, name, place)");
  test_frames("pass_rate(passed)");
  test_frames("pass_rate(passed, name)");
  test_frames("pass_at_k(passed, 3)");
  test_frames("pass_hat_k(passed, '2')");
  test_frames("paired_difference(a, b)");
  test_frames("paired_difference(a, b, name)");
  test_frames("paired_difference(passed, place % 2)");
  test_frames("krippendorff_alpha(place, a)");
  test_frames("krippendorff_alpha(place, a, 'nominal')");
  test_frames("krippendorff_alpha(place, name, 'nominal')");
  test_frames("krippendorff_alpha(name, b, 'ordinal')");
  test_frames("krippendorff_alpha(place % 2, a, 'ratio')");
  test_frames("alpha_confidence(place, passed)");
  test_frames("alpha_confidence(name, b, 'ordinal')");
  test_frames("alpha_confidence(place, name, 'nominal', a)");
  test_frames("roc_auc(a, passed)");
  test_frames("roc_auc(b, passed, name)");
  test_frames("reliability(b, passed)");
  test_frames("corrected_rate(b, passed)");
  test_frames("corrected_rate(a, passed, name)");
  test_holds("WITH k(k) AS (VALUES (1) UNION ALL SELECT k + 1 FROM k WHERE k < 25) "
             "SELECT count(*) FROM (SELECT k, pass_at_k(passed, k) AS p, "
             "pass_hat_k(passed, k) AS q, lag(pass_at_k(passed, k)) OVER (ORDER BY k) AS "
             "p0, lag(pass_hat_k(passed, k)) OVER (ORDER BY k) AS q0 FROM t, k GROUP BY "
             "k) WHERE p < p0 OR q > q0 OR p < q OR p NOT BETWEEN 0 AND 1 OR q NOT "
             "BETWEEN 0 AND 1",
             "of more attempts one passes sooner, and all pass later");
  test_holds(INTERVAL("pass_rate(passed)"), "an interval holds its rate and has a width");
  test_holds(INTERVAL("pass_rate(passed, name)"), "with clusters, too");
  test_holds(
      "SELECT count(*) FROM (SELECT paired_difference(a, b, name) AS x, "
      "paired_difference(b, a, name) AS y FROM t) "
      "WHERE " MIRRORED("mean", "mean") " OR " MIRRORED("low", "high") " OR " MIRRORED(
          "high",
          "low") " OR json_extract(x, '$.sign_p') IS NOT json_extract(y, '$.sign_p')",
      "exchanging a and b mirrors the interval");
  test_holds(
      "SELECT count(*) FROM (SELECT paired_difference(a, b, name) AS j FROM t UNION "
      "ALL SELECT paired_difference(a, b) FROM t UNION ALL SELECT "
      "paired_difference(passed, place % 2) FROM t) WHERE json_extract(j, "
      "'$.low') >= json_extract(j, '$.high')",
      "an interval of pairs has a width");
  test_holds("SELECT count(*) FROM (SELECT roc_auc(a, passed, name) AS x, roc_auc(-a, "
             "passed, name) AS y FROM t WHERE a IS NOT 'x') "
             "WHERE abs(json_extract(x, '$.auc') + json_extract(y, '$.auc') - 1) > 1e-15 "
             "OR abs(json_extract(x, '$.low') + json_extract(y, '$.high') - 1) > 1e-12 "
             "OR json_extract(x, '$.low') >= json_extract(x, '$.high') "
             "OR json_extract(x, '$.auc') NOT BETWEEN "
             "json_extract(x, '$.low') AND json_extract(x, '$.high')",
             "scores turned round mirror the area and its interval");
  test_holds("SELECT count(*) FROM (SELECT corrected_rate(a, passed, name) AS j FROM t) "
             "WHERE json_extract(j, '$.rate') NOT BETWEEN json_extract(j, '$.low') AND "
             "json_extract(j, '$.high') OR json_extract(j, '$.low') >= json_extract(j, "
             "'$.high') OR json_extract(j, '$.lambda') NOT BETWEEN 0 AND 1",
             "a corrected rate lies in its interval, which has a width");
  test_holds(
      "SELECT count(*) FROM (SELECT reliability(b, passed) AS j FROM t) WHERE "
      "abs(json_extract(j, '$.brier') - json_extract(j, '$.miscalibration') + "
      "json_extract(j, '$.discrimination') - json_extract(j, '$.uncertainty')) > "
      "1e-12 OR (SELECT sum(n) FROM reliability_rows(j)) <> json_extract(j, '$.n')",
      "the Brier score is the sum of its parts, and each row is in a step");
  test_holds("SELECT krippendorff_alpha(place, passed, 'nominal') IS NOT "
             "krippendorff_alpha('unit ' || place, typeof(passed) || ' ' || passed, "
             "'nominal') FROM t",
             "alpha knows neither the names of units nor of nominal values");
  test_holds("SELECT count(*) FROM (SELECT alpha_confidence(place, passed, 'nominal', "
             "name) AS j FROM t) WHERE json_extract(j, '$.alpha') IS NOT (SELECT "
             "krippendorff_alpha(place, passed, 'nominal') FROM t) OR json_extract(j, "
             "'$.low') >= json_extract(j, '$.alpha') OR json_extract(j, '$.high') < "
             "json_extract(j, '$.alpha') OR json_extract(j, '$.high') > 1",
             "an interval holds its alpha and has a width");
  sqlite3_close(db);
  return tap_done();
}
