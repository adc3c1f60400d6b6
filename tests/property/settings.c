/*
** Tests of settings over many connections.  A document gives the same digest on any
** connection, whatever its layout, and every number in it changes the digest.  A load
** that is refused leaves the connection unchanged.  Every warning goes to the log (rule
** R7, ADR-009 4.4).
*/
#define _POSIX_C_SOURCE 200809L

#include <assay.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "connections.h"
#include "random.h"

#define ROUNDS 100

static int logged;

static void count_log(void *context, int code, const char *message) {
  (void)context;
  if (code == SQLITE_WARNING && strncmp(message, "assay: ", 7) == 0) logged++;
}

/* Settings that are numbers, with bounds.  Any values within the bounds are valid
** together. */
static const struct {
  const char *path;
  int least, most; /* in hundredths if the setting is not `whole` */
  bool whole;
} choices[] = {
    {"deep_research.max_rounds", 1, 50, true},
    {"deep_research.patience", 1, 50, true},
    {"deep_research.min_recent_sources", 0, 50, true},
    {"deep_research.min_ci", 0, 100, false},
    {"path_penalty.min_word_count", 0, 9, true},
    {"path_penalty.min_avg_word_length", 0, 900, false},
    {"relevance.default_score", 100, 500, false},
};

#define CHOICES (sizeof choices / sizeof choices[0])

static double random_number(size_t choice) {
  int span = choices[choice].most - choices[choice].least + 1;
  double number = choices[choice].least + random_below(span);
  return choices[choice].whole ? number : number / 100;
}

static void shuffle(size_t *order, size_t count) {
  for (size_t i = count - 1; i > 0; i--) {
    size_t j = (size_t)random_below((int)i + 1), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
}

static void append_comment(sqlite3_str *text) {
  if (random_below(2) == 0)
    sqlite3_str_appendf(text, " # %d: comments change nothing", random_below(99));
  sqlite3_str_appendall(text, random_below(3) == 0 ? "\n\n" : "\n");
}

/* Appends the numbers under one heading, in random order, in block style or in braces. */
static void append_heading(sqlite3_str *text, const char *heading,
                           const double *numbers) {
  size_t order[CHOICES], length = strlen(heading);
  bool braces = random_below(2) == 0;
  for (size_t i = 0; i < CHOICES; i++)
    order[i] = i;
  shuffle(order, CHOICES);
  sqlite3_str_appendf(text, "  %s:%s", heading, braces ? " {" : "");
  if (!braces) append_comment(text);
  for (size_t i = 0; i < CHOICES; i++) {
    const char *path = choices[order[i]].path;
    if (strncmp(path, heading, length) != 0 || path[length] != '.') continue;
    sqlite3_str_appendf(text, braces ? "%s: %!.15g, " : "    %s: %!.15g",
                        path + length + 1, numbers[order[i]]);
    if (!braces) append_comment(text);
  }
  if (braces) sqlite3_str_appendall(text, "}\n");
}

/* SQLite's %!.15g writes 4 as 4.0.  YAML does not read 4.0 as a whole number, so this
** function removes the ".0". */
static void trim_points(char *text) {
  char *to = text;
  for (char *from = text; *from != 0; from++) {
    bool whole = from[0] == '.' && from[1] == '0' && (from[2] < '0' || from[2] > '9');
    if (whole) {
      from++;
    } else {
      *to++ = *from;
    }
  }
  *to = 0;
}

static char *document(const double *numbers) {
  static const char *const headings[] = {"deep_research", "path_penalty", "relevance"};
  size_t order[] = {0, 1, 2};
  shuffle(order, 3);
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "evaluation:");
  append_comment(text);
  for (size_t i = 0; i < 3; i++)
    append_heading(text, headings[order[i]], numbers);
  char *document = sqlite3_str_finish(text);
  if (document == NULL) tap_bail("out of memory");
  trim_points(document);
  return document;
}

/* Returns the digest of a new connection that has loaded the document.  The caller frees
** it. */
static char *digest_of(const double *numbers) {
  sqlite3 *db = open_connection();
  char *text = document(numbers);
  char *changed = ask(db, "SELECT assay_load_yaml(?1, 'strict')", text);
  if (strspn(changed, "0123456789") != strlen(changed)) tap_diag("%s\n%s", changed, text);
  char *digest = ask(db, "SELECT assay_settings_hash()", NULL);
  sqlite3_free(changed);
  sqlite3_free(text);
  sqlite3_close(db);
  return digest;
}

static void layouts(void) {
  int equal = 0, different = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double numbers[CHOICES];
    for (size_t i = 0; i < CHOICES; i++)
      numbers[i] = random_number(i);
    char *a = digest_of(numbers), *b = digest_of(numbers);
    size_t changed = (size_t)random_below(CHOICES);
    double former = numbers[changed];
    while (numbers[changed] == former)
      numbers[changed] = random_number(changed);
    char *c = digest_of(numbers);
    equal += strlen(a) == 66 && strcmp(a, b) == 0;
    different += strcmp(a, c) != 0;
    sqlite3_free(a);
    sqlite3_free(b);
    sqlite3_free(c);
  }
  tap_is_int(equal, ROUNDS, "two layouts of one document have one digest");
  tap_is_int(different, ROUNDS, "another number has another digest");
}

static void refusals(void) {
  static const char *const loads[] = {
      "SELECT assay_load_yaml('evaluation: {deep_research: {patience: 3}, x: [')",
      "SELECT assay_load_yaml('evaluation: {deep_research: {patience: 3}}\n---\na: 1')",
      ("SELECT assay_load_yaml('evaluation: {deep_research: {patience: 3, x: 1}}', "
       "'strict')"),
      "SELECT assay_load('/dev/zero')", "SELECT assay_load('nowhere.yaml')"};
  const char *listing = "SELECT group_concat(key || value || origin) FROM assay_settings";
  sqlite3 *db = open_connection();
  sqlite3_free(ask(
      db, "SELECT assay_load_yaml('evaluation: {deep_research: {patience: 2}}')", NULL));
  char *before = ask(db, listing, NULL);
  for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
    char *error = ask(db, loads[i], NULL);
    char *after = ask(db, listing, NULL);
    tap_is_text(after, before, "after a refused load all is as before: %.60s", error);
    sqlite3_free(after);
    sqlite3_free(error);
  }
  sqlite3_free(before);
  sqlite3_close(db);
}

static void repeated(void) {
  sqlite3 *db = open_connection();
  sqlite3_free(ask(
      db, "SELECT assay_load_yaml('evaluation: {deep_research: {patience: 2}}')", NULL));
  sqlite3_free(ask(db, "SELECT gate_pass(1, 1, 1, 1, 1, 20, 0)", NULL));
  sqlite3_int64 before = 0;
  for (int i = 0; i < 200; i++) {
    sqlite3_free(ask(
        db, "SELECT assay_load_yaml('evaluation: {deep_research: {patience: 2}, x: 1}')",
        NULL));
    if (i == 100) before = sqlite3_memory_used();
  }
  tap_ok(sqlite3_memory_used() <= before, "a load that changes nothing uses no memory");
  sqlite3_close(db);
}

static void log_of_warnings(void) {
  sqlite3 *db = open_connection();
  logged = 0;
  sqlite3_free(ask(db, "SELECT assay_load_yaml('a: 1\nb: 2')", NULL));
  tap_is_int(logged, 2, "every warning goes to the log");
  logged = 0;
  sqlite3_free(ask(db, "SELECT assay_load_yaml('a: 1\nb: 2', 'strict')", NULL));
  tap_is_int(logged, 0, "an error does not: SQLite logs that itself");
  sqlite3_close(db);
}

/* A setting from the environment has no line number (ADR-002). */
static void environment(void) {
  static const struct {
    const char *sql;
    const char *want;
  } cases[] = {
      {"SELECT assay_load_env()", "1"},
      {"SELECT origin FROM assay_settings "
       "WHERE key = 'evaluation.path_penalty.tier0_delta'",
       "env"},
      {"SELECT file || key FROM assay_warnings WHERE line IS NULL AND \"column\" IS NULL",
       "envKIRI_PENALTY_TIER_1"},
  };
  sqlite3 *db = open_connection();
  setenv("KIRI_PENALTY_TIER_0", "-0.9", 1);
  setenv("KIRI_PENALTY_TIER_1", "weak", 1);
  logged = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *got = ask(db, cases[i].sql, NULL);
    tap_is_text(got, cases[i].want, "%s", cases[i].sql);
    sqlite3_free(got);
  }
  tap_is_int(logged, 1, "and the log has the warning, too");
  unsetenv("KIRI_PENALTY_TIER_0");
  unsetenv("KIRI_PENALTY_TIER_1");
  sqlite3_close(db);
}

/* From a document with 1001 warnings, a load stores 1000.  One more row counts the rest.
** If a query loads settings while it reads the counting row, the load drops the warnings,
** so this row has no message.
** The text that the query loads must depend on the row, or SQLite could load it before
** the first row. */
static void fewer_warnings(void) {
  sqlite3 *db = open_connection();
  sqlite3_free(
      ask(db,
          "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n "
          "WHERE i < 1000) SELECT assay_load_yaml(group_concat('x' || i || ': 1', "
          "char(10))) FROM n",
          NULL));
  char *got = ask(db, "SELECT count(*) FROM assay_warnings", NULL);
  tap_is_text(got, "1001", "a load of too many warnings says how many it left out");
  sqlite3_free(got);
  got = ask(db,
            "SELECT assay_load_yaml('{}' || substr(file, 1, 0)) "
            "|| ifnull(message, ', and no message') "
            "FROM assay_warnings WHERE rowid = 1001",
            NULL);
  tap_is_text(got, "0, and no message", "the row stays, its warning has been dropped");
  sqlite3_free(got);
  sqlite3_close(db);
}

int main(void) {
  sqlite3_config(SQLITE_CONFIG_LOG, count_log, NULL);
  random_open();
  layouts();
  refusals();
  repeated();
  log_of_warnings();
  environment();
  fewer_warnings();
  return tap_done();
}
