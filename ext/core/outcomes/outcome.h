/*
** Rows with the label good, bad or none: input of roc.h, reliability.h, corrected.h.
*/
#ifndef ASSAY_CORE_OUTCOMES_OUTCOME_H
#define ASSAY_CORE_OUTCOMES_OUTCOME_H

#include "base/missing.h"
#include "base/value.h"

enum outcome_label { LABEL_NONE = -1, LABEL_BAD, LABEL_GOOD };

/* A row's score, label and cluster.  The rows of a cluster resemble each other.  Without
** clusters, `cluster` is NULL.  The cluster's text or blob is in memory of the caller. */
struct outcome {
  double score; /* finite */
  enum outcome_label label;
  struct value cluster;
};

/* Compares rows for qsort(): by cluster, then score, then label.  If two rows compare as
** equal, exchanging them changes no result. */
int outcome_compare(const void *left, const void *right);

/* Returns the index after the last row of the cluster that begins at `first`.  If
** `clustered` is false, each row is a cluster. */
size_t outcome_cluster_end(const struct outcome *rows, size_t n, size_t first,
                           bool clustered);

/* Returns bad for the flag 0, good for 1, no label for a missing flag. */
static inline enum outcome_label outcome_label_of(double flag) {
  return is_missing(flag) ? LABEL_NONE : flag > 0 ? LABEL_GOOD : LABEL_BAD;
}

#endif
