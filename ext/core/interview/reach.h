/*
** A cluster of a graph and what lies around it (ADR-006, "Graph Utilities Module").
**
** A cluster is a list of its nodes; cluster[i] is the number of node i's.  Weights do not
** matter here: an edge is there or not.
*/
#ifndef ASSAY_CORE_INTERVIEW_REACH_H
#define ASSAY_CORE_INTERVIEW_REACH_H

#include <stdbool.h>

#include "core/interview/graph.h"

/* What stands inside a cluster; edges to other clusters and self-loops do not count. */
struct cluster_measures {
  double density;       /* 2 E / (n (n - 1)), 0..1; 0 for n <= 1 */
  double median_degree; /* of the nodes, by edges inside; the mean of the middle two */
};

/* Measures the cluster of `count` > 0 members.  `degrees` has room for as many.  Linear
** in its nodes and their edges, except for sorting the degrees. */
struct cluster_measures cluster_measure(const struct graph *graph, const size_t *cluster,
                                        const size_t *member, size_t count,
                                        size_t *degrees);

/* Where a search has been, for all nodes: any number of searches share it, each under a
** number of its own above 0, so that it is cleared only once. */
struct search_memory {
  size_t
      *reached; /* by node: the number of the search that reached it last, 0 at first */
  size_t *queue;
};

/* The nodes outside a cluster that at most `max_hops` edges separate from a node of it
** and that have not been visited.  `visited` by node may be NULL: none has been. */
size_t peripheral_candidates(const struct graph *graph, const size_t *member,
                             size_t count, size_t max_hops, const bool *visited,
                             const struct search_memory *memory, size_t search_number);

#endif
