/* Clusters of nodes, and moves of nodes between clusters: see partition.h. */
#include "core/interview/partition.h"

#include <string.h>

size_t partition_bytes(size_t node_count) {
  size_t bytes = node_count * (sizeof(struct cluster_sums) + 2 * sizeof(size_t));
  return (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

void partition_place(struct partition *partition, void *memory, size_t node_count) {
  partition->sums = memory;
  partition->empty = (size_t *)(void *)(partition->sums + node_count);
  partition->touched = partition->empty + node_count;
}

void partition_begin(struct partition *partition, const struct graph *graph,
                     size_t *cluster) {
  size_t nodes = graph->node_count;
  partition->graph = graph;
  partition->cluster = cluster;
  partition->empties = 0;
  partition->touches = 0;
  partition->within = NULL;
  memset(partition->sums, 0, nodes * sizeof *partition->sums);
  for (size_t i = 0; i < nodes; i++) {
    partition->sums[cluster[i]].degree += graph->degree[i];
    partition->sums[cluster[i]].size++;
  }
  for (size_t c = nodes; c-- > 0;) {
    if (partition->sums[c].size == 0) partition->empty[partition->empties++] = c;
  }
}

/* Weights are positive.  So if `links` is 0, the cluster is not in `touched` yet. */
void partition_gather(struct partition *partition, size_t node) {
  const struct graph *graph = partition->graph;
  const size_t *within = partition->within;
  for (size_t at = graph->first[node]; at < graph->first[node + 1]; at++) {
    size_t other = graph->neighbour[at];
    if (within != NULL && within[other] != within[node]) continue;
    size_t c = partition->cluster[other];
    if (partition->sums[c].links == 0) partition->touched[partition->touches++] = c;
    partition->sums[c].links += graph->weight[at];
  }
}

void partition_forget(struct partition *partition) {
  for (size_t i = 0; i < partition->touches; i++) {
    partition->sums[partition->touched[i]].links = 0;
  }
  partition->touches = 0;
}

size_t partition_take(struct partition *partition, size_t node) {
  size_t home = partition->cluster[node];
  partition_gather(partition, node);
  partition->sums[home].size--;
  partition->sums[home].degree -= partition->graph->degree[node];
  if (partition->sums[home].size == 0)
    partition->sums[home].degree = 0; /* exactly 0, not a rounding error */
  return home;
}

void partition_put(struct partition *partition, size_t node, size_t home, size_t c) {
  /* If cluster c is empty, it comes from partition_empty(), and is on top of the stack
  ** `empty`. */
  if (partition->sums[c].size == 0 && c != home) partition->empties--;
  partition->cluster[node] = c;
  partition->sums[c].degree += partition->graph->degree[node];
  partition->sums[c].size++;
  if (partition->sums[home].size == 0) partition->empty[partition->empties++] = home;
  partition_forget(partition);
}
