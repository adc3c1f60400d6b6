/*
** Some arguments of aggregates must be equal in all rows of a group.  In this test such
** an argument sometimes has another value or a wrong value.  The aggregates skip some
** rows.  For each random frame, a window function must give the answer or the error that
** the aggregate gives for the frame's rows in any order (rule R5).
**
** An error would end the query.  So the extension gets a changed table of SQLite's
** functions, in which sqlite3_result_error() returns the message as a text.  Then each
** row has an answer, also the rows after an error.
*/
#include "frames.h"

#include <dlfcn.h>
#include <sqlite3ext.h>
#include <stdbool.h>
#include <string.h>

#define TABLES 40
#define FRAMES 6
#define MOST_ROWS 20
#define MOST_VALUES 8

/* An answer that begins with this text is an error. */
#define RAISED "error: "

/* A call in which the argument p varies, and the values of p.  Some values are equal in
** different spellings, others differ, and some are wrong.  Most calls skip a row whose
** key is NULL. */
struct call {
  const char *sql;
  const char *values[MOST_VALUES]; /* the first value is the usual one */
};

static const struct call calls[] = {
    {"precision_at_k(key, id % 3, p)", {"3", "3.0", "'3'", "4", "0", "NULL", "'x'"}},
    {"recall_at_k(key, id % 3, p, 9)", {"3", "5", "-1", "2.5", "9e999", "x'33'"}},
    {"recall_at_k(key, id % 3, 3, p)", {"9", "'9'", "10", "NULL", "'many'"}},
    {"average_precision(key, 1, p)", {"20", "0", "-0.0", "30", "NULL"}},
    {"ndcg_at_k(key, id, p)", {"3", "'3'", "1", "0", "'b'", "'B'", "'a'"}},
    {"relevance_gate(id, p)", {"'deep'", "'Deep'", "'quick'", "NULL", "'fast'", "7"}},
    {"relevance_report(key, id, p)", {"'quick'", "'QUICK'", "NULL", "'Fast'", "''"}},
    {"tier_confidence(key / 10.0, p)", {"'coverage'", "'COVERAGE'", "'speed'", "NULL"}},
    {"tier_confidence(key / 10.0, p, id % 3)", {"'recency'", "'Recency'", "7", "'a'"}},
    {"pass_at_k(key > 2, p)", {"2", "2.0", "'2'", "3", "0", "NULL", "'x'"}},
    {"pass_hat_k(CASE WHEN key THEN 1 END, p)", {"2", "3", "0.5", "-1", "NULL"}},
    {"krippendorff_alpha(key, id % 3, p)",
     {"'interval'", "'Interval'", "NULL", "'ratio'", "'nominal'", "'best'", "7"}},
    {"krippendorff_alpha(id % 3, key, p)",
     {"'ordinal'", "'ORDINAL'", "'nominal'", "'rank'", "x'00'"}},
    {"alpha_confidence(id % 3, key, p)",
     {"'ordinal'", "'ORDINAL'", "'nominal'", "'rank'", "x'00'"}},
    {"alpha_confidence(key, id % 3, p, id % 2)",
     {"'interval'", "'Interval'", "NULL", "'ratio'", "'best'", "7"}},
    {"gate_confidence(id % 3, key / 10.0, 1, 1, 1, 1, 12, 0, p, 10)",
     {"0.75", "'0.75'", "0.5", "2", "NULL", "'x'"}},
    {"gate_confidence(id % 3, key / 10.0, 1, 1, 1, 1, 12, 0, 0.75, p)",
     {"10", "'10'", "10.0", "13", "-1", "NULL"}},
    {"strategy_score(p, CASE WHEN key THEN 'focused' END, 'novelty', 1)",
     {"'ease'", "'EASE'", "'bridge'", "NULL", "7", "''"}},
    {"strategy_score(CASE WHEN key THEN 'ease' END, p, 'novelty', id)",
     {"'focused'", "'FOCUSED'", "'closing'", "NULL", "'late'", "'early'", "3"}},
    {"strategy_contributions('ease', 'focused', p, key)",
     {"'novelty'", "'Ambiguity'", "NULL", "'style'", "'luck'", "x'00'"}},
    {"strategy_score(1, key, p)", {"1", "1.0", "'1'", "0", "-0.0", "-1", "NULL", "'x'"}},
    {"best_round(key, id / 9.0, 1, 1, 1, 0.5, 12, 0, p)",
     {"'[1,0,0,0,2]'", "'[1.0, 0, 0, 0, 2]'", "'{\"coverage\": 1, \"recency\": 2}'",
      "'equal'", "NULL", "'best'", "'[1]'"}},
    {"stop_action(key, 0.7, 0.6, 0.6, 0.6, id / 20.0, 9, 0, p, 5, 0.75, 10)",
     {"1", "1.0", "'1'", "2", "0", "NULL", "'x'"}},
    {"stop_report(key, 0.7, 0.6, 0.6, 0.6, id / 20.0, 9, 0, 3, p, 0.75, 10)",
     {"4", "4.0", "'4'", "2", "1e300", "0", "NULL", "'x'"}},
    {"stop_round(key, 0.7, 0.6, 0.6, 0.6, id / 20.0, 9, 0, 1, 4, p, 5)",
     {"0.75", "0.5", "0.95", "1.5", "NULL", "'x'"}}, /* rows may differ in p */
    {"round_acceptability(key, 1, id / 20.0, 0.5, 0.5, 0.5, 0.5, p)",
     {"9", "9.0", "'9'", "8", "0", "-1", "'x'"}},
    {"round_acceptability(key, 1, id / 20.0, 0.5, 0.5, 0.5, 1 - id / 20.0, 5, p)",
     {"7", "'7'", "NULL", "42", "0.5", "'x'"}},
    {"weight_stability(key, id % 2, id / 20.0, 0.5, 0.5, 0.5, 1 - id / 20.0, p)",
     {"'[1,0,0,0,2]'", "'[1, 0.0, 0, -0, 2]'", "'{\"coverage\": 1, \"recency\": 2}'",
      "'equal'", "NULL", "'best'", "'[1]'"}},
    {"rubric_best_round(p, key, '{\"coverage\": 0.' || id || '}')",
     {"'research'", "'Research'", "NULL", "'none'", "x'00'"}},
    {"rubric_stop_report('research', key, '{\"coverage\": 0.' || id || '}', p, 5)",
     {"1", "1.0", "'1'", "2", "0", "NULL", "'x'"}},
    {"rubric_stop_action(p, key, '{\"coverage\": 0.' || id || '}', 1, 5)",
     {"'research'", "'RESEARCH'", "NULL", "'none'", "7"}},
    {"rubric_stop_round('research', key, '{\"coverage\": 0.' || id || '}', 2, p)",
     {"4", "4.0", "2", "1e300", "0", "NULL", "'x'"}},
    {"rubric_acceptability(p, key, '{\"coverage\": 0.' || id || '}', 5)",
     {"'research'", "'Research'", "NULL", "'none'"}},
    {"rubric_stability(p, key, '{\"coverage\": 0.' || id || '}')",
     {"'research'", "'Research'", "NULL", "'none'"}},
    {"rubric_confidence(p, id % 3, '{\"coverage\": 0.' || key || '}')",
     {"'research'", "'Research'", "NULL", "'none'"}},
    {"strategy_score(p, 1, 1)", {"1", "2", "-1", "NULL", "'x'"}},
};

static void raise_as_text(sqlite3_context *context, const char *message, int length) {
  (void)length;
  char *text = sqlite3_mprintf(RAISED "%s", message);
  sqlite3_result_text(context, text, -1, sqlite3_free);
}

/* The table of SQLite's functions, which SQLite passes to each extension that it
** loads. */
static const sqlite3_api_routines *table;

static int take_table(sqlite3 *opened, char **error, const sqlite3_api_routines *api) {
  (void)opened;
  (void)error;
  table = api;
  return SQLITE_OK;
}

static void open_with_table(void) {
  static sqlite3_api_routines changed;
  int (*init)(sqlite3 *, char **, const sqlite3_api_routines *);
  const char *path = getenv("ASSAY_EXTENSION");
  sqlite3_auto_extension((void (*)(void))take_table);
  if (sqlite3_open(":memory:", &db) != SQLITE_OK || table == NULL)
    tap_bail("no connection");
  changed = *table;
  changed.result_error = raise_as_text;
  void *library = dlopen(path != NULL ? path : "build/assay.so", RTLD_NOW);
  if (library == NULL) tap_bail("%s", dlerror());
  *(void **)&init = dlsym(library, "sqlite3_assay_init");
  if (init == NULL || init(db, NULL, &changed) != SQLITE_OK) tap_bail("no functions");
}

static int value_count(const struct call *call) {
  int count = 0;
  while (count < MOST_VALUES && call->values[count] != NULL)
    count++;
  return count;
}

/* Fills the table.  Column `o`, the order of the rows, has ties and gaps.  Often an
** unusual value repeats for several rows, so some frames hold only unusual values and
** some hold none. */
static void fill_table(const struct call *call) {
  int rows = random_below(MOST_ROWS + 1), o = 0, unusual = 1 + random_below(8);
  const char *value = call->values[0];
  run("DELETE FROM t");
  for (int i = 0; i < rows; i++) {
    if (random_below(3) > 0) o += 1 + random_below(4) * random_below(3);
    if (random_below(3) == 0) {
      bool usual = random_below(unusual) > 0;
      value = usual ? call->values[0] : random_text(call->values, value_count(call));
    }
    run_with("INSERT INTO t VALUES (NULL, %d, %s, %s)", o,
             random_below(4) > 0 ? RANDOM_TEXT("1", "2", "3", "5", "8") : "NULL", value);
  }
}

static struct { sqlite3_int64 answers, errors, nulls; } tally;

static sqlite3_int64 differences_of(const struct call *call) {
  char *frame = random_frame(RANDOM_TEXT("RANGE", "RANGE", "GROUPS", "ROWS"),
                             "ORDER BY o", FRAMES_ANY);
  char *filtered = sqlite3_mprintf("%s %s", call->sql,
                                   RANDOM_TEXT("", "", "FILTER (WHERE id % 4 > 0)"));
  sqlite3_int64 differences = frame_differences(filtered, frame);
  tally.answers += ask("SELECT count(*) FROM w");
  tally.errors += ask("SELECT count(*) FROM w WHERE got LIKE '" RAISED "%'");
  tally.nulls += ask("SELECT count(*) FROM w WHERE got IS NULL");
  sqlite3_free(filtered);
  sqlite3_free(frame);
  return differences;
}

/* The three kinds of answers are a value, NULL and an error; each must occur often. */
static void test_call(const struct call *call) {
  sqlite3_int64 differences = 0;
  memset(&tally, 0, sizeof tally);
  for (int i = 0; i < TABLES; i++) {
    fill_table(call);
    for (int f = 0; f < FRAMES; f++)
      differences += differences_of(call);
  }
  tap_is_int(differences, 0, "%s", call->sql);
  sqlite3_int64 usual = tally.answers - tally.errors - tally.nulls;
  tap_ok(tally.errors > 100 && tally.nulls > 100 && usual > 100,
         "of %lld answers %lld are errors and %lld NULL", (long long)tally.answers,
         (long long)tally.errors, (long long)tally.nulls);
}

int main(void) {
  random_open();
  open_with_table();
  run("CREATE TABLE t(id INTEGER PRIMARY KEY, o, key, p)");
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    test_call(&calls[i]);
  sqlite3_close(db);
  return tap_done();
}
