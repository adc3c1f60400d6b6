/*
** The tables that the jobs read.
**
**   round      one row for each round of a research run, four rounds a run
**   source     one row for each source: its age and its domain
**   candidate  one row for each search candidate: its query, its path hits (query words)
**   hit        one row for each of a query's twenty results: its rank and gain
**   turn       one row for each turn of an interview: the reply and its signals
**   article    one row for each source of a user's own table: a date, a score
**
** The numbers come from a seeded generator and are the same in every run.  About 2 % of
** the data count as missing: NULL, a score of 9.5, a text where a number should be.
** Scores have nine decimals, so that no two rounds tie by chance.  For a tie plain SQL
** and best_round would give different answers.
*/
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "../splitmix.h"
#include "connection.h"

enum { ROUNDS_PER_RUN = 4, HITS_PER_QUERY = 20 };

static const char schema[] =
    "CREATE TABLE round(run_id INTEGER, round INTEGER, coverage REAL,"
    "  source_quality REAL, agreement REAL, verification REAL, recency REAL,"
    "  recent_sources INTEGER, critical_contradictions INTEGER, regression INTEGER,"
    "  PRIMARY KEY (run_id, round)) WITHOUT ROWID;"
    "CREATE TABLE source(id INTEGER PRIMARY KEY, age_days REAL, domain TEXT, tier TEXT);"
    "CREATE TABLE candidate(id INTEGER PRIMARY KEY, hits INTEGER, word_count INTEGER,"
    "  avg_word_length REAL, query TEXT, base_score REAL);"
    "CREATE TABLE hit(query_id INTEGER, rank INTEGER, gain INTEGER,"
    "  PRIMARY KEY (query_id, rank)) WITHOUT ROWID;"
    "CREATE TABLE turn(id INTEGER PRIMARY KEY, strategy TEXT, type TEXT, phase TEXT,"
    "  difficulty TEXT, coverage REAL, depth REAL, density REAL, median_degree REAL,"
    "  momentum REAL, gaps INTEGER, mentions INTEGER, relations INTEGER, uses INTEGER,"
    "  reply TEXT, question TEXT, former TEXT);"
    "CREATE TABLE article(id INTEGER PRIMARY KEY, published TEXT, stamped TEXT,"
    "  percent REAL, rated TEXT);";

static uint64_t draw(void) {
  static uint64_t state = 20250101;
  return splitmix64(&state);
}

/* A whole number in 0..n-1.  The remainder is slightly biased, which does not matter. */
static int below(int n) {
  return (int)(draw() % (uint64_t)n);
}

/* In one case of fifty, binds a value that counts as missing.  Returns whether it did. */
static bool bind_missing(sqlite3_stmt *insert, int at) {
  switch (below(150)) {
  case 0:
    sqlite3_bind_null(insert, at);
    return true;
  case 1:
    sqlite3_bind_text(insert, at, "n/a", -1, SQLITE_STATIC);
    return true;
  case 2:
    sqlite3_bind_double(insert, at, 9.5);
    return true;
  default:
    return false;
  }
}

static void bind_count(sqlite3_stmt *insert, int at, int n) {
  if (!bind_missing(insert, at)) sqlite3_bind_int(insert, at, below(n));
}

static void bind_real(sqlite3_stmt *insert, int at, double low, double high) {
  if (bind_missing(insert, at)) return;
  sqlite3_bind_double(insert, at, low + (high - low) * below(1000000000) / 1e9);
}

static void bind_name(sqlite3_stmt *insert, int at, const char *const *names, int count) {
  sqlite3_bind_text(insert, at, names[below(count)], -1, SQLITE_STATIC);
}

static void bind_round(sqlite3_stmt *insert, long long row) {
  sqlite3_bind_int64(insert, 1, row / ROUNDS_PER_RUN);
  sqlite3_bind_int64(insert, 2, row % ROUNDS_PER_RUN + 1);
  for (int dimension = 0; dimension < 5; dimension++)
    bind_real(insert, 3 + dimension, 0.65, 1.0);
  bind_count(insert, 8, 40);
  if (!bind_missing(insert, 9)) sqlite3_bind_int(insert, 9, below(5) == 0);
  if (!bind_missing(insert, 10)) sqlite3_bind_int(insert, 10, below(10) == 0);
}

static void bind_source(sqlite3_stmt *insert, long long row) {
  static const char *const domains[] = {"ai_ml",
                                        "ai_software",
                                        "cloud_infrastructure",
                                        "programming_languages",
                                        "academic_research",
                                        "gardening"};
  static const char *const tiers[] = {"Elite", "High", "Medium", "Low"};
  sqlite3_bind_int64(insert, 1, row);
  bind_real(insert, 2, -10, 1000);
  bind_name(insert, 3, domains, 6);
  bind_name(insert, 4, tiers, 4);
}

static void bind_candidate(sqlite3_stmt *insert, long long row) {
  static const char *const queries[] = {"session token refresh", "to be",
                                        "cache invalidation after deploy", "retry"};
  sqlite3_bind_int64(insert, 1, row);
  bind_count(insert, 2, 5);
  bind_count(insert, 3, 8);
  bind_real(insert, 4, 3, 8);
  bind_name(insert, 5, queries, 4);
  sqlite3_bind_double(insert, 6, below(1000) / 1e3);
}

static void bind_hit(sqlite3_stmt *insert, long long row) {
  sqlite3_bind_int64(insert, 1, row / HITS_PER_QUERY);
  sqlite3_bind_int64(insert, 2, row % HITS_PER_QUERY + 1);
  if (!bind_missing(insert, 3)) sqlite3_bind_int(insert, 3, below(3) == 0 ? below(4) : 0);
}

static void bind_turn(sqlite3_stmt *insert, long long row) {
  static const char *const strategies[] = {"deepen",    "broaden",  "cover_element",
                                           "bridge",    "contrast", "ease",
                                           "synthesis", "closing"};
  static const char *const types[] = {"depth", "breadth", "coverage"};
  static const char *const phases[] = {"exploratory", "focused", "closing"};
  static const char *const difficulties[] = {"easy", "normal", "hard"};
  static const char *const replies[] = {"I like the crema, and the smell of it.",
                                        "I don't know, roasting is a mystery.", "No.",
                                        "My brother taught me to grind it fresh."};
  static const char *const questions[] = {"Why do you like it?", "Where do you buy it?",
                                          "How do you roast it?"};
  sqlite3_bind_int64(insert, 1, row);
  bind_name(insert, 2, strategies, 8);
  bind_name(insert, 3, types, 3);
  bind_name(insert, 4, phases, 3);
  bind_name(insert, 5, difficulties, 3);
  for (int share = 6; share <= 8; share++)
    bind_real(insert, share, 0, 1);
  bind_real(insert, 9, 0, 6);
  bind_real(insert, 10, 0, 60);
  for (int count = 11; count <= 14; count++)
    bind_count(insert, count, 8);
  bind_name(insert, 15, replies, 4);
  bind_name(insert, 16, questions, 3);
  bind_name(insert, 17, questions, 3);
}

/* Binds a text made by a printf() format.  In one case of fifty, binds a text that is
** neither a date nor a score. */
static void bind_printed(sqlite3_stmt *insert, int at, const char *format, ...) {
  char text[64];
  va_list arguments;
  if (below(50) == 0) {
    sqlite3_bind_text(insert, at, "n/a", -1, SQLITE_STATIC);
    return;
  }
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  sqlite3_bind_text(insert, at, text, -1, SQLITE_TRANSIENT);
}

static void bind_article(sqlite3_stmt *insert, long long row) {
  int year = 2018 + below(9), month = 1 + below(12), day = 1 + below(28);
  sqlite3_bind_int64(insert, 1, row);
  bind_printed(insert, 2, "%04d-%02d-%02d", year, month, day);
  bind_printed(insert, 3, "%04d-%02d-%02dT%02d:00:00Z", year, month, day, below(24));
  bind_real(insert, 4, 0, 100);
  bind_printed(insert, 5, "%d%%", below(101));
}

static void fill(sqlite3 *db, const char *sql, long long rows,
                 void (*bind)(sqlite3_stmt *, long long)) {
  sqlite3_stmt *insert = bench_prepare(db, sqlite3_mprintf("%s", sql));
  for (long long row = 0; row < rows; row++) {
    bind(insert, row);
    sqlite3_step(insert);
    if (sqlite3_reset(insert) != SQLITE_OK) bench_fail(sql, sqlite3_errmsg(db));
  }
  sqlite3_finalize(insert);
}

void bench_build_tables(sqlite3 *db, long long rows) {
  bench_execute(db, "BEGIN");
  bench_execute(db, schema);
  fill(db, "INSERT INTO round VALUES (?,?,?,?,?,?,?,?,?,?)", rows, bind_round);
  fill(db, "INSERT INTO source VALUES (?,?,?,?)", rows, bind_source);
  fill(db, "INSERT INTO candidate VALUES (?,?,?,?,?,?)", rows, bind_candidate);
  fill(db, "INSERT INTO hit VALUES (?,?,?)", rows, bind_hit);
  fill(db, "INSERT INTO turn VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", rows,
       bind_turn);
  fill(db, "INSERT INTO article VALUES (?,?,?,?,?)", rows, bind_article);
  bench_execute(db, "COMMIT");
}
