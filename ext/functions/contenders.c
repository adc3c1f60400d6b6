/* The best of a sliding set of rows: see contenders.h. */
#include "functions/contenders.h"

#include "bind/value_copy.h"

static struct contenders_entry *entry_at(const struct contenders *contenders,
                                         size_t index) {
  return deque_at(&contenders->queue, index, sizeof(struct contenders_entry));
}

static inline bool contender_has_bytes(const struct contender *contender) {
  return value_has_bytes(&contender->round) || value_has_bytes(&contender->result);
}

static bool contender_own(struct contender *contender) {
  if (!value_own(&contender->round)) return false;
  if (value_own(&contender->result)) return true;
  value_free(&contender->round);
  return false;
}

static void contender_free(struct contender *contender) {
  value_free(&contender->round);
  value_free(&contender->result);
}

static struct contender *last_contender(struct contenders *contenders) {
  return &entry_at(contenders, contenders->queue.count - 1)->contender;
}

static void drop_beaten(struct contenders *contenders, const struct contender *by) {
  while (contenders->queue.count > 0 &&
         rounds_compare(by, last_contender(contenders)) >= 0) {
    contender_free(last_contender(contenders));
    deque_drop_last(&contenders->queue);
  }
}

bool contenders_enter(struct contenders *contenders, const struct contender *contender) {
  if (contenders->queue.capacity == 0) {
    deque_lend(&contenders->queue, contenders->room, CONTENDERS_ROOM);
  }
  drop_beaten(contenders, contender);
  struct contenders_entry *entry = deque_extend(&contenders->queue, sizeof *entry);
  if (entry == NULL) return false;
  entry->contender = *contender;
  entry->row = contenders->entered;
  if (contender_has_bytes(contender) && !contender_own(&entry->contender)) {
    deque_drop_last(&contenders->queue);
    return false;
  }
  contenders->entered++;
  return true;
}

void contenders_leave(struct contenders *contenders) {
  int64_t row = contenders->left++;
  if (entry_at(contenders, 0)->row != row) return;
  contender_free(&entry_at(contenders, 0)->contender);
  deque_drop_first(&contenders->queue);
}

void contenders_clear(struct contenders *contenders) {
  for (size_t i = 0; i < contenders->queue.count; i++) {
    contender_free(&entry_at(contenders, i)->contender);
  }
  deque_clear(&contenders->queue);
}

void contenders_group_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct contenders_group *contenders = group;
  contenders_leave(&contenders->contenders);
}

void contenders_group_clear(void *group) {
  struct contenders_group *contenders = group;
  contenders_clear(&contenders->contenders);
}
