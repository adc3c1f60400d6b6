/* Stores the rows of an aggregate: see observations.h. */
#include "functions/outcomes/helpers/observations.h"

#include "bind/value_copy.h"

static bool observations_own(void *item) {
  return value_own(&((struct observation *)item)->cluster);
}

static void observations_free(void *item) {
  value_free(&((struct observation *)item)->cluster);
}

const struct sorted_kind observations_kind = {
    sizeof(struct observation), statistics_compare, observations_own, observations_free};

void observations_clear(void *group) {
  sorted_clear(&((struct observations *)group)->rows, &observations_kind);
}

static bool observations_own_outcome(void *item) {
  return value_own(&((struct outcome *)item)->cluster);
}

static void observations_free_outcome(void *item) {
  value_free(&((struct outcome *)item)->cluster);
}

const struct sorted_kind observations_labelled = {sizeof(struct outcome), outcome_compare,
                                                  observations_own_outcome,
                                                  observations_free_outcome};
