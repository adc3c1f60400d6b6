/*
** Which of several rounds is best (ADR-009 4.3).
**
** A round that passes beats a round that fails, a higher confidence index beats a lower
** index, and the earlier round wins a tie.  Indices are compared as in index.h.  If gate,
** index and round number are equal, the round with the lesser `result` wins.  So rounds
** compare as equal only if callers cannot tell them apart.  The best round does not
** depend on the order of rows.
*/
#ifndef ASSAY_CORE_RESEARCH_ROUNDS_H
#define ASSAY_CORE_RESEARCH_ROUNDS_H

#include <stdbool.h>

#include "core/index.h"
#include "base/value.h"

/* One round that competes.  Texts and blobs are in memory of the caller. */
struct contender {
  double ci; /* 0..1 */
  bool gate_passed;
  struct value round;
  struct value result; /* returned if this round wins; NULL means `round` */
};

/* Like rounds_compare(), for two rounds whose gate and index are equal. */
int rounds_compare_tied(const struct contender *a, const struct contender *b);

/* Returns > 0 if a is better, < 0 if b is better, 0 if they differ only in indices that
** index.h treats as equal. */
static inline int rounds_compare(const struct contender *a, const struct contender *b) {
  int gate = a->gate_passed - b->gate_passed;
  int index = index_compare(a->ci, b->ci);
  int order = 2 * gate + index; /* no branch, which no processor could predict */
  return order != 0 ? order : rounds_compare_tied(a, b);
}

#endif
