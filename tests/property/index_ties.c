/*
** A round's index is the weighted mean of its scores.  In every function that compares
** indices, two rounds tie if their indices are equal as decimals.  Then the earlier
** round wins (rule R9).
**
** Scores have two decimals and weights are whole numbers, so the test computes indices in
** integers, without rounding.  Computed as sums of doubles, equal indices often differ in
** the last bits.
*/
#include "../database.h"
#include "../random.h"

#include <stdbool.h>

#define PAIRS 4000
#define DIMENSIONS 5

static const struct weighting {
  const char *argument;
  int weight[DIMENSIONS];
} weightings[] = {
    {"NULL", {25, 20, 20, 20, 15}}, /* the default strategy */
    {"'equal'", {1, 1, 1, 1, 1}},
    {"'[1,2,3,4,5]'", {1, 2, 3, 4, 5}},
    {"'[7,0,3,0,1]'", {7, 0, 3, 0, 1}},
};

#define WEIGHTINGS COUNT_OF(weightings)

static int draw_hundredths(const struct weighting *weighting, int score[DIMENSIONS]) {
  int sum = 0;
  for (int d = 0; d < DIMENSIONS; d++) {
    score[d] = random_below(101);
    sum += weighting->weight[d] * score[d];
  }
  return sum;
}

static void insert(int pair, int round, const int score[DIMENSIONS]) {
  run_with(
      "INSERT INTO t VALUES (%d, %d, %d / 100.0, %d / 100.0, %d / 100.0, %d / 100.0, "
      "%d / 100.0)",
      pair, round, score[0], score[1], score[2], score[3], score[4]);
}

static void make_pairs(const struct weighting *weighting) {
  run("DELETE FROM t; BEGIN");
  for (int pair = 0; pair < PAIRS; pair++) {
    int first[DIMENSIONS], second[DIMENSIONS];
    int sum = draw_hundredths(weighting, first);
    while (draw_hundredths(weighting, second) != sum) {
    }
    insert(pair, 1, first);
    insert(pair, 2, second);
  }
  run("COMMIT");
}

/* Tests that each pair of rows gives the expected answer, in both orders of the rows. */
static void is_always(const struct weighting *weighting, const char *call,
                      const char *want) {
  sqlite3_int64 wrong = 0;
  for (int descending = 0; descending < 2; descending++) {
    wrong += count_differences(
        "SELECT count(*) FROM (SELECT %s AS answer FROM (SELECT *, "
        "ci_score(c, s, a, v, r, %s) AS ci FROM t ORDER BY pair, %s LIMIT -1) "
        "GROUP BY pair) WHERE answer IS NOT %s",
        call, weighting->argument, descending ? "-round" : "round", want);
  }
  tap_is_int(wrong, 0, "weights %s: %.50s is %s", weighting->argument, call, want);
}

#define ROUND "round, c, s, a, v, r, 0, 0"

static void test_weighting(const struct weighting *weighting) {
  make_pairs(weighting);
  char *call =
      sqlite3_mprintf("SELECT count(*) FROM (SELECT 1 FROM t GROUP BY pair HAVING "
                      "min(ci_score(c, s, a, v, r, %s)) <> "
                      "max(ci_score(c, s, a, v, r, %s)))",
                      weighting->argument, weighting->argument);
  sqlite3_int64 unlike = ask(call);
  sqlite3_free(call);
  tap_ok(unlike > PAIRS / 50, "the doubles of %lld in %d pairs differ", unlike, PAIRS);
  is_always(weighting, "best_round(round, 0, ci)", "1");
  is_always(weighting, "best_round(round, 1, ci)", "1");
  is_always(weighting, "best_round('r' || round, round, 1, ci)", "'r1'");
  is_always(weighting, "best_strategy('s' || round, ci, 0, round)", "'s1'");
  is_always(weighting, "best_strategy('s' || round, 10 * ci - 20, 0, round)", "'s1'");
  call = sqlite3_mprintf("best_round(" ROUND ", %s)", weighting->argument);
  is_always(weighting, call, "1");
  sqlite3_free(call);
  call = sqlite3_mprintf("substr(weight_stability(round, 1, c, s, a, v, r, %s), 1, 38)",
                         weighting->argument);
  is_always(weighting, call, "'{\"winner\":1,\"runner_up\":2,\"margin\":0,\"'");
  sqlite3_free(call);
}

/* The stop policy uses the weights of the default strategy, weightings[0]. */
static void test_stop(void) {
  make_pairs(&weightings[0]);
  is_always(&weightings[0], "stop_action(" ROUND ")", "'continue'");
  is_always(&weightings[0], "json_extract(stop_report(" ROUND "), '$.returned_round')",
            "1");
  is_always(&weightings[0], "json_extract(stop_report(" ROUND "), '$.regressions')", "0");
  /* Both rows have the round number 1, so they are two judgements of one round. */
  is_always(&weightings[0], "stop_action(1, c, s, a, v, r, 0, 0)", "'continue'");
}

int main(void) {
  random_open();
  database_open();
  run("CREATE TABLE t(pair, round, c, s, a, v, r)");
  for (int i = 0; i < WEIGHTINGS; i++)
    test_weighting(&weightings[i]);
  test_stop();
  sqlite3_close(db);
  return tap_done();
}
