/*
** Compares the measures of a cluster, and the number of nodes around it, with values
** worked out by hand (ADR-006, "Graph Utilities Module").
*/
#include "core/interview/reach.h"

#include <stdint.h>
#include <stdlib.h>

#include "tap.h"

#define NODES 9

/* The nodes 0, 1 and 2 form a triangle, and 2 has an edge to 3.  Nodes 4 and 5 lie beyond
** 3, and 6 lies beyond 5.  Nodes 7 and 8 are a separate pair.  Node 0 has a self-loop. */
static const struct edge edges[] = {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}, {0, 0, 9}, {2, 3, 1},
                                    {3, 4, 1}, {3, 5, 1}, {5, 6, 1}, {7, 8, 1}};

enum { EDGES = sizeof edges / sizeof *edges };

static struct graph graph;
static size_t reached[NODES];
static size_t queue[NODES];
static size_t searches;

static size_t candidates(const size_t *member, size_t count, size_t max_hops,
                         const bool *visited) {
  struct search_memory memory = {reached, queue};
  return peripheral_candidates(&graph, member, count, max_hops, visited, &memory,
                               ++searches);
}

static void test_measures(void) {
  size_t degrees[NODES];
  const size_t cluster[NODES] = {0, 0, 0, 0, 1, 1, 1, 2, 2};
  const size_t first[] = {0, 1, 2, 3};
  const size_t second[] = {4, 5, 6};
  struct cluster_measures m = cluster_measure(&graph, cluster, first, 4, degrees);
  tap_is_real(m.density, 2.0 * 4 / (4 * 3), 0, "four edges of six inside");
  tap_is_real(m.median_degree, 2, 0, "degrees 1, 2, 2, 3: without loop, edges out");
  m = cluster_measure(&graph, cluster, second, 3, degrees);
  tap_is_real(m.density, 1.0 / 3, 1e-15, "one edge of three");
  tap_is_real(m.median_degree, 1, 0, "degrees 0, 1, 1");
  m = cluster_measure(&graph, cluster, first, 1, degrees);
  tap_is_real(m.density, 0, 0, "one node has no density");
}

static void test_candidates(void) {
  const size_t triangle[] = {0, 1, 2};
  bool visited[NODES] = {false};
  tap_is_int((long long)candidates(triangle, 3, 0, NULL), 0, "no hops");
  tap_is_int((long long)candidates(triangle, 3, 1, NULL), 1, "one hop: 3");
  tap_is_int((long long)candidates(triangle, 3, 2, NULL), 3, "two hops: 3, 4, 5");
  tap_is_int((long long)candidates(triangle, 3, 3, NULL), 4, "three hops: 6 too");
  tap_is_int((long long)candidates(triangle, 3, 1000, NULL), 4,
             "not the nodes of another component");
  tap_is_int((long long)candidates(triangle, 3, SIZE_MAX, NULL), 4,
             "ends where no hop leads on");
  visited[3] = true;
  tap_is_int((long long)candidates(triangle, 3, 2, visited), 2,
             "a visited node does not count, but leads on");
}

int main(void) {
  struct edge copy[EDGES];
  for (int i = 0; i < EDGES; i++) {
    copy[i] = edges[i];
  }
  void *memory = malloc(graph_bytes(NODES, EDGES));
  if (memory == NULL) tap_bail("out of memory");
  graph_place(&graph, memory, NODES, EDGES);
  graph_fill(&graph, copy, EDGES, NULL);
  test_measures();
  test_candidates();
  free(memory);
  return tap_done();
}
