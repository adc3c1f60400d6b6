/*
** The callbacks that SQLite needs for an aggregate, written once for all (rule R5).
**
** A module has four callbacks in the function table: a row enters its group, a counted
** row leaves, the group must answer, the group ends.  This file adds the group's memory,
** the rows that are skipped or hold a mistake, the agreement of rows on parameters, and
** SQLite's own four callbacks.
**
** A group's memory is the module's own struct, zeroed before the first row.  Its first
** member is a struct agreement.
**
** While a row is read, an error that argument.h reports belongs to the row and not to the
** call.  It is stored with the row, and an answer raises it.  Running out of memory ends
** the call at once.
*/
#ifndef ASSAY_BIND_AGGREGATE_H
#define ASSAY_BIND_AGGREGATE_H

#include "bind/agreement.h"

/* A group whose rows own no memory, in the order of entry, with the callbacks for a row
** that leaves and for the end.  A module that needs more begins its struct with this
** one. */
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

/* For the end of an `enter` callback: returns whether the row was stored.  If there was
** no memory for the row, it sets the error. */
static inline bool aggregate_kept(sqlite3_context *context, void *group, bool kept) {
  if (!kept) agreement_lose(context, group);
  return kept;
}

#endif
