/* The weights argument: see weights_argument.h. */
#include "functions/research/weights_argument.h"

/* An argument as it is read, and what comes of it. */
struct reading {
  const struct binding *binding;
  sqlite3_value *value;
  const char *name; /* what messages call it */
  struct weights weights;
  char *error;
};

/* Ends the reading with a message, which is NULL when out of memory. */
static int weights_argument_refuse(struct reading *reading, char *message) {
  reading->error = message;
  return message != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* Says which strategies there are. */
static int weights_argument_unknown_strategy(struct reading *reading) {
  const struct binding *binding = reading->binding;
  const struct deep_research_settings *s = &binding->connection->settings->deep_research;
  const char **names = sqlite3_malloc64(s->strategy_count * sizeof *names);
  if (names == NULL) return SQLITE_NOMEM;
  for (size_t i = 0; i < s->strategy_count; i++)
    names[i] = s->strategies[i].name;
  char *message = argument_name_message(binding->function, reading->value, reading->name,
                                        names, (int)s->strategy_count);
  sqlite3_free(names);
  return weights_argument_refuse(reading, message);
}

/* Says which rule malformed weights break. */
static int weights_argument_malformed(struct reading *reading) {
  char rule[80];
  sqlite3_snprintf(sizeof rule, rule, "%s %s", reading->name,
                   weights_broken_rule(&reading->weights));
  return weights_argument_refuse(
      reading, argument_message(reading->binding->function, reading->value, rule));
}

/* Says which keys an object of weights may have. */
static int weights_argument_unknown_key(struct reading *reading) {
  char key[80];
  sqlite3_snprintf(sizeof key, key, "a key of %s", reading->name);
  return weights_argument_refuse(
      reading, argument_name_message(reading->binding->function, reading->value, key,
                                     dimension_names, DIMENSION_COUNT));
}

static int weights_from_text(struct reading *reading) {
  const char *text = (const char *)sqlite3_value_text(reading->value);
  if (text == NULL) return SQLITE_NOMEM;
  size_t length = (size_t)sqlite3_value_bytes(reading->value);
  if (weights_text_is_json(text, length)) {
    if (weights_from_json(text, length, &reading->weights)) return SQLITE_OK;
    return weights_json_has_unknown(text, length) ? weights_argument_unknown_key(reading)
                                                  : weights_argument_malformed(reading);
  }
  const struct weight_strategy *strategy =
      weight_strategy_find(reading->binding->connection->settings, text, length);
  if (strategy == NULL) return weights_argument_unknown_strategy(reading);
  reading->weights = strategy->weights;
  return SQLITE_OK;
}

/* A zeroblob gets its bytes when they are first asked for.  Where there is no memory for
** them it turns into NULL, so its length is asked for before. */
static int weights_from_blob(struct reading *reading) {
  size_t length = (size_t)sqlite3_value_bytes(reading->value);
  const unsigned char *bytes = sqlite3_value_blob(reading->value);
  if (bytes == NULL && length > 0) return SQLITE_NOMEM;
  return weights_from_bytes(bytes, length, &reading->weights)
             ? SQLITE_OK
             : weights_argument_malformed(reading);
}

static int weights_from_value(struct reading *reading) {
  switch (sqlite3_value_type(reading->value)) {
  case SQLITE_NULL:
    reading->weights = *weights_default(reading->binding->connection->settings);
    return SQLITE_OK;
  case SQLITE_TEXT:
    return weights_from_text(reading);
  case SQLITE_BLOB:
    return weights_from_blob(reading);
  default:
    return weights_argument_malformed(reading);
  }
}

int weights_read(const struct binding *binding, sqlite3_value *value,
                 const char *argument, struct weights *weights, char **error) {
  struct reading reading = {.binding = binding, .value = value, .name = argument};
  binding->connection->settings_in_use = true;
  int rc = weights_from_value(&reading);
  if (rc == SQLITE_OK) *weights = reading.weights;
  *error = reading.error;
  return rc;
}

bool weights_argument(sqlite3_context *context, sqlite3_value *value,
                      struct weights *weights) {
  char *error;
  if (weights_read(binding_of(context), value, "weights", weights, &error) == SQLITE_OK)
    return true;
  argument_result_message(context, error);
  return false;
}

const struct weights *weights_argument_cached(sqlite3_context *context,
                                              sqlite3_value **argv, int index,
                                              struct weights *scratch) {
  const struct weights *kept = auxdata_find(context, index);
  if (kept != NULL) return kept;
  if (!weights_argument(context, argv[index], scratch)) return NULL;
  if (!auxdata_pays(context)) return scratch;
  struct weights *copy = sqlite3_malloc64(sizeof *copy);
  if (copy == NULL) {
    sqlite3_result_error_nomem(context);
    return NULL;
  }
  *copy = *scratch;
  sqlite3_set_auxdata(context, index, copy, sqlite3_free);
  return scratch;
}
