/* The order of labelled rows: see outcome.h. */
#include "core/outcomes/outcome.h"

int outcome_compare(const void *left, const void *right) {
  const struct outcome *a = left, *b = right;
  int order = value_compare(&a->cluster, &b->cluster);
  if (order == 0) order = (a->score > b->score) - (a->score < b->score);
  return order != 0 ? order : (a->label > b->label) - (a->label < b->label);
}

size_t outcome_cluster_end(const struct outcome *rows, size_t n, size_t first,
                           bool clustered) {
  size_t end = first + 1;
  while (clustered && end < n &&
         value_compare(&rows[first].cluster, &rows[end].cluster) == 0)
    end++;
  return end;
}
