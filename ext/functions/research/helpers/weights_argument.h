/*
** The weights argument: a strategy's name, JSON, 40 packed bytes, or NULL.
*/
#ifndef ASSAY_FUNCTIONS_RESEARCH_HELPERS_WEIGHTS_ARGUMENT_H
#define ASSAY_FUNCTIONS_RESEARCH_HELPERS_WEIGHTS_ARGUMENT_H

#include "core/research/weights.h"
#include "bind/argument.h"

/* Reads weights from a value.  NULL stands for the default strategy of the settings.
** Returns weights that live until the next reading on the connection (`scratch`, or what
** is remembered), or NULL, with the error set, for anything that is not weights.
**
** The connection remembers the last texts, so that a constant argument is read once and
** not for each row: an aggregate has no other way to recognise one. */
const struct weights *weights_argument(sqlite3_context *context, sqlite3_value *value,
                                       struct weights *scratch);

/* The same where there is no call, as in a virtual table; `argument` is what messages
** call it.  A text is had as UTF-8 before.  SQLITE_OK, SQLITE_NOMEM, or SQLITE_ERROR with
** a message to be freed with sqlite3_free(); without an error `*error` is NULL. */
int weights_read(const struct binding *binding, sqlite3_value *value,
                 const char *argument, struct weights *weights, char **error);

/* weights_argument() for argument `index` of a scalar function: of a constant one the
** statement keeps what was read. */
const struct weights *weights_argument_cached(sqlite3_context *context,
                                              sqlite3_value **argv, int index,
                                              struct weights *scratch);

#endif
