/*
** why_missing must call a value usable exactly if the rules use the value (rules R2 and
** R3).  No value may end a query or the process (rule R1).  The test tries values of
** every kind, random bytes, and randomly changed dates and scores.
*/
#include "../database.h"
#include "../hostile.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DRAWS = 60000, LONGEST = 64 };

/* A kind of value, and a query that gives 1 if the rules use the value ?1, else 0. */
static const struct kind {
  const char *name;
  const char *used;
} kinds[] = {
    {"score", "SELECT tier_of(?1) IS NOT NULL"},
    {"score", "SELECT gate_report(1, 1, 1, 1, ?1, 12, 0) LIKE '%\"missing\":[]%'"},
    {"score", "SELECT gate_pass(1, ?1, 1, 1, 1, 12, 0, 0, 0)"},
    {"score", "SELECT tier_of(?1) IS NOT NULL AND score_of(?1) IS "
              "ci_score(?1, ?1, ?1, ?1, ?1, '[1, 0, 0, 0, 0]')"},
    {"count", "SELECT gate_report(1, 1, 1, 1, 1, ?1, 0) LIKE '%\"missing\":[]%'"},
    {"count", "SELECT gate_report(1, 1, 1, 1, 1, 12, ?1) LIKE '%\"missing\":[]%'"},
    {"count", "SELECT gate_pass(1, 1, 1, 1, 1, ?1, 0, 0, 0)"},
    {"flag", "SELECT gate_report(1, 1, 1, 1, 1, 12, 0, ?1) LIKE '%\"missing\":[]%'"},
    {"flag", "SELECT gate_pass(1, 1, 1, 1, 1, 12, 0, ?1) OR 1 = (SELECT "
             "best_round(column1, column2, column3) FROM (VALUES (1, ?1, 0.1), "
             "(2, 0, 0.9)))"},
    {"age", "SELECT recency_decay(?1, 90) IS NOT NULL"},
    {"date", "SELECT age_days(?1, '2026-02-03') IS NOT NULL"},
    {"date", "SELECT age_days(?1, ?1) IS 0 OR age_days(?1, '0001-01-01') IS NOT NULL"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* --- values ------------------------------------------------------------------------- */

/* Changes up to two bytes of a text, and sometimes cuts off its end.  Returns the
** length. */
static size_t spoil(char *text, size_t length) {
  static const char bytes[] = "0123456789 .,:-+/%TZze()\\\"x\n\xc3\xff";
  for (int changes = random_below(3); changes > 0 && length > 0; changes--)
    text[random_below((int)length)] = bytes[random_below((int)sizeof bytes)];
  return random_below(8) == 0 ? (size_t)random_below((int)length + 1) : length;
}

static size_t write_text(char text[LONGEST]) {
  const char *form = RANDOM_TEXT(
      "2026-02-03", "2026-02-03T10:00:00Z", "2026-02-03 10:00:00.5+09:00", "2026-02",
      "2026", "Tue, 03 Feb 2026 10:00:00 GMT", "3 Feb 26 10:00 (a (b)) EST",
      "Tuesday, 03-Feb-26 10:00:00 GMT", "Tue Feb  3 10:00:00 2026", "1770076800",
      "1770076800000", "3/2/2026", "0.8", " 1e-1 ", "12", "12.0", "-1", "9e999", "85%",
      "4/5", "4 out of 5", "7 of 10", "0,85", "1,000", "n/a", "");
  strcpy(text, form);
  return spoil(text, strlen(text));
}

static size_t write_bytes(char text[LONGEST]) {
  size_t length = (size_t)random_below(LONGEST);
  for (size_t i = 0; i < length; i++)
    text[i] = (char)random_bits();
  return length;
}

static void bind_any(sqlite3_stmt *statement) {
  char text[LONGEST];
  int kind = random_below(16);
  size_t length = kind < 12 ? write_text(text) : write_bytes(text);
  if (kind == 0) {
    sqlite3_bind_null(statement, 1);
  } else if (kind == 1 || kind == 12) {
    sqlite3_bind_blob(statement, 1, text, (int)length, SQLITE_TRANSIENT);
  } else if (kind < 5) {
    hostile_bind_number(statement, 1);
  } else {
    sqlite3_bind_text(statement, 1, text, (int)length, SQLITE_TRANSIENT);
  }
}

/* --- the property ------------------------------------------------------------------- */

static void test_kind(const struct kind *kind) {
  char sql[512];
  int wrong = 0, usable = 0;
  snprintf(sql, sizeof sql, "SELECT why_missing(?1, '%s') IS NULL, (%s), quote(?1)",
           kind->name, kind->used);
  sqlite3_stmt *statement = prepared(sql);
  for (int i = 0; i < DRAWS; i++) {
    bind_any(statement);
    if (sqlite3_step(statement) != SQLITE_ROW) tap_bail("%s", sqlite3_errmsg(db));
    bool is_usable = sqlite3_column_int(statement, 0);
    usable += is_usable;
    if (is_usable != sqlite3_column_int(statement, 1) && wrong++ == 0) {
      tap_diag("%s is called %s", (const char *)sqlite3_column_text(statement, 2),
               is_usable ? "usable" : "missing");
    }
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  tap_is_int(wrong, 0, "%s: %s", kind->name, kind->used);
  tap_ok(usable > DRAWS / 100 && usable < DRAWS - DRAWS / 100, "%d of %d usable", usable,
         DRAWS);
}

/* A score on any scale lies in 0..1.  The best end of the scale scores 1, and the worst
** end scores 0.  A number nearer to the best end never scores less. */
static void test_scales(void) {
  sqlite3_stmt *statement =
      prepared("SELECT score_of(?1, ?3, ?4), score_of(?2, ?3, ?4), score_of(?3, ?3, ?4), "
               "score_of(?4, ?3, ?4)");
  int wrong = 0;
  for (int i = 0; i < DRAWS / 4; i++) {
    double size = ldexp(1, random_below(2000) - 1000);
    double best = size * (random_unit() - 0.5), worst = size * (random_unit() - 0.5);
    if (best == worst) continue;
    double least = best < worst ? best : worst, greatest = best < worst ? worst : best;
    double number = least + random_unit() * (greatest - least);
    if (number > greatest) number = greatest;
    double numbers[] = {number, nextafter(number, best), best, worst};
    for (int n = 0; n < 4; n++)
      sqlite3_bind_double(statement, n + 1, numbers[n]);
    if (sqlite3_step(statement) != SQLITE_ROW) tap_bail("%s", sqlite3_errmsg(db));
    double score = sqlite3_column_double(statement, 0);
    wrong += sqlite3_column_type(statement, 0) != SQLITE_FLOAT;
    wrong += !(score >= 0 && score <= sqlite3_column_double(statement, 1));
    wrong += !(sqlite3_column_double(statement, 1) <= 1);
    wrong += sqlite3_column_double(statement, 2) != 1;
    wrong += sqlite3_column_double(statement, 3) != 0;
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  tap_is_int(wrong, 0, "scores grow from worst, 0, to best, 1");
}

/* A score of -0.0 becomes 0.0, on any scale. */
static void test_zero(void) {
  static const char *const calls[] = {"SELECT score_of(?1)", "SELECT score_of(?1, 1, 0)"};
  for (int i = 0; i < 2; i++) {
    sqlite3_stmt *statement = prepared(calls[i]);
    sqlite3_bind_double(statement, 1, -0.0);
    if (sqlite3_step(statement) != SQLITE_ROW) tap_bail("%s", sqlite3_errmsg(db));
    tap_ok(!signbit(sqlite3_column_double(statement, 0)), "%s: -0.0 gives 0.0", calls[i]);
    sqlite3_finalize(statement);
  }
}

int main(void) {
  random_open();
  database_open();
  for (int k = 0; k < KINDS; k++)
    test_kind(&kinds[k]);
  test_scales();
  test_zero();
  sqlite3_close(db);
  return tap_done();
}
