/*
** A partition of a graph whose nodes move from cluster to cluster, and what modularity
** gains by that.  The part that all moves of the Louvain method share.
*/
#ifndef ASSAY_CORE_INTERVIEW_PARTITION_H
#define ASSAY_CORE_INTERVIEW_PARTITION_H

#include "core/interview/graph.h"

/* What is known of a cluster; it stands together because it is read together. */
struct cluster_sums {
  double degree; /* of its nodes */
  double links;  /* weight between it and the nodes that were gathered */
  size_t size;   /* its nodes */
};

struct partition {
  const struct graph *graph;
  size_t *cluster;           /* by node: a number below the node count; the caller's */
  struct cluster_sums *sums; /* by cluster */
  size_t *empty; /* a stack of clusters without nodes, the lowest on top at first */
  size_t empties;
  size_t *touched; /* clusters whose links are set */
  size_t touches;
  const size_t *within; /* by node: edges count within one only; NULL for everywhere */
};

/* Bytes of memory for a graph of this many nodes, a multiple of a double's size. */
size_t partition_bytes(size_t node_count);

/* Lays the arrays into memory of that size, aligned for double and size_t. */
void partition_place(struct partition *partition, void *memory, size_t node_count);

/* Takes up a graph and a partition of it, which moves then change; edges count
** everywhere. */
void partition_begin(struct partition *partition, const struct graph *graph,
                     size_t *cluster);

/* Adds the weights between the node and each cluster beside it to the links. */
void partition_gather(struct partition *partition, size_t node);

/* Sets all links to 0. */
void partition_forget(struct partition *partition);

/* Takes a node out of its cluster, which it returns, with its links gathered. */
size_t partition_take(struct partition *partition, size_t node);

/* Puts a node that was taken out of `home` into cluster c, and forgets the links. */
void partition_put(struct partition *partition, size_t node, size_t home, size_t c);

/* The gain in modularity if a node that was taken out joins cluster c, times total^2 / 2.
** It is a difference of whole numbers if weights are whole, so that ties are exact.
** Joining an empty cluster gains 0. */
static inline double partition_gain(const struct partition *partition, size_t node,
                                    size_t c) {
  return partition->sums[c].links * partition->graph->total -
         partition->sums[c].degree * partition->graph->degree[node];
}

/* An empty cluster.  There is one wherever two nodes share a cluster. */
static inline size_t partition_empty(const struct partition *partition) {
  return partition->empty[partition->empties - 1];
}

#endif
