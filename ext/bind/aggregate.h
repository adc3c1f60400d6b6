/*
** The callbacks that SQLite needs for an aggregate, written once for all modules (rule
** R5, REFERENCE.md).
**
** A module supplies four callbacks (struct function_calls in function.h).  They run when
** a row enters its group, when the oldest row that counts (agreement.h) leaves, when
** SQLite asks for the answer, and when the group ends.  This file handles the group's
** memory, rows that are skipped or have a mistake, and parameters that must be equal in
** all rows.
**
** A group's memory is the module's own struct, which SQLite zeroes before the first row.
** Its first member is a struct agreement.
**
** While a row is read, an error from argument.h does not end the call.  The error is
** stored with the row, and raised when SQLite asks for an answer that covers the row.
** Running out of memory ends the call at once.
*/
#ifndef ASSAY_BIND_AGGREGATE_H
#define ASSAY_BIND_AGGREGATE_H

#include "bind/agreement.h"

/* A group that stores its rows in the order of entry; the rows must own no memory.  Its
** `leave` and `clear` callbacks are row_group_leave() and row_group_clear().  A module
** that needs more members begins its own struct with this struct. */
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

/* Every `enter` callback calls this function after it has tried to store its row.  `kept`
** says whether the row was stored; if not, memory ran out, and this function sets the
** error.  Returns `kept`. */
static inline bool aggregate_kept(sqlite3_context *context, void *group, bool kept) {
  if (!kept) agreement_lose(context, group);
  return kept;
}

#endif
