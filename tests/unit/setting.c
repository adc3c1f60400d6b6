/*
** The digest of settings (settings/setting.h): it covers what differs from the built-in
** settings, so a key that a release adds leaves every stored digest as it is.
*/
#include "settings/keys.h"

#include <string.h>

/* The tests add rows to a copy of the key table. */
#define TABLE_ROOM 256
static struct key table[TABLE_ROOM];
static size_t table_count;
#define settings_keys table
#define settings_key_count table_count

#include "../../ext/settings/setting.c"

#undef settings_keys
#undef settings_key_count

#include "settings/load.h"
#include "tap.h"

/* The table as it is, then with rows added in front and at the end. */
static void table_reset(void) {
  table_count = settings_key_count;
  for (size_t i = 0; i < table_count; i++)
    table[i] = settings_keys[i];
}

static void table_add(struct key key) {
  memmove(table + 1, table, table_count * sizeof *table);
  table[0] = key;
  table[++table_count] = key;
  table_count++;
}

/* The digest of the built-in settings with a document loaded over them. */
static const char *digest_with(const char *yaml, char text[DIGEST_TEXT_SIZE]) {
  char *problem = NULL;
  struct loaded_settings *loaded =
      settings_load(NULL, "f.yaml", yaml, strlen(yaml), &problem);
  if (loaded == NULL || loaded->warning_count > 0)
    tap_bail("cannot load %s: %s", yaml, problem != NULL ? problem : "reports");
  if (!setting_digest(&loaded->settings, text)) text[0] = 0;
  settings_free(loaded);
  return text;
}

static void is_same(const char *a, const char *b, bool same, const char *name) {
  char texts[2][DIGEST_TEXT_SIZE];
  digest_with(a, texts[0]);
  digest_with(b, texts[1]);
  tap_ok((strcmp(texts[0], texts[1]) == 0) == same, "%s", name);
}

#define RESEARCH "evaluation: {deep_research: "
#define ADDED_MODE                                                                       \
  "evaluation: {relevance: {modes: {wide: {max_sources: 20, min_full: 9, "               \
  "min_short: 3}}}}"

/* Keys of each kind, whose members have their built-in values in all these documents. */
static void added_keys(void) {
  static const char *const documents[] = {
      "{}", RESEARCH "{min_ci: 0.5, tier_thresholds: {default: {high: 0.7}}}}",
      RESEARCH "{recency_windows: {case_law: 1000}}}", ADDED_MODE};
  for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
    char before[DIGEST_TEXT_SIZE], after[DIGEST_TEXT_SIZE];
    table_reset();
    digest_with(documents[i], before);
    table_add((struct key){.path = "evaluation.added",
                           .type = KEY_COUNT,
                           .offset = offsetof(struct settings, deep_research.patience)});
    table_add((struct key){.path = "evaluation.relevance.modes.*.added",
                           .type = KEY_NUMBER,
                           .list = LIST_MODES,
                           .offset = offsetof(struct relevance_mode, cutoff)});
    table_add(
        (struct key){.path = "evaluation.floor",
                     .type = KEY_NUMBER,
                     .offset = offsetof(struct settings, deep_research.floors[0].high),
                     .follows = "evaluation.deep_research.tier_thresholds.default.high"});
    tap_is_text(digest_with(documents[i], after), before,
                "an added key changes no digest: %s", documents[i]);
    table_reset();
  }
}

static void differences(void) {
  is_same("{}", RESEARCH "{patience: 1}}", true, "stating a default changes nothing");
  is_same("{}", RESEARCH "{patience: 2}}", false, "another number does");
  is_same(RESEARCH "{patience: 2}}", RESEARCH "{max_rounds: 2}}", false,
          "under another key it is another digest");
  is_same(RESEARCH "{tier_thresholds: {default: {high: 0.7}}}}",
          RESEARCH "{tier_thresholds: {default: {high: 0.7}, coverage: {high: 0.7}}}}",
          true, "a floor that follows is what it follows");
  is_same(RESEARCH "{tier_thresholds: {default: {high: 0.7}}}}",
          RESEARCH "{tier_thresholds: {default: {high: 0.7}, coverage: {high: 0.75}}}}",
          false, "and one that does not is not");
  is_same("{}", RESEARCH "{recency_windows: {case_law: 183}}}", false,
          "an added domain counts, whatever its window");
  is_same("{}", ADDED_MODE, false, "so does an added mode");
  is_same(RESEARCH "{recency_windows: {a: 9, b: 8}}}",
          RESEARCH "{recency_windows: {b: 8, a: 9}}}", true,
          "the order of keys means nothing");
}

/* All built-in values, as one digest.  Where this fails a default has changed: raise
** SETTINGS_EPOCH, then record the new digest here.  A key that was added needs no new
** epoch, only a new digest. */
static void defaults_of_epoch(void) {
  struct arena arena = {NULL, false};
  const char *const *lines;
  size_t count;
  char text[DIGEST_TEXT_SIZE] = "";
  struct digest digest;
  digest_open(&digest);
  if (setting_lines(&arena, &settings_defaults, &lines, &count)) {
    for (size_t i = 0; i < count; i++)
      digest_add(&digest, lines[i], strlen(lines[i]) + 1);
    digest_finish(&digest, text);
  }
  arena_free(&arena);
  tap_is_text(SETTINGS_EPOCH, "2", "the epoch of these defaults");
  tap_is_text(text, "ff970cc9581b5bf4ec4846aeacf86bea5db5105e427f21d50c8748be7a007a08",
              "the defaults are those of the epoch");
}

int main(void) {
  table_reset();
  added_keys();
  differences();
  defaults_of_epoch();
  return tap_done();
}
