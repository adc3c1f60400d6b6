/*
** The observations of a frame, in the order in which they are summed: what aggregates
** with error bars remember (core/research/statistics.h).
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_OBSERVATIONS_H
#define ASSAY_FUNCTIONS_RESEARCH_OBSERVATIONS_H

#include "core/research/statistics.h"

#include "bind/sorted.h"

/* Puts a copy of an observation away, with its cluster's bytes.  False when out of
** memory. */
bool observations_add(struct sorted *observations, const struct observation *observation);

/* Takes out one that compares equal to `observation`: of several any one will do. */
void observations_take(sqlite3_context *context, struct sorted *observations,
                       const struct observation *observation);

/* All of them in order; NULL where the call is interrupted, with the error set. */
const struct observation *observations_sorted(sqlite3_context *context,
                                              struct sorted *observations);

/* Frees them, at the end of a group. */
void observations_clear(struct sorted *observations);

#endif
