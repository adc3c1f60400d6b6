/* SQL values that a fuzzer's bytes choose: see choice.h. */
#include "choice.h"

#include <stdarg.h>

#include "assay.h"
#include "hostile.h"

/* Settings whose numbers, names and scoring engine are not the built-in ones. */
static const char other_settings[] =
    "evaluation: {deep_research: {scoring_engine: legacy, min_ci: 0.6, max_rounds: 3, "
    "patience: 2, min_recent_sources: 2, tier_thresholds: {coverage: {high: 0.6}, "
    "default: {medium: 0.25}}, weights: {default: roc}, recency_windows: {weird: 7}}, "
    "path_penalty: {mode: binary, min_word_count: 1}, "
    "relevance: {default_score: 2, modes: {slow: {max_sources: 9, min_full: 5, "
    "min_short: 1, cutoff: 1.5}}}}";

/* --- connections -------------------------------------------------------------------- */

static struct answers kept;
static const struct call *expected;
static bool expects_unicode;

struct answers *choice_kept(void) {
  return &kept;
}

void choice_expect(const struct call *call, bool is_unicode) {
  expected = call;
  expects_unicode = is_unicode;
}

static void keep(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)context;
  for (int i = 0; i < count; i++) {
    if (expected != NULL) answer_check(expected, values[i], expects_unicode);
    answers_add(&kept, values[i]);
  }
}

static void run(sqlite3 *db, const char *sql) {
  if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
    fuzz_fail(sql, sqlite3_errmsg(db));
  }
}

static sqlite3 *connection_open(int settings, enum encoding encoding) {
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) abort();
  if (encoding == ENCODING_UTF16) run(db, "PRAGMA encoding = 'UTF-16'");
  if (sqlite3_assay_init(db, NULL, NULL) != SQLITE_OK) abort();
  if (sqlite3_create_function(db, "keep", 1, SQLITE_UTF8 | SQLITE_SUBTYPE, NULL, keep,
                              NULL, NULL) != SQLITE_OK) {
    abort();
  }
  run(db, "CREATE TABLE call_rows(n INTEGER PRIMARY KEY, g, p, v0, v1, v2, v3, v4, v5, "
          "v6, v7, v8, v9, v10, v11, v12, v13, v14, v15)");
  if (settings != 0) {
    char *load = sqlite3_mprintf("SELECT assay_load_yaml(%Q, 'strict')", other_settings);
    run(db, load);
    sqlite3_free(load);
  }
  run(db, "SELECT assay_settings_hash()");
  return db;
}

sqlite3 *choice_connection(int settings, enum encoding encoding) {
  static sqlite3 *connections[SETTINGS_COUNT][ENCODING_COUNT];
  sqlite3 **db = &connections[settings][encoding];
  if (*db == NULL) *db = connection_open(settings, encoding);
  return *db;
}

const struct calls *choice_calls(void) {
  static struct calls calls;
  if (calls.count > 0) return &calls;
  if (calls_read(choice_connection(0, ENCODING_UTF8), &calls) != SQLITE_OK) abort();
  arguments_check(&calls);
  answers_check(&calls);
  return &calls;
}

const struct argument *choice_argument(const struct call *call, int index) {
  static const struct argument *known[1024][MOST_ARGUMENTS];
  const struct argument **argument = &known[call - choice_calls()->items][index];
  if (*argument == NULL) *argument = argument_of(call, index);
  return *argument;
}

/* Reads a name as bytes up to the end of the line, so that the first line of a seed file
** can be readable text. */
static void read_name(struct source *source, char *name, size_t size) {
  size_t length = 0;
  while (source->left > 0 && length + 1 < size) {
    char c = (char)source_byte(source);
    if (c == '\n') break;
    name[length++] = c;
  }
  name[length] = 0;
}

static bool is_wanted(const struct call *call, bool is_aggregate, const char *name) {
  if ((call->kind == CALL_AGGREGATE) != is_aggregate) return false;
  return name == NULL || strcmp(call->name, name) == 0;
}

static int count_wanted(bool is_aggregate, const char *name) {
  const struct calls *calls = choice_calls();
  int count = 0;
  for (int i = 0; i < calls->count; i++)
    count += is_wanted(&calls->items[i], is_aggregate, name);
  return count;
}

const struct call *choice_call(struct source *source, bool is_aggregate) {
  const struct calls *calls = choice_calls();
  char line[48];
  read_name(source, line, sizeof line);
  const char *name = count_wanted(is_aggregate, line) > 0 ? line : NULL;
  int chosen = source_below(source, count_wanted(is_aggregate, name));
  for (int i = 0; i < calls->count; i++) {
    if (is_wanted(&calls->items[i], is_aggregate, name) && chosen-- == 0)
      return &calls->items[i];
  }
  abort();
}

/* --- statements --------------------------------------------------------------------- */

enum { STATEMENT_SLOTS = 4096, MOST_STATEMENTS = 3000 };

static sqlite3_stmt *statements[STATEMENT_SLOTS];
static int statement_count;

static bool is_statement(sqlite3_stmt *statement, sqlite3 *db, const char *sql) {
  return sqlite3_db_handle(statement) == db && strcmp(sqlite3_sql(statement), sql) == 0;
}

void choice_begin(void) {
  if (statement_count < MOST_STATEMENTS) return;
  for (int i = 0; i < STATEMENT_SLOTS; i++) {
    sqlite3_finalize(statements[i]);
    statements[i] = NULL;
  }
  statement_count = 0;
}

sqlite3_stmt *choice_statement(sqlite3 *db, const char *sql) {
  unsigned hash = (unsigned)(uintptr_t)db;
  for (const char *at = sql; *at != 0; at++)
    hash = (hash ^ (unsigned char)*at) * 16777619u;
  unsigned slot = hash % STATEMENT_SLOTS;
  while (statements[slot] != NULL && !is_statement(statements[slot], db, sql))
    slot = (slot + 1) % STATEMENT_SLOTS;
  if (statements[slot] != NULL) return statements[slot];
  if (sqlite3_prepare_v2(db, sql, -1, &statements[slot], NULL) != SQLITE_OK) {
    fuzz_fail(sql, sqlite3_errmsg(db));
  }
  statement_count++;
  return statements[slot];
}

void sql_add(struct sql *sql, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t left = sizeof sql->text - sql->length;
  size_t length = (size_t)vsnprintf(sql->text + sql->length, left, format, arguments);
  va_end(arguments);
  if (length >= left) fuzz_fail("too long a statement", sql->text);
  sql->length += length;
}

/* --- values ------------------------------------------------------------------------- */

static sqlite3_value *value_of(sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_ROW) abort();
  sqlite3_value *value = sqlite3_value_dup(sqlite3_column_value(statement, 0));
  sqlite3_reset(statement);
  return value;
}

sqlite3_value *choice_expression(sqlite3 *db, const char *expression) {
  struct sql sql = {.length = 0};
  sql_add(&sql, "SELECT %s", expression);
  return value_of(choice_statement(db, sql.text));
}

static sqlite3_value *usual_value(struct source *source, sqlite3 *db,
                                  const struct argument *argument) {
  int count = 0;
  while (count < MOST_USUAL && argument->usual[count] != NULL)
    count++;
  const char *usual = argument->usual[source_below(source, count)];
  return choice_expression(db, usual);
}

/* Binds 5000 bytes: a few bytes of the source, repeated. */
static void bind_long_text(struct source *source, sqlite3_stmt *value) {
  static char text[5000];
  size_t period = 1 + (size_t)source_below(source, 16);
  source_bytes(source, text, period);
  for (size_t i = period; i < sizeof text; i++)
    text[i] = text[i - period];
  sqlite3_bind_text(value, 1, text, (int)sizeof text, SQLITE_TRANSIENT);
}

/* Binds bytes.  Half of the texts consist of blanks and a few other ASCII characters.
** Words are frequent in these texts. */
static void bind_bytes(struct source *source, sqlite3_stmt *value, bool is_text) {
  static const char letters[] = "ab e1.2-'\"[{:,}]/";
  char bytes[32];
  int length = source_below(source, sizeof bytes);
  bool is_plain = is_text && source_below(source, 2) == 0;
  source_bytes(source, bytes, (size_t)length);
  for (int i = 0; i < length && is_plain; i++)
    bytes[i] = letters[(unsigned char)bytes[i] % (sizeof letters - 1)];
  if (is_text) {
    sqlite3_bind_text(value, 1, bytes, length, SQLITE_TRANSIENT);
  } else {
    sqlite3_bind_blob(value, 1, bytes, length, SQLITE_TRANSIENT);
  }
}

/* Returns a multiple of .05 in 0..1, or the double just below or above it. */
static double near_real(struct source *source) {
  double round = source_below(source, 21) / 20.0;
  int side = source_below(source, 3) - 1;
  uint64_t bits;
  memcpy(&bits, &round, sizeof bits);
  if (round > 0) bits = bits + (uint64_t)(int64_t)side;
  memcpy(&round, &bits, sizeof round);
  return round;
}

enum { NUMBER_KINDS = 8, KINDS = 16 };

/* Binds a value of the given kind.  The first NUMBER_KINDS kinds are NULL, and numbers
** that columns often have. */
static void bind_kind(struct source *source, sqlite3_stmt *value, int kind) {
  switch (kind) {
  case 0:
  case 1:
    sqlite3_bind_int(value, 1, source_below(source, 16) - 1);
    break;
  case 2:
  case 3:
  case 4:
    sqlite3_bind_double(value, 1, source_below(source, 101) / 100.0);
    break;
  case 5:
  case 6:
    sqlite3_bind_double(value, 1, near_real(source));
    break;
  case 7:
    sqlite3_bind_null(value, 1);
    break;
  case 8:
    sqlite3_bind_int64(value, 1, source_integer(source));
    break;
  case 9:
    sqlite3_bind_double(value, 1, source_real(source));
    break;
  case 10:
    bind_long_text(source, value);
    break;
  case 11:
    sqlite3_bind_zeroblob(value, 1, 37 * source_below(source, 256));
    break;
  case 12:
    bind_bytes(source, value, false);
    break;
  default:
    bind_bytes(source, value, true);
    break;
  }
}

static sqlite3_value *any_value(struct source *source, sqlite3 *db, int kinds) {
  int kind = source_below(source, kinds);
  if (kind == KINDS - 1) {
    return choice_expression(
        db, hostile_values[source_below(source, COUNT_OF(hostile_values))]);
  }
  sqlite3_stmt *value = choice_statement(db, "SELECT ?1");
  bind_kind(source, value, kind);
  sqlite3_value *chosen = value_of(value);
  sqlite3_clear_bindings(value);
  return chosen;
}

sqlite3_value *choice_value(struct source *source, sqlite3 *db,
                            const struct argument *argument, bool *is_right) {
  bool is_wild = source_below(source, 16) < source->wild;
  bool is_free = argument->usual[0] == NULL ||
                 (argument->role == ARGUMENT_DATUM && source_below(source, 3) == 0);
  if (!is_wild && !is_free) return usual_value(source, db, argument);
  *is_right = *is_right && argument->role < ARGUMENT_CHOICE;
  bool is_number = !is_wild || argument->role == ARGUMENT_COST;
  return any_value(source, db, is_number ? NUMBER_KINDS : KINDS);
}

sqlite3_value *choice_round_trip(sqlite3 *db, sqlite3_value *value) {
  sqlite3_stmt *statement = choice_statement(db, "SELECT ?1");
  sqlite3_bind_value(statement, 1, value);
  sqlite3_value *back = value_of(statement);
  sqlite3_clear_bindings(statement);
  return back;
}

bool choice_is_unicode(sqlite3_value *value) {
  if (sqlite3_value_type(value) != SQLITE_TEXT) return true;
  const unsigned char *text = sqlite3_value_text(value);
  return is_utf8(text, (size_t)sqlite3_value_bytes(value));
}

/* --- rows --------------------------------------------------------------------------- */

void choice_bind(sqlite3_stmt *statement, sqlite3_value *const *values, int count) {
  for (int i = 0; i < count; i++)
    sqlite3_bind_value(statement, i + 1, values[i]);
}

static void step_once(sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) {
    fuzz_fail(sqlite3_sql(statement), sqlite3_errmsg(sqlite3_db_handle(statement)));
  }
  sqlite3_reset(statement);
}

void choice_insert(sqlite3 *db, struct place place, sqlite3_value *const *values,
                   int count) {
  sqlite3_stmt *statement = choice_statement(
      db, "INSERT INTO call_rows VALUES (?17, ?18, ?19, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, "
          "?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)");
  choice_bind(statement, values, count);
  sqlite3_bind_int(statement, 17, place.number);
  sqlite3_bind_int(statement, 18, place.group);
  sqlite3_bind_int(statement, 19, place.partition);
  step_once(statement);
}

void choice_empty(sqlite3 *db) {
  step_once(choice_statement(db, "DELETE FROM call_rows"));
}
