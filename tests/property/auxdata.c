/* SQLite does not tell which arguments are constant, so functions attempt to cache all
** of them.  Only the first 16 of every 1024 attempts are allowed (bind/auxdata.h).  A
** constant that is its call's only argument is read once per statement.  If other
** arguments vary, they use up attempts: then the constant is read up to 1024 times. */
#include "database.h"

#include "bind/auxdata.h"

enum { ARGUMENTS = 3, ROWS = 5000 };

/* For each argument, the number of rows in which it was read. */
static int reads[ARGUMENTS];

static void read_all(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argv;
  for (int i = 0; i < argc; i++) {
    if (auxdata_find(context, i) != NULL) continue;
    reads[i]++;
    auxdata_borrow(context, i, reads);
  }
}

static void count_reads(const char *call) {
  for (int i = 0; i < ARGUMENTS; i++)
    reads[i] = 0;
  run_with(
      "WITH RECURSIVE rows(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM rows LIMIT %d) "
      "SELECT count(%s) FROM rows",
      ROWS, call);
}

int main(void) {
  static struct binding binding;
  database_open();
  if (sqlite3_create_function_v2(db, "read_all", -1, SQLITE_UTF8, &binding, read_all,
                                 NULL, NULL, NULL) != SQLITE_OK) {
    tap_bail("no function: %s", sqlite3_errmsg(db));
  }
  count_reads("read_all('constant')");
  tap_is_int(reads[0], 1, "a constant is read once");
  count_reads("read_all(n)");
  tap_is_int(reads[0], ROWS, "an argument that varies is read for each row");
  count_reads("read_all(n, 'constant')");
  tap_ok(reads[1] <= AUXDATA_CYCLE, "a constant after it is read a few times: %d",
         reads[1]);
  count_reads("read_all('constant', n)");
  tap_ok(reads[0] <= AUXDATA_CYCLE, "a constant before it, too: %d", reads[0]);
  count_reads("read_all(n, -n, 'constant')");
  tap_ok(reads[2] <= AUXDATA_CYCLE, "a constant after two of them, too: %d", reads[2]);
  sqlite3_close(db);
  return tap_done();
}
