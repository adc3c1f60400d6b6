/*
** Tests mean_of on random rows (rules R5 and R10).  In any frame the answer equals, bit
** for bit, the answer for the frame's rows alone in any order.  The answer lies between
** the least and the greatest value, whatever the weights.
*/
#include "frames.h"

#include <string.h>

#define TABLES 400
#define MOST_ROWS 30

static const char *const calls[] = {"mean_of(value)", "mean_of(value, weight)",
                                    "mean_of(weight)", "mean_of(value, value)"};

enum { CALLS = sizeof calls / sizeof *calls };

/* An SQL function that returns the bits of a double, so that 0.0 and -0.0 differ. */
static void bits_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  if (sqlite3_value_type(argv[0]) != SQLITE_FLOAT) return; /* not a REAL: NULL */
  double real = sqlite3_value_double(argv[0]);
  sqlite3_int64 bits;
  memcpy(&bits, &real, sizeof bits);
  sqlite3_result_int64(context, bits);
}

/* Draws a text (a number or not) or a blob. */
static const char *any_text(void) {
  return RANDOM_DATUM("'1'", "' -2.5e0 '", "'9223372036854775807'",
                      "'9223372036854775808'", "'1e-320'", "'1e999'", "'0.1x'", "'-0'",
                      "x'31'");
}

static void fill_table(void) {
  run("DELETE FROM t");
  sqlite3_stmt *insert = prepared("INSERT INTO t VALUES (?, ?, ?)");
  int rows = random_below(MOST_ROWS + 1);
  for (int i = 1; i <= rows; i++) {
    sqlite3_reset(insert);
    sqlite3_clear_bindings(insert);
    sqlite3_bind_int(insert, 1, i);
    hostile_bind_number(insert, 2);
    hostile_bind_number(insert, 3);
    sqlite3_step(insert);
  }
  if (sqlite3_finalize(insert) != SQLITE_OK) tap_bail("%s", sqlite3_errmsg(db));
  for (int i = 1; i <= rows; i++) {
    if (random_below(4) == 0)
      run_with("UPDATE t SET %s = %s WHERE id = %d", RANDOM_TEXT("value", "weight"),
               any_text(), i);
  }
  run(RANDOM_TEXT("UPDATE t SET weight = -weight WHERE id % 4 = 0",
                  "UPDATE t SET weight = abs(weight + 0.0)",
                  "UPDATE t SET weight = id % 3",
                  "UPDATE t SET value = -value WHERE id > 9"));
}

/* Selects the rows in which value and weight are stored as finite numbers.  A plain
** comparison cannot tell which texts are numbers.  A stored INTEGER is compared as the
** nearest double, because a mean is a double. */
#define NUMBERS                                                                          \
  "typeof(value) IN ('integer', 'real') AND typeof(weight) IN ('integer', 'real') AND "  \
  "abs(value + 0.0) < 9e999 AND weight > 0 AND weight < 9e999"

static void test_ends(void) {
  long long differ = 0, seen = 0;
  for (int i = 0; i < TABLES; i++) {
    fill_table();
    differ += count_differences(
        "SELECT count(*) FROM (SELECT min(value + 0.0) AS least, max(value + 0.0) AS "
        "greatest, mean_of(value) AS m, mean_of(value, weight) AS w FROM t WHERE " NUMBERS
        ") WHERE NOT (m BETWEEN least AND greatest AND w BETWEEN least AND greatest)");
    seen += ask("SELECT count(*) > 1 FROM t WHERE " NUMBERS);
  }
  tap_is_int(differ, 0, "a mean lies between the least and the greatest value");
  tap_ok(seen > TABLES / 3, "of %lld tables with several", seen);
}

int main(void) {
  random_open();
  database_open();
  sqlite3_create_function(db, "bits_of", 1, SQLITE_UTF8, NULL, bits_of, NULL, NULL);
  frame_form = "bits_of";
  run("CREATE TABLE t(id INTEGER PRIMARY KEY, value, weight)");
  for (int i = 0; i < CALLS; i++)
    test_any_frames(calls[i], "on random frames", fill_table, TABLES, 1, frame_by_id);
  test_ends();
  sqlite3_close(db);
  return tap_done();
}
