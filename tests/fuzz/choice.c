/* SQL values that a fuzzer's bytes choose: see choice.h. */
#include "choice.h"

#include "assay.h"

sqlite3 *choice_connection(void) {
  static sqlite3 *db = NULL;
  if (db != NULL) return db;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) abort();
  if (sqlite3_assay_init(db, NULL, NULL) != SQLITE_OK) abort();
  return db;
}

const struct calls *choice_calls(void) {
  static struct calls calls;
  if (calls.count == 0 && calls_read(choice_connection(), &calls) != SQLITE_OK) abort();
  return &calls;
}

const struct call *choice_call(struct source *source, enum call_kind kind) {
  const struct calls *calls = choice_calls();
  int count = 0;
  for (int i = 0; i < calls->count; i++)
    count += calls->items[i].kind == kind && !calls->items[i].direct_only;
  int chosen = source_below(source, count);
  for (int i = 0; i < calls->count; i++) {
    const struct call *call = &calls->items[i];
    if (call->kind == kind && !call->direct_only && chosen-- == 0) return call;
  }
  abort();
}

sqlite3_stmt *choice_prepare(const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3 *db = choice_connection();
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
    fuzz_fail(sql, sqlite3_errmsg(db));
  }
  return statement;
}

/* Values that stand in calls.c as SQL, evaluated once. */
static sqlite3_value *listed_value(int index) {
  static sqlite3_value *values[256];
  if (values[index] == NULL) {
    char sql[512];
    snprintf(sql, sizeof sql, "SELECT %s", call_values[index]);
    sqlite3_stmt *statement = choice_prepare(sql);
    if (sqlite3_step(statement) != SQLITE_ROW) abort();
    values[index] = sqlite3_value_dup(sqlite3_column_value(statement, 0));
    sqlite3_finalize(statement);
  }
  return values[index];
}

/* True if the argument of that index has that name in the signature. */
static int is_named(const struct call *call, int index, const char *name) {
  const char *at = strchr(call->signature, '(');
  for (; at != NULL && index > 0; index--)
    at = strchr(at + 1, ',');
  if (at == NULL) return 0;
  at += 1 + strspn(at + 1, " ");
  size_t length = strlen(name);
  return strncmp(at, name, length) == 0 && strchr(" ,)", at[length]) != NULL;
}

void choice_bind(struct source *source, sqlite3_stmt *statement, int parameter,
                 const struct call *call, int index) {
  size_t length;
  const uint8_t *bytes;
  int kind = source_below(source, 8);
  int is_cost = is_named(call, index, "samples") || is_named(call, index, "n");
  if (is_cost && kind >= 2 && kind != 5) kind = 1;
  switch (kind) {
  case 0:
    sqlite3_bind_null(statement, parameter);
    break;
  case 1:
    sqlite3_bind_int(statement, parameter, source_below(source, 256) - 2);
    break;
  case 2:
    sqlite3_bind_int64(statement, parameter, source_integer(source));
    break;
  case 3:
    sqlite3_bind_double(statement, parameter, source_real(source));
    break;
  case 4:
    sqlite3_bind_double(statement, parameter, source_below(source, 101) / 100.0);
    break;
  case 5:
    bytes = source_bytes(source, source_byte(source), &length);
    sqlite3_bind_text(statement, parameter, (const char *)bytes, (int)length,
                      SQLITE_TRANSIENT);
    break;
  case 6:
    bytes = source_bytes(source, source_byte(source), &length);
    sqlite3_bind_blob(statement, parameter, bytes, (int)length, SQLITE_TRANSIENT);
    break;
  default:
    sqlite3_bind_value(statement, parameter,
                       listed_value(source_below(source, call_value_count)));
    break;
  }
}
