/*
** The rounds of a frame, remembered with their scores: for aggregates that judge a
** group's rounds against each other and can't say anything before all of them are there.
**
** A zeroed struct is an empty frame: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_ROUND_FRAME_H
#define ASSAY_FUNCTIONS_RESEARCH_ROUND_FRAME_H

#include "bind/aggregate.h"
#include "functions/research/helpers/rubric_argument.h"

/* Arguments that state a round: round, gate_passed and five scores, or round and evidence
** as one object, from which the gate's verdict follows. */
#define ROUND_FRAME_SIGNATURE                                                            \
  "round, gate_passed, coverage, source_quality, agreement, verification, recency"
#define ROUND_FRAME_OBJECT_SIGNATURE "round, evidence"

/* How many arguments of a call state its round; its other arguments follow. */
static inline int round_frame_arguments(int argc) {
  return argc < 7 ? 2 : 7;
}

struct framed_round {
  struct value round;           /* owned, not NULL */
  struct rubric_numbers scores; /* owned; 0 if missing */
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

/* Rows whose round is NULL are skipped: this is asked before anything else. */
static inline bool round_frame_skips(sqlite3_value **argv) {
  return sqlite3_value_type(argv[0]) == SQLITE_NULL;
}

/* A row enters that has a round.  A gate that is not 1 has not passed, a missing score
** counts as 0.  False when out of memory, with the error set. */
bool round_frame_enter(sqlite3_context *context, struct round_frame *frame, int argc,
                       sqlite3_value **argv);

/* The same of a call (rubric, round, evidence ...), whose rubric is there. */
bool round_frame_enter_rubric(sqlite3_context *context, struct round_frame *frame,
                              const struct rubric *rubric, sqlite3_value **argv);

/* The callbacks for a row that leaves and for the end (aggregate.h), of a group whose
** memory begins with a struct round_frame. */
void round_frame_leave(sqlite3_context *context, void *group, sqlite3_value **argv);
void round_frame_clear(void *group);

/* True if a round of the frame has passed: then only those that have are chosen from. */
bool round_frame_any_passed(const struct round_frame *frame);

/* < 0, 0, > 0 as a comes before b: by round, then by scores.  0 only for rows that nobody
** can tell apart. */
int round_frame_compare(const struct framed_round *a, const struct framed_round *b);

#endif
