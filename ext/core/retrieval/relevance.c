/* The relevance gate: see relevance.h. */
#include "core/retrieval/relevance.h"

#include "base/name.h"

#define DEFAULT_MODE "standard"

const char *const relevance_decision_names[DECISION_COUNT] = {
    "insufficient_data", "short_report", "full_report"};

const struct relevance_mode *relevance_mode_find(const struct settings *settings,
                                                 const char *name, size_t length) {
  const struct relevance_settings *s = &settings->relevance;
  for (size_t i = 0; i < s->mode_count; i++) {
    if (name_matches(s->modes[i].name, name, length)) return &s->modes[i];
  }
  return NULL;
}

const struct relevance_mode *relevance_mode_default(const struct settings *settings) {
  const struct relevance_mode *standard =
      relevance_mode_find(settings, DEFAULT_MODE, sizeof DEFAULT_MODE - 1);
  return standard != NULL ? standard : &settings->relevance.modes[0];
}
