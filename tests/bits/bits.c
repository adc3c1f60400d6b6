/*
** Makes each call of functions.c with many random arguments.  Prints a digest of the
** answers, so that a test can compare the digests of machines, not 800,000 answers.
**
**   bits [NAME...]    prints "DIGEST ANSWERS CALL" for each call (of functions NAME)
**   bits -unlisted    prints what is missing in the function table or in functions.c
**
** A digest is a hash over the bits of numbers and the bytes of texts and BLOBs.  A call's
** name and the kinds of its arguments are the seed of the arguments' values, so a new
** call changes no other digest.
*/
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "../calls.h"
#include "../splitmix.h"
#include "assay.h"
#include "functions.h"
#include "values.h"

enum { MOST_ARGUMENTS = 16, SQL_SIZE = 1000, LONG_SQL_SIZE = 1200 };

static _Noreturn void fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(2);
}

/* --- digests ------------------------------------------------------------------------ */

struct digest {
  uint64_t hash;
  int answers;
  int errors;
};

/* Adds a byte to the digest by the hash FNV-1a (Fowler, Noll and Vo). */
static void digest_byte(struct digest *digest, unsigned byte) {
  digest->hash = (digest->hash ^ (byte & 0xff)) * 0x100000001b3u;
}

static void digest_bytes(struct digest *digest, const unsigned char *bytes, int length) {
  for (int i = 0; i < length; i++)
    digest_byte(digest, bytes[i]);
}

static void digest_integer(struct digest *digest, uint64_t integer) {
  for (int shift = 0; shift < 64; shift += 8)
    digest_byte(digest, (unsigned)(integer >> shift & 0xff));
}

static void digest_value(struct digest *digest, sqlite3_stmt *row, int i) {
  int type = sqlite3_column_type(row, i);
  double real = sqlite3_column_double(row, i);
  uint64_t bits;
  digest_byte(digest, (unsigned)type);
  switch (type) {
  case SQLITE_INTEGER:
    digest_integer(digest, (uint64_t)sqlite3_column_int64(row, i));
    return;
  case SQLITE_FLOAT:
    memcpy(&bits, &real, sizeof bits);
    digest_integer(digest, bits);
    return;
  case SQLITE_TEXT:
    digest_bytes(digest, sqlite3_column_text(row, i), sqlite3_column_bytes(row, i));
    return;
  case SQLITE_BLOB:
    digest_bytes(digest, sqlite3_column_blob(row, i), sqlite3_column_bytes(row, i));
    return;
  }
}

/* Adds to the digest all rows of a statement whose parameters are bound.  An error counts
** as one answer. */
static void digest_rows(struct digest *digest, sqlite3_stmt *statement) {
  int rc;
  while ((rc = sqlite3_step(statement)) == SQLITE_ROW) {
    for (int i = 0; i < sqlite3_column_count(statement); i++)
      digest_value(digest, statement, i);
    digest->answers++;
  }
  if (rc != SQLITE_DONE) {
    digest_byte(digest, 'e');
    digest->answers++;
    digest->errors++;
  }
  sqlite3_reset(statement);
}

/* --- arguments ---------------------------------------------------------------------- */

struct arguments {
  value_maker *make[MOST_ARGUMENTS];
  bool shared[MOST_ARGUMENTS]; /* is the argument equal in all rows of a group? */
  int count;
};

static struct arguments arguments_of(const struct compared *function) {
  struct arguments arguments = {.count = 0};
  for (const char *at = function->arguments; *at != 0;) {
    int i = arguments.count++;
    if (i == MOST_ARGUMENTS) fail(function->name, "too many arguments");
    arguments.shared[i] = *at == '=';
    at += arguments.shared[i];
    size_t length = strcspn(at, " ");
    arguments.make[i] = value_maker_find(at, length);
    if (arguments.make[i] == NULL) fail(function->name, "a kind that is not in values.c");
    at += length;
    at += strspn(at, " ");
  }
  return arguments;
}

/* Draws the arguments of a row.  If an argument is equal in the whole group, it is drawn
** for the first row only. */
static void draw(const struct arguments *arguments, uint64_t *state, int place,
                 struct drawn *row) {
  for (int i = 0; i < arguments->count; i++) {
    struct drawing drawing = {.state = state, .place = place, .before = row, .count = i};
    if (place == 0 || !arguments->shared[i]) arguments->make[i](&drawing, &row[i]);
  }
}

static void bind(sqlite3_stmt *statement, const struct arguments *arguments,
                 const struct drawn *row) {
  for (int i = 0; i < arguments->count; i++) {
    if (value_bind(statement, i + 1, &row[i]) != SQLITE_OK) fail("bind", "no memory");
  }
}

/* --- calls -------------------------------------------------------------------------- */

static sqlite3_stmt *prepared(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
    fail(sql, sqlite3_errmsg(db));
  return statement;
}

/* Appends a list with one item for each argument: v1, v2, v3 if `prefix` is v. */
static void add_list(char *sql, const char *prefix, int count) {
  for (int i = 0; i < count; i++) {
    size_t length = strlen(sql);
    snprintf(sql + length, SQL_SIZE - length, "%s%s%d", i > 0 ? ", " : "", prefix, i + 1);
  }
}

static void run_alone(sqlite3 *db, const struct compared *function,
                      const struct arguments *arguments, uint64_t *state,
                      struct digest *digest) {
  char sql[SQL_SIZE];
  struct drawn row[MOST_ARGUMENTS];
  bool table = function->form == FORM_TABLE;
  snprintf(sql, sizeof sql, "SELECT %s%s%s", table ? "* FROM " : "", function->name,
           table && arguments->count == 0 ? "" : "(");
  add_list(sql, "?", arguments->count);
  if (!table || arguments->count > 0) strcat(sql, ")");
  sqlite3_stmt *call = prepared(db, sql);
  for (int i = 0; i < function->draws; i++) {
    draw(arguments, state, 0, row);
    bind(call, arguments, row);
    digest_rows(digest, call);
  }
  sqlite3_finalize(call);
}

static void fill_group(sqlite3_stmt *insert, const struct arguments *arguments,
                       uint64_t *state) {
  struct drawn row[MOST_ARGUMENTS];
  int length = (int)(splitmix64(state) % 12);
  if (splitmix64(state) % 16 == 0) length += (int)(splitmix64(state) % 80);
  for (int place = 0; place < length; place++) {
    draw(arguments, state, place, row);
    bind(insert, arguments, row);
    if (sqlite3_step(insert) != SQLITE_DONE) fail("insert", "no memory");
    sqlite3_reset(insert);
  }
}

/* Calls the aggregate over each whole group, then as a window function over a sliding
** frame. */
static void run_groups(sqlite3 *db, const struct compared *function,
                       const struct arguments *arguments, uint64_t *state,
                       struct digest *digest) {
  char insert[SQL_SIZE] = "INSERT INTO draws(", whole[SQL_SIZE];
  char sliding[LONG_SQL_SIZE];
  add_list(insert, "v", arguments->count);
  strcat(insert, ") VALUES (");
  add_list(insert, "?", arguments->count);
  strcat(insert, ")");
  snprintf(whole, sizeof whole, "SELECT %s(", function->name);
  add_list(whole, "v", arguments->count);
  strcat(whole, ")");
  snprintf(sliding, sizeof sliding,
           "%s OVER (ORDER BY n ROWS BETWEEN 3 PRECEDING AND 1 FOLLOWING) FROM draws",
           whole);
  strcat(whole, " FROM draws");
  sqlite3_stmt *statements[] = {prepared(db, insert), prepared(db, "DELETE FROM draws"),
                                prepared(db, whole), prepared(db, sliding)};
  for (int i = 0; i < function->draws; i++) {
    digest_rows(digest, statements[1]);
    fill_group(statements[0], arguments, state);
    digest_rows(digest, statements[2]);
    digest_rows(digest, statements[3]);
  }
  for (int i = 0; i < 4; i++)
    sqlite3_finalize(statements[i]);
}

/* Returns the beginning of the next word; `at` is the beginning of a word. */
static const char *next_word(const char *at) {
  at += strcspn(at, " ");
  return at + strspn(at, " ");
}

static bool same_word(const char *a, const char *b) {
  size_t length = strcspn(a, " ");
  return length == strcspn(b, " ") && memcmp(a, b, length) == 0;
}

/* Writes the function's name and the kinds of its arguments into `text`.  Five scores in
** succession become score*5. */
static void call_text(const struct compared *function, char text[SQL_SIZE]) {
  int end = snprintf(text, SQL_SIZE, "%s(", function->name);
  for (const char *at = function->arguments; *at != 0;) {
    const char *next = next_word(at);
    int length = (int)strcspn(at, " "), times = 1;
    for (; same_word(at, next); next = next_word(next))
      times++;
    end += snprintf(text + end, (size_t)(SQL_SIZE - end), "%.*s", length, at);
    if (times > 1) end += snprintf(text + end, (size_t)(SQL_SIZE - end), "*%d", times);
    if (*next != 0) end += snprintf(text + end, (size_t)(SQL_SIZE - end), " ");
    at = next;
  }
  strcat(text, ")");
}

/* Prints a call's digest, or ends the program if most calls fail: a digest of errors
** would prove little. */
static void print_digest(sqlite3 *db, const struct compared *function) {
  struct digest seed = {.hash = 0xcbf29ce484222325u}, digest = seed;
  struct arguments arguments = arguments_of(function);
  char call[SQL_SIZE];
  call_text(function, call);
  digest_bytes(&seed, (const unsigned char *)call, (int)strlen(call));
  uint64_t state = seed.hash;
  if (function->form == FORM_AGGREGATE) {
    run_groups(db, function, &arguments, &state, &digest);
  } else {
    run_alone(db, function, &arguments, &state, &digest);
  }
  if (2 * digest.errors > digest.answers) fail(call, "most of its calls fail");
  printf("%016llx %5d %s\n", (unsigned long long)digest.hash, digest.answers, call);
}

/* --- what is listed ----------------------------------------------------------------- */

static bool is_compared(const struct call *call) {
  for (int i = 0; i < compared_function_count; i++) {
    const struct compared *function = &compared_functions[i];
    if (strcmp(function->name, call->name) != 0) continue;
    if (function->form == FORM_TABLE) return true;
    if (arguments_of(function).count == call->arguments) return true;
  }
  return false;
}

static bool is_excused(const struct call *call) {
  for (int i = 0; i < excused_function_count; i++) {
    if (strcmp(excused_functions[i].name, call->name) == 0) return true;
  }
  return false;
}

static bool is_function(const struct calls *calls, const char *name) {
  for (int i = 0; i < calls->count; i++) {
    if (strcmp(calls->items[i].name, name) == 0) return true;
  }
  return false;
}

static void print_unlisted(sqlite3 *db) {
  struct calls calls;
  if (calls_read(db, &calls) != SQLITE_OK) fail("assay_functions", sqlite3_errmsg(db));
  for (int i = 0; i < calls.count; i++) {
    const struct call *call = &calls.items[i];
    if (!is_compared(call) && !is_excused(call)) printf("missing: %s\n", call->signature);
    if (is_compared(call) && is_excused(call)) printf("both: %s\n", call->signature);
  }
  for (int i = 0; i < compared_function_count; i++) {
    if (!is_function(&calls, compared_functions[i].name))
      printf("unknown: %s\n", compared_functions[i].name);
  }
  for (int i = 0; i < excused_function_count; i++) {
    if (!is_function(&calls, excused_functions[i].name))
      printf("unknown: %s\n", excused_functions[i].name);
  }
  calls_free(&calls);
}

/* --- the program -------------------------------------------------------------------- */

static sqlite3 *connected(void) {
  static const char draws[] =
      "CREATE TEMP TABLE draws(n INTEGER PRIMARY KEY, v1, v2, v3, v4, v5, v6, v7, v8, "
      "v9, v10, v11, v12, v13, v14, v15, v16)";
  sqlite3 *db = NULL;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
      sqlite3_assay_init(db, NULL, NULL) != SQLITE_OK ||
      sqlite3_exec(db, draws, NULL, NULL, NULL) != SQLITE_OK) {
    fail("no connection", sqlite3_errmsg(db));
  }
  return db;
}

static bool is_named(const char *name, int count, char **names) {
  for (int i = 0; i < count; i++) {
    if (strcmp(names[i], name) == 0) return true;
  }
  return count == 0;
}

int main(int argc, char **argv) {
  sqlite3 *db = connected();
  if (argc == 2 && strcmp(argv[1], "-unlisted") == 0) {
    print_unlisted(db);
  } else {
    for (int i = 0; i < compared_function_count; i++) {
      const struct compared *function = &compared_functions[i];
      if (is_named(function->name, argc - 1, argv + 1)) print_digest(db, function);
    }
  }
  sqlite3_close(db);
  return 0;
}
