/*
** Means in SQL: an aggregate and a window function.
**
**   mean_of(value [, weight])
**
** sum(weight * value) / sum(weight) of finite numbers, each with all its digits, as the
** double nearest to it (of two equally near ones the even one; 0.0, never -0.0).  Nothing
** is rounded on the way: so the answer is the same in any order of the rows, a mean lies
** between the least and the greatest value, and a row that leaves a frame leaves no trace.
** SQLite's own avg() adds doubles in the order of the rows, and differently from version to
** version.
**
** A row is left out where the value or the weight is missing (NULL, not a number,
** infinite) or the weight is negative.  NULL where no row is left, or all weights are 0.
**
** A group has some hundred bytes; one whose values are very far apart (0.9 and 1e-60) a
** kilobyte for each sum.
*/
#include "../core/exact_sum.h"

#include "argument.h"
#include "modules.h"

struct plain {
  struct exact_sum values;
  uint64_t rows;
};

struct weighted {
  struct exact_sum values; /* each multiplied by its weight */
  struct exact_sum weights;
};

/* A number with all its digits.  False where there is none. */
static inline bool exact_argument(sqlite3_value *value, struct exact_number *number) {
  struct value plain;
  if (!argument_exact_number(value, &plain)) return false;
  *number = plain.type == VALUE_INTEGER ? exact_from_integer(plain.is.integer)
                                        : exact_from_double(plain.is.real);
  return true;
}

/* A row that counts. */
static inline bool weighted_arguments(sqlite3_value **argv, struct exact_number *value,
                                      struct exact_number *weight) {
  return exact_argument(argv[0], value) && exact_argument(argv[1], weight) &&
         !(weight->negative && weight->magnitude > 0);
}

/* Gives a sum memory for terms of any size.  False with the error set. */
static bool make_room(sqlite3_context *context, struct exact_sum *sum) {
  int64_t *digits = sqlite3_malloc64(EXACT_DIGITS * sizeof *digits);
  if (digits == NULL) {
    sqlite3_result_error_nomem(context);
    return false;
  }
  exact_sum_widen(sum, digits);
  return true;
}

static inline void add(sqlite3_context *context, struct exact_sum *sum,
                       struct exact_number number) {
  if (!exact_sum_add(sum, number) && make_room(context, sum)) exact_sum_add(sum, number);
}

static void add_product(sqlite3_context *context, struct exact_sum *sum,
                        struct exact_number a, struct exact_number b) {
  if (!exact_sum_add_product(sum, a, b) && make_room(context, sum))
    exact_sum_add_product(sum, a, b);
}

/* No row, or no weight, has no mean. */
static void result_mean(sqlite3_context *context, double mean) {
  if (!is_missing(mean)) sqlite3_result_double(context, mean);
}

static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct exact_number value;
  if (!exact_argument(argv[0], &value)) return;
  struct plain *mean = sqlite3_aggregate_context(context, sizeof *mean);
  if (mean == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  add(context, &mean->values, value);
  mean->rows++;
}

/* What was added fits when it is taken away. */
static void inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct exact_number value;
  if (!exact_argument(argv[0], &value)) return;
  struct plain *mean = sqlite3_aggregate_context(context, 0);
  exact_sum_add(&mean->values, exact_negated(value));
  mean->rows--;
}

static void answer(sqlite3_context *context) {
  struct plain *mean = sqlite3_aggregate_context(context, 0);
  if (mean == NULL) return; /* NULL */
  result_mean(context, exact_sum_mean(&mean->values, mean->rows));
}

static void finish(sqlite3_context *context) {
  struct plain *mean = sqlite3_aggregate_context(context, 0);
  answer(context);
  if (mean != NULL) sqlite3_free(exact_sum_memory(&mean->values));
}

static void step_weighted(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct exact_number value, weight;
  if (!weighted_arguments(argv, &value, &weight)) return;
  struct weighted *mean = sqlite3_aggregate_context(context, sizeof *mean);
  if (mean == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  add_product(context, &mean->values, value, weight);
  add(context, &mean->weights, weight);
}

static void inverse_weighted(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct exact_number value, weight;
  if (!weighted_arguments(argv, &value, &weight)) return;
  struct weighted *mean = sqlite3_aggregate_context(context, 0);
  exact_sum_add_product(&mean->values, exact_negated(value), weight);
  exact_sum_add(&mean->weights, exact_negated(weight));
}

static void answer_weighted(sqlite3_context *context) {
  struct weighted *mean = sqlite3_aggregate_context(context, 0);
  if (mean == NULL) return; /* NULL */
  result_mean(context, exact_sum_ratio(&mean->values, &mean->weights));
}

static void finish_weighted(sqlite3_context *context) {
  struct weighted *mean = sqlite3_aggregate_context(context, 0);
  answer_weighted(context);
  if (mean == NULL) return;
  sqlite3_free(exact_sum_memory(&mean->values));
  sqlite3_free(exact_sum_memory(&mean->weights));
}

static const struct sql_function functions[] = {
    {"mean_of",
     1,
     KIND_AGGREGATE,
     PURE,
     {.step = step, .inverse = inverse, .value = answer, .final = finish},
     "mean_of(value)",
     "The mean, rounded once and the same in any order of the rows; no number: left out",
     "SELECT mean_of(column1) FROM (VALUES (1e16), (1), (-1e16), (NULL), (1))",
     "0.5"},
    {"mean_of",
     2,
     KIND_AGGREGATE,
     PURE,
     {.step = step_weighted,
      .inverse = inverse_weighted,
      .value = answer_weighted,
      .final = finish_weighted},
     "mean_of(value, weight)",
     "The same with weights >= 0; NULL where they are all 0",
     "SELECT mean_of(column1, column2) FROM (VALUES (0.9, 3), (0.5, 1), (0.1, -1))",
     "0.8"},
};

const struct sql_module mean_module = {"mean", "Means", functions, COUNT_OF(functions)};
