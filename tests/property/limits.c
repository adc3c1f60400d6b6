/*
** A connection's own limit on lengths also applies to results of the functions.  A result
** beyond the limit is an error, and the connection continues to work.
*/
#include "../database.h"

static const struct {
  const char *sql;
  int rc;
} queries[] = {
    {"SELECT gate_report(1, 1, 1, 1, 1, 12, 0)", SQLITE_TOOBIG},
    {"SELECT stop_report('R1', 1, 1, 1, 1, 1, 12, 0)", SQLITE_TOOBIG},
    {"SELECT best_round('R1', 1, 0.5)", SQLITE_ROW},
    {"SELECT gate_pass(1, 1, 1, 1, 1, 12, 0)", SQLITE_ROW},
};

static int step(const char *sql) {
  sqlite3_stmt *statement = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_step(statement);
  sqlite3_finalize(statement);
  return rc;
}

int main(void) {
  database_open();
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 60);
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
    tap_is_int(step(queries[i].sql), queries[i].rc, "%s", queries[i].sql);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1000000);
  tap_is_int(step(queries[0].sql), SQLITE_ROW, "with the limit raised: an answer");
  sqlite3_close(db);
  return tap_done();
}
