/*
** Tiers of scores: Elite, High, Medium, Low (ADR-007 section 4.1).  DORA's reports on
** software teams have such tiers.  A floor is the smallest score of a tier.
*/
#ifndef ASSAY_CORE_RESEARCH_TIER_H
#define ASSAY_CORE_RESEARCH_TIER_H

#include "core/research/dimensions.h"

/* In ascending order; SQL's tier_rank() returns these values. */
enum tier { TIER_LOW, TIER_MEDIUM, TIER_HIGH, TIER_ELITE, TIER_COUNT, TIER_NONE = -1 };

extern const char *const tier_names[TIER_COUNT];

/* Returns the tier of a score under inclusive floors; TIER_NONE if the score is missing.
** Floors rise with the tier, so a score's rank is the number of floors that it reaches.
** The code counts them without branches, which a processor could not predict here. */
static inline enum tier tier_classify(double score, const struct tier_floors *floors) {
  if (is_missing(score)) return TIER_NONE;
  return (enum tier)((score >= floors->medium) + (score >= floors->high) +
                     (score >= floors->elite));
}

/* True for the pseudo-dimension `recency_days`.  Its floors are days, which have no upper
** bound, not scores in 0..1. */
bool tier_counts_days(const char *dimension, size_t length);

/* Returns the floors of a dimension or of `recency_days`; for any other name the default
** floors.  Never NULL, owned by the settings. */
const struct tier_floors *tier_floors_of(const struct settings *settings,
                                         const char *dimension, size_t length);

static inline bool tier_floors_are_days(const struct settings *settings,
                                        const struct tier_floors *floors) {
  return floors == &settings->deep_research.recency_days;
}

/* Returns the greatest possible score: 1, or infinity if the floors are days. */
static inline double tier_greatest(const struct settings *settings,
                                   const struct tier_floors *floors) {
  return tier_floors_are_days(settings, floors) ? (double)INFINITY : 1;
}

/* Returns `number`, which must be finite, if it is in 0..1, or if the floors are days and
** it is >= 0; otherwise missing. */
static inline double tier_score(const struct settings *settings,
                                const struct tier_floors *floors, double number) {
  return number >= 0 && number <= tier_greatest(settings, floors) ? number : MISSING;
}

/* Returns the High floor for easy, normal or hard questions.  The difficulty's offset is
** added to the floor, which stays between the Medium and the Elite floor (ADR-007 section
** 7, action 5).  Offsets are scores, so the floor of `recency_days`, in days, gets no
** offset.  Floors and offsets are decimals that people write, so their sum must be a
** decimal too.  The sum of .85 and -.05 must be .8; plain doubles give
** .7999999999999999. */
double tier_high_floor(const struct settings *settings, const struct tier_floors *floors,
                       enum difficulty difficulty);

/* Floors must be finite, and elite >= high >= medium.  Returns the first floor that
** breaks this rule: 0 is elite, 1 high, 2 medium; -1 if none does. */
int tier_floors_fault(const struct tier_floors *floors);

/* `high` needs no isfinite(): a number between two finite numbers is finite. */
static inline bool tier_floors_valid(const struct tier_floors *floors) {
  return floors->elite >= floors->high && floors->high >= floors->medium &&
         isfinite(floors->elite) && isfinite(floors->medium);
}

#endif
