/* The mode argument of the relevance gate: see mode_argument.h. */
#include "functions/retrieval/helpers/mode_argument.h"

const struct connection_slot mode_slot = {sizeof(struct kept_mode), NULL};

const struct relevance_mode *mode_argument(sqlite3_context *context,
                                           sqlite3_value *value) {
  const struct settings *settings = settings_of(context);
  const struct relevance_settings *known = &settings->relevance;
  const struct relevance_mode *mode = NULL;
  struct text name;
  if (sqlite3_value_type(value) == SQLITE_NULL) return relevance_mode_in_force(context);
  if (!argument_optional_text(context, value, &name)) return NULL;
  if (name.bytes != NULL) mode = relevance_mode_find(settings, name.bytes, name.length);
  if (mode == NULL)
    argument_name_error(context, value, "mode", known->modes, known->mode_count,
                        sizeof *known->modes);
  return mode;
}
