/*
** Helpers for the tests of the loader: they load a document and check the result.
*/
#ifndef ASSAY_TESTS_UNIT_LOADS_H
#define ASSAY_TESTS_UNIT_LOADS_H

#include <string.h>

#include "settings/loading/load.h"
#include "tap.h"

#define RESEARCH(text) "evaluation: {deep_research: {" text "}}"
#define WINDOWS(text) RESEARCH("recency_windows: {" text "}")
#define PENALTY(text) "evaluation: {path_penalty: {" text "}}"
#define MODES(text) "evaluation: {relevance: {modes: {" text "}}}"

static inline struct loaded_settings *load_over(const struct loaded_settings *old,
                                                const char *text) {
  char *problem;
  struct loaded_settings *loaded =
      settings_load(old, "f.yaml", text, strlen(text), &problem);
  if (loaded == NULL) tap_diag("%s", problem != NULL ? problem : "out of memory");
  sqlite3_free(problem);
  return loaded;
}

static inline struct loaded_settings *load(const char *text) {
  return load_over(NULL, text);
}

/* Checks that a load of `text` changes `changed` settings and that its only warning is
** `report` (NULL: no warning). */
static inline void loads(const char *text, size_t changed, const char *report) {
  struct loaded_settings *loaded = load(text);
  if (!tap_ok(loaded != NULL, "it can be loaded: %.60s", text)) return;
  tap_is_int((int)loaded->changed, (int)changed, "... %d settings change", (int)changed);
  tap_is_int((int)loaded->warning_count, report != NULL, "... so many reports");
  if (report != NULL && loaded->warning_count > 0) {
    char *got = sqlite3_mprintf("%d:%d: %s", loaded->warnings[0].line,
                                loaded->warnings[0].column, loaded->warnings[0].message);
    tap_is_text(got, report, "... which names the error and its place");
    sqlite3_free(got);
  }
  settings_free(loaded);
}

#endif
