/* The types of keys: see key_type.h. */
#include "settings/key_type.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"

/* A choice is an enum, read and written as the unsigned number that it is stored as. */
_Static_assert(sizeof(enum scoring_engine) == sizeof(unsigned) &&
                   sizeof(enum penalty_mode) == sizeof(unsigned),
               "an enum of the settings is stored like an unsigned int");

static void append_number(sqlite3_str *to, double number) {
  char text[NUMBER_TEXT_SIZE];
  number_format(number, text);
  sqlite3_str_appendall(to, text);
}

/* RFC 8259, section 7: quotes, backslashes and control characters are escaped. */
void key_type_append_quoted(sqlite3_str *to, const char *text, size_t length) {
  sqlite3_str_appendchar(to, 1, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte < 0x20) {
      sqlite3_str_appendf(to, "\\u%04x", byte);
    } else {
      if (byte == '"' || byte == '\\') sqlite3_str_appendchar(to, 1, '\\');
      sqlite3_str_appendchar(to, 1, (char)byte);
    }
  }
  sqlite3_str_appendchar(to, 1, '"');
}

static struct value value_of_text(const char *text) {
  return (struct value){.type = VALUE_TEXT,
                        .is.bytes = (const unsigned char *)text,
                        .length = strlen(text)};
}

static struct value value_of_integer(int64_t integer) {
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
    append_number(text, value.is.real);
  } else if (value.type == VALUE_TEXT) {
    key_type_append_quoted(text, (const char *)value.is.bytes, value.length);
  } else {
    sqlite3_str_appendall(text, "null");
  }
}

/* Both ends are in; open ends are infinities, which themselves are not. */
static bool in_range(const struct key *key, double number) {
  return isfinite(number) && number >= key->low && number <= key->high;
}

/* How a range reads: ` > 0` for counts from 1, ` >= 2`, ` <= 0`, ` in 0..1`. */
static void append_range(sqlite3_str *text, const struct key *key) {
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
static bool count_accepts(const struct key *key, const struct settings *settings,
                          const struct node *node) {
  return node->kind == NODE_WHOLE && in_range(key, node->number);
}

static bool count_write(struct arena *arena, const struct key *key,
                        const struct settings *settings, const struct node *node,
                        void *slot) {
  *(int *)slot = (int)node->number;
  return true;
}

static void count_rule(sqlite3_str *text, const struct key *key,
                       const struct settings *settings) {
  sqlite3_str_appendall(text, "a whole number");
  append_range(text, key);
}

static struct value count_read(const struct key *key, const struct settings *settings,
                               const void *slot) {
  return value_of_integer(*(const int *)slot);
}

static bool number_accepts(const struct key *key, const struct settings *settings,
                           const struct node *node) {
  return (node->kind == NODE_WHOLE || node->kind == NODE_NUMBER) &&
         in_range(key, node->number);
}

static bool number_write(struct arena *arena, const struct key *key,
                         const struct settings *settings, const struct node *node,
                         void *slot) {
  *(double *)slot = node->number;
  return true;
}

static void number_rule(sqlite3_str *text, const struct key *key,
                        const struct settings *settings) {
  sqlite3_str_appendall(text, "a number");
  append_range(text, key);
}

static struct value number_read(const struct key *key, const struct settings *settings,
                                const void *slot) {
  return (struct value){.type = VALUE_REAL, .is.real = *(const double *)slot};
}

static bool flag_accepts(const struct key *key, const struct settings *settings,
                         const struct node *node) {
  return node->kind == NODE_BOOLEAN;
}

static bool flag_write(struct arena *arena, const struct key *key,
                       const struct settings *settings, const struct node *node,
                       void *slot) {
  *(bool *)slot = node->number != 0;
  return true;
}

static void flag_rule(sqlite3_str *text, const struct key *key,
                      const struct settings *settings) {
  sqlite3_str_appendall(text, "true or false");
}

static struct value flag_read(const struct key *key, const struct settings *settings,
                              const void *slot) {
  return value_of_integer(*(const bool *)slot);
}

static void flag_json(sqlite3_str *text, const void *slot) {
  sqlite3_str_appendall(text, *(const bool *)slot ? "true" : "false");
}

static void append_names(sqlite3_str *text, const char *name, size_t number) {
  sqlite3_str_appendf(text, "%s%s", number > 0 ? ", " : "one of ", name);
}

static int choice_of(const struct key *key, const struct node *node) {
  if (node->kind != NODE_TEXT) return -1;
  return name_find(key->choices, key->choice_count, node->text, node->length);
}

static bool choice_accepts(const struct key *key, const struct settings *settings,
                           const struct node *node) {
  return choice_of(key, node) >= 0;
}

static bool choice_write(struct arena *arena, const struct key *key,
                         const struct settings *settings, const struct node *node,
                         void *slot) {
  *(unsigned *)slot = (unsigned)choice_of(key, node);
  return true;
}

static void choice_rule(sqlite3_str *text, const struct key *key,
                        const struct settings *settings) {
  for (int i = 0; i < key->choice_count; i++)
    append_names(text, key->choices[i], (size_t)i);
}

static struct value choice_read(const struct key *key, const struct settings *settings,
                                const void *slot) {
  return value_of_text(key->choices[*(const unsigned *)slot]);
}

/* Any scalar with something in it can be a text: a name may be 42.  A zero would cut it
** short where it is used. */
static bool is_text(const struct node *node) {
  bool scalar = node->kind == NODE_TEXT || node->kind == NODE_WHOLE ||
                node->kind == NODE_NUMBER || node->kind == NODE_BOOLEAN;
  return scalar && node->length > 0 && strlen(node->text) == node->length;
}

static bool text_accepts(const struct key *key, const struct settings *settings,
                         const struct node *node) {
  return is_text(node);
}

static bool text_write(struct arena *arena, const struct key *key,
                       const struct settings *settings, const struct node *node,
                       void *slot) {
  *(const char **)slot = arena_text(arena, node->text, node->length);
  return *(const char **)slot != NULL;
}

static void text_rule(sqlite3_str *text, const struct key *key,
                      const struct settings *settings) {
  sqlite3_str_appendall(text, "a text");
}

static struct value text_read(const struct key *key, const struct settings *settings,
                              const void *slot) {
  return value_of_text(*(const char *const *)slot);
}

/* An error names at most so many of them. */
#define NAMED_STRATEGIES 20

static const char *strategy_name(const struct settings *settings, size_t strategy) {
  return list_name(settings, LIST_WEIGHT_STRATEGIES, 0, strategy);
}

/* A weight strategy is named in any ASCII case. */
static bool find_strategy(const struct settings *settings, const struct node *node,
                          size_t *strategy) {
  if (!is_text(node)) return false;
  size_t count = list_count(settings, LIST_WEIGHT_STRATEGIES, 0);
  for (*strategy = 0; *strategy < count; ++*strategy) {
    const char *name = strategy_name(settings, *strategy);
    if (name_matches(name, node->text, node->length)) return true;
  }
  return false;
}

static bool strategy_accepts(const struct key *key, const struct settings *settings,
                             const struct node *node) {
  size_t strategy;
  return find_strategy(settings, node, &strategy);
}

static bool strategy_write(struct arena *arena, const struct key *key,
                           const struct settings *settings, const struct node *node,
                           void *slot) {
  return find_strategy(settings, node, slot);
}

static void strategy_rule(sqlite3_str *text, const struct key *key,
                          const struct settings *settings) {
  size_t count = list_count(settings, LIST_WEIGHT_STRATEGIES, 0);
  for (size_t i = 0; i < count && i < NAMED_STRATEGIES; i++)
    append_names(text, strategy_name(settings, i), i);
}

static struct value strategy_read(const struct key *key, const struct settings *settings,
                                  const void *slot) {
  return value_of_text(strategy_name(settings, *(const size_t *)slot));
}

static bool phrases_accept(const struct key *key, const struct settings *settings,
                           const struct node *node) {
  if (node->kind != NODE_LIST) return false;
  for (const struct member *m = node->first; m != NULL; m = m->next) {
    if (!is_text(m->value)) return false;
  }
  return true;
}

/* Replies are compared in lower case and with straight apostrophes, so phrases are kept
** that way: A-Z are lowered, U+2018 and U+2019 become '. */
static char *phrase_of(struct arena *arena, const struct node *node) {
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

static bool phrases_write(struct arena *arena, const struct key *key,
                          const struct settings *settings, const struct node *node,
                          void *slot) {
  const char **items = arena_take(arena, (node->member_count + 1) * sizeof *items);
  if (items == NULL) return false;
  size_t count = 0;
  for (const struct member *m = node->first; m != NULL; m = m->next) {
    items[count] = phrase_of(arena, m->value);
    if (items[count++] == NULL) return false;
  }
  *(struct phrase_list *)slot = (struct phrase_list){items, count};
  return true;
}

static void phrases_rule(sqlite3_str *text, const struct key *key,
                         const struct settings *settings) {
  sqlite3_str_appendall(text, "a list of texts");
}

static void phrases_json(sqlite3_str *text, const void *slot) {
  const struct phrase_list *phrases = slot;
  sqlite3_str_appendchar(text, 1, '[');
  for (size_t i = 0; i < phrases->count; i++) {
    if (i > 0) sqlite3_str_appendchar(text, 1, ',');
    key_type_append_quoted(text, phrases->items[i], strlen(phrases->items[i]));
  }
  sqlite3_str_appendchar(text, 1, ']');
}

static bool nothing_accepts(const struct key *key, const struct settings *settings,
                            const struct node *node) {
  return node->kind == NODE_NULL;
}

static bool nothing_write(struct arena *arena, const struct key *key,
                          const struct settings *settings, const struct node *node,
                          void *slot) {
  return true;
}

static void nothing_rule(sqlite3_str *text, const struct key *key,
                         const struct settings *settings) {
  sqlite3_str_appendall(text, "null");
}

static struct value nothing_read(const struct key *key, const struct settings *settings,
                                 const void *slot) {
  return (struct value){.type = VALUE_NULL};
}

const struct key_type_calls key_types[] = {
    [KEY_COUNT] = {count_accepts, count_write, count_rule, count_read, NULL},
    [KEY_NUMBER] = {number_accepts, number_write, number_rule, number_read, NULL},
    [KEY_FLAG] = {flag_accepts, flag_write, flag_rule, flag_read, flag_json},
    [KEY_CHOICE] = {choice_accepts, choice_write, choice_rule, choice_read, NULL},
    [KEY_STRATEGY] = {strategy_accepts, strategy_write, strategy_rule, strategy_read,
                      NULL},
    [KEY_TEXT] = {text_accepts, text_write, text_rule, text_read, NULL},
    [KEY_PHRASES] = {phrases_accept, phrases_write, phrases_rule, NULL, phrases_json},
    [KEY_NOTHING] = {nothing_accepts, nothing_write, nothing_rule, nothing_read, NULL},
};
