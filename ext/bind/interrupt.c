/* Interrupts inside a long call: see interrupt.h. */
#include "bind/interrupt.h"

void interrupt_close(struct interrupt *interrupt) {
  sqlite3_finalize(interrupt->nothing);
  interrupt->nothing = NULL;
}

/* The nanoseconds that one comparison of a sort takes.  Most of this time is the wait for
** memory. */
#define COMPARISON_WORK ((uint64_t)40)

static bool interrupt_sort_stopped(void *context) {
  return interrupt_pending(context, SORT_STEPS * COMPARISON_WORK);
}

struct sort_watch interrupt_watch(struct interrupt *interrupt) {
  return (struct sort_watch){interrupt_sort_stopped, interrupt, false};
}

bool interrupt_sort(sqlite3_context *context, void *items, size_t count, size_t size,
                    int (*compare)(const void *a, const void *b)) {
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct sort_watch watch = interrupt_watch(&interrupt);
  bool sorted = sort_items(items, count, size, compare, &watch);
  return interrupt_end(context, &interrupt, !sorted);
}

/* If an interrupt is pending, both preparing and stepping return SQLITE_INTERRUPT.  If
** preparing fails for another reason, such as an authorizer that denies everything, this
** function returns false. */
bool interrupt_look(struct interrupt *interrupt) {
  interrupt->work = 0;
  int rc = SQLITE_OK;
  if (interrupt->nothing == NULL) {
    rc = sqlite3_prepare_v2(interrupt->db, "SELECT 1", -1, &interrupt->nothing, NULL);
  }
  if (rc == SQLITE_OK) {
    rc = sqlite3_step(interrupt->nothing);
    sqlite3_reset(interrupt->nothing);
  }
  return rc == SQLITE_INTERRUPT;
}
