/*
** First-rank acceptability: how often each round wins over many weightings (SMAA-2,
** Lahdelma and Salminen 2001).
*/
#ifndef ASSAY_CORE_RESEARCH_ACCEPTABILITY_H
#define ASSAY_CORE_RESEARCH_ACCEPTABILITY_H

#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "core/research/dimensions.h"

/* Weightings as a structure of arrays: weight[d][i] is the weight of dimension d in
** sample i. */
struct sample_columns {
  const double *weight[DIMENSION_COUNT];
};

/* Samples are counted in blocks of this many. */
#define ACCEPTABILITY_BLOCK 128

/* Adds to `wins[r]` the number of samples first .. first + count - 1 in which round r has
** the greatest weighted sum of scores, in the order of indices (index.h); of equal sums
** the round that comes first wins.  The scores are 0..1, none missing.  The weights of a
** sample sum to 1, so that there is no dividing by their sum.  Costs count * rounds, each
** little. */
void acceptability_count(const struct sample_columns *samples, size_t first, size_t count,
                         const double (*scores)[DIMENSION_COUNT], size_t rounds,
                         uint64_t *wins);

/* The same for scores of any number of dimensions, at most RUBRIC_NAMES_LIMIT, with the
** next `count` weightings of a generator (simplex.h), and the same answer for five.  It
** draws them anew for each group: four rounds of six dimensions take 25 times as many
** instructions as of five. */
void acceptability_draw(struct generator *generator, size_t count, const double *scores,
                        int dimensions, size_t rounds, uint64_t *wins);

#endif
