/*
** The weights argument: a strategy's name, JSON, a BLOB of 40 bytes, or NULL.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_WEIGHTS_ARGUMENT_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_WEIGHTS_ARGUMENT_H

#include "core/research/weights.h"
#include "bind/argument.h"

/* Reads weights from a value.  SQL's NULL stands for the default strategy of the
** settings.  The returned weights are in the caller's struct `scratch` or in the
** connection's memory.  They are valid until the connection reads weights again.  If the
** value is not weights, sets the error and returns NULL.
**
** SQLite does not tell an aggregate which arguments are constant.  So the connection
** remembers the weights of the last texts, and reads a constant argument once, not for
** each row. */
const struct weights *weights_argument(sqlite3_context *context, sqlite3_value *value,
                                       struct weights *scratch);

/* Reads weights for code that is not an SQL function, such as a virtual table.
** `argument` is the argument's name in messages.  The caller must already have read a
** TEXT by sqlite3_value_text().  Returns SQLITE_OK, SQLITE_NOMEM, or SQLITE_ERROR.  For
** SQLITE_ERROR `*error` is a message, which the caller frees with sqlite3_free();
** otherwise `*error` is NULL. */
int weights_read(const struct binding *binding, sqlite3_value *value,
                 const char *argument, struct weights *weights, char **error);

/* Does what weights_argument() does, for argument `index` of a scalar function.  If the
** argument is constant, the statement remembers the weights. */
const struct weights *weights_argument_cached(sqlite3_context *context,
                                              sqlite3_value **argv, int index,
                                              struct weights *scratch);

#endif
