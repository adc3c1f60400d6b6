/*
** A rubric is a gate over dimensions that a user names.  The rubric `research` is built
** in: it is gate_pass as a rubric.  For any evidence and any settings, rubric and gate
** give the same verdict, index and report.  A user's own rubric with the gate's
** conditions gives the same answers, except for the words of its report.  Some rubric
** functions read several rounds.  They must agree with the gate's functions, too, over
** groups of rows and over window frames.
*/
#include "../database.h"
#include "../hostile.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define CONNECTIONS 12
#define ROUNDS 2000

static const char *const names[] = {
    "coverage",       "source_quality",          "agreement", "verification", "recency",
    "recent_sources", "critical_contradictions", "regression"};

enum { SOURCES = 5, CONTRADICTIONS, REGRESSION, NAMES };

/* Appends a value as JSON, mostly a value that can pass. */
static void append_datum(sqlite3_str *to, int name) {
  if (random_below(20) == 0) {
    const char *json = hostile_scores[random_below(COUNT_OF(hostile_scores))].json;
    sqlite3_str_appendall(to, json != NULL ? json : "null");
  } else if (name < SOURCES) {
    double score = random_below(3) > 0 ? 0.75 + random_below(6) / 20.0 : random_score();
    sqlite3_str_appendf(to, "%!.17g", score);
  } else if (name == SOURCES) {
    sqlite3_str_appendf(to, "%d", 8 + random_below(6));
  } else {
    sqlite3_str_appendf(to, "%d", random_below(6) == 0);
  }
}

static char *draw_evidence(void) {
  sqlite3_str *to = sqlite3_str_new(NULL);
  sqlite3_str_appendall(to, random_below(50) == 0 ? "[{" : "{");
  const char *comma = "";
  for (int name = 0; name < NAMES; name++) {
    if (random_below(name == REGRESSION ? 2 : 25) == 0) continue;
    for (int twice = random_below(60) == 0; twice >= 0; twice--) {
      sqlite3_str_appendf(to, "%s\"%s\": ", comma, names[name]);
      append_datum(to, name);
      comma = ", ";
    }
  }
  sqlite3_str_appendall(to, "}");
  return sqlite3_str_finish(to);
}

/* Draws settings: the floor of each dimension, the number of sources, a default strategy,
** an engine, and a user's own rubric with the same conditions. */
static char *draw_settings(bool legacy) {
  sqlite3_str *to = sqlite3_str_new(NULL);
  sqlite3_str *scores = sqlite3_str_new(NULL);
  int sources = 8 + random_below(5);
  sqlite3_str_appendf(to,
                      "evaluation: {deep_research: {scoring_engine: %s, "
                      "min_recent_sources: %d, weights: {strategies: {mine: {",
                      legacy ? "legacy" : "multidimensional", sources);
  int weight[SOURCES];
  for (int d = 0; d < SOURCES; d++) {
    weight[d] = random_below(4) + (d == 0);
    sqlite3_str_appendf(to, "%s: %d, ", names[d], weight[d]);
  }
  sqlite3_str_appendall(to, "}}, default: mine}, tier_thresholds: {");
  for (int d = 0; d < SOURCES; d++) {
    int high = 70 + random_below(4) * 5;
    sqlite3_str_appendf(to, "%s: {high: 0.%d}, ", names[d], high);
    sqlite3_str_appendf(scores, "%s: {high: 0.%d, weight: %d}, ", names[d], high,
                        weight[d]);
  }
  char *same = sqlite3_str_finish(scores);
  sqlite3_str_appendf(
      to,
      "}}, rubrics: {mine: {scores: {%s}, at_least: {recent_sources: "
      "%d}, at_most: {critical_contradictions: 0}, vetoes: [critical_contradictions]}}}",
      same, sources);
  sqlite3_free(same);
  return sqlite3_str_finish(to);
}

/* Expressions over the evidence ?1.  Each expression is 1 if rubric and gate agree. */
static const char *const research[] = {
    "rubric_pass('research', ?1) = gate_pass(?1)",
    "rubric_index('Research', ?1) = ci_score(?1)",
    "rubric_report('RESEARCH', ?1) = gate_report(?1)",
};
static const char *const own[] = {
    "rubric_pass('mine', ?1) = gate_pass(?1)",
    "abs(rubric_index('mine', ?1) - ci_score(?1)) < 1e-15",
    "json_extract(rubric_report('mine', ?1), '$.gate_passed') = gate_pass(?1)",
    "json_extract(rubric_report('mine', ?1), '$.dimensions.agreement') = "
    "json_extract(gate_report(?1), '$.dimensions.agreement')",
    "json_array_length(rubric_report('mine', ?1), '$.missing') = "
    "json_array_length(gate_report(?1), '$.missing')",
    "(json_extract(rubric_report('mine', ?1), '$.reason') = '') = gate_pass(?1)",
};

static sqlite3_stmt *selected(const char *expression) {
  char *sql = sqlite3_mprintf("SELECT %s", expression);
  sqlite3_stmt *query = prepared(sql);
  sqlite3_free(sql);
  return query;
}

/* Tests that an expression is 1 for random evidence, some of which the gate passes. */
static void holds(const char *expression, const char *settings) {
  sqlite3_stmt *query = selected(expression), *gate = selected("gate_pass(?1)");
  int good = 0, passed = 0;
  for (int i = 0; i < ROUNDS; i++) {
    char *evidence = draw_evidence();
    sqlite3_bind_text(query, 1, evidence, -1, SQLITE_STATIC);
    sqlite3_bind_text(gate, 1, evidence, -1, SQLITE_STATIC);
    bool right = sqlite3_step(query) == SQLITE_ROW && sqlite3_column_int(query, 0) == 1;
    if (!right) tap_diag("%s\n%s", evidence, settings);
    good += right;
    passed += sqlite3_step(gate) == SQLITE_ROW && sqlite3_column_int(gate, 0) == 1;
    sqlite3_reset(query);
    sqlite3_reset(gate);
    sqlite3_free(evidence);
    if (!right) break;
  }
  tap_is_int(good, ROUNDS, "%s", expression);
  tap_ok(passed > 0 && passed < ROUNDS, "... of which %d pass", passed);
  sqlite3_finalize(query);
  sqlite3_finalize(gate);
}

/* Pairs of calls over the rounds of a run: one for the gate, one for a rubric. %s stands
** for the rubric's name. */
static const struct {
  const char *gate, *rubric;
} rules[] = {
    {"best_round(round, e)", "rubric_best_round('%s', round, e)"},
    {"stop_action(round, e)", "rubric_stop_action('%s', round, e)"},
    {"stop_round(round, e)", "rubric_stop_round('%s', round, e)"},
    {"gate_confidence(cluster, e)", "rubric_confidence('%s', cluster, e)"},
    /* The answers of the pairs below name dimensions, or depend on the order in which
    ** scores are added.  So these pairs are compared for the rubric `research` only. */
    {"round_acceptability(round, e, 20)", "rubric_acceptability('%s', round, e, 20)"},
    {"round_acceptability(round, e, 9, 3)", "rubric_acceptability('%s', round, e, 9, 3)"},
    {"stop_report(round, e)", "rubric_stop_report('%s', round, e)"},
    {"weight_stability(round, e)", "rubric_stability('%s', round, e)"},
};
#define RULES_OF_ANY_RUBRIC 4

#define RUNS 120

/* Makes runs of up to six rounds.  Some rounds have several rows, from several clusters
** of judges. */
static void fill_runs(void) {
  run("CREATE TABLE runs(run, place, round, cluster, e)");
  sqlite3_stmt *insert = prepared("INSERT INTO runs VALUES (?1, ?2, ?3, ?4, ?5)");
  for (int number = 0; number < RUNS; number++) {
    for (int place = random_below(6); place >= 0; place--) {
      char *evidence = draw_evidence();
      sqlite3_bind_int(insert, 1, number);
      sqlite3_bind_int(insert, 2, place);
      sqlite3_bind_int(insert, 3, random_below(7));
      sqlite3_bind_int(insert, 4, random_below(3));
      sqlite3_bind_text(insert, 5, evidence, -1, sqlite3_free);
      if (sqlite3_step(insert) != SQLITE_DONE) tap_bail("%s", sqlite3_errmsg(db));
      sqlite3_reset(insert);
    }
  }
  sqlite3_finalize(insert);
}

static void same_answers(const char *gate, const char *rubric, const char *name) {
#define FRAME(order, rows) " OVER (PARTITION BY run ORDER BY " order " ROWS " rows ")"
  static const char *const over[] = {
      "", " OVER (PARTITION BY run ORDER BY place)",
      FRAME("round, place", "BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE TIES"),
      FRAME("place", "BETWEEN 1 FOLLOWING AND 3 FOLLOWING")};
  char *call = sqlite3_mprintf(rubric, name);
  for (int i = 0; i < COUNT_OF(over); i++) {
    char *sql =
        sqlite3_mprintf("(SELECT sum(a IS NOT b) FROM (SELECT %s%s AS a, %s%s AS b "
                        "FROM runs%s))",
                        gate, over[i], call, over[i], i == 0 ? " GROUP BY run" : "");
    sqlite3_stmt *query = selected(sql);
    if (sqlite3_step(query) != SQLITE_ROW) tap_bail("%s", sqlite3_errmsg(db));
    tap_is_int(sqlite3_column_int(query, 0), 0, "%s is %s%s", call, gate, over[i]);
    sqlite3_finalize(query);
    sqlite3_free(sql);
  }
  sqlite3_free(call);
}

static void over_rounds(bool legacy) {
  fill_runs();
  for (int i = 0; i < COUNT_OF(rules); i++) {
    same_answers(rules[i].gate, rules[i].rubric, "Research");
    if (i < RULES_OF_ANY_RUBRIC && !legacy)
      same_answers(rules[i].gate, rules[i].rubric, "mine");
  }
}

static void under_settings(bool legacy) {
  database_open();
  char *settings = draw_settings(legacy);
  sqlite3_stmt *load = selected("assay_load_yaml(?1, 'strict')");
  sqlite3_bind_text(load, 1, settings, -1, SQLITE_STATIC);
  if (sqlite3_step(load) != SQLITE_ROW) tap_bail("%s\n%s", sqlite3_errmsg(db), settings);
  sqlite3_finalize(load);
  for (int i = 0; i < COUNT_OF(research); i++)
    holds(research[i], settings);
  for (int i = 0; i < COUNT_OF(own) && !legacy; i++)
    holds(own[i], settings);
  over_rounds(legacy);
  sqlite3_free(settings);
  sqlite3_close(db);
}

int main(void) {
  random_open();
  for (int i = 0; i < CONNECTIONS; i++)
    under_settings(i % 4 == 3);
  return tap_done();
}
