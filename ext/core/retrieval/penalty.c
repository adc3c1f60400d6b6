/* Graduated path penalty: see penalty.h. */
#include "core/retrieval/penalty.h"

int penalty_deltas_fault(const double delta[PENALTY_TIERS]) {
  for (int i = 0; i < PENALTY_TIERS; i++) {
    double ceiling = i + 1 < PENALTY_TIERS ? delta[i + 1] : 0.0;
    bool placed = delta[i] <= ceiling || (is_missing(ceiling) && delta[i] <= 0);
    if (!isfinite(delta[i]) || !placed) return i;
  }
  return -1;
}
