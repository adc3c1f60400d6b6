/* Tests how a setting is found by its path, and which path is suggested for a misspelt
** path (settings/keys/lookup.h). */
#include "settings/keys/lookup.h"

#include <stdlib.h>
#include <string.h>

#include "settings/loading/load.h"
#include "tap.h"

static void test_every_path(const struct settings *settings) {
  size_t count = listing_count(settings), found = 0;
  for (size_t i = 0; i < count; i++) {
    struct arena arena = {NULL, false};
    struct setting setting = listing_at(settings, i), other;
    sqlite3_str *text = sqlite3_str_new(NULL);
    listing_append_path(settings, &setting, text);
    char *path = arena_keep(&arena, text);
    found += path != NULL && lookup_setting(&arena, settings, path, &other) &&
             other.key == setting.key && other.owner == setting.owner &&
             other.item == setting.item;
    arena_free(&arena);
  }
  tap_is_int((long)found, (long)count, "every path finds its setting");
}

static const struct {
  const char *path;
  const char *nearest; /* NULL: none */
} unknown[] = {
    {"patience", "evaluation.deep_research.patience"},
    {"patiense", "evaluation.deep_research.patience"},
    {"evalution.deep_research.patience", "evaluation.deep_research.patience"},
    {"evaluation.deep_reserch.patience", "evaluation.deep_research.patience"},
    {"evaluation.deep_research.max_round", "evaluation.deep_research.max_rounds"},
    {"evaluation.deep_research.tier_thresholds.covrage.high",
     "evaluation.deep_research.tier_thresholds.coverage.high"},
    {"evaluation.deep_research.tier_thresholds.coverage",
     "evaluation.deep_research.tier_thresholds.coverage.elite"},
    {"evaluation.rubrics.own.scores.\"a.c\".high",
     "evaluation.rubrics.own.scores.\"a.b\".high"},
    {"evaluation.deep_research.patience.more", "evaluation.deep_research.patience"},
    {"evaluation.deep_research.weather", NULL},
    {"evaluation.deep_research.", NULL},
    {"EVALUATION.DEEP_RESEARCH.PATIENCE", NULL},
    {"xx", NULL},
    {"xx.patience", NULL},
    {"", NULL},
};

static void test_unknown(const struct settings *settings) {
  for (int i = 0; i < COUNT_OF(unknown); i++) {
    struct arena arena = {NULL, false};
    struct setting setting;
    const char *path = unknown[i].path;
    tap_ok(!lookup_setting(&arena, settings, path, &setting), "no setting: %s", path);
    tap_is_text(lookup_nearest(&arena, settings, path), unknown[i].nearest,
                "the suggestion for %s", path);
    arena_free(&arena);
  }
}

int main(void) {
  static const char yaml[] = "evaluation: {rubrics: {own: {scores: {a.b: {high: 0.5}}}}}";
  char *problem;
  struct loaded_settings *loaded =
      settings_load(NULL, "yaml", yaml, strlen(yaml), &problem);
  if (loaded == NULL) return 1;
  test_every_path(&loaded->settings);
  test_unknown(&loaded->settings);
  settings_free(loaded);
  return tap_done();
}
