/*
** Which rows of a group count, what those must agree on, and where a mistake in a row is
** raised (rule R5): the same for every aggregate.
**
** 1. A row counts, is skipped, or holds a mistake.  Nothing else in a skipped row is
**    looked at.
** 2. Every row states what belongs to its group: a k, a mode, weights.  Rows that count
**    must state the same.
** 3. A mistake is raised by each answer whose frame holds its row, and forgotten when the
**    row leaves.  Of several the least message is raised, byte by byte, and before it is
**    told that rows differ: so the error does not depend on the order of the rows.
**
** SQLite may add the rows of the next frame before it takes those of the last one away.
** So all of this is decided when an answer is asked for, and not when a row enters.
**
** Successive rows of one kind form a run, and so do successive rows that state the same.
** If all rows count and agree, a row and an answer cost O(1), without memory of their own
** except for a name.  If they do not agree, an answer costs O(runs), and is an error.
** Mistakes are kept unless a later one replaces them: a single one if all are the same.
**
** A zeroed struct is empty: the memory of a fresh aggregate context.
*/
#ifndef ASSAY_BIND_AGREEMENT_H
#define ASSAY_BIND_AGREEMENT_H

#include "bind/connection.h"
#include "bind/deque.h"
#include "bind/function.h"
#include "bind/parameter.h"

enum row_kind { ROW_SKIPPED, ROW_COUNTS, ROW_MISTAKEN };

struct row_run {
  size_t rows;
  enum row_kind kind;
};

/* Rows that state the same.  A parameter is a number; a name as TEXT, in lower case here;
** an array of numbers as a BLOB of doubles; or NULL for none.  No zero has a sign. */
struct parameter_run {
  size_t rows;
  struct value parameters[AGREEMENT_PARAMETERS]; /* own their bytes */
};

struct agreement {
  struct row_run run;             /* the latest rows, */
  struct deque runs;              /* and those before them, in the order of their entry */
  struct parameter_run statement; /* the latest rows that count, */
  struct deque statements;        /* and those before them: none if all agree */
  struct deque mistakes;          /* of messages, ascending: see agreement.c */
  size_t counting;                /* rows that count */
  size_t mistaken;                /* rows that have entered with a mistake, */
  size_t mended;                  /* and that have left again */
  bool owns_memory; /* since rows differed, were skipped or wrong, or for a name */
  bool lost;        /* no memory for a row: the query ends, without an answer */
};

/* A row that is to count states `count` parameters; their bytes are borrowed.  False when
** out of memory, with the error set. */
bool agreement_state(sqlite3_context *context, struct agreement *agreement,
                     const struct value *parameters, size_t count);

/* There was no memory for a row: sets the error, and there are no answers any more. */
void agreement_lose(sqlite3_context *context, struct agreement *agreement);

/* agreement_enter() for a row that is not as those before it. */
bool agreement_enter_other(struct agreement *agreement, bool counts, char *mistake);

/* A row enters: it counts and, where there are parameters, has stated them; or it has a
** mistake, a message that is taken over; or, with neither, it is skipped.  False when out
** of memory. */
static inline bool agreement_enter(struct agreement *agreement, bool counts,
                                   char *mistake) {
  if (!counts || agreement->run.kind != ROW_COUNTS)
    return agreement_enter_other(agreement, counts, mistake);
  agreement->run.rows++;
  agreement->counting++;
  return true;
}

/* The oldest row leaves.  True if it counted. */
bool agreement_leave(struct agreement *agreement);

/* True if there is an answer: at least one row counts, and all is well with them.  If
** not, the answer is NULL, or an error, which is set; `names` are the parameters'. */
bool agreement_reached(sqlite3_context *context, const struct agreement *agreement,
                       const char *const *names);

/* What the rows state that count, where they agree. */
static inline const struct value *agreement_stated(const struct agreement *agreement) {
  return agreement->statement.parameters;
}

void agreement_free(struct agreement *agreement);

/* Frees what it owns, at the end of the group. */
static inline void agreement_clear(struct agreement *agreement) {
  if (agreement->owns_memory) agreement_free(agreement);
}

#endif
