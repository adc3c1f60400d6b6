/*
** The rounds of a window frame, for the stop policy.
**
** Rows enter a frame and leave it in the order in which they arrive.  The policy looks at
** their rounds in ascending order.  Rows that arrive in that order cost O(1): the state
** moves on by each.  A row out of order has the next answer sort the frame and start
** again, O(rows * log rows).  So does a row that leaves, without the sorting: O(rows).  A
** run has four rounds, so nothing faster is built.
**
** The memory is the caller's, an array that the caller makes longer when the frame is
** full.
*/
#ifndef ASSAY_CORE_RESEARCH_STOP_FRAME_H
#define ASSAY_CORE_RESEARCH_STOP_FRAME_H

#include "base/sort.h"
#include "core/research/stop.h"

struct stop_frame_row {
  struct stop_round round; /* its value's bytes belong to the caller */
  uint64_t arrival;        /* number of rows that arrived before it */
};

/* Zeroed, a frame is empty and without memory. */
struct stop_frame {
  struct stop_frame_row *rows; /* `count` of them, from `first` on */
  size_t capacity;
  size_t first;
  size_t count;
  uint64_t arrivals;
  bool is_unsorted;          /* the rows are not in the order of their rounds */
  struct stop_policy policy; /* that the state is under, */
  struct stop_state state;   /* after the first `seen` rows */
  size_t seen;
};

/* True if the frame needs more memory before a row can enter. */
static inline bool stop_frame_is_full(const struct stop_frame *frame) {
  return frame->first + frame->count == frame->capacity &&
         frame->count >= frame->capacity / 2;
}

/* Gives memory to the frame for `capacity` rows, more than before; it begins with what
** frame->rows held. */
void stop_frame_extend(struct stop_frame *frame, struct stop_frame_row *rows,
                       size_t capacity);

/* A row enters a frame that is not full. */
void stop_frame_enter(struct stop_frame *frame, const struct stop_round *round);

/* The oldest row leaves; there is one.  Returns the value of its round, whose bytes the
** caller may free. */
struct value stop_frame_leave(struct stop_frame *frame);

/* The policy's state after all rounds; borrowed until the frame changes, as are the
** values of rounds in it.  NULL if the watch stopped it, if there is one: nothing is
** lost. */
const struct stop_state *stop_frame_state(struct stop_frame *frame,
                                          const struct stop_policy *policy,
                                          struct sort_watch *watch);

#endif
