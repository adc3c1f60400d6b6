/*
** The lists in the settings, reached by what they are instead of by member.
**
** Each is an array of structs that have a name: windows by domain, weights by strategy.
** A list of numbers by strategy stands within each scorer; there `owner` is the scorer's
** place, elsewhere it is 0.  The parts of rubrics have two names, of which the first one
** is the rubric's: these lists are sorted by both, in any ASCII case.
*/
#ifndef ASSAY_SETTINGS_KEYS_LISTS_H
#define ASSAY_SETTINGS_KEYS_LISTS_H

#include "settings/arena.h"
#include "settings/keys/keys.h"

/* More names than this are refused: rules look them up one by one. */
#define LIST_LIMIT 1000

/* What names a document may add to a list. */
enum list_names {
  NAMES_FIXED,     /* none */
  NAMES_OPEN,      /* any */
  NAMES_STRATEGIES /* those of the interview strategies */
};

struct list_kind {
  enum key_list owner; /* holds one such list in each item; LIST_NONE for the others */
  size_t items;        /* offset of the pointer in struct settings, or in that item */
  size_t count;        /* offset of the count there */
  size_t item_size;
  size_t name; /* offset in an item */
  enum list_names names;
  bool exact; /* names are told apart by their exact bytes, ASCII case too */
  bool
      pairs; /* an item begins with a struct rubric_name; list_name() is the second one */
};

extern const struct list_kind list_kinds[LIST_COUNT];

/* The list that wildcard 0 or 1 of a key's path stands for. */
enum key_list list_of_wildcard(const struct key *key, int number);

size_t list_count(const struct settings *settings, enum key_list list, size_t owner);
const char *list_name(const struct settings *settings, enum key_list list, size_t owner,
                      size_t item);

/* A struct of the list's type, borrowed from the settings. */
const void *list_item(const struct settings *settings, enum key_list list, size_t owner,
                      size_t item);

/* Room for an item of any list. */
union list_item_room {
  struct weight_strategy strategy;
  struct recency_window window;
  struct relevance_mode mode;
  struct rubric_score rubric_score;
  struct rubric_bound rubric_bound;
  struct rubric_veto rubric_veto;
  struct interview_strategy interview_strategy;
  struct interview_scorer scorer;
  struct named_number number;
};

/* Makes `item` a new item of that name, as if its document stated nothing.  The name is
** borrowed. */
void list_blank(enum key_list list, void *item, const char *name);

/* The first name of an item that has two. */
const char *list_first_name(const struct settings *settings, enum key_list list,
                            size_t item);

/* The item of exactly that name; not for items with two. */
bool list_find(const struct settings *settings, enum key_list list, size_t owner,
               const char *name, size_t *item);

/* A copy whose lists and texts belong to the arena, except for what rubrics.h makes.
** False when out of memory. */
bool lists_copy(struct arena *arena, const struct settings *from, struct settings *to);

/* The following four change settings that lists_copy() made. */

/* Replaces a list. */
void list_set(struct settings *settings, enum key_list list, size_t owner,
              const void *items, size_t count);

/* Adds an item of that name, as if a document stated nothing of it.  The name is
** borrowed.  False when out of memory. */
bool list_append(struct arena *arena, struct settings *settings, enum key_list list,
                 size_t owner, const char *name, size_t *item);
void list_remove(struct settings *settings, enum key_list list, size_t owner,
                 size_t item);
void *list_item_to_change(struct settings *settings, enum key_list list, size_t owner,
                          size_t item);

#endif
