/*
** Tests settings from environment variables (ADR-002).  KIRI_PATH_PENALTY = 0 turns the
** penalty off.  KIRI_PATH_PENALTY = 1 makes the penalty graduated if
** KIRI_GRADUATED_PENALTY is 1, and binary if not.  A variable that is not set changes
** nothing.  A value that cannot be used is ignored and reported.
*/
#define _POSIX_C_SOURCE 200809L

#include "settings/outside/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

static const char *const names[] = {
    "KIRI_PATH_PENALTY",           "KIRI_GRADUATED_PENALTY",
    "KIRI_GRADUATED_PENALTY_MODE", "KIRI_PENALTY_TIER_0",
    "KIRI_PENALTY_TIER_1",         "KIRI_PENALTY_TIER_2",
    "KIRI_PENALTY_MIN_WORD_COUNT", "KIRI_PENALTY_MIN_AVG_WORD_LENGTH",
    "KIRI_PATH_MISS_DELTA"};

static void clear(void) {
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    unsetenv(names[i]);
}

static struct loaded_settings *load(const struct loaded_settings *old,
                                    const char *variables) {
  char text[400], *rest = NULL;
  clear();
  strncpy(text, variables, sizeof text - 1);
  text[sizeof text - 1] = 0;
  for (char *pair = strtok_r(text, " ", &rest); pair != NULL;
       pair = strtok_r(NULL, " ", &rest)) {
    char *value = strchr(pair, '=');
    *value = 0;
    setenv(pair, value + 1, 1);
  }
  char *problem;
  struct loaded_settings *loaded = settings_load_environment(old, &problem);
  if (loaded == NULL) tap_bail("out of memory");
  return loaded;
}

static void mode(const struct loaded_settings *old, const char *variables,
                 enum penalty_mode want, int changed, const char *report) {
  struct loaded_settings *loaded = load(old, variables);
  tap_is_text(penalty_mode_names[loaded->settings.path_penalty.mode],
              penalty_mode_names[want], "%s",
              variables[0] != 0 ? variables : "nothing set");
  tap_is_int((int)loaded->changed, changed, "... changes %d", changed);
  tap_is_text(loaded->warning_count > 0 ? loaded->warnings[0].message : NULL, report,
              "... and reports %s", report != NULL ? "that" : "nothing");
  settings_free(loaded);
}

static void modes(void) {
  mode(NULL, "", PENALTY_GRADUATED, 0, NULL);
  mode(NULL, "KIRI_PATH_PENALTY=0", PENALTY_OFF, 1, NULL);
  mode(NULL, "KIRI_PATH_PENALTY=0 KIRI_GRADUATED_PENALTY=1", PENALTY_OFF, 1, NULL);
  mode(NULL, "KIRI_PATH_PENALTY=1", PENALTY_BINARY, 1, NULL);
  mode(NULL, "KIRI_PATH_PENALTY=1 KIRI_GRADUATED_PENALTY=0", PENALTY_BINARY, 1, NULL);
  mode(NULL, "KIRI_PATH_PENALTY=1 KIRI_GRADUATED_PENALTY=1", PENALTY_GRADUATED, 0, NULL);
  mode(NULL, "KIRI_GRADUATED_PENALTY=1", PENALTY_GRADUATED, 0, NULL);
  mode(
      NULL, "KIRI_GRADUATED_PENALTY=0", PENALTY_GRADUATED, 0,
      "KIRI_GRADUATED_PENALTY has no effect without KIRI_PATH_PENALTY, got '0'; ignored");
  mode(NULL, "KIRI_GRADUATED_PENALTY_MODE=0", PENALTY_GRADUATED, 0,
       "KIRI_GRADUATED_PENALTY_MODE has no effect without KIRI_PATH_PENALTY, got '0'; "
       "ignored");
  struct loaded_settings *off = load(NULL, "KIRI_PATH_PENALTY=0");
  mode(off, "", PENALTY_OFF, 0, NULL);
  mode(off, "KIRI_PATH_PENALTY=1 KIRI_GRADUATED_PENALTY_MODE=1", PENALTY_GRADUATED, 1,
       NULL);
  mode(off, "KIRI_PATH_PENALTY=yes", PENALTY_OFF, 0,
       "KIRI_PATH_PENALTY must be 0 or 1, got 'yes'; ignored");
  mode(off, "KIRI_PATH_PENALTY=1 KIRI_GRADUATED_PENALTY=1 KIRI_GRADUATED_PENALTY_MODE=0",
       PENALTY_GRADUATED, 1,
       "KIRI_GRADUATED_PENALTY_MODE must agree with KIRI_GRADUATED_PENALTY, got '0'; "
       "ignored");
  mode(off, "KIRI_PATH_PENALTY=1 KIRI_GRADUATED_PENALTY=0 KIRI_GRADUATED_PENALTY_MODE=1",
       PENALTY_BINARY, 1,
       "KIRI_GRADUATED_PENALTY_MODE must agree with KIRI_GRADUATED_PENALTY, got '1'; "
       "ignored");
  mode(off, "KIRI_PATH_PENALTY=1 KIRI_GRADUATED_PENALTY=1 KIRI_GRADUATED_PENALTY_MODE=1",
       PENALTY_GRADUATED, 1, NULL);
  mode(
      off, "KIRI_GRADUATED_PENALTY=1", PENALTY_OFF, 0,
      "KIRI_GRADUATED_PENALTY has no effect without KIRI_PATH_PENALTY, got '1'; ignored");
  settings_free(off);
}

static void numbers(void) {
  struct loaded_settings *loaded =
      load(NULL, "KIRI_PENALTY_TIER_0=-1.5 KIRI_PENALTY_TIER_1=-.5 KIRI_PENALTY_TIER_2=0 "
                 "KIRI_PENALTY_MIN_WORD_COUNT=3 KIRI_PENALTY_MIN_AVG_WORD_LENGTH=3.5 "
                 "KIRI_PATH_MISS_DELTA=-0.25");
  const struct path_penalty_settings *penalty = &loaded->settings.path_penalty;
  tap_is_int((int)loaded->changed, 6, "six numbers change");
  tap_is_real(penalty->tier_delta[0], -1.5, 0, "tier 0");
  tap_is_real(penalty->tier_delta[1], -0.5, 0, "tier 1");
  tap_is_real(penalty->tier_delta[2], 0, 0, "tier 2");
  tap_is_int(penalty->min_word_count, 3, "words");
  tap_is_real(penalty->min_avg_word_length, 3.5, 0, "characters");
  tap_is_real(penalty->miss_delta, -0.25, 0, "the deprecated one");
  const struct settings_origin *origin =
      settings_origin(loaded, "evaluation.path_penalty.tier0_delta");
  tap_ok(origin != NULL && strcmp(origin->file, "env") == 0 && origin->line == 0,
         "their origin is the environment");
  settings_free(loaded);
}

/* A number in a variable is read by the rule for TEXT arguments of SQL functions (R2). */
static void spellings(void) {
  static const char *const fives[] = {"5", "5.0", "5.", "+5", "05", "\t5\n", "50e-1"};
  for (int i = 0; i < COUNT_OF(fives); i++) {
    char variables[80];
    snprintf(variables, sizeof variables,
             "KIRI_PENALTY_MIN_WORD_COUNT=%s KIRI_PENALTY_MIN_AVG_WORD_LENGTH=%s",
             fives[i], fives[i]);
    struct loaded_settings *loaded = load(NULL, variables);
    const struct path_penalty_settings *penalty = &loaded->settings.path_penalty;
    tap_is_int(penalty->min_word_count, 5, "%s words", fives[i]);
    tap_is_real(penalty->min_avg_word_length, 5, 0, "%s characters", fives[i]);
    tap_is_int((int)loaded->warning_count, 0, "... and nothing is reported");
    settings_free(loaded);
  }
  struct loaded_settings *ten = load(NULL, "KIRI_PENALTY_MIN_WORD_COUNT=1e1");
  tap_is_int(ten->settings.path_penalty.min_word_count, 10, "1e1 is ten");
  settings_free(ten);
  mode(NULL, "KIRI_PATH_PENALTY=1.0 KIRI_GRADUATED_PENALTY=\t0", PENALTY_BINARY, 1, NULL);
  mode(NULL, "KIRI_PATH_PENALTY=-0.0", PENALTY_OFF, 1, NULL);
}

static void ignores(const char *variables, const char *key, const char *report) {
  struct loaded_settings *loaded = load(NULL, variables);
  tap_is_int((int)loaded->changed, 0, "%s changes nothing", variables);
  if (tap_is_int((int)loaded->warning_count, 1, "... and is reported")) {
    tap_is_text(loaded->warnings[0].key, key, "... by the variable's name");
    tap_is_text(loaded->warnings[0].message, report, "... with the rule");
  }
  settings_free(loaded);
}

static void bad_values(void) {
  ignores("KIRI_PENALTY_TIER_0=0.8", "KIRI_PENALTY_TIER_0",
          "KIRI_PENALTY_TIER_0 must be a number <= 0, got 0.8; kept -0.8");
  ignores("KIRI_PENALTY_TIER_0=strong", "KIRI_PENALTY_TIER_0",
          "KIRI_PENALTY_TIER_0 must be a number <= 0, got 'strong'; kept -0.8");
  ignores("KIRI_PENALTY_TIER_0=", "KIRI_PENALTY_TIER_0",
          "KIRI_PENALTY_TIER_0 must be a number <= 0, got ''; kept -0.8");
  ignores("KIRI_PENALTY_TIER_0=-1e999", "KIRI_PENALTY_TIER_0",
          "KIRI_PENALTY_TIER_0 must be a number <= 0, got -1e999; kept -0.8");
  ignores(
      "KIRI_PENALTY_MIN_WORD_COUNT=2.5", "KIRI_PENALTY_MIN_WORD_COUNT",
      "KIRI_PENALTY_MIN_WORD_COUNT must be a whole number of words >= 0, got 2.5; kept "
      "2");
  ignores("KIRI_PENALTY_MIN_WORD_COUNT=0x10", "KIRI_PENALTY_MIN_WORD_COUNT",
          "KIRI_PENALTY_MIN_WORD_COUNT must be a whole number of words >= 0, got '0x10'; "
          "kept 2");
  ignores("KIRI_PENALTY_MIN_WORD_COUNT=1e10", "KIRI_PENALTY_MIN_WORD_COUNT",
          "KIRI_PENALTY_MIN_WORD_COUNT must be a whole number of words >= 0 and "
          "at most 2147483647, got 1e10; "
          "kept 2");
  ignores("KIRI_PENALTY_MIN_WORD_COUNT=1e999", "KIRI_PENALTY_MIN_WORD_COUNT",
          "KIRI_PENALTY_MIN_WORD_COUNT must be a whole number of words >= 0, got 1e999; "
          "kept 2");
  ignores("KIRI_PENALTY_MIN_WORD_COUNT=\xc2\xa0"
          "5",
          "KIRI_PENALTY_MIN_WORD_COUNT",
          "KIRI_PENALTY_MIN_WORD_COUNT must be a whole number of words >= 0, got "
          "'\xc2\xa0"
          "5'; kept 2");
  ignores("KIRI_PATH_PENALTY=2", "KIRI_PATH_PENALTY",
          "KIRI_PATH_PENALTY must be 0 or 1, got '2'; ignored");
  ignores(
      "KIRI_PENALTY_TIER_2=-0.5", "KIRI_PENALTY_TIER_2",
      "evaluation.path_penalty must have tier0_delta <= tier1_delta <= tier2_delta <= "
      "0, got tier2_delta -0.5; kept tier2_delta -0.2");
}

int main(void) {
  modes();
  numbers();
  spellings();
  bad_values();
  clear();
  return tap_done();
}
