/* The rounds of a frame: see round_frame.h. */
#include "round_frame.h"

#include "value_copy.h"

/* Reads a row whose round owns its bytes.  False when out of memory. */
static bool read_row(sqlite3_value **argv, struct framed_round *row) {
  if (!argument_plain(argv[0], &row->round) || !value_own(&row->round)) return false;
  row->gate_passed = argument_flag(argv[1]) == 1;
  argument_dimensions(argv + 2, &row->scores);
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (is_missing(row->scores.score[d])) row->scores.score[d] = 0;
  }
  return true;
}

/* False when out of memory; the frame then has its rows as before. */
static bool enter(struct round_frame *frame, sqlite3_value **argv,
                  const struct stated_kind *kind, const void *stated) {
  struct framed_round row;
  if (!read_row(argv, &row)) return false;
  if (deque_append(&frame->rows, &row, sizeof row)) {
    if (stated_enter(&frame->stated, kind, stated)) return true;
    deque_drop_last(&frame->rows);
  }
  value_free(&row.round);
  return false;
}

void round_frame_step(sqlite3_context *context, sqlite3_value **argv,
                      const struct stated_kind *kind, const void *stated) {
  struct round_frame *frame = sqlite3_aggregate_context(context, sizeof *frame);
  if (frame == NULL || !enter(frame, argv, kind, stated)) {
    sqlite3_result_error_nomem(context);
  }
}

static void drop_first(struct round_frame *frame) {
  struct framed_round *first = deque_at(&frame->rows, 0, sizeof *first);
  value_free(&first->round);
  deque_drop_first(&frame->rows);
}

void round_frame_inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  (void)argc;
  (void)argv;
  struct round_frame *frame = sqlite3_aggregate_context(context, 0);
  drop_first(frame);
  stated_leave(&frame->stated);
}

const struct round_frame *round_frame_of(sqlite3_context *context) {
  const struct round_frame *frame = sqlite3_aggregate_context(context, 0);
  return frame != NULL && frame->rows.count > 0 ? frame : NULL;
}

void round_frame_end(sqlite3_context *context) {
  struct round_frame *frame = sqlite3_aggregate_context(context, 0);
  if (frame == NULL) return;
  while (frame->rows.count > 0)
    drop_first(frame);
  deque_clear(&frame->rows);
  stated_clear(&frame->stated);
}

bool round_frame_any_passed(const struct round_frame *frame) {
  for (size_t i = 0; i < frame->rows.count; i++) {
    const struct framed_round *row = round_frame_at(frame, i);
    if (round_frame_competes(row) && row->gate_passed) return true;
  }
  return false;
}

int round_frame_compare(const struct framed_round *a, const struct framed_round *b) {
  int order = value_compare_stored(&a->round, &b->round);
  if (order != 0) return order;
  if (a->gate_passed != b->gate_passed) return a->gate_passed ? -1 : 1;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    double difference = b->scores.score[d] - a->scores.score[d];
    if (difference != 0) return difference > 0 ? 1 : -1;
  }
  return 0;
}
