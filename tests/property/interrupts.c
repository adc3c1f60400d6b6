/*
** sqlite3_interrupt() ends a call that takes long.  Two kinds of call take long.  An
** aggregate works after its last row: it sorts, clusters or writes JSON.  One scalar
** function, knowledge_ceiling_veto, needs more than linear time if it gets many phrases,
** or if a phrase or the topic has many words.  A short call never checks for an
** interrupt.
**
** SQLite itself checks for an interrupt while it reads a query's rows.  So an interrupt
** before the last row would test SQLite and not the extension.  To check for an
** interrupt, the extension steps a statement of its own (interrupt.h).  SQLite calls
** at_step() at each step of each statement, so at_step() sees the extension's checks.
** Names in this file call such a check a look.
*/
#include "../database.h"

#include <stdbool.h>
#include <string.h>

enum { LAST_LOOKS = 4 };

/* Counts the checks, and says at which check at_step() interrupts. */
struct looks {
  int begun;               /* checks that have started; at_step() adds them to `count` */
  int count;               /* checks so far */
  int interrupt_at;        /* the first check is 1; 0: no check */
  sqlite3_stmt *statement; /* the statement of the last check */
  int run;                 /* how often `statement` has been run */
};

/* The statement by which the extension checks, or NULL. */
static sqlite3_stmt *looking(void) {
  sqlite3_stmt *s = NULL;
  while ((s = sqlite3_next_stmt(db, s)) != NULL) {
    if (sqlite3_stmt_busy(s) && strcmp(sqlite3_sql(s), "SELECT 1") == 0) break;
  }
  return s;
}

/* SQLite calls at_start() when a statement starts to run.  For a statement inside of
** another statement, `sql` begins with "-- ". A search for a check's statement at each
** step is slow, so at_step() searches only after at_start() has seen one start. */
static int at_start(unsigned event, void *context, void *statement, void *sql) {
  (void)event, (void)statement;
  if (strcmp(sql, "-- SELECT 1") == 0) ((struct looks *)context)->begun++;
  return 0;
}

/* A check takes several steps, all in one run of the extension's statement; at_step()
** counts only the first step. */
static int at_step(void *context) {
  struct looks *looks = context;
  if (looks->begun == looks->count) return 0;
  sqlite3_stmt *statement = looking();
  if (statement == NULL) return 0;
  int run = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_RUN, 0);
  if (statement == looks->statement && run == looks->run) return 0;
  looks->statement = statement;
  looks->run = run;
  if (++looks->count == looks->interrupt_at) sqlite3_interrupt(db);
  return 0;
}

static int run_watched(const char *sql, struct looks *looks) {
  sqlite3_trace_v2(db, SQLITE_TRACE_STMT, at_start, looks);
  sqlite3_progress_handler(db, 1, at_step, looks);
  int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
  sqlite3_progress_handler(db, 0, NULL, NULL);
  sqlite3_trace_v2(db, 0, NULL, NULL);
  return rc;
}

/* Returns the check to try after check `at`: the test goes backwards, from the last check
** to the first.  It tries each of the last LAST_LOOKS checks: the extension writes its
** answer between these checks.  Of the earlier checks it tries the first and about six
** more. */
static int look_before(int at, int count) {
  int step = at > count - LAST_LOOKS ? 1 : (count + 5) / 6;
  return at > 1 && at <= step ? 1 : at - step;
}

/* Interrupts the query at each check that look_before() chooses.  An interrupt that comes
** during a check is found by the next check.  Nothing finds an interrupt that comes after
** the last check, so the last checks matter most. */
static void test_long(const char *sql) {
  struct looks all = {0};
  if (run_watched(sql, &all) != SQLITE_OK) tap_bail("%s: %s", sql, sqlite3_errmsg(db));
  bool ended = all.count > 0;
  for (int at = all.count; at > 0 && ended; at = look_before(at, all.count)) {
    struct looks looks = {.interrupt_at = at};
    int rc = run_watched(sql, &looks);
    ended = rc == SQLITE_INTERRUPT && looks.count >= at && looks.count <= at + 1;
  }
  tap_ok(ended, "interrupted at each of %d looks: %.60s", all.count, sql);
}

static void test_short(const char *sql) {
  struct looks looks = {.interrupt_at = 1};
  int rc = run_watched(sql, &looks);
  tap_ok(rc == SQLITE_OK && looks.count == 0, "no look: %.60s", sql);
}

/* Queries over all rows of `big`, and over its first rows. */
static const char *const answers[] = {
    "tier_confidence(score, 'coverage')",
    "tier_confidence(score, 'coverage', name)",
    "freshness_window(number)",
    "pass_rate(number % 2, name)",
    "paired_difference(score, 0.5)",
    "paired_difference(score, number, name)",
    "krippendorff_alpha(other, score)",
    "krippendorff_alpha(other, name, 'nominal')",
    "krippendorff_alpha(other, number, 'ordinal')",
    "krippendorff_alpha(other, number % 2000, 'ratio')",
    "krippendorff_alpha(number % 90, other % 3000, 'ratio')",
    "krippendorff_alpha(1, number % 5000, 'ratio')",
    "alpha_confidence(number % 9000, other, 'nominal', number % 3)",
    "roc_auc(score, other % 2)",
    "roc_auc(other, number % 2, name)",
    "reliability(score, other % 2)",
    "corrected_rate(score, other % 3, name)",
    "kendall_tau(score, number)",
    "kendall_tau(score, number + 4611686018427387904)",
    "ndcg_at_k(number, score, 10)",
    "average_precision(number, score)",
    "relevance_report(name, 5 * score, 'deep')",
    "round_acceptability(number, 1, score, score, score, score, score, 10)",
    "round_acceptability(name, 1, score, score, score, score, score, 10)",
    "stop_action(number, 0, 0, 0, 0, 0, 0, 0, 1e9, 1e9, 0.75, 10)",
    "stop_round(number, 0, 0, 0, 0, 0, 0, 0, 1e9, 40000, 0.75, 10)",
    "stop_report(number, 0, 0, 0, 0, 0, 0, 0, 1e9, 1e9, 0.75, 10)",
    "strategy_score('deepen', 'focused', 'ambiguity', score)",
    "strategy_contributions('deepen', 'focused', 'ambiguity', score)",
    "louvain(number, other)",
    "modularity(number, other, number % 9, other % 9)",
    "modularity(number, other, number, other)",
};

static void test_aggregates(void) {
  run("CREATE TABLE big(score, number, other, name); "
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 90000) "
      "INSERT INTO big SELECT i * 7919 % 90001 / 90001.0, i * 7907 % 90017, "
      "i * 7901 % 20011, 'source ' || (i * 7883 % 90019) FROM n");
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
    char *sql = sqlite3_mprintf("SELECT %s FROM big", answers[i]);
    test_long(sql);
    sqlite3_free(sql);
    sql = sqlite3_mprintf("SELECT %s FROM (SELECT * FROM big LIMIT 20)", answers[i]);
    test_short(sql);
    sqlite3_free(sql);
  }
  test_long("SELECT count(*) FROM graph_metrics('SELECT number, other FROM big', 1)");
  /* Here the checks come while the call counts how many samples each round wins. */
  test_long("SELECT round_acceptability(number, 1, score, score, score, score, score, "
            "10000) FROM (SELECT * FROM big LIMIT 3000)");
  /* gate_confidence makes ten thousand draws, each with as many steps as there are
  ** judges.  So 100 judges are enough for a long call. */
  test_long("SELECT gate_confidence(number, score, 1, 1, 1, 1, 12, 0) "
            "FROM (SELECT * FROM big LIMIT 100)");
  /* The frames below begin two rows after the current row, so rows leave the frame before
  ** SQLite needs the first answer. */
  test_long("SELECT freshness_window(number) OVER (ROWS BETWEEN 2 FOLLOWING AND 80000 "
            "FOLLOWING) FROM big LIMIT 1");
  test_long("SELECT krippendorff_alpha(name, number) OVER (ROWS BETWEEN 2 FOLLOWING AND "
            "80000 FOLLOWING) FROM big LIMIT 1");
  test_long("SELECT tier_confidence(score, 'coverage') OVER (ROWS BETWEEN 2 FOLLOWING "
            "AND 80000 FOLLOWING) FROM big LIMIT 1");
}

static int looks_of(const char *sql) {
  struct looks all = {0};
  if (run_watched(sql, &all) != SQLITE_OK) tap_bail("%s: %s", sql, sqlite3_errmsg(db));
  return all.count;
}

/* After sorting, krippendorff_alpha visits all units (judged things).  With 'ratio' it
** counts each pair of values of a unit, so the visits take long.  Without checks during
** the visits, this query would have too few checks. */
static void test_units(void) {
  int counted = looks_of("SELECT krippendorff_alpha(number % 90, other, 'nominal') "
                         "FROM big");
  int paired = looks_of("SELECT krippendorff_alpha(number % 90, other % 3000, "
                        "'ratio') FROM big");
  tap_ok(paired >= counted + 90 / 6, "looks as units are gone over: %d, else %d", paired,
         counted);
}

/* With all judges in `big`, the draws of gate_confidence take minutes.  The test
** interrupts the sorting, which comes before the draws. */
static void test_many_judges(void) {
  const char *sql = "SELECT gate_confidence(number, score, 1, 1, 1, 1, 12, 0) FROM big";
  struct looks looks = {.interrupt_at = 1};
  tap_is_int(run_watched(sql, &looks), SQLITE_INTERRUPT, "interrupted at once: %s", sql);
}

static void interrupt_now(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  sqlite3_interrupt(db);
  sqlite3_result_value(context, argv[0]);
}

/* Interrupts SQLite when it prepares a statement that reads the column `other`. */
static int interrupt_authorizer(void *context, int action, const char *table,
                                const char *column, const char *database,
                                const char *trigger) {
  (void)context, (void)action, (void)database, (void)trigger;
  if (table != NULL && column != NULL && strcmp(column, "other") == 0)
    sqlite3_interrupt(db);
  return SQLITE_OK;
}

/* If the query that graph_metrics runs is interrupted, the query that reads graph_metrics
** ends, too. */
static void test_inner_query(void) {
  const char *sql = "SELECT count(*) FROM graph_metrics('SELECT number, "
                    "interrupt_now(other) FROM big')";
  sqlite3_create_function(db, "interrupt_now", 1, SQLITE_UTF8, NULL, interrupt_now, NULL,
                          NULL);
  tap_is_int(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_INTERRUPT, "interrupted: %s",
             sql);
  sql = "SELECT count(*) FROM graph_metrics('SELECT number, other FROM big; -- all')";
  sqlite3_set_authorizer(db, interrupt_authorizer, NULL);
  tap_is_int(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_INTERRUPT, "interrupted: %s",
             sql);
  sqlite3_set_authorizer(db, NULL, NULL);
}

/* Tests that an interrupt ends a call that writes a huge value into JSON: as a literal,
** with escapes, as a text or as a key. */
static void test_huge_value(void) {
  run("CREATE TABLE huge(blob, escaped, plain); INSERT INTO huge "
      "SELECT zeroblob(20000000), CAST(zeroblob(20000000) AS TEXT), "
      "hex(zeroblob(9000000))");
  test_long("SELECT stop_report(blob, 0, 0, 0, 0, 0, 0, 0) FROM huge");
  test_long("SELECT stop_report(escaped, 0, 0, 0, 0, 0, 0, 0) FROM huge");
  test_long("SELECT stop_report(plain, 0, 0, 0, 0, 0, 0, 0) FROM huge");
  test_long("SELECT round_acceptability(blob, 1, 0, 0, 0, 0, 0, 10) FROM huge");
  test_long("SELECT round_acceptability(plain, 1, 0, 0, 0, 0, 0, 10) FROM huge");
  test_long("SELECT weight_stability(blob, 1, 0, 0, 0, 0, 0) FROM huge");
  test_long("SELECT relevance_report(plain, 1, 'deep') FROM huge");
  test_long("SELECT louvain(blob, 1) FROM huge");
}

/* Tests texts of thousands of words, and phrases that do not occur in the texts. */
static void test_veto(void) {
  run("CREATE TABLE texts AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 "
      "FROM n WHERE i < 60000) SELECT group_concat('word' || i, ' ') AS words, "
      "json_group_array('phrase ' || i) FILTER (WHERE i < 200) AS phrases FROM n");
  test_long("SELECT knowledge_ceiling_veto(words, 'roasting', phrases) FROM texts");
  test_long("SELECT knowledge_ceiling_veto(words, 'roasting', '[\"word1\"]') FROM texts");
  test_short("SELECT knowledge_ceiling_veto('no idea', 'roasting', phrases) FROM texts");
  /* At every place of the text, only the last word of the phrase differs. */
  test_long("SELECT knowledge_ceiling_veto(replace(hex(zeroblob(60000)), '00', 'a '), "
            "'roasting', '[\"' || replace(hex(zeroblob(200)), '00', 'a ') || 'b\"]')");
  test_long("SELECT knowledge_ceiling_veto('no idea', words) FROM texts");
}

int main(void) {
  database_open();
  test_aggregates();
  test_units();
  test_many_judges();
  test_inner_query();
  test_huge_value();
  test_veto();
  run("SELECT louvain(1, 2)"); /* then the connection still works */
  tap_is_int(sqlite3_close(db), SQLITE_OK, "nothing is left open");
  return tap_done();
}
