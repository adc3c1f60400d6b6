/*
** A best queue: the best of a sliding set of rows in O(1) a row.
**
** Each row that enters drives out the ones before it that it beats: they leave the frame
** before it does, so they can never win again.  What is left stands in descending order
** with the winner first (a monotonic queue).  A row is added and driven out at most once,
** so a sliding frame costs amortised O(1) a row, and a group's memory is the number of
** rows that no later row beats: one where rounds improve.
**
** A zeroed struct is an empty frame: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_FUNCTIONS_BEST_QUEUE_H
#define ASSAY_FUNCTIONS_BEST_QUEUE_H

#include "core/research/rounds.h"
#include "bind/agreement.h"

struct best_queue_entry {
  struct contender contender; /* owns its values' bytes */
  int64_t row;                /* its number in the order of entry */
};

/* Of a few rounds that come in any order, seldom more than this many are waiting: a
** group of that size costs one allocation, its context. */
#define BEST_QUEUE_ROOM 4

struct best_queue {
  struct deque entries; /* of struct best_queue_entry */
  int64_t entered;      /* rows so far */
  int64_t left;
  struct best_queue_entry room[BEST_QUEUE_ROOM]; /* the queue's first memory */
};

/* A row enters; its texts and blobs are copied.  False when out of memory: the frame then
** lacks the row and what it beats, which does not matter to a query that ends there. */
bool best_queue_enter(struct best_queue *queue, const struct contender *contender);

/* The winner of those that are in the frame, of which there is one at least; borrowed
** until the frame changes. */
static inline const struct contender *best_queue_best(const struct best_queue *queue) {
  const struct best_queue_entry *first = deque_at(&queue->entries, 0, sizeof *first);
  return &first->contender;
}

/* The group of an aggregate over a best queue, and its callbacks for the oldest row, the
** winner or one that was driven out, and for the end (aggregate.h). */
struct best_queue_group {
  struct agreement agreement;
  struct best_queue queue;
};

void best_queue_group_leave(sqlite3_context *context, void *group, sqlite3_value **argv);
void best_queue_group_clear(void *group);

#endif
