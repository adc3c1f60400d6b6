/* Tests core/interview/graph.h: the arrays that store a graph, and modularity (Newman
** 2004). */
#include "core/interview/graph.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "tap.h"

#define UNTOUCHED 0xa5

/* Memory for a small graph.  Tests check that the part after the graph does not
** change. */
static double memory[64];

static struct graph placed(size_t nodes, size_t edges) {
  struct graph graph;
  memset(memory, UNTOUCHED, sizeof memory);
  graph_place(&graph, memory, nodes, edges);
  return graph;
}

static int is_untouched(const void *from, const void *to) {
  int untouched = 1;
  for (const unsigned char *at = from; at < (const unsigned char *)to; at++)
    untouched = untouched && *at == UNTOUCHED;
  return untouched;
}

/* The graph lists each edge twice, because each of its two nodes is a neighbour of the
** other. */
static void test_memory(void) {
  for (size_t nodes = 0; nodes < 4; nodes++) {
    for (size_t edges = 0; edges < 4; edges++) {
      struct graph graph = placed(nodes, edges);
      size_t end =
          (size_t)((char *)(graph.neighbour + 2 * edges) - (char *)(void *)memory);
      size_t bytes = graph_bytes(nodes, edges);
      tap_ok(bytes >= end && bytes - end < sizeof(double) && bytes % sizeof(double) == 0,
             "%zu nodes and %zu edges have room and waste none", nodes, edges);
    }
  }
}

static void test_too_large(void) {
  const size_t limit = SIZE_MAX / 64;
  tap_ok(graph_bytes(limit, 1) == 0, "too many nodes for an address");
  tap_ok(graph_bytes(1, limit) == 0, "too many edges");
  tap_ok(graph_bytes(SIZE_MAX, SIZE_MAX) == 0, "too many of both");
  size_t least = (limit - 1) * (4 * sizeof(double) + 3 * sizeof(size_t));
  tap_ok(graph_bytes(limit - 1, limit - 1) >= least, "just not too many");
}

static void test_empty(void) {
  struct graph graph = placed(2, 0);
  struct edge none[1];
  graph_fill(&graph, none, 0, NULL);
  tap_ok(graph.first[0] == 0 && graph.first[1] == 0 && graph.first[2] == 0,
         "without edges every row is empty");
  tap_ok(is_untouched(graph.first + 3, memory + 64),
         "and nothing is written after the end");
  tap_is_real(graph.total, 0, 0, "the sum of degrees is 0");
}

static void test_rows(void) {
  struct graph graph = placed(4, 4);
  struct edge edges[] = {{3, 1, 2}, {0, 1, 1}, {2, 2, 5}, {1, 0, 0.5}};
  graph_fill(&graph, edges, 4, NULL);
  const size_t first[] = {0, 1, 3, 3, 4}, neighbour[] = {1, 0, 3, 1};
  const double weight[] = {1.5, 1.5, 2, 2}, degree[] = {1.5, 3.5, 10, 2};
  tap_ok(memcmp(graph.first, first, sizeof first) == 0, "rows by node");
  tap_ok(memcmp(graph.neighbour, neighbour, sizeof neighbour) == 0,
         "neighbours in ascending order");
  tap_ok(memcmp(graph.weight, weight, sizeof weight) == 0,
         "an edge has its weight at both ends, duplicates their sum");
  tap_ok(memcmp(graph.degree, degree, sizeof degree) == 0, "a self-loop counts twice");
  tap_is_real(graph.total, 17, 0, "the sum of degrees");
}

/* The weights are scaled if the greatest weight is at least 2^499 or below 2^-500. */
static void test_scale(void) {
  const struct {
    int exponent; /* the greatest weight is half of 2^exponent */
    double weight;
  } cases[] = {{499, 0x1p498},   {500, 0.5},  {1024, 0.5},
               {-499, 0x1p-500}, {-500, 0.5}, {-1073, 0.5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct graph graph = placed(2, 2);
    double weight = ldexp(0.5, cases[i].exponent);
    struct edge edges[] = {{0, 1, weight}, {1, 1, weight / 4}};
    graph_fill(&graph, edges, 2, NULL);
    tap_is_real(graph.weight[0], cases[i].weight, 0, "a weight of 2^%d",
                cases[i].exponent - 1);
  }
}

/* The edges are so many that the sort (base/sort.h) divides their array into pieces.
** Many edges are equal; directions and order are random. */
static void test_many(void) {
  enum { NODES = 50, EDGES = 20000 };
  static struct edge edges[EDGES];
  double *large = malloc(graph_bytes(NODES, EDGES)), want[NODES] = {0};
  if (large == NULL) tap_bail("out of memory");
  uint64_t state = 5;
  for (size_t i = 0; i < EDGES; i++) {
    size_t a = (size_t)(random_splitmix64(&state) % NODES);
    size_t b = (size_t)(random_splitmix64(&state) % NODES);
    double weight = (double)(1 + random_splitmix64(&state) % 3);
    edges[i] = (struct edge){a, b, weight};
    want[a] += weight;
    want[b] += weight;
  }
  struct graph graph;
  int wrong = 0;
  graph_place(&graph, large, NODES, EDGES);
  tap_ok(graph_fill(&graph, edges, EDGES, NULL), "20000 edges of 50 nodes");
  for (size_t i = 0; i < NODES; i++) {
    wrong += graph.degree[i] != want[i];
    for (size_t at = graph.first[i] + 1; at < graph.first[i + 1]; at++)
      wrong += graph.neighbour[at - 1] >= graph.neighbour[at];
  }
  free(large);
  tap_is_int(wrong, 0, "make rows in ascending order with the sums of the weights");
}

/* The sum of many weights must be as exact as the weights.  Adding 0.1 a million times,
** one by one, would give 1e-6 too much.  A small weight must still count next to a great
** weight. */
static void test_sums(void) {
  enum { EDGES = 1000000, NODES = 2002 };
  struct edge *edges = malloc(EDGES * sizeof *edges);
  double *large = malloc(graph_bytes(NODES, EDGES));
  if (edges == NULL || large == NULL) tap_bail("out of memory");
  struct graph graph;
  for (size_t i = 0; i < EDGES; i++)
    edges[i] = (struct edge){i % 2, 1 - i % 2, 0.1};
  graph_place(&graph, large, NODES, EDGES);
  graph_fill(&graph, edges, EDGES, NULL);
  tap_is_real(graph.weight[0], 100000, 0, "a million edges of 0.1");
  edges[0] = (struct edge){0, 1, 0x1p60};
  for (size_t i = 1; i <= NODES / 2 - 1; i++)
    edges[i] = (struct edge){2 * i, 2 * i + 1, 1};
  graph_fill(&graph, edges, NODES / 2, NULL);
  tap_is_real(graph.total, 0x1p61 + (double)NODES - 2, 0,
              "a thousand of 1 after one of 2^60");
  free(edges);
  free(large);
}

static bool stop(void *context) {
  return context == NULL;
}

static void test_stopped(void) {
  static struct edge edges[200000];
  struct sort_watch watch = {.stop = stop};
  for (size_t i = 0; i < 200000; i++)
    edges[i] = (struct edge){i * 7919 % 200000, 0, 1};
  double *large = malloc(graph_bytes(200000, 200000));
  if (large == NULL) tap_bail("out of memory");
  struct graph graph;
  graph_place(&graph, large, 200000, 200000);
  tap_ok(!graph_fill(&graph, edges, 200000, &watch),
         "a sort that is stopped fills nothing");
  free(large);
}

static void test_members(void) {
  const size_t cluster[] = {2, 0, 2, 0, 2};
  size_t start[4], member[5];
  const size_t want_start[] = {0, 2, 2, 5}, want_member[] = {1, 3, 0, 2, 4};
  memset(start, UNTOUCHED, sizeof start);
  graph_members(cluster, 5, 3, start, member);
  tap_ok(memcmp(start, want_start, sizeof start) == 0,
         "where each cluster's nodes begin");
  tap_ok(memcmp(member, want_member, sizeof member) == 0, "nodes by cluster, ascending");
}

static void test_modularity(void) {
  struct graph graph = placed(4, 2);
  struct edge edges[] = {{0, 1, 0.125}, {2, 3, 0.125}};
  const size_t cluster[] = {0, 0, 1, 1};
  double sums[6];
  graph_fill(&graph, edges, 2, NULL);
  memset(sums, UNTOUCHED, sizeof sums);
  tap_is_real(graph_modularity(&graph, cluster, 2, sums), 0.5, 0,
              "two pairs apart, of little weight");
  tap_ok(is_untouched(sums + 4, sums + 6), "in two numbers for each cluster");
  graph = placed(0, 0);
  graph_fill(&graph, edges, 0, NULL);
  tap_ok(isnan(graph_modularity(&graph, NULL, 0, sums)),
         "a graph without nodes has no modularity");
}

int main(void) {
  test_memory();
  test_too_large();
  test_empty();
  test_rows();
  test_scale();
  test_many();
  test_sums();
  test_stopped();
  test_members();
  test_modularity();
  return tap_done();
}
