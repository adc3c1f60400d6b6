/* Bounds of a rate: see binomial.h. */
#include "core/outcomes/binomial.h"

#include <math.h>
#include <stdbool.h>

#include "base/missing.h"
#include "base/portable_math.h"

/* Returns f(n) = log(n! / s), where s = sqrt(2 pi n) (n / e)^n is Stirling's formula.
** For n >= 16, Stirling's series gives f(n).  For a smaller n, the loop adds the steps
** f(n) - f(n + 1), ..., f(15) - f(16). */
static double binomial_stirling(double n) {
  double less = 0;
  for (; n < 16; n++) /* adds f(n) - f(n + 1) */
    less += (n + 0.5) * portable_log((n + 1) / n) - 1;
  double square = n * n;
  return less +
         (1 / 12.0 - (1 / 360.0 - (1 / 1260.0 - 1 / 1680.0 / square) / square) / square) /
             n;
}

/* Returns x log(x / mean) + mean - x, without losing digits if x is near the mean.
** Source: Loader, "Fast and accurate computation of binomial probabilities" (2000). */
static double binomial_deviance(double x, double mean) {
  double ratio = (x - mean) / (x + mean);
  if (fabs(ratio) >= 0.1) return x * portable_log(x / mean) + mean - x;
  double total = (x - mean) * ratio, term = 2 * x * ratio, before = INFINITY;
  for (int k = 3; total != before; k += 2) {
    term *= ratio * ratio;
    before = total;
    total += term / k;
  }
  return total;
}

/* A beta distribution with whole parameters a, b >= 1. */
struct beta {
  double a;
  double b;
  double factor; /* the factor of the density that does not depend on t */
  double step;   /* a standard deviation */
};

static struct beta binomial_beta(double a, double b) {
  double n = a + b - 2, x = a - 1, y = b - 1;
  struct beta beta = {a, b, n + 1, sqrt(a * b / (a + b + 1)) / (a + b)};
  if (x > 0 && y > 0) {
    double stirling = binomial_stirling(n) - binomial_stirling(x) - binomial_stirling(y);
    beta.factor *= sqrt(n / x / y / 6.283185307179586) * portable_exp(stirling);
  }
  return beta;
}

/* Returns the density at t: n + 1 times the probability of x = a - 1 successes in
** n = a + b - 2 trials at the success rate t. */
static double binomial_density(const struct beta *beta, double t) {
  double x = beta->a - 1, y = beta->b - 1, n = x + y;
  if (t <= 0) return x > 0 ? 0 : beta->factor; /* unreachable: t <= 0 with x > 0 */
  if (t >= 1) return y > 0 ? 0 : beta->factor;
  double seen = x > 0 ? binomial_deviance(x, n * t) : n * t;
  double others = y > 0 ? binomial_deviance(y, n * (1 - t)) : n * (1 - t);
  return beta->factor * portable_exp(-seen - others);
}

/* Returns the integral over a panel (a short interval) by Gauss and Legendre's rule of
** eight points. */
static double binomial_panel(const struct beta *beta, double from, double width) {
  static const double at[] = {0.1834346424956498, 0.525532409916329, 0.7966664774136267,
                              0.9602898564975363};
  static const double weight[] = {0.362683783378362, 0.3137066458778873,
                                  0.2223810344533745, 0.1012285362903763};
  double middle = from + width / 2, total = 0;
  for (int i = 0; i < 4; i++) {
    double apart = at[i] * width / 2;
    total += weight[i] * (binomial_density(beta, middle - apart) +
                          binomial_density(beta, middle + apart));
  }
  return total * fabs(width) / 2;
}

/* Returns the width of the panel that begins at t.  If the density kept its relative
** slope at t, it would change by a factor of at most e^3 in the panel. */
static double binomial_width(const struct beta *beta, double t) {
  double slope = (beta->a - 1) / t - (beta->b - 1) / (1 - t);
  return lesser_of(beta->step, 3 / fabs(slope));
}

/* Returns the probability above t, or below t if `above` is false.  Integrals over panels
** are added until they no longer change the sum. */
static double binomial_tail(const struct beta *beta, double t, bool above) {
  double total = 0, panel = INFINITY;
  double end = above ? 1 : 0;
  while (t != end && panel > 0x1p-52 * total) {
    double width = lesser_of(binomial_width(beta, t), fabs(end - t));
    double next = above ? t + width : t - width;
    if (next == t) break;
    panel = binomial_panel(beta, t, next - t);
    total += panel;
    t = next;
  }
  return total;
}

/* The greatest log(tail / wanted) that a step of Newton's method uses.  A longer step can
** end where the tail is too small for a double. */
#define LONGEST_STEP 16.0

/* Solves log(tail) = log(wanted) by Newton's method.  The logarithm of a tail is concave
** in t; that of the lower tail is also concave in log(t).  So once the tail is below
** `wanted`, each step brings it nearer to `wanted`, but never above. */
static double binomial_quantile(const struct beta *beta, double wanted, bool above) {
  double t = beta->a / (beta->a + beta->b);
  for (int i = 0; i < 200; i++) {
    double tail = binomial_tail(beta, t, above), density = binomial_density(beta, t);
    if (tail <= 0 || density <= 0) return t; /* unreachable: tail and density > 0 */
    double apart = lesser_of(portable_log(tail / wanted), LONGEST_STEP) * tail / density;
    double next = t + apart;
    if (!above) {
      double power = -apart / t;
      next = power > 0 ? t / portable_exp(-power) : t * portable_exp(power);
    } else if (next >= 1) {
      next = t + (1 - t) / 2;
    }
    if (!(fabs(next - t) > 0x1p-48 * t)) return next;
    t = next;
  }
  return t;
}

/* Returns the quantile t: a random number of the beta distribution (a, b) is below t with
** the probability `below`, and above t with the probability `above` = 1 - `below`.
** Newton's method uses the lesser probability, which has more correct digits. */
static double binomial_beta_quantile(double a, double b, double below, double above) {
  if (below <= 0) return 0;
  if (above <= 0) return 1;
  struct beta beta = binomial_beta(a, b);
  return binomial_quantile(&beta, lesser_of(below, above), above < below);
}

double binomial_upper(double k, double n, double confidence) {
  if (k >= n) return 1;
  return binomial_beta_quantile(k + 1, n - k, confidence, 1 - confidence);
}

double binomial_lower(double k, double n, double confidence) {
  if (k <= 0) return 0;
  return binomial_beta_quantile(k, n - k + 1, 1 - confidence, confidence);
}
