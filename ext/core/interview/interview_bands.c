/* Raw scores of the interview's scorers: see interview_bands.h. */
#include "core/interview/interview_bands.h"

#include "base/missing.h"

/* The three raw scores that ADR-006's new scorers can give. */
#define NEUTRAL 1.0
#define MODERATE 1.2
#define HIGH 1.5

/* A rounding error of band_cluster_saturation(), which multiplies two short decimals, is
** smaller than ROUNDING. */
#define ROUNDING 1e-12

double band_peripheral_readiness(bool is_bridge, double density, double candidates) {
  if (!is_bridge) return NEUTRAL;
  if (density > 0.7 && candidates >= 3) return HIGH;
  return density > 0.5 || candidates >= 1 ? MODERATE : NEUTRAL;
}

double band_contrast_opportunity(bool is_contrast, double has_opposite, double density) {
  if (!is_contrast || has_opposite != 1) return NEUTRAL;
  return density > 0.6 ? HIGH : MODERATE;
}

/* True if the saturation exceeds the bound by more than a rounding error: .6 * 3.5 / 3 is
** exactly .7, but in doubles it is a little above .7.  Both bounds, .7 and .4, are below
** 1, so a saturation above 1 need not be lowered to 1 (interview_bands.h). */
static bool interview_bands_exceeds(double saturation, double bound) {
  return saturation > bound + ROUNDING;
}

double band_cluster_saturation(bool is_synthesis, double density, double median_degree) {
  if (!is_synthesis) return NEUTRAL;
  double saturation = density * median_degree / 3;
  if (interview_bands_exceeds(saturation, 0.7)) return HIGH;
  return interview_bands_exceeds(saturation, 0.4) ? MODERATE : NEUTRAL;
}

double band_ambiguity(double ambiguity) {
  if (is_missing(ambiguity)) return NEUTRAL;
  if (ambiguity < 0.2) return 0.9;
  return ambiguity < 0.5 ? MODERATE : HIGH;
}

double band_coverage_gap(double gaps, double is_coverage_strategy) {
  if (is_missing(gaps)) return NEUTRAL;
  if (gaps == 0) return is_coverage_strategy == 1 ? 1.0 : 0.85;
  return fmin(1 + 0.15 * gaps, 1.8); /* >= 1, because `gaps` >= 0 */
}

/* Returns the type of strategy that the interview needs; TYPE_OTHER if it needs neither
** depth nor breadth. */
static enum strategy_type interview_bands_needed_type(double breadth, double depth) {
  if (breadth < 0.4) return TYPE_BREADTH;
  return depth < 0.5 ? TYPE_DEPTH : TYPE_OTHER;
}

double band_depth_breadth_balance(enum strategy_type type, double breadth, double depth) {
  enum strategy_type needed = interview_bands_needed_type(breadth, depth);
  if (is_missing(breadth) && is_missing(depth)) return NEUTRAL;
  if (needed == TYPE_OTHER) return 1.1;
  if (type == TYPE_OTHER) return 0.9;
  return type == needed ? 1.5 : 0.7;
}

double band_engagement(enum strategy_type type, double low_replies,
                       double average_momentum) {
  if (low_replies >= 3) return type == TYPE_DEPTH ? 0.8 : 1.2;
  if (average_momentum > 70) return type == TYPE_DEPTH ? 1.1 : 1.0;
  return NEUTRAL;
}

double band_strategy_diversity(double recent_uses) {
  if (recent_uses >= 3) return 0.6;
  return recent_uses >= 2 ? 0.8 : NEUTRAL;
}

double band_novelty(double mentions) {
  if (is_missing(mentions)) return NEUTRAL;
  if (mentions <= 1) return 1.2;
  return mentions < 4 ? 1.0 : 0.7;
}
