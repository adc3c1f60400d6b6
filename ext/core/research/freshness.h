/*
** Freshness: for how many days a source counts as recent (the window), computed from the
** ages of the sources (ADR-007 5.4).
**
** recency.h uses the window as a half-life.  So the window is a median: in bibliometrics,
** the cited half-life of a field is the median age of the literature that it cites.
*/
#ifndef ASSAY_CORE_RESEARCH_FRESHNESS_H
#define ASSAY_CORE_RESEARCH_FRESHNESS_H

#include "core/research/dimensions.h"

/* With fewer dated sources than this, the window is missing. */
#define FRESHNESS_MIN_SOURCES 5

/* A window lies between one day and two years (ADR-007's longest window). */
#define FRESHNESS_MIN_DAYS 1.0
#define FRESHNESS_MAX_DAYS 730.0

/* Returns the window in days: the median of ascending ages >= 0, but at least one day and
** at most two years.  If the number of ages is even, the median is half the sum of the
** two middle ages. */
double freshness_window(const double *ages, size_t count);

/* Returns the class of a window of `days`: "market_data" for the shortest windows, then
** "current_events", "technology", "academic", and "foundational" for the longest.  NULL
** if `days` is missing. */
const char *freshness_class(double days, const struct freshness_classes *classes);

#endif
