/*
** Recency: how fresh a source is (ADR-009 section 4.2, ADR-007 section 5.4).
**
** Ages and windows are days.  A domain's window is both the half-life of the exponential
** decay and the threshold of the older binary rule.
*/
#ifndef ASSAY_CORE_RECENCY_H
#define ASSAY_CORE_RECENCY_H

#include "dimensions.h"

/* exp(-ln 2 * age / half_life) in 0..1: 1 at age 0, .5 at the half-life, .25 at twice.
** An age <= 0 (a date in the future) gives 1 whatever the half-life; a half-life <= 0
** with a positive age gives 0.  A missing age gives a missing result. */
double recency_decay(double age_days, double half_life_days);

/* 1 if the age is within the window, both ends in, else 0.  A missing age is not recent:
** an undated source never lifts a share of recent sources. */
static inline bool recency_is_recent(double age_days, double window_days) {
  return age_days <= window_days;
}

/* The window of a domain in days; names match exactly.  An unknown domain, and NULL, have
** the default window. */
int recency_window(const struct settings *settings, const char *domain, size_t length);

#endif
