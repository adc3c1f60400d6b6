/* The weights argument: see weights_argument.h. */
#include "weights_argument.h"

static void name_error(sqlite3_context *context, sqlite3_value *value,
                       const struct settings *settings) {
  const struct deep_research_settings *s = &settings->deep_research;
  const char **names = sqlite3_malloc64(s->strategy_count * sizeof *names);
  if (names == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  for (size_t i = 0; i < s->strategy_count; i++)
    names[i] = s->strategies[i].name;
  argument_name_error(context, value, "weights", names, (int)s->strategy_count);
  sqlite3_free(names);
}

static bool weights_from_text(sqlite3_context *context, sqlite3_value *value,
                              const struct text *text, struct weights *weights) {
  const struct settings *settings = settings_of(context);
  if (weights_text_is_json(text->bytes, text->length)) {
    if (weights_from_json(text->bytes, text->length, weights)) return true;
    argument_error(context, value, "weights " WEIGHTS_RULE);
    return false;
  }
  const struct weight_strategy *strategy =
      weight_strategy_find(settings, text->bytes, text->length);
  if (strategy == NULL) {
    name_error(context, value, settings);
    return false;
  }
  *weights = strategy->weights;
  return true;
}

bool weights_argument(sqlite3_context *context, sqlite3_value *value,
                      struct weights *weights) {
  struct text text;
  switch (sqlite3_value_type(value)) {
  case SQLITE_NULL:
    *weights = *weights_default(settings_of(context));
    return true;
  case SQLITE_TEXT:
    return argument_text(context, value, &text) &&
           weights_from_text(context, value, &text, weights);
  case SQLITE_BLOB:
    if (weights_from_bytes(sqlite3_value_blob(value), (size_t)sqlite3_value_bytes(value),
                           weights)) {
      return true;
    }
    break;
  default:
    break;
  }
  argument_error(context, value, "weights " WEIGHTS_RULE);
  return false;
}

const struct weights *weights_argument_cached(sqlite3_context *context,
                                              sqlite3_value **argv, int index,
                                              struct weights *scratch) {
  const struct weights *kept = sqlite3_get_auxdata(context, index);
  if (kept != NULL) return kept;
  if (!weights_argument(context, argv[index], scratch)) return NULL;
  struct weights *copy = sqlite3_malloc64(sizeof *copy);
  if (copy == NULL) {
    sqlite3_result_error_nomem(context);
    return NULL;
  }
  *copy = *scratch;
  sqlite3_set_auxdata(context, index, copy, sqlite3_free);
  return scratch;
}
