/*
** Fuzzes every aggregate over random rows and random frames.
**
** Each row's answer over a frame must be, bit for bit, the answer of an aggregate over
** the frame's rows in another order.  An error that ends the window must also equal the
** aggregate's error (rule R5).  Frames use ROWS, GROUPS and RANGE, eight pairs of ends,
** EXCLUDE, partitions and a FILTER.  To learn which rows SQLite puts into a frame, the
** check sums 2^n over the frame, where n is a row's number.  Each answer must be one that
** the function may give.  If all arguments are data, no answer may be an error (rule R1).
*/
#include "choice.h"

enum { MOST_ROWS = 12 };

/* A call of an aggregate over the rows in call_rows. */
struct group {
  const struct call *call;
  sqlite3 *db;
  struct sql function;    /* f(v0, v1) */
  struct sql with_shared; /* f(v0, ?4): a value that all rows share is a parameter */
  const char *filter;     /* the FILTER clause */
  sqlite3_value *shared[MOST_ARGUMENTS]; /* the shared value of each argument; NULL if the
                                         ** rows differ */
  bool is_data;
  bool is_unicode;
};

/* --- rows --------------------------------------------------------------------------- */

static sqlite3_value *choose(struct source *source, struct group *group, int argument) {
  sqlite3_value *value = choice_value(
      source, group->db, choice_argument(group->call, argument), &group->is_data);
  group->is_unicode = group->is_unicode && choice_is_unicode(value);
  return value;
}

static void add_row(struct source *source, struct group *group, struct place place) {
  sqlite3_value *values[MOST_ARGUMENTS];
  int count = group->call->arguments;
  for (int i = 0; i < count; i++)
    values[i] = group->shared[i] != NULL ? group->shared[i] : choose(source, group, i);
  choice_insert(group->db, place, values, count);
  for (int i = 0; i < count; i++)
    if (group->shared[i] == NULL) sqlite3_value_free(values[i]);
}

/* Makes most choices equal in all rows, because most aggregates require equal choices. */
static void share(struct source *source, struct group *group) {
  bool varies = source_below(source, 8) == 7;
  for (int i = 0; i < group->call->arguments && !varies; i++) {
    bool is_datum = choice_argument(group->call, i)->role == ARGUMENT_DATUM;
    if (!is_datum) group->shared[i] = choose(source, group, i);
  }
}

static void add_rows(struct source *source, struct group *group) {
  int rows = 1 + source_below(source, 4) + source_below(source, MOST_ROWS - 3);
  struct place place = {0, 0, 0};
  for (place.number = 1; place.number <= rows; place.number++) {
    int step = source_below(source, 8);
    place.group += step & 3;
    place.partition = step >> 2;
    add_row(source, group, place);
  }
}

/* Arguments that all rows share are the parameters ?3, ?4 and so on; the query of the
** window uses ?1 and ?2. */
static void name_function(struct group *group) {
  sql_add(&group->function, "%s(", group->call->name);
  sql_add(&group->with_shared, "%s(", group->call->name);
  for (int i = 0; i < group->call->arguments; i++) {
    bool is_shared = group->shared[i] != NULL;
    sql_add(&group->function, i > 0 ? ", v%d" : "v%d", i);
    sql_add(&group->with_shared, i > 0 ? ", " : "");
    sql_add(&group->with_shared, is_shared ? "?%d" : "v%d", is_shared ? i + 3 : i);
  }
  sql_add(&group->function, ")");
  sql_add(&group->with_shared, ")");
}

/* --- frames ------------------------------------------------------------------------- */

static const char *pick(struct source *source, const char *const *from, int count) {
  return from[source_below(source, count)];
}

/* Most frames have no EXCLUDE, because only then SQLite calls xInverse.  With any
** EXCLUDE, even NO OTHERS, SQLite computes each frame anew, without xInverse. */
static void add_window(struct source *source, struct sql *sql) {
  static const char *const partitions[] = {"", "PARTITION BY p "};
  static const char *const orders[] = {"g", "g DESC", "g", "n"};
  static const char *const units[] = {"ROWS", "GROUPS", "RANGE"};
  static const char *const ends[] = {
      "?1 PRECEDING AND ?2 FOLLOWING",        "?1 PRECEDING AND CURRENT ROW",
      "UNBOUNDED PRECEDING AND ?2 FOLLOWING", "?1 PRECEDING AND ?2 PRECEDING",
      "?1 FOLLOWING AND ?2 FOLLOWING",        "?1 PRECEDING AND UNBOUNDED FOLLOWING",
      "UNBOUNDED PRECEDING AND CURRENT ROW",  "CURRENT ROW AND UNBOUNDED FOLLOWING",
  };
  static const char *const excludes[] = {
      "", "", "", "", "", "EXCLUDE CURRENT ROW", "EXCLUDE GROUP", "EXCLUDE TIES"};
  sql_add(sql, "(%sORDER BY %s ", pick(source, partitions, 2), pick(source, orders, 4));
  sql_add(sql, "%s BETWEEN ", pick(source, units, 3));
  sql_add(sql, "%s ", pick(source, ends, 8));
  sql_add(sql, "%s)", pick(source, excludes, 8));
}

/* Computes the aggregate's answer over the rows of a frame in another order. */
static void recompute(const struct group *group, sqlite3_int64 frame, int stride,
                      struct answers *answers) {
  struct sql sql = {.length = 0};
  sql_add(&sql,
          "SELECT keep(%s) FROM (SELECT * FROM call_rows WHERE (?1 >> n) & 1 "
          "ORDER BY (n * ?2) %% 17)",
          group->with_shared.text);
  sqlite3_stmt *statement = choice_statement(group->db, sql.text);
  for (int i = 0; i < group->call->arguments; i++)
    if (group->shared[i] != NULL) sqlite3_bind_value(statement, i + 3, group->shared[i]);
  sqlite3_bind_int64(statement, 1, frame);
  sqlite3_bind_int(statement, 2, stride);
  answers_clear(choice_kept());
  answers_clear(answers);
  if (sqlite3_step(statement) == SQLITE_ROW) {
    answers_append(answers, choice_kept());
  } else {
    error_check(group->db, group->call, group->is_data);
    answers_add_error(answers, group->db);
  }
  sqlite3_reset(statement);
}

/* Compares the window function's answer in a row, or the error that ends the window, with
** the aggregate's answer over the row's frame. */
static void check_row(const struct group *group, const char *window, sqlite3_int64 frame,
                      int stride, const struct answers *answer) {
  static struct answers recomputed;
  recompute(group, frame, stride, &recomputed);
  if (answers_equal(answer, &recomputed)) return;
  answers_print("window", answer);
  answers_print("recomputed", &recomputed);
  fprintf(stderr, "frame %llx, stride %d\n", (unsigned long long)frame, stride);
  fuzz_fail("a frame's answer is not that of recomputation", window);
}

/* The statement `window` returns the answers.  Another statement, `frames`, returns the
** rows in each answer's frame: no column can be read if the answer is an error. */
static void check_window(const struct group *group, sqlite3_stmt *window,
                         sqlite3_stmt *frames, int stride) {
  static struct answers answer;
  const char *sql = sqlite3_sql(window);
  int rc;
  answers_clear(choice_kept());
  while ((rc = sqlite3_step(window)) == SQLITE_ROW) {
    answers_clear(&answer);
    answers_append(&answer, choice_kept());
    sqlite3_step(frames);
    check_row(group, sql, sqlite3_column_int64(frames, 0), stride, &answer);
    answers_clear(choice_kept());
  }
  if (rc != SQLITE_DONE) {
    error_check(group->db, group->call, group->is_data);
    answers_clear(&answer);
    answers_add_error(&answer, group->db);
    sqlite3_step(frames);
    check_row(group, sql, sqlite3_column_int64(frames, 0), stride, &answer);
  }
  sqlite3_reset(window);
  sqlite3_reset(frames);
}

/* If both ends of a frame lie before the row, or both after it, the earlier end usually
** comes first.  Sometimes the later end comes first: then every frame is empty. */
static void bind_ends(struct source *source, sqlite3_stmt *window, sqlite3_stmt *frames) {
  int near = source_below(source, 3), far = near + source_below(source, 3);
  bool descends = strstr(sqlite3_sql(window), "?2 PRECEDING") != NULL;
  if (source_below(source, 16) == 0) descends = !descends;
  int count = sqlite3_bind_parameter_count(window);
  for (int i = 1; i <= count; i++) {
    sqlite3_bind_int(window, i, descends == (i == 1) ? far : near);
    sqlite3_bind_int(frames, i, descends == (i == 1) ? far : near);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const filters[] = {"", "", "", " FILTER (WHERE n % 3 > 0)"};
  struct source source = source_open(data, size);
  choice_begin();
  struct group group = {
      .call = choice_call(&source, true), .is_data = true, .is_unicode = true};
  int settings = source_below(&source, SETTINGS_COUNT);
  group.db = choice_connection(settings, source_below(&source, 4) == 3 ? ENCODING_UTF16
                                                                       : ENCODING_UTF8);
  source_choose_wildness(&source);
  group.filter = pick(&source, filters, 4);
  share(&source, &group);
  name_function(&group);
  struct sql over = {.length = 0}, answers = {.length = 0}, members = {.length = 0};
  add_window(&source, &over);
  sql_add(&answers, "SELECT keep(%s%s OVER w) FROM call_rows WINDOW w AS %s",
          group.function.text, group.filter, over.text);
  sql_add(&members, "SELECT sum(1 << n)%s OVER w FROM call_rows WINDOW w AS %s",
          group.filter, over.text);
  int stride = 1 + source_below(&source, 16);
  add_rows(&source, &group);
  sqlite3_stmt *window = choice_statement(group.db, answers.text);
  sqlite3_stmt *frames = choice_statement(group.db, members.text);
  bind_ends(&source, window, frames);
  choice_expect(group.call, group.is_unicode);
  check_window(&group, window, frames, stride);
  choice_expect(NULL, false);
  choice_empty(group.db);
  for (int i = 0; i < MOST_ARGUMENTS; i++)
    sqlite3_value_free(group.shared[i]);
  return 0;
}
