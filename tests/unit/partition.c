/* Tests how nodes move between the clusters of a partition
** (core/interview/partition.h). */
#include "core/interview/partition.h"

#include <string.h>

#include "tap.h"

#define NODES 4
#define UNTOUCHED 0xa5

static double memory[64];
static double graph_memory[64];
static struct graph graph;
static struct partition partition;

/* A path of three edges with weights 1, 2 and 4, cut into two clusters. */
static void begin(size_t *cluster) {
  struct edge edges[] = {{0, 1, 1}, {1, 2, 2}, {2, 3, 4}};
  const size_t halves[NODES] = {0, 0, 3, 3};
  memcpy(cluster, halves, sizeof halves);
  memset(graph_memory, UNTOUCHED, sizeof graph_memory);
  memset(memory, UNTOUCHED, sizeof memory);
  graph_place(&graph, graph_memory, NODES, 3);
  graph_fill(&graph, edges, 3, NULL);
  partition_place(&partition, memory, NODES);
  partition_begin(&partition, &graph, cluster);
}

static void test_memory(void) {
  for (size_t nodes = 0; nodes < 6; nodes++) {
    partition_place(&partition, memory, nodes);
    size_t end = (size_t)((char *)(partition.touched + nodes) - (char *)(void *)memory);
    size_t bytes = partition_bytes(nodes);
    tap_ok(bytes >= end && bytes - end < sizeof(double) && bytes % sizeof(double) == 0,
           "%zu nodes have room and waste none", nodes);
  }
}

static void test_begin(void) {
  size_t cluster[NODES];
  begin(cluster);
  tap_ok(partition.sums[0].degree == 4 && partition.sums[3].degree == 10,
         "degrees by cluster");
  tap_ok(partition.sums[0].size == 2 && partition.sums[3].size == 2, "sizes by cluster");
  tap_ok(partition.sums[1].degree == 0 && partition.sums[1].size == 0,
         "an empty one has neither");
  tap_is_int((long long)partition.empties, 2, "two are empty");
  tap_is_int((long long)partition_empty(&partition), 1, "the lowest is on top");
  const unsigned char *end = (const unsigned char *)(partition.touched + NODES);
  tap_is_int(end[0], UNTOUCHED, "nothing is written after the end");
}

static void test_gather(void) {
  size_t cluster[NODES];
  begin(cluster);
  partition_gather(&partition, 2);
  tap_ok(partition.sums[0].links == 2 && partition.sums[3].links == 4,
         "links by cluster");
  partition_gather(&partition, 1);
  tap_ok(partition.sums[0].links == 3 && partition.sums[3].links == 6,
         "of two nodes add up");
  tap_is_int((long long)partition.touches, 2, "each cluster is listed once");
  partition_forget(&partition);
  tap_ok(partition.sums[0].links == 0 && partition.sums[3].links == 0 &&
             partition.touches == 0,
         "and none when they are forgotten");
}

static void test_within(void) {
  size_t cluster[NODES];
  const size_t group[NODES] = {0, 0, 1, 1};
  begin(cluster);
  partition.within = group;
  partition_gather(&partition, 2);
  tap_ok(partition.sums[0].links == 0 && partition.sums[3].links == 4,
         "edges between groups do not count");
  tap_is_int((long long)partition.touches, 1, "nor touch a cluster");
  partition_forget(&partition);
  partition_begin(&partition, &graph, cluster);
  tap_ok(partition.within == NULL, "until the partition is taken up again");
}

/* The gain of a move must be total^2 / 2 times the rise in modularity (Newman 2004),
** where total is the sum of all degrees. */
static void test_gain(void) {
  size_t cluster[NODES];
  double sums[2 * NODES];
  begin(cluster);
  size_t home = partition_take(&partition, 1);
  tap_is_int((long long)home, 0, "a node is taken out of its cluster");
  tap_ok(partition.sums[0].degree == 1 && partition.sums[0].size == 1,
         "which is left without it");
  double gain = partition_gain(&partition, 1, 3) - partition_gain(&partition, 1, 0);
  partition_put(&partition, 1, home, home);
  double before = graph_modularity(&graph, cluster, NODES, sums);
  home = partition_take(&partition, 1);
  partition_put(&partition, 1, home, 3);
  double after = graph_modularity(&graph, cluster, NODES, sums);
  tap_is_real(2 * gain / (graph.total * graph.total), after - before, 1e-15,
              "the gain is the gain in modularity");
  tap_ok(cluster[1] == 3 && partition.sums[3].size == 3 && partition.sums[3].degree == 13,
         "a node is put into a cluster");
}

/* All nodes are in cluster 3, so cluster 0 has none. */
static void test_first_empty(void) {
  size_t cluster[NODES];
  begin(cluster);
  for (size_t node = 0; node < NODES; node++)
    cluster[node] = 3;
  partition_begin(&partition, &graph, cluster);
  tap_ok(partition.empties == 3 && partition_empty(&partition) == 0,
         "the first cluster is one of those without nodes");
}

/* Empty clusters are used again, and the cluster that became empty last is used first. */
static void test_empty(void) {
  size_t cluster[NODES];
  begin(cluster);
  for (size_t node = 0; node < 2; node++) {
    size_t home = partition_take(&partition, node);
    partition_put(&partition, node, home, 3);
  }
  tap_ok(partition.empties == 3 && partition_empty(&partition) == 0,
         "a cluster without nodes is empty");
  tap_is_real(partition.sums[0].degree, 0, 0, "and has no degree");
  size_t home = partition_take(&partition, 2);
  partition_put(&partition, 2, home, partition_empty(&partition));
  tap_ok(cluster[2] == 0 && partition.empties == 2, "until a node is put into it");
  home = partition_take(&partition, 2);
  partition_put(&partition, 2, home, home);
  tap_ok(cluster[2] == 0 && partition.empties == 2, "or back into it");
}

int main(void) {
  test_memory();
  test_begin();
  test_gather();
  test_within();
  test_gain();
  test_first_empty();
  test_empty();
  return tap_done();
}
