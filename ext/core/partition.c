/* A partition whose nodes move: see partition.h. */
#include "partition.h"

#include <string.h>

/* Per node two numbers and three counts; the counts are padded to whole doubles. */
size_t partition_bytes(size_t node_count) {
  size_t counts = (3 * node_count * sizeof(size_t) + sizeof(double) - 1) / sizeof(double);
  return (2 * node_count + counts) * sizeof(double);
}

void partition_place(struct partition *partition, void *memory, size_t node_count) {
  partition->degree = memory;
  partition->links = partition->degree + node_count;
  partition->size = (size_t *)(void *)(partition->links + node_count);
  partition->empty = partition->size + node_count;
  partition->touched = partition->empty + node_count;
}

void partition_begin(struct partition *partition, const struct graph *graph,
                     size_t *cluster) {
  size_t nodes = graph->node_count;
  partition->graph = graph;
  partition->cluster = cluster;
  partition->empties = 0;
  partition->touches = 0;
  memset(partition->degree, 0, nodes * sizeof *partition->degree);
  memset(partition->size, 0, nodes * sizeof *partition->size);
  memset(partition->links, 0, nodes * sizeof *partition->links);
  for (size_t i = 0; i < nodes; i++) {
    partition->degree[cluster[i]] += graph->degree[i];
    partition->size[cluster[i]]++;
  }
  for (size_t c = nodes; c-- > 0;) {
    if (partition->size[c] == 0) partition->empty[partition->empties++] = c;
  }
}

/* Weights are positive, so a sum of 0 means that the cluster has not been touched yet. */
void partition_gather(struct partition *partition, size_t node) {
  const struct graph *graph = partition->graph;
  for (size_t at = graph->first[node]; at < graph->first[node + 1]; at++) {
    size_t c = partition->cluster[graph->neighbour[at]];
    if (partition->links[c] == 0) partition->touched[partition->touches++] = c;
    partition->links[c] += graph->weight[at];
  }
}

void partition_forget(struct partition *partition) {
  for (size_t i = 0; i < partition->touches; i++) {
    partition->links[partition->touched[i]] = 0;
  }
  partition->touches = 0;
}

size_t partition_take(struct partition *partition, size_t node) {
  size_t home = partition->cluster[node];
  partition_gather(partition, node);
  partition->size[home]--;
  partition->degree[home] -= partition->graph->degree[node];
  if (partition->size[home] == 0) partition->degree[home] = 0; /* not a rounding error */
  return home;
}

void partition_put(struct partition *partition, size_t node, size_t home, size_t c) {
  if (partition->size[c] == 0 && c != home) partition->empties--; /* it was on top */
  partition->cluster[node] = c;
  partition->degree[c] += partition->graph->degree[node];
  partition->size[c]++;
  if (partition->size[home] == 0) partition->empty[partition->empties++] = home;
  partition_forget(partition);
}
