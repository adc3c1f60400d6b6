/* Evidence from the arguments of a call: see evidence.h. */
#include "functions/research/helpers/evidence.h"

#include <string.h>

#include "base/edits.h"
#include "base/json_numbers.h"

/* So many unknown keys are listed, and those within so many edits are near. */
#define UNKNOWN_LISTED 20
#define NEAR_EDITS 2

bool evidence_text(sqlite3_context *context, sqlite3_value *value, struct text *text) {
  if (!argument_optional_text(context, value, text)) return false;
  if (text->bytes == NULL) text->bytes = "";
  return true;
}

bool evidence_object(sqlite3_context *context, sqlite3_value *value,
                     struct gate_evidence *evidence) {
  struct text text;
  if (!evidence_text(context, value, &text)) return false;
  evidence_from_json(text.bytes, text.length, evidence);
  return true;
}

/* The keys that nobody reads, as they come. */
struct unknown_keys {
  struct json *json;
  const char *const *names;
  int count;
  const bool *missing;
  int listed;
  sqlite3_int64 more;
  bool complete; /* false when out of memory */
};

/* In lower case, as names match (rule R8); what is too long to compare is cut. */
static size_t evidence_lower_key(const char *text, size_t length,
                                 char lower[EDITS_LENGTH_LIMIT + 1]) {
  size_t i = 0;
  for (; i < length && i <= EDITS_LENGTH_LIMIT; i++)
    lower[i] = (char)name_lower(text[i]);
  return i;
}

/* The nearest missing name, the first of several; NULL where none is near. */
static const char *evidence_near(const struct unknown_keys *keys, const char *key,
                                 size_t length) {
  char a[EDITS_LENGTH_LIMIT + 1], b[EDITS_LENGTH_LIMIT + 1];
  size_t a_length = evidence_lower_key(key, length, a), fewest = NEAR_EDITS + 1;
  const char *near = NULL;
  for (int i = 0; i < keys->count; i++) {
    if (!keys->missing[i]) continue;
    size_t b_length = evidence_lower_key(keys->names[i], strlen(keys->names[i]), b);
    size_t edits = edits_between(a, a_length, b, b_length);
    if (edits >= fewest) continue;
    fewest = edits;
    near = keys->names[i];
  }
  return near;
}

static void evidence_write_key(struct unknown_keys *keys, const char *key,
                               size_t length) {
  const char *near = evidence_near(keys, key, length);
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_append(text, key, (int)length);
  if (near != NULL) sqlite3_str_appendf(text, ": %s?", near);
  keys->complete &= sqlite3_str_errcode(text) == SQLITE_OK;
  if (keys->complete)
    json_text(keys->json, sqlite3_str_value(text), (size_t)sqlite3_str_length(text));
  sqlite3_free(sqlite3_str_finish(text));
}

static void evidence_take_key(void *context, const struct json_string *name) {
  struct unknown_keys *keys = context;
  if (keys->listed == UNKNOWN_LISTED) {
    keys->more++;
    return;
  }
  keys->listed++;
  char *key = sqlite3_malloc64(name->length + 1);
  if (key != NULL)
    evidence_write_key(keys, key, json_reader_unescape(name->text, name->length, key));
  else
    keys->complete = false;
  sqlite3_free(key);
}

bool evidence_write_unknown(struct json *json, const struct text *text,
                            const char *const *names, int count, const bool *missing) {
  char more[40];
  struct unknown_keys keys = {json, names, count, missing, 0, 0, true};
  json_key(json, "unknown");
  json_begin_array(json);
  json_numbers_other_names(text->bytes, text->length, names, count, evidence_take_key,
                           &keys);
  if (keys.more > 0) {
    sqlite3_snprintf(sizeof more, more, "and %lld more", keys.more);
    json_name(json, more);
  }
  json_end_array(json);
  return keys.complete;
}

/* What the floor and the count are called where they can't be used. */
static bool evidence_stated_rule(sqlite3_context *context, sqlite3_value *high,
                                 sqlite3_value *min_sources, const char *const names[2],
                                 struct gate_rule *rule) {
  double floor;
  double count;
  if (!argument_stated_score(context, high, names[0], &floor)) return false;
  if (!argument_stated_count(context, min_sources, names[1], &count)) return false;
  *rule = gate_rule_explicit(settings_of(context), floor, count);
  return true;
}

bool evidence_gate_rule(sqlite3_context *context, sqlite3_value *high,
                        sqlite3_value *min_sources, struct gate_rule *rule) {
  static const char *const names[] = {"high", "min_sources"};
  return evidence_stated_rule(context, high, min_sources, names, rule);
}

bool evidence_object_rule(sqlite3_context *context, sqlite3_value **argv,
                          struct gate_rule *rule) {
  static const char *const names[] = {
      "high, the second of (evidence, high, min_sources),",
      "min_sources, the third of (evidence, high, min_sources),"};
  return evidence_stated_rule(context, argv[1], argv[2], names, rule);
}
