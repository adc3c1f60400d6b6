/*
** The mode argument of the relevance gate (relevance.c): the name of a set of limits.
*/
#ifndef ASSAY_FUNCTIONS_RETRIEVAL_HELPERS_MODE_ARGUMENT_H
#define ASSAY_FUNCTIONS_RETRIEVAL_HELPERS_MODE_ARGUMENT_H

#include "core/retrieval/relevance.h"
#include "bind/argument.h"
#include "functions/modules.h"

/* The mode for calls that name no mode; each connection stores one.  The pointer is NULL
** before the first such call. */
struct kept_mode {
  const struct relevance_mode *in_force;
};

/* Returns the mode for calls that name no mode.  The mode is looked up once for each
** connection, because settings cannot change after the first lookup. */
static inline const struct relevance_mode *
relevance_mode_in_force(sqlite3_context *context) {
  struct kept_mode *kept = connection_slot(binding_of(context)->connection, &mode_slot);
  if (kept->in_force == NULL)
    kept->in_force = relevance_mode_default(settings_of(context));
  return kept->in_force;
}

/* Returns the mode that a value names, in any ASCII case; SQL's NULL means `standard`.
** The settings own the mode.  On failure returns NULL and sets an error.  The error lists
** the known names, unless memory ran out. */
const struct relevance_mode *mode_argument(sqlite3_context *context,
                                           sqlite3_value *value);

/* Does what mode_argument() does, for argument `index` of a scalar function.  If the
** argument is constant, the mode is looked up once for each statement. */
static inline const struct relevance_mode *
mode_argument_kept(sqlite3_context *context, sqlite3_value **argv, int index) {
  const struct relevance_mode *mode = auxdata_find(context, index);
  if (mode != NULL) return mode;
  mode = mode_argument(context, argv[index]);
  if (mode != NULL) auxdata_borrow(context, index, mode);
  return mode;
}

#endif
