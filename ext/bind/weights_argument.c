/* The weights argument: see weights_argument.h. */
#include "weights_argument.h"

static char *name_message(const struct binding *binding, sqlite3_value *value,
                          const char *argument) {
  const struct deep_research_settings *s = &binding->connection->settings->deep_research;
  const char **names = sqlite3_malloc64(s->strategy_count * sizeof *names);
  if (names == NULL) return NULL;
  for (size_t i = 0; i < s->strategy_count; i++)
    names[i] = s->strategies[i].name;
  char *message = argument_name_message(binding->function, value, argument, names,
                                        (int)s->strategy_count);
  sqlite3_free(names);
  return message;
}

/* Says which rule malformed weights break. */
static int malformed(const struct binding *binding, sqlite3_value *value,
                     const char *argument, char **error) {
  char rule[80];
  sqlite3_snprintf(sizeof rule, rule, "%s " WEIGHTS_RULE, argument);
  *error = argument_message(binding->function, value, rule);
  return *error != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* Says which keys an object of weights may have. */
static int unknown_key(const struct binding *binding, sqlite3_value *value,
                       const char *argument, char **error) {
  char key[80];
  sqlite3_snprintf(sizeof key, key, "a key of %s", argument);
  *error = argument_name_message(binding->function, value, key, dimension_names,
                                 DIMENSION_COUNT);
  return *error != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

static int weights_from_text(const struct binding *binding, sqlite3_value *value,
                             const char *argument, struct weights *weights,
                             char **error) {
  const char *text = (const char *)sqlite3_value_text(value);
  if (text == NULL) return SQLITE_NOMEM;
  size_t length = (size_t)sqlite3_value_bytes(value);
  if (weights_text_is_json(text, length)) {
    if (weights_from_json(text, length, weights)) return SQLITE_OK;
    return weights_json_has_unknown(text, length)
               ? unknown_key(binding, value, argument, error)
               : malformed(binding, value, argument, error);
  }
  const struct weight_strategy *strategy =
      weight_strategy_find(binding->connection->settings, text, length);
  if (strategy == NULL) {
    *error = name_message(binding, value, argument);
    return *error != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
  }
  *weights = strategy->weights;
  return SQLITE_OK;
}

/* A zeroblob gets its bytes when they are first asked for.  Where there is no memory for
** them it turns into NULL, so its length is asked for before. */
static int weights_from_blob(const struct binding *binding, sqlite3_value *value,
                             const char *argument, struct weights *weights,
                             char **error) {
  size_t length = (size_t)sqlite3_value_bytes(value);
  const unsigned char *bytes = sqlite3_value_blob(value);
  if (bytes == NULL && length > 0) return SQLITE_NOMEM;
  if (weights_from_bytes(bytes, length, weights)) return SQLITE_OK;
  return malformed(binding, value, argument, error);
}

int weights_read(const struct binding *binding, sqlite3_value *value,
                 const char *argument, struct weights *weights, char **error) {
  binding->connection->settings_in_use = true;
  switch (sqlite3_value_type(value)) {
  case SQLITE_NULL:
    *weights = *weights_default(binding->connection->settings);
    return SQLITE_OK;
  case SQLITE_TEXT:
    return weights_from_text(binding, value, argument, weights, error);
  case SQLITE_BLOB:
    return weights_from_blob(binding, value, argument, weights, error);
  default:
    return malformed(binding, value, argument, error);
  }
}

bool weights_argument(sqlite3_context *context, sqlite3_value *value,
                      struct weights *weights) {
  char *error = NULL;
  if (weights_read(binding_of(context), value, "weights", weights, &error) == SQLITE_OK)
    return true;
  argument_result_message(context, error);
  return false;
}

const struct weights *weights_argument_cached(sqlite3_context *context,
                                              sqlite3_value **argv, int index,
                                              struct weights *scratch) {
  const struct weights *kept = kept_find(context, index);
  if (kept != NULL) return kept;
  if (!weights_argument(context, argv[index], scratch)) return NULL;
  if (!kept_pays(context)) return scratch;
  struct weights *copy = sqlite3_malloc64(sizeof *copy);
  if (copy == NULL) {
    sqlite3_result_error_nomem(context);
    return NULL;
  }
  *copy = *scratch;
  sqlite3_set_auxdata(context, index, copy, sqlite3_free);
  return scratch;
}
