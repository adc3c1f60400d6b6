/*
** A graph's partition into clusters.  Nodes can move from cluster to cluster; a function
** returns the gain in modularity of a move.
*/
#ifndef ASSAY_CORE_INTERVIEW_PARTITION_H
#define ASSAY_CORE_INTERVIEW_PARTITION_H

#include "core/interview/graph.h"

/* The sums of a cluster, side by side because they are read together. */
struct cluster_sums {
  double degree; /* sum of its nodes' degrees */
  double links;  /* sum of the weights of its edges to partition_gather()'s node */
  size_t size;   /* number of its nodes */
};

struct partition {
  const struct graph *graph;
  size_t *cluster; /* each node's cluster, a number < node count; memory of the caller */
  struct cluster_sums *sums; /* by cluster */
  size_t *empty; /* stack of empty clusters; at first the least number is on top */
  size_t empties;
  size_t *touched; /* clusters whose `links` are set */
  size_t touches;
  const size_t *within; /* NULL, or each node's group: only edges inside a group count */
};

/* Returns how many bytes this many nodes need, rounded up to whole doubles. */
size_t partition_bytes(size_t node_count);

/* Places the arrays in partition_bytes() bytes of memory, aligned for double and
** size_t. */
void partition_place(struct partition *partition, void *memory, size_t node_count);

/* Begins a partition with the clusters in `cluster`; later moves change this array.  Sets
** `within` to NULL: all edges count. */
void partition_begin(struct partition *partition, const struct graph *graph,
                     size_t *cluster);

/* Adds the weight of each edge of the node to `links` of the neighbour's cluster. */
void partition_gather(struct partition *partition, size_t node);

/* Sets the links of all clusters to 0. */
void partition_forget(struct partition *partition);

/* Takes a node out of its cluster, and gathers the node's links.  Returns the cluster. */
size_t partition_take(struct partition *partition, size_t node);

/* Puts a node into cluster c after it left cluster `home`.  Sets all links to 0. */
void partition_put(struct partition *partition, size_t node, size_t home, size_t c);

/* Returns the gain in modularity, times total^2 / 2, if a node that was taken out joins
** cluster c.  If weights are whole, gains have no rounding error, so equal gains compare
** as equal.  Joining an empty cluster gains 0. */
static inline double partition_gain(const struct partition *partition, size_t node,
                                    size_t c) {
  return partition->sums[c].links * partition->graph->total -
         partition->sums[c].degree * partition->graph->degree[node];
}

/* Returns an empty cluster.  There are as many clusters as nodes, so one is empty
** whenever two nodes share a cluster. */
static inline size_t partition_empty(const struct partition *partition) {
  return partition->empty[partition->empties - 1];
}

#endif
