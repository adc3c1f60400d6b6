/*
** What SQLite calls of an aggregate, made once for all of them (rule R5).
**
** A module gives the function table four callbacks: a row enters its group, a row leaves
** that counted, the group's answer is asked for, and its memory is cleared.  The rest is
** here: that memory, rows that are skipped or hold a mistake, what rows must agree on,
** and SQLite's own four callbacks.
**
** A group's memory is the module's own struct, zeroed with the first row.  Its first
** member is a struct agreement.
**
** While a row is read, what argument.h calls an error is the row's and not the call's: it
** is kept, and raised by an answer.  Running out of memory ends the call at once.
*/
#ifndef ASSAY_BIND_AGGREGATE_H
#define ASSAY_BIND_AGGREGATE_H

#include "bind/agreement.h"

/* A group of rows that own no memory, in the order of their entry, with the callbacks for
** a row that leaves and for the end.  Where a module needs more it begins so. */
struct row_group {
  struct agreement agreement;
  struct deque rows;
};

void row_group_leave(sqlite3_context *context, void *group, sqlite3_value **argv);
void row_group_clear(void *group);

void aggregate_step(sqlite3_context *context, int argc, sqlite3_value **argv);
void aggregate_inverse(sqlite3_context *context, int argc, sqlite3_value **argv);
void aggregate_value(sqlite3_context *context);
void aggregate_final(sqlite3_context *context);

/* Returned when a row enters and was stored, or when there was no memory for it; then it
** sets the error. */
static inline bool aggregate_kept(sqlite3_context *context, void *group, bool kept) {
  if (!kept) agreement_lose(context, group);
  return kept;
}

#endif
