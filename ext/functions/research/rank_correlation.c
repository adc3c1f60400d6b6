/*
** Rank correlation in SQL: an aggregate and a window function.
**
**   kendall_tau(x, y)
**
** The answer is Kendall's tau-b, -1..1: 1 if y always rises with x, -1 if y always falls.
** Numbers are compared exactly, as SQLite compares them.  The time for a group of n rows
** is O(n log n).  Sources: Kendall (1945), Knight (1966).
**
** A row is skipped if x or y is missing (NULL, not a number, infinite).  The answer is
** NULL for fewer than two rows, or if all x or all y are equal.
*/
#include "core/research/rank_correlation.h"

#include "bind/aggregate.h"
#include "bind/argument.h"
#include "bind/interrupt.h"
#include "functions/modules.h"

/* The nanoseconds that a sort takes to move one pair (x, y). */
#define PASS_WORK 10

/* The x and y of a row: like struct rank_number, but without `place` to save memory. */
struct row {
  double x;
  double y;
  int16_t x_rest;
  int16_t y_rest;
};

static struct rank_number rank_argument(sqlite3_value *value) {
  struct value number;
  if (argument_exact_number(value, &number)) return rank_number(&number);
  return (struct rank_number){.nearest = MISSING};
}

static bool rank_correlation_enter(sqlite3_context *context, void *group, int argc,
                                   sqlite3_value **argv) {
  struct row_group *correlation = group;
  struct rank_number x = rank_argument(argv[0]), y = rank_argument(argv[1]);
  struct row row = {x.nearest, y.nearest, x.rest, y.rest};
  if (is_missing(row.x) || is_missing(row.y)) return false;
  return aggregate_kept(context, group,
                        deque_append(&correlation->rows, &row, sizeof row));
}

static const struct row *rank_correlation_row_at(const struct row_group *group,
                                                 size_t index) {
  return deque_at(&group->rows, index, sizeof(struct row));
}

/* Copies the pairs (x, y), each number as its nearest double.  Returns true if any
** number, such as a long integer, is not exactly a double. */
static bool rank_correlation_copy_pairs(const struct row_group *group,
                                        struct rank_pair *pairs) {
  bool rest = false;
  for (size_t i = 0; i < group->rows.count; i++) {
    const struct row *row = rank_correlation_row_at(group, i);
    rest |= (row->x_rest | row->y_rest) != 0;
    pairs[i] = (struct rank_pair){row->x, row->y};
  }
  return rest;
}

/* Sorts the exact numbers x or, if `by_y`, the exact numbers y.  If interrupted, sets the
** error and returns false. */
static bool rank_correlation_sort_numbers(sqlite3_context *context,
                                          const struct row_group *group, bool by_y,
                                          struct rank_number *numbers) {
  size_t count = group->rows.count;
  for (size_t i = 0; i < count; i++) {
    const struct row *row = rank_correlation_row_at(group, i);
    numbers[i] = by_y ? (struct rank_number){row->y, row->y_rest, (uint32_t)i}
                      : (struct rank_number){row->x, row->x_rest, (uint32_t)i};
  }
  return interrupt_sort(context, numbers, count, sizeof *numbers, rank_numbers_compare);
}

/* Replaces each number in the pairs by its place among the sorted exact numbers, because
** different numbers can have the same nearest double.  On failure, sets the error and
** returns false. */
static bool rank_correlation_tell_apart(sqlite3_context *context,
                                        const struct row_group *group,
                                        struct rank_pair *pairs) {
  size_t count = group->rows.count;
  struct rank_number *numbers = sqlite3_malloc64(count * sizeof *numbers);
  bool done = numbers != NULL;
  if (numbers == NULL) sqlite3_result_error_nomem(context);
  for (int by_y = 0; done && by_y < 2; by_y++) {
    done = rank_correlation_sort_numbers(context, group, by_y, numbers);
    if (done) rank_numbers_to_pairs(numbers, count, by_y, pairs);
  }
  sqlite3_free(numbers);
  return done;
}

static void rank_correlation_correlate(sqlite3_context *context, struct rank_pair *pairs,
                                       struct rank_pair *scratch, size_t count) {
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct rank_correlation work = rank_correlation_begin(pairs, scratch, count);
  bool interrupted = false;
  while (!interrupted && rank_correlation_advance(&work))
    interrupted = interrupt_pending(&interrupt, count * PASS_WORK);
  if (!interrupt_end(context, &interrupt, interrupted)) return;
  double tau = rank_correlation_tau(&work);
  if (!is_missing(tau)) sqlite3_result_double(context, tau);
}

static void rank_correlation_tau_call(sqlite3_context *context, void *group) {
  const struct row_group *correlation = group;
  size_t count = correlation->rows.count;
  if (count < 2) return; /* NULL */
  size_t size = count * sizeof(struct rank_pair);
  struct rank_pair *pairs = sqlite3_malloc64(size);
  struct rank_pair *scratch = sqlite3_malloc64(size);
  if (pairs != NULL && scratch != NULL) {
    if (!rank_correlation_copy_pairs(correlation, pairs) ||
        rank_correlation_tell_apart(context, correlation, pairs))
      rank_correlation_correlate(context, pairs, scratch, count);
  } else {
    sqlite3_result_error_nomem(context);
  }
  sqlite3_free(pairs);
  sqlite3_free(scratch);
}

static const struct sql_function functions[] = {
    {"kendall_tau", 2, PURE,
     AGGREGATE(struct row_group, rank_correlation_enter, row_group_leave,
               rank_correlation_tau_call, row_group_clear, NULL),
     "kendall_tau(x, y)",
     "Rank correlation tau-b, -1..1; NULL under two pairs or where one side is constant",
     "SELECT kendall_tau(column1, column2) "
     "FROM (VALUES (1, 10), (2, 20), (3, 30), (4, 50), (5, 40))",
     "0.8"},
};

const struct sql_module rank_correlation_module = {"rank_correlation", "Rank correlation",
                                                   "do two rankings agree", functions,
                                                   COUNT_OF(functions)};
