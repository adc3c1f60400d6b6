/* The rounds of a frame for the stop policy: see stop_frame.h. */
#include "core/research/stop_frame.h"

#include <string.h>

void stop_frame_extend(struct stop_frame *frame, struct stop_frame_row *rows,
                       size_t capacity) {
  frame->rows = rows;
  frame->capacity = capacity;
}

static void stop_frame_restart(struct stop_frame *frame) {
  frame->state = (struct stop_state){0};
  frame->seen = 0;
}

static void stop_frame_compact(struct stop_frame *frame) {
  memmove(frame->rows, frame->rows + frame->first, frame->count * sizeof *frame->rows);
  frame->first = 0;
}

void stop_frame_enter(struct stop_frame *frame, const struct stop_round *round) {
  if (frame->first + frame->count == frame->capacity) stop_frame_compact(frame);
  struct stop_frame_row *row = &frame->rows[frame->first + frame->count];
  *row = (struct stop_frame_row){.round = *round, .arrival = frame->arrivals++};
  if (frame->count > 0 && stop_order(&row[-1].round, &row->round) > 0)
    frame->is_unsorted = true;
  frame->count++;
}

struct value stop_frame_leave(struct stop_frame *frame) {
  struct stop_frame_row *first = frame->rows + frame->first, *oldest = first;
  uint64_t arrival = frame->arrivals - frame->count;
  while (oldest->arrival != arrival)
    oldest++;
  struct value left = oldest->round.round;
  memmove(first + 1, first, (size_t)(oldest - first) * sizeof *first);
  frame->first++;
  frame->count--;
  stop_frame_restart(frame);
  return left;
}

static int stop_frame_order(const void *a, const void *b) {
  const struct stop_frame_row *left = a, *right = b;
  return stop_order(&left->round, &right->round);
}

static bool stop_frame_sort(struct stop_frame *frame, struct sort_watch *watch) {
  stop_frame_restart(frame);
  if (!sort_items(frame->rows + frame->first, frame->count, sizeof *frame->rows,
                  stop_frame_order, watch))
    return false;
  frame->is_unsorted = false;
  return true;
}

static bool stop_frame_same_policy(const struct stop_policy *a,
                                   const struct stop_policy *b) {
  return a->patience == b->patience && a->max_rounds == b->max_rounds;
}

const struct stop_state *stop_frame_state(struct stop_frame *frame,
                                          const struct stop_policy *policy,
                                          struct sort_watch *watch) {
  if (!stop_frame_same_policy(policy, &frame->policy)) {
    frame->policy = *policy;
    stop_frame_restart(frame);
  }
  if (frame->is_unsorted && !stop_frame_sort(frame, watch)) return NULL;
  while (frame->seen < frame->count && frame->state.action == STOP_CONTINUE) {
    const struct stop_frame_row *row = &frame->rows[frame->first + frame->seen++];
    stop_advance(&frame->state, &row->round, &frame->policy);
  }
  return &frame->state;
}
