/* The best of a sliding set of rows: see best_queue.h. */
#include "bind/best_queue.h"

static void *best_queue_at(const struct best_queue *queue,
                           const struct best_queue_kind *kind, size_t index) {
  return deque_at(&queue->entries, index, kind->size);
}

static void best_queue_drop_beaten(struct best_queue *queue,
                                   const struct best_queue_kind *kind, const void *by) {
  while (queue->entries.count > 0) {
    void *last = best_queue_at(queue, kind, queue->entries.count - 1);
    if (kind->compare(by, last) < 0) break;
    kind->free(last);
    deque_drop_last(&queue->entries);
  }
}

bool best_queue_enter(struct best_queue *queue, const struct best_queue_kind *kind,
                      const void *row) {
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
