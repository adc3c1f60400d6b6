/*
** Tests the settings loader while each of its allocations fails in turn.  The loader
** takes pieces of memory from a pool, the arena.  In this test each piece is an
** allocation of its own.  In the other fault tests, an arena allocates only when its
** block is full.
**
** Each document is loaded over the built-in settings and over loaded settings.  Each
** allocation fails once alone and once with all later allocations.  The test checks:
**
**   - the load gives the result that it gives with enough memory, or fails without a
**     message, which means out of memory;
**   - with enough memory again, the same load gives its usual result;
**   - nothing stays allocated.
**
** Every load copies the settings before it reads the document, and counts the changes
** afterwards.  Faults in these two steps are tried with the first document only.
*/
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "settings/outside/environment.h"
#include "settings/outside/file.h"
#include "settings/keys/listing.h"
#include "tap.h"

/* What is loaded: the text `text`, the file with the name `file`, or, if both are NULL,
** the environment. */
struct document {
  const char *name;
  const char *text;
  const char *file;
};

static const struct document documents[] = {
    {"values of each type",
     "evaluation:\n"
     "  deep_research:\n"
     "    scoring_engine: legacy\n"
     "    max_rounds: 6\n"
     "    tier_thresholds: {default: {high: 0.8}, agreement: {high: 0.85}}\n"
     "    weights: {strategies: {mine: {coverage: 1, basis: \"a \\\"guess\\\"\"}}, "
     "default: mine}\n"
     "    recency_windows: {a: 1, b: 2, c: 3, d: 4, default: 100, 'f g': 5}\n"
     "  rubrics: {own: {scores: {tone: {high: 0.8}}, at_least: {n: 1}}}\n"
     "strategies: {deepen: {enabled: false}}\n"
     "phase_config: {focused: {max_turns: null}}\n"
     "tier1_vetoes: {knowledge_ceiling: {negative_phrases: [NO, Never]}}\n",
     NULL},
    {"strategies in a list",
     "strategies:\n"
     "  - {id: probe, prompt_hint: 'Ask.', name: Probe}\n"
     "  - {id: empty, name: Empty}\n"
     "  - {id: probe, name: Again}\n"
     "  - {id: bare}\n"
     "  - {name: None}\n"
     "tier2_scorers: {novelty: {strategy_weights: {probe: 0.2, prbe: 0.1}}}\n"
     "phase_profiles: {closing: {probe: 1}}\n",
     NULL},
    {"rubrics",
     "evaluation:\n"
     "  rubrics:\n"
     "    own: {scores: {tone: {high: 0.8}, 'a b': {high: 0.5, weight: 2}},\n"
     "          at_least: {n: 1}, at_most: {n: 2}}\n"
     "    two: {scores: {tone: {high: 0.6}, depth: {high: 0.7, medium: 0.6}}}\n"
     "    bad: {scores: {x: {high: 2}, y: {high: soon, weight: [1]}}, at_leest: {y: 1}}\n"
     "    OWN: {scores: {tone: {high: 0.7}}}\n"
     "    research: {scores: {tone: {high: 0.7}}}\n",
     NULL},
    {"reports of values and groups",
     "evaluation:\n"
     "  deep_research:\n"
     "    scoring_engine: none\n"
     "    tier_thresholds: {coverage: {high: 2}, agreement: {high: 0.95}}\n"
     "    weights: {strategies: {none: {coverage: 0, basis: nought}}, default: other}\n"
     "    recency_windows: {e: soon, '': 3, \"a\\0b\": 4, AI_ML: 5}\n"
     "  relevance: {modes: {wide: {max_sources: 1}, DEEP: {max_sources: 11}}}\n"
     "tier1_vetoes: {knowledge_ceiling: {negative_phrases: [[NO]]}}\n"
     "strategies: {default: {name: x}, deepen: {enabled: 1, name: null}}\n",
     NULL},
    {"reports of keys and shapes",
     "relevanze: 1\n"
     "'a b': {c: 2}\n"
     "evaluation: {deep_research: {weights: {strategies: [1]}}, relevance: {mode: 1}}\n"
     "retrieval: {a: {vetoes: [1]}}\n"
     "tier2_scorers: [1]\n",
     NULL},
    {"more strategies than a profile has room for",
     "strategies:\n"
     "  - {id: a, name: A, prompt_hint: Ask}\n"
     "  - {id: b, name: B, prompt_hint: Ask}\n"
     "  - {id: c, name: C, prompt_hint: Ask}\n"
     "  - {id: d, name: D, prompt_hint: Ask}\n"
     "  - {id: e, name: E, prompt_hint: Ask}\n"
     "  - {id: f, name: F, prompt_hint: Ask}\n"
     "  - {id: g, name: G, prompt_hint: Ask}\n"
     "  - {id: h, name: H, prompt_hint: Ask}\n"
     "  - {id: i, name: I, prompt_hint: Ask}\n",
     NULL},
    {"a pair of surrogates", "{\"a\": \"\\ud83d\\ude00\"}", NULL},
    {"anchors and aliases",
     "a: &x {b: &y 'text'}\n"
     "c: [*x, &z [1, *y]]\n"
     "evaluation: {path_penalty: &p {tier0_delta: -0.9}}\n",
     NULL},
    {"a syntax error", "a: [1, &x {b: 'c'}, *x", NULL},
    {"a tab", "a:\n\tb: 1\n", NULL},
    {"a duplicate key", "{a: 1, b: 2, a: 3}", NULL},
    {"a cyclic alias", "a: &x [*x]", NULL},
    {"a control character", "a: \x01", NULL},
    {"not a mapping", "[1]", NULL},
    {"nothing", "", NULL},
    {"a file", NULL, "config/scoring.yaml"},
    {"a file that is not there", NULL, "nowhere.yaml"},
    {"a folder", NULL, "config"},
    {"the environment", NULL, NULL},
};

static long points;
static bool sound;

static struct loaded_settings *load(const struct document *document,
                                    const struct loaded_settings *old, char **problem) {
  const char *text = document->text;
  if (document->file != NULL) return settings_load_file(old, document->file, problem);
  if (text == NULL) return settings_load_environment(old, problem);
  return settings_load(old, "f.yaml", text, strlen(text), problem);
}

/* Returns the result of a load as a text: the error message, or the settings' digest,
** the number of changes, all origins and all warnings.  If memory ran out, the text is
** "".  The caller frees the text with sqlite3_free(). */
static char *outcome(const struct loaded_settings *loaded, const char *problem) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  if (loaded != NULL) {
    char digest[LISTING_DIGEST_SIZE];
    if (!listing_digest(&loaded->settings, "", digest)) tap_bail("out of memory");
    sqlite3_str_appendf(text, "%s, %d changed", digest, (int)loaded->changed);
    for (size_t i = 0; i < loaded->origin_count; i++) {
      const struct settings_origin *o = &loaded->origins[i];
      sqlite3_str_appendf(text, "\n%s from %s:%d", o->key, o->file, o->line);
    }
    for (size_t i = 0; i < loaded->warning_count; i++) {
      const struct settings_warning *w = &loaded->warnings[i];
      sqlite3_str_appendf(text, "\n%s:%d:%d: %s: %s", w->file, w->line, w->column, w->key,
                          w->message);
    }
  } else if (problem != NULL) {
    sqlite3_str_appendall(text, problem);
  }
  char *whole = sqlite3_str_finish(text);
  return whole != NULL ? whole : sqlite3_mprintf("");
}

static char *outcome_of(const struct document *document,
                        const struct loaded_settings *old) {
  char *problem;
  struct loaded_settings *loaded = load(document, old, &problem);
  char *text = outcome(loaded, problem);
  settings_free(loaded);
  sqlite3_free(problem);
  return text;
}

static void complain(const struct document *document, long nth, const char *what,
                     const char *got) {
  sound = false;
  tap_note("%s, allocation %ld: %s: %.500s", document->name, nth, what, got);
}

/* Returns the number of allocations of a load.  To count them, it asks for a failure of
** the millionth allocation, which no load reaches, and reads how many were left. */
static long allocations_of(const struct document *document,
                           const struct loaded_settings *old) {
  const long more = 1000000;
  memory_fail(more, false);
  char *problem;
  struct loaded_settings *loaded = load(document, old, &problem);
  long left = memory_left();
  memory_recover();
  settings_free(loaded);
  sqlite3_free(problem);
  return more - left;
}

static void try_fault(const struct document *document, const struct loaded_settings *old,
                      const char *want, long nth, bool from_there_on) {
  sqlite3_int64 before = sqlite3_memory_used();
  char *problem;
  memory_fail(nth, from_there_on);
  struct loaded_settings *loaded = load(document, old, &problem);
  bool failed = memory_recover();
  char *got = outcome(loaded, problem);
  bool right = strcmp(got, want) == 0;
  bool no_memory = failed && loaded == NULL && problem == NULL;
  if (!right && !no_memory) complain(document, nth, "wrong after a fault", got);
  settings_free(loaded);
  sqlite3_free(problem);
  sqlite3_free(got);
  points += failed;
  if (sqlite3_memory_used() != before) complain(document, nth, "leak", "of SQLite's");
  if (memory_yaml_used() != 0) complain(document, nth, "leak", "of libyaml's");
}

static void sweep(const struct document *document, const struct loaded_settings *old,
                  long first, long last) {
  char *want = outcome_of(document, old);
  for (long nth = first; nth <= last; nth++) {
    try_fault(document, old, want, nth, false);
    try_fault(document, old, want, nth, true);
  }
  char *again = outcome_of(document, old);
  if (strcmp(again, want) != 0) complain(document, last, "wrong with memory", again);
  sqlite3_free(again);
  sqlite3_free(want);
}

/* Loads each document over `old`.  Two other loads count the allocations before and after
** the reading of a document.  A text that is refused at its first byte needs only the
** allocations before the reading.  An empty text also needs the allocations after the
** reading. */
static void sweep_over(const struct loaded_settings *old, const char *name) {
  static const struct document refused = {"", "\x01", NULL}, empty = {"", "", NULL};
  long before = allocations_of(&refused, old) - 1;
  long common = allocations_of(&empty, old) - 20;
  for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
    const struct document *document = &documents[i];
    long all = allocations_of(document, old);
    long last = all > common ? before + all - common : all;
    bool everything = i == 0 || all < before;
    points = 0;
    sound = true;
    sweep(document, old, everything ? 1 : before, everything ? all : last);
    tap_ok(sound, "%s over %s: %ld fault points", document->name, name, points);
  }
}

static void sweep_digest(void) {
  char want[LISTING_DIGEST_SIZE], got[LISTING_DIGEST_SIZE];
  bool failed = true;
  int wrong = !listing_digest(&settings_defaults, "", want);
  for (long nth = 1; failed; nth++) {
    memory_fail(nth, false);
    bool made = listing_digest(&settings_defaults, "", got);
    failed = memory_recover();
    wrong += made ? strcmp(got, want) != 0 : !failed;
  }
  tap_is_int(wrong, 0, "the digest is right, or there is none");
}

int main(void) {
  memory_install();
  sqlite3_initialize();
  setenv("KIRI_PENALTY_TIER_0", "-0.9", 1);
  setenv("KIRI_PENALTY_TIER_1", "strong", 1);
  setenv("KIRI_GRADUATED_PENALTY", "0", 1);
  setenv("KIRI_PATH_PENALTY", "1", 1);
  sqlite3_int64 idle = sqlite3_memory_used();
  sweep_over(NULL, "built-in settings");
  char *problem;
  struct loaded_settings *old = load(&documents[2], NULL, &problem); /* rubrics */
  if (old == NULL) tap_bail("out of memory");
  sweep_over(old, "loaded ones");
  settings_free(old);
  sweep_digest();
  tap_is_int(sqlite3_memory_used(), idle, "nothing is left");
  return tap_done();
}
