/*
** Rank correlation in SQL: an aggregate and a window function.
**
**   kendall_tau(x, y)
**
** Kendall's tau-b, -1..1: 1 where y rises with x throughout, -1 where it falls.  A pair
** of which one side is missing (NULL, not a number, infinite) is left out.  NULL for
** fewer than two pairs, or where one side is constant.  Numbers are compared exactly,
** as SQLite compares them.  O(n log n).  Sources: Kendall (1945), Knight (1966).
*/
#include "../core/rank_correlation.h"

#include "argument.h"
#include "deque.h"
#include "interrupt.h"
#include "modules.h"

/* Sorting moves a pair in some 10 ns. */
#define PASS_WORK 10

/* A row of a frame: what rank_number holds of two numbers, in less memory. */
struct row {
  double x; /* NaN where the pair is left out */
  double y;
  int16_t x_rest;
  int16_t y_rest;
};

struct frame {
  struct deque rows; /* of struct row */
};

static struct rank_number rank_argument(sqlite3_value *value) {
  struct value number;
  if (argument_exact_number(value, &number)) return rank_number(&number);
  return (struct rank_number){.nearest = MISSING};
}

static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct frame *frame = sqlite3_aggregate_context(context, sizeof *frame);
  struct rank_number x = rank_argument(argv[0]), y = rank_argument(argv[1]);
  struct row row = {x.nearest, y.nearest, x.rest, y.rest};
  if (is_missing(row.y)) row.x = MISSING;
  if (frame == NULL || !deque_append(&frame->rows, &row, sizeof row)) {
    sqlite3_result_error_nomem(context);
  }
}

static void inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  (void)argv;
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  deque_drop_first(&frame->rows);
}

/* Copies the pairs that count; returns how many they are.  `*rest` tells whether one of
** their numbers is not the double that stands for it. */
static size_t copy_pairs(const struct frame *frame, struct rank_pair *pairs, bool *rest) {
  size_t count = 0;
  *rest = false;
  for (size_t i = 0; i < frame->rows.count; i++) {
    const struct row *row = deque_at(&frame->rows, i, sizeof *row);
    if (is_missing(row->x)) continue;
    *rest |= (row->x_rest | row->y_rest) != 0;
    pairs[count++] = (struct rank_pair){row->x, row->y};
  }
  return count;
}

/* One side of the same pairs with its rests, in order.  False with the error set. */
static bool sort_numbers(sqlite3_context *context, const struct frame *frame, bool by_y,
                         struct rank_number *numbers) {
  uint32_t count = 0;
  for (size_t i = 0; i < frame->rows.count; i++) {
    const struct row *row = deque_at(&frame->rows, i, sizeof *row);
    if (is_missing(row->x)) continue;
    numbers[count] = by_y ? (struct rank_number){row->y, row->y_rest, count}
                          : (struct rank_number){row->x, row->x_rest, count};
    count++;
  }
  return interrupt_sort(context, numbers, count, sizeof *numbers, rank_numbers_compare);
}

/* Puts each number's place in the order of all instead of the double that stands for it,
** which other numbers may share.  False with the error set. */
static bool tell_apart(sqlite3_context *context, const struct frame *frame,
                       struct rank_pair *pairs, size_t count) {
  struct rank_number *numbers = sqlite3_malloc64(count * sizeof *numbers);
  bool done = numbers != NULL;
  if (numbers == NULL) sqlite3_result_error_nomem(context);
  for (int by_y = 0; done && by_y < 2; by_y++) {
    done = sort_numbers(context, frame, by_y, numbers);
    if (done) rank_numbers_to_pairs(numbers, count, by_y, pairs);
  }
  sqlite3_free(numbers);
  return done;
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
    bool rest;
    size_t count = copy_pairs(frame, pairs, &rest);
    if (!rest || tell_apart(context, frame, pairs, count))
      correlate(context, pairs, scratch, count);
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
