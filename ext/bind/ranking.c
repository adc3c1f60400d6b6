/*
** Retrieval quality in SQL: aggregates and window functions over the rows of one ranking.
**
**   precision_at_k(rank, relevant, k)
**   recall_at_k(rank, relevant, k, total_relevant)
**   average_precision(rank, relevant [, total_relevant])
**   reciprocal_rank(rank, relevant)
**   ndcg_at_k(rank, gain, k)
**
** Definitions: trec_eval's, written out in core/ranking.h.  Rules:
**
** 1. rank is a whole number >= 1.  A row without one is left out, as if it were not
**    there; a group in which no row has one is empty and gives NULL.
** 2. relevant is 0 or 1, or a gain above 0; what is missing or negative counts as 0.
** 3. Of two rows with one rank the less relevant comes first and the other moves down.
** 4. k is a whole number >= 1; anything else is a mistake in the call.
** 5. total_relevant is a datum: where it can't be used, or is less than what the ranking
**    holds, the answer is NULL.  Left out, it is what the ranking holds.
** 6. k and total_relevant belong to the group: two values among its ranked rows are a
**    mistake.  Which row comes first never matters.
**
** Cost: O(n log n) for each answer over a frame of n rows, 32 bytes a row.
*/
#include "../core/ranking.h"

#include <string.h>

#include "../core/number.h"
#include "argument.h"
#include "deque.h"
#include "interrupt.h"
#include "modules.h"

/* What a group must agree on; a function that takes none of them leaves 0 in its rows. */
enum { PARAMETER_K, PARAMETER_TOTAL, PARAMETER_COUNT };

static const char *const parameter_names[PARAMETER_COUNT] = {"k", "total_relevant"};

/* Stands for a total that is missing: less than any count, so rows can be compared. */
#define NO_TOTAL (-1.0)

struct row {
  struct ranked ranked; /* its rank is missing where the row is left out */
  double parameters[PARAMETER_COUNT];
};

/* What a function makes of the ranked rows of a frame; missing gives NULL.  What the
** watch has stopped is not used. */
typedef double measure(struct ranked *rows, size_t count, const double *parameters,
                       struct sort_watch *watch);

static const struct row *row_at(const struct deque *rows, size_t index) {
  return deque_at(rows, index, sizeof(struct row));
}

static struct row read_row(sqlite3_value *rank, sqlite3_value *gain) {
  struct row row = {{argument_count(rank), argument_number(gain)}, {0, 0}};
  if (!(row.ranked.rank >= 1)) row.ranked.rank = MISSING;
  if (!(row.ranked.gain > 0)) row.ranked.gain = 0;
  return row;
}

static bool read_k(sqlite3_context *context, sqlite3_value *value, struct row *row) {
  double k = argument_count(value);
  row->parameters[PARAMETER_K] = k;
  if (k >= 1) return true;
  argument_error(context, value, "k must be a whole number >= 1");
  return false;
}

static void read_total(sqlite3_value *value, struct row *row) {
  double total = argument_count(value);
  row->parameters[PARAMETER_TOTAL] = is_missing(total) ? NO_TOTAL : total;
}

/* The rows of a frame stand in the order of their arrival. */
static void enter(sqlite3_context *context, const struct row *row) {
  struct deque *rows = sqlite3_aggregate_context(context, sizeof *rows);
  if (rows == NULL || !deque_append(rows, row, sizeof *row)) {
    sqlite3_result_error_nomem(context);
  }
}

/* (rank, relevant) */
static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct row row = read_row(argv[0], argv[1]);
  enter(context, &row);
}

/* (rank, relevant, k) */
static void step_k(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct row row = read_row(argv[0], argv[1]);
  if (read_k(context, argv[2], &row)) enter(context, &row);
}

/* (rank, relevant, k, total_relevant) */
static void step_k_total(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct row row = read_row(argv[0], argv[1]);
  read_total(argv[3], &row);
  if (read_k(context, argv[2], &row)) enter(context, &row);
}

/* (rank, relevant, total_relevant) */
static void step_total(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  struct row row = read_row(argv[0], argv[1]);
  read_total(argv[2], &row);
  enter(context, &row);
}

static void inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  (void)argv;
  struct deque *rows = sqlite3_aggregate_context(context, 0);
  deque_drop_first(rows);
}

static void clear(sqlite3_context *context) {
  struct deque *rows = sqlite3_aggregate_context(context, 0);
  if (rows != NULL) deque_clear(rows);
}

static void spell(double count, char text[NUMBER_TEXT_SIZE]) {
  if (count == NO_TOTAL) {
    memcpy(text, "NULL", sizeof "NULL");
  } else {
    number_format(count, text);
  }
}

/* The value of a parameter in the ranked rows of a frame.  False, with the error set,
** where they do not agree; it names the least and the greatest, so it is the same in any
** order of the rows. */
static bool agreed(sqlite3_context *context, const struct deque *rows, int parameter,
                   double *value) {
  double least = INFINITY, greatest = -INFINITY;
  for (size_t i = 0; i < rows->count; i++) {
    const struct row *row = row_at(rows, i);
    if (is_missing(row->ranked.rank)) continue;
    least = fmin(least, row->parameters[parameter]);
    greatest = fmax(greatest, row->parameters[parameter]);
  }
  *value = least;
  if (!(least < greatest)) return true;
  char one[NUMBER_TEXT_SIZE], other[NUMBER_TEXT_SIZE];
  spell(least, one);
  spell(greatest, other);
  argument_varies_error(context, parameter_names[parameter], one, other);
  return false;
}

/* Copies the ranked rows of a frame and returns how many there are. */
static size_t copy_ranked(const struct deque *rows, struct ranked *copies) {
  size_t count = 0;
  for (size_t i = 0; i < rows->count; i++) {
    const struct row *row = row_at(rows, i);
    if (!is_missing(row->ranked.rank)) copies[count++] = row->ranked;
  }
  return count;
}

/* Sets the result of a call to a measure of its frame; NULL where no row has a rank. */
static void answer(sqlite3_context *context, measure *measure_of) {
  struct deque *rows = sqlite3_aggregate_context(context, 0);
  if (rows == NULL || rows->count == 0) return;
  double parameters[PARAMETER_COUNT];
  for (int p = 0; p < PARAMETER_COUNT; p++) {
    if (!agreed(context, rows, p, &parameters[p])) return;
  }
  struct ranked *ranked = sqlite3_malloc64(rows->count * sizeof *ranked);
  if (ranked == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  size_t count = copy_ranked(rows, ranked);
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct sort_watch watch = interrupt_watch(&interrupt);
  ranking_arrange(ranked, count, &watch);
  double result = count > 0 ? measure_of(ranked, count, parameters, &watch) : MISSING;
  sqlite3_free(ranked);
  interrupt_close(&interrupt);
  if (watch.stopped) {
    interrupt_result(context);
  } else if (!is_missing(result)) {
    sqlite3_result_double(context, result);
  }
}

static double precision(struct ranked *rows, size_t count, const double *parameters,
                        struct sort_watch *watch) {
  (void)watch;
  return ranking_precision(rows, count, parameters[PARAMETER_K]);
}

static double recall(struct ranked *rows, size_t count, const double *parameters,
                     struct sort_watch *watch) {
  (void)watch;
  return ranking_recall(rows, count, parameters[PARAMETER_K],
                        parameters[PARAMETER_TOTAL]);
}

static double average_of_found(struct ranked *rows, size_t count,
                               const double *parameters, struct sort_watch *watch) {
  (void)parameters;
  (void)watch;
  double found = (double)ranking_relevant(rows, count, INFINITY);
  return ranking_average_precision(rows, count, found);
}

static double average(struct ranked *rows, size_t count, const double *parameters,
                      struct sort_watch *watch) {
  (void)watch;
  return ranking_average_precision(rows, count, parameters[PARAMETER_TOTAL]);
}

static double reciprocal(struct ranked *rows, size_t count, const double *parameters,
                         struct sort_watch *watch) {
  (void)watch;
  (void)parameters;
  return ranking_reciprocal_rank(rows, count);
}

static double ndcg(struct ranked *rows, size_t count, const double *parameters,
                   struct sort_watch *watch) {
  return ranking_ndcg(rows, count, parameters[PARAMETER_K], watch);
}

/* The two callbacks that answer with a measure: value, and final, which clears. */
#define ANSWERS(measure_of)                                                              \
  static void measure_of##_value(sqlite3_context *context) {                             \
    answer(context, measure_of);                                                         \
  }                                                                                      \
  static void measure_of##_final(sqlite3_context *context) {                             \
    answer(context, measure_of);                                                         \
    clear(context);                                                                      \
  }

ANSWERS(precision)
ANSWERS(recall)
ANSWERS(average_of_found)
ANSWERS(average)
ANSWERS(reciprocal)
ANSWERS(ndcg)

#define CALLS(step_function, measure_of)                                                 \
  {                                                                                      \
    .step = step_function, .inverse = inverse, .value = measure_of##_value,              \
    .final = measure_of##_final                                                          \
  }

static const struct sql_function functions[] = {
    {"precision_at_k", 3, KIND_AGGREGATE, PURE, CALLS(step_k, precision),
     "precision_at_k(rank, relevant, k)",
     "Relevant rows of rank <= k, divided by k: a shorter list is not filled up for free",
     "SELECT precision_at_k(column1, column2, 5) "
     "FROM (VALUES (1, 1), (2, 0), (3, 1))",
     "0.4"},
    {"recall_at_k", 4, KIND_AGGREGATE, PURE, CALLS(step_k_total, recall),
     "recall_at_k(rank, relevant, k, total_relevant)",
     "Relevant rows of rank <= k, divided by all there are to find; 0 where that is 0",
     "SELECT recall_at_k(column1, column2, 2, 4) "
     "FROM (VALUES (1, 1), (2, 0), (3, 1))",
     "0.25"},
    {"average_precision", 2, KIND_AGGREGATE, PURE, CALLS(step, average_of_found),
     "average_precision(rank, relevant)",
     "Mean over the relevant rows of the precision at their rank; 0 if none is relevant",
     "SELECT average_precision(column1, column2) "
     "FROM (VALUES (1, 1), (2, 0), (3, 0), (4, 1))",
     "0.75"},
    {"average_precision", 3, KIND_AGGREGATE, PURE, CALLS(step_total, average),
     "average_precision(rank, relevant, total_relevant)",
     "The sum of those precisions divided by all there are to find: "
     "what was missed has 0",
     "SELECT average_precision(column1, column2, 4) "
     "FROM (VALUES (1, 1), (2, 0), (3, 0), (4, 1))",
     "0.375"},
    {"reciprocal_rank", 2, KIND_AGGREGATE, PURE, CALLS(step, reciprocal),
     "reciprocal_rank(rank, relevant)",
     "1 / the rank of the first relevant row, 0 if there is none; its mean is MRR",
     "SELECT reciprocal_rank(column1, column2) "
     "FROM (VALUES (1, 0), (2, 1), (3, 1))",
     "0.5"},
    {"ndcg_at_k", 3, KIND_AGGREGATE, PURE, CALLS(step_k, ndcg),
     "ndcg_at_k(rank, gain, k)",
     "Sum of gain / log2(1 + rank) over rank <= k, "
     "divided by its value in the best order",
     "SELECT round(ndcg_at_k(column1, column2, 10), 4) "
     "FROM (VALUES (1, 1), (2, 3), (3, 0))",
     "0.7967"},
};

const struct sql_module ranking_module = {"ranking", "Retrieval quality", functions,
                                          COUNT_OF(functions)};
