/* Means and their error bars: see statistics.h. */
#include "core/outcomes/statistics.h"

#include <float.h>

#include "base/portable_math.h"
#include "base/sum.h"

int statistics_compare(const void *left, const void *right) {
  const struct observation *a = left, *b = right;
  int order = value_compare(&a->cluster, &b->cluster);
  return order != 0 ? order : (a->score > b->score) - (a->score < b->score);
}

/* Returns the power of two at or below the greatest magnitude, or 1/2 if all scores are
** 0.  Scores are divided by this unit, exactly.  Then their squares neither overflow nor
** vanish. */
static double statistics_unit_of(const struct observation *observations, size_t n) {
  double greatest = 0;
  for (size_t i = 0; i < n; i++)
    greatest = greater_of(greatest, fabs(observations[i].score));
  int exponent;
  frexp(greatest, &exponent);
  return ldexp(1.0, exponent - 1);
}

/* Returns the mean of the scores.  If rounding moved the mean out of their range, returns
** the least or the greatest score. */
static double statistics_mean_of(const struct observation *observations, size_t n,
                                 double unit) {
  struct sum sum = {0, 0};
  double least = observations[0].score;
  double greatest = least;
  for (size_t i = 0; i < n; i++) {
    double score = observations[i].score;
    sum_add(&sum, score / unit);
    least = lesser_of(least, score);
    greatest = greater_of(greatest, score);
  }
  return lesser_of(greater_of(sum_share(&sum, (double)n) * unit, least), greatest);
}

/* A sum or se this small, relative to its terms or the unit, is only a rounding error. */
#define ROUNDING 0x1p-40

size_t statistics_cluster_end(const struct observation *observations, size_t n,
                              size_t first) {
  size_t end = first + 1;
  while (end < n &&
         value_compare(&observations[first].cluster, &observations[end].cluster) == 0)
    end++;
  return end;
}

int statistics_mean_sign(const struct observation *observations, size_t n) {
  double unit = statistics_unit_of(observations, n);
  struct sum sum = {0, 0}, magnitudes = {0, 0};
  for (size_t i = 0; i < n; i++) {
    double score = observations[i].score / unit;
    sum_add(&sum, score);
    sum_add(&magnitudes, fabs(score));
  }
  double total = sum_total(&sum);
  if (fabs(total) <= ROUNDING * sum_total(&magnitudes)) return 0;
  return total > 0 ? 1 : -1;
}

/* Sets the number of clusters and the standard error.  Independent judgements are
** clusters of one judgement. */
static void statistics_spread_of(const struct observation *observations, bool clustered,
                                 double unit, struct error_bars *bars) {
  size_t n = bars->n;
  struct sum squares = {0, 0}; /* sum of D^2 */
  bars->clusters = 0;
  for (size_t first = 0, end; first < n; first = end) {
    struct sum cluster = {0, 0}; /* D, the sum of d (statistics.h) */
    end = clustered ? statistics_cluster_end(observations, n, first) : first + 1;
    for (size_t i = first; i < end; i++)
      sum_add(&cluster, observations[i].score / unit - bars->mean / unit);
    double total = sum_total(&cluster);
    sum_add(&squares, total * total);
    bars->clusters++;
  }
  if (bars->clusters < 2) return;
  double clusters = (double)bars->clusters;
  double se = sqrt(sum_total(&squares) * clusters / (clusters - 1)) / (double)n;
  bars->se = se > ROUNDING ? lesser_of(se * unit, DBL_MAX) : 0;
}

static double statistics_normal_density(double z) {
  return portable_exp(-z * z / 2) * 0.3989422804014327;
}

/* Returns the share of standard normal numbers in 0..z, for z >= 0: the density at z
** times (z + z^3 / 3 + z^5 / (3 * 5) + ...) (Abramowitz and Stegun 26.2.11). */
static double statistics_normal_share(double z, double density) {
  double total = z, term = z;
  for (int k = 3; term > 1e-17 * total; k += 2) {
    term *= z * z / k;
    total += term;
  }
  return density * total;
}

/* Finds z by Newton's method, from 0.  The share of numbers in 0..z is concave in z, so
** each step comes nearer to the answer from the same side. */
double statistics_normal_quantile(double p) {
  if (p < 0.5) return -statistics_normal_quantile(1 - p);
  if (p >= 1) return INFINITY;
  double z = 0;
  for (int i = 0; i < 100; i++) { /* unreachable: i = 100; about 60 suffice for any p */
    double density = statistics_normal_density(z);
    double change = (p - 0.5 - statistics_normal_share(z, density)) / density;
    z += change;
    if (change <= 1e-15 * z) break;
  }
  return z;
}

/* The share of Student's t within -t..t, and the derivative of this share by t. */
struct share {
  double within;
  double slope;
};

/* Let tan(theta) = t / sqrt(v).  For whole degrees of freedom v the share is a finite sum
** of positive terms (Abramowitz and Stegun 26.7.3 and 26.7.4).  Each next term is the
** term before it times (k + 1) / (k + 2) * cos^2(theta), where k rises in steps of two.
** The first term that is not in the sum, times sqrt(v) cos(theta), is the derivative of
** the share. */
static struct share statistics_t_share(double t, size_t degrees) {
  static const double pi = 3.14159265358979323846;
  double v = (double)degrees;
  double cosine2 = v / (v + t * t);
  double cosine = sqrt(cosine2);
  double sine = t / sqrt(v + t * t);
  bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1.0;
  double total = 0;
  for (size_t k = odd ? 1 : 0; k + 2 <= degrees; k += 2) {
    total += term;
    term *= (double)(k + 1) / (double)(k + 2) * cosine2;
  }
  double slope = sqrt(v) * term * cosine;
  if (!odd) return (struct share){sine * total, slope};
  double theta = portable_atan(t / sqrt(v));
  return (struct share){(theta + sine * total) * 2 / pi, slope * 2 / pi};
}

/* Above this many degrees of freedom, statistics_t_expansion() is exact to the last
** digits.  It is faster than statistics_t_share(), which sums a term for every two
** degrees. */
#define T_EXPANSION_DEGREES 1000

/* Returns Fisher and Cornish's expansion of the quantile in 1 / v (Abramowitz and Stegun
** 26.7.5).  The first omitted term is below 1e-15 with more than T_EXPANSION_DEGREES
** degrees. */
static double statistics_t_expansion(double v) {
  const double z = NORMAL_QUANTILE;
  const double z2 = z * z;
  double g1 = z * (z2 + 1) / 4;
  double g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
  double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  double g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
  return z + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v;
}

/* Finds t by Newton's method, from the normal quantile, which is below t.  The share is
** concave in t > 0.  So each step comes nearer to the answer from the same side: 8 steps
** for one degree of freedom, fewer for more degrees.  If rounding keeps changing the last
** bit of t, the limit on the steps ends the loop. */
double statistics_t_quantile(size_t degrees) {
  if (degrees > T_EXPANSION_DEGREES) return statistics_t_expansion((double)degrees);
  double t = NORMAL_QUANTILE;
  for (int i = 0; i < 30; i++) {
    struct share share = statistics_t_share(t, degrees);
    double change = (0.95 - share.within) / share.slope;
    t += change;
    if (fabs(change) <= 1e-15 * t) break;
  }
  return t;
}

struct error_bars statistics_error_bars(const struct observation *observations, size_t n,
                                        bool clustered, double least, double greatest) {
  double unit = statistics_unit_of(observations, n);
  struct error_bars bars = {
      .n = n, .se = MISSING, .quantile = MISSING, .low = MISSING, .high = MISSING};
  bars.mean = statistics_mean_of(observations, n, unit);
  statistics_spread_of(observations, clustered, unit, &bars);
  if (is_missing(bars.se)) return bars;
  double mean = bars.mean / unit; /* divided by `unit`, because `half` could overflow */
  bars.quantile = statistics_t_quantile(bars.clusters - 1);
  double half = bars.quantile * (bars.se / unit);
  bars.low = greater_of(greater_of((mean - half) * unit, least), -DBL_MAX);
  bars.high = lesser_of(lesser_of((mean + half) * unit, greatest), DBL_MAX);
  return bars;
}
