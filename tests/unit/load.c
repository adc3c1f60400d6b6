/*
** A load merges a document over the connection's settings, or refuses the document.  In
** an accepted document, a value that cannot be used is reported with its place, and the
** former value stays (ADR-009 section 4.4, rule R7).
*/
#include "settings/loading/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loads.h"
#include "settings/keys/listing.h"
#include "tap.h"

static bool digests_differ(const struct settings *a, const struct settings *b) {
  char of_a[LISTING_DIGEST_SIZE], of_b[LISTING_DIGEST_SIZE];
  if (!listing_digest(a, "", of_a) || !listing_digest(b, "", of_b))
    tap_bail("out of memory");
  return strcmp(of_a, of_b) != 0;
}

static char *document_of(const struct setting *setting, const char *value, char **path) {
  sqlite3_str *spelt = sqlite3_str_new(NULL);
  listing_append_path(&settings_defaults, setting, spelt);
  *path = sqlite3_str_finish(spelt);
  sqlite3_str *text = sqlite3_str_new(NULL);
  int depth = 0;
  for (const char *at = *path; at != NULL && *at != 0; depth++) {
    size_t length = strcspn(at, ".");
    sqlite3_str_appendf(text, "{\"%.*s\": ", (int)length, at);
    at += length + (at[length] == '.');
  }
  sqlite3_str_appendall(text, value);
  sqlite3_str_appendchar(text, depth, '}');
  char *document = sqlite3_str_finish(text);
  if (document == NULL || *path == NULL) tap_bail("out of memory");
  return document;
}

static bool is_number(const struct setting *setting) {
  return setting->key->type == KEY_COUNT || setting->key->type == KEY_NUMBER;
}

/* Returns values that a setting of this type cannot have.  ADR-009 names them. */
static const char *const *bad_values(enum key_type type) {
  static const char *const counts[] = {
      "90.5", "90.0", "true", "soon", "\"90\"", "-1",         "[90]", "{}",
      "null", ".inf", "9e99", "0x10", "1e1",    "2147483648", "!d 1", NULL};
  static const char *const numbers[] = {"true", "soon",  "\"0.5\"", "[1]",  "{}", "null",
                                        ".nan", "1e999", "-1e999",  "!d 1", NULL};
  static const char *const flags[] = {"yes", "1", "\"true\"", "null", "[true]", NULL};
  static const char *const texts[] = {"null", "[x]", "{}", "\"\"", "\"a\\0b\"", NULL};
  static const char *const choices[] = {"null", "none", "1", "true", "[off]", NULL};
  static const char *const lists[] = {"null", "x", "[[x]]", "[x, null]", "{}", NULL};
  static const char *const nothing[] = {"1", "x", "[]", NULL};
  switch (type) {
  case KEY_COUNT:
    return counts;
  case KEY_NUMBER:
    return numbers;
  case KEY_FLAG:
    return flags;
  case KEY_TEXT:
    return texts;
  case KEY_PHRASES:
    return lists;
  case KEY_NOTHING:
    return nothing;
  default:
    return choices;
  }
}

/* Returns true if a bad value changes nothing and gives one warning, which names the
** setting. */
static bool is_ignored(const struct setting *setting, const char *value) {
  char *path, *document = document_of(setting, value, &path);
  struct loaded_settings *loaded = load(document);
  bool ignored = loaded != NULL && loaded->changed == 0 && loaded->origin_count == 0 &&
                 loaded->warning_count == 1 &&
                 strcmp(loaded->warnings[0].key, path) == 0 &&
                 !digests_differ(&loaded->settings, &settings_defaults);
  if (!ignored) tap_diag("%s", document);
  settings_free(loaded);
  sqlite3_free(document);
  sqlite3_free(path);
  return ignored;
}

static bool changes_digest(const struct setting *setting) {
  bool count = setting->key->type == KEY_COUNT;
  const void *value = listing_value(&settings_defaults, setting);
  double number = count ? *(const int *)value : *(const double *)value;
  bool found = false, differ = false;
  for (int sign = 1; sign >= -1 && !found; sign -= 2) {
    char text[64], *path;
    snprintf(text, sizeof text, count ? "%.0f" : "%.17g",
             number + sign * (count ? 1 : 1e-9));
    char *document = document_of(setting, text, &path);
    struct loaded_settings *loaded = load(document);
    found = loaded != NULL && loaded->changed > 0 && loaded->warning_count == 0;
    if (found) differ = digests_differ(&loaded->settings, &settings_defaults);
    if (found && !differ) tap_diag("%s", document);
    settings_free(loaded);
    sqlite3_free(document);
    sqlite3_free(path);
  }
  return differ;
}

static void every_setting(void) {
  int tried = 0, ignored = 0, numbers = 0, changing = 0;
  for (size_t i = 0; i < listing_count(&settings_defaults); i++) {
    struct setting setting = listing_at(&settings_defaults, i);
    for (const char *const *v = bad_values(setting.key->type); *v != NULL; v++) {
      tried++;
      ignored += is_ignored(&setting, *v);
    }
    if (!is_number(&setting)) continue;
    numbers++;
    changing += changes_digest(&setting);
  }
  tap_is_int(ignored, tried, "each of %d bad values is reported and ignored", tried);
  tap_is_int(changing, numbers, "each of %d numbers changes the digest", numbers);
}

static void merging(void) {
  loads("", 0, NULL);
  loads("{}", 0, NULL);
  loads("# nothing but a comment\n", 0, NULL);
  loads("--- ~\n", 0, NULL);
  loads("evaluation:\n", 0, NULL);
  loads("evaluation: {deep_research: {recency_windows: }}", 0, NULL);
  loads(WINDOWS("ai_ml: 90"), 0, NULL);
  loads(WINDOWS("ai_ml: 60"), 1, NULL);
  loads(WINDOWS("ai_ml: 60, law: 1000, default: 200"), 3, NULL);
  loads(WINDOWS("\"\": 3"), 0,
        "1:48: evaluation.deep_research.recency_windows.\"\" has a name that is not of 1 "
        "to 255 bytes");
  loads(WINDOWS("law: 5, \"\": 3"), 1,
        "1:56: evaluation.deep_research.recency_windows.\"\" has a name that is not of 1 "
        "to 255 bytes");
  loads(WINDOWS("\"a\\0b\": 3"), 0,
        "1:48: evaluation.deep_research.recency_windows.\"a\\u0000b\" has a zero in its "
        "name");
  loads(RESEARCH("weights: {default: ROC}"), 1, NULL);
  loads(RESEARCH("weights: {strategies: {mine: {coverage: 1}}, default: mine}"), 7, NULL);
  loads(RESEARCH("weights: {default: mine, strategies: {mine: {coverage: 1}}}"), 7, NULL);
  loads(MODES("deep: {max_sources: 12}"), 1, NULL);
  loads(MODES("wide: {max_sources: 20, min_full: 8, min_short: 3}"), 4, NULL);
  loads("strategies: [{id: deepen, enabled: false}]", 1, NULL);
  loads("strategies: {deepen: {enabled: false}}", 1, NULL);
  loads("tier2_scorers: {novelty: {strategy_weights: {bridge: 0.4}}}", 1, NULL);
  loads("tier1_vetoes: {knowledge_ceiling: {negative_phrases: [No IDEA, Don\xe2\x80\x99t "
        "know]}}",
        1, NULL);
  loads("strategies: {deepen: {name: true, type_category: 1.5}}", 2, NULL);
  loads("phase_config: {focused: {max_turns: NULL}}", 0, NULL);
}

/* Phrases are stored in the form in which replies are compared: in lower case, with
** straight apostrophes. */
static void phrases(void) {
  struct loaded_settings *loaded =
      load("tier1_vetoes: {knowledge_ceiling: {negative_phrases: "
           "[\xe2\x80\x98I Dunno\xe2\x80\x99, \"`Zero' [0]\"]}}");
  if (!tap_ok(loaded != NULL, "phrases can be loaded")) return;
  const struct phrase_list *list = &loaded->settings.interview.vetoes.negative_phrases;
  tap_is_int((int)list->count, 2, "... two of them");
  tap_is_text(list->items[0], "'i dunno'", "... with straight apostrophes");
  tap_is_text(list->items[1], "`zero' [0]", "... and nothing else is changed");
  settings_free(loaded);
}

/* Some keys form a group, whose values must fit together (for example high >= medium).
** If the values do not fit, all new values of the group are ignored. */
static void groups(void) {
  loads(
      RESEARCH("tier_thresholds: {default: {high: 0.8, medium: 0.85}}"), 0,
      "1:58: evaluation.deep_research.tier_thresholds.default must have elite >= high >= "
      "medium, got high 0.8, medium 0.85; kept high 0.75, medium 0.5");
  loads(RESEARCH("tier_thresholds: {coverage: {high: 0.95}}"), 0,
        "1:59: evaluation.deep_research.tier_thresholds.coverage must have elite >= high "
        ">= medium, got high 0.95; kept high 0.75");
  loads(RESEARCH("freshness_classes: {technology: 20}"), 0,
        "1:50: evaluation.deep_research.freshness_classes must ascend: market_data < "
        "current_events < technology <= academic, got technology 20; kept technology 90");
  loads(
      RESEARCH("freshness_classes: {market_data: 30}"), 0,
      "1:50: evaluation.deep_research.freshness_classes must ascend: market_data < "
      "current_events < technology <= academic, got market_data 30; kept market_data 7");
  loads(RESEARCH("freshness_classes: {academic: 89}"), 0,
        "1:50: evaluation.deep_research.freshness_classes must ascend: market_data < "
        "current_events < technology <= academic, got academic 89; kept academic 730");
  loads(RESEARCH("freshness_classes: {academic: 90}"), 1, NULL);
  loads(RESEARCH("weights: {strategies: {none: {coverage: 0}}}"), 0,
        "1:60: evaluation.deep_research.weights.strategies.none must have a finite "
        "sum of at least 2.2250738585072014e-308, got coverage 0; left out");
  loads(RESEARCH("weights: {strategies: {tiny: {coverage: 1e-308, recency: 1e-308}}}"), 0,
        "1:60: evaluation.deep_research.weights.strategies.tiny must have a finite "
        "sum of at least 2.2250738585072014e-308, got coverage 1e-308, recency 1e-308; "
        "left out");
  loads(RESEARCH("weights: {strategies: {huge: {coverage: 1e308, recency: 1e308}}}"), 0,
        "1:60: evaluation.deep_research.weights.strategies.huge must have a finite "
        "sum of at least 2.2250738585072014e-308, got coverage 1e308, recency 1e308; "
        "left out");
  /* A group is checked even if another setting of the document has a name as its value
  ** (`equal`). */
  loads("evaluation: {deep_research: {weights: {default: equal}}, relevance: {modes: "
        "{deep: {min_full: 1}}}}",
        1,
        "1:85: evaluation.relevance.modes.deep must have 0 < min_short <= min_full <= "
        "max_sources, got min_full 1; kept min_full 5");
  loads(
      PENALTY("tier0_delta: -0.1"), 0,
      "1:29: evaluation.path_penalty must have tier0_delta <= tier1_delta <= tier2_delta "
      "<= 0, got tier0_delta -0.1; kept tier0_delta -0.8");
  loads(PENALTY("tier0_delta: 0.1"), 0,
        "1:29: evaluation.path_penalty.tier0_delta must be a number <= 0, got 0.1; kept "
        "-0.8");
  loads(MODES("deep: {min_short: 6}"), 0,
        "1:41: evaluation.relevance.modes.deep must have 0 < min_short <= min_full <= "
        "max_sources, got min_short 6; kept min_short 2");
  loads(MODES("wide: {max_sources: 20}"), 0,
        "1:41: evaluation.relevance.modes.wide must have 0 < min_short <= min_full <= "
        "max_sources, got max_sources 20; left out");
  loads("phase_config: {exploratory: {min_turns: 21}}", 0,
        "1:30: phase_config.exploratory must have min_turns <= max_turns, got min_turns "
        "21; kept min_turns 8");
  loads("strategies: [{id: probe, name: Probe}]", 0,
        "1:26: strategies.probe must have a prompt_hint, got name 'Probe'; left out");
  loads("strategies: [{id: probe}]", 0,
        "1:14: strategies.probe must be a mapping with a prompt_hint, got a mapping");
  loads("strategies: [{id: deepen}]", 0, NULL);
}

/* If the values of a group do not fit together, the warning gives the place of the
** group's first key in the document. */
static void group_places(void) {
  static const char report[] =
      "evaluation.deep_research.tier_thresholds.default must have "
      "elite >= high >= medium, got ";
  char want[300];
  snprintf(want, sizeof want, "1:58: %shigh 0.8, medium 0.85; kept high 0.75, medium 0.5",
           report);
  loads(RESEARCH("tier_thresholds: {default: {high: 0.8, medium: 0.85}}"), 0, want);
  loads(RESEARCH("tier_thresholds: {default: {medium: 0.85, high: 0.8}}"), 0, want);
  snprintf(want, sizeof want, "3:7: %shigh 0.8, medium 0.85; kept high 0.75, medium 0.5",
           report);
  loads("evaluation: {deep_research: {tier_thresholds: {default: {\n\n"
        "      medium: 0.85,\n  high: 0.8}}}}",
        0, want);
}

/* In a file of several lines, the value `soon` stands where ADR-009 requires a number of
** days. */
static void places(void) {
  loads("# windows\nevaluation:\n  deep_research:\n    recency_windows:\n"
        "      ai_ml: soon   # not yet\n",
        0,
        "5:7: evaluation.deep_research.recency_windows.ai_ml must be a whole number of "
        "days > 0, got 'soon'; kept 90");
  loads(
      WINDOWS("new: soon"), 0,
      "1:48: evaluation.deep_research.recency_windows.new must be a whole number of days "
      "> 0, got 'soon'; ignored");
}

/* A document can add a strategy with its weight and multipliers.  A phase that gives the
** new strategy no multiplier is reported. */
static void new_strategy(void) {
  struct loaded_settings *loaded =
      load("phase_profiles: {exploratory: {probe: 1.1}, focused: {probe: 1}}\n"
           "tier2_scorers: {novelty: {strategy_weights: {probe: 0.4}}}\n"
           "strategies: [{id: probe, prompt_hint: Probe.}]\n");
  if (!tap_ok(loaded != NULL, "a strategy can be added")) return;
  tap_is_int((int)loaded->changed, 8,
             "... with four fields, a weight, two multipliers and the one that applies");
  tap_is_int((int)loaded->warning_count, 1, "... and one report");
  if (loaded->warning_count > 0) {
    tap_is_text(loaded->warnings[0].message,
                "phase_profiles.closing.probe is missing: the multiplier 1 applies",
                "... of the phase that it is missing in");
  }
  const struct named_numbers *closing =
      &loaded->settings.interview.profiles[PHASE_CLOSING];
  tap_is_text(closing->items[closing->count - 1].name, "probe",
              "... which has it from now on");
  tap_ok(closing->items[closing->count - 1].value == 1, "... as 1");
  const struct interview_settings *interview = &loaded->settings.interview;
  size_t shipped = settings_defaults.interview.strategy_count;
  tap_is_int((int)interview->strategy_count, (int)shipped + 1, "... it is one more");
  tap_is_text(interview->strategies[shipped].name, "probe", "... called by its id");
  tap_ok(interview->strategies[shipped].enabled, "... and enabled");
  settings_free(loaded);
}

/* If a document adds an item and does not set one of its keys, the key gets a default. */
static void new_names(void) {
  struct loaded_settings *loaded =
      load("evaluation:\n"
           "  relevance: {modes: {wide: {max_sources: 20, min_full: 8, min_short: 3}}}\n"
           "  deep_research: {weights: {strategies: {mine: {agreement: 1}}}}\n");
  if (!tap_ok(loaded != NULL, "names can be added")) return;
  const struct settings *all = &loaded->settings, *known = &settings_defaults;
  const struct relevance_mode *mode = &all->relevance.modes[known->relevance.mode_count];
  const struct weight_strategy *weights =
      &all->deep_research.strategies[known->deep_research.strategy_count];
  tap_is_real(mode->cutoff, 3, 0, "a mode cuts off at 3");
  tap_is_text(weights->basis, "settings", "weights come from the settings");
  tap_is_real(weights->weights.weight[DIMENSION_RECENCY], 0, 0, "... 0 if it is not set");
  tap_is_real(weights->weights.sum, 1, 0, "... and with their sum");
  settings_free(loaded);
}

/* If a new item of a list cannot be used, it is removed again, and the items after it do
** not change. */
static void item_between(void) {
  struct loaded_settings *loaded =
      load(MODES("aa: {max_sources: 1, min_full: 2, min_short: 1}, "
                 "zz: {max_sources: 9, min_full: 8, min_short: 7, cutoff: 4}, "
                 "zzz: {max_sources: 6, min_full: 5, min_short: 4, cutoff: 2}"));
  if (!tap_ok(loaded != NULL, "three modes can be loaded")) return;
  const struct relevance_settings *relevance = &loaded->settings.relevance;
  size_t shipped = settings_defaults.relevance.mode_count;
  const struct relevance_mode *added = &relevance->modes[shipped];
  tap_is_int((int)loaded->warning_count, 1, "... one of which is reported");
  tap_is_int((int)relevance->mode_count, (int)shipped + 2, "... and left out");
  tap_is_text(added[0].name, "zz", "... the second is there");
  tap_is_int(added[0].max_sources, 9, "... with its numbers");
  tap_is_text(added[1].name, "zzz", "... the third, too");
  tap_is_real(added[1].cutoff, 2, 0, "... with its own");
  settings_free(loaded);
}

/* A setting that refers to a new name can stand before the name.  The setting is applied
** after the name is added. */
static void names_used_first(void) {
  const char *uses = "tier2_scorers: {novelty: {strategy_weights: {probe: 0.2}}}\n"
                     "phase_profiles: {closing: {probe: 1}, focused: {probe: 1}, "
                     "exploratory: {probe: 1}}\n";
  const char *adds = "strategies: {probe: {prompt_hint: why}}\n";
  struct loaded_settings *loaded[2];
  for (int i = 0; i < 2; i++) {
    char *text = sqlite3_mprintf("%s%s", i == 0 ? uses : adds, i == 0 ? adds : uses);
    loaded[i] = load(text);
    if (loaded[i] == NULL) tap_bail("out of memory");
    tap_is_int((int)loaded[i]->warning_count, 0, "%.13s first: no report", text);
    sqlite3_free(text);
  }
  tap_ok(!digests_differ(&loaded[0]->settings, &loaded[1]->settings), "... one digest");
  settings_free(loaded[0]);
  settings_free(loaded[1]);
}

/* Loads `text` over `old`, and frees `old`.  Checks the High floors of coverage and
** agreement. */
static struct loaded_settings *floors(struct loaded_settings *old, const char *text,
                                      int changed, int reports, double coverage,
                                      double agreement) {
  struct loaded_settings *loaded = load_over(old, text);
  if (loaded == NULL) tap_bail("out of memory");
  const struct deep_research_settings *s = &loaded->settings.deep_research;
  size_t added = loaded->warning_count - loaded->first_new_warning;
  tap_is_int((int)loaded->changed, changed, "%.70s changes %d", text, changed);
  tap_is_int((int)added, reports, "... with %d reports", reports);
  tap_is_real(s->floors[DIMENSION_COVERAGE].high, coverage, 0, "... coverage");
  tap_is_real(s->floors[DIMENSION_AGREEMENT].high, agreement, 0, "... agreement");
  settings_free(old);
  return loaded;
}

static void following_floors(void) {
  struct loaded_settings *s = NULL;
  s = floors(s, RESEARCH("tier_thresholds: {default: {high: 0.8}}"), 6, 0, 0.8, 0.8);
  s = floors(s, RESEARCH("tier_thresholds: {coverage: {high: 0.85}}"), 1, 0, 0.85, 0.8);
  s = floors(s, RESEARCH("tier_thresholds: {default: {high: 0.7}}"), 5, 0, 0.85, 0.7);
  /* The new Elite floor of .8 would also apply to coverage.  But coverage has its own
  ** High floor of .85, and elite >= high must hold. */
  s = floors(s, RESEARCH("tier_thresholds: {default: {elite: 0.8}}"), 0, 1, 0.85, 0.7);
  s = floors(s,
             RESEARCH("tier_thresholds: {default: {elite: 0.8}, coverage: {high: 0.9}}"),
             0, 2, 0.85, 0.7);
  s = floors(s,
             RESEARCH("tier_thresholds: {default: {elite: 0.8}, coverage: {high: 0.8}}"),
             7, 0, 0.8, 0.7);
  const struct settings_origin *origin =
      settings_origin(s, "evaluation.deep_research.tier_thresholds.coverage.high");
  tap_ok(origin != NULL && origin->line == 1, "a floor that was set has an origin");
  origin = settings_origin(s, "evaluation.deep_research.tier_thresholds.agreement.high");
  tap_ok(origin == NULL, "one that follows has none of its own");
  settings_free(s);
}

static void order(void) {
  struct loaded_settings *a = load(
      WINDOWS("x: 1, y: 2, z: 3") "\nstrategies: "
                                  "[{id: b, prompt_hint: b}, {id: a, prompt_hint: a}]");
  struct loaded_settings *b =
      load("strategies: [{prompt_hint: a, id: a}, {prompt_hint: b, "
           "id: b}] # in another order\n" WINDOWS("z: 3, x: 1, y: 2"));
  if (tap_ok(a != NULL && b != NULL, "two orders of one document can be loaded")) {
    tap_ok(!digests_differ(&a->settings, &b->settings), "... and have one digest");
    const struct deep_research_settings *known = &settings_defaults.deep_research;
    tap_is_text(b->settings.deep_research.windows[known->window_count].domain, "x",
                "... one order inside");
    size_t shipped = settings_defaults.interview.strategy_count;
    tap_is_text(a->settings.interview.strategies[shipped].id, "a",
                "... of strategies, too");
  }
  settings_free(a);
  settings_free(b);
}

static char *many_domains(int count, const char *value) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, "evaluation: {deep_research: {recency_windows: {");
  for (int i = 0; i < count; i++)
    sqlite3_str_appendf(text, "d%d: %s,\n", i, value);
  sqlite3_str_appendall(text, "}}}");
  char *document = sqlite3_str_finish(text);
  if (document == NULL) tap_bail("out of memory");
  return document;
}

static void limits(void) {
  int fitting = LIST_LIMIT - (int)settings_defaults.deep_research.window_count;
  char *text = many_domains(fitting + WARNING_LIMIT + 5, "10");
  struct loaded_settings *loaded = load(text);
  if (tap_ok(loaded != NULL, "more domains than fit can be loaded")) {
    tap_is_int((int)loaded->settings.deep_research.window_count, LIST_LIMIT,
               "... so many of them as a list may have");
    tap_is_int((int)loaded->warning_count, WARNING_LIMIT + 1, "... reports have a limit");
    tap_is_text(loaded->warnings[WARNING_LIMIT].message, "5 further reports are left out",
                "... and the last one counts on");
  }
  settings_free(loaded);
  sqlite3_free(text);
}

static void whole_texts(void) {
  char *problem = NULL;
  struct loaded_settings *loaded = settings_load(NULL, "f", "[1, 2]", 6, &problem);
  tap_ok(loaded == NULL, "a list is no document of settings");
  tap_is_text(problem, "f:1:1: not a mapping of settings", "... and says so");
  sqlite3_free(problem);
  loaded = settings_load(NULL, "f", "a: [", 4, &problem);
  tap_ok(loaded == NULL && problem != NULL, "a faulty text loads nothing");
  sqlite3_free(problem);
}

int main(void) {
  sqlite3_initialize();
  sqlite3_int64 before = sqlite3_memory_used();
  every_setting();
  merging();
  phrases();
  groups();
  group_places();
  places();
  new_strategy();
  new_names();
  item_between();
  names_used_first();
  following_floors();
  order();
  limits();
  whole_texts();
  tap_is_int(sqlite3_memory_used(), before, "nothing is left");
  return tap_done();
}
