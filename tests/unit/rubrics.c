/*
** Tests rubrics in the settings.  A rubric is taken completely or not at all.  The digest
** covers the rubrics, and each is found by its name.
**
** A rubric that lost a condition would let more rounds pass.  So if any part of a rubric
** cannot be used, the whole rubric is left out (rule R3).
*/
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/research/rubric.h"
#include "loads.h"
#include "settings/keys/listing.h"
#include "tap.h"

#define RUBRICS(text) "evaluation: {rubrics: {" text "}}"
#define SUPPORT(text) RUBRICS("support: {" text "}")
#define TONE "scores: {tone: {high: 0.8}}"
#define LEFT_OUT                                                                         \
  "evaluation.rubrics.support is left out, as something in it can't be used"

static const struct rubric *find(const struct loaded_settings *loaded, const char *name) {
  return rubric_find(&loaded->settings, name, strlen(name));
}

static void is_score(const struct rubric_score *score, const char *name, double elite,
                     double high, double medium, double weight) {
  tap_is_text(score->id.name, name, "the score %s", name);
  tap_is_real(score->floors.elite, elite, 0, "... Elite from %g", elite);
  tap_is_real(score->floors.high, high, 0, "... High from %g", high);
  tap_is_real(score->floors.medium, medium, 0, "... Medium from %g", medium);
  tap_is_real(score->weight, weight, 0, "... weight %g", weight);
}

/* A floor that is not set is the default floor, raised or lowered where needed, so that
** medium <= high <= elite. */
static void test_unstated(void) {
  struct loaded_settings *loaded =
      load(SUPPORT("scores: {tone: {high: 0.95}, Facts: {high: 0.4, weight: 2}, "
                   "x: {high: 0.8, elite: 0.85, medium: 0.1}}, at_least: {quotes: 2}, "
                   "at_most: {errors: 0, quotes: 9}"));
  const struct rubric *rubric = find(loaded, "SUPPORT");
  if (!tap_ok(rubric != NULL, "a rubric is found in any case")) return;
  tap_is_text(rubric->name, "support", "... and has the name that the document has");
  tap_is_int((int)loaded->warning_count, 0, "... nothing is reported");
  tap_is_int((int)loaded->changed, 3 * 4 + 3, "... every part of it is a change");
  is_score(&rubric->scores[0], "Facts", 0.9, 0.4, 0.4, 2);
  is_score(&rubric->scores[1], "tone", 0.95, 0.95, 0.5, 1);
  is_score(&rubric->scores[2], "x", 0.85, 0.8, 0.1, 1);
  tap_is_int(rubric->at_least[0].bound, 2, "at_least");
  tap_is_int(rubric->at_most[1].bound, 9, "at_most");
  tap_is_real(rubric->rule.weight_sum, 4, 0, "the sum of the weights");
  const double bounds[] = {2, 0, 9};
  tap_ok(rubric->rule.condition_count == 3 &&
             memcmp(rubric->rule.bound, bounds, sizeof bounds) == 0,
         "conditions from below come first");
  tap_ok(rubric->rule.vetoes == 0, "none of them is a veto");
  static const char *const names[] = {"Facts",  "tone",   "x",
                                      "quotes", "errors", "regression"};
  tap_is_int(rubric->name_count, 6, "the names read from evidence, each once");
  for (int i = 0; i < 6; i++)
    tap_is_text(rubric->names[i], names[i], "... %s", names[i]);
  tap_is_int(rubric->at_most[1].number, 3, "both bounds are of one number");
  tap_ok(find(loaded, "suppor") == NULL && find(loaded, "supports") == NULL &&
             find(loaded, "research") == NULL && find(loaded, "") == NULL,
         "other names are not found");
  settings_free(loaded);
}

/* Checks that a document adds no rubric, and that its reports, one per line, are
** `first`. */
static void refuses(const char *text, const char *first) {
  struct loaded_settings *loaded = load(text);
  if (!tap_ok(loaded != NULL, "it can be loaded: %.70s", text)) return;
  sqlite3_str *got = sqlite3_str_new(NULL);
  for (size_t i = 0; i < loaded->warning_count; i++)
    sqlite3_str_appendf(got, "%s%s", i > 0 ? "\n" : "", loaded->warnings[i].message);
  char *messages = sqlite3_str_finish(got);
  tap_is_text(messages, first, "... all of its reports");
  tap_is_int((int)loaded->changed, 0, "... no setting is added");
  tap_ok(find(loaded, "support") == NULL, "... and no rubric is found");
  sqlite3_free(messages);
  settings_free(loaded);
}

#define PART "evaluation.rubrics.support."
#define LEFT_OUT_AND LEFT_OUT "\n"

static void test_parts(void) {
  refuses(SUPPORT(TONE ", at_leest: {quotes: 1}"),
          LEFT_OUT_AND PART "at_leest is not a setting; did you mean at_least?");
  refuses(SUPPORT("scores: {tone: {high: 80}}"),
          LEFT_OUT_AND PART "scores.tone.high must be a number in 0..1, got 80");
  refuses(SUPPORT("scores: {tone: {high: 0.8, wheight: 2}}"),
          LEFT_OUT_AND PART "scores.tone.wheight is not a setting; did you mean weight?");
  refuses(SUPPORT("scores: {tone: {high: 0.8}, facts: {}}"), LEFT_OUT_AND PART
          "scores.facts must be a mapping with a high floor, got a mapping");
  refuses(SUPPORT("scores: {tone: {high: 0.8}, facts: }"),
          LEFT_OUT_AND PART "scores.facts must be a mapping with a high floor, got null");
  refuses(SUPPORT("scores: {tone: {high: 0.8}, facts: 0.9}"),
          LEFT_OUT_AND PART "scores.facts must be a mapping with a high floor, got 0.9");
  refuses(SUPPORT(TONE ", at_least: [1]"),
          LEFT_OUT_AND PART "at_least must be a mapping, got a list");
  refuses(SUPPORT(TONE ", at_least: {quotes: }"),
          LEFT_OUT_AND PART "at_least.quotes must be a whole number >= 0, got null");
  refuses(SUPPORT(TONE ", at_most: {errors: 1.5}"),
          LEFT_OUT_AND PART "at_most.errors must be a whole number >= 0, got 1.5");
  refuses(SUPPORT(TONE ", at_most: {errors: -1}"),
          LEFT_OUT_AND PART "at_most.errors must be a whole number >= 0, got -1");
  refuses(SUPPORT("scores: {tone: {weight: 1}}"),
          LEFT_OUT_AND PART "scores.tone must have a high floor");
  refuses(SUPPORT("scores: {tone: {high: 0.8, elite: 0.7}}"),
          LEFT_OUT_AND PART "scores.tone must have elite >= high >= medium");
  refuses(SUPPORT("scores: {tone: {high: 0.8, medium: 0.9}}"),
          LEFT_OUT_AND PART "scores.tone must have elite >= high >= medium");
  refuses(SUPPORT("scores: {tone: {high: 0.8}, Tone: {high: 0.9}}"),
          LEFT_OUT_AND PART "scores.tone.high differs in case from another name");
  refuses(SUPPORT("scores: {regression: {high: 0.8}}"),
          LEFT_OUT_AND PART "scores.regression.high is a flag that every rubric reads");
  refuses(SUPPORT(TONE ", at_most: {Regression: 0}"),
          LEFT_OUT_AND PART "at_most.Regression is a flag that every rubric reads");
  refuses(SUPPORT(TONE ", at_most: {\"a\\0b\": 0}"),
          LEFT_OUT_AND PART "at_most.\"a\\u0000b\" has a zero in its name");
}

#define ERRORS ", at_most: {errors: 0, quotes: 9}"

/* A veto must name an at_most condition.  If a wrong name were ignored, a round that
** should halt the run could pass. */
static void test_vetoes(void) {
  const char *const same[] = {
      SUPPORT(TONE ERRORS ", vetoes: [errors]"),
      SUPPORT(TONE ERRORS ", vetoes: [ERRORS]"),
      SUPPORT(TONE ERRORS ", vetoes: {errors: true}"),
      SUPPORT(TONE ERRORS ", vetoes: {errors: true, quotes: false}")};
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
    struct loaded_settings *loaded = load(same[i]);
    const struct rubric *rubric = find(loaded, "support");
    tap_ok(rubric != NULL && rubric->rule.vetoes == 1, "%s", same[i]);
    settings_free(loaded);
  }
  refuses(SUPPORT(TONE ERRORS ", vetoes: [eror]"),
          LEFT_OUT_AND PART "vetoes.eror must be the name of an at_most condition");
  refuses(SUPPORT(TONE ", at_least: {errors: 0}, vetoes: [errors]"),
          LEFT_OUT_AND PART "vetoes.errors must be the name of an at_most condition");
  refuses(SUPPORT(TONE ERRORS ", vetoes: [Errors, errors]"),
          LEFT_OUT_AND PART "vetoes.errors differs in case from another name");
  refuses(SUPPORT(TONE ERRORS ", vetoes: [1]"),
          LEFT_OUT_AND PART "vetoes must be a list of names, got 1");
  refuses(SUPPORT(TONE ERRORS ", vetoes: errors"),
          LEFT_OUT_AND PART "vetoes must be a mapping, got 'errors'");
  refuses(SUPPORT(TONE ERRORS ", vetoes: {errors: 1}"),
          LEFT_OUT_AND PART "vetoes.errors must be true or false, got 1");
}

static void test_wholes(void) {
  refuses(SUPPORT("at_least: {quotes: 1}"),
          LEFT_OUT_AND "evaluation.rubrics.support must have scores whose weights have "
                       "a finite sum of at least 2.2250738585072014e-308");
  refuses(SUPPORT("scores: {a: {high: 0.8, weight: 1e308}, b: {high: 0.8, weight: "
                  "1e308}}"),
          LEFT_OUT_AND "evaluation.rubrics.support must have scores whose weights have "
                       "a finite sum of at least 2.2250738585072014e-308");
  refuses(RUBRICS("support: {" TONE "}, Support: {" TONE "}"),
          "evaluation.rubrics.Support differs in case from another name");
  refuses(RUBRICS("Research: {" TONE "}"),
          "evaluation.rubrics.Research is built in: it follows "
          "evaluation.deep_research");
  refuses(RUBRICS("\"\": {" TONE "}"),
          "evaluation.rubrics.\"\" has a name that is not of 1 to 255 bytes");
  refuses(RUBRICS("support: 5"), "evaluation.rubrics.support must be a mapping, got 5");
  refuses(RUBRICS("support: {scores: , at_least: {}}"), NULL);
}

/* A report about a score gives the place of the first key that the document sets in
** it. */
static void test_places(void) {
  static const char *const items[] = {
      "evaluation:\n rubrics:\n  support:\n   scores:\n    tone:\n"
      "     weight: 1\n     medium: 0.5\n",
      "evaluation:\n rubrics:\n  support:\n   scores:\n    tone:\n"
      "     medium: 0.5\n     weight: 1\n",
  };
  for (int i = 0; i < COUNT_OF(items); i++) {
    struct loaded_settings *loaded = load(items[i]);
    if (!tap_ok(loaded != NULL && loaded->warning_count == 2, "two reports")) continue;
    tap_is_text(loaded->warnings[1].message, PART "scores.tone must have a high floor",
                "... one is about the score");
    tap_is_int(loaded->warnings[1].line, 6, "... at its first statement");
    settings_free(loaded);
  }
}

/* If one rubric is left out, the others are still added. */
static void test_neighbours(void) {
  struct loaded_settings *loaded =
      load(RUBRICS("a: {" TONE "}, b: {scores: {tone: {high: 2}}}, c: {" TONE "}"));
  tap_ok(find(loaded, "a") != NULL && find(loaded, "b") == NULL &&
             find(loaded, "c") != NULL,
         "only the rubric that can't be used is left out");
  tap_ok(settings_origin(loaded, "evaluation.rubrics.a.scores.tone.high") != NULL &&
             settings_origin(loaded, "evaluation.rubrics.b.scores.tone.high") == NULL,
         "... and only what is used has an origin");
  settings_free(loaded);
  loaded = load("evaluation: {deep_research: {tier_thresholds: {coverage: {hihg: 1}}}, "
                "rubrics: {coverage: {" TONE "}}}");
  tap_ok(loaded->warning_count == 1 && find(loaded, "coverage") != NULL,
         "reports about other keys spoil no rubric");
  settings_free(loaded);
}

static struct loaded_settings *then(struct loaded_settings *old, const char *text) {
  struct loaded_settings *loaded = load_over(old, text);
  if (loaded == NULL) tap_bail("it can't be loaded: %s", text);
  settings_free(old);
  return loaded;
}

/* A later document can add to a rubric.  If a part of the addition cannot be used, the
** rubric stays unchanged. */
static void test_merging(void) {
  struct loaded_settings *loaded =
      load(RUBRICS("support: {" TONE ", at_most: {errors: 0}}, m: {" TONE "}"));
  loaded = then(loaded, RUBRICS("support: {scores: {tone: {weight: 3}, facts: {high: "
                                "0.5}}, at_most: {errors: 1}}, b: {" TONE "}"));
  const struct rubric *rubric = find(loaded, "support");
  tap_is_int((int)loaded->changed, 1 + 4 + 1 + 4, "different values count as changes");
  tap_is_int(rubric->rule.score_count, 2, "a score is added");
  is_score(&rubric->scores[1], "tone", 0.9, 0.8, 0.5, 3);
  tap_is_int(rubric->at_most[0].bound, 1, "a bound is changed");
  loaded = then(loaded, SUPPORT("scores: {tone: {high: 0.1}}, at_most: {errors: no}"));
  rubric = find(loaded, "support");
  tap_is_int((int)loaded->changed, 0, "no part of an unusable rubric is taken");
  tap_is_real(rubric->scores[1].floors.high, 0.8, 0, "... it stays as it was");
  tap_is_text(loaded->warnings[0].message,
              "evaluation.rubrics.support stays as it was, as something in it can't be "
              "used",
              "... which is reported");
  loaded = then(loaded, RUBRICS("SUPPORT: {scores: {tone: {high: 0.1}}}"));
  tap_is_int((int)loaded->changed, 0, "nor under a name that differs in case");
  loaded = then(loaded, RESEARCH("tier_thresholds: {default: {elite: 0.97}}"));
  rubric = find(loaded, "support");
  tap_is_real(rubric->scores[1].floors.elite, 0.97, 0, "the default floors are followed");
  tap_ok(find(loaded, "b") != NULL && find(loaded, "m") != NULL, "the others are there");
  loaded = then(loaded, SUPPORT("vetoes: [errors]"));
  tap_ok(find(loaded, "support")->rule.vetoes == 1,
         "a veto of a condition that is there");
  loaded = then(loaded, RUBRICS("a: {" TONE "}"));
  tap_ok(find(loaded, "support")->rule.vetoes == 1, "... stays");
  loaded = then(loaded, SUPPORT("at_least: {quotes: 2}"));
  rubric = find(loaded, "support");
  tap_is_int(rubric->rule.at_least_count, 1, "a bound below is added beside one above");
  settings_free(loaded);
}

/* Appends `count` names in no order, each with a value. */
static void append_many(sqlite3_str *text, const char *name, int count,
                        const char *value) {
  for (int i = 0; i < count; i++)
    sqlite3_str_appendf(text, "%s%d: %s, ", name, (int)(i * 7919LL % count), value);
}

/* Returns a document with a rubric of the given numbers of scores and conditions. */
static char *wide(int scores, int at_least, int at_most) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "evaluation: {rubrics: {support: {scores: {");
  append_many(text, "s", scores, "{high: 1}");
  sqlite3_str_appendall(text, "}, at_least: {");
  append_many(text, "c", at_least, "1");
  sqlite3_str_appendall(text, "}, at_most: {");
  append_many(text, "d", at_most, "1");
  sqlite3_str_appendall(text, "}}}}");
  return sqlite3_str_finish(text);
}

static void test_limits(void) {
  static const struct {
    int scores, at_least, at_most;
    const char *report;
  } cases[] = {
      {64, 32, 32, NULL},
      {64, 0, 64, NULL},
      {64, 64, 0, NULL},
      {65, 1, 1, PART "scores.s9.high is more than the 64 scores that a rubric can have"},
      {1, 65, 0,
       PART "at_least.c9 is more than the 64 conditions that a rubric can have"},
      {1, 32, 33,
       PART "at_most.d9 is more than the 64 conditions that a rubric can have"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char *document = wide(cases[i].scores, cases[i].at_least, cases[i].at_most);
    struct loaded_settings *loaded = load(document);
    tap_ok((find(loaded, "support") != NULL) == (cases[i].report == NULL),
           "%d scores and %d + %d conditions", cases[i].scores, cases[i].at_least,
           cases[i].at_most);
    if (cases[i].report != NULL)
      tap_is_text(loaded->warnings[loaded->warning_count - 1].message, cases[i].report,
                  "... which is reported");
    settings_free(loaded);
    sqlite3_free(document);
  }
}

/* Returns a document with `count` rubrics of one score each, in no order. */
static char *many(int count, const char *rest) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "evaluation: {rubrics: {");
  append_many(text, "r", count, "{" TONE "}");
  sqlite3_str_appendf(text, "%s}}", rest);
  return sqlite3_str_finish(text);
}

static void test_many(void) {
  char *text = many(RUBRIC_LIMIT, ""), *more = many(RUBRIC_LIMIT, "x: {" TONE "}");
  struct loaded_settings *loaded = load(text);
  tap_is_int((int)loaded->changed, 4 * 64, "64 rubrics are loaded");
  int found = 0;
  for (int i = 0; i < RUBRIC_LIMIT; i++) {
    char name[16];
    sqlite3_snprintf(sizeof name, name, "R%d", i);
    const struct rubric *rubric = find(loaded, name);
    found += rubric != NULL && strcmp(rubric->name + 1, name + 1) == 0;
  }
  tap_is_int(found, RUBRIC_LIMIT, "... and each of them is found");
  loaded = then(loaded, more);
  tap_is_int((int)loaded->changed, 0, "one more is one too many");
  tap_is_text(loaded->warnings[0].message,
              "evaluation.rubrics.x is more than the 64 rubrics that there can be",
              "... which is reported");
  settings_free(loaded);
  sqlite3_free(text);
  sqlite3_free(more);
}

static void digests(const char *a, const char *b, const char *prefix, bool same,
                    const char *name) {
  struct loaded_settings *one = load(a), *other = load(b);
  char of_one[LISTING_DIGEST_SIZE], of_other[LISTING_DIGEST_SIZE];
  bool made = listing_digest(&one->settings, prefix, of_one) &&
              listing_digest(&other->settings, prefix, of_other);
  tap_ok(made && (strcmp(of_one, of_other) == 0) == same, "%s", name);
  settings_free(one);
  settings_free(other);
}

#define ALL "evaluation.rubrics"
#define DEFAULTS(text) "deep_research: {tier_thresholds: {default: {" text "}}}"

static void test_digests(void) {
  digests("", SUPPORT(TONE), "", false, "a rubric changes the digest");
  digests(SUPPORT(TONE),
          SUPPORT("scores: {tone: {elite: 0.9, high: 0.8, medium: 0.5, weight: 1}}"), "",
          true, "what would hold anyway may be stated");
  digests(SUPPORT(TONE), SUPPORT("scores: {tone: {high: 0.8, medium: 0.4}}"), "", false,
          "another floor has another digest");
  digests(SUPPORT(TONE ", at_least: {a: 0}"), SUPPORT(TONE ", at_most: {a: 0}"), "",
          false, "so has the other side of a bound");
  digests(SUPPORT(TONE ERRORS), SUPPORT(TONE ERRORS ", vetoes: [errors]"), "", false,
          "so has a veto");
  digests(SUPPORT(TONE ERRORS ", vetoes: {errors: true}"),
          SUPPORT(TONE ERRORS ", vetoes: [errors]"), "", true, "however it is stated");
  digests(SUPPORT(TONE), RUBRICS("other: {" TONE "}"), ALL, false, "so has a name");
  digests(SUPPORT(TONE),
          "evaluation: {rubrics: {support: {" TONE "}}, path_penalty: "
          "{tier0_delta: -1}}",
          ALL, true, "a digest of a part is of nothing else");
  digests(SUPPORT(TONE),
          "evaluation: {rubrics: {support: {" TONE "}}, " DEFAULTS("elite: 0.95") "}",
          ALL, false, "a floor that follows another is part of it");
  digests(SUPPORT(TONE),
          "evaluation: {rubrics: {support: {" TONE "}}, " DEFAULTS("elite: 0.95") "}",
          "evaluation.rubrics.support.scores.tone.high", true, "... if it is covered");
  digests("", "evaluation: {" DEFAULTS("high: 0.8") "}",
          "evaluation.deep_research.tier_thresholds.coverage", false,
          "so is a dimension's floor");
}

/* Tests the example in a comment of config/evaluation.yaml. */
static void test_example(void) {
  char text[1 << 14] = "evaluation:\n", line[200];
  FILE *file = fopen("config/evaluation.yaml", "r");
  if (file == NULL) tap_bail("config/evaluation.yaml");
  bool within = false;
  while (fgets(line, sizeof line, file) != NULL) {
    within |= strcmp(line, "  # rubrics:\n") == 0;
    if (within && strlen(line) > 4) sprintf(text + strlen(text), "  %s", line + 4);
  }
  fclose(file);
  struct loaded_settings *loaded = load(text);
  tap_is_int((int)loaded->warning_count, 0, "the example in config/ is without a report");
  tap_ok(find(loaded, "support") != NULL, "... and has a rubric");
  settings_free(loaded);
}

int main(void) {
  test_unstated();
  test_parts();
  test_vetoes();
  test_wholes();
  test_places();
  test_neighbours();
  test_merging();
  test_limits();
  test_many();
  test_digests();
  test_example();
  return tap_done();
}
