/*
** Clusters of a graph by the Louvain method (Blondel, Guillaume, Lambiotte and Lefebvre,
** "Fast unfolding of communities in large networks", 2008), without chance.
**
** 1. Nodes are visited in ascending order, in passes, until none moves.  A node moves to
**    the neighbouring cluster, or to an empty one, that raises modularity most, and only
**    if it raises it; of several equal ones to the lowest.
** 2. Clusters become the nodes of a smaller graph, and 1 is repeated there.
** 3. When no cluster moves, 1 is repeated with the single nodes from where they are: a
**    node that was right in its first cluster may be wrong in the one that grew out of
**    it.
** 4. Where neither a single node nor a whole cluster can move, chains of moves are tried
**    (Kernighan and Lin 1970, as Newman 2006 uses them): the best move, even if it loses,
**    then the best of the nodes that have not moved yet, and so on.  If the chain was
**    ahead somewhere, it is cut there, and 1 is repeated.
** 5. All of this is done from several starts, in ascending and in descending order from
**    different first nodes, and the best partition is kept, of equal ones the first.
**
** Chains cost nodes * (nodes + edges), so 4 and 5 are for small graphs, which those of an
** interview are; a large one ends with 3, at a local optimum of modularity for nodes and
** for clusters.  A pass is linear in nodes and edges, and passes are few in practice.
**
** The method is a heuristic.  tests/unit/louvain.c says how often it misses the optimum.
**
** There is no library behind this, on purpose: the packaged ones visit nodes in random
** order, so that one question has several answers, and they bring a stack of linear
** algebra into every process that loads an SQLite extension.
*/
#ifndef ASSAY_CORE_LOUVAIN_H
#define ASSAY_CORE_LOUVAIN_H

#include <stdbool.h>

#include "graph.h"

/* Nodes that are visited between two questions whether to give up. */
#define LOUVAIN_STEPS 4096

/* Asked now and then whether to give up. */
typedef bool louvain_stopped(void *context);

/* Bytes of workspace for a graph of so many nodes and edges, 0 where that does not
** fit. */
size_t louvain_bytes(size_t node_count, size_t edge_count);

/* Writes the cluster of each node, numbered from 0 in the order of their first nodes, and
** returns their number, or 0 if it was stopped (and for a graph without nodes).  The
** workspace is aligned for double and size_t.  `stopped` may be NULL. */
size_t louvain(const struct graph *graph, size_t edge_count, size_t *cluster,
               void *workspace, louvain_stopped *stopped, void *context);

#endif
