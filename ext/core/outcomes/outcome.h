/*
** Rows that somebody found good or bad: what the rules of this folder read.
*/
#ifndef ASSAY_CORE_OUTCOMES_OUTCOME_H
#define ASSAY_CORE_OUTCOMES_OUTCOME_H

#include "base/missing.h"
#include "base/value.h"

enum outcome_label { LABEL_NONE = -1, LABEL_BAD, LABEL_GOOD };

/* A row's score, its label, and its cluster, NULL without clusters.  The cluster's bytes
** belong to whoever filled it in. */
struct outcome {
  double score; /* finite */
  enum outcome_label label;
  struct value cluster;
};

/* The order in which they are summed, as for qsort(): by cluster, then score, then label.
** Equal only where exchanging them changes no sum. */
int outcome_compare(const void *left, const void *right);

/* The index after the last row of the cluster that begins at `first`.  If rows are
** independent, each is a cluster. */
size_t outcome_cluster_end(const struct outcome *rows, size_t n, size_t first,
                           bool clustered);

/* The label of a flag: 0, 1, or missing. */
static inline enum outcome_label outcome_label_of(double flag) {
  return is_missing(flag) ? LABEL_NONE : flag > 0 ? LABEL_GOOD : LABEL_BAD;
}

#endif
