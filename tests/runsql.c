/*
** Runs a file of SQL tests:
**
**   runsql [-e EXTENSION] [-d DATABASE] FILE.sql
**
** The database is in memory unless -d names one.  The extension is the -e option, else
** the environment's ASSAY_EXTENSION, else build/assay.so.  An empty name loads no
** extension.  A build with ASSAY_STATIC contains the extension, and does not load
** a file.
**
** The statements run one after the other, with the functions of sqltap.h.  If the first
** column of a row is a line of TAP, the program prints it unchanged; it prints any other
** row as a comment.  If a statement fails, the program prints a failed test with its file
** and line, and continues.  Between two statements, a line
**
**   .read PATH
**
** runs another file in the same way.  The rest of the line is the path, relative to the
** working directory.
**
** Exit status: 0 if at least one test ran, no test failed or is missing, the connection
** could be closed, and SQLite holds no memory; 1 if any of this is false; 2 if
** the command line is wrong; 255 after "Bail out!".
*/
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "sqltap.h"
#ifdef ASSAY_STATIC
#include "assay.h"
#endif

enum { MAX_DEPTH = 16 }; /* limits nested .read, because a file may read itself */

struct script {
  const char *path;
  char *at; /* the text that has not run yet */
  int line; /* the line number of `at`, from 1 */
  int depth;
};

static _Noreturn void bail(const char *what, const char *why) {
  printf("Bail out! %s: %s\n", what, why);
  exit(255);
}

/* Returns the contents of a file, or NULL.  The caller frees them.  A file with a NUL
** byte is refused, because SQLite would ignore the text after the NUL and the tests in
** it. */
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  rewind(file);
  char *text = size < 0 ? NULL : sqlite3_malloc64((sqlite3_uint64)size + 1);
  if (text != NULL) {
    text[fread(text, 1, (size_t)size, file)] = 0;
    if (strlen(text) != (size_t)size) {
      sqlite3_free(text);
      text = NULL;
    }
  }
  fclose(file);
  return text;
}

/* Returns the first character that is neither white space nor in a comment. */
static char *blank_end(char *text) {
  for (;;) {
    if (strncmp(text, "--", 2) == 0) {
      text += strcspn(text, "\n");
    } else if (strncmp(text, "/*", 2) == 0) {
      char *end = strstr(text + 2, "*/");
      text = end == NULL ? text + strlen(text) : end + 2;
    } else if (*text != 0 && strchr(" \t\r\n\f;", *text) != NULL) {
      text++;
    } else {
      return text;
    }
  }
}

/* Returns the end of the first statement in the text.  SQLite tells where a statement
** ends only if it could prepare the statement; otherwise it tells where the error is. */
static char *statement_end(char *text) {
  for (char *at = strchr(text, ';'); at != NULL; at = strchr(at + 1, ';')) {
    char next = at[1];
    at[1] = 0;
    bool is_complete = sqlite3_complete(text) != 0;
    at[1] = next;
    if (is_complete) return at + 1;
  }
  return text + strlen(text);
}

static void script_advance(struct script *script, char *to) {
  for (; script->at < to; script->at++) {
    if (*script->at == '\n') script->line++;
  }
}

/* True if prove would read the line as TAP.  A line that begins with "okay" is not
** TAP. */
static bool is_tap(const char *text) {
  const char *verdict = strncmp(text, "not ", 4) == 0 ? text + 4 : text;
  if (strncmp(verdict, "ok", 2) == 0) return verdict[2] == ' ' || verdict[2] == 0;
  return text[0] == '#' || strncmp(text, "1..", 3) == 0 ||
         strncmp(text, "Bail out!", 9) == 0;
}

static void print_comment(const char *text) {
  for (; *text != 0; text++) {
    putchar(*text);
    if (*text == '\n') fputs("# ", stdout);
  }
}

static void print_row(sqlite3_stmt *statement) {
  const char *first = (const char *)sqlite3_column_text(statement, 0);
  if (first != NULL && is_tap(first)) {
    puts(first);
    if (first[0] == 'B') exit(255); /* the exit status that TAP defines for "Bail out!" */
    return;
  }
  int count = sqlite3_column_count(statement);
  for (int i = 0; i < count; i++) {
    const char *text = (const char *)sqlite3_column_text(statement, i);
    fputs(i == 0 ? "# " : " | ", stdout);
    print_comment(text == NULL ? "NULL" : text);
  }
  putchar('\n');
}

/* Runs a query for one row.  Prints the row if its first column is TEXT, and returns this
** column as an integer. */
static int ask_sqltap(sqlite3 *db, const char *sql, const char *argument) {
  sqlite3_stmt *query = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
  if (rc == SQLITE_OK && argument != NULL) {
    rc = sqlite3_bind_text(query, 1, argument, -1, SQLITE_STATIC);
  }
  if (rc != SQLITE_OK || sqlite3_step(query) != SQLITE_ROW) bail(sql, sqlite3_errmsg(db));
  int answer = sqlite3_column_int(query, 0);
  if (sqlite3_column_type(query, 0) == SQLITE_TEXT) print_row(query);
  sqlite3_finalize(query);
  return answer;
}

/* Reports an error at the current line as a failed test. */
static void fail(sqlite3 *db, const struct script *script, const char *what) {
  char *name = sqlite3_mprintf("%s:%d: %s", script->path, script->line, what);
  if (name == NULL) bail(script->path, "out of memory");
  ask_sqltap(db, "SELECT ok(0, ?1)", name);
  sqlite3_free(name);
}

static void run_statement(sqlite3 *db, struct script *script) {
  sqlite3_stmt *statement = NULL;
  const char *tail = NULL;
  char *end = NULL;
  int rc = sqlite3_prepare_v2(db, script->at, -1, &statement, &tail);
  if (rc == SQLITE_OK) {
    end = script->at + (tail - script->at); /* the same pointer as tail, but not const */
    while ((rc = sqlite3_step(statement)) == SQLITE_ROW)
      print_row(statement);
  } else {
    end = statement_end(script->at);
  }
  char *message = rc == SQLITE_DONE ? NULL : sqlite3_mprintf("%s", sqlite3_errmsg(db));
  sqlite3_finalize(statement);
  if (rc != SQLITE_DONE) fail(db, script, message == NULL ? "out of memory" : message);
  sqlite3_free(message);
  script_advance(script, end);
}

/* Declared here because a file can read another file. */
static bool run_file(sqlite3 *db, const char *path, int depth);

/* Runs the line if it is the command .read.  White space at the end of the line is
** ignored. */
static void run_command(sqlite3 *db, struct script *script) {
  size_t length = strcspn(script->at, "\n");
  char *end = script->at + length;
  while (length > 0 && strchr(" \t\r", script->at[length - 1]) != NULL)
    length--;
  char *line = sqlite3_mprintf("%.*s", (int)length, script->at);
  if (line == NULL) bail(script->path, "out of memory");
  if (strncmp(line, ".read ", 6) != 0) {
    fail(db, script, "the only command is .read PATH");
  } else if (script->depth == MAX_DEPTH) {
    fail(db, script, "files read each other too deeply");
  } else if (!run_file(db, line + 6 + strspn(line + 6, " \t"), script->depth + 1)) {
    fail(db, script, "cannot read the file");
  }
  sqlite3_free(line);
  script_advance(script, end);
}

/* Runs a whole file.  Returns false if the file cannot be read. */
static bool run_file(sqlite3 *db, const char *path, int depth) {
  char *text = read_file(path);
  if (text == NULL) return false;
  struct script script = {.path = path, .at = text, .line = 1, .depth = depth};
  for (;;) {
    script_advance(&script, blank_end(script.at));
    if (*script.at == 0) break;
    if (*script.at == '.') {
      run_command(db, &script);
    } else {
      run_statement(db, &script);
    }
  }
  sqlite3_free(text);
  return true;
}

static void load_extension(sqlite3 *db, const char *path) {
  char *message = NULL;
#ifdef ASSAY_STATIC
  int rc = sqlite3_assay_init(db, &message, NULL);
#else
  int rc = sqlite3_enable_load_extension(db, 1);
  if (rc == SQLITE_OK) rc = sqlite3_load_extension(db, path, NULL, &message);
#endif
  if (rc != SQLITE_OK) bail(path, message == NULL ? sqlite3_errmsg(db) : message);
  sqlite3_free(message);
}

/* Closes the connection.  Returns true if no statement was left open and SQLite uses no
** more memory than `before`. */
static bool close_connection(sqlite3 *db, sqlite3_int64 before) {
  if (sqlite3_close(db) != SQLITE_OK) {
    printf("# %s\n", sqlite3_errmsg(db));
    return false;
  }
  long long left = sqlite3_memory_used() - before;
  if (left != 0) printf("# %lld bytes are left\n", left);
  return left == 0;
}

static int usage(void) {
  fputs("usage: runsql [-e EXTENSION] [-d DATABASE] FILE.sql\n", stderr);
  return 2;
}

int main(int argc, char **argv) {
  const char *extension = getenv("ASSAY_EXTENSION");
  const char *database = ":memory:";
  if (extension == NULL) extension = "build/assay.so";
  int i = 1;
  for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
    if (strcmp(argv[i], "-e") == 0) {
      extension = argv[i + 1];
    } else if (strcmp(argv[i], "-d") == 0) {
      database = argv[i + 1];
    } else {
      return usage();
    }
  }
  if (i + 1 != argc || argv[i][0] == '-') return usage();

  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* flushes each line, so that a crash loses no
                                         ** output */
  sqlite3 *db = NULL;
  sqlite3_initialize();
  sqlite3_int64 before = sqlite3_memory_used();
  int rc = sqlite3_open(database, &db);
  if (rc == SQLITE_OK) rc = sqltap_register(db);
  if (rc != SQLITE_OK) bail(database, sqlite3_errmsg(db));
  if (extension[0] != 0) load_extension(db, extension);
  if (!run_file(db, argv[i], 0)) bail(argv[i], "cannot read the file");
  ask_sqltap(db, "SELECT finish()", NULL);
  int passed = ask_sqltap(db, "SELECT passed()", NULL);
  return close_connection(db, before) && passed ? 0 : 1;
}
