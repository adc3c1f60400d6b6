/*
** The digest of settings (settings/keys/listing.h) covers the settings that differ from
** the built-in ones.  So a key that a release adds, at its default, changes no stored
** digest.
*/
#include "settings/keys/keys.h"

#include <string.h>

/* The tests add rows to a copy of the key table. */
#define TABLE_ROOM 256
static struct key table[TABLE_ROOM];
static size_t table_count;
#define settings_keys table
#define settings_key_count table_count

#include "../../ext/settings/keys/listing.c"

#undef settings_keys
#undef settings_key_count

#include "settings/loading/load.h"
#include "tap.h"

/* table_reset() copies the key table.  table_add() adds a row to the copy twice: at the
** beginning and at the end. */
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

static const char *digest_under(const char *prefix, const char *yaml,
                                char text[LISTING_DIGEST_SIZE]) {
  char *problem = NULL;
  struct loaded_settings *loaded =
      settings_load(NULL, "f.yaml", yaml, strlen(yaml), &problem);
  if (loaded == NULL || loaded->warning_count > 0)
    tap_bail("cannot load %s: %s", yaml, problem != NULL ? problem : "reports");
  if (!listing_digest(&loaded->settings, prefix, text)) text[0] = 0;
  settings_free(loaded);
  return text;
}

static const char *digest_with(const char *yaml, char text[LISTING_DIGEST_SIZE]) {
  return digest_under("", yaml, text);
}

static void is_same(const char *a, const char *b, bool same, const char *name) {
  char texts[2][LISTING_DIGEST_SIZE];
  digest_with(a, texts[0]);
  digest_with(b, texts[1]);
  tap_ok((strcmp(texts[0], texts[1]) == 0) == same, "%s", name);
}

#define RESEARCH "evaluation: {deep_research: "
#define ADDED_MODE                                                                       \
  "evaluation: {relevance: {modes: {wide: {max_sources: 20, min_full: 9, "               \
  "min_short: 3}}}}"

/* PROBE adds a strategy.  WEIGHT also adds a weight of this strategy to a scorer.  Each
** scorer has its own list of weights. */
#define PROBE                                                                            \
  "strategies: {probe: {name: Probe, prompt_hint: Ask}}\n"                               \
  "phase_profiles: {exploratory: {probe: 1}, focused: {probe: 1}, closing: {probe: 1}}\n"
#define WEIGHT(weight)                                                                   \
  PROBE "tier2_scorers: {coverage_gap: {strategy_weights: {" weight "}}}"

/* Adds keys of each kind.  No document below sets an added key. */
static void added_keys(void) {
  static const char *const documents[] = {
      "{}", RESEARCH "{min_ci: 0.5, tier_thresholds: {default: {high: 0.7}}}}",
      RESEARCH "{recency_windows: {case_law: 1000}}}", ADDED_MODE};
  for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
    char before[LISTING_DIGEST_SIZE], after[LISTING_DIGEST_SIZE];
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
          true, "a floor that follows another has its value");
  is_same(RESEARCH "{tier_thresholds: {default: {high: 0.7}}}}",
          RESEARCH "{tier_thresholds: {default: {high: 0.7}, coverage: {high: 0.75}}}}",
          false, "and one that does not is not");
  is_same("{}", RESEARCH "{recency_windows: {case_law: 183}}}", false,
          "an added domain counts, whatever its window");
  is_same("{}", ADDED_MODE, false, "so does an added mode");
  is_same(PROBE, WEIGHT("probe: 0"), false,
          "an added item of an inner list, whatever it is");
  is_same(WEIGHT("probe: 0"), WEIGHT("probe: 1"), false, "and another value of it");
  is_same(RESEARCH "{recency_windows: {a: 9, b: 8}}}",
          RESEARCH "{recency_windows: {b: 8, a: 9}}}", true,
          "the order of keys means nothing");
}

static void covers(const char *prefix, const char *yaml, bool covered) {
  char built_in[LISTING_DIGEST_SIZE], changed[LISTING_DIGEST_SIZE];
  digest_under(prefix, "{}", built_in);
  digest_under(prefix, yaml, changed);
  tap_ok((strcmp(built_in, changed) != 0) == covered, "%s covers %s%s", prefix, yaml,
         covered ? "" : " not");
}

/* A prefix covers a path only if it ends where a segment of the path ends. */
static void prefixes(void) {
  static const char window[] = RESEARCH "{recency_windows: {ai_ml: 10}}}";
  covers("evaluation.deep_research.recency_windows", window, true);
  covers("evaluation.deep_research.recency_windows.ai_ml", window, true);
  covers("evaluation.deep_research.recency_windows.ai", window, false);
  covers("evaluation.deep_research.recency_windows.ai_ml_more", window, false);
  covers("tier2_scorers.coverage_gap.strategy_weights", WEIGHT("probe: 0"), true);
  covers("tier2_scorers.coverage_gap.strategy_weights.probe", WEIGHT("probe: 0"), true);
  covers("tier2_scorers.coverage_gap.strategy_weights.prob", WEIGHT("probe: 0"), false);
  covers("tier2_scorers.ambiguity", WEIGHT("probe: 0"), false);
}

/* Compares the digest of all built-in values with the recorded digest.  If they differ, a
** default is new or has changed: raise SETTINGS_EPOCH, then record the new digest here.
** A new key that changes no answer needs only the new digest, no new epoch.  A new item
** of a list needs a new epoch. */
static void defaults_of_epoch(void) {
  struct arena arena = {NULL, false};
  const char *const *lines;
  size_t count;
  char text[LISTING_DIGEST_SIZE] = "";
  struct digest digest;
  digest_open(&digest);
  if (listing_lines(&arena, &settings_defaults, &lines, &count)) {
    for (size_t i = 0; i < count; i++)
      digest_add(&digest, lines[i], strlen(lines[i]) + 1);
    digest_finish(&digest, text);
  }
  arena_free(&arena);
  tap_is_text(SETTINGS_EPOCH, "3", "the epoch of these defaults");
  tap_is_text(text, "52aafc29c6f84d3a870d1706f087bf936d4ec195d0e71850a1b81b04b1d442d7",
              "the defaults are the epoch's");
}

/* Returns the names of a list's items in the built-in settings.  If the list belongs to
** each item of an outer list, returns "item: name name; item: name". */
static const char *names_of(struct arena *arena, enum key_list list) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  enum key_list outer = list_kinds[list].owner;
  for (size_t owner = 0; owner < listing_owner_count(&settings_defaults, list); owner++) {
    size_t count = list_count(&settings_defaults, list, owner);
    if (outer != LIST_NONE && count > 0)
      sqlite3_str_appendf(text, "%s%s:", owner > 0 ? "; " : "",
                          list_name(&settings_defaults, outer, 0, owner));
    for (size_t i = 0; i < count; i++)
      sqlite3_str_appendf(text, "%s%s", i > 0 || outer != LIST_NONE ? " " : "",
                          list_name(&settings_defaults, list, owner, i));
  }
  const char *names = arena_keep(arena, text);
  return names != NULL ? names : "";
}

#define PHASE_STRATEGIES                                                                 \
  "deepen broaden cover_element bridge contrast synthesis closing ease reflection"

static const char *path_of(enum key_list list) {
  size_t k = 0;
  while (table[k].list != list)
    k++;
  return table[k].path;
}

/* Compares the items of the built-in lists with the recorded items.  A new or removed
** item changes answers.  For example, a new window applies to its domain, where the
** default window applied before. */
static void lists_of_epoch(void) {
  static const char *const recorded[LIST_COUNT] = {
      [LIST_WEIGHT_STRATEGIES] = "proposed equal roc roc_centroid",
      [LIST_WINDOWS] = "ai_ml ai_software cloud_infrastructure programming_languages "
                       "academic_research",
      [LIST_MODES] = "quick standard deep",
      [LIST_STRATEGIES] = "deepen broaden cover_element bridge contrast ease synthesis "
                          "reflection closing",
      [LIST_SCORERS] = "coverage_gap ambiguity depth_breadth_balance engagement "
                       "strategy_diversity novelty peripheral_readiness "
                       "contrast_opportunity cluster_saturation",
      [LIST_SCORER_WEIGHTS] = "coverage_gap: deepen broaden cover_element synthesis; "
                              "ambiguity: deepen clarify bridge synthesis; "
                              "peripheral_readiness: bridge broaden",
      [LIST_EXPLORATORY] = PHASE_STRATEGIES,
      [LIST_FOCUSED] = PHASE_STRATEGIES,
      [LIST_CLOSING] = PHASE_STRATEGIES,
  };
  struct arena arena = {NULL, false};
  for (int list = LIST_NONE + 1; list < LIST_COUNT; list++) {
    bool is_recorded = recorded[list] != NULL;
    tap_is_text(names_of(&arena, (enum key_list)list), is_recorded ? recorded[list] : "",
                "%s: what is shipped is what the epoch has (else: raise SETTINGS_EPOCH, "
                "then record the list anew in tests/unit/listing.c)",
                path_of((enum key_list)list));
  }
  arena_free(&arena);
}

/* The digest of the built-in settings is the digest of one line, which names the
** format. */
static void first_line(void) {
  char text[LISTING_DIGEST_SIZE], want[LISTING_DIGEST_SIZE] = SETTINGS_EPOCH ":";
  const char *line = "assay settings 3\n";
  struct digest digest;
  digest_open(&digest);
  digest_add(&digest, line, strlen(line));
  digest_finish(&digest, want + strlen(want));
  tap_is_text(digest_with("", text), want, "without changes one line is digested");
}

int main(void) {
  table_reset();
  first_line();
  added_keys();
  differences();
  prefixes();
  defaults_of_epoch();
  lists_of_epoch();
  return tap_done();
}
