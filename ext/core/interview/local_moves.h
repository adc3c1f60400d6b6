/*
** Moves single nodes between the clusters of a graph, as the Louvain method (louvain.h)
** does in a graph and in the smaller graphs (levels) that it makes.
**
** 1. Settling: all nodes begin in a queue, in random order.  The first node leaves the
**    queue and moves to the neighbouring or empty cluster where it raises modularity
**    most.  The node stays if no move raises modularity.  Among clusters with equal gain,
**    the node joins the cluster whose first node came first in the random order.  A
**    move changes the links of the node's neighbours only.  So then the neighbours in
**    other clusters join the queue again (fast local move: Traag, Waltman and van Eck,
**    "From Louvain to Leiden", 2019).
** 2. Splitting: within each cluster, each node begins in a part of its own.  Each node
**    has one turn.  It moves if it is still alone in its part, and if a move to another
**    part of the cluster raises modularity.  The parts show where a cluster could be
**    divided (the refinement of Traag, Waltman and van Eck).
** 3. Chains (Kernighan and Lin 1970, as Newman 2006 uses them): a chain begins with the
**    best of all moves of single nodes, even if it lowers modularity.  Then follows the
**    best move of a node that has not moved yet, and so on.  All moves after the point
**    of greatest modularity are undone.
**
** Steps 1 and 2 take nodes in random order.  In the order of names, one cluster could
** grow, node by node, along a whole path of numbered nodes (e1, e2, ...).
**
** Steps 1 and 2 take linear time in nodes and edges, step 3 takes O(nodes * (nodes +
** edges)).
*/
#ifndef ASSAY_CORE_INTERVIEW_LOCAL_MOVES_H
#define ASSAY_CORE_INTERVIEW_LOCAL_MOVES_H

#include <stdbool.h>

#include "core/interview/partition.h"
#include "base/random.h"

struct local_moves {
  struct partition partition;
  struct generator generator;
  size_t *order;  /* the queue or the chain; has room for all nodes */
  size_t *marked; /* by node: true if it is in the queue or the chain */
  size_t *home;   /* chain: old cluster of order[i]; louvain.c needs nodes + 1 numbers */
  struct sort_watch *watch; /* NULL for none */
  size_t steps;             /* nodes and edge ends since the watch's last call */
};

/* Returns the bytes for a graph of this many nodes, rounded up to whole doubles. */
size_t local_moves_bytes(size_t node_count);

/* Places the arrays in local_moves_bytes() bytes of memory, aligned for double and
** size_t. */
void local_moves_place(struct local_moves *moves, void *memory, size_t node_count);

/* Adds a node and its edge ends to `steps`.  Asks the watch after SORT_STEPS nodes and
** edge ends.  True if the watch asks to stop. */
bool local_moves_look(struct local_moves *moves, const struct graph *graph, size_t node);

/* Numbers clusters from 0 in the order of their first nodes.  Returns the number of
** clusters.  `order` is the order of the nodes, NULL for ascending.  `number` has room
** for one number per node. */
size_t local_moves_number(size_t *cluster, size_t nodes, const size_t *order,
                          size_t *number);

/* Moves nodes until no move raises modularity, or the function has looked at the whole
** graph MOST_PASSES times.  Before and after the call, each number in `cluster` is
** below the node count; clusters may be empty.
**
** This function and the next two return false if the watch stopped them. */
bool local_moves_settle(struct local_moves *moves, const struct graph *graph,
                        size_t *cluster, bool *moved);

/* Splits clusters, and writes each node's part.  Some part numbers may be unused. */
bool local_moves_split(struct local_moves *moves, const struct graph *graph,
                       const size_t *cluster, size_t *part);

bool local_moves_chain(struct local_moves *moves, const struct graph *graph,
                       size_t *cluster, bool *moved);

#endif
