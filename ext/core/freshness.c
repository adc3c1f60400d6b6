/* The window that publication dates show: see freshness.h. */
#include "freshness.h"

double freshness_window(const double *ages, size_t count) {
  if (count < FRESHNESS_MIN_SOURCES) return MISSING;
  double lower = ages[(count - 1) / 2];
  double upper = ages[count / 2];
  double median = lower + (upper - lower) / 2; /* their sum could overflow */
  return fmin(fmax(median, FRESHNESS_MIN_DAYS), FRESHNESS_MAX_DAYS);
}

const char *freshness_class(double days, const struct freshness_classes *classes) {
  if (days < classes->market_data) return "market_data";
  if (days < classes->current_events) return "current_events";
  if (days < classes->technology) return "technology";
  if (days <= classes->academic) return "academic";
  return is_missing(days) ? NULL : "foundational";
}
