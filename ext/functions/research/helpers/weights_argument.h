/*
** The weights argument: a strategy's name, JSON, 40 packed bytes, or NULL.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_WEIGHTS_ARGUMENT_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_WEIGHTS_ARGUMENT_H

#include "core/research/weights.h"
#include "bind/argument.h"

/* Reads weights from a value.  SQL's NULL is the default strategy of the settings.  The
** returned weights are in `scratch` or in the connection's memory, and live until the
** next reading on the connection.  For a value that is not weights, sets the error and
** returns NULL.
**
** The connection remembers the last texts, so a constant argument is read once, not for
** each row.  An aggregate has no other way to recognise a constant argument. */
const struct weights *weights_argument(sqlite3_context *context, sqlite3_value *value,
                                       struct weights *scratch);

/* Reads weights for code without a call, such as a virtual table.  `argument` is the
** argument's name in messages.  The caller has read a TEXT as UTF-8 before.  Returns
** SQLITE_OK, SQLITE_NOMEM, or SQLITE_ERROR with a message in `*error`, which the caller
** frees with sqlite3_free().  Otherwise `*error` is NULL. */
int weights_read(const struct binding *binding, sqlite3_value *value,
                 const char *argument, struct weights *weights, char **error);

/* weights_argument() for argument `index` of a scalar function.  If the argument is
** constant, the statement remembers the weights. */
const struct weights *weights_argument_cached(sqlite3_context *context,
                                              sqlite3_value **argv, int index,
                                              struct weights *scratch);

#endif
