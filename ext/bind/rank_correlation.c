/*
** Rank correlation in SQL: an aggregate and a window function.
**
**   kendall_tau(x, y)
**
** Kendall's tau-b, -1..1: 1 where y rises with x throughout, -1 where it falls.  A pair
** of which one side is missing (NULL, not a number, infinite) is left out.  NULL for
** fewer than two pairs, or where one side is constant.  Numbers are compared as doubles.
** O(n log n).  Sources: Kendall (1945), Knight (1966).
*/
#include "../core/rank_correlation.h"

#include "argument.h"
#include "deque.h"
#include "interrupt.h"
#include "modules.h"

/* Sorting moves a pair in some 10 ns. */
#define PASS_WORK 10

struct frame {
  struct deque rows; /* of struct rank_pair, NaN where the pair is left out */
};

static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct frame *frame = sqlite3_aggregate_context(context, sizeof *frame);
  struct rank_pair pair = {argument_number(argv[0]), argument_number(argv[1])};
  if (frame == NULL || !deque_append(&frame->rows, &pair, sizeof pair)) {
    sqlite3_result_error_nomem(context);
  }
}

static void inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  (void)argv;
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  deque_drop_first(&frame->rows);
}

/* Copies the pairs that count; returns how many they are. */
static size_t copy_pairs(const struct frame *frame, struct rank_pair *pairs) {
  size_t count = 0;
  for (size_t i = 0; i < frame->rows.count; i++) {
    const struct rank_pair *pair = deque_at(&frame->rows, i, sizeof *pair);
    if (is_missing(pair->x) || is_missing(pair->y)) continue;
    pairs[count++] = *pair;
  }
  return count;
}

static void correlate(sqlite3_context *context, struct rank_pair *pairs,
                      struct rank_pair *scratch, size_t count) {
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct rank_correlation work = rank_correlation_begin(pairs, scratch, count);
  bool interrupted = false;
  while (!interrupted && rank_correlation_advance(&work))
    interrupted = interrupt_pending(&interrupt, count * PASS_WORK);
  interrupt_close(&interrupt);
  if (interrupted) {
    interrupt_result(context);
    return;
  }
  double tau = rank_correlation_tau(&work);
  if (!is_missing(tau)) sqlite3_result_double(context, tau);
}

static void tau(sqlite3_context *context) {
  const struct frame *frame = sqlite3_aggregate_context(context, 0);
  if (frame == NULL || frame->rows.count < 2) return; /* NULL */
  size_t size = frame->rows.count * sizeof(struct rank_pair);
  struct rank_pair *pairs = sqlite3_malloc64(size);
  struct rank_pair *scratch = sqlite3_malloc64(size);
  if (pairs != NULL && scratch != NULL) {
    correlate(context, pairs, scratch, copy_pairs(frame, pairs));
  } else {
    sqlite3_result_error_nomem(context);
  }
  sqlite3_free(pairs);
  sqlite3_free(scratch);
}

static void finish(sqlite3_context *context) {
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  tau(context);
  if (frame != NULL) deque_clear(&frame->rows);
}

static const struct sql_function functions[] = {
    {"kendall_tau",
     2,
     KIND_AGGREGATE,
     PURE,
     {.step = step, .inverse = inverse, .value = tau, .final = finish},
     "kendall_tau(x, y)",
     "Rank correlation tau-b, -1..1; NULL under two pairs or where one side is constant",
     "SELECT kendall_tau(column1, column2) "
     "FROM (VALUES (1, 10), (2, 20), (3, 30), (4, 50), (5, 40))",
     "0.8"},
};

const struct sql_module rank_correlation_module = {"rank_correlation", "Rank correlation",
                                                   functions, COUNT_OF(functions)};
