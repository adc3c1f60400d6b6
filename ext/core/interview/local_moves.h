/*
** Moves of single nodes between the clusters of a graph: what the Louvain method does on
** each of its levels.
**
** 1. Settling: all nodes are in a queue, in random order.  The first one leaves it and
**    moves to the neighbouring cluster, or to an empty one, that raises modularity most,
**    and only if that raises it.  Of several equal clusters it takes the one whose first
**    node came first in that order.  Neighbours that are then in another cluster join the
**    queue again, because only their position may have become worse (Traag, Waltman and
**    van Eck, "From Louvain to Leiden", 2019, call it the fast local move).
** 2. Splitting: within each cluster the nodes start anew, each for itself, and join one
**    another once, as far as that raises modularity.  The parts show where a cluster
**    would come apart (the refinement of the same authors).
** 3. Chains (Kernighan and Lin 1970, as Newman 2006 uses them): the best move, even if it
**    loses, then the best of the nodes that have not moved yet, and so on.  If the chain
**    was ahead somewhere, it is kept up to there.
**
** With names that follow the structure, as along a chain of events, visiting in the order
** of the names lets one cluster swallow node after node; hence the random order.  It
** comes from a generator with a fixed seed, so that a graph has one answer everywhere.
**
** 1 and 2 are linear in nodes and edges; 3 costs nodes * (nodes + edges).
*/
#ifndef ASSAY_CORE_INTERVIEW_LOCAL_MOVES_H
#define ASSAY_CORE_INTERVIEW_LOCAL_MOVES_H

#include <stdbool.h>

#include "core/interview/partition.h"
#include "base/random.h"

struct local_moves {
  struct partition partition;
  struct generator generator;
  size_t *order;  /* of the nodes: the queue; the nodes of a chain */
  size_t *marked; /* by node: whether it is in the queue or the chain */
  size_t *home;   /* by move of a chain: the cluster that the node left; one more */
  struct sort_watch *watch; /* NULL for nobody to ask */
  size_t steps;             /* since the watch was asked */
};

/* Bytes of memory for a graph of this many nodes: a multiple of a double's size on
** machines whose counts are as long as doubles or half as long. */
size_t local_moves_bytes(size_t node_count);

/* Lays the arrays into memory of that size, aligned for double and size_t. */
void local_moves_place(struct local_moves *moves, void *memory, size_t node_count);

/* Counts a look at a node and its ends of edges, and asks the watch after SORT_STEPS of
** both together.  True if all is to end. */
bool local_moves_look(struct local_moves *moves, const struct graph *graph, size_t node);

/* Numbers clusters from 0 in the order of their first nodes; returns how many.  `order`
** is that of the nodes, NULL for ascending; `number` has room for a count per node. */
size_t local_moves_number(size_t *cluster, size_t nodes, const size_t *order,
                          size_t *number);

/* Moves nodes until none gains by it, or has been looked at too often.  Clusters are
** below the node count and end up numbered anyhow.  False if stopped, as below. */
bool local_moves_settle(struct local_moves *moves, const struct graph *graph,
                        size_t *cluster, bool *moved);

/* Writes into which part of its cluster each node falls, numbered anyhow. */
bool local_moves_split(struct local_moves *moves, const struct graph *graph,
                       const size_t *cluster, size_t *part);

/* Tries a chain of moves, and keeps it up to where it gains most. */
bool local_moves_chain(struct local_moves *moves, const struct graph *graph,
                       size_t *cluster, bool *moved);

#endif
