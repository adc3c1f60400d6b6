/*
** Finds strategies, scorers and phases of an interview in the settings, and chooses the
** phase of a turn (ADR-006).
**
**   final score = sum over scorers (weight[scorer][strategy] * raw)
**                 * multiplier[phase][strategy]
**
** ASCII case does not matter in names.  The settings need not list a strategy.  An
** unlisted strategy has each scorer's default weight and the multiplier 1.
*/
#ifndef ASSAY_CORE_INTERVIEW_STRATEGY_H
#define ASSAY_CORE_INTERVIEW_STRATEGY_H

#include "base/value.h"
#include "core/settings.h"

/* Raw scores are clamped to 0..2 before they are weighted. */
#define RAW_SCORE_MAX 2.0

/* A strategy's name from a row, in memory of the caller. */
struct strategy_name {
  const char *bytes;
  size_t length;
};

/* Returns the index of a scorer in the settings, or -1. */
int scorer_find(const struct interview_settings *settings, const char *name,
                size_t length);

/* Returns the strategy of that name in the settings, or NULL if they do not list it. */
const struct interview_strategy *strategy_find(const struct interview_settings *settings,
                                               struct strategy_name name);

/* Returns the weight of a scorer for a strategy: the weight in the settings'
** strategy-scorer matrix, else the scorer's default weight; 0 for a disabled scorer. */
double strategy_weight(const struct interview_scorer *scorer, struct strategy_name name);

/* Returns a phase's multiplier for a strategy; 1 if the phase's profile omits it. */
double phase_multiplier(const struct interview_settings *settings,
                        enum interview_phase phase, struct strategy_name name);

/* A sum of weight * raw; the empty sum is all zeros.  Weights are finite numbers >= 0, so
** `plain` can overflow; strategy_score() then uses `scaled`. */
struct strategy_sum {
  double plain;
  double scaled; /* the sum times 2^-64; no number of rows makes it overflow */
};

static inline void strategy_add(struct strategy_sum *sum, double weight, double raw) {
  sum->plain += weight * raw;
  sum->scaled += weight * 0x1p-64 * raw;
}

/* Returns the sum times a finite multiplier >= 0.  If the product overflows, it is the
** greatest double, so a score is never infinite. */
double strategy_score(const struct strategy_sum *sum, double multiplier);

struct strategy_candidate {
  struct value strategy; /* its name, in memory of the caller */
  double score;
  double position; /* among the strategies */
  bool vetoed;
};

/* Returns > 0 if a is better, < 0 if b is better, 0 if they differ only in the last bits
** of the scores (index.h).
**
** A strategy without a veto is better than a vetoed one.  Otherwise the higher score is
** better; at equal scores the earlier position; at equal positions the lesser name. */
int strategy_compare(const struct strategy_candidate *a,
                     const struct strategy_candidate *b);

/* Returns the phase of a turn (a count from 1) at a coverage of 0..1.  If the turn is
** missing, the phase is exploratory.  If the coverage is missing, the turn alone
** decides. */
enum interview_phase interview_phase_of(double turn, double coverage,
                                        const struct phase_config *config);

#endif
