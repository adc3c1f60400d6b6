/*
** The contenders of a frame: the best of a sliding set of rows in O(1) a row.
**
** Each row that enters drives out the ones before it that it beats: they leave the frame
** before it does, so they can never win again.  What is left stands in descending order
** with the winner first (a monotonic queue).  A row is added and driven out at most once,
** so a sliding frame costs amortised O(1) a row, and a group's memory is the number of
** rows that no later row beats: one where rounds improve.
**
** A zeroed struct is an empty frame: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_BIND_CONTENDERS_H
#define ASSAY_BIND_CONTENDERS_H

#include "../core/rounds.h"
#include "connection.h"
#include "deque.h"

struct contenders_entry {
  struct contender contender; /* owns its values' bytes */
  int64_t row;                /* its number in the order of entry */
};

/* Of a few rounds that come in any order, seldom more than this many are waiting: a
** group of that size costs one allocation, its context. */
#define CONTENDERS_ROOM 4

struct contenders {
  struct deque queue; /* of struct contenders_entry */
  int64_t entered;    /* rows so far, skipped ones included */
  int64_t left;
  struct contenders_entry room[CONTENDERS_ROOM]; /* the queue's first memory */
};

/* A row enters; its texts and blobs are copied.  False when out of memory: the frame then
** lacks the row and what it beats, which does not matter to a query that ends there. */
bool contenders_enter(struct contenders *contenders, const struct contender *contender);

/* A row enters that can't win. */
static inline void contenders_skip(struct contenders *contenders) {
  contenders->entered++;
}

/* The oldest row leaves. */
void contenders_leave(struct contenders *contenders);

/* The winner, or NULL where the frame holds no row that can win; borrowed until the frame
** changes. */
const struct contender *contenders_best(const struct contenders *contenders);

void contenders_clear(struct contenders *contenders);

/* What aggregates over contenders share: the winner of the call's group, or NULL; the
** callback for a row that leaves; the end of the group, whose memory is freed. */
const struct contender *contenders_winner(sqlite3_context *context);
void contenders_inverse(sqlite3_context *context, int argc, sqlite3_value **argv);
void contenders_end(sqlite3_context *context);

#endif
