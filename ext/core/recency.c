/* Decay and windows: see recency.h. */
#include "recency.h"

#include <string.h>

/* 2^(-age / half_life) is the same function as exp(-ln 2 * age / half_life), exact at
** whole multiples of the half-life, and cheaper. */
double recency_decay(double age_days, double half_life_days) {
  if (age_days <= 0) return 1.0;
  if (half_life_days <= 0) return is_missing(age_days) ? MISSING : 0.0;
  return exp2(-age_days / half_life_days);
}

int recency_window(const struct settings *settings, const char *domain, size_t length) {
  const struct deep_research_settings *s = &settings->deep_research;
  if (domain == NULL) return s->default_window;
  for (size_t i = 0; i < s->window_count; i++) {
    const struct recency_window *window = &s->windows[i];
    if (window->length == length && memcmp(window->domain, domain, length) == 0) {
      return window->days;
    }
  }
  return s->default_window;
}
