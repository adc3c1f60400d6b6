/*
** Clusters of a graph by the Louvain method (Blondel, Guillaume, Lambiotte and Lefebvre,
** "Fast unfolding of communities in large networks", 2008), whose random choices come
** from a generator with a fixed seed (random.h): one graph, one answer.
**
** 1. A descent: nodes move until none gains by it; each cluster is split into parts that
**    hold together; parts become the nodes of a smaller graph, which begin in the
**    clusters where they are and move there; and so on until every cluster is one node.
**    That parts move, not clusters, undoes what was joined too early (the refinement of
**    Traag, Waltman and van Eck, "From Louvain to Leiden", 2019).
** 2. A start: each node in a cluster of its own, and two descents.
** 3. There are two starts, up to 16 for smaller graphs.  Each partition is combined with
**    the best one so far: nodes that are together in both become one node of a smaller
**    graph, and a descent goes on there from the better partition (after Ovelgoenne and
**    Geyer-Schulz, "An ensemble learning strategy for graph clustering", 2012).
** 4. From the best partition there are descents until nothing moves, but at most two, up
**    to 64 for smaller graphs; then nodes move once more.
** 5. In a small graph, which those of an interview are, chains of moves are tried instead
**    (local_moves.h), and if one is kept, 4 is repeated.
**
** No step lowers modularity.  The work of a step is linear in nodes and edges, and the
** number of steps is bounded; only 5 costs nodes * (nodes + edges), and only where that
** is little.
**
** The method is a heuristic.  tests/unit/louvain.c says how often it misses the optimum,
** tests/property/louvain_names.c how it compares with igraph.
**
** There is no library behind this, on purpose: the packaged ones give one question
** several answers, and they bring a stack of linear algebra into every process that loads
** an SQLite extension.
*/
#ifndef ASSAY_CORE_INTERVIEW_LOUVAIN_H
#define ASSAY_CORE_INTERVIEW_LOUVAIN_H

#include "core/interview/graph.h"

/* Bytes of workspace for a graph of that many nodes and edges, 0 if that does not fit. */
size_t louvain_bytes(size_t node_count, size_t edge_count);

/* Writes the cluster of each node, numbered from 0 in the order of their first nodes, and
** returns their number, or 0 if it was stopped (and for a graph without nodes).  The
** workspace is that for the edges from which the graph was filled, aligned for double and
** size_t.  The watch, NULL for none, is asked every SORT_STEPS nodes and ends. */
size_t louvain(const struct graph *graph, size_t edge_count, size_t *cluster,
               void *workspace, struct sort_watch *watch);

#endif
