/*
** Decides for every aggregate which rows of a group count, whether their parameters are
** equal, and when a mistake in a row becomes an error (rule R5, REFERENCE.md).
**
** 1. A row that lacks a value that the aggregate needs is skipped; its other values are
**    then not read.  If a wrong argument was read, the row has a mistake.  Any other row
**    counts.
** 2. Some arguments are parameters of the group, such as k, a mode or weights.  Rows that
**    count must have equal parameters; otherwise the answer is an error.
** 3. If the window frame has a row with a mistake, the answer is this row's error.  When
**    this row leaves the frame, its error is forgotten.  If several rows have a mistake,
**    the message that is first in byte order is raised, even if rows also differ in a
**    parameter.  So the order of the rows does not matter.
**
** SQLite can add the rows of the next frame before it removes rows of the previous frame.
** For this reason a mistake, or a difference between parameters, becomes an error when
** SQLite asks for an answer, not when a row enters.
**
** Successive rows form a row run if all of them count, or all are skipped, or all have a
** mistake.  Among the rows that count, successive rows with equal parameters form a
** parameter run.  If all rows count and agree (have equal parameters), each row and each
** answer costs O(1).  Such rows take memory only for parameters that are names or
** arrays.  If rows do not agree, the answer is an error and costs O(parameter runs).  Of
** equal messages about mistakes only the latest is stored.
**
** A zeroed struct agreement is empty.
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

/* A parameter is a number, a name as TEXT in lower case, an array of numbers as a BLOB of
** doubles, or NULL.  A zero is 0.0, never -0.0. */
struct parameter_run {
  size_t rows;
  struct value parameters[AGREEMENT_PARAMETERS]; /* each parameter owns its bytes */
};

struct agreement {
  struct row_run run;             /* the latest row run */
  struct deque runs;              /* earlier row runs, in the order of entry */
  struct parameter_run statement; /* the latest parameter run */
  /* earlier parameter runs; empty if all rows that count agree */
  struct deque statements;
  struct deque mistakes; /* messages in ascending order: see agreement.c */
  size_t counting;       /* the number of rows that count */
  size_t mistaken;       /* how many rows with a mistake have entered */
  size_t mended;         /* how many rows with a mistake have left */
  bool owns_memory;      /* true if agreement_free() has memory to free */
  bool lost;             /* there was no memory for a row: the query ends with an error */
};

/* Stores the `count` parameters of a row that counts, before the row enters.  The caller
** still owns the bytes of `parameters`.  Returns false and sets the error when out of
** memory. */
bool agreement_state(sqlite3_context *context, struct agreement *agreement,
                     const struct value *parameters, size_t count);

/* Sets the error for a row for which there was no memory; the group then gives no
** answer. */
void agreement_lose(sqlite3_context *context, struct agreement *agreement);

/* Does what agreement_enter() does, if the new row is the first row, or if the new row or
** the row before it does not count. */
bool agreement_enter_other(struct agreement *agreement, bool counts, char *mistake);

/* Adds a row.  If `counts` is true, the caller has stored the row's parameters, if any,
** by agreement_state().  A `mistake` that is not NULL is the row's message, which the
** struct then owns.  If `counts` is false and `mistake` is NULL, the row is skipped.
** Returns false when out of memory. */
static inline bool agreement_enter(struct agreement *agreement, bool counts,
                                   char *mistake) {
  if (!counts || agreement->run.kind != ROW_COUNTS)
    return agreement_enter_other(agreement, counts, mistake);
  agreement->run.rows++;
  agreement->counting++;
  return true;
}

/* Removes the oldest row.  Returns true if that row counted. */
bool agreement_leave(struct agreement *agreement);

/* Returns true if there is an answer: at least one row counts, no row has a mistake, and
** the rows that count agree.  Otherwise returns false: if all rows are skipped, the
** answer stays NULL; in any other case the answer is an error.  `names` are the names of
** the parameters. */
bool agreement_reached(sqlite3_context *context, const struct agreement *agreement,
                       const char *const *names);

/* Returns the parameters of the rows that count; these rows must agree. */
static inline const struct value *agreement_stated(const struct agreement *agreement) {
  return agreement->statement.parameters;
}

void agreement_free(struct agreement *agreement);

/* Frees the memory that the struct owns, at the end of the group. */
static inline void agreement_clear(struct agreement *agreement) {
  if (agreement->owns_memory) agreement_free(agreement);
}

#endif
