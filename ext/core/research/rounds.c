/* Which of several rounds is best: see rounds.h. */
#include "core/research/rounds.h"

int rounds_compare_tied(const struct contender *a, const struct contender *b) {
  int order = value_compare(&b->round, &a->round);
  if (order == 0) order = value_compare_stored(&b->result, &a->result);
  return order != 0 ? order : value_compare_stored(&b->round, &a->round);
}
