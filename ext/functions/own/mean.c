/*
** Means in SQL: an aggregate and a window function.
**
**   mean_of(value [, weight])
**
** The mean is sum(weight * value) / sum(weight) over finite numbers; both sums are exact.
** The answer is the double nearest to the exact quotient; if two doubles are equally
** near, it is the one whose last bit is 0.  So the order of the rows does not change the
** answer, and a mean lies between the least and the greatest value.  It is never -0.0.  A
** row that has left the window frame no longer affects any digit.  SQLite's own avg()
** adds doubles in the order of the rows, and its answers differ between versions of
** SQLite.
**
** A row is skipped if the value or the weight is missing (NULL, not a number, infinite)
** or the weight is negative.  The answer is NULL if no row is left, or all weights are 0.
**
** A group needs less than 500 bytes, or a kilobyte for each sum if the values are very
** far apart (for example 0.9 and 1e-60).
*/
#include "bind/aggregate.h"
#include "bind/argument.h"
#include "bind/exact_memory.h"
#include "functions/modules.h"

struct plain_group {
  struct agreement agreement;
  struct exact_sum values;
};

struct weighted_group {
  struct agreement agreement;
  struct exact_sum values; /* the sum of value * weight */
  struct exact_sum weights;
};

/* Reads a number with all its digits.  Returns false if the value is not a number. */
static inline bool mean_exact_argument(sqlite3_value *value,
                                       struct exact_number *number) {
  struct value plain;
  if (!argument_exact_number(value, &plain)) return false;
  *number = plain.type == VALUE_INTEGER ? exact_from_integer(plain.is.integer)
                                        : exact_from_double(plain.is.real);
  return true;
}

/* Reads a value and its weight.  Returns false for a skipped row. */
static inline bool mean_weighted_arguments(sqlite3_value **argv,
                                           struct exact_number *value,
                                           struct exact_number *weight) {
  return mean_exact_argument(argv[0], value) && mean_exact_argument(argv[1], weight) &&
         !(weight->negative && weight->magnitude > 0);
}

static bool mean_enter(sqlite3_context *context, void *group, int argc,
                       sqlite3_value **argv) {
  struct plain_group *mean = group;
  struct exact_number value;
  return mean_exact_argument(argv[0], &value) &&
         aggregate_kept(context, group, exact_memory_add(&mean->values, value));
}

/* Subtracting a number cannot fail: adding it before has given the sum enough room for
** its digits. */
static void mean_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct plain_group *mean = group;
  struct exact_number value;
  if (mean_exact_argument(argv[0], &value))
    exact_sum_add(&mean->values, exact_negated(value));
}

static void mean_answer(sqlite3_context *context, void *group) {
  struct plain_group *mean = group;
  sqlite3_result_double(context, exact_sum_mean(&mean->values, mean->agreement.counting));
}

static void mean_clear(void *group) {
  struct plain_group *mean = group;
  exact_memory_free(&mean->values);
}

static bool mean_enter_weighted(sqlite3_context *context, void *group, int argc,
                                sqlite3_value **argv) {
  struct weighted_group *mean = group;
  struct exact_number value, weight;
  return mean_weighted_arguments(argv, &value, &weight) &&
         aggregate_kept(context, group,
                        exact_memory_add_product(&mean->values, value, weight) &&
                            exact_memory_add(&mean->weights, weight));
}

static void mean_leave_weighted(sqlite3_context *context, void *group,
                                sqlite3_value **argv) {
  struct weighted_group *mean = group;
  struct exact_number value, weight;
  if (!mean_weighted_arguments(argv, &value, &weight)) return;
  exact_sum_add_product(&mean->values, exact_negated(value), weight);
  exact_sum_add(&mean->weights, exact_negated(weight));
}

static void mean_answer_weighted(sqlite3_context *context, void *group) {
  struct weighted_group *mean = group;
  double ratio = exact_sum_ratio(&mean->values, &mean->weights);
  if (!is_missing(ratio)) sqlite3_result_double(context, ratio);
}

static void mean_clear_weighted(void *group) {
  struct weighted_group *mean = group;
  exact_memory_free(&mean->values);
  exact_memory_free(&mean->weights);
}

static const struct sql_function functions[] = {
    {"mean_of", 1, PURE,
     AGGREGATE(struct plain_group, mean_enter, mean_leave, mean_answer, mean_clear, NULL),
     "mean_of(value)",
     "The mean, rounded once, the same in any order of the rows; leaves out what is "
     "missing",
     "SELECT mean_of(column1) FROM (VALUES (1e16), (1), (-1e16), (NULL), (1))", "0.5"},
    {"mean_of", 2, PURE,
     AGGREGATE(struct weighted_group, mean_enter_weighted, mean_leave_weighted,
               mean_answer_weighted, mean_clear_weighted, NULL),
     "mean_of(value, weight)", "The same with weights >= 0; NULL where they are all 0",
     "SELECT mean_of(column1, column2) FROM (VALUES (0.9, 3), (0.5, 1), (0.1, -1))",
     "0.8"},
};

const struct sql_module mean_module = {"mean", "Means", "how good is a score", functions,
                                       COUNT_OF(functions)};
