/*
** What a statement keeps of its constant arguments, so that they are read and checked
** once and not for each row.
**
** SQLite keeps it (auxiliary data) while the statement runs if the argument is constant,
** and drops it when the call ends if not.  SQLite does not say which arguments are
** constant, and each failed attempt costs an allocation.  So of every 1024 attempts only
** the first 16 are made.  Were each one made, high_floor of a column would cost 1.65
** times as many instructions, and a penalty whose deltas come from a grid would take 2.5
** times as long.
*/
#ifndef ASSAY_BIND_AUXDATA_H
#define ASSAY_BIND_AUXDATA_H

#include "bind/connection.h"

/* What was kept of argument `index` of a scalar function, or NULL. */
static inline const void *auxdata_find(sqlite3_context *context, int index) {
  return sqlite3_get_auxdata(context, index);
}

/* A call tries its arguments in turn.  16 attempts on end reach all of them, the constant
** ones too. */
#define AUXDATA_CYCLE 1024
#define AUXDATA_TRIES 16

/* True if it is worth while to try to have something kept, when nothing was. */
static inline bool auxdata_pays(sqlite3_context *context) {
  return binding_of(context)->attempts++ % AUXDATA_CYCLE < AUXDATA_TRIES;
}

/* Has the statement keep what argument `index` stands for.  Borrowed: it must live as
** long as the connection. */
static inline void auxdata_borrow(sqlite3_context *context, int index, const void *what) {
  if (auxdata_pays(context))
    sqlite3_set_auxdata(context, index, (void *)(uintptr_t)what, NULL);
}

/* The value parsed from `count` arguments from `first` on: kept only if each of them is
** constant.  One look at the first tells. */
struct auxdata_group {
  int holders; /* arguments that still hold it; the last one frees it */
  int count;   /* of arguments that must */
  double numbers[];
};

static inline const double *auxdata_numbers(sqlite3_context *context, int first) {
  const struct auxdata_group *group = auxdata_find(context, first);
  bool whole = group != NULL && group->holders == group->count;
  return whole ? group->numbers : NULL;
}

/* Has the statement keep `count` > 0 numbers, one for each argument from `first` on.
** Without memory for it they are read again for the next row. */
void auxdata_keep_numbers(sqlite3_context *context, int first, int count,
                          const double *numbers);

#endif
