/* Which of several rounds to keep: see rounds.h. */
#include "rounds.h"

int rounds_compare(const struct contender *a, const struct contender *b) {
  if (a->gate_passed != b->gate_passed) return a->gate_passed ? 1 : -1;
  if (a->ci != b->ci) return a->ci > b->ci ? 1 : -1;
  int order = value_compare(&b->round, &a->round);
  if (order == 0) order = value_compare_stored(&b->result, &a->result);
  return order != 0 ? order : value_compare_stored(&b->round, &a->round);
}
