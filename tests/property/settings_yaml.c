/*
** Tests settings that move to another connection.  The document from
** assay_settings_yaml() makes the same settings on a new connection, row by row, whatever
** names and texts the settings hold.  The new connection then writes the same document.
** A strict load accepts this document, because it gives no warnings, even if the original
** document gave some.
*/
#include <assay.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "connections.h"
#include "random.h"

#define ROUNDS 150

/* Texts that some YAML parsers do not read as texts, characters that YAML allows only as
** escapes, ends of lines, byte order marks, and the longest possible names. */
static const char *const texts[] = {"no",
                                    "yes",
                                    "true",
                                    "null",
                                    "~",
                                    "1e3",
                                    "017",
                                    "0x1f",
                                    "1_000",
                                    "-",
                                    "--",
                                    "---",
                                    "...",
                                    "- x",
                                    "? x",
                                    ": x",
                                    "a: b",
                                    "a:b",
                                    "#x",
                                    "a #x",
                                    "&a",
                                    "*a",
                                    "!t",
                                    "!!str x",
                                    "|",
                                    ">",
                                    "%d",
                                    "@",
                                    "`",
                                    "[x]",
                                    "{x}",
                                    ",",
                                    "=",
                                    "<<",
                                    "'x'",
                                    "\"x\"",
                                    "\\",
                                    "\\n",
                                    "a\nb",
                                    "\n",
                                    "\r\n",
                                    "\t",
                                    " x",
                                    "x ",
                                    "  ",
                                    ".",
                                    "a.b",
                                    "\x01",
                                    "\x7f",
                                    "\xc2\x85",
                                    "\xe2\x80\xa8",
                                    "\xe2\x80\xa9",
                                    "\xef\xbb\xbf",
                                    "\xef\xbf\xbe",
                                    "\xef\xbf\xbf",
                                    "\xc3\xa9",
                                    "e\xcc\x81",
                                    "\xf0\x9f\x98\x80",
                                    "\xe2\x80\x8f",
                                    "default",
                                    "research",
                                    "Default",
                                    "scores",
                                    "high",
                                    "0",
                                    "-1",
                                    "1.0",
                                    ".inf",
                                    ".nan",
                                    "2026-02-03"};

#define TEXTS COUNT_OF(texts)

/* Writes every character as \U and its code point.  The function under test,
** assay_settings_yaml(), writes the bytes of characters outside ASCII directly. */
static void append_text(sqlite3_str *to, const char *text) {
  size_t length = strlen(text);
  sqlite3_str_appendchar(to, 1, '"');
  for (size_t i = 0, size; i < length; i += size)
    sqlite3_str_appendf(to, "\\U%08x", utf8_read(text + i, length - i, &size));
  sqlite3_str_appendchar(to, 1, '"');
}

/* Appends one of the texts above, a text made of several of them, or 255 bytes of one
** character. */
static void append_random(sqlite3_str *to) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  if (random_below(40) == 0) {
    sqlite3_str_appendchar(text, 255, "\x01 \"\\a"[random_below(5)]);
  } else {
    for (int parts = random_below(3); parts >= 0; parts--)
      sqlite3_str_appendall(text, texts[random_below(TEXTS)]);
  }
  char *whole = sqlite3_str_finish(text);
  append_text(to, whole);
  sqlite3_free(whole);
}

static void append_score(sqlite3_str *to) {
  append_random(to);
  sqlite3_str_appendf(to, ": {high: 0.%d", random_below(1000));
  if (random_below(3) == 0) sqlite3_str_appendf(to, ", elite: 0.99%d", random_below(100));
  if (random_below(3) == 0) sqlite3_str_appendall(to, ", medium: 1e-5");
  if (random_below(2) == 0) sqlite3_str_appendf(to, ", weight: %d", random_below(9));
  sqlite3_str_appendall(to, "},\n");
}

static void append_bounds(sqlite3_str *to, const char *side) {
  sqlite3_str_appendf(to, "%s: {", side);
  for (int i = random_below(3); i > 0; i--) {
    append_random(to);
    sqlite3_str_appendf(to, ": %d, ", random_below(1000));
  }
  sqlite3_str_appendf(to, "veto: %d}", random_below(1000));
}

static void append_rubric(sqlite3_str *to) {
  append_random(to);
  sqlite3_str_appendall(to, ": {scores: {");
  for (int i = random_below(4); i >= 0; i--)
    append_score(to);
  sqlite3_str_appendall(to, "}, ");
  append_bounds(to, "at_least");
  sqlite3_str_appendall(to, ", ");
  append_bounds(to, "at_most");
  sqlite3_str_appendall(
      to, RANDOM_TEXT("},\n", ", vetoes: [veto]},\n", ", vetoes: {veto: false}},\n"));
}

static void append_domain(sqlite3_str *to) {
  append_random(to);
  sqlite3_str_appendf(to, ": %d, ", 1 + random_below(999));
}

static void append_weights(sqlite3_str *to) {
  append_random(to);
  sqlite3_str_appendf(to, ": {coverage: %d, basis: ", 1 + random_below(9));
  append_random(to);
  sqlite3_str_appendall(to, "}, ");
}

static void append_mode(sqlite3_str *to) {
  append_random(to);
  sqlite3_str_appendall(to, ": {max_sources: 9, min_full: 3, min_short: 1}, ");
}

static void append_strategy(sqlite3_str *to) {
  append_random(to);
  sqlite3_str_appendall(to, ": {prompt_hint: ");
  append_random(to);
  sqlite3_str_appendall(to, random_below(2) == 0 ? ", enabled: false}, " : "}, ");
}

static void append_phrase(sqlite3_str *to) {
  append_random(to);
  sqlite3_str_appendall(to, ", ");
}

static void append_several(sqlite3_str *to, const char *before,
                           void (*append)(sqlite3_str *), const char *after) {
  sqlite3_str_appendall(to, before);
  for (int i = random_below(4); i > 0; i--)
    append(to);
  sqlite3_str_appendall(to, after);
}

/* Returns a random document.  If a key occurs twice in it, the load refuses the
** document. */
static char *random_document(void) {
  sqlite3_str *to = sqlite3_str_new(NULL);
  sqlite3_str_appendf(to, "evaluation: {path_penalty: {tier0_delta: -%d.%d},\n",
                      1 + random_below(9), random_below(1000000));
  append_several(to, "rubrics: {", append_rubric, "},\n");
  append_several(to, "relevance: {modes: {", append_mode, "}},\ndeep_research: {");
  sqlite3_str_appendf(to, "tier_thresholds: {default: {high: 0.%d}},\n",
                      75 + random_below(15));
  append_several(to, "weights: {strategies: {", append_weights, "}},\n");
  append_several(to, "recency_windows: {", append_domain, "}}}\n");
  append_several(to, "strategies: {", append_strategy, "}\n");
  append_several(to, "tier1_vetoes: {knowledge_ceiling: {negative_phrases: [",
                 append_phrase, "]}}\n");
  return sqlite3_str_finish(to);
}

static const char listing[] =
    "SELECT group_concat(quote(key) || quote(value) || quote(default_value), char(10)) "
    "FROM (SELECT * FROM assay_settings ORDER BY key)";

static bool same(sqlite3 *a, sqlite3 *b, const char *sql) {
  char *one = ask(a, sql, NULL), *other = ask(b, sql, NULL);
  bool equal = strcmp(one, other) == 0;
  if (!equal) tap_diag("%s\n%.2000s\n%.2000s", sql, one, other);
  sqlite3_free(one);
  sqlite3_free(other);
  return equal;
}

/* Loads the connection's settings on a new connection.  Returns true if they are equal
** there. */
static bool travels(sqlite3 *db) {
  sqlite3 *fresh = open_connection();
  char *yaml = ask(db, "SELECT assay_settings_yaml()", NULL);
  char *changed = ask(fresh, "SELECT assay_load_yaml(?1, 'strict')", yaml);
  bool loaded = strspn(changed, "0123456789") == strlen(changed);
  bool equal = loaded && same(db, fresh, listing) &&
               same(db, fresh, "SELECT assay_settings_hash()") &&
               same(db, fresh, "SELECT assay_settings_hash('evaluation.rubrics')") &&
               same(db, fresh, "SELECT assay_settings_yaml()");
  if (!equal) tap_diag("%s\n%.3000s", changed, yaml);
  sqlite3_free(yaml);
  sqlite3_free(changed);
  sqlite3_close(fresh);
  return equal;
}

static void random_settings(void) {
  int arrived = 0, rubrics = 0;
  for (int round = 0; round < ROUNDS; round++) {
    sqlite3 *db = open_connection();
    for (int loads = 0; loads < 2; loads++) {
      char *document = random_document();
      sqlite3_free(ask(db, "SELECT assay_load_yaml(?1)", document));
      sqlite3_free(document);
    }
    char *count = ask(db,
                      "SELECT count(*) FROM assay_settings WHERE key GLOB "
                      "'evaluation.rubrics.*'",
                      NULL);
    rubrics += atoi(count) > 0;
    arrived += travels(db);
    sqlite3_free(count);
    sqlite3_close(db);
  }
  tap_is_int(arrived, ROUNDS, "settings arrive as they were");
  tap_ok(rubrics > ROUNDS / 4, "%d of them with rubrics", rubrics);
}

static void each_text(void) {
  int arrived = 0;
  for (int i = 0; i < TEXTS; i++) {
    sqlite3 *db = open_connection();
    sqlite3_str *to = sqlite3_str_new(NULL);
    sqlite3_str_appendall(to, "evaluation: {rubrics: {");
    append_text(to, texts[i]);
    sqlite3_str_appendall(to, ": {scores: {");
    append_text(to, texts[i]);
    sqlite3_str_appendall(to, ": {high: 0.5}}, at_most: {");
    append_text(to, texts[i]);
    sqlite3_str_appendall(to, ": 0}}}, deep_research: {recency_windows: {");
    append_text(to, texts[i]);
    sqlite3_str_appendall(to, ": 5}}}");
    char *document = sqlite3_str_finish(to);
    char *changed = ask(db, "SELECT assay_load_yaml(?1)", document);
    if (atoi(changed) < 1) tap_diag("%s: %s", changed, document);
    arrived += travels(db);
    sqlite3_free(changed);
    sqlite3_free(document);
    sqlite3_close(db);
  }
  tap_is_int(arrived, TEXTS, "each of %d texts arrives as a name", TEXTS);
}

/* Settings with as many rubrics as are allowed can be moved unchanged.  If settings do
** not fit into one document, assay_settings_yaml() gives an error. */
static void many_rubrics(void) {
  sqlite3 *db = open_connection();
  sqlite3_str *to = sqlite3_str_new(NULL);
  sqlite3_str_appendall(to, "evaluation: {rubrics: {");
  for (int i = 0; i < 64; i++)
    sqlite3_str_appendf(to, "r%d: {scores: {a: {high: 0.%d}}},\n", i, 1 + i % 9);
  sqlite3_str_appendall(to, "}}");
  char *document = sqlite3_str_finish(to);
  char *changed = ask(db, "SELECT assay_load_yaml(?1)", document);
  tap_is_text(changed, "256", "64 rubrics are loaded");
  tap_ok(travels(db), "... and travel");
  char *unknown = ask(db, "SELECT rubric_pass('x', '{}')", NULL);
  tap_ok(strncmp(unknown, "rubric_pass: rubric must be one of research, r0, r1, ", 53) ==
                 0 &&
             strstr(unknown, ", r63, r7, r8, r9, got 'x'") != NULL,
         "an error names them");
  sqlite3_free(unknown);
  sqlite3_free(changed);
  sqlite3_close(db);
  db = open_connection();
  for (int part = 0; part < 2; part++) {
    to = sqlite3_str_new(NULL);
    sqlite3_str_appendall(to, "evaluation: {rubrics: {");
    for (int i = 0; i < 64; i++) {
      sqlite3_str_appendf(to, "r%d: {%s: {", i, part == 0 ? "scores" : "at_most");
      for (int n = 0; n < 50; n++)
        sqlite3_str_appendf(to, "%0250d: %s, ", n, part == 0 ? "{high: 1}" : "1");
      sqlite3_str_appendall(to, "}},\n");
    }
    sqlite3_str_appendall(to, "}}");
    char *text = sqlite3_str_finish(to);
    sqlite3_free(ask(db, "SELECT assay_load_yaml(?1)", text));
    sqlite3_free(text);
  }
  char *refused = ask(db, "SELECT assay_settings_yaml()", NULL);
  tap_ok(strncmp(refused,
                 "assay_settings_yaml: settings must fit into a document of 1 MiB and "
                 "250000 nodes, got 1",
                 86) == 0,
         "more than a document may hold is an error");
  if (strlen(refused) < 200) tap_diag("%s", refused);
  sqlite3_free(refused);
  sqlite3_free(document);
  sqlite3_close(db);
}

int main(void) {
  random_open();
  random_settings();
  each_text();
  many_rubrics();
  return tap_done();
}
