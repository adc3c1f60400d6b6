/*
** Moves single nodes between the clusters of a graph, as the Louvain method does on each
** level (louvain.h).
**
** 1. Settling: all nodes are in a queue, in random order.  The first node leaves the
**    queue and moves to the neighbouring or empty cluster where it raises modularity
**    most.  The node stays if no move raises modularity.  Among clusters with equal gain,
**    the node joins the cluster whose first node came first in the random order.  Then
**    the node's neighbours in other clusters join the queue again, because the move
**    changes the links of neighbours only (fast local move: Traag, Waltman and van Eck,
**    "From Louvain to Leiden", 2019).
** 2. Splitting: within each cluster, each node begins in a part of its own.  A node that
**    is still alone in its part then moves once to another part of the cluster, if that
**    raises modularity.  The parts show where a cluster could be divided (the refinement
**    of Traag, Waltman and van Eck).
** 3. Chains (Kernighan and Lin 1970, as Newman 2006 uses them): of all moves of single
**    nodes, the best is made, even if it lowers modularity.  Then follows the best move
**    of a node that has not moved yet, and so on.  All moves after the point of greatest
**    modularity are undone.
**
** Steps 1 and 2 take nodes in random order.  If they took them in the order of names, one
** cluster could grow along a whole path of numbered events (e1, e2, ...).
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
  size_t *home;   /* old cluster of each node in the chain; nodes + 1 numbers */
  struct sort_watch *watch; /* NULL for none */
  size_t steps;             /* nodes and edge ends since the watch was last asked */
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
** graph MOST_PASSES times.  The numbers in `cluster`, before and after the call, are
** below the node count; some numbers may be unused.  This function and those below return
** false if the watch stopped them. */
bool local_moves_settle(struct local_moves *moves, const struct graph *graph,
                        size_t *cluster, bool *moved);

/* Splits clusters, and writes each node's part.  Some numbers of parts may be unused. */
bool local_moves_split(struct local_moves *moves, const struct graph *graph,
                       const size_t *cluster, size_t *part);

/* Tries a chain of moves, and undoes all moves after the point of greatest modularity. */
bool local_moves_chain(struct local_moves *moves, const struct graph *graph,
                       size_t *cluster, bool *moved);

#endif
