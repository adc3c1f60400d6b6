/*
** Tests the reports (warnings) about settings that are loaded.  A report names the key or
** value that cannot be used, its place, and the nearest name that exists (rule R7).
*/
#include <stdio.h>
#include <string.h>

#include "loads.h"
#include "settings/keys/lists.h"
#include "base/edits.h"
#include "tap.h"

static void unknown_keys(void) {
  loads(RESEARCH("recency_window: {x: 1, y: [1, 2]}"), 0,
        "1:30: evaluation.deep_research.recency_window is not a setting; did you mean "
        "recency_windows?");
  loads("evalution: {x: 1}", 0,
        "1:1: evalution is not a setting; did you mean evaluation?");
  loads("phase_config: {exploratory: {max_turn: 9}}", 0,
        "1:30: phase_config.exploratory.max_turn is not a setting; did you mean "
        "max_turns?");
  loads("llm: {main: 1}", 0, "1:1: llm is not a setting");
  loads("path_penalty: {mode: off}", 0,
        "1:1: path_penalty is not a setting; did you mean evaluation.path_penalty?");
  loads("evaluation: {recency_windows: {ai_ml: 3}}", 0,
        "1:14: evaluation.recency_windows is not a setting; did you mean "
        "evaluation.deep_research.recency_windows?");
  loads("patience: 2", 0,
        "1:1: patience is not a setting; did you mean "
        "evaluation.deep_research.patience?");
  loads("penalty: 2", 0, "1:1: penalty is not a setting");
  loads("trigger_coverage: 0.5", 0, "1:1: trigger_coverage is not a setting");
  loads("high: 0.8", 0, "1:1: high is not a setting");
  loads("min_full: 3", 0, "1:1: min_full is not a setting");
  loads("a.b: 1", 0, "1:1: \"a.b\" is not a setting");
  loads("tier2_scorers: {coverage_gab: {enabled: false, strategy_weights: {x: 1}}}", 0,
        "1:17: tier2_scorers.coverage_gab is not a setting; did you mean coverage_gap?");
  loads("tier2_scorers: {novelty: {strategy_weights: {deepn: 1}}}", 0,
        "1:46: tier2_scorers.novelty.strategy_weights.deepn names no strategy; did you "
        "mean deepen?");
  loads("phase_profiles: {closing: {sinthesis: 1}}", 0,
        "1:28: phase_profiles.closing.sinthesis names no strategy; did you mean "
        "synthesis?");
  loads("phase_profiles: {close: {synthesis: 1}}", 0,
        "1:18: phase_profiles.close is not a "
        "setting; did you mean closing?");
  loads("tier2_scorers: {ambiguity: {strategy_weights: {clarify: 0.4}}}", 1, NULL);
  loads("tier2_scorers: {novelty: {strategy_weights: {clarify: 0.4}}}", 0,
        "1:46: tier2_scorers.novelty.strategy_weights.clarify names no strategy");
  loads(
      MODES("Quick: {cutoff: 4}"), 0,
      "1:42: evaluation.relevance.modes.Quick.cutoff differs in case from a name that is "
      "there; did you mean quick?");
  loads(
      MODES("Deep: {cutoff: 4}"), 0,
      "1:41: evaluation.relevance.modes.Deep.cutoff differs in case from a name that is "
      "there; did you mean deep?");
  loads("evaluation: 3", 0, "1:1: evaluation must be a mapping, got 3");
  loads("strategies: x", 0, "1:1: strategies must be a list, got 'x'");
  loads("strategies: [x]", 0,
        "1:14: strategies must be a list of mappings with an id, got 'x'");
  loads("strategies: [{id: deepen, enabled: false}, {id: deepen, enabled: true}]", 1,
        "1:44: strategies.deepen must be stated once, got a mapping");
  loads("evaluation: [1]", 0, "1:1: evaluation must be a mapping, got a list");
  loads(RESEARCH("weights: [1]"), 0,
        "1:30: evaluation.deep_research.weights must be a mapping, got a list");
  loads("strategies: {deepen: {nam: x}}", 0,
        "1:23: strategies.deepen.nam is not a setting; did you mean name?");
  loads("strategies: {deepen: {id: x}}", 0, NULL);
  loads("strategies: [{}]", 0,
        "1:14: strategies must be a list of mappings with an id, got a mapping");
  loads("strategies: [{no: 1}]", 0,
        "1:14: strategies must be a list of mappings with an id, got a mapping");
  loads("strategies: [{id: 5, prompt_hint: x}]", 0,
        "1:14: strategies must be a list of mappings with an id, got a mapping");
  loads("strategies: [{id: '', prompt_hint: x}]", 0,
        "1:14: strategies must be a list of mappings with an id, got a mapping");
  loads("strategies: [x, {id: deepen, enabled: false}]", 1,
        "1:14: strategies must be a list of mappings with an id, got 'x'");
  loads("strategies: [{id: default, prompt_hint: x}]", 0,
        "1:28: strategies.default.prompt_hint is no name for a strategy: weights have a "
        "default");
}

/* A value in a report is cut if it is too long or cannot be printed, but never inside a
** character. */
static void quoted_values(void) {
#define WINDOW_REPORT_BELOW(bounds, got)                                                 \
  "1:48: evaluation.deep_research.recency_windows.x must be a whole number of days "     \
  "> " bounds ", got " got "; ignored"
#define WINDOW_REPORT(got) WINDOW_REPORT_BELOW("0", got)
#define TEN "0123456789"
#define EIGHTY TEN TEN TEN TEN TEN TEN TEN TEN
  loads(WINDOWS("x: false"), 0, WINDOW_REPORT("false"));
  loads(WINDOWS("x: \"two\\nlines\""), 0, WINDOW_REPORT("'two...'"));
  loads(WINDOWS("x: !d 1"), 0, WINDOW_REPORT("a scalar with a tag of its own"));
  loads(WINDOWS("x: \"\\n\""), 0, WINDOW_REPORT("'...'"));
  loads(WINDOWS("x: a" EIGHTY), 0,
        WINDOW_REPORT("'a0123456789012345678901234567890123"
                      "45678901234567890123456789012345678901"
                      "2345678...'"));
  loads(WINDOWS("x: 1" EIGHTY), 0,
        WINDOW_REPORT_BELOW("0 and at most 2147483647",
                            "1" TEN TEN TEN TEN TEN TEN TEN "012345678..."));
  /* A report states the upper limit only if the value is a whole number above it. */
  loads(WINDOWS("x: 2147483648"), 0,
        WINDOW_REPORT_BELOW("0 and at most 2147483647", "2147483648"));
  loads(WINDOWS("x: 2147483648.0"), 0, WINDOW_REPORT("2147483648.0"));
  loads("evaluation: {path_penalty: {min_word_count: 4294967296}}", 0,
        "1:29: evaluation.path_penalty.min_word_count must be a whole number of words >= "
        "0 and at most 2147483647, got 4294967296; kept 2");
  /* A cut after 80 bytes would divide a letter of two bytes. */
  loads(WINDOWS("x: " TEN TEN TEN TEN TEN TEN TEN "abcdefghi\xc3\xa4"), 0,
        WINDOW_REPORT("'" TEN TEN TEN TEN TEN TEN TEN "abcdefghi...'"));
  loads(WINDOWS("\"t\\tb\\\"q\\\\\": soon"), 0,
        "1:48: evaluation.deep_research.recency_windows.\"t\\u0009b\\\"q\\\\\" must be a "
        "whole number of days > 0, got 'soon'; ignored");
}

/* An extremely long name is never compared with another name. */
static void suggestions(void) {
  char text[300], want[300], name[EDITS_LENGTH_LIMIT + 2];
  memset(name, 'e', sizeof name - 1);
  name[sizeof name - 1] = 0;
  snprintf(text, sizeof text, "%s: 1", name);
  snprintf(want, sizeof want, "1:1: %s is not a setting", name);
  loads(text, 0, want);
  snprintf(text, sizeof text,
           "phase_profiles: {closing: {sinthesis: 1}}\n"
           "strategies: {%s: {prompt_hint: x, enabled: false}}",
           name);
  loads(text, 4,
        "1:28: phase_profiles.closing.sinthesis names no strategy; did you mean "
        "synthesis?");
}

/* A name in the settings has at most 255 bytes.  A report lists at most 20 names to
** choose from. */
static void names(void) {
  char text[400], name[257];
  memset(name, 'n', 256);
  name[256] = 0;
  snprintf(text, sizeof text, WINDOWS("%s: 3"), name + 1);
  loads(text, 1, NULL);
  snprintf(text, sizeof text, WINDOWS("%s: 3"), name);
  struct loaded_settings *loaded = load(text);
  tap_ok(loaded != NULL && loaded->changed == 0 &&
             strstr(loaded->warnings[0].message, "1 to 255 bytes") != NULL,
         "a name of 256 bytes is not taken");
  settings_free(loaded);
  sqlite3_str *strategies = sqlite3_str_new(NULL);
  sqlite3_str_appendall(strategies,
                        "evaluation: {deep_research: {weights: {strategies: {");
  for (int i = 0; i < 17; i++)
    sqlite3_str_appendf(strategies, "s%d: {coverage: 1}, ", i);
  sqlite3_str_appendall(strategies, "}, default: other}}}");
  char *many = sqlite3_str_finish(strategies);
  loaded = load(many);
  if (tap_ok(loaded != NULL && loaded->warning_count == 1, "no default of 21 weights")) {
    tap_ok(strstr(loaded->warnings[0].message, ", s8, got 'other'; kept") != NULL,
           "... of which the first 20 are named: %s", loaded->warnings[0].message);
  }
  settings_free(loaded);
  sqlite3_free(many);
}

/* If a value must be one of several names, the report lists them. */
static void kept_names(void) {
  const struct deep_research_settings *known = &settings_defaults.deep_research;
  sqlite3_str *want = sqlite3_str_new(NULL);
  sqlite3_str_appendall(want,
                        "1:40: evaluation.deep_research.weights.default must be one of ");
  for (size_t i = 0; i < known->strategy_count; i++)
    sqlite3_str_appendf(want, "%s, ", known->strategies[i].name);
  sqlite3_str_appendall(want, "got 'other'; kept 'proposed'");
  char *report = sqlite3_str_finish(want);
  loads(RESEARCH("weights: {default: other}"), 0, report);
  sqlite3_free(report);
  loads(RESEARCH("scoring_engine: other"), 0,
        "1:30: evaluation.deep_research.scoring_engine must be one of multidimensional, "
        "legacy, got 'other'; kept 'multidimensional'");
}

/* The number of reports is limited, and so is the list of strategies in a report. */
static void more_limits(void) {
  sqlite3_str *unknown = sqlite3_str_new(NULL), *list = sqlite3_str_new(NULL);
  sqlite3_str_appendall(list, "strategies:\n");
  for (int i = 0; i <= LIST_LIMIT; i++) {
    sqlite3_str_appendf(unknown, "evalution%d: 1\n", i);
    sqlite3_str_appendf(list, "- {id: deepen, enabled: true}\n");
  }
  char *text = sqlite3_str_finish(unknown);
  struct loaded_settings *loaded = load(text);
  if (tap_ok(loaded != NULL, "1001 unknown keys can be loaded")) {
    tap_is_int((int)loaded->warning_count, WARNING_LIMIT + 1, "... and are reported");
    tap_is_text(loaded->warnings[WARNING_LIMIT].message, "1 further reports are left out",
                "... but for one");
    const char *other = "evalution: 1";
    char *problem;
    struct loaded_settings *next =
        settings_load(loaded, "b.yaml", other, strlen(other), &problem);
    if (tap_ok(next != NULL, "another file is loaded afterwards")) {
      tap_is_int((int)next->warning_count, WARNING_LIMIT + 1,
                 "... the latest reports of the first file stay");
      tap_is_int(next->warnings[0].line, 2, "... only the first report leaves");
      tap_is_text(next->warnings[WARNING_LIMIT].file, "b.yaml",
                  "... the new one is last");
    }
    settings_free(next);
  }
  settings_free(loaded);
  sqlite3_free(text);
  text = sqlite3_str_finish(list);
  loaded = load(text);
  if (tap_ok(loaded != NULL, "1001 strategies in a list can be loaded")) {
    const struct settings_warning *last = &loaded->warnings[loaded->warning_count - 1];
    tap_is_int(last->line, LIST_LIMIT + 2, "... up to the last one");
    tap_is_text(last->message,
                "strategies must be a list of at most 1000 strategies, got a mapping",
                "... which is reported");
  }
  settings_free(loaded);
  sqlite3_free(text);
}

/* If a file is loaded again, its new reports replace its old reports about the same
** places.  Other reports stay. */
static void repeated_warnings(void) {
  const char *text = "evalution: 1";
  char *problem;
  struct loaded_settings *first =
      settings_load(NULL, "a.yaml", text, strlen(text), &problem);
  struct loaded_settings *other =
      settings_load(first, "b.yaml", text, strlen(text), &problem);
  struct loaded_settings *again =
      settings_load(other, "a.yaml", text, strlen(text), &problem);
  if (tap_ok(first != NULL && other != NULL && again != NULL, "one text in two files")) {
    tap_is_int((int)other->warning_count, 2, "... is reported for each");
    tap_is_int((int)again->warning_count, 2, "... and once where it is loaded again");
    tap_is_text(again->warnings[1].file, "a.yaml", "... last");
  }
  settings_free(first);
  settings_free(other);
  settings_free(again);
}

int main(void) {
  sqlite3_initialize();
  sqlite3_int64 before = sqlite3_memory_used();
  unknown_keys();
  quoted_values();
  suggestions();
  names();
  kept_names();
  more_limits();
  repeated_warnings();
  tap_is_int(sqlite3_memory_used(), before, "nothing is left");
  return tap_done();
}
