/*
** Fuzzes the loader of settings, over the built-in settings and over other settings.
**
** The error about a refused text must give the place and the reason.  After an accepted
** text:
**
**   - the settings obey every rule of the key table, and floors, deltas and the counts of
**     a relevance mode have the right order;
**   - the digest is new exactly if the load reports a change;
**   - a second load of the text changes nothing;
**   - the settings before the load are unchanged, and no memory is lost.
*/
#include "settings/keys/listing.h"

#include <math.h>
#include <string.h>

#include <sqlite3.h>

#include "settings/loading/load.h"

#include "source.h"

/* A document that sets a key of each kind. */
static const char other_document[] =
    "evaluation:\n"
    "  deep_research:\n"
    "    scoring_engine: legacy\n"
    "    tier_thresholds: {coverage: {high: 0.6}, default: {medium: 0.25}}\n"
    "    weights: {strategies: {mine: {coverage: 1, recency: 2}}, default: mine}\n"
    "    recency_windows: {weird: 7, 'a.b': 8}\n"
    "  relevance:\n"
    "    modes: {slow: {max_sources: 9, min_full: 5, min_short: 2, cutoff: 1}}\n"
    "  rubrics: {mine: {scores: {tone: {high: 0.8, weight: 2}}, at_least: {a: 1}, "
    "at_most: {a: 9}}, 'b c': {scores: {x: {high: 0.3, elite: 0.4}}}}\n"
    "strategies: [{id: clarify, name: Clarify, type_category: depth, "
    "prompt_hint: Why?}]\n"
    "phase_profiles: {exploratory: {clarify: 1}, focused: {clarify: 0}, "
    "closing: {clarify: 2}}\n";

static struct loaded_settings *load(const struct loaded_settings *old, const char *text,
                                    size_t length, char **problem) {
  struct loaded_settings *loaded = settings_load(old, "yaml", text, length, problem);
  if (loaded == NULL && *problem == NULL) fuzz_fail("yaml", "no reason");
  return loaded;
}

/* --- what is in force --------------------------------------------------------------- */

static void check_number(const struct key *key, double number) {
  if (!(number >= key->low && number <= key->high) || isinf(number)) {
    fuzz_fail("a number out of its range", key->path);
  }
}

/* A choice is stored as an index into the list of its names, and a strategy as an index
** into the list of strategies. */
static void check_value(const struct settings *settings, const struct setting *setting) {
  const struct key *key = setting->key;
  const void *value = listing_value(settings, setting);
  if (key->type == KEY_COUNT) check_number(key, *(const int *)value);
  if (key->type == KEY_NUMBER) check_number(key, *(const double *)value);
  if (key->type == KEY_STRATEGY &&
      *(const size_t *)value >= settings->deep_research.strategy_count) {
    fuzz_fail("no such strategy", key->path);
  }
  if (key->type == KEY_TEXT && **(const char *const *)value == 0) {
    fuzz_fail("an empty text", key->path);
  }
}

static void check_floors(const struct tier_floors *floors) {
  if (floors->elite >= floors->high && floors->high >= floors->medium) return;
  fuzz_fail("settings", "floors out of order");
}

/* Every score must name its rubric (the gate that it belongs to).  The rubrics together
** must have every score and bound of the settings. */
static void check_rubrics(const struct rubric_settings *rubrics) {
  size_t scores = 0, bounds = 0;
  for (size_t i = 0; i < rubrics->rubric_count; i++) {
    const struct rubric *rubric = &rubrics->rubrics[i];
    for (int s = 0; s < rubric->rule.score_count; s++) {
      check_floors(&rubric->scores[s].floors);
      if (strcmp(rubric->scores[s].id.rubric, rubric->name) != 0)
        fuzz_fail("a score of another rubric", rubric->name);
    }
    if (!(rubric->rule.weight_sum > 0))
      fuzz_fail("a rubric without weight", rubric->name);
    scores += (size_t)rubric->rule.score_count;
    bounds += (size_t)rubric->rule.condition_count;
  }
  if (scores != rubrics->score_count ||
      bounds != rubrics->at_least_count + rubrics->at_most_count)
    fuzz_fail("settings", "a part of no rubric");
}

static void check_together(const struct settings *settings) {
  const struct deep_research_settings *research = &settings->deep_research;
  const struct path_penalty_settings *penalty = &settings->path_penalty;
  for (int d = 0; d < DIMENSION_COUNT; d++)
    check_floors(&research->floors[d]);
  check_floors(&research->default_floors);
  check_floors(&research->recency_days);
  check_rubrics(&settings->rubrics);
  for (size_t i = 0; i < research->strategy_count; i++)
    if (!(research->strategies[i].weights.sum > 0)) fuzz_fail("settings", "no weight");
  for (int i = 0; i + 1 < PENALTY_TIERS; i++)
    if (penalty->tier_delta[i] > penalty->tier_delta[i + 1])
      fuzz_fail("settings", "deltas");
  for (size_t i = 0; i < settings->relevance.mode_count; i++) {
    const struct relevance_mode *mode = &settings->relevance.modes[i];
    if (mode->min_short > mode->min_full || mode->min_full > mode->max_sources)
      fuzz_fail("settings", mode->name);
  }
}

static void check_settings(const struct settings *settings) {
  size_t count = listing_count(settings);
  for (size_t i = 0; i < count; i++) {
    struct setting setting = listing_at(settings, i);
    check_value(settings, &setting);
  }
  check_together(settings);
}

/* --- a load ------------------------------------------------------------------------- */

static void digest(const struct settings *settings, char text[LISTING_DIGEST_SIZE]) {
  if (!listing_digest(settings, "", text)) abort();
}

static void check_reports(const struct loaded_settings *loaded) {
  for (size_t i = loaded->first_new_warning; i < loaded->warning_count; i++) {
    const struct settings_warning *warning = &loaded->warnings[i];
    if (warning->line < 1 || warning->column < 1) fuzz_fail("no place", warning->message);
  }
  for (size_t i = 0; i < loaded->origin_count; i++)
    if (loaded->origins[i].line < 1) fuzz_fail("no line", loaded->origins[i].key);
}

/* A load checks each value against the other values of its group (rule 3 of
** settings/loading/load.h).  Even if the first load changed the other values, a second
** load of the text must change nothing. */
static void check_again(const struct loaded_settings *loaded, const char *text,
                        size_t length) {
  char *problem;
  struct loaded_settings *again = load(loaded, text, length, &problem);
  if (again == NULL) fuzz_fail("refused the second time", problem);
  if (again->changed > 0) {
    fuzz_fail("another load", "changes what the first has set");
  }
  settings_free(again);
}

/* The settings over which a text is loaded, and their digest. */
struct base {
  const struct loaded_settings *loaded; /* NULL for the built-in settings */
  char digest[LISTING_DIGEST_SIZE];
};

static const struct settings *settings_of(const struct base *base) {
  return base->loaded != NULL ? &base->loaded->settings : &settings_defaults;
}

static void check_load(const struct base *base, const char *text, size_t length) {
  char after[LISTING_DIGEST_SIZE];
  char *problem;
  struct loaded_settings *loaded = load(base->loaded, text, length, &problem);
  if (loaded == NULL) {
    if (strncmp(problem, "yaml:", 5) != 0) fuzz_fail("another error", problem);
    sqlite3_free(problem);
    return;
  }
  digest(settings_of(base), after);
  if (strcmp(base->digest, after) != 0) fuzz_fail("a load", "changes what was in force");
  digest(&loaded->settings, after);
  if ((loaded->changed > 0) != (strcmp(base->digest, after) != 0)) {
    fuzz_fail("a load", "miscounts its changes");
  }
  check_settings(&loaded->settings);
  check_reports(loaded);
  check_again(loaded, text, length);
  settings_free(loaded);
}

static void open_bases(struct base bases[2]) {
  char *problem;
  bases[1].loaded = load(NULL, other_document, sizeof other_document - 1, &problem);
  if (bases[1].loaded == NULL || bases[1].loaded->warning_count > 0) {
    fuzz_fail("settings", other_document);
  }
  for (int i = 0; i < 2; i++)
    digest(settings_of(&bases[i]), bases[i].digest);
}

/* The length of the input chooses the base settings, so the whole input is the text. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct base bases[2];
  if (bases[1].loaded == NULL) open_bases(bases);
  sqlite3_int64 used = sqlite3_memory_used();
  check_load(&bases[size % 2], (const char *)data, size);
  if (sqlite3_memory_used() != used) fuzz_fail("settings", "memory is left");
  return 0;
}
