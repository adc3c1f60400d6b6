/* The rounds of a frame by their runs: see swept_runs.h. */
#include "functions/research/swept_runs.h"

#include "bind/value_copy.h"

static struct run_stretch *swept_runs_stretch(const struct swept_runs *runs,
                                              size_t index) {
  return deque_at(&runs->stretches, index, sizeof(struct run_stretch));
}

/* The stretch that a row of a run belongs to, or NULL where it begins another. */
static struct run_stretch *swept_runs_latest(const struct swept_runs *runs,
                                             const struct value *run) {
  if (runs->stretches.count == 0) return NULL;
  struct run_stretch *latest = swept_runs_stretch(runs, runs->stretches.count - 1);
  return value_compare(&latest->run, run) == 0 ? latest : NULL;
}

bool swept_runs_enter(struct swept_runs *runs, const struct value *run, const void *row,
                      size_t size) {
  struct run_stretch *latest = swept_runs_latest(runs, run);
  if (!deque_append(&runs->rows, row, size)) return false;
  if (latest != NULL) {
    latest->rows++;
    return true;
  }
  struct run_stretch next = {*run, 1};
  if (value_own(&next.run)) {
    if (deque_append(&runs->stretches, &next, sizeof next)) return true;
    value_free(&next.run);
  }
  deque_drop_last(&runs->rows);
  return false;
}

void swept_runs_leave(struct swept_runs *runs) {
  struct run_stretch *oldest = swept_runs_stretch(runs, 0);
  deque_drop_first(&runs->rows);
  if (--oldest->rows > 0) return;
  value_free(&oldest->run);
  deque_drop_first(&runs->stretches);
}

void swept_runs_clear(struct swept_runs *runs) {
  for (size_t i = 0; i < runs->stretches.count; i++)
    value_free(&swept_runs_stretch(runs, i)->run);
  deque_clear(&runs->stretches);
  deque_clear(&runs->rows);
}

static int swept_runs_compare(const void *a, const void *b) {
  const struct run_span *left = a, *right = b;
  int order = value_compare(left->run, right->run);
  return order != 0 ? order : (left->first > right->first) - (left->first < right->first);
}

static bool swept_runs_ascend(const struct run_span *spans, size_t count) {
  for (size_t i = 1; i < count; i++)
    if (value_compare(spans[i - 1].run, spans[i].run) >= 0) return false;
  return true;
}

int swept_runs_list(const struct swept_runs *runs, struct sort_watch *watch,
                    struct run_span **spans, size_t *count) {
  size_t first = 0;
  *count = runs->stretches.count;
  *spans = sqlite3_malloc64((*count + 1) * sizeof **spans);
  if (*spans == NULL) return SQLITE_NOMEM;
  for (size_t i = 0; i < *count; i++) {
    const struct run_stretch *stretch = swept_runs_stretch(runs, i);
    (*spans)[i] = (struct run_span){&stretch->run, first, stretch->rows};
    first += stretch->rows;
  }
  if (swept_runs_ascend(*spans, *count)) return SQLITE_OK;
  if (sort_items(*spans, *count, sizeof **spans, swept_runs_compare, watch))
    return SQLITE_OK;
  sqlite3_free(*spans);
  *spans = NULL;
  return SQLITE_INTERRUPT;
}

size_t swept_runs_spans(const struct run_span *spans, size_t count, size_t at) {
  size_t end = at + 1;
  while (end < count && value_compare(spans[at].run, spans[end].run) == 0)
    end++;
  return end - at;
}
