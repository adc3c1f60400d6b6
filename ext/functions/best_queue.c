/* The best of a sliding set of rows: see best_queue.h. */
#include "functions/best_queue.h"

#include "bind/value_copy.h"

static struct best_queue_entry *best_queue_entry_at(const struct best_queue *queue,
                                                    size_t index) {
  return deque_at(&queue->entries, index, sizeof(struct best_queue_entry));
}

static bool best_queue_contender_own(struct contender *contender) {
  if (!value_own(&contender->round)) return false;
  if (value_own(&contender->result)) return true;
  value_free(&contender->round);
  return false;
}

static void best_queue_contender_free(struct contender *contender) {
  value_free(&contender->round);
  value_free(&contender->result);
}

static struct contender *best_queue_last_contender(struct best_queue *queue) {
  return &best_queue_entry_at(queue, queue->entries.count - 1)->contender;
}

static void best_queue_drop_beaten(struct best_queue *queue, const struct contender *by) {
  while (queue->entries.count > 0 &&
         rounds_compare(by, best_queue_last_contender(queue)) >= 0) {
    best_queue_contender_free(best_queue_last_contender(queue));
    deque_drop_last(&queue->entries);
  }
}

bool best_queue_enter(struct best_queue *queue, const struct contender *contender) {
  if (queue->entries.capacity == 0) {
    deque_lend(&queue->entries, queue->room, BEST_QUEUE_ROOM);
  }
  best_queue_drop_beaten(queue, contender);
  struct best_queue_entry *entry = deque_extend(&queue->entries, sizeof *entry);
  if (entry == NULL) return false;
  entry->contender = *contender;
  entry->row = queue->entered;
  if (!best_queue_contender_own(&entry->contender)) {
    deque_drop_last(&queue->entries);
    return false;
  }
  queue->entered++;
  return true;
}

void best_queue_group_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct best_queue *queue = &((struct best_queue_group *)group)->queue;
  int64_t row = queue->left++;
  if (best_queue_entry_at(queue, 0)->row != row) return;
  best_queue_contender_free(&best_queue_entry_at(queue, 0)->contender);
  deque_drop_first(&queue->entries);
}

void best_queue_group_clear(void *group) {
  struct best_queue *queue = &((struct best_queue_group *)group)->queue;
  for (size_t i = 0; i < queue->entries.count; i++) {
    best_queue_contender_free(&best_queue_entry_at(queue, i)->contender);
  }
  deque_clear(&queue->entries);
}
