/*
** First-rank acceptability: how often each round has the greatest index over many
** weightings (SMAA-2, Lahdelma and Salminen 2001).
*/
#ifndef ASSAY_CORE_RESEARCH_ACCEPTABILITY_H
#define ASSAY_CORE_RESEARCH_ACCEPTABILITY_H

#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "core/research/dimensions.h"

/* Weightings, called samples, as a structure of arrays: weight[d][i] is the weight of
** dimension d in sample i. */
struct sample_columns {
  const double *weight[DIMENSION_COUNT];
};

/* acceptability_count() reads blocks of this many samples. */
#define ACCEPTABILITY_BLOCK 128

/* Adds to `wins[r]` the number of samples, from first to first + count - 1, in which
** round r has the greatest weighted sum of scores.  Sums are compared in whole steps
** of 1e-12, as in index.h.  Among rounds with equal sums the first round wins.  The
** scores must be in 0..1; none may be missing.  The weights of a sample sum to 1, so a
** weighted sum needs no division. */
void acceptability_count(const struct sample_columns *samples, size_t first, size_t count,
                         const double (*scores)[DIMENSION_COUNT], size_t rounds,
                         uint64_t *wins);

/* Like acceptability_count(), for up to RUBRIC_NAMES_LIMIT dimensions.  The samples are
** the next `count` weightings of a generator (simplex.h).  For five dimensions both
** functions give equal results.  Because this function also draws samples, four rounds
** of six dimensions take 25 times as many instructions as four rounds of five dimensions
** in acceptability_count(). */
void acceptability_draw(struct generator *generator, size_t count, const double *scores,
                        int dimensions, size_t rounds, uint64_t *wins);

#endif
