/*
** A best queue finds the best row of a sliding window frame.
**
** A row that enters the queue removes earlier rows that are worse or equal.  These rows
** leave the frame before the new row does, so they are never needed again.  The remaining
** rows are in descending order, the best row first (a monotonic queue).  A row is added
** and removed at most once, so a sliding frame costs amortised O(1) a row.
**
** A module describes its rows, and which row is better, by a struct best_queue_kind.  A
** zeroed struct best_queue is empty.
*/
#ifndef ASSAY_BIND_BEST_QUEUE_H
#define ASSAY_BIND_BEST_QUEUE_H

#include <stdint.h>

#include "bind/deque.h"

/* The first member of the struct in which a module stores a row. */
struct best_queue_entry {
  int64_t row; /* the row's number in the order of entry, set by the queue */
};

/* What the queue must know about the rows of one module. */
struct best_queue_kind {
  size_t size; /* of a row's struct */
  /* Returns > 0 if row a is better than row b, < 0 if worse, 0 if equal. */
  int (*compare)(const void *a, const void *b);
  /* Makes the row own copies of the bytes that it points to.  When out of memory, returns
  ** false, and there is nothing to free. */
  bool (*own)(void *row);
  /* Frees the copies of a row. */
  void (*free)(void *row);
};

/* An aggregate's context has room for this many rows of a queue.  So most groups of few
** rows need only one allocation. */
#define BEST_QUEUE_ROOM 4

struct best_queue {
  struct deque entries;
  int64_t entered;
  int64_t left;
};

/* If the queue has no memory yet, lends it `room`, which has space for BEST_QUEUE_ROOM
** rows. */
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

/* Adds a copy of a row; the copy owns its bytes.  Returns false when out of memory.  The
** new row is then not stored, although worse rows are already removed.  This does no
** harm, because the query ends with an error. */
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

/* Removes the frame's oldest row from the queue, unless a later row has removed it
** already. */
void best_queue_leave(struct best_queue *queue, const struct best_queue_kind *kind);

/* Returns the best row of the frame.  The frame must not be empty.  The result is valid
** until the frame changes. */
static inline const void *best_queue_best(const struct best_queue *queue,
                                          const struct best_queue_kind *kind) {
  return deque_at(&queue->entries, 0, kind->size);
}

void best_queue_clear(struct best_queue *queue, const struct best_queue_kind *kind);

#endif
