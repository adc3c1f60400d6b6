/*
** The rounds of a window frame in their own order, for the stop policy.
**
** Rows enter a frame and leave it in the order in which they arrive, and the policy looks
** at their rounds in ascending order.  As long as they arrive in that order, or behind
** the round that ends the run, its state just moves on, in O(1) a row.  Otherwise they
** stand in a search tree, each node with the span of the rounds under it (stop.h), so
** that the policy steps over all those that end nothing.  Then a row costs O(log rows) to
** enter, as much to leave, and an answer as much, whatever the order of rows, the frame
** and the policy.  Rows that are many against those in the tree are sorted in with them,
** O(rows * log rows).
**
** The tree is a randomised one (Martinez and Roura 1998): what enters n rounds becomes
** their root with a probability of 1 / (n + 1).  Chance decides about depth, not about
** answers, and is the same in every frame.
**
** The memory is the caller's, an array of nodes that it makes longer when the frame is
** full.  Nodes know each other by their number in it, from 1 on, so it may move.
*/
#ifndef ASSAY_CORE_RESEARCH_STOP_FRAME_H
#define ASSAY_CORE_RESEARCH_STOP_FRAME_H

#include "base/sort.h"
#include "core/research/stop.h"

/* The number of a node, or none. */
typedef uint32_t stop_node_number;
#define STOP_NO_NODE ((stop_node_number)0)

struct stop_node {
  struct stop_round round; /* its value's bytes belong to the caller */
  struct stop_span span;   /* of the rounds under the node, its own among them, */
  stop_node_number last;   /* the last of these, */
  stop_node_number best;   /* and the best, where none of them is decided */
  stop_node_number before; /* the roots of those before its round and behind it */
  stop_node_number behind;
  stop_node_number
      next; /* the row that entered behind it; of an unused node another one */
};

/* Zeroed, a frame is empty and without memory. */
struct stop_frame {
  struct stop_node *nodes; /* number 1 is the first of them */
  uint32_t capacity;
  uint32_t used;           /* nodes that have ever been; so many at the start */
  stop_node_number unused; /* the first of those that are not any more */
  uint32_t rows;
  stop_node_number oldest; /* row, and the latest one */
  stop_node_number latest;
  stop_node_number
      waiting; /* the first row that is not in the tree: all behind it wait */
  uint32_t waiting_rows;
  stop_node_number root; /* of the tree */
  uint64_t chance;
  struct stop_policy policy; /* that the state is under, */
  struct stop_state state;   /* after all rows before `unseen`, */
  stop_node_number last;     /* the last of their rounds that it looked at */
  stop_node_number unseen;   /* the first row that it does not take into account */
  bool stale;                /* the state is to be worked out anew, by the tree */
};

/* True where the frame needs memory before a row can enter. */
static inline bool stop_frame_is_full(const struct stop_frame *frame) {
  return frame->unused == STOP_NO_NODE && frame->used == frame->capacity;
}

/* Gives memory to the frame, which holds `capacity` nodes, more than before, and begins
** with what frame->nodes held. */
void stop_frame_extend(struct stop_frame *frame, struct stop_node *nodes,
                       uint32_t capacity);

/* A row enters a frame that is not full. */
void stop_frame_enter(struct stop_frame *frame, const struct stop_round *round);

/* The oldest row leaves; there is one.  Returns the value of its round, whose bytes the
** caller may free. */
struct value stop_frame_leave(struct stop_frame *frame);

/* Forgets the order of the rounds, to find it anew: until the next answer rows leave in
** O(1). */
void stop_frame_forget(struct stop_frame *frame);

/* The policy's state after all rounds; borrowed until the frame changes, as are the
** values of rounds in it.  NULL where the watch stopped it, if there is one: nothing is
** lost. */
const struct stop_state *stop_frame_state(struct stop_frame *frame,
                                          const struct stop_policy *policy,
                                          struct sort_watch *watch);

#endif
