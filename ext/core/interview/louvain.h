/*
** Clusters of a graph by the Louvain method (Blondel, Guillaume, Lambiotte and Lefebvre,
** "Fast unfolding of communities in large networks", 2008).  Random choices come from a
** generator with a fixed seed (random.h), so a graph has one answer.
**
** 1. A descent: nodes move until no move raises modularity.  Each cluster is split into
**    parts that hold together.  The parts become the nodes of a smaller graph, begin in
**    their clusters, and move there.  These steps repeat until every cluster is one node.
**    Because parts move, not clusters, wrong early joins are undone (the refinement of
**    Traag, Waltman and van Eck, "From Louvain to Leiden", 2019).
** 2. A start: each node is in a cluster of its own; then two descents.
** 3. A large graph has two starts, a smaller graph up to 16.  Each new partition is
**    combined with the best partition so far: nodes that share a cluster in both become
**    one node of a smaller graph.  A descent of that graph begins from the better
**    partition (after Ovelgoenne and Geyer-Schulz, "An ensemble learning strategy for
**    graph clustering", 2012).
** 4. Descents begin from the best partition until nothing moves: at most two in a large
**    graph, 64 in a smaller graph.  Then nodes move once more.
** 5. In a small graph, such as the graph of an interview, chains of moves (local_moves.h)
**    replace the last moves of step 4.  If a chain raises modularity, step 4 is repeated.
**
** No step lowers modularity.  The time of a step is linear in nodes and edges, and the
** number of steps is bounded.  Only step 5 takes nodes * (nodes + edges), so only small
** graphs have chains.
**
** The method is a heuristic.  tests/unit/louvain.c says how often it misses the optimum,
** tests/property/louvain_names.c compares it with igraph.
**
** No library is used.  The packaged libraries can give one graph several answers, and
** would load linear algebra into every process that loads this extension.
*/
#ifndef ASSAY_CORE_INTERVIEW_LOUVAIN_H
#define ASSAY_CORE_INTERVIEW_LOUVAIN_H

#include "core/interview/graph.h"

/* Bytes of workspace for a graph of that many nodes and edges; 0 if the number of bytes
** does not fit. */
size_t louvain_bytes(size_t node_count, size_t edge_count);

/* Writes the cluster of each node, numbered from 0 in the order of their first nodes.
** Returns the number of clusters; 0 if the watch stopped it, or if there are no nodes.
** The workspace has louvain_bytes() for the edges that filled the graph, aligned for
** double and size_t.  The watch, NULL for none, is asked every SORT_STEPS nodes and edge
** ends. */
size_t louvain(const struct graph *graph, size_t edge_count, size_t *cluster,
               void *workspace, struct sort_watch *watch);

#endif
