/*
** Runs the steps of battery.sql through SQLite's C interface.  The answers of every other
** client are compared with the answers of this program.
**
**   c EXTENSION DATABASE PLAN
**
** PLAN has one line for each step, KIND<tab>NAME<tab>SQL.  KIND `open` makes a new
** connection with the extension, KIND `bare` makes one without it, and KIND `run` runs
** the SQL.  Any other KIND is a value that the driver binds to the SQL's one parameter.
** In plans of other drivers, KIND is the value's key in KINDS (comparison/clients.py).
** Every driver prints its client's name and version (`client`) and SQLite's version
** (`sqlite`), then a line for each row of a step: the step's name and the row's values.
** A letter before each value tells its type.  I is a decimal integer, R the sixteen
** hexadecimal digits of a double, T and B the bytes of a text and a BLOB in hexadecimal,
** L a boolean, N NULL.  For an error, the line has E and the message.
*/
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

static const char *extension;
static const char *path;

static void print_bytes(char type, const void *bytes, size_t size) {
  printf("\t%c", type);
  for (size_t i = 0; i < size; i++)
    printf("%02x", ((const unsigned char *)bytes)[i]);
}

static void print_error(const char *name, const char *message) {
  printf("%s", name);
  print_bytes('E', message, strlen(message));
  printf("\n");
}

static void print_value(sqlite3_stmt *statement, int column) {
  double number = sqlite3_column_double(statement, column);
  unsigned long long bits;
  memcpy(&bits, &number, sizeof bits);
  switch (sqlite3_column_type(statement, column)) {
  case SQLITE_INTEGER:
    printf("\tI%lld", (long long)sqlite3_column_int64(statement, column));
    break;
  case SQLITE_FLOAT:
    printf("\tR%016llx", bits);
    break;
  case SQLITE_TEXT: {
    const void *text = sqlite3_column_text(statement, column);
    print_bytes('T', text, (size_t)sqlite3_column_bytes(statement, column));
    break;
  }
  case SQLITE_BLOB: {
    const void *blob = sqlite3_column_blob(statement, column);
    print_bytes('B', blob, (size_t)sqlite3_column_bytes(statement, column));
    break;
  }
  default:
    printf("\tN");
  }
}

static unsigned hexadecimal_digit(char digit) {
  return (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

/* Decodes hexadecimal digits.  Sets *size, and returns a static buffer, which the next
** call overwrites. */
static const char *bytes_of(const char *digits, int *size) {
  static char bytes[64];
  for (*size = 0; digits[0] != 0 && *size < (int)sizeof bytes; digits += 2) {
    bytes[(*size)++] =
        (char)(hexadecimal_digit(digits[0]) * 16 + hexadecimal_digit(digits[1]));
  }
  return bytes;
}

/* Binds KIND if KIND is a value.  The value has the format that drivers print, so this
** driver can bind any value that another client binds. */
static void bind(sqlite3_stmt *statement, const char *kind) {
  unsigned long long bits = strtoull(kind + 1, NULL, 16);
  double number;
  int size = 0;
  const char *bytes = *kind == 'T' || *kind == 'B' ? bytes_of(kind + 1, &size) : NULL;
  memcpy(&number, &bits, sizeof number);
  if (*kind == 'I') sqlite3_bind_int64(statement, 1, strtoll(kind + 1, NULL, 10));
  if (*kind == 'R') sqlite3_bind_double(statement, 1, number);
  if (*kind == 'T') sqlite3_bind_text(statement, 1, bytes, size, SQLITE_TRANSIENT);
  if (*kind == 'B') sqlite3_bind_blob(statement, 1, bytes, size, SQLITE_TRANSIENT);
}

static void run(sqlite3 *db, const char *kind, const char *name, const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
    bind(statement, kind);
    while (sqlite3_step(statement) == SQLITE_ROW) {
      printf("%s", name);
      for (int i = 0; i < sqlite3_column_count(statement); i++)
        print_value(statement, i);
      printf("\n");
    }
  }
  if (sqlite3_errcode(db) != SQLITE_OK && sqlite3_errcode(db) != SQLITE_DONE) {
    print_error(name, sqlite3_errmsg(db));
  }
  sqlite3_finalize(statement);
}

static sqlite3 *reopened(sqlite3 *db, bool load) {
  char *message = NULL;
  sqlite3_close(db);
  if (sqlite3_open(path, &db) != SQLITE_OK ||
      sqlite3_enable_load_extension(db, 1) != SQLITE_OK ||
      (load && sqlite3_load_extension(db, extension, NULL, &message) != SQLITE_OK)) {
    fprintf(stderr, "%s\n", message != NULL ? message : sqlite3_errmsg(db));
    exit(1);
  }
  return db;
}

int main(int argc, char **argv) {
  static char line[1 << 16];
  FILE *plan = argc == 4 ? fopen(argv[3], "r") : NULL;
  sqlite3 *db = NULL;
  if (plan == NULL) return 2;
  extension = argv[1];
  path = argv[2];
  printf("client\tC interface\nsqlite\t%s\n", sqlite3_libversion());
  while (fgets(line, sizeof line, plan) != NULL) {
    const char *kind = strtok(line, "\t\n");
    const char *name = strtok(NULL, "\t\n");
    const char *sql = strtok(NULL, "\t\n");
    if (strcmp(kind, "open") == 0 || strcmp(kind, "bare") == 0) {
      db = reopened(db, *kind == 'o');
    } else {
      run(db, kind, name, sql);
    }
  }
  sqlite3_close(db);
  fclose(plan);
  return 0;
}
