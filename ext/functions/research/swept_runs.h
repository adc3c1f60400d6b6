/*
** The rounds of a frame by their runs, for aggregates over many runs at once.
**
** Rows may come in any order; those in succession that belong to one run are a stretch,
** and only stretches are sorted, where they have to be.  Runs are the same as SQLite's
** GROUP BY has it: 1 and 1.0 are, 1 and '1' are not.
**
** A zeroed struct is empty: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_SWEPT_RUNS_H
#define ASSAY_FUNCTIONS_RESEARCH_SWEPT_RUNS_H

#include "base/sort.h"
#include "base/value.h"
#include "bind/connection.h"
#include "bind/deque.h"

struct swept_runs {
  struct deque stretches; /* of struct run_stretch */
  struct deque rows;      /* of what the aggregate knows of a round */
};

struct run_stretch {
  struct value run; /* owned, not NULL */
  size_t rows;
};

/* A row enters: `size` bytes, the same in every call.  False when out of memory; nothing
** has changed then. */
bool swept_runs_enter(struct swept_runs *runs, const struct value *run, const void *row,
                      size_t size);

/* The oldest row leaves; what it owns has been freed. */
void swept_runs_leave(struct swept_runs *runs);

/* Frees all; what rows own has been freed. */
void swept_runs_clear(struct swept_runs *runs);

/* Rows first .. first + rows - 1 belong to one run. */
struct run_span {
  const struct value *run; /* borrowed until the frame changes */
  size_t first;
  size_t rows;
};

/* Lists the spans of all runs, those of one run side by side, its earlier rows first.
** Returns an SQLite result code; the spans are then the caller's to free. */
int swept_runs_list(const struct swept_runs *runs, struct sort_watch *watch,
                    struct run_span **spans, size_t *count);

/* How many spans from `at` on belong to its run. */
size_t swept_runs_spans(const struct run_span *spans, size_t count, size_t at);

#endif
