/* Tests prefixes of settings' paths.  The digest of a prefix covers all settings whose
** paths begin with it. */
#include "settings/keys/prefix.h"

#include <stdio.h>

#include "core/settings.h"
#include "tap.h"

static void test_known(void) {
  static const struct {
    const char *prefix;
    bool known;
  } cases[] = {
      {"", true},
      {"evaluation", true},
      {"evaluation.deep_research.patience", true},
      {"evaluation.deep_research.patience.more", false},
      {"evaluation.", false},
      {"evaluatio", false},
      {"evaluation.rubrics.support", true},
      {"evaluation.rubrics.x", true},
      {"evaluation.rubrics.support.scores.tone.high", true},
      {"evaluation.rubrics.\"a.b\".scores", true},
      {"evaluation.rubrics.\"a\\\".b\".scores", true},
      {"evaluation.rubrics.\"a\"b", false},
      {"evaluation.rubrics.\"a.scores", true}, /* no closing quote: the rest is a name */
      {"evaluation.rubrics.\"a\\", true},
      {"evaluation.rubrics.", false},
      {"evaluation.rubrics..scores", false},
      {"tier2_scorers.novelty", true},
      {"tier2_scorers.noveltie", false},
      {"tier2_scorers.novelty.strategy_weights.probe", true},
  };
  for (int i = 0; i < COUNT_OF(cases); i++) {
    tap_is_int(prefix_is_known(cases[i].prefix), cases[i].known, "known: %s",
               cases[i].prefix);
  }
}

static void test_scorers(void) {
  const struct interview_settings *known = &settings_defaults.interview;
  for (size_t i = 0; i < known->scorer_count; i++) {
    char prefix[100];
    snprintf(prefix, sizeof prefix, "tier2_scorers.%s", known->scorers[i].id);
    tap_ok(prefix_is_known(prefix), "known: %s", prefix);
  }
}

static void test_covered(void) {
  tap_ok(prefix_covers("", "a.b"), "nothing covers all");
  tap_ok(prefix_covers("a.b", "a.b"), "a path covers itself");
  tap_ok(prefix_covers("a", "a.b"), "and the keys below it");
  tap_ok(!prefix_covers("a", "ab.c"), "but not a longer name with that beginning");
  tap_ok(!prefix_covers("a.b", "a"), "nor the keys above it");
  tap_ok(!prefix_covers("b", "a.b"), "nor any other key");
}

int main(void) {
  test_known();
  test_scorers();
  test_covered();
  return tap_done();
}
