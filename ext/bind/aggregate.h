/*
** The callbacks that SQLite needs for an aggregate, written once for all modules (rule
** R5, REFERENCE.md).
**
** A module has four callbacks in the function table, for these events: a row enters its
** group, a counted row leaves, SQLite asks for the answer, the group ends.  This file
** handles the group's memory, rows that are skipped or hold a mistake, and parameters
** that all rows must agree on.
**
** A group's memory is the module's own struct, zeroed before the first row.  Its first
** member is a struct agreement.
**
** While a row is read, an error from argument.h does not end the call.  The error is
** stored with the row, and raised when SQLite asks for an answer that covers the row.
** Running out of memory ends the call at once.
*/
#ifndef ASSAY_BIND_AGGREGATE_H
#define ASSAY_BIND_AGGREGATE_H

#include "bind/agreement.h"

/* A group that stores its rows in the order of entry, for rows that own no memory.  Two
** callbacks for such a group follow.  A module that needs more members begins its own
** struct with this struct. */
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

/* An `enter` callback ends with this call.  `kept` is false if there was no memory for
** the row: then the function sets the error.  Returns `kept`. */
static inline bool aggregate_kept(sqlite3_context *context, void *group, bool kept) {
  if (!kept) agreement_lose(context, group);
  return kept;
}

#endif
