/*
** A cluster of a graph, and the nodes around it (ADR-006, "Graph Utilities Module").
**
** `member` lists the nodes of a cluster.  cluster[i] identifies the cluster of node i.
** Weights do not matter here, only whether there is an edge.
*/
#ifndef ASSAY_CORE_INTERVIEW_REACH_H
#define ASSAY_CORE_INTERVIEW_REACH_H

#include <stdbool.h>

#include "core/interview/graph.h"

/* Measures of the edges inside a cluster.  Edges to other clusters and self-loops do not
** count. */
struct cluster_measures {
  double density;       /* 2 E / (n (n - 1)) for n nodes and E edges; 0 for n <= 1 */
  double median_degree; /* if n is even, the mean of the middle two degrees */
};

/* Measures a cluster of `count` > 0 members.  `degrees` has room for `count` numbers.
** Time is linear in the cluster's nodes and their edges, except for sorting the
** degrees. */
struct cluster_measures cluster_measure(const struct graph *graph, const size_t *cluster,
                                        const size_t *member, size_t count,
                                        size_t *degrees);

/* Notes which nodes a search has reached.  Many searches can share this memory without
** clearing it, because each search has its own number above 0. */
struct search_memory {
  size_t
      *reached; /* by node: the number of the search that reached it last, 0 at first */
  size_t *queue;
};

/* Returns the number of unvisited nodes outside a cluster from which a path of at most
** `max_hops` edges leads to the cluster.  `visited` is NULL if no node has been
** visited. */
size_t peripheral_candidates(const struct graph *graph, const size_t *member,
                             size_t count, size_t max_hops, const bool *visited,
                             const struct search_memory *memory, size_t search_number);

#endif
