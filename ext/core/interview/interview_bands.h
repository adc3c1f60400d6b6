/*
** Raw scores of the interview's tier-2 scorers: one band function for each (ADR-006,
** "New Strategies" and "Enhanced AmbiguityScorer"; the older six from ADR-004).
**
** A raw score says how much a signal speaks for a strategy: 1.0 is neutral, above it is
** for, below against.  A signal that is missing reaches no band, so it moves nothing.
** Bounds on densities and shares are strict (>), bounds on counts inclusive (>=).  The
** saturation, which is computed, exceeds a bound by more than 1e-12: less is rounding.
*/
#ifndef ASSAY_CORE_INTERVIEW_INTERVIEW_BANDS_H
#define ASSAY_CORE_INTERVIEW_INTERVIEW_BANDS_H

#include <stdbool.h>

/* What kind of move a strategy is; the bands know two kinds by name. */
enum strategy_type { TYPE_DEPTH, TYPE_BREADTH, TYPE_OTHER };

/* Is it time to move to a related topic?  `density` 0..1 of the cluster in focus,
** `candidates`: nodes beyond it, within reach and not yet visited.  Only for bridge. */
double band_peripheral_readiness(bool is_bridge, double density, double candidates);

/* Is there a counter-example?  `has_opposite` 0 or 1: a node whose stance is the opposite
** of the one in focus.  Only for contrast. */
double band_contrast_opportunity(bool is_contrast, double has_opposite, double density);

/* Is the topic complete?  saturation = min(1, density * median_degree / 3).  Only for
** synthesis. */
double band_cluster_saturation(bool is_synthesis, double density, double median_degree);

/* Was the answer clear?  `ambiguity` 0..1, clear to very ambiguous. */
double band_ambiguity(double ambiguity);

/* Is there something left to cover?  `gaps`: elements not yet covered. */
double band_coverage_gap(double gaps, double is_coverage_strategy);

/* Does the interview need breadth or depth?  Breadth 0..1 is asked first. */
double band_depth_breadth_balance(enum strategy_type type, double breadth, double depth);

/* Is the respondent losing interest?  `low_replies` of the last five had a momentum below
** 30; `average_momentum` is on the same scale of 0..100. */
double band_engagement(enum strategy_type type, double low_replies,
                       double average_momentum);

/* Has the strategy been used too often in the last five turns? */
double band_strategy_diversity(double recent_uses);

/* Has the element been talked about too often? */
double band_novelty(double mentions);

#endif
