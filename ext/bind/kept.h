/*
** What a statement keeps of its constant arguments, so that they are read and checked
** once and not for each row.
**
** SQLite keeps it (auxiliary data) while the statement runs, if the argument is constant,
** and otherwise drops it when the call ends.  It does not tell which is which; so after
** some vain attempts, which cost it an allocation each, most are left out.
*/
#ifndef ASSAY_BIND_KEPT_H
#define ASSAY_BIND_KEPT_H

#include "bind/connection.h"

/* What was kept of argument `index` of a scalar function, or NULL. */
static inline const void *kept_find(sqlite3_context *context, int index) {
  return sqlite3_get_auxdata(context, index);
}

/* Later, one attempt of so many is made.  A prime: where a call tries several arguments
** in turn, each of them gets its turn. */
#define KEPT_SELDOM 251

/* True if it is worth while to try to have something kept, when nothing was. */
static inline bool kept_pays(sqlite3_context *context) {
  unsigned attempt = binding_of(context)->attempts++;
  return attempt < 16 || attempt % KEPT_SELDOM == 0;
}

/* Has the statement keep what argument `index` stands for.  Borrowed: it must live as
** long as the connection. */
static inline void kept_borrow(sqlite3_context *context, int index, const void *what) {
  if (kept_pays(context))
    sqlite3_set_auxdata(context, index, (void *)(uintptr_t)what, NULL);
}

/* What `count` arguments from `first` on stand for together: kept only where each of them
** is constant.  One look at the first tells. */
struct kept_group {
  int holders; /* arguments that still hold it; the last one frees it */
  int count;   /* of arguments that must */
  double numbers[];
};

static inline const double *kept_numbers(sqlite3_context *context, int first) {
  const struct kept_group *group = kept_find(context, first);
  bool whole = group != NULL && group->holders == group->count;
  return whole ? group->numbers : NULL;
}

/* Has the statement keep `count` > 0 numbers, one for each argument from `first` on.
** Without memory for it they are read again for the next row. */
void kept_keep_numbers(sqlite3_context *context, int first, int count,
                       const double *numbers);

#endif
