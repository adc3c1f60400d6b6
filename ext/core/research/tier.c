/* Tiers by name and floors by dimension: see tier.h. */
#include "core/research/tier.h"

#include <stdint.h>

#include "base/name.h"

const char *const tier_names[TIER_COUNT] = {"Low", "Medium", "High", "Elite"};

bool tier_counts_days(const char *dimension, size_t length) {
  return name_matches("recency_days", dimension, length);
}

const struct tier_floors *tier_floors_of(const struct settings *settings,
                                         const char *dimension, size_t length) {
  int found = dimension_find(dimension, length);
  if (found >= 0) return &settings->deep_research.floors[found];
  if (tier_counts_days(dimension, length)) return &settings->deep_research.recency_days;
  return &settings->deep_research.default_floors;
}

/* The sum of a floor and an offset is rounded to a multiple of 1 / DECIMALS. */
#define DECIMALS 1e12

/* Floors and offsets are at most 1, so the cast to int64_t cannot overflow.  The cast
** rounds towards 0, not down.  For a negative sum this is wrong, but then the result is
** the Medium floor. */
double tier_high_floor(const struct settings *settings, const struct tier_floors *floors,
                       enum difficulty difficulty) {
  if (tier_floors_are_days(settings, floors)) return floors->high;
  double offset = settings->deep_research.difficulty_offset[difficulty];
  double units = (floors->high + offset) * DECIMALS + 0.5;
  double moved = (double)(int64_t)units / DECIMALS;
  return lesser_of(greater_of(moved, floors->medium), floors->elite);
}

int tier_floors_fault(const struct tier_floors *floors) {
  const double floor[] = {floors->elite, floors->high, floors->medium};
  for (int i = 0; i < 3; i++) {
    if (!isfinite(floor[i]) || (i > 0 && floor[i] > floor[i - 1])) return i;
  }
  return -1;
}
