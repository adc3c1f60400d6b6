/* The observations of a frame: see observations.h. */
#include "functions/research/observations.h"

#include "bind/value_copy.h"

static const struct sorted_kind observations_kind = {sizeof(struct observation),
                                                     statistics_compare};

bool observations_add(struct sorted *observations,
                      const struct observation *observation) {
  struct observation owned = *observation;
  if (!value_own(&owned.cluster)) return false;
  if (sorted_add(observations, &observations_kind, &owned)) return true;
  value_free(&owned.cluster);
  return false;
}

void observations_take(sqlite3_context *context, struct sorted *observations,
                       const struct observation *observation) {
  struct observation taken = *observation;
  if (sorted_take(context, observations, &observations_kind, &taken))
    value_free(&taken.cluster);
}

const struct observation *observations_sorted(sqlite3_context *context,
                                              struct sorted *observations) {
  return sorted_items(context, observations, &observations_kind);
}

void observations_clear(struct sorted *observations) {
  struct deque *items = &observations->items;
  for (size_t i = 0; i < items->count; i++) {
    struct observation *observation = deque_at(items, i, sizeof *observation);
    value_free(&observation->cluster);
  }
  deque_clear(items);
}
