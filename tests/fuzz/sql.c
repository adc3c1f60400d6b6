/*
** Fuzzes every scalar function and every table with values of every kind.
**
** A call must end with an answer that the function may give, or with one of the
** function's own errors.  It must not fail if every argument is data or an allowed choice
** (rule R1).  It must end in the same way
**
**   - when it is repeated;
**   - with the arguments as parameters, as literals, and as columns of several rows;
**   - with only the last arguments constant, so that functions can cache the constants;
**   - in UTF-16, for texts that a conversion to UTF-16 and back has not changed.
**
** A table-valued function must return the same rows whether SQLite or the function itself
** filters them.
*/
#include "choice.h"

/* A call with two sets of arguments. */
struct trial {
  const struct call *call;
  int count;
  int settings;
  sqlite3_value *first[MOST_ARGUMENTS];
  sqlite3_value *second[MOST_ARGUMENTS];
  bool is_data; /* are the arguments in `first` data or allowed choices? */
  bool is_unicode;
};

static void fail(const char *what, const char *sql, const struct answers *expected,
                 const struct answers *got) {
  answers_print("expected", expected);
  answers_print("got", got);
  fuzz_fail(what, sql);
}

/* --- a statement's answers ---------------------------------------------------------- */

/* Steps a statement to its end, but not beyond a hundred rows.  Sets `answers` to the
** values that keep() (choice.h) recorded.  Returns the last result code. */
static int run(sqlite3_stmt *statement, struct answers *answers) {
  int rc = SQLITE_ROW;
  answers_clear(choice_kept());
  for (int rows = 0; rows < 100 && rc == SQLITE_ROW; rows++)
    rc = sqlite3_step(statement);
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) {
    answers_add_error(choice_kept(), sqlite3_db_handle(statement));
  }
  sqlite3_reset(statement);
  struct answers swapped = *answers;
  *answers = *choice_kept();
  *choice_kept() = swapped;
  return rc;
}

static void expect(const char *what, const char *sql, sqlite3_stmt *statement,
                   const struct answers *expected) {
  static struct answers got;
  run(statement, &got);
  if (!answers_equal(expected, &got)) fail(what, sql, expected, &got);
}

/* Appends `f(v0, ?2)`: the first `columns` arguments come from a row, the others are
** parameters. */
static void add_call(struct sql *sql, const struct call *call, int count, int columns) {
  sql_add(sql, "%s(", call->name);
  for (int i = 0; i < count; i++) {
    sql_add(sql, i > 0 ? ", " : "");
    sql_add(sql, i < columns ? "v%d" : "?%d", i < columns ? i : i + 1);
  }
  sql_add(sql, ")");
}

/* --- scalars ------------------------------------------------------------------------ */

static sqlite3 *utf8_of(const struct trial *trial) {
  return choice_connection(trial->settings, ENCODING_UTF8);
}

/* Returns the statement of the call with its arguments as parameters. */
static sqlite3_stmt *plain_statement(const struct trial *trial, sqlite3 *db) {
  struct sql sql = {.length = 0};
  sql_add(&sql, "SELECT keep(");
  add_call(&sql, trial->call, trial->count, 0);
  sql_add(&sql, ")");
  return choice_statement(db, sql.text);
}

/* Appends the value as an SQL literal.  Texts are written in hexadecimal, because a NUL
** would end a quoted text. */
static void add_literal(sqlite3_str *sql, sqlite3_value *value) {
  int type = sqlite3_value_type(value);
  double real = sqlite3_value_double(value);
  if (type == SQLITE_INTEGER && sqlite3_value_int64(value) != INT64_MIN) {
    sqlite3_str_appendf(sql, "%lld", sqlite3_value_int64(value));
  } else if (type == SQLITE_INTEGER) {
    sqlite3_str_appendall(sql, "-9223372036854775808");
  } else if (type == SQLITE_FLOAT && real - real == 0) {
    char digits[64];
    snprintf(digits, sizeof digits, "%.17e", real);
    sqlite3_str_appendall(sql, digits);
  } else if (type == SQLITE_FLOAT) {
    sqlite3_str_appendall(sql, real < 0 ? "-9e999" : "9e999");
  } else if (type == SQLITE_NULL) {
    sqlite3_str_appendall(sql, "NULL");
  } else {
    bool is_text = type == SQLITE_TEXT;
    const unsigned char *bytes = sqlite3_value_blob(value);
    int length = sqlite3_value_bytes(value);
    sqlite3_str_appendall(sql, is_text ? "CAST(x'" : "x'");
    for (int i = 0; i < length; i++)
      sqlite3_str_appendf(sql, "%02x", bytes[i]);
    sqlite3_str_appendall(sql, is_text ? "' AS TEXT)" : "'");
  }
}

/* Returns true if an argument is a real.  The call is then not tried with literals,
** because SQLite could read a literal as a neighbouring double. */
static bool has_real(const struct trial *trial) {
  for (int i = 0; i < trial->count; i++)
    if (sqlite3_value_type(trial->first[i]) == SQLITE_FLOAT) return true;
  return false;
}

static void try_literals(const struct trial *trial, const struct answers *expected) {
  if (has_real(trial)) return;
  sqlite3_stmt *statement = NULL;
  sqlite3_str *sql = sqlite3_str_new(NULL);
  sqlite3_str_appendf(sql, "SELECT keep(%s(", trial->call->name);
  for (int i = 0; i < trial->count; i++) {
    if (i > 0) sqlite3_str_appendall(sql, ", ");
    add_literal(sql, trial->first[i]);
  }
  sqlite3_str_appendall(sql, "))");
  char *text = sqlite3_str_finish(sql);
  if (sqlite3_prepare_v2(utf8_of(trial), text, -1, &statement, NULL) != SQLITE_OK) {
    fuzz_fail(text, sqlite3_errmsg(utf8_of(trial)));
  }
  expect("another answer for literals", text, statement, expected);
  sqlite3_finalize(statement);
  sqlite3_free(text);
}

/* Calls the function for three rows, of which the first and the last are equal.  The
** first `columns` arguments are columns of these rows; the other arguments are constant.
** Up to the first error, the answers must equal those of three separate calls. */
static void try_columns(const struct trial *trial, int columns) {
  static struct answers rows[2], expected;
  sqlite3 *db = utf8_of(trial);
  sqlite3_value *mixed[MOST_ARGUMENTS];
  for (int i = 0; i < trial->count; i++)
    mixed[i] = i < columns ? trial->second[i] : trial->first[i];
  choice_insert(db, (struct place){1, 0, 0}, trial->first, trial->count);
  choice_insert(db, (struct place){2, 0, 0}, mixed, trial->count);
  choice_insert(db, (struct place){3, 0, 0}, trial->first, trial->count);
  sqlite3_stmt *plain = plain_statement(trial, db);
  answers_clear(&expected);
  int rc = SQLITE_DONE;
  for (int row = 0; row < 3 && rc == SQLITE_DONE; row++) {
    choice_bind(plain, row == 1 ? mixed : trial->first, trial->count);
    rc = run(plain, &rows[0]);
    answers_append(&expected, &rows[0]);
  }
  struct sql sql = {.length = 0};
  sql_add(&sql, "SELECT keep(");
  add_call(&sql, trial->call, trial->count, columns);
  sql_add(&sql, ") FROM call_rows ORDER BY n");
  sqlite3_stmt *statement = choice_statement(db, sql.text);
  choice_bind(statement, trial->first, trial->count);
  expect("another answer for columns", sql.text, statement, &expected);
}

/* Converts the arguments `first` to UTF-16 and back, then compares the answers on a UTF-8
** connection and on a UTF-16 connection. */
static void try_utf16(const struct trial *trial) {
  static struct answers expected;
  sqlite3 *utf16 = choice_connection(trial->settings, ENCODING_UTF16);
  sqlite3_value *values[MOST_ARGUMENTS];
  for (int i = 0; i < trial->count; i++)
    values[i] = choice_round_trip(utf16, trial->first[i]);
  sqlite3_stmt *plain = plain_statement(trial, utf8_of(trial));
  sqlite3_stmt *other = plain_statement(trial, utf16);
  choice_bind(plain, values, trial->count);
  run(plain, &expected);
  choice_bind(other, values, trial->count);
  expect("another answer in UTF-16", sqlite3_sql(other), other, &expected);
  for (int i = 0; i < trial->count; i++)
    sqlite3_value_free(values[i]);
}

static void try_scalar(const struct trial *trial, struct source *source) {
  static struct answers answers;
  sqlite3 *db = utf8_of(trial);
  sqlite3_stmt *plain = plain_statement(trial, db);
  choice_bind(plain, trial->first, trial->count);
  choice_expect(trial->call, trial->is_unicode);
  int rc = run(plain, &answers);
  if (rc != SQLITE_DONE) error_check(db, trial->call, trial->is_data);
  choice_expect(NULL, false);
  expect("another answer the second time", sqlite3_sql(plain), plain, &answers);
  int form = source_below(source, 4);
  if (form == 0) try_literals(trial, &answers);
  if (form == 1) try_utf16(trial);
  if (form >= 2) try_columns(trial, source_below(source, trial->count + 1));
}

/* --- tables ------------------------------------------------------------------------- */

static sqlite3_stmt *columns_statement(sqlite3 *db, const struct call *call) {
  struct sql sql = {.length = 0};
  sql_add(&sql, "SELECT * FROM ");
  add_call(&sql, call, call->arguments, 0);
  return choice_statement(db, sql.text);
}

static int column_count(sqlite3 *db, const struct call *call) {
  return sqlite3_column_count(columns_statement(db, call));
}

static const char *column_of(sqlite3 *db, const struct call *call, int column) {
  return sqlite3_column_name(columns_statement(db, call), column);
}

static void add_columns(struct sql *sql, sqlite3 *db, const struct call *call) {
  for (int i = 0; i < column_count(db, call); i++)
    sql_add(sql, "%s keep(%s)", i > 0 ? "," : "SELECT", column_of(db, call, i));
  sql_add(sql, " FROM ");
}

static void try_join(const struct trial *trial, const struct answers *expected) {
  struct sql sql = {.length = 0};
  add_columns(&sql, utf8_of(trial), trial->call);
  sql_add(&sql, "(SELECT v0, v1, v2, v3 FROM call_rows WHERE n = 1) JOIN ");
  add_call(&sql, trial->call, trial->count, trial->count);
  sqlite3_stmt *statement = choice_statement(utf8_of(trial), sql.text);
  expect("other rows in a join", sql.text, statement, expected);
}

/* Filters a table's rows by one constraint in two ways.  First the table is in a subquery
** with a LIMIT, so only SQLite can filter the rows.  Then it is in no subquery, so SQLite
** can pass the constraint to the table. */
static void try_constraint(const struct trial *trial, struct source *source) {
  static const char *const operators[] = {
      "=", "<", ">", "<=", ">=", "IS NOT", "LIKE", "IN (0, 'High') OR 1 ="};
  static struct answers expected;
  sqlite3 *db = utf8_of(trial);
  int columns = column_count(db, trial->call);
  const char *column = column_of(db, trial->call, source_below(source, columns));
  const char *operation = operators[source_below(source, 8)];
  sqlite3_stmt *statements[2];
  for (int i = 0; i < 2; i++) {
    struct sql sql = {.length = 0};
    add_columns(&sql, db, trial->call);
    sql_add(&sql, i == 0 ? "(SELECT * FROM " : "");
    add_call(&sql, trial->call, trial->count, 0);
    sql_add(&sql, i == 0 ? " LIMIT -1)" : "");
    sql_add(&sql, " WHERE %s %s ?16", column, operation);
    statements[i] = choice_statement(db, sql.text);
    choice_bind(statements[i], trial->first, trial->count);
    sqlite3_bind_value(statements[i], 16, trial->second[0]);
  }
  run(statements[0], &expected);
  expect("other rows for a constraint", sqlite3_sql(statements[1]), statements[1],
         &expected);
}

static void try_table(const struct trial *trial, struct source *source) {
  static struct answers answers;
  sqlite3 *db = utf8_of(trial);
  struct sql sql = {.length = 0};
  choice_insert(db, (struct place){1, 0, 0}, trial->first, trial->count);
  choice_insert(db, (struct place){2, 0, 0}, trial->second, trial->count);
  add_columns(&sql, db, trial->call);
  add_call(&sql, trial->call, trial->count, 0);
  sqlite3_stmt *plain = choice_statement(db, sql.text);
  choice_bind(plain, trial->first, trial->count);
  int rc = run(plain, &answers);
  if (rc == SQLITE_ERROR) error_check(db, trial->call, trial->is_data);
  expect("other rows the second time", sql.text, plain, &answers);
  try_join(trial, &answers);
  try_constraint(trial, source);
}

/* --- an input ----------------------------------------------------------------------- */

/* Returns the number of a table's arguments before the first optional argument. */
static int required_count(const struct call *call) {
  const char *at = strchr(call->signature, '(');
  int count = at != NULL;
  for (; at != NULL && *at != '[' && *at != ')'; at++)
    count += *at == ',';
  return count;
}

static void choose_arguments(struct source *source, struct trial *trial) {
  sqlite3 *db = utf8_of(trial);
  bool ignored = true;
  for (int i = 0; i < trial->count; i++) {
    const struct argument *argument = choice_argument(trial->call, i);
    trial->first[i] = choice_value(source, db, argument, &trial->is_data);
    trial->is_unicode = trial->is_unicode && choice_is_unicode(trial->first[i]);
  }
  for (int i = 0; i < trial->count; i++)
    trial->second[i] =
        choice_value(source, db, choice_argument(trial->call, i), &ignored);
  if (trial->count == 0) {
    trial->second[0] =
        choice_value(source, db, choice_argument(trial->call, 0), &ignored);
  }
}

static void clean_up(struct trial *trial) {
  for (int i = 0; i < MOST_ARGUMENTS; i++) {
    sqlite3_value_free(trial->first[i]);
    sqlite3_value_free(trial->second[i]);
  }
  choice_empty(utf8_of(trial));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct source source = source_open(data, size);
  choice_begin();
  struct trial trial = {
      .call = choice_call(&source, false), .is_data = true, .is_unicode = true};
  trial.settings = source_below(&source, SETTINGS_COUNT);
  trial.count = trial.call->arguments;
  if (trial.call->kind == CALL_TABLE) {
    int required = required_count(trial.call);
    trial.count = required + source_below(&source, trial.count - required + 1);
  } else if (trial.call->direct_only) {
    trial.is_data = false; /* settings in use can't be loaded anew */
  }
  source_choose_wildness(&source);
  choose_arguments(&source, &trial);
  if (trial.call->kind == CALL_TABLE) {
    try_table(&trial, &source);
  } else {
    try_scalar(&trial, &source);
  }
  clean_up(&trial);
  return 0;
}
