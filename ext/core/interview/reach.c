/* A cluster of a graph, and the nodes around it: see reach.h. */
#include "core/interview/reach.h"

#include "base/sort.h"

static size_t reach_inner_degree(const struct graph *graph, const size_t *cluster,
                                 size_t node) {
  size_t degree = 0;
  for (size_t at = graph->first[node]; at < graph->first[node + 1]; at++) {
    degree += cluster[graph->neighbour[at]] == cluster[node];
  }
  return degree;
}

static int reach_compare_degrees(const void *left, const void *right) {
  size_t a = *(const size_t *)left;
  size_t b = *(const size_t *)right;
  return (a > b) - (a < b);
}

struct cluster_measures cluster_measure(const struct graph *graph, const size_t *cluster,
                                        const size_t *member, size_t count,
                                        size_t *degrees) {
  double ends = 0;
  for (size_t i = 0; i < count; i++) {
    degrees[i] = reach_inner_degree(graph, cluster, member[i]);
    ends += (double)degrees[i];
  }
  if (count <= 1) return (struct cluster_measures){0, 0}; /* no edge inside */
  sort_items(degrees, count, sizeof *degrees, reach_compare_degrees, NULL);
  size_t lower = (count - 1) / 2;
  size_t upper = count / 2;
  double n = (double)count;
  return (struct cluster_measures){
      .density = ends / (n * (n - 1)),
      .median_degree = ((double)degrees[lower] + (double)degrees[upper]) / 2};
}

/* A breadth-first search.  The queue holds the reached nodes, in ascending order of their
** hops from the cluster. */
struct search {
  const struct graph *graph;
  const bool *visited;
  const struct search_memory *memory;
  size_t number;
  size_t queued;
  size_t candidates;
};

/* Appends a node to the queue.  If the search has reached the node before, only returns
** false. */
static bool reach_node(struct search *search, size_t node) {
  if (search->memory->reached[node] == search->number) return false;
  search->memory->reached[node] = search->number;
  search->memory->queue[search->queued++] = node;
  return true;
}

static void reach_neighbours(struct search *search, size_t node) {
  const struct graph *graph = search->graph;
  for (size_t at = graph->first[node]; at < graph->first[node + 1]; at++) {
    size_t neighbour = graph->neighbour[at];
    if (!reach_node(search, neighbour)) continue;
    search->candidates += search->visited == NULL || !search->visited[neighbour];
  }
}

size_t peripheral_candidates(const struct graph *graph, const size_t *member,
                             size_t count, size_t max_hops, const bool *visited,
                             const struct search_memory *memory, size_t search_number) {
  struct search search = {graph, visited, memory, search_number, 0, 0};
  for (size_t i = 0; i < count; i++) {
    reach_node(&search, member[i]);
  }
  size_t done = 0;
  for (size_t hop = 0; hop < max_hops && done < search.queued; hop++) {
    for (size_t end = search.queued; done < end; done++) {
      reach_neighbours(&search, memory->queue[done]);
    }
  }
  return search.candidates;
}
