/*
** Which of several rounds to keep: the greatest (gate_passed, ci, -round), ADR-009 4.3.
**
** Passing beats failing, a higher confidence index beats a lower one, the earlier round
** wins a tie.  Indices compare as index.h says (R9).  Of rounds with the same key the
** lesser result comes first, so the order is total over what a caller sees.  The winner
** does not depend on the order in which rows arrive, and the best of shards is the best
** of their bests.
*/
#ifndef ASSAY_CORE_RESEARCH_ROUNDS_H
#define ASSAY_CORE_RESEARCH_ROUNDS_H

#include <stdbool.h>

#include "core/index.h"
#include "base/value.h"

/* One candidate.  The values' bytes belong to whoever filled them in. */
struct contender {
  double ci; /* 0..1 */
  bool gate_passed;
  struct value round;
  struct value result; /* what the caller gets; NULL if that is the round itself */
};

/* The same as rounds_compare() where gate and index are equal. */
int rounds_compare_tied(const struct contender *a, const struct contender *b);

/* > 0 if a is to be kept, < 0 if b is, 0 if they differ in nothing but indices within one
** step. */
static inline int rounds_compare(const struct contender *a, const struct contender *b) {
  int gate = a->gate_passed - b->gate_passed;
  int index = index_compare(a->ci, b->ci);
  int order = 2 * gate + index; /* which of them decides can't be predicted */
  return order != 0 ? order : rounds_compare_tied(a, b);
}

#endif
