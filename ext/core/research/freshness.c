/* Computes the window from the ages of sources: see freshness.h. */
#include "core/research/freshness.h"

/* Only the sum of the two middle ages is rounded.  If this sum becomes infinite, the true
** median gives the greatest window too. */
double freshness_window(const double *ages, size_t count) {
  if (count < FRESHNESS_MIN_SOURCES) return MISSING;
  double median = (ages[(count - 1) / 2] + ages[count / 2]) / 2;
  return fmin(fmax(median, FRESHNESS_MIN_DAYS), FRESHNESS_MAX_DAYS);
}

/* The bounds are in order, so the number of bounds that `days` reaches is the index of
** the class. */
const char *freshness_class(double days, const struct freshness_classes *classes) {
  static const char *const names[] = {"market_data", "current_events", "technology",
                                      "academic", "foundational"};
  if (is_missing(days)) return NULL;
  return names[(days >= classes->market_data) + (days >= classes->current_events) +
               (days >= classes->technology) + (days > classes->academic)];
}
