/*
** A number that a client sends as TEXT is read to the last bit (rules R2 and R10).  The
** extension itself reads it, because versions of SQLite read long decimals differently.
** The mean of five equal scores is that score, so the mean shows the number that was
** read.
*/
#include "../random.h"

#include <stdbool.h>
#include <stdio.h>

#include "../database.h"

#define ROUNDS 50000

/* Writes a decimal in 0..1 with `digits` digits, in one of the forms that a number may
** have. */
static void write_decimal(char text[64], int digits) {
  const char *form = RANDOM_TEXT("0.", ".", "+.", " 0.", "00.0000");
  size_t length = (size_t)snprintf(text, 64, "%s", form);
  for (int i = 0; i < digits; i++)
    text[length++] = (char)('0' + random_below(10));
  if (random_below(4) == 0) {
    snprintf(text + length, 64 - length, "e-%d", random_below(320));
  } else {
    snprintf(text + length, 64 - length, "%s", RANDOM_TEXT("", " ", "e0", "e-2"));
  }
}

/* Writes a number near the High floor, with more digits than a double has. */
static void write_floor(char text[64], int digits) {
  size_t length = (size_t)snprintf(text, 64, "0.7%s%d",
                                   RANDOM_TEXT("499999999999999", "5"), random_below(10));
  for (int i = 0; i < digits; i++)
    text[length++] = (char)('0' + random_below(10));
  text[length] = 0;
}

static double answer(sqlite3_stmt *call, const char *text) {
  sqlite3_bind_text(call, 1, text, -1, SQLITE_TRANSIENT);
  if (sqlite3_step(call) != SQLITE_ROW) tap_bail("%s", sqlite3_errmsg(db));
  double got = sqlite3_column_double(call, 0);
  sqlite3_reset(call);
  return got;
}

static void test_readings(const char *sql) {
  sqlite3_stmt *call = prepared(sql);
  char text[64];
  int wrong = 0;
  for (int i = 0; i < ROUNDS; i++) {
    write_decimal(text, 1 + random_below(25));
    double got = answer(call, text), want = strtod(text, NULL);
    if (got != want && wrong++ == 0)
      tap_diag("'%s' is read as %a, not as %a", text, got, want);
  }
  sqlite3_finalize(call);
  tap_is_int(wrong, 0, "a TEXT is the double nearest to it: %s", sql);
}

/* The gate must pass a text exactly if the number that C reads from the text reaches the
** floor. */
static void test_floors(void) {
  sqlite3_stmt *gate = prepared("SELECT gate_pass(?1, ?1, ?1, ?1, ?1, 10, 0)");
  char text[64];
  int wrong = 0;
  for (int i = 0; i < ROUNDS; i++) {
    write_floor(text, random_below(8));
    bool passed = answer(gate, text) > 0;
    if (passed != (strtod(text, NULL) >= 0.75) && wrong++ == 0)
      tap_diag("'%s' %s", text, passed ? "passes" : "fails");
  }
  sqlite3_finalize(gate);
  tap_is_int(wrong, 0, "and is held against a floor as that");
}

int main(void) {
  random_open();
  database_open();
  test_readings("SELECT ci_score(?1, ?1, ?1, ?1, ?1)");
  test_readings("SELECT mean_of(?1)");
  test_floors();
  sqlite3_close(db);
  return tap_done();
}
