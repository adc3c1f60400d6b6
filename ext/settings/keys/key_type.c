/* The types of keys: see key_type.h. */
#include "settings/keys/key_type.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/json_quote.h"
#include "base/name.h"
#include "base/number.h"

/* A choice is an enum, read and written as the unsigned number that it is stored as. */
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

static struct value key_type_value_of_text(const char *text) {
  return (struct value){.type = VALUE_TEXT,
                        .is.bytes = (const unsigned char *)text,
                        .length = strlen(text)};
}

static struct value key_type_value_of_integer(int64_t integer) {
  return (struct value){.type = VALUE_INTEGER, .is.integer = integer};
}

void key_type_append_json(sqlite3_str *text, const struct key *key,
                          const struct settings *settings, const void *slot) {
  const struct key_type_calls *type = &key_types[key->type];
  if (type->append_json != NULL) {
    type->append_json(text, slot);
    return;
  }
  struct value value = type->read(key, settings, slot);
  if (value.type == VALUE_INTEGER) {
    sqlite3_str_appendf(text, "%lld", (sqlite3_int64)value.is.integer);
  } else if (value.type == VALUE_REAL) {
    key_type_append_number(text, value.is.real);
  } else if (value.type == VALUE_TEXT) {
    key_type_append_quoted(text, (const char *)value.is.bytes, value.length);
  } else {
    sqlite3_str_appendall(text, "null");
  }
}

/* Both ends are in; open ends are infinities, which themselves are not. */
static bool key_type_in_range(const struct key *key, double number) {
  return isfinite(number) && number >= key->low && number <= key->high;
}

/* How a range reads: ` > 0` for counts from 1, ` >= 2`, ` <= 0`, ` in 0..1`. */
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

/* Digits only: 90.0 is refused although it is whole, as ADR-009 4.4 refuses what is not
** an integer.  A number in quotes is a text and never a number. */
static bool key_type_count_accepts(const struct key *key, const struct settings *settings,
                                   const struct node *node) {
  return node->kind == NODE_WHOLE && key_type_in_range(key, node->number);
}

static bool key_type_count_write(struct arena *arena, const struct key *key,
                                 const struct settings *settings, const struct node *node,
                                 void *slot) {
  *(int *)slot = (int)node->number;
  return true;
}

static void key_type_count_rule(sqlite3_str *text, const struct key *key,
                                const struct settings *settings) {
  sqlite3_str_appendall(text, "a whole number");
  key_type_append_range(text, key);
}

static struct value key_type_count_read(const struct key *key,
                                        const struct settings *settings,
                                        const void *slot) {
  return key_type_value_of_integer(*(const int *)slot);
}

static bool key_type_number_accepts(const struct key *key,
                                    const struct settings *settings,
                                    const struct node *node) {
  return (node->kind == NODE_WHOLE || node->kind == NODE_NUMBER) &&
         key_type_in_range(key, node->number);
}

static bool key_type_number_write(struct arena *arena, const struct key *key,
                                  const struct settings *settings,
                                  const struct node *node, void *slot) {
  *(double *)slot = node->number;
  return true;
}

static void key_type_number_rule(sqlite3_str *text, const struct key *key,
                                 const struct settings *settings) {
  sqlite3_str_appendall(text, "a number");
  key_type_append_range(text, key);
}

static struct value key_type_number_read(const struct key *key,
                                         const struct settings *settings,
                                         const void *slot) {
  return (struct value){.type = VALUE_REAL, .is.real = *(const double *)slot};
}

static bool key_type_flag_accepts(const struct key *key, const struct settings *settings,
                                  const struct node *node) {
  return node->kind == NODE_BOOLEAN;
}

static bool key_type_flag_write(struct arena *arena, const struct key *key,
                                const struct settings *settings, const struct node *node,
                                void *slot) {
  *(bool *)slot = node->number != 0;
  return true;
}

static void key_type_flag_rule(sqlite3_str *text, const struct key *key,
                               const struct settings *settings) {
  sqlite3_str_appendall(text, "true or false");
}

static struct value key_type_flag_read(const struct key *key,
                                       const struct settings *settings,
                                       const void *slot) {
  return key_type_value_of_integer(*(const bool *)slot);
}

static void key_type_flag_json(sqlite3_str *text, const void *slot) {
  sqlite3_str_appendall(text, *(const bool *)slot ? "true" : "false");
}

static void key_type_append_names(sqlite3_str *text, const char *name, size_t number) {
  sqlite3_str_appendf(text, "%s%s", number > 0 ? ", " : "one of ", name);
}

static int key_type_choice_of(const struct key *key, const struct node *node) {
  if (node->kind != NODE_TEXT) return -1;
  return name_find(key->choices, key->choice_count, node->text, node->length);
}

static bool key_type_choice_accepts(const struct key *key,
                                    const struct settings *settings,
                                    const struct node *node) {
  return key_type_choice_of(key, node) >= 0;
}

static bool key_type_choice_write(struct arena *arena, const struct key *key,
                                  const struct settings *settings,
                                  const struct node *node, void *slot) {
  *(unsigned *)slot = (unsigned)key_type_choice_of(key, node);
  return true;
}

static void key_type_choice_rule(sqlite3_str *text, const struct key *key,
                                 const struct settings *settings) {
  for (int i = 0; i < key->choice_count; i++)
    key_type_append_names(text, key->choices[i], (size_t)i);
}

static struct value key_type_choice_read(const struct key *key,
                                         const struct settings *settings,
                                         const void *slot) {
  return key_type_value_of_text(key->choices[*(const unsigned *)slot]);
}

/* Any scalar with something in it can be a text: a name may be 42.  A zero would cut it
** short where it is used. */
static bool key_type_is_text(const struct node *node) {
  bool scalar = node->kind == NODE_TEXT || node->kind == NODE_WHOLE ||
                node->kind == NODE_NUMBER || node->kind == NODE_BOOLEAN;
  return scalar && node->length > 0 && strlen(node->text) == node->length;
}

static bool key_type_text_accepts(const struct key *key, const struct settings *settings,
                                  const struct node *node) {
  return key_type_is_text(node);
}

static bool key_type_text_write(struct arena *arena, const struct key *key,
                                const struct settings *settings, const struct node *node,
                                void *slot) {
  *(const char **)slot = arena_text(arena, node->text, node->length);
  return *(const char **)slot != NULL;
}

static void key_type_text_rule(sqlite3_str *text, const struct key *key,
                               const struct settings *settings) {
  sqlite3_str_appendall(text, "a text");
}

static struct value key_type_text_read(const struct key *key,
                                       const struct settings *settings,
                                       const void *slot) {
  return key_type_value_of_text(*(const char *const *)slot);
}

/* An error names at most so many of them. */
#define NAMED_STRATEGIES 20

static const char *key_type_strategy_name(const struct settings *settings,
                                          size_t strategy) {
  return list_name(settings, LIST_WEIGHT_STRATEGIES, 0, strategy);
}

/* A weight strategy is named in any ASCII case. */
static bool key_type_find_strategy(const struct settings *settings,
                                   const struct node *node, size_t *strategy) {
  if (!key_type_is_text(node)) return false;
  size_t count = list_count(settings, LIST_WEIGHT_STRATEGIES, 0);
  for (*strategy = 0; *strategy < count; ++*strategy) {
    const char *name = key_type_strategy_name(settings, *strategy);
    if (name_matches(name, node->text, node->length)) return true;
  }
  return false;
}

static bool key_type_strategy_accepts(const struct key *key,
                                      const struct settings *settings,
                                      const struct node *node) {
  size_t strategy;
  return key_type_find_strategy(settings, node, &strategy);
}

static bool key_type_strategy_write(struct arena *arena, const struct key *key,
                                    const struct settings *settings,
                                    const struct node *node, void *slot) {
  return key_type_find_strategy(settings, node, slot);
}

static void key_type_strategy_rule(sqlite3_str *text, const struct key *key,
                                   const struct settings *settings) {
  size_t count = list_count(settings, LIST_WEIGHT_STRATEGIES, 0);
  for (size_t i = 0; i < count && i < NAMED_STRATEGIES; i++)
    key_type_append_names(text, key_type_strategy_name(settings, i), i);
}

static struct value key_type_strategy_read(const struct key *key,
                                           const struct settings *settings,
                                           const void *slot) {
  return key_type_value_of_text(key_type_strategy_name(settings, *(const size_t *)slot));
}

static bool key_type_phrases_accept(const struct key *key,
                                    const struct settings *settings,
                                    const struct node *node) {
  if (node->kind != NODE_LIST) return false;
  for (const struct member *m = node->first; m != NULL; m = m->next) {
    if (!key_type_is_text(m->value)) return false;
  }
  return true;
}

/* Replies are compared in lower case and with straight apostrophes, so phrases are kept
** that way: A-Z are lowered, U+2018 and U+2019 become '. */
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

static bool key_type_phrases_write(struct arena *arena, const struct key *key,
                                   const struct settings *settings,
                                   const struct node *node, void *slot) {
  const char **items = arena_take(arena, (node->member_count + 1) * sizeof *items);
  if (items == NULL) return false;
  size_t count = 0;
  for (const struct member *m = node->first; m != NULL; m = m->next) {
    items[count] = key_type_phrase_of(arena, m->value);
    if (items[count++] == NULL) return false;
  }
  *(struct phrase_list *)slot = (struct phrase_list){items, count};
  return true;
}

static void key_type_phrases_rule(sqlite3_str *text, const struct key *key,
                                  const struct settings *settings) {
  sqlite3_str_appendall(text, "a list of texts");
}

static void key_type_phrases_json(sqlite3_str *text, const void *slot) {
  const struct phrase_list *phrases = slot;
  sqlite3_str_appendchar(text, 1, '[');
  for (size_t i = 0; i < phrases->count; i++) {
    if (i > 0) sqlite3_str_appendchar(text, 1, ',');
    key_type_append_quoted(text, phrases->items[i], strlen(phrases->items[i]));
  }
  sqlite3_str_appendchar(text, 1, ']');
}

static bool key_type_nothing_accepts(const struct key *key,
                                     const struct settings *settings,
                                     const struct node *node) {
  return node->kind == NODE_NULL;
}

static bool key_type_nothing_write(struct arena *arena, const struct key *key,
                                   const struct settings *settings,
                                   const struct node *node, void *slot) {
  return true;
}

static void key_type_nothing_rule(sqlite3_str *text, const struct key *key,
                                  const struct settings *settings) {
  sqlite3_str_appendall(text, "null");
}

static struct value key_type_nothing_read(const struct key *key,
                                          const struct settings *settings,
                                          const void *slot) {
  return (struct value){.type = VALUE_NULL};
}

const struct key_type_calls key_types[] = {
    [KEY_COUNT] = {key_type_count_accepts, key_type_count_write, key_type_count_rule,
                   key_type_count_read, NULL},
    [KEY_NUMBER] = {key_type_number_accepts, key_type_number_write, key_type_number_rule,
                    key_type_number_read, NULL},
    [KEY_FLAG] = {key_type_flag_accepts, key_type_flag_write, key_type_flag_rule,
                  key_type_flag_read, key_type_flag_json},
    [KEY_CHOICE] = {key_type_choice_accepts, key_type_choice_write, key_type_choice_rule,
                    key_type_choice_read, NULL},
    [KEY_STRATEGY] = {key_type_strategy_accepts, key_type_strategy_write,
                      key_type_strategy_rule, key_type_strategy_read, NULL},
    [KEY_TEXT] = {key_type_text_accepts, key_type_text_write, key_type_text_rule,
                  key_type_text_read, NULL},
    [KEY_PHRASES] = {key_type_phrases_accept, key_type_phrases_write,
                     key_type_phrases_rule, NULL, key_type_phrases_json},
    [KEY_NOTHING] = {key_type_nothing_accepts, key_type_nothing_write,
                     key_type_nothing_rule, key_type_nothing_read, NULL},
};
