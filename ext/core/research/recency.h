/*
** Recency: how fresh a source is (ADR-009 section 4.2, ADR-007 section 5.4).
**
** Ages and windows are in days.  Each domain, a field of knowledge, has a window.  The
** window is both the half-life of the exponential decay and the limit of the older rule
** (a source is recent or not).
*/
#ifndef ASSAY_CORE_RESEARCH_RECENCY_H
#define ASSAY_CORE_RESEARCH_RECENCY_H

#include <string.h>

#include "core/research/dimensions.h"
#include "base/portable_math.h"

/* Returns exp(-ln 2 * age / half_life) in 0..1: 1 at age 0, .5 at the half-life, .25 at
** twice the half-life.  An age <= 0 (a date in the future) gives 1 for any half-life.  A
** half-life <= 0 with a positive age gives 0.  A missing age gives a missing result.
**
** The code computes 2^(-age / half_life), which is the same number.  The power of 2 is
** exact at whole multiples of the half-life, and takes less time than exp().  A greater
** age never gives a greater result. */
static inline double recency_decay(double age_days, double half_life_days) {
  if (age_days <= 0) return 1.0;
  if (half_life_days <= 0) return is_missing(age_days) ? MISSING : 0.0;
  return portable_exp2(-age_days / half_life_days);
}

/* Returns 1 if the age is at most the window, else 0.  A missing age gives 0, so a source
** without a date never raises a share of recent sources. */
static inline bool recency_is_recent(double age_days, double window_days) {
  return age_days <= window_days;
}

static inline int recency_default_window(const struct settings *settings) {
  return settings->deep_research.default_window;
}

/* Returns the same as recency_window_find() below, but compares name after name. */
const struct recency_window *recency_window_search(const struct settings *settings,
                                                   const char *domain, size_t length);

/* Returns the window of a domain, by its exact name; NULL for an unknown domain.
**
** Calls come with domains in any order, so the processor can't predict where a search
** would end; each wrong prediction takes longer than the whole search.  Nearly always, at
** most one domain of the settings has a name as long as `domain`.  So the loop finds a
** domain of that length without a branch; then the two names are compared. */
static inline const struct recency_window *
recency_window_find(const struct settings *settings, const char *domain, size_t length) {
  const struct deep_research_settings *s = &settings->deep_research;
  const struct recency_window *candidate = NULL;
  for (size_t i = 0; i < s->window_count; i++)
    candidate = s->windows[i].length == length ? &s->windows[i] : candidate;
  if (candidate == NULL) return NULL;
  if (memcmp(candidate->domain, domain, length) == 0) return candidate;
  return recency_window_search(settings, domain, length);
}

/* Returns a domain's window in days; the default window for an unknown domain. */
static inline int recency_window(const struct settings *settings, const char *domain,
                                 size_t length) {
  const struct recency_window *found = recency_window_find(settings, domain, length);
  return found != NULL ? found->days : recency_default_window(settings);
}

#endif
