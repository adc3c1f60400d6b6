/*
** The observations or the labelled rows of a frame, in the order in which they are
** summed: what aggregates with error bars remember (core/outcomes/statistics.h,
** outcome.h).
*/
#ifndef ASSAY_FUNCTIONS_OUTCOMES_HELPERS_OBSERVATIONS_H
#define ASSAY_FUNCTIONS_OUTCOMES_HELPERS_OBSERVATIONS_H

#include "core/outcomes/outcome.h"
#include "core/outcomes/statistics.h"

#include "bind/aggregate.h"
#include "bind/sorted.h"

/* Each owns its cluster's bytes. */
extern const struct sorted_kind observations_kind;
extern const struct sorted_kind observations_labelled; /* each a struct outcome */

/* A group of observations, and the callback for its end.  Where a module needs more its
** group begins so. */
struct observations {
  struct agreement agreement;
  struct sorted rows;
  bool clustered;
};

void observations_clear(void *group);

#endif
