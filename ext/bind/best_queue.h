/*
** A best queue: the best of a sliding set of rows in O(1) a row.
**
** A row that enters removes the earlier rows that it beats: they leave the frame before
** it does, so they can never win again.  The remaining rows are in descending order with
** the winner first (a monotonic queue).  A row is added and removed at most once, so a
** sliding frame costs amortised O(1) a row.  A group's memory is the number of rows that
** no later row beats: one row if they improve.
**
** What a row is and which one is better is its module's affair, which says so in a kind.
** A zeroed struct is an empty frame: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_BIND_BEST_QUEUE_H
#define ASSAY_BIND_BEST_QUEUE_H

#include <stdint.h>

#include "bind/deque.h"

/* How the struct of a row begins. */
struct best_queue_entry {
  int64_t row; /* its number in the order of entry: the queue's own */
};

/* The rows of a queue. */
struct best_queue_kind {
  size_t size; /* of a row's struct */
  /* > 0 if a is to be kept rather than b.  Of two that are the same the later one is. */
  int (*compare)(const void *a, const void *b);
  /* Replaces bytes that a row borrows by copies.  False when out of memory; there is
  ** nothing to be freed then. */
  bool (*own)(void *row);
  /* Frees the copies. */
  void (*free)(void *row);
};

/* Of a few rows that come in any order, seldom more than this many are waiting: a group
** that has room for them costs one allocation, its context. */
#define BEST_QUEUE_ROOM 4

struct best_queue {
  struct deque entries;
  int64_t entered; /* rows so far */
  int64_t left;
};

/* Lets a queue that has no memory yet begin with room for BEST_QUEUE_ROOM rows. */
static inline void best_queue_lend(struct best_queue *queue, void *room) {
  if (queue->entries.capacity == 0) deque_lend(&queue->entries, room, BEST_QUEUE_ROOM);
}

static inline void *best_queue_at(const struct best_queue *queue,
                                  const struct best_queue_kind *kind, size_t index) {
  return deque_at(&queue->entries, index, kind->size);
}

static inline void best_queue_drop_beaten(struct best_queue *queue,
                                          const struct best_queue_kind *kind,
                                          const void *by) {
  while (queue->entries.count > 0) {
    void *last = best_queue_at(queue, kind, queue->entries.count - 1);
    if (kind->compare(by, last) < 0) break;
    kind->free(last);
    deque_drop_last(&queue->entries);
  }
}

/* A copy of a row enters, which then owns its bytes.  False when out of memory: the frame
** then lacks the row and those that it beats, which does not matter to a query that ends
** there. */
static inline bool best_queue_enter(struct best_queue *queue,
                                    const struct best_queue_kind *kind, const void *row) {
  best_queue_drop_beaten(queue, kind, row);
  struct best_queue_entry *entry = deque_extend(&queue->entries, kind->size);
  if (entry == NULL) return false;
  memcpy(entry, row, kind->size);
  entry->row = queue->entered;
  if (!kind->own(entry)) {
    deque_drop_last(&queue->entries);
    return false;
  }
  queue->entered++;
  return true;
}

/* The oldest row leaves: the winner, or one that was driven out. */
void best_queue_leave(struct best_queue *queue, const struct best_queue_kind *kind);

/* The winner of the rows in the frame, which has at least one; borrowed until the frame
** changes. */
static inline const void *best_queue_best(const struct best_queue *queue,
                                          const struct best_queue_kind *kind) {
  return deque_at(&queue->entries, 0, kind->size);
}

void best_queue_clear(struct best_queue *queue, const struct best_queue_kind *kind);

#endif
