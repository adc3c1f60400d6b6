/*
** The rounds of a window frame, stored with their scores, for aggregates that compare all
** rounds of a group.
**
** A zeroed struct is an empty frame.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_ROUND_FRAME_H
#define ASSAY_FUNCTIONS_RESEARCH_ROUND_FRAME_H

#include "bind/aggregate.h"
#include "functions/research/helpers/rubric_argument.h"

/* Two forms of the arguments that describe a round.  The second has no gate_passed: the
** gate judges the evidence object. */
#define ROUND_FRAME_SIGNATURE                                                            \
  "round, gate_passed, coverage, source_quality, agreement, verification, recency"
#define ROUND_FRAME_OBJECT_SIGNATURE "round, evidence"

/* Returns the number of arguments that describe the round.  Other arguments follow. */
static inline int round_frame_arguments(int argc) {
  return argc < 7 ? 2 : 7;
}

struct framed_round {
  struct value round;           /* owned, never NULL */
  struct rubric_numbers scores; /* owned; a missing score is stored as 0 */
  bool gate_passed;
};

struct round_frame {
  struct agreement agreement;
  struct deque rows; /* of struct framed_round */
};

static inline const struct framed_round *round_frame_at(const struct round_frame *frame,
                                                        size_t index) {
  return deque_at(&frame->rows, index, sizeof(struct framed_round));
}

/* Returns true for a row whose round is NULL.  Callers skip such a row before they read
** anything else. */
static inline bool round_frame_skips(sqlite3_value **argv) {
  return sqlite3_value_type(argv[0]) == SQLITE_NULL;
}

/* Adds a row, whose round must not be NULL, to the frame.  Any gate_passed except 1 means
** not passed.  Returns false and sets the error when out of memory. */
bool round_frame_enter(sqlite3_context *context, struct round_frame *frame, int argc,
                       sqlite3_value **argv);

/* Adds a row (rubric, round, evidence ...), as round_frame_enter() does.  `rubric` is the
** rubric that argv[0] names. */
bool round_frame_enter_rubric(sqlite3_context *context, struct round_frame *frame,
                              const struct rubric *rubric, sqlite3_value **argv);

/* The callbacks for a row that leaves the frame, and for the end of the group
** (aggregate.h).  The group's memory must begin with a struct round_frame. */
void round_frame_leave(sqlite3_context *context, void *group, sqlite3_value **argv);
void round_frame_clear(void *group);

/* Returns true if a round of the frame has passed.  If so, the best round has passed. */
bool round_frame_any_passed(const struct round_frame *frame);

/* Compares two rows by round, gate_passed and scores, in this order.  Returns < 0, 0 or
** > 0; 0 only for equal rows. */
int round_frame_compare(const struct framed_round *a, const struct framed_round *b);

#endif
