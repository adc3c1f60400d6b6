/*
** Strategies, scorers and phases of an interview: lookups in the settings, and when a
** phase begins (ADR-006).
**
**   final score = sum over scorers (weight[scorer][strategy] * raw)
**                 * multiplier[phase][strategy]
**
** Names match in any ASCII case.  A strategy need not be listed: one that the settings do
** not know has each scorer's default weight and the multiplier 1.
*/
#ifndef ASSAY_CORE_INTERVIEW_STRATEGY_H
#define ASSAY_CORE_INTERVIEW_STRATEGY_H

#include "base/value.h"
#include "core/settings.h"

/* Raw scores are clamped to 0..2 before they are weighted. */
#define RAW_SCORE_MAX 2.0

/* A name as it stands in a row: bytes that belong to the caller. */
struct strategy_name {
  const char *bytes;
  size_t length;
};

/* The index of a scorer in the settings, or -1. */
int scorer_find(const struct interview_settings *settings, const char *name,
                size_t length);

/* The listed strategy of that name, or NULL; owned by the settings. */
const struct interview_strategy *strategy_find(const struct interview_settings *settings,
                                               struct strategy_name name);

/* What a scorer counts for a strategy: its entry in the matrix, else the scorer's
** default; 0 for a disabled scorer. */
double strategy_weight(const struct interview_scorer *scorer, struct strategy_name name);

/* What a phase makes of a strategy's score; 1 for a strategy that its profile leaves
** out. */
double phase_multiplier(const struct interview_settings *settings,
                        enum interview_phase phase, struct strategy_name name);

/* A sum of weight * raw as it grows; zeroed, it is empty.  Weights may be any finite
** numbers >= 0, so the sum may lie beyond the doubles; then the scaled one counts. */
struct strategy_sum {
  double plain;
  double scaled; /* the same times 2^-64: no number of rows takes it beyond them */
};

static inline void strategy_add(struct strategy_sum *sum, double weight, double raw) {
  sum->plain += weight * raw;
  sum->scaled += weight * 0x1p-64 * raw;
}

/* The sum times a finite multiplier >= 0; the greatest double where that lies beyond the
** doubles, so that a score is never infinite. */
double strategy_score(const struct strategy_sum *sum, double multiplier);

/* A strategy that may be used next. */
struct strategy_candidate {
  struct value strategy; /* its name; the bytes belong to whoever filled them in */
  double score;
  double position; /* among the strategies */
  bool vetoed;
};

/* > 0 if a is better than b, < 0 if b is, 0 if they differ in nothing but scores within
** one step (rule R9).  A strategy that is not vetoed comes before one that is; then the
** higher score, the first position, and the lesser name. */
int strategy_compare(const struct strategy_candidate *a,
                     const struct strategy_candidate *b);

/* The phase of a turn (a count from 1) at a coverage of 0..1.  An interview leaves the
** exploratory phase on evidence only: a missing turn is exploratory, and a missing
** coverage triggers nothing. */
enum interview_phase interview_phase_of(double turn, double coverage,
                                        const struct phase_config *config);

#endif
