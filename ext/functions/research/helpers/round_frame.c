/* The rounds of a frame: see round_frame.h. */
#include "functions/research/helpers/round_frame.h"

#include "functions/research/helpers/gate_rule.h"

#include "bind/value_copy.h"

/* Reads gate and scores of a row.  False when out of memory. */
static bool round_frame_read(sqlite3_context *context, int argc, sqlite3_value **argv,
                             struct framed_round *row) {
  struct gate_evidence evidence;
  if (round_frame_arguments(argc) > 2) {
    row->gate_passed = argument_flag(argv[1]) == 1;
    evidence_dimensions(argv + 2, &row->scores);
    return true;
  }
  if (!evidence_read(context, argv + 1, 1, &evidence)) return false;
  struct gate_verdict verdict = gate_evaluate(&evidence, gate_rule_in_force(context));
  row->gate_passed = gate_passed(&verdict);
  row->scores = evidence.dimensions;
  return true;
}

/* Reads a row and puts it away; its round owns its bytes.  False when out of memory. */
static bool round_frame_append(sqlite3_context *context, struct round_frame *frame,
                               int argc, sqlite3_value **argv) {
  struct framed_round row;
  if (!round_frame_read(context, argc, argv, &row)) return false;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    if (is_missing(row.scores.score[d])) row.scores.score[d] = 0;
  }
  if (!argument_plain(argv[0], &row.round) || !value_own(&row.round)) return false;
  if (deque_append(&frame->rows, &row, sizeof row)) return true;
  value_free(&row.round);
  return false;
}

bool round_frame_enter(sqlite3_context *context, struct round_frame *frame, int argc,
                       sqlite3_value **argv) {
  return aggregate_kept(context, frame, round_frame_append(context, frame, argc, argv));
}

static void round_frame_drop_first(struct round_frame *frame) {
  struct framed_round *first = deque_at(&frame->rows, 0, sizeof *first);
  value_free(&first->round);
  deque_drop_first(&frame->rows);
}

void round_frame_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  round_frame_drop_first(group);
}

void round_frame_clear(void *group) {
  struct round_frame *frame = group;
  while (frame->rows.count > 0)
    round_frame_drop_first(frame);
  deque_clear(&frame->rows);
}

bool round_frame_any_passed(const struct round_frame *frame) {
  for (size_t i = 0; i < frame->rows.count; i++) {
    if (round_frame_at(frame, i)->gate_passed) return true;
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
