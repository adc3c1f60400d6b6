/*
** Fuzzes every aggregate over random rows and random frames.
**
** Over a frame that slides, each row's answer is the answer of its frame computed from
** nothing, with the rows in the opposite order: bit for bit (rule R5).
*/
#include "choice.h"

enum { MOST_ROWS = 12, COLUMNS = 10 };

struct frame {
  int preceding;
  int following;
  bool excludes_current;
};

static void fill(struct source *source, const struct call *call, int rows) {
  static sqlite3_stmt *insert, *empty;
  if (insert == NULL) {
    char *sql = call_rows_sql(1);
    sqlite3_exec(choice_connection(), sql, NULL, NULL, NULL);
    free(sql);
    insert = choice_prepare("INSERT INTO call_rows VALUES "
                            "(?11, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
    empty = choice_prepare("DELETE FROM call_rows");
  }
  sqlite3_step(empty);
  sqlite3_reset(empty);
  for (int n = 1; n <= rows; n++) {
    for (int i = 0; i < COLUMNS && i < call->arguments; i++)
      choice_bind(source, insert, i + 1, call, i);
    sqlite3_bind_int(insert, 11, n);
    sqlite3_step(insert);
    sqlite3_reset(insert);
  }
}

/* `f(v0, v1)` with the call's own number of columns. */
static void print_call(char *text, size_t size, const struct call *call) {
  size_t length = (size_t)snprintf(text, size, "%s(", call->name);
  for (int i = 0; i < call->arguments; i++) {
    length +=
        (size_t)snprintf(text + length, size - length, "%sv%d", i > 0 ? ", " : "", i);
  }
  snprintf(text + length, size - length, ")");
}

static char *window_answer(const char *function, const struct frame *frame, int *rc) {
  char sql[1024];
  char *text;
  snprintf(sql, sizeof sql,
           "SELECT %s OVER (ORDER BY n ROWS BETWEEN %d PRECEDING AND %d FOLLOWING%s) "
           "FROM call_rows ORDER BY n",
           function, frame->preceding, frame->following,
           frame->excludes_current ? " EXCLUDE CURRENT ROW" : "");
  *rc = call_outcome(choice_connection(), sql, MOST_ROWS, &text);
  return text;
}

static char *recomputed_answer(const char *function, const struct frame *frame, int *rc) {
  char sql[1024];
  char *text;
  snprintf(sql, sizeof sql,
           "SELECT (SELECT %s FROM (SELECT * FROM call_rows AS r WHERE r.n BETWEEN "
           "o.n - %d AND o.n + %d AND (r.n <> o.n OR %d) ORDER BY r.n DESC)) "
           "FROM call_rows AS o ORDER BY o.n",
           function, frame->preceding, frame->following, !frame->excludes_current);
  *rc = call_outcome(choice_connection(), sql, MOST_ROWS, &text);
  return text;
}

/* A mistake in a row that enters no frame fails the window alone. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct source source = {data, size};
  const struct call *call = choice_call(&source, CALL_AGGREGATE);
  struct frame frame = {.preceding = source_below(&source, 5)};
  frame.following = source_below(&source, 4);
  frame.excludes_current = source_below(&source, 4) == 3;
  fill(&source, call, 1 + source_below(&source, MOST_ROWS));
  char function[512];
  print_call(function, sizeof function, call);
  int window_rc, recomputed_rc;
  char *window = window_answer(function, &frame, &window_rc);
  char *recomputed = recomputed_answer(function, &frame, &recomputed_rc);
  bool same = strcmp(window, recomputed) == 0;
  if (window_rc == SQLITE_OK && !same) {
    fprintf(stderr, "window:%s\nrecomputed:%s\n", window, recomputed);
    fuzz_fail(call->signature, "a frame's answer is not that of recomputation");
  }
  free(window);
  free(recomputed);
  return 0;
}
