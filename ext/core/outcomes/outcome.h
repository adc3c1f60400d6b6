/*
** Rows of which somebody knows whether they were good: what the rules of this room read.
*/
#ifndef ASSAY_CORE_OUTCOMES_OUTCOME_H
#define ASSAY_CORE_OUTCOMES_OUTCOME_H

#include "base/missing.h"
#include "base/value.h"

enum outcome_label { LABEL_NONE = -1, LABEL_BAD, LABEL_GOOD };

/* A row's score, its label, and the cluster that it belongs to, NULL where there are
** none.  The cluster's bytes belong to whoever filled it in. */
struct outcome {
  double score; /* finite */
  enum outcome_label label;
  struct value cluster;
};

/* The order in which they are summed, as for qsort(): by cluster, then score, then label.
** Equal only where exchanging them changes no sum. */
int outcome_compare(const void *left, const void *right);

/* The index behind the last row of the cluster that begins at `first`; each row is one
** where they are independent. */
size_t outcome_cluster_end(const struct outcome *rows, size_t n, size_t first,
                           bool clustered);

/* The label of a flag: 0, 1, or missing. */
static inline enum outcome_label outcome_label_of(double flag) {
  return is_missing(flag) ? LABEL_NONE : flag > 0 ? LABEL_GOOD : LABEL_BAD;
}

#endif
