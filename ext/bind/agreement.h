/*
** For every aggregate: which rows of a group count, which parameters they must agree on,
** and when a mistake in a row becomes an error (rule R5, REFERENCE.md).
**
** 1. A row counts, is skipped, or holds a mistake.  If a row is skipped because of one
**    value, its other values are not read.
** 2. Every row contains the group's parameters, such as k, a mode or weights.  Rows that
**    count must have equal parameters; otherwise the answer is an error.
** 3. If the frame holds a row with a mistake, the answer is the row's error; when the row
**    leaves, its mistake is dropped.  Of several messages, the least in byte order is
**    raised.  If rows also differ in a parameter, the mistake is raised.  So the order of
**    the rows does not matter.
**
** SQLite may add the rows of the next frame before it removes the rows of the last frame.
** So mistakes and differences become errors when SQLite asks for an answer, not when a
** row enters.
**
** Successive rows form a run if all of them count, or all are skipped, or all hold a
** mistake.  Successive rows with equal parameters form a run, too.  If all rows count and
** agree, a row and an answer cost O(1), and no memory is allocated except for a parameter
** that is a name.  If rows do not agree, an answer costs O(runs) and is an error.  Of
** equal messages only the latest is stored.
**
** A zeroed struct is empty, like the memory of a fresh aggregate context.
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

/* A run of successive rows with equal parameters.  A parameter is a number, a name as
** TEXT in lower case, an array of numbers as a BLOB of doubles, or NULL.  A zero is 0.0,
** never -0.0. */
struct parameter_run {
  size_t rows;
  struct value parameters[AGREEMENT_PARAMETERS]; /* each parameter owns its bytes */
};

struct agreement {
  struct row_run run; /* the latest rows */
  struct deque runs;  /* runs of earlier rows, in the order of entry */
  /* the latest run of rows with equal parameters, without skipped and mistaken rows */
  struct parameter_run statement;
  struct deque statements; /* such runs before it; empty if all rows agree */
  struct deque mistakes;   /* messages in ascending order: see agreement.c */
  size_t counting;         /* the number of rows that count: see (1) */
  size_t mistaken;         /* how many rows with a mistake have entered */
  size_t mended;           /* how many rows with a mistake have left */
  bool owns_memory;        /* rows differ or do not count, or a parameter is a name */
  bool lost; /* there was no memory for a row: the query ends with an error */
};

/* Stores the `count` parameters, with borrowed bytes, of a row that will enter and count.
** Returns false and sets the error when out of memory. */
bool agreement_state(sqlite3_context *context, struct agreement *agreement,
                     const struct value *parameters, size_t count);

/* Sets the error for a row for which there was no memory; the group then gives no
** answer. */
void agreement_lose(sqlite3_context *context, struct agreement *agreement);

/* Does what agreement_enter() does, for a row that differs from the row before. */
bool agreement_enter_other(struct agreement *agreement, bool counts, char *mistake);

/* A row enters.  If `counts`, agreement_state() has stored its parameters.  A `mistake`
** that is not NULL is the row's message, which the struct then owns.  If `counts` is
** false and `mistake` is NULL, the row is skipped.  Returns false when out of memory. */
static inline bool agreement_enter(struct agreement *agreement, bool counts,
                                   char *mistake) {
  if (!counts || agreement->run.kind != ROW_COUNTS)
    return agreement_enter_other(agreement, counts, mistake);
  agreement->run.rows++;
  agreement->counting++;
  return true;
}

/* The oldest row leaves.  Returns true if that row counted. */
bool agreement_leave(struct agreement *agreement);

/* Returns true if there is an answer: at least one row counts, and no row holds a mistake
** or differs.  Otherwise the function sets the error, or leaves the answer NULL.  `names`
** are the names of the parameters. */
bool agreement_reached(sqlite3_context *context, const struct agreement *agreement,
                       const char *const *names);

/* Returns the parameters of the rows that count, if these rows agree. */
static inline const struct value *agreement_stated(const struct agreement *agreement) {
  return agreement->statement.parameters;
}

void agreement_free(struct agreement *agreement);

/* Frees the memory that the struct owns, at the end of the group. */
static inline void agreement_clear(struct agreement *agreement) {
  if (agreement->owns_memory) agreement_free(agreement);
}

#endif
