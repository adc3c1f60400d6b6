/*
** Rank correlation in SQL: an aggregate and a window function.
**
**   kendall_tau(x, y)
**
** Kendall's tau-b, -1..1: 1 where y rises with x throughout, -1 where it falls.  A pair
** of which one side is missing (NULL, not a number, infinite) is skipped.  NULL for
** fewer than two pairs, or where one side is constant.  Numbers are compared as doubles.
** O(n log n).  Sources: Kendall (1945), Knight (1966).
*/
#include "../core/rank_correlation.h"

#include <string.h>

#include "aggregate.h"
#include "argument.h"
#include "interrupt.h"
#include "modules.h"

/* Sorting moves a pair in some 10 ns. */
#define PASS_WORK 10

struct correlation_group {
  struct agreement agreement;
  struct deque pairs; /* of struct rank_pair */
};

static bool enter(sqlite3_context *context, void *group, int argc, sqlite3_value **argv) {
  (void)argc;
  struct correlation_group *correlation = group;
  struct rank_pair pair = {argument_number(argv[0]), argument_number(argv[1])};
  if (is_missing(pair.x) || is_missing(pair.y)) return false;
  return aggregate_kept(context, group,
                        deque_append(&correlation->pairs, &pair, sizeof pair));
}

static void leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  (void)context;
  (void)argv;
  struct correlation_group *correlation = group;
  deque_drop_first(&correlation->pairs);
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

static void tau(sqlite3_context *context, void *group) {
  const struct correlation_group *correlation = group;
  size_t count = correlation->pairs.count;
  if (count < 2) return; /* NULL */
  size_t size = count * sizeof(struct rank_pair);
  struct rank_pair *pairs = sqlite3_malloc64(size);
  struct rank_pair *scratch = sqlite3_malloc64(size);
  if (pairs != NULL && scratch != NULL) {
    memcpy(pairs, deque_at(&correlation->pairs, 0, sizeof *pairs), size);
    correlate(context, pairs, scratch, count);
  } else {
    sqlite3_result_error_nomem(context);
  }
  sqlite3_free(pairs);
  sqlite3_free(scratch);
}

static void clear(void *group) {
  struct correlation_group *correlation = group;
  deque_clear(&correlation->pairs);
}

static const struct sql_function functions[] = {
    {"kendall_tau",
     2,
     KIND_AGGREGATE,
     PURE,
     {.group_size = sizeof(struct correlation_group),
      .enter = enter,
      .leave = leave,
      .answer = tau,
      .clear = clear},
     "kendall_tau(x, y)",
     "Rank correlation tau-b, -1..1; NULL under two pairs or where one side is constant",
     "SELECT kendall_tau(column1, column2) "
     "FROM (VALUES (1, 10), (2, 20), (3, 30), (4, 50), (5, 40))",
     "0.8"},
};

const struct sql_module rank_correlation_module = {"rank_correlation", "Rank correlation",
                                                   functions, COUNT_OF(functions)};
