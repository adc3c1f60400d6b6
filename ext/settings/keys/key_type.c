/* The types of keys: see key_type.h. */
#include "settings/keys/key_type.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/json_quote.h"
#include "base/name.h"
#include "base/number.h"

/* The value of a choice is an enum, which is read and written as an unsigned number. */
_Static_assert(sizeof(enum scoring_engine) == sizeof(unsigned) &&
                   sizeof(enum penalty_mode) == sizeof(unsigned),
               "an enum of the settings is stored like an unsigned int");

static void key_type_append_number(sqlite3_str *to, double number) {
  char text[NUMBER_TEXT_SIZE];
  number_format(number, text);
  sqlite3_str_appendall(to, text);
}

static void key_type_sink(void *to, const char *bytes, size_t length) {
  sqlite3_str_append(to, bytes, (int)length);
}

void key_type_append_quoted(sqlite3_str *to, const char *text, size_t length) {
  sqlite3_str_appendchar(to, 1, '"');
  json_quote(text, length, key_type_sink, to);
  sqlite3_str_appendchar(to, 1, '"');
}

/* An error lists at most this many allowed values. */
#define NAMED_VALUES 20

/* Returns true if the number is finite and in the key's range, ends included.  If a
** range has no bound on one side, its `low` or `high` is an infinity. */
static bool key_type_in_range(const struct key *key, double number) {
  return isfinite(number) && number >= key->low && number <= key->high;
}

/* Appends the range as text: ` in 0..1`, ` >= 2`, ` <= 0`, or ` > 0` for a count of at
** least 1. */
static void key_type_append_range(sqlite3_str *text, const struct key *key) {
  bool open_above = key->high >= INT_MAX;
  if (key->unit != NULL) sqlite3_str_appendf(text, " of %s", key->unit);
  if (!isfinite(key->low)) {
    sqlite3_str_appendf(text, " <= %g", key->high);
  } else if (!open_above) {
    sqlite3_str_appendf(text, " in %g..%g", key->low, key->high);
  } else if (key->type == KEY_COUNT && key->low == 1) {
    sqlite3_str_appendall(text, " > 0");
  } else {
    sqlite3_str_appendf(text, " >= %g", key->low);
  }
}

/* Returns true for a text, number or boolean, because a name can be `42` or `true`.
** Returns false for an empty text, and for a text with a zero byte, where a C string
** would end. */
static bool key_type_is_text(const struct node *node) {
  bool scalar = node->kind == NODE_TEXT || node->kind == NODE_WHOLE ||
                node->kind == NODE_NUMBER || node->kind == NODE_BOOLEAN;
  return scalar && node->length > 0 && strlen(node->text) == node->length;
}

/* Returns how many names a key of type KEY_CHOICE or KEY_STRATEGY allows.  The value is
** stored as the index of its name. */
static size_t key_type_name_count(const struct key *key,
                                  const struct settings *settings) {
  return key->type == KEY_CHOICE ? (size_t)key->choice_count
                                 : list_count(settings, LIST_WEIGHT_STRATEGIES, 0);
}

static const char *key_type_name(const struct key *key, const struct settings *settings,
                                 size_t number) {
  return key->type == KEY_CHOICE ? key->choices[number]
                                 : list_name(settings, LIST_WEIGHT_STRATEGIES, 0, number);
}

/* Sets `*number` to the index of a name, in any ASCII case.  Returns false for an unknown
** name. */
static bool key_type_find_name(const struct key *key, const struct settings *settings,
                               const struct node *node, size_t *number) {
  if (!key_type_is_text(node)) return false;
  size_t count = key_type_name_count(key, settings);
  for (*number = 0; *number < count; ++*number) {
    const char *name = key_type_name(key, settings, *number);
    if (name_matches(name, node->text, node->length)) return true;
  }
  return false;
}

static bool key_type_are_texts(const struct node *node) {
  if (node->kind != NODE_LIST) return false;
  for (const struct member *m = node->first; m != NULL; m = m->next) {
    if (!key_type_is_text(m->value)) return false;
  }
  return true;
}

/* A count must be written in digits only, because ADR-009 4.4 allows only integers.  So
** 90.0 is refused.  A number in quotes is a text, never a number. */
bool key_type_accepts(const struct key *key, const struct settings *settings,
                      const struct node *node) {
  size_t number;
  switch (key->type) { /* unreachable: a type that has no case */
  case KEY_COUNT:
    return node->kind == NODE_WHOLE && key_type_in_range(key, node->number);
  case KEY_NUMBER:
    return (node->kind == NODE_WHOLE || node->kind == NODE_NUMBER) &&
           key_type_in_range(key, node->number);
  case KEY_FLAG:
    return node->kind == NODE_BOOLEAN;
  case KEY_CHOICE:
  case KEY_STRATEGY:
    return key_type_find_name(key, settings, node, &number);
  case KEY_TEXT:
    return key_type_is_text(node);
  case KEY_PHRASES:
    return key_type_are_texts(node);
  case KEY_NOTHING:
    break;
  }
  return node->kind == NODE_NULL;
}

/* Returns a phrase in the form in which replies are compared: A-Z become lower case,
** U+2018 and U+2019 become '. */
static char *key_type_phrase_of(struct arena *arena, const struct node *node) {
  char *phrase = arena_text(arena, node->text, node->length);
  if (phrase == NULL) return NULL;
  char *to = phrase;
  for (const char *from = node->text; *from != 0;) {
    if (strncmp(from, "\xe2\x80\x98", 3) == 0 || strncmp(from, "\xe2\x80\x99", 3) == 0) {
      *to++ = '\'';
      from += 3;
    } else {
      *to++ = (char)name_lower(*from++);
    }
  }
  *to = 0;
  return phrase;
}

static bool key_type_write_phrases(struct arena *arena, const struct node *node,
                                   struct phrase_list *phrases) {
  const char **items = arena_take(arena, (node->member_count + 1) * sizeof *items);
  if (items == NULL) return false;
  size_t count = 0;
  for (const struct member *m = node->first; m != NULL; m = m->next) {
    items[count] = key_type_phrase_of(arena, m->value);
    if (items[count++] == NULL) return false;
  }
  *phrases = (struct phrase_list){items, count};
  return true;
}

bool key_type_write(struct arena *arena, const struct key *key,
                    const struct settings *settings, const struct node *node,
                    void *slot) {
  size_t number;
  switch (key->type) { /* unreachable: a type that has no case */
  case KEY_COUNT:
    *(int *)slot = (int)node->number;
    break;
  case KEY_NUMBER:
    *(double *)slot = node->number;
    break;
  case KEY_FLAG:
    *(bool *)slot = node->number != 0;
    break;
  case KEY_CHOICE:
    key_type_find_name(key, settings, node, &number);
    *(unsigned *)slot = (unsigned)number;
    break;
  case KEY_STRATEGY:
    return key_type_find_name(key, settings, node, slot);
  case KEY_TEXT:
    *(const char **)slot = arena_text(arena, node->text, node->length);
    return *(const char **)slot != NULL;
  case KEY_PHRASES:
    return key_type_write_phrases(arena, node, slot);
  case KEY_NOTHING:
    break;
  }
  return true;
}

void key_type_append_rule(sqlite3_str *text, const struct key *key,
                          const struct settings *settings) {
  static const char *const rules[] = {
      [KEY_COUNT] = "a whole number",    [KEY_NUMBER] = "a number",
      [KEY_FLAG] = "true or false",      [KEY_TEXT] = "a text",
      [KEY_PHRASES] = "a list of texts", [KEY_NOTHING] = "null"};
  if (rules[key->type] != NULL) {
    sqlite3_str_appendall(text, rules[key->type]);
    bool has_range = key->type == KEY_COUNT || key->type == KEY_NUMBER;
    if (has_range) key_type_append_range(text, key);
    return;
  }
  size_t count = key_type_name_count(key, settings);
  for (size_t i = 0; i < count && i < NAMED_VALUES; i++)
    sqlite3_str_appendf(text, "%s%s", i > 0 ? ", " : "one of ",
                        key_type_name(key, settings, i));
}

bool key_type_read(const struct key *key, const struct settings *settings,
                   const void *slot, struct value *value) {
  const char *text = NULL;
  *value = (struct value){.type = VALUE_INTEGER};
  switch (key->type) { /* unreachable: a type that has no case */
  case KEY_COUNT:
    value->is.integer = *(const int *)slot;
    break;
  case KEY_NUMBER:
    *value = (struct value){.type = VALUE_REAL, .is.real = *(const double *)slot};
    break;
  case KEY_FLAG:
    value->is.integer = *(const bool *)slot;
    break;
  case KEY_CHOICE:
    text = key_type_name(key, settings, *(const unsigned *)slot);
    break;
  case KEY_STRATEGY:
    text = key_type_name(key, settings, *(const size_t *)slot);
    break;
  case KEY_TEXT:
    text = *(const char *const *)slot;
    break;
  case KEY_PHRASES:
    return false;
  case KEY_NOTHING:
    value->type = VALUE_NULL;
    break;
  }
  if (text != NULL)
    *value = (struct value){.type = VALUE_TEXT,
                            .is.bytes = (const unsigned char *)text,
                            .length = strlen(text)};
  return true;
}

static void key_type_append_phrases(sqlite3_str *text,
                                    const struct phrase_list *phrases) {
  sqlite3_str_appendchar(text, 1, '[');
  for (size_t i = 0; i < phrases->count; i++) {
    if (i > 0) sqlite3_str_appendchar(text, 1, ',');
    key_type_append_quoted(text, phrases->items[i], strlen(phrases->items[i]));
  }
  sqlite3_str_appendchar(text, 1, ']');
}

void key_type_append_json(sqlite3_str *text, const struct key *key,
                          const struct settings *settings, const void *slot) {
  struct value value;
  if (!key_type_read(key, settings, slot, &value)) {
    key_type_append_phrases(text, slot);
  } else if (key->type == KEY_FLAG) {
    sqlite3_str_appendall(text, value.is.integer != 0 ? "true" : "false");
  } else if (value.type == VALUE_INTEGER) {
    sqlite3_str_appendf(text, "%lld", (sqlite3_int64)value.is.integer);
  } else if (value.type == VALUE_REAL) {
    key_type_append_number(text, value.is.real);
  } else if (value.type == VALUE_TEXT) {
    key_type_append_quoted(text, (const char *)value.is.bytes, value.length);
  } else {
    sqlite3_str_appendall(text, "null");
  }
}
