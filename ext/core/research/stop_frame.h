/*
** The rounds of a frame, for the stop policy.  A frame is the rows that an SQL window
** function reads for one result.
**
** Rows enter and leave a frame in the order of their arrival, but the policy looks at
** rounds in ascending order.  Rows that arrive in ascending order take O(1) each: the
** state advances by one round.  After a row out of order, the next call of
** stop_frame_state() sorts the frame and looks at all rounds again, O(rows * log rows).
** After a row has left, the next call looks at all rounds again without sorting, O(rows).
**
** The caller owns the frame's memory, an array of rows, and enlarges it when the frame is
** full.
*/
#ifndef ASSAY_CORE_RESEARCH_STOP_FRAME_H
#define ASSAY_CORE_RESEARCH_STOP_FRAME_H

#include "base/sort.h"
#include "core/research/stop.h"

struct stop_frame_row {
  struct stop_round round; /* its value is in memory of the caller */
  uint64_t arrival;        /* number of rows that arrived before this row */
};

/* A zeroed frame is empty and has no memory. */
struct stop_frame {
  struct stop_frame_row *rows; /* `count` rows, from `first` on */
  size_t capacity;
  size_t first;
  size_t count;
  uint64_t arrivals;
  bool is_unsorted;          /* true if the rows are not in the order of their rounds */
  struct stop_policy policy; /* the policy that `state` follows */
  struct stop_state state;   /* state of the run after the first `seen` rows */
  size_t seen;
};

/* True if the frame needs more memory before a row can enter. */
static inline bool stop_frame_is_full(const struct stop_frame *frame) {
  return frame->first + frame->count == frame->capacity &&
         frame->count >= frame->capacity / 2;
}

/* Gives the frame memory for `capacity` rows, more than before.  The caller has copied
** the contents of frame->rows to the start of `rows`. */
void stop_frame_extend(struct stop_frame *frame, struct stop_frame_row *rows,
                       size_t capacity);

/* Adds a row to a frame that is not full. */
void stop_frame_enter(struct stop_frame *frame, const struct stop_round *round);

/* Removes the oldest row; the frame must not be empty.  Returns the value of the row's
** round; the caller may free the value's memory. */
struct value stop_frame_leave(struct stop_frame *frame);

/* Returns the policy's state after all rounds.  The state, and the values of rounds in
** it, are borrowed until the frame changes.  Returns NULL if `watch` (NULL for none)
** stopped the sort; the frame then still has all its rows. */
const struct stop_state *stop_frame_state(struct stop_frame *frame,
                                          const struct stop_policy *policy,
                                          struct sort_watch *watch);

#endif
