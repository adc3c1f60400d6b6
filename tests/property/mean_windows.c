/*
** mean_of on random rows (rules R5 and R10): in any frame the answer is, bit for bit,
** that of the frame's rows alone, whatever their order; and it lies between the least and
** the greatest value, whatever the weights.
*/
#include "frames.h"

#include <string.h>

#define TABLES 400
#define MOST_ROWS 30

static const char *const calls[] = {"mean_of(value)", "mean_of(value, weight)",
                                    "mean_of(weight)", "mean_of(value, value)"};

enum { CALLS = sizeof calls / sizeof *calls };

/* The bits of a double, so that 0.0 and -0.0 differ. */
static void bits_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  if (sqlite3_value_type(argv[0]) != SQLITE_FLOAT) return; /* NULL */
  double real = sqlite3_value_double(argv[0]);
  sqlite3_int64 bits;
  memcpy(&bits, &real, sizeof bits);
  sqlite3_result_int64(context, bits);
}

/* Any finite double by its bits, or one of a usual size. */
static double any_double(void) {
  uint64_t bits = random_bits();
  double real;
  memcpy(&real, &bits, sizeof real);
  return isfinite(real) && random_below(3) == 0 ? real : random_unit() - 0.3;
}

static void bind_number(sqlite3_stmt *insert, int index) {
  switch (random_below(4)) {
  case 0:
    sqlite3_bind_int64(insert, index, (sqlite3_int64)random_bits() >> random_below(64));
    break;
  case 1:
    sqlite3_bind_int(insert, index, random_below(4));
    break;
  default:
    sqlite3_bind_double(insert, index, any_double());
  }
}

/* Also what is no number, or is one as a text. */
static void bind_any(sqlite3_stmt *insert, int index) {
  static const char *const texts[] = {"1",
                                      " -2.5e0 ",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "1e-320",
                                      "1e999",
                                      "",
                                      "x",
                                      "0.1x",
                                      "-0"};
  if (random_below(8) > 0) {
    bind_number(insert, index);
  } else if (random_below(4) == 0) {
    sqlite3_bind_blob(insert, index, "1", 1, SQLITE_STATIC);
  } else if (random_below(3) == 0) {
    sqlite3_bind_double(insert, index, random_below(2) ? INFINITY : -INFINITY);
  } else if (random_below(6) > 0) {
    sqlite3_bind_text(insert, index, RANDOM_OF(texts), -1, SQLITE_STATIC);
  }
}

static void fill_table(void) {
  sqlite3_stmt *insert = NULL;
  run("DELETE FROM t");
  if (sqlite3_prepare_v2(db, "INSERT INTO t VALUES (?, ?, ?, ?)", -1, &insert, NULL) !=
      SQLITE_OK) {
    tap_bail("%s", sqlite3_errmsg(db));
  }
  int rows = random_below(MOST_ROWS + 1);
  for (int i = 1; i <= rows; i++) {
    sqlite3_reset(insert);
    sqlite3_clear_bindings(insert);
    sqlite3_bind_int(insert, 1, i);
    bind_any(insert, 2);
    bind_any(insert, 3);
    sqlite3_bind_int64(insert, 4, (sqlite3_int64)(random_bits() >> 1));
    sqlite3_step(insert);
  }
  if (sqlite3_finalize(insert) != SQLITE_OK) tap_bail("%s", sqlite3_errmsg(db));
  run(RANDOM_TEXT("UPDATE t SET weight = -weight WHERE id % 4 = 0", /* some below 0 */
                  "UPDATE t SET weight = abs(weight)", "UPDATE t SET weight = id % 3",
                  "UPDATE t SET value = -value WHERE id > 9"));
}

/* Numbers only: a comparison would not know which texts are.  Only finite ones; a mean is
** held against what is stored, so an INTEGER's double may be the end. */
#define NUMBERS                                                                          \
  "typeof(value) IN ('integer', 'real') AND typeof(weight) IN ('integer', 'real') AND "  \
  "abs(value) < 9e999 AND weight > 0 AND weight < 9e999"

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
  run("CREATE TABLE t(id INTEGER PRIMARY KEY, value, weight, shuffle)");
  for (int i = 0; i < CALLS; i++)
    test_row_frames(calls[i], "bits_of", fill_table, TABLES, 6);
  test_ends();
  sqlite3_close(db);
  return tap_done();
}
