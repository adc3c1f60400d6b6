/*
** What every row of a call states anew and a frame must agree on: the patience of
** stop_action, the samples of round_acceptability.
**
** SQLite may add the rows of the next frame before it takes those of the last one away,
** so whether rows agree is asked when an answer is, not when they enter.  Rows that state
** the same one after another are a run.  Where all of them agree there is one run, which
** needs no memory of its own, and each row and each answer cost O(1); where they do not,
** an answer costs O(runs), and is an error.
**
** A zeroed struct is empty: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_BIND_STATED_H
#define ASSAY_BIND_STATED_H

#include <stdint.h>

#include "deque.h"

/* Room for the parameters of one row: at most this many words of 8 bytes. */
#define STATED_WORDS 6

struct stated_run {
  size_t rows;
  uint64_t parameters[STATED_WORDS];
};

struct stated {
  struct deque runs;      /* of struct stated_run, in the order of the rows */
  struct stated_run room; /* their first memory */
};

/* What the parameters are; the same for every call on one struct. */
struct stated_kind {
  size_t size;
  int (*compare)(const void *a, const void *b); /* a total order, as for qsort() */
};

/* A row enters.  False when out of memory; nothing has changed then. */
bool stated_enter(struct stated *stated, const struct stated_kind *kind,
                  const void *parameters);

/* The oldest row leaves.  There is one. */
void stated_leave(struct stated *stated);

/* True if all rows state the same; there is at least one.  `least` and `greatest` are the
** ends of what they state, the same ones in any order of the rows; borrowed until a row
** enters or leaves. */
bool stated_agree(const struct stated *stated, const struct stated_kind *kind,
                  const void **least, const void **greatest);

void stated_clear(struct stated *stated);

#endif
