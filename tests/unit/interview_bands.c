/*
** Tests the raw scores of the interview's scorers.  Signals that get the same score form
** a band.  The test tries both ends of each band, and the numbers just below and above
** each end.  ADR-006 ("New Strategies", "Enhanced AmbiguityScorer") states the newer
** bands, ADR-004 the older bands.
*/
#include "core/interview/interview_bands.h"

#include <math.h>

#include "core/research/dimensions.h"
#include "tap.h"

static double below(double bound) {
  return nextafter(bound, -HUGE_VAL);
}

static double above(double bound) {
  return nextafter(bound, HUGE_VAL);
}

static void is(double got, double want, const char *name) {
  tap_is_real(got, want, 0, "%s", name);
}

/* To reach a band, a density must be above the band's boundary, but a count of candidates
** may equal it.  Only the strategy `bridge` has bands.  The first argument says whether
** the strategy is `bridge`. */
static void test_peripheral_readiness(void) {
  is(band_peripheral_readiness(true, above(0.7), 3), 1.5, "dense and three candidates");
  is(band_peripheral_readiness(true, 0.7, 3), 1.2, "a density of .7 is not above it");
  is(band_peripheral_readiness(true, 1, 2), 1.2, "two candidates are not three");
  is(band_peripheral_readiness(true, above(0.5), 0), 1.2, "density alone, just above .5");
  is(band_peripheral_readiness(true, 0.5, 0), 1.0, "a density of .5 is not above it");
  is(band_peripheral_readiness(true, 0, 1), 1.2, "one candidate alone");
  is(band_peripheral_readiness(true, 0, 0), 1.0, "neither");
  is(band_peripheral_readiness(false, 1, 9), 1.0, "no other strategy");
  is(band_peripheral_readiness(true, MISSING, 3), 1.2, "density missing");
  is(band_peripheral_readiness(true, 0.9, MISSING), 1.2, "candidates missing");
  is(band_peripheral_readiness(true, MISSING, MISSING), 1.0, "both missing");
}

static void test_contrast_opportunity(void) {
  is(band_contrast_opportunity(true, 1, above(0.6)), 1.5, "opposite in a dense cluster");
  is(band_contrast_opportunity(true, 1, 0.6), 1.2, "a density of .6 is not above it");
  is(band_contrast_opportunity(true, 0, 1), 1.0, "no opposite");
  is(band_contrast_opportunity(true, MISSING, 1), 1.0, "opposite unknown");
  is(band_contrast_opportunity(true, 1, MISSING), 1.2, "density missing");
  is(band_contrast_opportunity(false, 1, 1), 1.0, "no other strategy");
}

/* The last two arguments are density and degree.  The saturation is min(1, density *
** degree / 3). */
static void test_cluster_saturation(void) {
  is(band_cluster_saturation(true, 0.7001, 3), 1.5, "above .7");
  is(band_cluster_saturation(true, 0.7, 3), 1.2, ".7 as .7 * 3 / 3");
  const double rounded = 0.7 + 1e-12; /* rounded * 3 / 3 == rounded, in doubles, too */
  is(band_cluster_saturation(true, rounded, 3), 1.2, ".7 and what may be rounding");
  is(band_cluster_saturation(true, 0.7 + 1.2e-12, 3), 1.5, ".7 and more than that");
  is(band_cluster_saturation(true, 0.6, 3.5), 1.2, ".7 as .6 * 3.5 / 3");
  is(band_cluster_saturation(true, 0.4001, 3), 1.2, "above .4");
  is(band_cluster_saturation(true, 0.4, 3), 1.0, ".4 as .4 * 3 / 3");
  is(band_cluster_saturation(true, 0.8, 1.5), 1.0, ".4 as .8 * 1.5 / 3");
  is(band_cluster_saturation(true, 1, 50), 1.5, "capped at 1");
  is(band_cluster_saturation(true, 0, 9), 1.0, "nothing");
  is(band_cluster_saturation(true, MISSING, 9), 1.0, "density missing");
  is(band_cluster_saturation(true, 1, MISSING), 1.0, "degree missing");
  is(band_cluster_saturation(false, 1, 9), 1.0, "no other strategy");
}

static void test_ambiguity(void) {
  is(band_ambiguity(0), 0.9, "crystal clear");
  is(band_ambiguity(below(0.2)), 0.9, "just below .2");
  is(band_ambiguity(0.2), 1.2, ".2");
  is(band_ambiguity(below(0.5)), 1.2, "just below .5");
  is(band_ambiguity(0.5), 1.5, ".5");
  is(band_ambiguity(1), 1.5, "very ambiguous");
  is(band_ambiguity(MISSING), 1.0, "missing");
}

static void test_coverage_gap(void) {
  is(band_coverage_gap(0, 0), 0.85, "no gap");
  is(band_coverage_gap(0, 1), 1.0, "no gap for a coverage strategy");
  is(band_coverage_gap(0, MISSING), 0.85, "no gap, and nobody knows for what");
  is(band_coverage_gap(1, 0), 1.15, "one gap");
  is(band_coverage_gap(1, 1), 1.15, "one gap for a coverage strategy");
  tap_is_real(band_coverage_gap(5, 0), 1.75, 1e-15, "five gaps");
  is(band_coverage_gap(6, 0), 1.8, "six gaps, capped");
  is(band_coverage_gap(1e300, 0), 1.8, "any number of gaps");
  is(band_coverage_gap(MISSING, 1), 1.0, "missing");
}

static void test_depth_breadth_balance(void) {
  is(band_depth_breadth_balance(TYPE_BREADTH, below(0.4), 0), 1.5, "breadth, needed");
  is(band_depth_breadth_balance(TYPE_DEPTH, below(0.4), 0), 0.7, "depth, unneeded");
  is(band_depth_breadth_balance(TYPE_OTHER, below(0.4), 0), 0.9, "another, unneeded");
  is(band_depth_breadth_balance(TYPE_DEPTH, 0.4, below(0.5)), 1.5, "depth, needed");
  is(band_depth_breadth_balance(TYPE_BREADTH, 0.4, below(0.5)), 0.7, "breadth, unneeded");
  is(band_depth_breadth_balance(TYPE_OTHER, 0.4, below(0.5)), 0.9, "another");
  is(band_depth_breadth_balance(TYPE_DEPTH, 0.4, 0.5), 1.1, "no need of depth");
  is(band_depth_breadth_balance(TYPE_BREADTH, 0.4, 0.5), 1.1, "no need of breadth");
  is(band_depth_breadth_balance(TYPE_OTHER, 1, 1), 1.1, "no need of anything");
  is(band_depth_breadth_balance(TYPE_DEPTH, MISSING, 0.2), 1.5, "breadth missing");
  is(band_depth_breadth_balance(TYPE_BREADTH, MISSING, MISSING), 1.0, "both missing");
}

static void test_engagement(void) {
  is(band_engagement(TYPE_DEPTH, 3, 90), 0.8, "three low replies, depth");
  is(band_engagement(TYPE_BREADTH, 3, 90), 1.2, "three low replies, breadth");
  is(band_engagement(TYPE_OTHER, 5, 10), 1.2, "five low replies, another");
  is(band_engagement(TYPE_DEPTH, 2, above(70)), 1.1, "high momentum, depth");
  is(band_engagement(TYPE_BREADTH, 2, above(70)), 1.0, "high momentum, breadth");
  is(band_engagement(TYPE_DEPTH, 2, 70), 1.0, "a momentum of 70 is not above it");
  is(band_engagement(TYPE_DEPTH, MISSING, MISSING), 1.0, "both missing");
}

static void test_repetition(void) {
  is(band_strategy_diversity(0), 1.0, "never used");
  is(band_strategy_diversity(1), 1.0, "used once");
  is(band_strategy_diversity(2), 0.8, "used twice");
  is(band_strategy_diversity(3), 0.6, "used three times");
  is(band_strategy_diversity(5), 0.6, "always used");
  is(band_strategy_diversity(MISSING), 1.0, "uses missing");
  is(band_novelty(0), 1.2, "never mentioned");
  is(band_novelty(1), 1.2, "mentioned once");
  is(band_novelty(2), 1.0, "mentioned twice");
  is(band_novelty(3), 1.0, "mentioned three times");
  is(band_novelty(4), 0.7, "mentioned four times");
  is(band_novelty(MISSING), 1.0, "mentions missing");
}

int main(void) {
  test_peripheral_readiness();
  test_contrast_opportunity();
  test_cluster_saturation();
  test_ambiguity();
  test_coverage_gap();
  test_depth_breadth_balance();
  test_engagement();
  test_repetition();
  return tap_done();
}
