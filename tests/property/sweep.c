/*
** Sweeps over a connection: gate_sweep answers what gate_pass does for each gate, and
** stop_sweep what stop_report does for each policy, on data as they come; any frame gives
** what recomputing it gives (rule R5), in any order of rows; a long call stops at an
** interrupt.
*/
#define _XOPEN_SOURCE 700

#include "alarm.h"
#include "database.h"
#include "random.h"

#define TABLES 40
#define ROWS 60

#define EVIDENCE "c, s, a, v, t, n, x"

/* Floors at both ends, equal ones, out of order, with a text among them. */
#define HIGHS "[0.75, 0, 1, 0.5, \"0.9\", 0.75, 0.7500000000000001]"
#define MIN_SOURCES "[10, 0, 3, 9007199254740993, \"12\", 10]"
#define PATIENCES "[2, 1, 3, 1, 99]"
#define MAX_ROUNDS "[4, 1, 2, 7, 99]"

/* Rows with what data come with.  Runs and rounds come as numbers and texts, and rounds
** of one number are common; scores are such that gates tell rounds apart. */
static void fill_table(int runs) {
  static const char *const rounds[] = {"1", "2", "3", "4",   "5",    "6",   "7",
                                       "8", "9", "2", "2.0", "NULL", "2.5", "'R1'"};
  static const char *const scores[] = {"0.5", "0.75", "0.8",   "0.9",  "1",    "0.95",
                                       "0.6", "1",    "'0.8'", "0.75", "0.9",  "0.7",
                                       "0",   "NULL", "'n/a'", "9.5",  "-0.1", "x'01'"};
  static const char *const counts[] = {"12",   "3",      "10",   "0",    "25", "11",
                                       "NULL", "'many'", "12.0", "'12'", "9",  "12.7"};
  static const char *const contradictions[] = {"0", "0", "0",    "'0'", "0.0",
                                               "1", "2", "NULL", "'?'", "0"};
  static const char *const ids[] = {"%d", "%d", "%d.0", "'%d'", "'run %d'", "x'%02d'"};
  run("DELETE FROM t");
  for (int i = 0; i < ROWS; i++) {
    int most = random_below(4) == 0 ? 18 : 6; /* many rounds have nothing missing */
    char *id = sqlite3_mprintf(RANDOM_OF(ids), 1 + random_below(runs));
    run_with("INSERT INTO t VALUES (%d, %s, %s, %s, %s, %s, %s, %s, %s, %s)", i,
             random_below(20) == 0 ? "NULL" : id, RANDOM_OF(rounds),
             random_text(scores, most), random_text(scores, most),
             random_text(scores, most), random_text(scores, most),
             random_text(scores, most), RANDOM_OF(counts), RANDOM_OF(contradictions));
    sqlite3_free(id);
  }
}

/* Every gate by itself. */
static void gates_of_gate_pass(const char *order) {
  sqlite3_int64 wrong = 0;
  for (int i = 0; i < TABLES; i++) {
    fill_table(1 + random_below(9));
    wrong += count_differences(
        "SELECT count(*) FROM gate_sweep_rows((SELECT gate_sweep(r, " EVIDENCE ", '" HIGHS
        "', '" MIN_SOURCES "') FROM (SELECT * FROM t ORDER BY %s LIMIT -1)"
        ")) AS g "
        "WHERE passing_runs IS NOT (SELECT count(DISTINCT CASE WHEN gate_pass(" EVIDENCE
        ", high, min_sources) THEN r END) FROM t) "
        "OR runs IS NOT (SELECT count(DISTINCT r) FROM t) "
        "OR rounds IS NOT (SELECT count(r) FROM t)",
        order);
  }
  tap_is_int(wrong, 0, "every gate is gate_pass's, rows by %s", order);
}

/* Every policy by itself. */
static void policies_of_stop_report(const char *order) {
  sqlite3_int64 wrong = 0;
  for (int i = 0; i < TABLES / 4; i++) {
    fill_table(1 + random_below(12));
    run_with("CREATE TEMP TABLE swept AS SELECT row_number() OVER () AS policy, * FROM "
             "stop_sweep_rows((SELECT stop_sweep(r, k, " EVIDENCE ", '" PATIENCES
             "', '" MAX_ROUNDS "', '" HIGHS "', '" MIN_SOURCES
             "') FROM (SELECT * FROM t ORDER BY %s LIMIT -1)))",
             order);
    run("CREATE TEMP TABLE ended AS SELECT policy, stop_report(k, " EVIDENCE
        ", patience, max_rounds, high, min_sources) AS report FROM swept, t "
        "WHERE r IS NOT NULL AND k IS NOT NULL GROUP BY policy, r; CREATE INDEX "
        "temp.by_policy ON ended(policy)");
    wrong += count_differences(
        "SELECT count(*) FROM swept AS w WHERE (pass, halt_contradiction, patience_stop, "
        "max_rounds_stop, continue, rounds_used, runs) IS NOT (SELECT "
        "sum(action = 'pass'), sum(action = 'halt_contradiction'), "
        "sum(action = 'patience_stop'), sum(action = 'max_rounds'), "
        "sum(action = 'continue'), sum(e.rounds), count(*) FROM (SELECT t.* FROM ended, "
        "stop_rows(report) AS t WHERE policy = w.policy) AS e)");
    wrong += ask("SELECT count(*) <> 1050 FROM swept");
    run("DROP TABLE swept; DROP TABLE ended");
  }
  tap_is_int(wrong, 0, "every policy is stop_report's, rows by %s", order);
}

/* Runs of one round each and rounds of one number each: no two share a number. */
static void without_ties(void) {
  sqlite3_int64 wrong = 0;
  for (int i = 0; i < TABLES / 4; i++) {
    fill_table(9);
    run("UPDATE t SET k = id");
    wrong += count_differences(
        "SELECT count(*) FROM stop_sweep_rows((SELECT stop_sweep(r, k, " EVIDENCE
        ", '" PATIENCES "', '" MAX_ROUNDS "', '" HIGHS "', '" MIN_SOURCES "') FROM t)) "
        "AS w WHERE (pass, rounds_used, patience_stop, max_rounds_stop) IS NOT (SELECT "
        "sum(report LIKE '{\"action\":\"pass\"%%'), "
        "sum(json_extract(report, '$.rounds')), "
        "sum(report LIKE '{\"action\":\"patience_stop\"%%'), "
        "sum(report LIKE '{\"action\":\"max_rounds\"%%') FROM (SELECT "
        "stop_report(k, " EVIDENCE ", w.patience, w.max_rounds, w.high, w.min_sources) "
        "AS report FROM t WHERE r IS NOT NULL GROUP BY r))");
  }
  tap_is_int(wrong, 0,
             "every policy is stop_report's where no two rounds share a number");
}

/* What a sweep of a frame says is what it says of the frame's rows. */
static void frames(const char *call, int from, int to, const char *exclude,
                   const char *but) {
  fill_table(4);
  sqlite3_int64 wrong = count_differences(
      "SELECT count(*) FROM (SELECT id, %s OVER (ORDER BY id ROWS BETWEEN %d PRECEDING "
      "AND %d FOLLOWING %s) AS got FROM t) AS w WHERE got IS NOT (SELECT %s FROM t "
      "WHERE id BETWEEN w.id - %d AND w.id + %d %s)",
      call, from, to, exclude, call, from, to, but);
  tap_is_int(wrong, 0, "%.10s, rows -%d to %d %s", call, from, to, exclude);
}

static void sliding_frames(const char *call) {
  frames(call, 5, 2, "", "");
  frames(call, 0, 0, "", "");
  frames(call, 9, 3, "EXCLUDE CURRENT ROW", "AND id <> w.id");
  frames(call, 30, 0, "", "");
}

/* Rows that are wrong, or differ in their lists, enter and leave. */
static void mistakes_leave(void) {
  run("DELETE FROM t");
  run("INSERT INTO t(id, r, k) VALUES (1, 1, 1), (2, 1, 2), (3, 1, 3)");
  const char *call = "SELECT count(*) FROM (SELECT gate_sweep(r, " EVIDENCE
                     ", CASE id WHEN 2 THEN %Q ELSE '[0.5, 0.6]' END, 0) OVER (ORDER BY "
                     "id ROWS BETWEEN %d PRECEDING AND CURRENT ROW) AS a FROM t)";
  char *sql = sqlite3_mprintf(call, "[0.5]", 0);
  tap_is_int(ask(sql), 3, "rows that differ may stand in frames of their own");
  sqlite3_free(sql);
  sql = sqlite3_mprintf(call, "[0.5]", 1);
  char *message = NULL;
  sqlite3_exec(db, sql, NULL, NULL, &message);
  tap_is_text(message,
              "gate_sweep: highs must be the same in every row of a group, got [0.5] and "
              "[0.5,0.6]",
              "but not in one: the shorter list is the lesser");
  sqlite3_free(sql);
  sqlite3_free(message);
}

/* Hundreds of floors of both kinds, on rounds that meet any of them. */
static void many_floors(void) {
  sqlite3_int64 wrong;
  run("DELETE FROM t");
  run("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999) "
      "INSERT INTO t SELECT i, i % 97, i / 97, 1, 1, (i * 7919 % 1001) / 1000.0, 1, 1, "
      "i * 104729 % 401, i % 11 = 5 FROM n");
  run("CREATE TEMP TABLE floors AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + "
      "1 FROM n WHERE i < 399) SELECT json_group_array(i / 399.0) AS highs, "
      "json_group_array(i) AS counts FROM n");
  wrong = count_differences(
      "SELECT count(*) FROM (SELECT *, row_number() OVER () AS n FROM gate_sweep_rows(("
      "SELECT gate_sweep(r, " EVIDENCE ", highs, counts) FROM t, floors))) AS g "
      "WHERE n %% 331 = 0 AND passing_runs IS NOT (SELECT count(DISTINCT CASE WHEN "
      "gate_pass(" EVIDENCE ", high, min_sources) THEN r END) FROM t)");
  tap_is_int(wrong, 0, "160000 gates, one in 331 of them by itself");
  tap_is_int(ask("SELECT count(*) FROM gate_sweep_rows((SELECT gate_sweep(r, " EVIDENCE
                 ", highs, counts) FROM t, floors))"),
             160000, "a row for each");
}

#define NUMBERS(count)                                                                   \
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " count ") "

static void interrupts(void) {
  alarm_open();
  interrupted(NUMBERS("1000000") "SELECT gate_sweep(i * 7919 % 1000003 || 'x', 1, 1, 1, "
                                 "1, 1, i, i = 1000000 AND NOT start_interrupting(), 1, "
                                 "1) FROM n",
              "sorting a million runs");
  interrupted(
      NUMBERS("100000") "SELECT stop_sweep(1, 1, (i % 499) / 500.0, 1, 1, 1, 1, i, i = "
                        "100000 AND NOT start_interrupting(), '[1, 2]', 4, highs, "
                        "counts) FROM n, (SELECT json_group_array(i / 200.0) AS highs, "
                        "json_group_array(i) AS counts FROM n WHERE i <= 200)",
      "replaying rounds of one number");
  interrupted(
      NUMBERS("20000") "SELECT stop_sweep(1, i, 1 - i / 3e4, 1, 1, 1, 1, 1, i = 20000 "
                       "AND NOT start_interrupting(), limits, limits, 1, 1) FROM n, "
                       "(SELECT json_group_array(i + 15000) AS limits FROM n WHERE i <= "
                       "500)",
      "many limits over one run that falls");
}

/* A million rows of one run, and of a million. */
static void large_groups(void) {
  tap_is_int(ask(NUMBERS("1000000") "SELECT sum(passing_runs) FROM gate_sweep_rows(("
                                    "SELECT gate_sweep(1, i / 1e6, 1, 1, 1, 1, 1000000 "
                                    "- i, 0, '[0.25, 0.5, 0.75]', '[200000, 600000]') "
                                    "FROM n))"),
             4, "a million rounds of one run");
  tap_is_int(ask(NUMBERS("1000000") "SELECT pass FROM stop_sweep_rows((SELECT "
                                    "stop_sweep(1000000 - i, i, i / 1e6, 1, 1, 1, 1, 1, "
                                    "0, 1, 1, 0.75, 1) FROM n))"),
             250001, "and a million runs of one");
}

int main(void) {
  database_open();
  random_open();
  run("CREATE TABLE t(id, r, k, c, s, a, v, t, n, x)");
  gates_of_gate_pass("id");
  gates_of_gate_pass("r, k, id");
  gates_of_gate_pass("-id");
  policies_of_stop_report("id");
  policies_of_stop_report("r, k, id");
  policies_of_stop_report("k DESC, id");
  without_ties();
  sliding_frames("gate_sweep(r, " EVIDENCE ", '" HIGHS "', '" MIN_SOURCES "')");
  sliding_frames("stop_sweep(r, k, " EVIDENCE ", '[1, 2]', '[2, 4]', '" HIGHS
                 "', '[10, 3]')");
  mistakes_leave();
  many_floors();
  interrupts();
  large_groups();
  sqlite3_close(db);
  return tap_done();
}
