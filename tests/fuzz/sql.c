/*
** Fuzzes every function and table with values of every kind.
**
** A call ends with an answer or with an error of its own that begins with its name; an
** answer is the same when it is asked for again; and its texts are valid JSON where it is
** said to be JSON.
*/
#include "choice.h"

static char *numbered(const struct call *call) {
  static const char *const parameters[] = {"?1",  "?2",  "?3",  "?4",  "?5",  "?6",
                                           "?7",  "?8",  "?9",  "?10", "?11", "?12",
                                           "?13", "?14", "?15", "?16"};
  return call_sql(call, parameters, call->arguments, NULL);
}

/* The statement of a call, prepared once. */
static sqlite3_stmt *statement_of(const struct call *call) {
  static sqlite3_stmt *statements[1024];
  sqlite3_stmt **statement = &statements[call - choice_calls()->items];
  if (*statement == NULL) {
    char *sql = numbered(call);
    *statement = choice_prepare(sql);
    free(sql);
  }
  return *statement;
}

/* Steps to the end, or to `most` rows; a digest of all that was read. */
static uint64_t run(sqlite3_stmt *statement, int *rc) {
  uint64_t digest = 1469598103934665603u;
  for (int rows = 0; rows < 100 && (*rc = sqlite3_step(statement)) == SQLITE_ROW;
       rows++) {
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
      digest = (digest ^ (unsigned)sqlite3_column_type(statement, i)) * 1099511628211u;
      const unsigned char *bytes = sqlite3_column_text(statement, i);
      int length = sqlite3_column_bytes(statement, i);
      for (int b = 0; b < length; b++)
        digest = (digest ^ bytes[b]) * 1099511628211u;
    }
  }
  sqlite3_reset(statement);
  return digest;
}

static void check_error(const struct call *call) {
  const char *message = sqlite3_errmsg(choice_connection());
  size_t length = strlen(call->name);
  if (strncmp(message, call->name, length) == 0 && message[length] == ':') return;
  if (strcmp(message, "string or blob too big") == 0) return;
  fuzz_fail(call->signature, message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct source source = {data, size};
  enum call_kind kind = source_below(&source, 8) == 0 ? CALL_TABLE : CALL_SCALAR;
  const struct call *call = choice_call(&source, kind);
  sqlite3_stmt *statement = statement_of(call);
  for (int i = 0; i < call->arguments; i++)
    choice_bind(&source, statement, i + 1, call, i);
  int rc, again;
  uint64_t digest = run(statement, &rc);
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) check_error(call);
  if (digest != run(statement, &again) || rc != again) {
    fuzz_fail(call->signature, "another answer the second time");
  }
  return 0;
}
