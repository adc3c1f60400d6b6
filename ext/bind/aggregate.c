/* The callbacks of every aggregate: see aggregate.h. */
#include "bind/aggregate.h"

#include "bind/function.h"

static const struct function_calls *aggregate_calls_of(sqlite3_context *context) {
  return &binding_of(context)->function->calls;
}

void aggregate_step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct binding *binding = binding_of(context);
  const struct function_calls *calls = &binding->function->calls;
  struct agreement *group = sqlite3_aggregate_context(context, (int)calls->group_size);
  if (group == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  binding->mistake = NULL;
  binding->reads_row = true;
  bool counts = calls->enter(context, group, argc, argv);
  binding->reads_row = false;
  aggregate_kept(context, group, agreement_enter(group, counts, binding->mistake));
}

/* The group's memory exists, because the row that leaves has entered before. */
void aggregate_inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct agreement *group = sqlite3_aggregate_context(context, 0);
  if (agreement_leave(group)) aggregate_calls_of(context)->leave(context, group, argv);
}

/* A group without rows has no memory; its answer is NULL. */
static inline void aggregate_answer(sqlite3_context *context,
                                    const struct function_calls *calls,
                                    struct agreement *group) {
  if (group != NULL && agreement_reached(context, group, calls->parameters))
    calls->answer(context, group);
}

void aggregate_value(sqlite3_context *context) {
  aggregate_answer(context, aggregate_calls_of(context),
                   sqlite3_aggregate_context(context, 0));
}

void aggregate_final(sqlite3_context *context) {
  const struct function_calls *calls = aggregate_calls_of(context);
  struct agreement *group = sqlite3_aggregate_context(context, 0);
  aggregate_answer(context, calls, group);
  if (group == NULL) return;
  calls->clear(group);
  agreement_clear(group);
}

void row_group_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  deque_drop_first(&((struct row_group *)group)->rows);
}

void row_group_clear(void *group) {
  deque_clear(&((struct row_group *)group)->rows);
}
