/*
** Measures of a ranking: precision, recall, average precision, reciprocal rank, nDCG.
**
** The definitions for one query are those of trec_eval, a program that compares search
** engines.  A ranking is an array of rows, one for each document in a list of results.  A
** row has the document's place in the list and its gain (usefulness).  A document is
** relevant if its gain is above 0.
*/
#ifndef ASSAY_CORE_RETRIEVAL_RANKING_H
#define ASSAY_CORE_RETRIEVAL_RANKING_H

#include "base/missing.h"
#include "base/sort.h"

struct ranked {
  double rank; /* whole number >= 1; ranking_arrange() sets it to the place */
  double gain; /* >= 0 */
};

/* Sorts rows by rank and gives each row a place of its own.  The place is the row's rank,
** or 1 + the place of the preceding row, whichever is greater.  Among rows of one rank
** the row with the least gain comes first, so a tie raises no measure.  Gaps between
** places stay: if only some rows of a list are known, these rows keep their places.  O(n
** log n).  The measures below need sorted rows.  If `watch` (NULL for none) stopped the
** sort, the rows are in any order: do not use them. */
void ranking_arrange(struct ranked *rows, size_t count, struct sort_watch *watch);

/* Returns the number of relevant rows in the first k places; k may be infinite. */
size_t ranking_relevant(const struct ranked *rows, size_t count, double k);

/* Returns the number of relevant rows in the first k places, divided by k.  A list
** shorter than k counts as filled up with rows that are not relevant.  k >= 1. */
double ranking_precision(const struct ranked *rows, size_t count, double k);

/* Returns the number of relevant rows in the first k places, divided by total; 0 if total
** is 0.  Missing if total is missing, or less than the number of relevant rows. */
double ranking_recall(const struct ranked *rows, size_t count, double k, double total);

/* Returns the sum of the precisions at the places of the relevant rows, divided by total;
** 0 if total is 0.  Missing in the cases in which recall is missing. */
double ranking_average_precision(const struct ranked *rows, size_t count, double total);

/* Returns 1 / the place of the first relevant row, 0 if there is none. */
double ranking_reciprocal_rank(const struct ranked *rows, size_t count);

/* DCG is the sum of gain / log2(1 + place).  Returns the DCG of the first k places,
** divided by the DCG of the first k places in the order of descending gain; 0 if no
** gain is above 0.  Leaves the rows in descending order of gain.  O(n log n). */
double ranking_ndcg(struct ranked *rows, size_t count, double k,
                    struct sort_watch *watch);

#endif
