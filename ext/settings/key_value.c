/* From a document's scalar to the value of a key: see key_value.h. */
#include "key_value.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "../core/name.h"
#include "../core/utf8.h"

/* A value in a message is cut after this many bytes. */
#define QUOTED_BYTES 80

/* A choice is an enum, read and written as the unsigned number that it is stored as. */
_Static_assert(sizeof(enum scoring_engine) == sizeof(unsigned) &&
                   sizeof(enum penalty_mode) == sizeof(unsigned),
               "an enum of the settings is stored like an unsigned int");

/* Any scalar with something in it can be a text: a name may be 42.  A zero would cut it
** short where it is used. */
static bool is_text(const struct node *node) {
  bool scalar = node->kind == NODE_TEXT || node->kind == NODE_WHOLE ||
                node->kind == NODE_NUMBER || node->kind == NODE_BOOLEAN;
  return scalar && node->length > 0 && strlen(node->text) == node->length;
}

static bool are_phrases(const struct node *node) {
  if (node->kind != NODE_LIST) return false;
  for (const struct member *m = node->first; m != NULL; m = m->next) {
    if (!is_text(m->value)) return false;
  }
  return true;
}

/* Both ends are in; open ends are infinities, which themselves are not. */
static bool in_range(const struct key *key, double number) {
  return isfinite(number) && number >= key->low && number <= key->high;
}

static int choice_of(const struct key *key, const struct node *node) {
  if (node->kind != NODE_TEXT) return -1;
  return name_find(key->choices, key->choice_count, node->text, node->length);
}

/* A weight strategy is named in any ASCII case. */
static bool find_strategy(const struct settings *settings, const struct node *node,
                          size_t *strategy) {
  if (!is_text(node)) return false;
  size_t count = list_count(settings, LIST_WEIGHT_STRATEGIES, 0);
  for (*strategy = 0; *strategy < count; ++*strategy) {
    const char *name = list_name(settings, LIST_WEIGHT_STRATEGIES, 0, *strategy);
    if (name_matches(name, node->text, node->length)) return true;
  }
  return false;
}

/* Counts are digits only: 90.0 is refused although it is whole, as ADR-009 4.4 refuses
** what is not an integer.  A number in quotes is a text and never a number. */
bool key_value_accepts(const struct key *key, const struct settings *settings,
                       const struct node *node) {
  size_t strategy;
  switch (key->type) { /* unreachable: a type that the enumeration lacks */
  case KEY_COUNT:
    return node->kind == NODE_WHOLE && in_range(key, node->number);
  case KEY_NUMBER:
    return (node->kind == NODE_WHOLE || node->kind == NODE_NUMBER) &&
           in_range(key, node->number);
  case KEY_FLAG:
    return node->kind == NODE_BOOLEAN;
  case KEY_CHOICE:
    return choice_of(key, node) >= 0;
  case KEY_STRATEGY:
    return find_strategy(settings, node, &strategy);
  case KEY_TEXT:
    return is_text(node);
  case KEY_PHRASES:
    return are_phrases(node);
  case KEY_NOTHING:
    return node->kind == NODE_NULL;
  }
  return false;
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

static bool write_phrases(struct arena *arena, const struct node *node,
                          struct phrase_list *phrases) {
  const char **items = arena_take(arena, (node->member_count + 1) * sizeof *items);
  if (items == NULL) return false;
  size_t count = 0;
  for (const struct member *m = node->first; m != NULL; m = m->next) {
    items[count] = phrase_of(arena, m->value);
    if (items[count++] == NULL) return false;
  }
  *phrases = (struct phrase_list){items, count};
  return true;
}

bool key_value_write(struct arena *arena, const struct key *key,
                     const struct settings *settings, const struct node *node,
                     void *slot) {
  switch (key->type) { /* unreachable: a type that the enumeration lacks */
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
    *(unsigned *)slot = (unsigned)choice_of(key, node);
    break;
  case KEY_STRATEGY:
    return find_strategy(settings, node, slot);
  case KEY_TEXT:
    *(const char **)slot = arena_text(arena, node->text, node->length);
    return *(const char **)slot != NULL;
  case KEY_PHRASES:
    return write_phrases(arena, node, slot);
  case KEY_NOTHING:
    break;
  }
  return true;
}

/* How a range reads: ` > 0` for counts from 1, ` >= 2`, ` <= 0`, ` in 0..1`. */
static void append_range(sqlite3_str *text, const struct key *key) {
  bool open_above = key->high >= INT_MAX;
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

static void append_names(sqlite3_str *text, const char *name, size_t number) {
  sqlite3_str_appendf(text, "%s%s", number > 0 ? ", " : "one of ", name);
}

void key_value_append_rule(sqlite3_str *text, const struct key *key,
                           const struct settings *settings) {
  size_t count = list_count(settings, LIST_WEIGHT_STRATEGIES, 0);
  switch (key->type) { /* unreachable: a type that the enumeration lacks */
  case KEY_COUNT:
  case KEY_NUMBER:
    sqlite3_str_appendall(text, key->type == KEY_COUNT ? "a whole number" : "a number");
    if (key->unit != NULL) sqlite3_str_appendf(text, " of %s", key->unit);
    append_range(text, key);
    break;
  case KEY_FLAG:
    sqlite3_str_appendall(text, "true or false");
    break;
  case KEY_CHOICE:
    for (int i = 0; i < key->choice_count; i++)
      append_names(text, key->choices[i], (size_t)i);
    break;
  case KEY_STRATEGY:
    for (size_t i = 0; i < count && i < 20; i++)
      append_names(text, list_name(settings, LIST_WEIGHT_STRATEGIES, 0, i), i);
    break;
  case KEY_TEXT:
    sqlite3_str_appendall(text, "a text");
    break;
  case KEY_PHRASES:
    sqlite3_str_appendall(text, "a list of texts");
    break;
  case KEY_NOTHING:
    sqlite3_str_appendall(text, "null");
    break;
  }
}

void key_value_append_excess(sqlite3_str *text, const struct key *key,
                             const struct node *node) {
  if (key->type == KEY_COUNT && node->kind == NODE_WHOLE && node->number > INT_MAX)
    sqlite3_str_appendf(text, " and at most %d", INT_MAX);
}

/* Quotes a text, up to a control character or where it gets too long. */
static void append_shortened(sqlite3_str *text, const char *quoted) {
  size_t length = 0;
  while (length < QUOTED_BYTES && (unsigned char)quoted[length] >= 0x20)
    length++;
  bool whole = quoted[length] == 0;
  length = utf8_cut(quoted, length);
  sqlite3_str_appendf(text, "'%.*s%s'", (int)length, quoted, whole ? "" : "...");
}

void key_value_append_node(sqlite3_str *text, const struct node *node) {
  switch (node->kind) { /* unreachable: a kind that the enumeration lacks */
  case NODE_NULL:
    sqlite3_str_appendall(text, "null");
    break;
  case NODE_BOOLEAN:
    sqlite3_str_appendall(text, node->number != 0 ? "true" : "false");
    break;
  case NODE_WHOLE:
  case NODE_NUMBER:
    sqlite3_str_appendf(text, "%.*s%s", QUOTED_BYTES, node->text,
                        node->length > QUOTED_BYTES ? "..." : "");
    break;
  case NODE_TEXT:
    append_shortened(text, node->text);
    break;
  case NODE_OTHER:
    sqlite3_str_appendall(text, "a scalar with a tag of its own");
    break;
  case NODE_LIST:
    sqlite3_str_appendall(text, "a list");
    break;
  case NODE_MAP:
    sqlite3_str_appendall(text, "a mapping");
    break;
  }
}

void key_value_append_kept(sqlite3_str *text, const struct settings *settings,
                           const struct setting *setting) {
  const struct key *key = setting->key;
  const void *value = setting_value(settings, setting);
  if (key->type == KEY_TEXT) {
    append_shortened(text, *(const char *const *)value);
  } else if (key->type == KEY_CHOICE) {
    append_shortened(text, key->choices[*(const unsigned *)value]);
  } else if (key->type == KEY_STRATEGY) {
    append_shortened(
        text, list_name(settings, LIST_WEIGHT_STRATEGIES, 0, *(const size_t *)value));
  } else if (key->type == KEY_PHRASES) {
    sqlite3_str_appendall(text, "the former list");
  } else {
    setting_append_value(settings, setting, text);
  }
}
