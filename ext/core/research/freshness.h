/*
** Freshness: the window that the sources' own rate of publication shows (ADR-007 5.4).
**
** At the median age of what a field cites, half of its literature is younger.
** Bibliometrics calls that the cited half-life, and the decay of recency.h needs a
** half-life.
*/
#ifndef ASSAY_CORE_RESEARCH_FRESHNESS_H
#define ASSAY_CORE_RESEARCH_FRESHNESS_H

#include "core/research/dimensions.h"

/* Fewer dated sources than this show no rate. */
#define FRESHNESS_MIN_SOURCES 5

/* A window lies between one day and two years, the longest that ADR-007 knows. */
#define FRESHNESS_MIN_DAYS 1.0
#define FRESHNESS_MAX_DAYS 730.0

/* The window in days: the median of ascending ages >= 0, held within the bounds above; of
** an even number (lower + upper) / 2, rounded once.  Missing if there are too few. */
double freshness_window(const double *ages, size_t count);

/* How fast a field moves whose window is that many days: "market_data",
** "current_events", "technology", "academic" or "foundational"; NULL if missing. */
const char *freshness_class(double days, const struct freshness_classes *classes);

#endif
