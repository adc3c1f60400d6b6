/* The best of a sliding set of rows: see best_queue.h. */
#include "bind/best_queue.h"

void best_queue_leave(struct best_queue *queue, const struct best_queue_kind *kind) {
  int64_t row = queue->left++;
  struct best_queue_entry *first = best_queue_at(queue, kind, 0);
  if (first->row != row) return;
  kind->free(first);
  deque_drop_first(&queue->entries);
}

void best_queue_clear(struct best_queue *queue, const struct best_queue_kind *kind) {
  for (size_t i = 0; i < queue->entries.count; i++)
    kind->free(best_queue_at(queue, kind, i));
  deque_clear(&queue->entries);
}
