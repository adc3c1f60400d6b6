/*
** The mode argument of the relevance gate.
*/
#ifndef ASSAY_FUNCTIONS_RETRIEVAL_HELPERS_MODE_ARGUMENT_H
#define ASSAY_FUNCTIONS_RETRIEVAL_HELPERS_MODE_ARGUMENT_H

#include "core/retrieval/relevance.h"
#include "bind/argument.h"
#include "functions/modules.h"

/* What a connection keeps: the mode that holds where none is named, NULL until somebody
** asks for it. */
struct kept_mode {
  const struct relevance_mode *in_force;
};

/* The mode that holds where none is named.  It is looked up once for each connection: the
** settings are frozen from then on. */
static inline const struct relevance_mode *
relevance_mode_in_force(sqlite3_context *context) {
  struct kept_mode *kept = connection_slot(binding_of(context)->connection, &mode_slot);
  if (kept->in_force == NULL)
    kept->in_force = relevance_mode_default(settings_of(context));
  return kept->in_force;
}

/* The mode that a value names, in any ASCII case; NULL names `standard`.  Returns NULL,
** with the error set, for a value that is not TEXT, when out of memory, and for an
** unknown name; that error lists the known ones.  Owned by the settings. */
const struct relevance_mode *mode_argument(sqlite3_context *context,
                                           sqlite3_value *value);

/* The same for argument `index` of a scalar function: a constant one is looked up once
** for each statement. */
static inline const struct relevance_mode *
mode_argument_kept(sqlite3_context *context, sqlite3_value **argv, int index) {
  const struct relevance_mode *mode = auxdata_find(context, index);
  if (mode != NULL) return mode;
  mode = mode_argument(context, argv[index]);
  if (mode != NULL) auxdata_borrow(context, index, mode);
  return mode;
}

#endif
