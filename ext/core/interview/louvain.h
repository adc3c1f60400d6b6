/*
** Clusters of a graph by the Louvain method (Blondel, Guillaume, Lambiotte and Lefebvre,
** "Fast unfolding of communities in large networks", 2008).  Random choices come from a
** generator with a fixed seed (random.h), so the same graph always has the same clusters.
**
** 1. A descent moves nodes until no move raises modularity.  Then it splits each cluster
**    into parts (local_moves.h).  The parts become the nodes of a smaller graph, and
**    each part begins in the cluster that contains it.  The descent does the same in the
**    smaller graph, and so on, until each cluster has only one node.  Because parts
**    move, not clusters, nodes that joined a wrong cluster early can leave it (the
**    refinement of Traag, Waltman and van Eck, "From Louvain to Leiden", 2019).
** 2. A start puts each node into a cluster of its own, and makes up to two descents.
** 3. The number of starts is two in a large graph, up to 16 in a smaller graph.  The
**    partition of each new start is combined with the best partition so far: nodes that
**    share a cluster in both partitions become one node of a smaller graph.  A descent of
**    that graph begins from the better of the two partitions (after Ovelgoenne and
**    Geyer-Schulz, "An ensemble learning strategy for graph clustering", 2012).
** 4. Descents from the best partition follow until no node moves, but at most two in a
**    large graph, up to 64 in a smaller graph.  Then single nodes move once more.
** 5. In a small graph, such as that of an interview, step 4 ends with a chain of moves
**    (local_moves.h) in place of the moves of single nodes.  If the chain raises
**    modularity, step 4 is repeated.  CHAINS_SIZE says which graphs are small.
**
** No step lowers modularity.  The time of a step is linear in nodes and edges, and the
** number of steps is bounded.  The exception is step 5: its time grows with nodes *
** (nodes + edges), so only small graphs have chains.
**
** The method is a heuristic.  tests/unit/louvain.c says how often it misses the optimum.
** tests/property/louvain_names.c compares it with igraph.
**
** assay uses no packaged library.  Libraries load linear algebra code into every process
** that loads assay, and do not always return the same clusters for the same graph.
*/
#ifndef ASSAY_CORE_INTERVIEW_LOUVAIN_H
#define ASSAY_CORE_INTERVIEW_LOUVAIN_H

#include "core/interview/graph.h"

/* Returns the bytes of workspace for a graph of that many nodes and edges; 0 if the
** number of bytes does not fit into a size_t. */
size_t louvain_bytes(size_t node_count, size_t edge_count);

/* Writes each node's cluster.  Clusters are numbered from 0 in the order of their first
** nodes.  Returns the number of clusters; 0 if there are no nodes, or if `watch` stopped
** the search.  `edge_count` must be the number that graph_fill() and louvain_bytes() got.
** The workspace has louvain_bytes() bytes, aligned for double and size_t.  The watch
** (base/sort.h; NULL for none) is asked after SORT_STEPS nodes and edge ends. */
size_t louvain(const struct graph *graph, size_t edge_count, size_t *cluster,
               void *workspace, struct sort_watch *watch);

#endif
