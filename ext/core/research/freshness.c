/* The window that publication dates show: see freshness.h. */
#include "core/research/freshness.h"

/* Only the sum is rounded, and if it overflows it lies beyond the bounds anyhow. */
static double freshness_between(double lower, double upper) {
  double median = (lower + upper) / 2;
  return fmin(fmax(median, FRESHNESS_MIN_DAYS), FRESHNESS_MAX_DAYS);
}

double freshness_window(const double *ages, size_t count) {
  if (count < FRESHNESS_MIN_SOURCES) return MISSING;
  return freshness_between(ages[(count - 1) / 2], ages[count / 2]);
}

/* Of N sources the two in the middle are those with which the count comes to half of N,
** and beyond it. */
double freshness_counted_window(const struct aged_sources *sources, size_t n) {
  double total = 0, reached = 0, lower = MISSING;
  for (size_t i = 0; i < n; i++)
    total += sources[i].count;
  if (total < FRESHNESS_MIN_SOURCES || total >= COUNTS_END) return MISSING;
  for (size_t i = 0;; i++) {
    reached += sources[i].count;
    if (is_missing(lower) && reached >= total / 2) lower = sources[i].age;
    if (reached > total / 2) return freshness_between(lower, sources[i].age);
  }
}

/* The bounds are in order, so it is enough to count those that lie behind. */
const char *freshness_class(double days, const struct freshness_classes *classes) {
  static const char *const names[] = {"market_data", "current_events", "technology",
                                      "academic", "foundational"};
  if (is_missing(days)) return NULL;
  return names[(days >= classes->market_data) + (days >= classes->current_events) +
               (days >= classes->technology) + (days > classes->academic)];
}
