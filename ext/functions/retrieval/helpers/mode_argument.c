/* The mode argument of the relevance gate: see mode_argument.h. */
#include "functions/retrieval/helpers/mode_argument.h"

const struct connection_slot mode_slot = {sizeof(struct kept_mode), NULL};

static void mode_error(sqlite3_context *context, sqlite3_value *value) {
  const struct relevance_settings *s = &settings_of(context)->relevance;
  const char **names = sqlite3_malloc64(s->mode_count * sizeof *names);
  if (names == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  for (size_t i = 0; i < s->mode_count; i++)
    names[i] = s->modes[i].name;
  argument_name_error(context, value, "mode", names, (int)s->mode_count);
  sqlite3_free(names);
}

const struct relevance_mode *mode_argument(sqlite3_context *context,
                                           sqlite3_value *value) {
  struct text name;
  if (sqlite3_value_type(value) == SQLITE_NULL) return relevance_mode_in_force(context);
  if (argument_text(context, value, &name)) {
    const struct relevance_mode *mode =
        relevance_mode_find(settings_of(context), name.bytes, name.length);
    if (mode != NULL) return mode;
  } else if (sqlite3_value_type(value) == SQLITE_TEXT) {
    return NULL; /* out of memory: the error is set */
  }
  mode_error(context, value);
  return NULL;
}
