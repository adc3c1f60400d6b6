/* The weights argument: see weights_argument.h. */
#include "functions/research/helpers/weights_argument.h"

#include <string.h>

#include "functions/modules.h"

/* An argument that is being read, and the weights read from it. */
struct reading {
  const struct binding *binding;
  sqlite3_value *value;
  const char *name; /* the argument's name in messages */
  struct weights weights;
  char *error;
};

/* Ends the reading of an argument with an error.  A NULL message means out of memory. */
static int weights_argument_refuse(struct reading *reading, char *message) {
  reading->error = message;
  return message != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

static int weights_argument_unknown_strategy(struct reading *reading) {
  const struct binding *binding = reading->binding;
  const struct deep_research_settings *s = &binding->connection->settings->deep_research;
  return weights_argument_refuse(
      reading,
      argument_name_message(binding->function, reading->value, reading->name,
                            s->strategies, s->strategy_count, sizeof *s->strategies));
}

static int weights_argument_malformed(struct reading *reading) {
  char rule[80];
  sqlite3_snprintf(sizeof rule, rule, "%s %s", reading->name,
                   weights_broken_rule(&reading->weights));
  return weights_argument_refuse(
      reading, argument_message(reading->binding->function, reading->value, rule));
}

static int weights_argument_unknown_key(struct reading *reading) {
  char key[80];
  sqlite3_snprintf(sizeof key, key, "a key of %s", reading->name);
  return weights_argument_refuse(
      reading,
      argument_name_message(reading->binding->function, reading->value, key,
                            dimension_names, DIMENSION_COUNT, sizeof *dimension_names));
}

static int weights_from_text(struct reading *reading) {
  const char *text = (const char *)sqlite3_value_text(reading->value);
  /* unreachable: the caller of weights_read() has read the text as UTF-8 before */
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

/* Reads the length before the bytes: see argument_read_blob() in argument.c. */
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

/* A connection remembers the weights for the last MOST_REMEMBERED texts, because a query
** that compares strategies uses several.  TEXT_MOST bytes are enough for five weights
** with their names and all their digits. */
#define TEXT_MOST 256
#define MOST_REMEMBERED 4

struct remembered {
  size_t length; /* 0: this place is free */
  char text[TEXT_MOST];
  struct weights weights;
};

/* The remembered texts of a connection.  A strategy's name always means the same weights,
** because settings cannot change after a name was looked up. */
struct weights_memory {
  struct remembered item[MOST_REMEMBERED];
  unsigned oldest;
};

const struct connection_slot weights_slot = {sizeof(struct weights_memory), NULL};

static const struct weights *weights_recall(const struct weights_memory *memory,
                                            struct text text) {
  if (text.length == 0) return NULL;
  for (int i = 0; i < MOST_REMEMBERED; i++) {
    const struct remembered *item = &memory->item[i];
    if (item->length == text.length && memcmp(item->text, text.bytes, text.length) == 0)
      return &item->weights;
  }
  return NULL;
}

static void weights_remember(struct weights_memory *memory, struct text text,
                             const struct weights *weights) {
  if (text.length > TEXT_MOST) return;
  struct remembered *item = &memory->item[memory->oldest];
  memory->oldest = (memory->oldest + 1) % MOST_REMEMBERED;
  item->length = text.length;
  memcpy(item->text, text.bytes, text.length);
  item->weights = *weights;
}

static bool weights_read_argument(sqlite3_context *context, sqlite3_value *value,
                                  struct weights *weights) {
  char *error;
  if (weights_read(binding_of(context), value, "weights", weights, &error) == SQLITE_OK)
    return true;
  argument_result_message(context, error);
  return false;
}

const struct weights *weights_argument(sqlite3_context *context, sqlite3_value *value,
                                       struct weights *scratch) {
  struct text text;
  if (sqlite3_value_type(value) != SQLITE_TEXT)
    return weights_read_argument(context, value, scratch) ? scratch : NULL;
  if (!argument_known_text(context, value, &text)) return NULL;
  struct weights_memory *memory =
      connection_slot(binding_of(context)->connection, &weights_slot);
  const struct weights *found = weights_recall(memory, text);
  if (found != NULL) return found;
  if (!weights_read_argument(context, value, scratch)) return NULL;
  weights_remember(memory, text, scratch);
  return scratch;
}

const struct weights *weights_argument_cached(sqlite3_context *context,
                                              sqlite3_value **argv, int index,
                                              struct weights *scratch) {
  const struct weights *kept = auxdata_find(context, index);
  if (kept != NULL) return kept;
  const struct weights *weights = weights_argument(context, argv[index], scratch);
  if (weights == NULL || !auxdata_pays(context)) return weights;
  struct weights *copy = call_memory(context, sizeof *copy);
  if (copy == NULL) return NULL;
  *copy = *weights;
  sqlite3_set_auxdata(context, index, copy, sqlite3_free);
  return weights;
}
