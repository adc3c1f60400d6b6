/*
** Auxiliary data: SQLite stores what a function has computed from a constant argument.
** So the function reads and checks this argument once, not for each row.
**
** If an argument is constant, SQLite keeps its auxiliary data while the statement runs;
** otherwise SQLite drops the data when the call ends.  SQLite does not say which
** arguments are constant.  For other arguments, an attempt to set auxiliary data is
** useless and costs an allocation.  For a constant argument one attempt is enough.  So
** auxdata_pays() allows only the first 16 of every 1024 attempts.  If it allowed all
** attempts, high_floor() of a column would run 1.65 times as many instructions, and
** graduated_penalty() with penalties from a table would take 2.5 times as long.
*/
#ifndef ASSAY_BIND_AUXDATA_H
#define ASSAY_BIND_AUXDATA_H

#include "bind/connection.h"

/* Returns the auxiliary data of argument `index` of a scalar function, or NULL. */
static inline const void *auxdata_find(sqlite3_context *context, int index) {
  return sqlite3_get_auxdata(context, index);
}

/* One call of an SQL function attempts to set auxiliary data for fewer than 16 arguments.
** So 16 successive attempts include every argument of the function. */
#define AUXDATA_CYCLE 1024
#define AUXDATA_TRIES 16

/* Returns true if a caller that has found no auxiliary data should set some. */
static inline bool auxdata_pays(sqlite3_context *context) {
  return binding_of(context)->attempts++ % AUXDATA_CYCLE < AUXDATA_TRIES;
}

/* Sets `what` as auxiliary data of argument `index`.  `what` is not copied, and must live
** as long as the connection. */
static inline void auxdata_borrow(sqlite3_context *context, int index, const void *what) {
  if (auxdata_pays(context))
    sqlite3_set_auxdata(context, index, (void *)(uintptr_t)what, NULL);
}

/* The numbers in successive arguments.  This struct is the auxiliary data of each of
** these arguments.  If one argument is not constant, SQLite drops the struct for this
** argument, and auxdata_numbers() then returns NULL. */
struct auxdata_group {
  int holders; /* how many arguments still have this struct; at 0 it is freed */
  int count;   /* how many arguments must have this struct */
  double numbers[];
};

static inline const double *auxdata_numbers(sqlite3_context *context, int first) {
  const struct auxdata_group *group = auxdata_find(context, first);
  bool whole = group != NULL && group->holders == group->count;
  return whole ? group->numbers : NULL;
}

/* Sets `count` > 0 numbers as the auxiliary data of the `count` arguments from `first`
** on.  When out of memory nothing is set, and the next row reads the arguments again. */
void auxdata_keep_numbers(sqlite3_context *context, int first, int count,
                          const double *numbers);

#endif
