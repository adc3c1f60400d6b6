/* The rounds of a window frame: see round_frame.h. */
#include "functions/research/helpers/round_frame.h"

#include "functions/research/helpers/evidence.h"
#include "functions/research/helpers/gate_rule.h"

#include "bind/value_copy.h"

/* Stores a row with its own copies of round and scores.  Returns false when out of
** memory. */
static bool round_frame_append(struct round_frame *frame, struct framed_round *row) {
  if (!value_own(&row->round)) return false;
  if (rubric_numbers_own(&row->scores)) {
    if (deque_append(&frame->rows, row, sizeof *row)) return true;
    rubric_numbers_free(&row->scores);
  }
  value_free(&row->round);
  return false;
}

static bool round_frame_keep(sqlite3_context *context, struct round_frame *frame,
                             sqlite3_value *round, bool gate_passed, double *scores,
                             int count) {
  for (int i = 0; i < count; i++) {
    if (is_missing(scores[i])) scores[i] = 0;
  }
  struct framed_round row = {.scores = rubric_numbers_of(scores, count),
                             .gate_passed = gate_passed};
  bool kept = argument_plain(round, &row.round) && round_frame_append(frame, &row);
  return aggregate_kept(context, frame, kept);
}

bool round_frame_enter(sqlite3_context *context, struct round_frame *frame, int argc,
                       sqlite3_value **argv) {
  struct gate_evidence evidence;
  bool passed;
  if (round_frame_arguments(argc) > 2) {
    passed = argument_flag(argv[1]) == 1;
    evidence_dimensions(argv + 2, &evidence.dimensions);
  } else {
    if (!evidence_read(context, argv + 1, 1, &evidence)) return false;
    passed = gate_passes(&evidence, gate_rule_in_force(context));
  }
  return round_frame_keep(context, frame, argv[0], passed, evidence.numbers,
                          DIMENSION_COUNT);
}

bool round_frame_enter_rubric(sqlite3_context *context, struct round_frame *frame,
                              const struct rubric *rubric, sqlite3_value **argv) {
  double numbers[RUBRIC_NUMBERS];
  if (!rubric_round_numbers(context, rubric, argv[2], numbers)) return false;
  struct rubric_failures failures = rubric_evaluate(&rubric->rule, numbers);
  return round_frame_keep(context, frame, argv[1], rubric_passed(&failures), numbers,
                          rubric->rule.score_count);
}

static void round_frame_drop_first(struct round_frame *frame) {
  struct framed_round *first = deque_at(&frame->rows, 0, sizeof *first);
  value_free(&first->round);
  rubric_numbers_free(&first->scores);
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
  const double *left = rubric_numbers_at(&a->scores);
  const double *right = rubric_numbers_at(&b->scores);
  for (int i = 0; i < a->scores.count; i++) {
    double difference = right[i] - left[i];
    if (difference != 0) return difference > 0 ? 1 : -1;
  }
  return 0;
}
