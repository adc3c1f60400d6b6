/* Tiers by name and floors by dimension: see tier.h. */
#include "tier.h"

#include "name.h"

const char *const tier_names[TIER_COUNT] = {"Low", "Medium", "High", "Elite"};

enum tier tier_find(const char *name, size_t length) {
  return (enum tier)name_find(tier_names, TIER_COUNT, name, length);
}

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

/* Sums of decimals are exact to this many per unit. */
#define DECIMALS 1e12

double tier_high_floor(const struct settings *settings, enum difficulty difficulty,
                       const char *dimension, size_t length) {
  const struct tier_floors *floors = tier_floors_of(settings, dimension, length);
  if (floors == &settings->deep_research.recency_days) return floors->high;
  double offset = settings->deep_research.difficulty_offset[difficulty];
  double moved = floor((floors->high + offset) * DECIMALS + 0.5) / DECIMALS;
  return fmin(fmax(moved, floors->medium), floors->elite);
}

int tier_floors_fault(const struct tier_floors *floors) {
  const double floor[] = {floors->elite, floors->high, floors->medium};
  for (int i = 0; i < 3; i++) {
    if (!isfinite(floor[i]) || (i > 0 && floor[i] > floor[i - 1])) return i;
  }
  return -1;
}
