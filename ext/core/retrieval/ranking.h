/*
** Measures of a ranking: precision, recall, average precision, reciprocal rank, nDCG.
**
** The definitions are those of trec_eval, the program by which the field compares search
** engines, for one query.  A ranking is an array of rows, each with the place it has in
** the list and the gain that its document brings; a document is relevant if its gain is
** above 0.
*/
#ifndef ASSAY_CORE_RETRIEVAL_RANKING_H
#define ASSAY_CORE_RETRIEVAL_RANKING_H

#include "base/missing.h"
#include "base/sort.h"

struct ranked {
  double rank; /* whole number >= 1; from ranking_arrange() on the place */
  double gain; /* >= 0 */
};

/* Puts rows into the order of their ranks and gives each a place of its own: its rank, or
** the place after the row before it if that row has taken it.  Of two rows with one rank
** the less relevant comes first, so no measure gains from a tie.  Gaps stay: if only some
** rows of a list are known, they keep their places.  O(n log n).  The measures below need
** rows in this order.  If a watch stopped it, do not use the rows; NULL for no watch. */
void ranking_arrange(struct ranked *rows, size_t count, struct sort_watch *watch);

/* Relevant rows in the first k places, and in all. */
size_t ranking_relevant(const struct ranked *rows, size_t count, double k);

/* Relevant rows in the first k places / k.  A list shorter than k is filled up with rows
** that are not relevant.  k >= 1. */
double ranking_precision(const struct ranked *rows, size_t count, double k);

/* Relevant rows in the first k places / total, 0 if there is nothing to find.  Missing
** if the total is, or where it is less than what the ranking holds. */
double ranking_recall(const struct ranked *rows, size_t count, double k, double total);

/* The sum of the precisions at the place of each relevant row / total, 0 if there is
** nothing to find.  Missing as recall is. */
double ranking_average_precision(const struct ranked *rows, size_t count, double total);

/* 1 / the place of the first relevant row, 0 if there is none. */
double ranking_reciprocal_rank(const struct ranked *rows, size_t count);

/* DCG of the first k places / DCG of the same gains in descending order, where DCG is the
** sum of gain / log2(1 + place); 0 if no gain is above 0.  Leaves the rows in
** descending order of gain.  O(n log n). */
double ranking_ndcg(struct ranked *rows, size_t count, double k,
                    struct sort_watch *watch);

#endif
