/*
** Each function returns the raw score that one scorer (tier 2; tier 1 is vetoes.h) gives
** to a strategy (a kind of question).  The function's comment begins with the question
** that the scorer asks.  ADR-006 ("New Strategies", "Enhanced AmbiguityScorer") describes
** the three newest scorers, ADR-004 the six older scorers.
**
** A raw score says how much a signal (a density, a share or a count) supports a strategy.
** A score of 1.0 is neutral.  A score above 1.0 supports the strategy, one below 1.0
** opposes it.  A band is a range of signals that give the same score.  A missing signal
** is in no band, so it changes no score.
**
** A bound on a density or a share is strict (>), a bound on a count is inclusive (>=).
** A saturation (band_cluster_saturation) has a rounding error, so it must exceed a bound
** by more than 1e-12.
*/
#ifndef ASSAY_CORE_INTERVIEW_INTERVIEW_BANDS_H
#define ASSAY_CORE_INTERVIEW_INTERVIEW_BANDS_H

#include <stdbool.h>

/* The type of a strategy.  Some scorers ask whether it is depth or breadth. */
enum strategy_type { TYPE_DEPTH, TYPE_BREADTH, TYPE_OTHER };

/* Is it time to move to a related topic?  `density`, 0..1, is the density of the cluster
** in focus.  `candidates` is the number of nodes outside this cluster that can be reached
** and are not yet visited.  The score is neutral for all strategies but bridge. */
double band_peripheral_readiness(bool is_bridge, double density, double candidates);

/* Is there a counter-example?  `has_opposite` is 1 if some node's stance is opposite to
** the stance of the node in focus, else 0.  Neutral for all strategies but contrast. */
double band_contrast_opportunity(bool is_contrast, double has_opposite, double density);

/* Is the topic complete?  The saturation is min(1, density * median_degree / 3), see
** reach.h.  Neutral for all strategies but synthesis. */
double band_cluster_saturation(bool is_synthesis, double density, double median_degree);

/* Was the answer clear?  `ambiguity` is 0 (clear) to 1 (very ambiguous). */
double band_ambiguity(double ambiguity);

/* Is there anything left to cover?  `gaps` counts subjects (elements) not yet covered. */
double band_coverage_gap(double gaps, double is_coverage_strategy);

/* Does the interview need breadth or depth?  `breadth` and `depth` are 0..1; if both are
** low, the interview needs breadth. */
double band_depth_breadth_balance(enum strategy_type type, double breadth, double depth);

/* Is the respondent losing interest?  A reply's momentum, 0..100, says how much the reply
** carries the conversation on.  `low_replies` is how many of the last five replies had a
** momentum below 30. */
double band_engagement(enum strategy_type type, double low_replies,
                       double average_momentum);

/* Has the strategy been used too often in the last five turns? */
double band_strategy_diversity(double recent_uses);

/* Has the element been talked about too often? */
double band_novelty(double mentions);

#endif
