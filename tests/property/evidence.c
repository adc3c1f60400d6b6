/*
** Evidence has two forms in a call: one JSON object, or five scores and two counts.
** Every function must give the same answer for both forms, on messy data and on any
** window frame.
**
** Each value is drawn in both forms: as a value to bind and as a member of an object.
** Members come in any order, with other members between them.  Some letters of their
** names are capitals or escapes.  Some objects are cut off, and some are replaced by a
** value that is not a text or not an object.
*/
#include "frames.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TABLES 120
#define MOST_ROWS 24
#define MEMBERS 8
#define MEMBER_SIZE 400

static const char *const names[MEMBERS] = {
    "coverage",       "source_quality",          "agreement", "verification", "recency",
    "recent_sources", "critical_contradictions", "regression"};

enum { SOURCES = 5, CONTRADICTIONS, REGRESSION };

#define DATUM_OF(array) array[random_below(COUNT_OF(array))]

/* The evidence of one round in both forms. */
struct drawn {
  char members[2 * MEMBERS + 2][MEMBER_SIZE];
  int count;
  const char *sql[MEMBERS]; /* each value as SQL; if NULL, `real` is bound */
  double real[MEMBERS];
};

static void write_name(char *to, const char *name) {
  bool plain = random_below(2) > 0;
  *to++ = '"';
  for (; *name != 0; name++) {
    char letter = *name;
    if (!plain && letter >= 'a' && random_below(3) == 0) letter = (char)(letter - 0x20);
    if (!plain && random_below(4) == 0)
      to += sprintf(to, random_below(2) > 0 ? "\\u%04x" : "\\u%04X", (unsigned)letter);
    else
      *to++ = letter;
  }
  memcpy(to, "\"", 2);
}

static void add_member(struct drawn *drawn, const char *name, const char *value) {
  char *member = drawn->members[drawn->count++];
  write_name(member, name);
  sprintf(member + strlen(member), "%s:%s%s", RANDOM_TEXT("", "", " ", "\t\n"), value,
          RANDOM_TEXT("", "", " ", "\r\n "));
}

static struct hostile_datum draw_datum(int name, bool good) {
  if (name < SOURCES)
    return good && random_below(6) > 0 ? hostile_scores[random_below(5)]
                                       : DATUM_OF(hostile_scores);
  if (name == SOURCES)
    return good ? hostile_counts[random_below(3)] : DATUM_OF(hostile_counts);
  if (name == CONTRADICTIONS)
    return good ? hostile_contradictions[random_below(6)]
                : DATUM_OF(hostile_contradictions);
  return good ? hostile_regressions[random_below(6)] : DATUM_OF(hostile_regressions);
}

/* Draws one value in both forms.  A member that occurs twice counts as missing. */
static void draw_member(struct drawn *drawn, int name, bool good) {
  char text[40];
  struct hostile_datum datum = draw_datum(name, good);
  if (name < SOURCES && random_below(good ? 8 : 3) == 0) {
    drawn->real[name] = random_score();
    snprintf(text, sizeof text, "%.17g", drawn->real[name]);
    datum = (struct hostile_datum){text, NULL};
  }
  drawn->sql[name] = datum.sql;
  if (datum.json == NULL) return;
  add_member(drawn, names[name], datum.json);
  if (random_below(25) > 0) return;
  add_member(drawn, names[name], RANDOM_TEXT("0", "1", "null", "0.8", "[]"));
  drawn->sql[name] = "NULL";
}

static void draw_round(struct drawn *drawn) {
  bool good = random_below(3) > 0;
  drawn->count = 0;
  for (int name = 0; name < MEMBERS; name++)
    draw_member(drawn, name, good);
  if (random_below(2) > 0)
    add_member(drawn, RANDOM_TEXT("note", "recency_days", "", "coverag", "x"),
               RANDOM_TEXT("\"\\\"}\"", "{\"recency\":0}", "[[],{},[0.5,{\"a\":null}]]",
                           "1e5", "\"\xc3\xa9\\ud83d\\ude00\""));
}

static char *object_of(const struct drawn *drawn) {
  static char text[(2 * MEMBERS + 2) * MEMBER_SIZE];
  char *to = text + sprintf(text, "%s", RANDOM_TEXT("{", "{", " { ", "\n{\t"));
  int first = random_below(2) > 0 ? 0 : random_below(drawn->count + 1);
  for (int i = 0; i < drawn->count; i++)
    to +=
        sprintf(to, "%s%s", i > 0 ? "," : "", drawn->members[(i + first) % drawn->count]);
  sprintf(to, "%s", RANDOM_TEXT("}", "}", " }", "}\n"));
  return text;
}

/* Returns an expression that is not evidence: not a text, not an object, or an object
** that is cut off. */
static const char *broken_object(char *object) {
  switch (random_below(5)) {
  case 0:
    return RANDOM_TEXT("NULL", "12", "0.8", "''", "'[0.8]'", "'null'", "'0.8'");
  case 1:
    object[random_below((int)(strrchr(object, '}') - object))] = 0;
    return "?9";
  case 2:
    return "CAST(?9 AS BLOB)";
  case 3:
    return "?9 || '}'";
  default:
    return "?9 || char(0)";
  }
}

static void insert_round(const struct drawn *drawn, const char *round,
                         const char *evidence, const char *object, bool is_broken) {
  sqlite3_str *sql = sqlite3_str_new(db);
  sqlite3_str_appendf(sql, "INSERT INTO t VALUES (NULL, %s", round);
  for (int name = 0; name < MEMBERS; name++) {
    if (is_broken)
      sqlite3_str_appendf(sql, ", %s", name == REGRESSION ? "0" : "NULL");
    else if (drawn->sql[name] == NULL)
      sqlite3_str_appendf(sql, ", ?%d", name + 1);
    else
      sqlite3_str_appendf(sql, ", %s", drawn->sql[name]);
  }
  sqlite3_str_appendf(sql, ", %s, %d)", evidence, random_below(10));
  char *text = sqlite3_str_finish(sql);
  sqlite3_stmt *insert = prepared(text);
  /* If `text` has a literal in place of a parameter, SQLite ignores the value for it. */
  for (int name = 0; name < SOURCES; name++)
    sqlite3_bind_double(insert, name + 1, drawn->real[name]);
  sqlite3_bind_text(insert, 9, object, -1, SQLITE_TRANSIENT);
  if (sqlite3_step(insert) != SQLITE_DONE) tap_bail("%s: %s", text, sqlite3_errmsg(db));
  sqlite3_finalize(insert);
  sqlite3_free(text);
}

static void fill_table(void) {
  static struct drawn drawn;
  run("DELETE FROM t");
  int rows = 1 + random_below(MOST_ROWS);
  for (int i = 0; i < rows; i++) {
    char round[40];
    snprintf(round, sizeof round, "%d", random_below(9));
    draw_round(&drawn);
    char *object = object_of(&drawn);
    bool is_broken = random_below(12) == 0;
    const char *evidence = is_broken ? broken_object(object) : "?9";
    insert_round(&drawn, random_below(8) > 0 ? round : RANDOM_TEXT("NULL", "'R2'", "2.5"),
                 evidence, object, is_broken);
  }
}

#define SCORES "c, s, a, v, r"
#define SEVEN SCORES ", recent, contradictions"

struct pair {
  const char *json;
  const char *arguments;
};

/* A report without its list of unknown keys; only evidence as an object can have unknown
** keys. */
#define KNOWN(report) "json_remove(" report ", '$.unknown')"

static const struct pair scalars[] = {
    {"gate_pass(evidence)", "gate_pass(" SEVEN ", regression)"},
    {KNOWN("gate_report(evidence)"), KNOWN("gate_report(" SEVEN ", regression)")},
    {KNOWN("gate_report(evidence)"),
     "CASE WHEN regression IS 0 THEN " KNOWN("gate_report(" SEVEN ")") " ELSE " KNOWN(
         "gate_report(" SEVEN ", regression)") " END"},
    {"gate_pass(evidence, 0.8, 9)",
     "gate_pass(" SEVEN ", 0.8, 9) AND gate_pass(1, 1, 1, 1, 1, 99, 0, regression)"},
    {"gate_pass(evidence, 0, '0')",
     "gate_pass(" SEVEN ", 0, 0) AND gate_pass(1, 1, 1, 1, 1, 99, 0, regression)"},
    {"CASE regression WHEN 0 THEN " KNOWN("gate_report(evidence, 0.8, 9)") " END",
     "CASE regression WHEN 0 THEN " KNOWN("gate_report(" SEVEN ", 0.8, 9)") " END"},
    {"ci_score(evidence)", "ci_score(" SCORES ")"},
    {"ci_score(evidence, 'roc')", "ci_score(" SCORES ", 'roc')"},
    {"ci_score(evidence, '[5,4,3,2,1]', NULL)", "ci_score(" SCORES ", '[5,4,3,2,1]')"},
    {"ci_score(evidence, NULL, 'geometric')", "ci_score(" SCORES ", NULL, 'geometric')"},
};

static const struct pair aggregates[] = {
    {"best_round(round, evidence)", "best_round(round, " SEVEN ")"},
    {"stop_action(round, evidence)", "stop_action(round, " SEVEN ")"},
    {"stop_round(round, evidence)", "stop_round(round, " SEVEN ")"},
    {"stop_report(round, evidence)", "stop_report(round, " SEVEN ")"},
    {"stop_action(round, evidence, 2, 6, 0.8, 9)",
     "stop_action(round, " SEVEN ", 2, 6, 0.8, 9)"},
    {"stop_round(round, evidence, 2, 6, 0.8, 9)",
     "stop_round(round, " SEVEN ", 2, 6, 0.8, 9)"},
    {"stop_report(round, evidence, 3, 9, 0.74, 12)",
     "stop_report(round, " SEVEN ", 3, 9, 0.74, 12)"},
    {"round_acceptability(round, evidence)",
     "round_acceptability(round, gate_pass(" SEVEN "), " SCORES ")"},
    {"round_acceptability(round, evidence, 50)",
     "round_acceptability(round, gate_pass(" SEVEN "), " SCORES ", 50)"},
    {"round_acceptability(round, evidence, 50, 7)",
     "round_acceptability(round, gate_pass(" SEVEN "), " SCORES ", 50, 7)"},
    {"weight_stability(round, evidence)",
     "weight_stability(round, gate_pass(" SEVEN "), " SCORES ")"},
    {"weight_stability(round, evidence, 'equal')",
     "weight_stability(round, gate_pass(" SEVEN "), " SCORES ", 'equal')"},
};

static sqlite3_int64 scalar_differences(const struct pair *pair) {
  return count_differences("SELECT count(*) FROM t WHERE (%s) IS NOT (%s)", pair->json,
                           pair->arguments);
}

static sqlite3_int64 aggregate_differences(const struct pair *pair) {
  sqlite3_int64 differences = count_differences(
      "SELECT (SELECT %s FROM t) IS NOT (SELECT %s FROM t)", pair->json, pair->arguments);
  char *frame = random_frame(
      RANDOM_TEXT("ROWS", "GROUPS"),
      RANDOM_TEXT("ORDER BY id", "ORDER BY round, id", "ORDER BY place"), FRAMES_ANY);
  differences += count_differences("SELECT count(*) FROM (SELECT %s OVER f AS one, "
                                   "%s OVER f AS other FROM t WINDOW f AS %s) "
                                   "WHERE one IS NOT other",
                                   pair->json, pair->arguments, frame);
  sqlite3_free(frame);
  return differences;
}

static void test(const struct pair *pairs, int count,
                 sqlite3_int64 differences(const struct pair *)) {
  for (int p = 0; p < count; p++) {
    sqlite3_int64 found = 0;
    for (int i = 0; i < TABLES && found == 0; i++) {
      fill_table();
      found = differences(&pairs[p]);
    }
    tap_is_int(found, 0, "%s", pairs[p].json);
  }
}

/* The random rounds must have many different results.  If all results were equal, the two
** forms would agree even if they were wrong. */
static void test_variety(void) {
  sqlite3_int64 passed = 0, reasons = 0, actions = 0;
  run("CREATE TEMP TABLE seen(reason UNIQUE, action UNIQUE)");
  for (int i = 0; i < TABLES; i++) {
    fill_table();
    passed += ask("SELECT sum(gate_pass(evidence)) > 0 FROM t");
    run("INSERT OR IGNORE INTO seen(reason) "
        "SELECT json_extract(gate_report(evidence), '$.reason') FROM t");
    run("INSERT OR IGNORE INTO seen(action) SELECT stop_action(round, evidence) "
        "OVER (ORDER BY id ROWS 5 PRECEDING) FROM t");
  }
  reasons = ask("SELECT count(reason) FROM seen");
  actions = ask("SELECT count(action) FROM seen");
  tap_ok(passed > TABLES / 4, "rounds pass: in %lld tables", (long long)passed);
  tap_ok(reasons > 40, "for many reasons others do not: %lld", (long long)reasons);
  tap_is_int(actions, 5, "and runs end in every way");
}

int main(void) {
  random_open();
  database_open();
  run("CREATE TABLE t(id INTEGER PRIMARY KEY, round, c, s, a, v, r, recent, "
      "contradictions, regression, evidence, place)");
  test(scalars, COUNT_OF(scalars), scalar_differences);
  test(aggregates, COUNT_OF(aggregates), aggregate_differences);
  test_variety();
  sqlite3_close(db);
  return tap_done();
}
