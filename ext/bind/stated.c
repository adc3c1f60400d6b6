/* What the rows of a frame must agree on: see stated.h. */
#include "stated.h"

static struct stated_run *run_at(const struct stated *stated, size_t index) {
  return deque_at(&stated->runs, index, sizeof(struct stated_run));
}

bool stated_enter(struct stated *stated, const struct stated_kind *kind,
                  const void *parameters) {
  size_t count = stated->runs.count;
  if (count > 0 &&
      kind->compare(run_at(stated, count - 1)->parameters, parameters) == 0) {
    run_at(stated, count - 1)->rows++;
    return true;
  }
  if (stated->runs.capacity == 0) deque_lend(&stated->runs, &stated->room, 1);
  struct stated_run *run = deque_extend(&stated->runs, sizeof *run);
  if (run == NULL) return false;
  run->rows = 1;
  memcpy(run->parameters, parameters, kind->size);
  return true;
}

void stated_leave(struct stated *stated) {
  if (--run_at(stated, 0)->rows == 0) deque_drop_first(&stated->runs);
}

bool stated_agree(const struct stated *stated, const struct stated_kind *kind,
                  const void **least, const void **greatest) {
  *least = *greatest = run_at(stated, 0)->parameters;
  for (size_t i = 1; i < stated->runs.count; i++) {
    const void *parameters = run_at(stated, i)->parameters;
    if (kind->compare(parameters, *least) < 0) *least = parameters;
    if (kind->compare(parameters, *greatest) > 0) *greatest = parameters;
  }
  return stated->runs.count == 1; /* runs side by side differ */
}

void stated_clear(struct stated *stated) {
  deque_clear(&stated->runs);
}
