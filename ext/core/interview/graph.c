/* Weighted undirected graphs as plain arrays: see graph.h. */
#include "core/interview/graph.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/sum.h"

/* Rounds up to a multiple of a double's size, so that what follows the graph in
** memory is aligned. */
size_t graph_bytes(size_t node_count, size_t edge_count) {
  const size_t limit = SIZE_MAX / 64;
  if (node_count >= limit || edge_count >= limit) return 0;
  size_t numbers = 2 * node_count + 2 * edge_count;
  size_t counts = node_count + 1 + 2 * edge_count;
  size_t bytes = numbers * sizeof(double) + counts * sizeof(size_t);
  return (bytes + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

void graph_place(struct graph *graph, void *memory, size_t node_count,
                 size_t edge_count) {
  graph->node_count = node_count;
  graph->degree = memory;
  graph->loop = graph->degree + node_count;
  graph->weight = graph->loop + node_count;
  graph->first = (size_t *)(void *)(graph->weight + 2 * edge_count);
  graph->neighbour = graph->first + node_count + 1;
}

static int graph_compare_sizes(size_t a, size_t b) {
  return (a > b) - (a < b);
}

/* Edges that compare equal are identical, so an unstable sort has only one result. */
static int graph_compare_edges(const void *left, const void *right) {
  const struct edge *a = left;
  const struct edge *b = right;
  int order = graph_compare_sizes(a->source, b->source);
  if (order == 0) order = graph_compare_sizes(a->target, b->target);
  return order != 0 ? order : (a->weight > b->weight) - (a->weight < b->weight);
}

/* Directs every edge from the lesser node to the greater, and drops edges of weight 0.
** If the greatest weight is very great or very small, first divides all weights by a
** power of two.  A quotient is exact, unless it is too small for a double. */
static size_t graph_normalise(struct edge *edges, size_t count) {
  int exponent;
  double greatest = 0;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    greatest = fmax(greatest, edges[i].weight);
  }
  frexp(greatest, &exponent);
  if (exponent > -500 && exponent < 500) exponent = 0; /* sums can't overflow or vanish */
  for (size_t i = 0; i < count; i++) {
    struct edge edge = edges[i];
    edge.weight = ldexp(edge.weight, -exponent);
    if (!(edge.weight > 0)) continue;
    if (edge.source > edge.target) {
      edge.source = edges[i].target;
      edge.target = edges[i].source;
    }
    edges[kept++] = edge;
  }
  return kept;
}

static bool graph_same_ends(const struct edge *a, const struct edge *b) {
  return a->source == b->source && a->target == b->target;
}

static size_t graph_merge_duplicates(struct edge *edges, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; kept++) {
    struct sum weight = {0, 0};
    edges[kept] = edges[i];
    while (i < count && graph_same_ends(&edges[kept], &edges[i])) {
      sum_add(&weight, edges[i++].weight);
    }
    edges[kept].weight = sum_total(&weight);
  }
  return kept;
}

/* Sets first[i] to the index after node i's row (its neighbours).  Then
** graph_add_neighbours() counts first[i] down. */
static void graph_count_neighbours(struct graph *graph, const struct edge *edges,
                                   size_t count) {
  memset(graph->first, 0, (graph->node_count + 1) * sizeof *graph->first);
  for (size_t i = 0; i < count; i++) {
    if (edges[i].source == edges[i].target) continue;
    graph->first[edges[i].source]++;
    graph->first[edges[i].target]++;
  }
  for (size_t i = 1; i <= graph->node_count; i++) {
    graph->first[i] += graph->first[i - 1];
  }
}

static void graph_add_neighbour(struct graph *graph, size_t node, size_t neighbour,
                                double weight) {
  size_t at = --graph->first[node];
  graph->neighbour[at] = neighbour;
  graph->weight[at] = weight;
}

/* Goes from the last edge to the first, and fills each row from its end.  So in the end
** first[i] is the start of row i. */
static void graph_add_neighbours(struct graph *graph, const struct edge *edges,
                                 size_t count) {
  for (size_t i = count; i-- > 0;) {
    const struct edge *edge = &edges[i];
    if (edge->source == edge->target) {
      graph->loop[edge->source] = edge->weight;
      continue;
    }
    graph_add_neighbour(graph, edge->source, edge->target, edge->weight);
    graph_add_neighbour(graph, edge->target, edge->source, edge->weight);
  }
}

static void graph_sum_degrees(struct graph *graph) {
  struct sum total = {0, 0};
  for (size_t i = 0; i < graph->node_count; i++) {
    struct sum degree = {2 * graph->loop[i], 0};
    for (size_t at = graph->first[i]; at < graph->first[i + 1]; at++) {
      sum_add(&degree, graph->weight[at]);
    }
    graph->degree[i] = sum_total(&degree);
    sum_add(&total, graph->degree[i]);
  }
  graph->total = sum_total(&total);
}

bool graph_fill(struct graph *graph, struct edge *edges, size_t edge_count,
                struct sort_watch *watch) {
  size_t count = graph_normalise(edges, edge_count);
  if (!sort_items(edges, count, sizeof *edges, graph_compare_edges, watch)) return false;
  count = graph_merge_duplicates(edges, count);
  memset(graph->loop, 0, graph->node_count * sizeof *graph->loop);
  graph_count_neighbours(graph, edges, count);
  graph_add_neighbours(graph, edges, count);
  graph_sum_degrees(graph);
  return true;
}

void graph_members(const size_t *cluster, size_t node_count, size_t cluster_count,
                   size_t *start, size_t *member) {
  memset(start, 0, (cluster_count + 1) * sizeof *start);
  for (size_t i = 0; i < node_count; i++) {
    start[cluster[i]]++;
  }
  for (size_t c = 1; c <= cluster_count; c++) {
    start[c] += start[c - 1];
  }
  for (size_t i = node_count; i-- > 0;) {
    member[--start[cluster[i]]] = i;
  }
}

double graph_modularity(const struct graph *graph, const size_t *cluster,
                        size_t cluster_count, double *sums) {
  double *inside = sums;
  double *degree = sums + cluster_count;
  for (size_t c = 0; c < 2 * cluster_count; c++) {
    sums[c] = 0;
  }
  for (size_t i = 0; i < graph->node_count; i++) {
    size_t c = cluster[i];
    degree[c] += graph->degree[i];
    inside[c] += 2 * graph->loop[i];
    for (size_t at = graph->first[i]; at < graph->first[i + 1]; at++) {
      if (cluster[graph->neighbour[at]] == c) inside[c] += graph->weight[at];
    }
  }
  struct sum modularity = {0, 0};
  for (size_t c = 0; c < cluster_count; c++) {
    double share = degree[c] / graph->total;
    sum_add(&modularity, inside[c] / graph->total - share * share);
  }
  return graph->total > 0 ? sum_total(&modularity) : NAN;
}
