/*
** Settings of the path penalty (penalty.h) from environment variables: see environment.h.
**
**   KIRI_PENALTY_TIER_0, _1, _2       penalties <= 0 for 0, 1 and 2 hits in the path
**   KIRI_PENALTY_MIN_WORD_COUNT       the least number of words of a penalized query
**   KIRI_PENALTY_MIN_AVG_WORD_LENGTH  the least mean length of these words, in characters
**   KIRI_PATH_PENALTY                 0: no penalty; 1: KIRI_GRADUATED_PENALTY decides
**   KIRI_GRADUATED_PENALTY            0: the binary mode; 1: the graduated mode
**   KIRI_GRADUATED_PENALTY_MODE       another name of KIRI_GRADUATED_PENALTY
**   KIRI_PATH_MISS_DELTA              the penalty of the binary mode; deprecated
**
** A value is a number if SQL reads the text as a number (rule R2, REFERENCE.md): ' 5 '
** and 5.0 are 5.
**
** If KIRI_PATH_PENALTY is not set, the mode stays unchanged.
** If KIRI_PATH_PENALTY is 1 and neither KIRI_GRADUATED_PENALTY nor its other name is set,
** the mode is binary.
*/
#include "settings/outside/environment.h"

#include <string.h>

#include "base/missing.h"
#include "base/number.h"
#include "settings/loading/loader.h"
#include "settings/outside/system.h"

#define PENALTY "evaluation.path_penalty."

static const struct {
  const char *variable;
  const char *path;
} variables[] = {
    {"KIRI_PENALTY_TIER_0", PENALTY "tier0_delta"},
    {"KIRI_PENALTY_TIER_1", PENALTY "tier1_delta"},
    {"KIRI_PENALTY_TIER_2", PENALTY "tier2_delta"},
    {"KIRI_PENALTY_MIN_WORD_COUNT", PENALTY "min_word_count"},
    {"KIRI_PENALTY_MIN_AVG_WORD_LENGTH", PENALTY "min_avg_word_length"},
    {"KIRI_PATH_MISS_DELTA", PENALTY "miss_delta"},
};

static void environment_state(struct loader *loader, const char *variable,
                              const char *path, const char *text) {
  struct statement statement = {.key = key_find(path), .label = variable};
  statement.node = document_scalar(loader->arena, text);
  if (statement.node != NULL) loader_state(loader, &statement);
}

static void environment_report(struct loader *loader, const char *variable,
                               const char *problem, const char *value) {
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%s %s, got '%.80s'; ignored", variable, problem, value);
  loader_report(loader, 0, 0, variable, message);
}

/* Reads a variable that is 0 or 1.  Returns -1 if the variable is not set or has another
** value. */
static int environment_flag_of(struct loader *loader, const char *variable) {
  const char *value = system_variable(loader->arena, variable);
  if (value == NULL) return -1;
  size_t length = strlen(value);
  bool is_number = number_form(value, length) != NUMBER_NONE;
  double number = is_number ? number_value(value, length) : MISSING;
  if (number == 0 || number == 1) return (int)number;
  environment_report(loader, variable, "must be 0 or 1", value);
  return -1;
}

/* Reads the flag for the graduated mode, which two variables can set.  Sets `*variable`
** to the variable that is used.  If both are set and differ, the first variable is
** used. */
static int environment_graduated_flag(struct loader *loader, const char **variable) {
  static const char name[] = "KIRI_GRADUATED_PENALTY";
  static const char other_name[] = "KIRI_GRADUATED_PENALTY_MODE";
  int flag = environment_flag_of(loader, name);
  int other = environment_flag_of(loader, other_name);
  if (flag >= 0 && other >= 0 && flag != other) {
    environment_report(loader, other_name, "must agree with KIRI_GRADUATED_PENALTY",
                       other != 0 ? "1" : "0");
  }
  *variable = flag >= 0 ? name : other_name;
  return flag >= 0 ? flag : other;
}

static void environment_read_mode(struct loader *loader) {
  int path = environment_flag_of(loader, "KIRI_PATH_PENALTY");
  const char *variable;
  int graduated = environment_graduated_flag(loader, &variable);
  enum penalty_mode mode = graduated == 1 ? PENALTY_GRADUATED : PENALTY_BINARY;
  if (path == 0) mode = PENALTY_OFF;
  if (path >= 0) {
    environment_state(loader, "KIRI_PATH_PENALTY", PENALTY "mode",
                      penalty_mode_names[mode]);
  } else if (graduated >= 0 && mode != loader->draft.path_penalty.mode) {
    environment_report(loader, variable, "has no effect without KIRI_PATH_PENALTY",
                       graduated != 0 ? "1" : "0");
  }
}

static void environment_read(struct loader *loader) {
  for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
    const char *text = system_variable(loader->arena, variables[i].variable);
    if (text != NULL)
      environment_state(loader, variables[i].variable, variables[i].path, text);
  }
  environment_read_mode(loader);
}

struct loaded_settings *settings_load_environment(const struct loaded_settings *old,
                                                  char **problem) {
  struct loader loader;
  *problem = NULL;
  struct loaded_settings *loaded = loader_begin(&loader, old, "env");
  if (loaded == NULL) return NULL;
  environment_read(&loader);
  if (loader_finish(&loader, loaded)) return loaded;
  settings_free(loaded);
  return NULL;
}
