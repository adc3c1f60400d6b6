/* The relevance gate: replies, cutoffs, decisions. */
#include "../tap.h"

#include <string.h>

#include "core/relevance.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

struct reply {
  const char *text;
  double score; /* 0: none */
};

static void check(const char *what, const struct reply *replies, size_t count) {
  for (size_t i = 0; i < count; i++) {
    double want = replies[i].score == 0 ? MISSING : replies[i].score;
    double got = relevance_read(replies[i].text, strlen(replies[i].text));
    tap_is_real(got, want, 0, "%s: %s", what, replies[i].text);
  }
}

static void test_forms(void) {
  static const struct reply replies[] = {
      {"SCORE: 4", 4},
      {"score:4", 4},
      {"Score = 2", 2},
      {"**SCORE:** 4", 4},
      {"**SCORE: 4**", 4},
      {"**Score**: 2", 2},
      {"__SCORE__: 2", 2},
      {"_Score:_ `5`", 5},
      {"Relevance score: 1", 1},
      {"SCORE:\n\n2", 2},
      {"[4]", 4},
      {"I say [ 2 ].", 2},
      {"4/5", 4},
      {"I would give it 2 / 5, at most", 2},
      {"(1/5)", 1},
      {"4/5.", 4},
      {"{\"score\": 4}", 4},
      {"{\"reason\": \"fine\", \"score\" : \"2\"}", 2},
      {"{'score': 1}", 1},
      {"4", 4},
      {" 2\n", 2},
      {"2.5", 2.5},
      {"SCORE: 3.5", 3.5},
      {"SCORE: 4.", 4},
      {"SCORE: 4/5", 4},
      {"SCORE: _4/5 points_", 4},
      {"SCORE: 4 - 3 of the facts", 4},
  };
  check("a score", replies, COUNT_OF(replies));
}

static void test_clamped(void) {
  static const struct reply replies[] = {
      {"SCORE: -2", 1},
      {"SCORE: 0", 1},
      {"SCORE: 11", 5},
      {"[-2]", 1},
      {"-2/5", 1},
      {"-2", 1},
      {"SCORE: 1e300", 5},
      {"SCORE: \xe2\x88\x92"
       "2",
       1},
      {"9/5", 5},
      {"0.1", 1},
      {"\xe2\x88\x92"
       "3/5",
       1},
  };
  check("held within 1..5", replies, COUNT_OF(replies));
}

static void test_first(void) {
  static const struct reply replies[] = {
      {"SCORE: 2, or SCORE: 5", 2},
      {"see [1]. SCORE: 5", 1},
      {"4/5 if SCORE: 2", 4},
      {"SCORE: unknown. SCORE: 2", 2},
      {"the scale is 1-5; SCORE: 4", 4},
      {"score? I would say: score: 2", 2},
  };
  check("the first match", replies, COUNT_OF(replies));
}

static void test_other_languages(void) {
  static const struct reply replies[] = {
      {"PUNTUACI\xc3\x93N: 4/5", 4},
      {"Bewertung: [2]", 2},
      {"\xe8\xaf\x84\xe5\x88\x86\xef\xbc\x9a"
       "4/5",
       4},
      {"\xe7\x9b\xb8\xe5\x85\xb3SCORE\xef\xbc\x9a"
       "2",
       2},
      {"Bewertung: 4", 0},
      {"\xe8\xaf\x84\xe5\x88\x86: 4", 0},
  };
  check("another language", replies, COUNT_OF(replies));
}

static void test_none(void) {
  static const struct reply replies[] = {
      {"", 0},
      {"   ", 0},
      {"no idea", 0},
      {"SCORE:", 0},
      {"SCORE: high", 0},
      {"SCORE 4", 0},
      {"SCORE - 4", 0},
      {"underscore: 4", 0},
      {"{\"max_score\": 5}", 0},
      {"{\"score\": null}", 0},
      {"SCORE: 4/10", 0},
      {"SCORE: 3/7", 0},
      {"SCORE: 40%", 0},
      {"SCORE: 1-5", 0},
      {"SCORE: 1\xe2\x80\x93"
       "5",
       0},
      {"[1-5]", 0},
      {"[4", 0},
      {"4/10", 0},
      {"4/50", 0},
      {"4/5.5", 0},
      {"3/5/2024", 0},
      {"2024/4/5", 0},
      {"1-2/5", 0},
      {"1\xe2\x80\x93"
       "2/5",
       0},
      {"1\xe2\x88\x92"
       "2/5",
       0},
      {"rating-2/5", 0},
      {"x4/5", 0},
      {"v1.4/5", 0},
      {"SCORE: 1e999", 0},
      {"1e999", 0},
      {"SCORE: NaN", 0},
      {"\xff\xfe\xe2\x88", 0},
      {"-", 0},
      {"SCORE: \xe2\x88\x92", 0},
      {"4 facts, SCORE: \xe2\x88\x92", 0},
      {"4 facts [none]", 0},
      {".4/5", 0},
      {"/4/5", 0},
  };
  check("no score", replies, COUNT_OF(replies));
}

/* Never looks past the length it is given. */
static void test_bounds(void) {
  tap_is_real(relevance_read("SCORE: 45", 8), 4.0, 0, "a digit beyond the end");
  tap_is_real(relevance_read("4/52", 3), 4.0, 0, "a scale at the end");
  tap_is_real(relevance_read("[4]", 2), MISSING, 0, "a bracket beyond the end");
  tap_is_real(relevance_read(NULL, 0), MISSING, 0, "no text");
  tap_is_real(relevance_read("a\0SCORE: 2", 10), 2.0, 0, "a NUL is a character");
  tap_is_real(relevance_read("score:\0 4", 9), MISSING, 0, "and no white space");
}

/* A letter before the label makes it another word, and nothing else does. */
static void test_label(void) {
  for (int c = 'A'; c <= 'z'; c++) {
    char text[] = "?score: 4";
    text[0] = (char)c;
    bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    tap_is_real(relevance_read(text, strlen(text)), letter ? MISSING : 4, 0, "%s", text);
  }
}

static void test_keep(void) {
  tap_ok(relevance_keeps(3, 3, 3), "the cutoff is kept");
  tap_ok(!relevance_keeps(2.999, 3, 3), "what is below is not");
  tap_ok(relevance_keeps(MISSING, 3, 3), "when in doubt, keep it");
  tap_ok(!relevance_keeps(MISSING, 4, 3),
         "the default score has to reach the cutoff, too");
  tap_ok(!relevance_keeps(MISSING, 3, 2), "another default score");
  tap_ok(!relevance_keeps(-7, 3, 3), "a number below the scale is its lowest");
  tap_ok(relevance_keeps(70, 5, 3), "one above is its highest");
}

/* The table "Mode Thresholds", and the five rows of "Validation Summary". */
static void test_decide(void) {
  const struct {
    const char *mode;
    double survivors;
    enum relevance_decision decision;
  } rows[] = {
      {"quick", 3, DECISION_FULL_REPORT},
      {"quick", 2, DECISION_SHORT_REPORT},
      {"quick", 1, DECISION_SHORT_REPORT},
      {"quick", 0, DECISION_INSUFFICIENT_DATA},
      {"standard", 3, DECISION_SHORT_REPORT},
      {"standard", 4, DECISION_FULL_REPORT},
      {"standard", 2, DECISION_SHORT_REPORT},
      {"standard", 1, DECISION_INSUFFICIENT_DATA},
      {"standard", 0, DECISION_INSUFFICIENT_DATA},
      {"standard", 7, DECISION_FULL_REPORT},
      {"standard", 5, DECISION_FULL_REPORT},
      {"deep", 5, DECISION_FULL_REPORT},
      {"Deep", 4, DECISION_SHORT_REPORT},
      {"DEEP", 1, DECISION_INSUFFICIENT_DATA},
      {"deep", MISSING, DECISION_INSUFFICIENT_DATA},
  };
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    const struct relevance_mode *mode =
        relevance_mode_find(&settings_defaults, rows[i].mode, strlen(rows[i].mode));
    tap_is_int(relevance_decide(rows[i].survivors, mode->min_full, mode->min_short),
               rows[i].decision, "%s mode, %g survivors", rows[i].mode,
               rows[i].survivors);
  }
  tap_is_int(relevance_decide(0, 0, 0), DECISION_INSUFFICIENT_DATA,
             "none is never enough");
  tap_ok(relevance_mode_find(&settings_defaults, "fast", 4) == NULL, "no such mode");
  tap_is_text(relevance_mode_default(&settings_defaults)->name, "standard",
              "the default");
  static const struct relevance_mode only[] = {{.name = "own"}, {.name = "other"}};
  struct settings settings = {.relevance = {.modes = only, .mode_count = 2}};
  tap_is_text(relevance_mode_default(&settings)->name, "own", "or the first");
}

int main(void) {
  test_forms();
  test_clamped();
  test_first();
  test_other_languages();
  test_none();
  test_bounds();
  test_label();
  test_keep();
  test_decide();
  return tap_done();
}
