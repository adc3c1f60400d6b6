/*
** Weighted undirected graphs as plain arrays.
**
** Nodes are 0..n-1.  Duplicate edges, in either direction, become one edge with the sum
** of their weights.  The degree of a node is the sum of its edges' weights.  The
** weight of a self-loop, an edge from a node to itself, counts twice in this sum.
**
** The edges are sorted before anything is built from them.  So the same edges make the
** same graph, bit for bit, in whatever order they come.
*/
#ifndef ASSAY_CORE_INTERVIEW_GRAPH_H
#define ASSAY_CORE_INTERVIEW_GRAPH_H

#include <stddef.h>

#include "base/sort.h"

struct edge {
  size_t source;
  size_t target;
  double weight; /* finite and >= 0; an edge of weight 0 is dropped */
};

/* Compressed rows: the neighbours of node i, other than i itself, are neighbour[first[i]]
** up to, but not including, neighbour[first[i + 1]]. */
struct graph {
  size_t node_count;
  size_t *first;
  size_t *neighbour;
  double *weight; /* weight[k] > 0 is the weight of the edge to neighbour[k] */
  double *loop;   /* weight of a node's self-loop, 0 for none */
  double *degree; /* by node, as defined above */
  double total;   /* sum of degrees: twice the sum of all weights */
};

/* Returns how many bytes a graph of that many nodes and edges needs; 0 if the number of
** bytes does not fit into a size_t. */
size_t graph_bytes(size_t node_count, size_t edge_count);

/* Places the arrays in graph_bytes() bytes of memory, aligned for double and size_t. */
void graph_place(struct graph *graph, void *memory, size_t node_count, size_t edge_count);

/* Fills a graph after graph_place().  Sorts the edges and merges duplicates in place.
** If sums of weights could overflow or become 0, first divides all weights by a power of
** two, which does not change modularity.  False if `watch` (see base/sort.h; NULL for
** none) stopped the sort. */
bool graph_fill(struct graph *graph, struct edge *edges, size_t edge_count,
                struct sort_watch *watch);

/* Lists nodes by cluster, ascending: cluster c has member[start[c]] up to, but not
** including, member[start[c + 1]].  `member` has room for every node, `start` for
** cluster_count + 1 numbers. */
void graph_members(const size_t *cluster, size_t node_count, size_t cluster_count,
                   size_t *start, size_t *member);

/* Returns the modularity of a partition (Newman 2004): the sum over all clusters of
** inside / total - (degree / total)^2.  Here `degree` is the sum of the nodes' degrees,
** and `inside` is twice the weight of the edges inside the cluster.
**
** The modularity is at most 1.  A graph without edges has the modularity NaN.  `sums` is
** memory for 2 numbers per cluster; clusters are 0..cluster_count-1. */
double graph_modularity(const struct graph *graph, const size_t *cluster,
                        size_t cluster_count, double *sums);

#endif
