/* Attempts that pass or fail: see passes.h. */
#include "core/own/passes.h"

#include <math.h>

#include "base/missing.h"
#include "base/wide.h"

/* z, and its square: half of a 95 % interval, in standard errors. */
#define NORMAL_QUANTILE 1.959963984540054
#define QUANTILE_SQUARE 3.841458820694124

/* The ends are the roots of (n + z^2) p^2 - (2c + z^2) p + c^2 / n.  The lower one is
** had from their product, so that nothing cancels. */
struct rate_interval passes_wilson(uint64_t n, uint64_t passed) {
  double all = (double)n, c = (double)passed, failed = (double)(n - passed);
  double root = sqrt(c * failed / all + QUANTILE_SQUARE / 4);
  double upper = c + QUANTILE_SQUARE / 2 + NORMAL_QUANTILE * root;
  double high = upper / (all + QUANTILE_SQUARE);
  return (struct rate_interval){c / all * c / upper, passed == n ? 1 : high};
}

/* Below this a share is 0, or 1 less the share is 1, whatever follows. */
#define LEAST_SHARE 1e-305
#define LEAST_OF_ONE 0x1p-60

/* C(marked, k) / C(n, k), k <= n: how often k of n attempts are all among `marked` ones.
** That is the product of (marked - i) / (n - i) for i < k; and with k and the number of
** the others exchanged it is the same, so the shorter one is taken.  Each factor is at
** most 1, and one is 0 where k > marked: below `least` the answer is of no further
** interest, and 0. */
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
