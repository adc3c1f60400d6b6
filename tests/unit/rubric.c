/*
** Tests rubrics of any number of scores and conditions (core/research/rubric.h):
** failures, missing numbers, vetoes that halt a run, the index (weighted mean), and the
** reason.
*/
#include "core/research/rubric.h"

#include <string.h>

#include "core/research/stop.h"
#include "loads.h"
#include "tap.h"

static struct loaded_settings *loaded;
static const struct rubric *rubric;

static void use(const char *document) {
  if (loaded != NULL) settings_free(loaded);
  loaded = load(document);
  if (loaded == NULL || loaded->settings.rubrics.rubric_count != 1)
    tap_bail("no rubric: %s", document);
  rubric = &loaded->settings.rubrics.rubrics[0];
}

static struct rubric_failures failures_of(const char *evidence) {
  double numbers[RUBRIC_NUMBERS];
  rubric_read(rubric, evidence, strlen(evidence), numbers);
  return rubric_evaluate(&rubric->rule, numbers);
}

static void append(void *text, const char *part) {
  strcat(text, part);
}

static void is_reason(const char *evidence, const char *want, const char *name) {
  struct rubric_failures failures = failures_of(evidence);
  char text[20000] = "";
  rubric_reason(rubric, &failures, append, text);
  tap_is_text(text, want, "%s", name);
  tap_ok(rubric_passed(&failures) == (want[0] == 0), "... which is all");
}

#define SEVEN                                                                            \
  "evaluation: {rubrics: {seven: {scores: {a: {high: .5}, b: {high: .6}, c: {high: .7}," \
  " d: {high: .8, weight: 3}, e: {high: .9, weight: 0}, f: {high: 1}, g: {high: 0}},"    \
  " at_least: {n: 3, m: 1}, at_most: {n: 9, x: 0, y: 2}, vetoes: [x, y]}}}"
#define GOOD "\"a\":0.5,\"b\":0.6,\"c\":0.7,\"d\":0.8,\"e\":0.9,\"f\":1,\"g\":0,"
#define COUNTS "\"n\":3,\"m\":1,"
#define CLEAN "\"x\":0,\"y\":2"

static void test_reasons(void) {
  use(SEVEN);
  is_reason("{" GOOD COUNTS CLEAN "}", "", "all at their floors and bounds");
  is_reason("{" GOOD COUNTS CLEAN ",\"regression\":1}", "confidence regression detected",
            "a regression");
  is_reason("{" GOOD COUNTS CLEAN ",\"regression\":2}", "missing: regression",
            "a flag that is not 0 or 1");
  is_reason("{}", "missing: a, b, c, d, e, f, g, m, n, x, y", "no evidence");
  is_reason("{\"a\":0.4,\"b\":2,\"c\":0,\"n\":1,\"m\":0,\"x\":1.5,\"y\":3}",
            "missing: b, d, e, f, g, x; low dimensions: a, c; too few: m, n; too many: y",
            "each part in its place");
  is_reason("{" GOOD "\"n\":10,\"m\":1," CLEAN "}", "too many: n",
            "bounds on both sides");
}

static enum rubric_standing standing(const char *evidence) {
  struct rubric_failures failures = failures_of(evidence);
  return rubric_standing(&rubric->rule, &failures);
}

static void test_vetoes(void) {
  use(SEVEN);
  tap_is_int(standing("{" GOOD COUNTS CLEAN "}"), STANDING_PASSED, "nothing fails");
  tap_is_int(standing("{" GOOD COUNTS "\"x\":1,\"y\":2}"), STANDING_HALTED, "a veto");
  tap_is_int(standing("{" GOOD COUNTS "\"x\":1,\"y\":3}"), STANDING_HALTED, "both");
  tap_is_int(standing("{" GOOD COUNTS "\"y\":3}"), STANDING_HALTED,
             "a broken veto and a veto without a number");
  tap_is_int(standing("{" GOOD COUNTS "\"y\":2}"), STANDING_FAILED,
             "a met veto and a veto without a number");
  tap_is_int(standing("{" GOOD COUNTS "}"), STANDING_FAILED, "none was counted");
  tap_is_int(standing("{" GOOD "\"n\":10,\"m\":1," CLEAN "}"), STANDING_FAILED,
             "a condition that is no veto only fails");
  tap_is_int(standing("{" GOOD "\"n\":10,\"m\":1,\"x\":1,\"y\":0}"), STANDING_FAILED,
             "a veto does not halt beside it");
  tap_is_int(standing("{\"a\":0.4," COUNTS "\"x\":1,\"y\":0}"), STANDING_FAILED,
             "nor beside low or missing scores");
  tap_is_int(standing("{" GOOD COUNTS "\"x\":1,\"y\":0,\"regression\":1}"),
             STANDING_FAILED, "nor beside a regression");
}

static void test_index(void) {
  double numbers[RUBRIC_NUMBERS];
  use(SEVEN);
  const char *evidence = "{\"a\":1,\"d\":0.5,\"e\":1,\"f\":0.5}";
  rubric_read(rubric, evidence, strlen(evidence), numbers);
  tap_is_real(rubric_index(&rubric->rule, numbers), 3.0 / 8, 1e-15,
              "the index is under the rubric's weights");
  tap_ok(!rubric_is_complete(&rubric->rule, numbers), "scores that weigh are missing");
  evidence = "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"f\":1,\"g\":1}";
  rubric_read(rubric, evidence, strlen(evidence), numbers);
  tap_ok(rubric_is_complete(&rubric->rule, numbers),
         "a score without weight may be missing");
  tap_is_real(rubric_index(&rubric->rule, numbers), 1, 0, "... without a loss");
}

/* With 64 scores and 64 conditions, each set of failures uses all its bits. */
static void test_widest(void) {
  sqlite3_str *text = sqlite3_str_new(NULL), *good = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "evaluation: {rubrics: {w: {scores: {");
  sqlite3_str_appendall(good, "{");
  for (int i = 0; i < 64; i++) {
    sqlite3_str_appendf(text, "s%02d: {high: .5}, ", i);
    sqlite3_str_appendf(good, "\"s%02d\": 1, ", i);
  }
  sqlite3_str_appendall(text, "}, at_most: {");
  for (int i = 0; i < 64; i++) {
    sqlite3_str_appendf(text, "c%02d: 1, ", i);
    sqlite3_str_appendf(good, "\"c%02d\": 1, ", i);
  }
  sqlite3_str_appendall(text, "}, vetoes: [c63]}}}");
  char *document = sqlite3_str_finish(text);
  char *evidence = sqlite3_mprintf("%s\"regression\": 0}", sqlite3_str_value(good));
  use(document);
  is_reason(evidence, "", "64 scores and 64 conditions hold");
  char *last = strstr(evidence, "\"c63\": 1");
  last[7] = '2';
  is_reason(evidence, "too many: c63", "the last condition");
  tap_is_int(standing(evidence), STANDING_HALTED, "... is a veto");
  strstr(evidence, "\"s63\": 1")[7] = '0';
  is_reason(evidence, "low dimensions: s63; too many: c63", "the last score");
  tap_is_int(standing(evidence), STANDING_FAILED, "... which is more than a veto");
  sqlite3_free(evidence);
  sqlite3_free(document);
  sqlite3_free(sqlite3_str_finish(good));
}

/* A score and a count can have one name, here `a` and `A`.  Both then read the same
** number in the evidence. */
static void test_shared(void) {
  use("evaluation: {rubrics: {r: {scores: {a: {high: .5}}, at_least: {A: 1}}}}");
  is_reason("{\"a\":1}", "", "both hold");
  is_reason("{\"a\":0.7}", "missing: a", "a score that is no count");
  is_reason("{\"a\":0}", "low dimensions: a; too few: A", "both fail");
  is_reason("{\"a\":3}", "missing: a", "a count that is no score");
}

/* If the first four members are equal, the fifth, `others`, decides. */
static void test_order(void) {
  struct rubric_failures fewer = {.missing = 1}, more = {.missing = 1, .others = 1};
  tap_is_int(rubric_failures_compare(&more, &fewer), 1, "another failure is worse");
  tap_is_int(rubric_failures_compare(&fewer, &more), -1, "and without it, better");
}

int main(void) {
  test_reasons();
  test_order();
  test_vetoes();
  test_index();
  test_widest();
  test_shared();
  settings_free(loaded);
  return tap_done();
}
