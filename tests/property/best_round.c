/*
** Tests best_round, with every number of arguments.  The window function gives the
** aggregate's answer for the frame's rows (rule R5).  The aggregate gives the answer of a
** computation from scratch, in any order of the rows.  If the rows are split into shards,
** the best of the shards' winners is the best of all rows.
**
** The computation from scratch does not use best_round.  SQLite ranks all rows once by
** their keys with ORDER BY.  The winner is the row with the least rank in the group.
*/
#include "frames.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define MAX_ROWS 60
#define TABLES 80
#define FRAMES 12

/* The calls of best_round, one for each number of arguments.  `keys` has the sort key for
** each call. */
enum { ARITIES = 4 };

static const char *const calls[ARITIES] = {
    "best_round(round, gate, ci)",
    "best_round(result, round, gate, ci)",
    "best_round(round, c, s, a, v, r, recent, contradictions)",
    "best_round(round, c, s, a, v, r, recent, contradictions, weights)",
};

/* If long doubles are wider than doubles, SQLite compares an integer with a real as long
** doubles.  Under valgrind, long doubles are not wider.  So this ORDER BY uses the double
** nearest to an integer, then the difference between the integer and that double. */
#define ORDER_OF(column)                                                                 \
  "CASE typeof(" column ") WHEN 'integer' THEN CAST(" column " AS REAL) ELSE " column    \
  " END, CASE typeof(" column ") WHEN 'integer' THEN " column " - CAST(CAST(" column     \
  " AS REAL) AS INTEGER) ELSE 0 END"
#define ROUND ORDER_OF("round")
#define RESULT ORDER_OF("result")

/* Rounds an index (a weighted mean) to a whole number of steps of 1e-12, half to even
** (rule R9).  Adding 2^52 rounds a number, because every double from 2^52 on is a whole
** number. */
#define STEPS(index) index " * 1e12 + 4503599627370496.0"

/* Each sort key begins with the round's gate (does it pass?) and index.  The columns
** clean_gate and clean_ci hold the values that the rules read from the columns gate and
** ci. */
static const char *const keys[ARITIES] = {
    "clean_gate DESC, " STEPS("clean_ci") " DESC, " ROUND ", typeof(round)",
    "clean_gate DESC, " STEPS("clean_ci") " DESC, " ROUND ", " RESULT
                                          ", typeof(result), typeof(round)",
    "gate_pass(c, s, a, v, r, recent, contradictions) DESC, " STEPS(
        "ci_score(c, s, a, v, r)") " DESC, " ROUND ", typeof(round)",
    "gate_pass(c, s, a, v, r, recent, contradictions) DESC, " STEPS(
        "ci_score(c, s, a, v, r, weights)") " DESC, " ROUND ", typeof(round)",
};

struct row {
  int rank[ARITIES];
  bool skipped;
  sqlite3_value *round;
  sqlite3_value *result;
};

/* The row with the id n is rows[n - 1]. */
static struct row rows[MAX_ROWS];
static int row_count;

/* Many values are equal, differ only in type, or are nearly equal numbers. */
static const char *random_value(void) {
  return RANDOM_DATUM("NULL", "1", "2", "3", "1.0", "2.5", "'R1'", "'R2'", "'R10'", "x''",
                      "x'5231'", "-7", "9e999", "9007199254740993", "9007199254740992.0",
                      "'a' || char(0) || 'b'", "'é'");
}

/* The gate or the index of a row: its SQL literal, and the value that the rules read from
** this literal. */
struct datum {
  const char *literal;
  const char *clean;
};

static struct datum random_gate(void) {
  static const struct datum gates[] = {
      {"1", "1"},   {"1", "1"},    {"0", "0"},     {"0", "0"}, {"'1'", "1"},
      {"1.0", "1"}, {"NULL", "0"}, {"'yes'", "0"}, {"2", "0"}, {"x'31'", "0"}};
  return gates[random_below(COUNT_OF(gates))];
}

static struct datum random_ci(void) {
  static const struct datum indexes[] = {{"0.8", "0.8"},
                                         {"0.8", "0.8"},
                                         {"' 0.80 '", "0.8"},
                                         {"0.5", "0.5"},
                                         {"1", "1.0"},
                                         {"0", "0.0"},
                                         {"NULL", "0.0"},
                                         {"'n/a'", "0.0"},
                                         {"9.5", "0.0"},
                                         {"-1", "0.0"},
                                         {"0.8000000000000002", "0.8000000000000002"},
                                         {"0.8000000000004", "0.8000000000004"},
                                         {"0.800000000001", "0.800000000001"}};
  return indexes[random_below(COUNT_OF(indexes))];
}

/* If `falling`, the index falls from row to row.  Then each row of a frame becomes the
** winner after the rows before it have left the frame.  So best_round must remember all
** rows of the frame.
**
** The caller numbers the rows by partition and key.  So a row's id is its place in the
** window's order, also among rows with equal keys. */
static void insert_row(int id, int partition, const char *key, bool falling,
                       const char *weights) {
  struct datum gate = random_gate(), ci = random_ci();
  char index[16];
  if (falling) {
    snprintf(index, sizeof index, "%.3f", 1 - id / 1000.0);
    gate = (struct datum){"1", "1"}, ci = (struct datum){index, index};
  }
  run_with(
      "INSERT INTO t VALUES(%d, %d, %s, %s, %s, %s, %s, %s, %s, %s, 0.9, 0.9, 0.9, %s, "
      "%d, %d, %s)",
      id, partition, key, random_value(), random_value(), gate.literal, ci.literal,
      gate.clean, ci.clean, random_score_text(), RANDOM_TEXT("0.9", "0.75", "1", "0.8"),
      9 + random_below(3), random_below(4) == 0, weights);
}

static void free_rows(void) {
  for (int i = 0; i < row_count; i++) {
    sqlite3_value_free(rows[i].round);
    sqlite3_value_free(rows[i].result);
  }
}

static void load_rows(void) {
  sqlite3_stmt *query =
      prepared("SELECT round IS NULL, round, result FROM t ORDER BY id");
  row_count = 0;
  while (sqlite3_step(query) == SQLITE_ROW) {
    rows[row_count++] = (struct row){
        .skipped = sqlite3_column_int(query, 0) != 0,
        .round = sqlite3_value_dup(sqlite3_column_value(query, 1)),
        .result = sqlite3_value_dup(sqlite3_column_value(query, 2)),
    };
  }
  sqlite3_finalize(query);
}

static void load_ranks(int arity) {
  char *sql = sqlite3_mprintf("SELECT id FROM t ORDER BY %s", keys[arity]);
  sqlite3_stmt *query = prepared(sql);
  for (int rank = 0; sqlite3_step(query) == SQLITE_ROW; rank++) {
    rows[sqlite3_column_int(query, 0) - 1].rank[arity] = rank;
  }
  sqlite3_finalize(query);
  sqlite3_free(sql);
}

static void make_table(void) {
  free_rows();
  run("DELETE FROM t");
  bool falling = random_below(4) == 0;
  const char *weights =
      RANDOM_TEXT("NULL", "'equal'", "'[0,0,0,0,1]'", "'{\"coverage\": 1}'");
  int count = random_below(MAX_ROWS + 1), step = 1 + random_below(3), key = -3;
  for (int id = 1, partition = 1; id <= count; id++) {
    if (random_below(20) == 0) {
      partition++;
      key = -3;
    }
    key += random_below(3) == 0 ? random_below(step + 1) : 0;
    char text[16];
    snprintf(text, sizeof text, key == -3 ? "NULL" : "%d.%d", key, 5 * (key & 1));
    insert_row(id, partition, text, falling, weights);
  }
  load_rows();
  for (int arity = 0; arity < ARITIES; arity++)
    load_ranks(arity);
}

/* --- frames ------------------------------------------------------------------------- */

static char *any_frame(void) {
  return random_frame(RANDOM_TEXT("ROWS", "RANGE", "GROUPS"), "PARTITION BY p ORDER BY o",
                      FRAMES_ANY);
}

/* --- as an aggregate ---------------------------------------------------------------- */

static bool same(sqlite3_value *a, sqlite3_value *b) {
  int type = sqlite3_value_type(a);
  if (type != sqlite3_value_type(b)) return false;
  if (type == SQLITE_FLOAT) return sqlite3_value_double(a) == sqlite3_value_double(b);
  if (type == SQLITE_INTEGER) return sqlite3_value_int64(a) == sqlite3_value_int64(b);
  if (type == SQLITE_NULL) return true;
  const void *a_bytes = sqlite3_value_blob(a), *b_bytes = sqlite3_value_blob(b);
  int length = sqlite3_value_bytes(a);
  return length == sqlite3_value_bytes(b) &&
         (length == 0 || memcmp(a_bytes, b_bytes, (size_t)length) == 0);
}

static bool is_answer(sqlite3_value *got, const struct row *winner, int arity) {
  if (winner == NULL) return sqlite3_value_type(got) == SQLITE_NULL;
  return same(got, arity == 1 ? winner->result : winner->round);
}

/* Returns the row of least rank from `first` to `last`, or NULL if all these rows are
** skipped. */
static const struct row *best_of(int arity, int first, int last) {
  const struct row *best = NULL;
  for (int i = first; i <= last && i < row_count; i++) {
    if (rows[i].skipped) continue;
    if (best == NULL || rows[i].rank[arity] < best->rank[arity]) best = &rows[i];
  }
  return best;
}

static bool query_answers(const char *sql, const struct row *winner, int arity) {
  sqlite3_stmt *query = prepared(sql);
  bool right = sqlite3_step(query) == SQLITE_ROW &&
               is_answer(sqlite3_column_value(query, 0), winner, arity);
  sqlite3_finalize(query);
  return right;
}

/* Tries groups of rows with successive ids, in a shuffled order. */
static void test_groups(void) {
  int wrong[ARITIES] = {0}, empty = 0;
  for (int i = 0; i < TABLES * FRAMES; i++) {
    if (i % FRAMES == 0) make_table();
    int first = random_below(3) > 0 ? random_below(row_count + 1) : 0;
    int last = first + random_below(MAX_ROWS);
    for (int arity = 0; arity < ARITIES; arity++) {
      const struct row *winner = best_of(arity, first, last);
      char *sql =
          sqlite3_mprintf("SELECT %s FROM (SELECT * FROM t WHERE id BETWEEN %d AND "
                          "%d ORDER BY id * %d %% 61 LIMIT -1)",
                          calls[arity], first + 1, last + 1, 1 + random_below(60));
      wrong[arity] += !query_answers(sql, winner, arity);
      empty += arity == 0 && winner == NULL;
      sqlite3_free(sql);
    }
  }
  for (int arity = 0; arity < ARITIES; arity++)
    tap_is_int(wrong[arity], 0, "%s is the first by its keys", calls[arity]);
  tap_ok(empty > TABLES / 2 && empty < TABLES * FRAMES / 2, "%d groups are empty", empty);
}

/* Splits the rows into shards, and computes each shard's winner.  The test finds the
** winner's row by round and result, because two rows may have equal keys. */
static void test_shards(void) {
  int wrong = 0;
  for (int table = 0; table < TABLES; table++) {
    make_table();
    char *sql = sqlite3_mprintf(
        "WITH shards AS (SELECT id * %d %% 61 %% %d AS shard, * FROM t), bests AS ("
        "SELECT shard, best_round(round, gate, ci) AS b, "
        "best_round(result, round, gate, ci) AS w FROM shards GROUP BY shard) "
        "SELECT best_round(result, round, gate, ci) FROM shards JOIN bests USING (shard) "
        "WHERE round IS b AND result IS w "
        "AND typeof(result) = typeof(w)",
        1 + random_below(60), 1 + random_below(9));
    wrong += !query_answers(sql, best_of(1, 0, row_count - 1), 1);
    sqlite3_free(sql);
  }
  tap_is_int(wrong, 0, "the best of shards' bests is the best");
}

int main(void) {
  random_open();
  database_open();
  run("CREATE TABLE t(id INTEGER PRIMARY KEY, p, o, round, result, gate, ci, clean_gate, "
      "clean_ci, c, s, a, v, r, recent, contradictions, weights)");
  for (int arity = 0; arity < ARITIES; arity++)
    test_any_frames(calls[arity], "on random frames", make_table, TABLES, FRAMES,
                    any_frame);
  test_groups();
  test_shards();
  free_rows();
  sqlite3_close(db);
  return tap_done();
}
