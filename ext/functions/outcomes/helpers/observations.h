/*
** Stores the rows of an aggregate: observations (core/outcomes/statistics.h) or labelled
** rows (core/outcomes/outcome.h).  Rows are sorted by cluster, score and label, and then
** summed.
*/
#ifndef ASSAY_FUNCTIONS_OUTCOMES_HELPERS_OBSERVATIONS_H
#define ASSAY_FUNCTIONS_OUTCOMES_HELPERS_OBSERVATIONS_H

#include "core/outcomes/outcome.h"
#include "core/outcomes/statistics.h"

#include "bind/aggregate.h"
#include "bind/sorted.h"

/* Describes observations; each owns the value of its cluster. */
extern const struct sorted_kind observations_kind;
extern const struct sorted_kind observations_labelled; /* for struct outcome */

/* A group of observations; observations_clear() frees what the group owns.  If a module
** needs more members, its own struct begins with this struct. */
struct observations {
  struct agreement agreement;
  struct sorted rows;
  bool clustered;
};

void observations_clear(void *group);

#endif
