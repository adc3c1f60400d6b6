/*
** Tests the aggregates over research rounds on any window frame (rule R5).  The window
** function gives, bit for bit, the answer of the aggregate over the frame's rows in any
** order.
**
** Some arguments must be equal in all rows of a frame, but may differ between frames.
** The answers must also be right if SQLite adds the next frame's rows before it removes
** the previous frame's rows, as it does with RANGE.
*/
#include "frames.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TABLES 60
#define MOST_ROWS 24

/* The rows have defects and duplicates.  Each new row gets a greater id. */
static void fill_table(void) {
  run("DROP TABLE IF EXISTS t");
  run("CREATE TABLE t(id INTEGER PRIMARY KEY, round, c, s, a, v, r, recent, "
      "contradictions, age, cluster, block, place)");
  int rows = random_below(MOST_ROWS + 1);
  bool high = random_below(2) > 0; /* if true, four of five scores are fixed at or near a
                                   ** floor */
  bool sorted = random_below(2) > 0;
  for (int i = 0; i < rows; i++) {
    char round[40];
    snprintf(round, sizeof round, "%d", sorted ? i / 2 : random_below(8));
    run_with(
        "INSERT INTO t VALUES (NULL, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %d, %d)",
        random_below(8) > 0 ? round : RANDOM_DATUM("NULL", "3.0", "'R2'", "2.5", "'10'"),
        random_score_text(), high ? "0.8" : random_score_text(),
        high ? "0.8" : random_score_text(), high ? "0.9" : random_score_text(),
        high ? "0.8" : random_score_text(),
        hostile_counts[random_below(COUNT_OF(hostile_counts))].sql,
        hostile_contradictions[random_below(COUNT_OF(hostile_contradictions))].sql,
        RANDOM_DATUM("0", "3", "3", "10.5", "40", "800", "-4", "NULL", "1e300", "0.25"),
        RANDOM_DATUM("'ann'", "'bob'", "1", "1.0", "NULL", "x'61'"), random_below(4),
        random_below(10));
  }
}

static char *any_frame(void) {
  return random_frame(RANDOM_TEXT("ROWS", "ROWS", "GROUPS"),
                      RANDOM_TEXT("ORDER BY id", "ORDER BY round, id", "ORDER BY age, id",
                                  "ORDER BY round", ""),
                      FRAMES_ANY);
}

#define ROUND "(round, c, s, a, v, r, recent, contradictions"

static void test_frames(const char *call) {
  test_any_frames(call, "on random frames", fill_table, TABLES, 4, any_frame);
}

static void test_policies(const char *function) {
  sqlite3_int64 differences = 0;
  for (int i = 0; i < TABLES; i++) {
    fill_table();
    char *call = sqlite3_mprintf("%s" ROUND ", %d, %d, %s, %d)", function,
                                 1 + random_below(3), 1 + random_below(9),
                                 RANDOM_TEXT("0.75", "0.8", "0.3"), 9 + random_below(3));
    char *frame = any_frame();
    differences += frame_differences(call, frame);
    sqlite3_free(frame);
    sqlite3_free(call);
  }
  tap_is_int(differences, 0, "%s under random policies on random frames", function);
}

/* Returns a window definition in which all rows of a frame have the same `block`. */
static char *block_frame(void) {
  const char *order =
      RANDOM_TEXT("ORDER BY 100 * block + place", "ORDER BY -100 * block - place");
  if (random_below(4) == 0) return sqlite3_mprintf("(%s GROUPS CURRENT ROW)", order);
  return random_frame("RANGE", order, FRAMES_NEAR);
}

/* Tests a call in which one argument depends on the row's block. */
static void test_blocks(const char *call) {
  test_any_frames(call, "where each frame has one block", fill_table, TABLES, 4,
                  block_frame);
}

/* One round of a generated run.  Two scores vary and are stored in hundredths: coverage
** is High or missing, and source quality is .50 or .80.  The other scores are .80. */
struct plain_round {
  int coverage; /* 0 if coverage is missing */
  int quality;
  int sources; /* are there enough recent sources? */
  enum { NO_CONTRADICTION, CONTRADICTED, UNCOUNTED } contradiction;
};

/* Returns a whole number that orders rounds as the index does.  Coverage weighs 25 % in
** the index, and source quality weighs 20 %. */
static int plain_index(const struct plain_round *round) {
  return 25 * round->coverage + 20 * round->quality;
}

/* A second implementation of the stop policy, from the flow chart of ADR-007 section 4.2.
** A round without coverage neither passes nor halts the run, and the count of worse
** rounds skips it.  Returns the action.  Sets `*at` to the number of the round where the
** policy stops, and `*best` to the number of the round that it returns. */
static const char *plain_policy(const struct plain_round *rounds, int count, int patience,
                                int max_rounds, int *at, int *best) {
  int worse = 0, last = -1;
  *best = 0;
  for (int i = 0; i < count; i++) {
    const struct plain_round *now = &rounds[i];
    *at = i;
    bool high = now->quality >= 75 && now->coverage > 0;
    if (high && now->sources && now->contradiction == NO_CONTRADICTION) {
      *best = i;
      return "pass";
    }
    if (high && now->sources && now->contradiction == CONTRADICTED)
      return "halt_contradiction";
    if (plain_index(now) > plain_index(&rounds[*best])) *best = i;
    if (now->coverage > 0) {
      worse = last >= 0 && plain_index(now) < plain_index(&rounds[last]) ? worse + 1 : 0;
      last = i;
      if (worse == patience) return "patience_stop";
    }
    if (i + 1 == max_rounds) return "max_rounds";
  }
  return "continue";
}

static void insert_round(int number, const struct plain_round *round) {
  static const char *const contradictions[] = {"0", "1", "NULL"};
  run_with("INSERT INTO run VALUES (%d, nullif(%d, 0) / 100.0, 0.%d, %d, %s)", number,
           round->coverage, round->quality, round->sources ? 12 : 3,
           contradictions[round->contradiction]);
}

static bool agrees(int patience, int max_rounds, const char *action, int at, int best) {
  char *sql = sqlite3_mprintf(
      "SELECT json_extract(x, '$.action') || ' ' "
      "|| coalesce(json_extract(x, '$.round'), -1) || ' ' "
      "|| json_extract(x, '$.returned_round') FROM (SELECT stop_report(round, coverage, "
      "quality, 0.8, 0.8, 0.8, sources, contradictions, %d, %d, 0.75, 10) AS x "
      "FROM (SELECT * FROM run ORDER BY (round * 7) %% 11))",
      patience, max_rounds);
  sqlite3_stmt *query = prepared(sql);
  if (sqlite3_step(query) != SQLITE_ROW) tap_bail("%s: %s", sql, sqlite3_errmsg(db));
  char want[80];
  snprintf(want, sizeof want, "%s %d %d", action, strcmp(action, "continue") ? at : -1,
           best);
  bool same = strcmp((const char *)sqlite3_column_text(query, 0), want) == 0;
  if (!same) tap_diag("got %s, want %s", sqlite3_column_text(query, 0), want);
  sqlite3_finalize(query);
  sqlite3_free(sql);
  return same;
}

static void test_flow_chart(void) {
  int wrong = 0, continued = 0;
  run("CREATE TABLE run(round, coverage, quality, sources, contradictions)");
  for (int i = 0; i < 2000; i++) {
    struct plain_round rounds[8];
    int count = 1 + random_below(8), at = 0, best = 0;
    run("DELETE FROM run");
    for (int r = 0; r < count; r++) {
      rounds[r] = (struct plain_round){75 + random_below(20), random_below(3) ? 50 : 80,
                                       random_below(4) > 0, NO_CONTRADICTION};
      if (random_below(6) == 0) rounds[r].coverage = 0;
      if (random_below(5) == 0) rounds[r].contradiction = CONTRADICTED;
      if (random_below(5) == 0) rounds[r].contradiction = UNCOUNTED;
      insert_round(r, &rounds[r]);
    }
    int patience = 1 + random_below(3), max_rounds = 1 + random_below(8);
    const char *action = plain_policy(rounds, count, patience, max_rounds, &at, &best);
    continued += strcmp(action, "continue") == 0;
    wrong += !agrees(patience, max_rounds, action, at, best);
  }
  tap_is_int(wrong, 0, "stop_report follows the flow chart on 2000 random runs");
  tap_ok(continued > 100 && continued < 1900, "which end in every way");
}

/* The row's block chooses its rubric, which has one score, three scores or nine. */
#define OBJECT                                                                           \
  "json_object('c', c, 's', s, 'a', a, 'v', v, 'r', r, 'n', recent, 'x', contradictions)"
#define RUBRIC "CASE block % 3 WHEN 0 THEN 'one' WHEN 1 THEN 'three' ELSE 'nine' END"

static const char *const by_rubric[] = {
    "rubric_best_round('three', round, " OBJECT ")",
    "rubric_stop_action('nine', round, " OBJECT ")",
    "rubric_stop_report('three', round, " OBJECT ", 2, 5)",
    "rubric_acceptability('nine', round, " OBJECT ", 20)",
    "rubric_stability('nine', round, " OBJECT ")",
    "rubric_confidence('nine', cluster, " OBJECT ")",
};

static void load_rubrics(void) {
  run("SELECT assay_load_yaml('evaluation: {rubrics: {one: {scores: {c: {high: .75}}},"
      " three: {scores: {c: {high: .75}, s: {high: .6}, v: {high: .7, weight: 3}},"
      " at_least: {n: 10}, at_most: {x: 0}, vetoes: [x]},"
      " nine: {scores: {c: {high: .5}, s: {high: .5}, a: {high: .5}, v: {high: .5},"
      " r: {high: .5}, c1: {high: 0}, c2: {high: 0}, n: {high: 0}, x: {high: 0}},"
      " at_least: {x: 0}, at_most: {x: 1, n: 1}, vetoes: [x, n]}}}', 'strict')");
}

int main(void) {
  random_open();
  database_open();
  load_rubrics();
  test_frames("stop_action" ROUND ")");
  test_frames("stop_round" ROUND ")");
  test_frames("stop_report" ROUND ")");
  test_frames("best_round" ROUND ")");
  test_policies("stop_action");
  test_policies("stop_report");
  test_frames("freshness_window(age)");
  test_frames("kendall_tau(c, age)");
  test_frames(
      "recency_report(date('2026-01-01', age || ' days'), '2026-01-01', cluster)");
  test_frames("recency_report(age * 1e7, '2026-01-01', place * 7)");
  test_frames("tier_confidence(c, 'coverage')");
  test_frames("tier_confidence(age, 'recency_days', cluster)");
  test_frames("tier_confidence(c, 'verification', cluster)");
  test_frames("gate_confidence(cluster, c, s, a, v, r, recent, contradictions)");
  test_frames("gate_confidence(id % 6, c, 1, 1, v, 1, 12, 0)");
  test_blocks("stop_action" ROUND ", 1 + block % 2, 2 + block, 0.75, 10)");
  test_blocks("stop_round" ROUND ", 1 + block, 1 + block % 2, 0.75, 10)");
  test_blocks("stop_report" ROUND ", 1 + block % 3, 4 - block, 0.75, 10)");
  test_blocks("round_acceptability(round, 1, c, s, a, v, r, 20 + block, block / 2)");
  test_blocks("weight_stability(round, 1, c, s, a, v, r, json_array(1, 1, 1, 1, block))");
  test_blocks("precision_at_k(place + 1, c > 0.75, 1 + block)");
  test_blocks("recall_at_k(place + 1, c > 0.75, 3, 20 + block)");
  test_blocks(
      "relevance_report(id, 5 * c, CASE block % 2 WHEN 1 THEN 'quick' ELSE 'deep' END)");
  test_blocks("strategy_score(0.5, c, block)");
  test_blocks("tier_confidence(c, CASE block % 2 WHEN 1 THEN 'coverage' "
              "ELSE 'verification' END)");
  test_blocks("gate_confidence(id % 3, c, s, a, v, r, 12, 0, 0.7 + block / 20.0, block)");
  for (size_t i = 0; i < sizeof by_rubric / sizeof by_rubric[0]; i++)
    test_frames(by_rubric[i]);
  test_blocks("rubric_best_round(" RUBRIC ", round, " OBJECT ")");
  test_blocks("rubric_stop_report(" RUBRIC ", round, " OBJECT ")");
  test_blocks("rubric_acceptability(" RUBRIC ", round, " OBJECT ", 20 + block)");
  test_blocks("rubric_stability(" RUBRIC ", round, " OBJECT ")");
  test_blocks("rubric_confidence(" RUBRIC ", cluster, " OBJECT ")");
  test_flow_chart();
  sqlite3_close(db);
  return tap_done();
}
