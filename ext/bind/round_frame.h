/*
** The rounds of a frame, remembered with their scores and with what else each row states:
** for aggregates that judge a group's rounds against each other and can't say anything
** before all of them are there.
**
** A zeroed struct is an empty frame: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_BIND_ROUND_FRAME_H
#define ASSAY_BIND_ROUND_FRAME_H

#include "argument.h"
#include "deque.h"
#include "stated.h"

/* Arguments that state a round: round, gate_passed and five scores. */
#define ROUND_FRAME_ARGUMENTS 7
#define ROUND_FRAME_SIGNATURE                                                            \
  "round, gate_passed, coverage, source_quality, agreement, verification, recency"

struct framed_round {
  struct value round;       /* owned; NULL: the row is no round */
  struct dimensions scores; /* 0 where missing */
  bool gate_passed;
};

struct round_frame {
  struct deque rows;    /* of struct framed_round */
  struct stated stated; /* by the rows, besides the round */
};

static inline const struct framed_round *round_frame_at(const struct round_frame *frame,
                                                        size_t index) {
  return deque_at(&frame->rows, index, sizeof(struct framed_round));
}

/* A row enters the frame of the call.  A gate that is not 1 has not passed, a missing
** score counts as 0.  When out of memory the error is set. */
void round_frame_step(sqlite3_context *context, sqlite3_value **argv,
                      const struct stated_kind *kind, const void *stated);

/* The callback for a row that leaves. */
void round_frame_inverse(sqlite3_context *context, int argc, sqlite3_value **argv);

/* The frame of the call; NULL where it has no row. */
const struct round_frame *round_frame_of(sqlite3_context *context);

/* Frees the frame at the end of the group. */
void round_frame_end(sqlite3_context *context);

/* Rows whose round is NULL are skipped. */
static inline bool round_frame_competes(const struct framed_round *row) {
  return row->round.type != VALUE_NULL;
}

/* True if a round of the frame has passed: then only those that have are chosen from. */
bool round_frame_any_passed(const struct round_frame *frame);

/* < 0, 0, > 0 as a comes before b: by round, then by scores.  0 only for rows that nobody
** can tell apart. */
int round_frame_compare(const struct framed_round *a, const struct framed_round *b);

#endif
