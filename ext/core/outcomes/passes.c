/* Attempts that pass or fail: see passes.h. */
#include "core/outcomes/passes.h"

#include "base/wide.h"

/* The square of NORMAL_QUANTILE, rounded once. */
#define NORMAL_SQUARE 3.841458820694124

/* Returns the interval of the rate passed / n: z standard errors to either side.  `n`,
** `passed` and `failed` need not be whole; `square` is z^2.
**
** The ends are the roots p of (n + z^2) p^2 - (2c + z^2) p + c^2 / n, where c is
** `passed`.  The lower root is computed from the product of the roots, because the usual
** formula subtracts, and would lose digits. */
static struct rate_interval passes_interval(double n, double passed, double failed,
                                            double z, double square) {
  double root = sqrt(passed * failed / n + square / 4);
  double upper = passed + square / 2 + z * root;
  double high = upper / (n + square);
  return (struct rate_interval){passed / n * passed / upper, failed > 0 ? high : 1};
}

struct rate_interval passes_wilson(uint64_t n, uint64_t passed) {
  return passes_interval((double)n, (double)passed, (double)(n - passed), NORMAL_QUANTILE,
                         NORMAL_SQUARE);
}

struct rate_interval passes_wilson_effective(double n, double rate, double quantile) {
  struct rate_interval ends =
      passes_interval(n, n * rate, n * (1 - rate), quantile, quantile * quantile);
  return (struct rate_interval){lesser_of(ends.low, rate), greater_of(ends.high, rate)};
}

static double passes_effective(uint64_t n, uint64_t passed,
                               const struct error_bars *bars) {
  if (passed == 0 || passed == n) return (double)bars->clusters;
  double rate = (double)passed / (double)n;
  double failing = (double)(n - passed) / (double)n;
  double effective = rate * failing / (bars->se * bars->se); /* infinite if se is 0 */
  return lesser_of(effective, (double)n);
}

struct rate_interval passes_wilson_clustered(uint64_t n, uint64_t passed,
                                             const struct error_bars *bars) {
  if (bars->clusters < 2) return (struct rate_interval){MISSING, MISSING};
  double effective = passes_effective(n, passed, bars);
  double share = effective / (double)n, t = bars->quantile;
  return passes_interval(effective, (double)passed * share, (double)(n - passed) * share,
                         t, t * t);
}

/* passes_hat_k() returns 0 for a share below LEAST_SHARE.  passes_at_k() ignores a share
** below LEAST_OF_ONE, because 1 - share rounds to 1. */
#define LEAST_SHARE 1e-305
#define LEAST_OF_ONE 0x1p-60

/* Let `marked` of n attempts be marked.  Returns C(marked, k) / C(n, k), k <= n: the
** share of choices of k attempts in which all are marked.  The share is the product of
** (marked - i) / (n - i) for i < k.  The product stays the same if k and n - marked
** change places, so the lesser of the two is the number of factors.  Each factor is at
** most 1, and one factor is 0 if k > marked.  A share below `least` becomes 0. */
static struct wide passes_share(uint64_t n, uint64_t marked, uint64_t k, double least) {
  struct wide share = {1, 0};
  uint64_t others = n - marked;
  uint64_t steps = k < others ? k : others, taken = k < others ? others : k;
  for (uint64_t i = 0; i < steps; i++) {
    share = wide_over(wide_times(share, (double)(n - taken - i)), (double)(n - i));
    if (share.high < least) return wide_of(0);
  }
  return share;
}

double passes_at_k(uint64_t n, uint64_t passed, double k) {
  if (!(k <= (double)n)) return MISSING;
  struct wide none = passes_share(n, n - passed, (uint64_t)k, LEAST_OF_ONE);
  return wide_plus(wide_of(1), wide_negated(none)).high;
}

double passes_hat_k(uint64_t n, uint64_t passed, double k) {
  if (!(k <= (double)n)) return MISSING;
  return passes_share(n, passed, (uint64_t)k, LEAST_SHARE).high;
}
