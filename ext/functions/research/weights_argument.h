/*
** The weights argument: a strategy's name, JSON, 40 packed bytes, or NULL.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_WEIGHTS_ARGUMENT_H
#define ASSAY_FUNCTIONS_RESEARCH_WEIGHTS_ARGUMENT_H

#include "core/research/weights.h"
#include "bind/argument.h"

/* Reads weights from a value.  NULL stands for the default strategy of the settings.
** False, with the error set, for anything that is not weights. */
bool weights_argument(sqlite3_context *context, sqlite3_value *value,
                      struct weights *weights);

/* The same where there is no call, as in a virtual table; `argument` is what messages
** call it.  SQLITE_OK, SQLITE_NOMEM, or SQLITE_ERROR with a message to be freed with
** sqlite3_free(); without an error `*error` is NULL. */
int weights_read(const struct binding *binding, sqlite3_value *value,
                 const char *argument, struct weights *weights, char **error);

/* The same for argument `index` of a scalar function: a constant argument is parsed once
** for each statement.  Returns weights that live until the call ends (`scratch`, or what
** the statement keeps), or NULL with the error set. */
const struct weights *weights_argument_cached(sqlite3_context *context,
                                              sqlite3_value **argv, int index,
                                              struct weights *scratch);

#endif
