/*
** Retrieval quality in SQL: aggregates and window functions.  The rows of a group are a
** ranking: the results of one search.
**
**   precision_at_k(rank, relevant, k)
**   recall_at_k(rank, relevant, k, total_relevant)
**   average_precision(rank, relevant [, total_relevant])
**   reciprocal_rank(rank, relevant)
**   ndcg_at_k(rank, gain, k)
**
** The measures are defined as in the program trec_eval; see core/retrieval/ranking.h.
**
** 1. `rank` is a whole number >= 1.  A row without a rank is skipped; a group in which no
**    row has a rank gives NULL.
** 2. `relevant` is 0, 1 or a gain > 0, which says how relevant the row is.  A missing or
**    negative value counts as 0.
** 3. If two rows have the same rank, the less relevant row keeps the rank, and the other
**    row moves to the next place.  So a tie raises no measure.
** 4. k is a whole number >= 1; any other value is an error.
** 5. If total_relevant is not a whole number, or is less than the number of relevant rows
**    in the ranking, the answer is NULL.  Without total_relevant, the number of relevant
**    rows in the ranking is used.
** 6. k and total_relevant must be the same in all rows of a group.  The order in which
**    SQLite reads the rows never matters.
**
** An answer over a frame of n rows takes O(n log n).  Each row is stored in 16 bytes.
*/
#include "core/retrieval/ranking.h"

#include <string.h>

#include "bind/aggregate.h"
#include "bind/argument.h"
#include "bind/interrupt.h"
#include "functions/modules.h"

/* A callback that computes one measure from ranked rows and parameters (such as k).
** MISSING stands for NULL.  If the sort was interrupted, the result is not used. */
typedef double measure(struct ranked *rows, size_t count, const struct value *stated,
                       struct sort_watch *watch);

/* Reads rank and relevance.  Returns false for a row without a rank. */
static bool ranking_read_ranked(sqlite3_value **argv, struct ranked *ranked) {
  double gain = argument_number(argv[1]);
  ranked->rank = argument_count(argv[0]);
  ranked->gain = gain > 0 ? gain : 0;
  return ranked->rank >= 1;
}

/* Stores a row and its `count` parameters (such as k). */
static bool ranking_keep(sqlite3_context *context, struct row_group *group,
                         const struct ranked *ranked, const struct value *stated,
                         size_t count) {
  return aggregate_kept(context, group,
                        deque_append(&group->rows, ranked, sizeof *ranked)) &&
         agreement_state(context, &group->agreement, stated, count);
}

/* Adds a row (rank, relevant). */
static bool ranking_enter(sqlite3_context *context, void *group, int argc,
                          sqlite3_value **argv) {
  struct ranked ranked;
  return ranking_read_ranked(argv, &ranked) &&
         ranking_keep(context, group, &ranked, NULL, 0);
}

/* Adds a row (rank, relevant, k). */
static bool ranking_enter_k(sqlite3_context *context, void *group, int argc,
                            sqlite3_value **argv) {
  struct ranked ranked;
  struct value k;
  return ranking_read_ranked(argv, &ranked) &&
         argument_stated_positive(context, argv[2], "k", &k) &&
         ranking_keep(context, group, &ranked, &k, 1);
}

/* Adds a row (rank, relevant, k, total_relevant). */
static bool ranking_enter_k_total(sqlite3_context *context, void *group, int argc,
                                  sqlite3_value **argv) {
  struct ranked ranked;
  struct value stated[] = {{.type = VALUE_NULL},
                           parameter_number(argument_count(argv[3]))};
  return ranking_read_ranked(argv, &ranked) &&
         argument_stated_positive(context, argv[2], "k", &stated[0]) &&
         ranking_keep(context, group, &ranked, stated, 2);
}

/* Adds a row (rank, relevant, total_relevant). */
static bool ranking_enter_total(sqlite3_context *context, void *group, int argc,
                                sqlite3_value **argv) {
  struct ranked ranked;
  struct value total = parameter_number(argument_count(argv[2]));
  return ranking_read_ranked(argv, &ranked) &&
         ranking_keep(context, group, &ranked, &total, 1);
}

static void ranking_answer(sqlite3_context *context, const struct row_group *group,
                           measure *measure_of) {
  size_t count = group->rows.count;
  struct ranked *ranked = call_memory(context, count * sizeof *ranked);
  if (ranked == NULL) return;
  memcpy(ranked, deque_at(&group->rows, 0, sizeof *ranked), count * sizeof *ranked);
  struct interrupt interrupt = interrupt_open(sqlite3_context_db_handle(context));
  struct sort_watch watch = interrupt_watch(&interrupt);
  ranking_arrange(ranked, count, &watch);
  double result = measure_of(ranked, count, agreement_stated(&group->agreement), &watch);
  sqlite3_free(ranked);
  if (interrupt_end(context, &interrupt, watch.stopped) && !is_missing(result))
    sqlite3_result_double(context, result);
}

static double ranking_total_of(const struct value *stated) {
  return stated->type == VALUE_NULL ? MISSING : stated->is.real;
}

static double ranking_precision_of(struct ranked *rows, size_t count,
                                   const struct value *stated, struct sort_watch *watch) {
  return ranking_precision(rows, count, stated[0].is.real);
}

static double ranking_recall_of(struct ranked *rows, size_t count,
                                const struct value *stated, struct sort_watch *watch) {
  return ranking_recall(rows, count, stated[0].is.real, ranking_total_of(&stated[1]));
}

static double ranking_average_of_found(struct ranked *rows, size_t count,
                                       const struct value *stated,
                                       struct sort_watch *watch) {
  double found = (double)ranking_relevant(rows, count, INFINITY);
  return ranking_average_precision(rows, count, found);
}

static double ranking_average(struct ranked *rows, size_t count,
                              const struct value *stated, struct sort_watch *watch) {
  return ranking_average_precision(rows, count, ranking_total_of(&stated[0]));
}

static double ranking_reciprocal(struct ranked *rows, size_t count,
                                 const struct value *stated, struct sort_watch *watch) {
  return ranking_reciprocal_rank(rows, count);
}

static double ranking_ndcg_of(struct ranked *rows, size_t count,
                              const struct value *stated, struct sort_watch *watch) {
  return ranking_ndcg(rows, count, stated[0].is.real, watch);
}

/* Defines the callback that sets an aggregate's result to a measure. */
#define ANSWERS(measure_of)                                                              \
  static void measure_of##_answer(sqlite3_context *context, void *group) {               \
    ranking_answer(context, group, measure_of);                                          \
  }

ANSWERS(ranking_precision_of)
ANSWERS(ranking_recall_of)
ANSWERS(ranking_average_of_found)
ANSWERS(ranking_average)
ANSWERS(ranking_reciprocal)
ANSWERS(ranking_ndcg_of)

static const struct sql_function functions[] = {
    {"precision_at_k", 3, PURE,
     AGGREGATE(struct row_group, ranking_enter_k, row_group_leave,
               ranking_precision_of_answer, row_group_clear, "k"),
     "precision_at_k(rank, relevant, k)",
     "Relevant rows of rank <= k, divided by k: a shorter list is not filled up for free",
     "SELECT precision_at_k(column1, column2, 5) "
     "FROM (VALUES (1, 1), (2, 0), (3, 1))",
     "0.4"},
    {"recall_at_k", 4, PURE,
     AGGREGATE(struct row_group, ranking_enter_k_total, row_group_leave,
               ranking_recall_of_answer, row_group_clear, "k", "total_relevant"),
     "recall_at_k(rank, relevant, k, total_relevant)",
     "Relevant rows of rank <= k / total_relevant; 0 for a total of 0; NULL if the "
     "ranking has more",
     "SELECT recall_at_k(column1, column2, 2, 4) "
     "FROM (VALUES (1, 1), (2, 0), (3, 1))",
     "0.25"},
    {"average_precision", 2, PURE,
     AGGREGATE(struct row_group, ranking_enter, row_group_leave,
               ranking_average_of_found_answer, row_group_clear, NULL),
     "average_precision(rank, relevant)",
     "Mean of the precision at the rank of each relevant row; 0 if no row is relevant",
     "SELECT average_precision(column1, column2) "
     "FROM (VALUES (1, 1), (2, 0), (3, 0), (4, 1))",
     "0.75"},
    {"average_precision", 3, PURE,
     AGGREGATE(struct row_group, ranking_enter_total, row_group_leave,
               ranking_average_answer, row_group_clear, "total_relevant"),
     "average_precision(rank, relevant, total_relevant)",
     "The same sum / total_relevant; a missed row adds 0; NULL if ranked relevant "
     "rows exceed it",
     "SELECT average_precision(column1, column2, 4) "
     "FROM (VALUES (1, 1), (2, 0), (3, 0), (4, 1))",
     "0.375"},
    {"reciprocal_rank", 2, PURE,
     AGGREGATE(struct row_group, ranking_enter, row_group_leave,
               ranking_reciprocal_answer, row_group_clear, NULL),
     "reciprocal_rank(rank, relevant)",
     "1 / the rank of the first relevant row, 0 if there is none; its mean is MRR",
     "SELECT reciprocal_rank(column1, column2) "
     "FROM (VALUES (1, 0), (2, 1), (3, 1))",
     "0.5"},
    {"ndcg_at_k", 3, PURE,
     AGGREGATE(struct row_group, ranking_enter_k, row_group_leave, ranking_ndcg_of_answer,
               row_group_clear, "k"),
     "ndcg_at_k(rank, gain, k)",
     "Sum of gain / log2(1 + rank) over rank <= k, "
     "divided by its value in the best order",
     "SELECT round(ndcg_at_k(column1, column2, 10), 4) "
     "FROM (VALUES (1, 1), (2, 3), (3, 0))",
     "0.7967"},
};

const struct sql_module ranking_module = {"ranking", "Retrieval quality",
                                          "how good is a search", functions,
                                          COUNT_OF(functions)};
