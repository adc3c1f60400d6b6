/*
** Functions for the lists in the settings.  The parameter `list` says which one.
**
** A list is an array of structs, such as one window per domain.  Each struct has a name.
**
** Each interview scorer has its own list, with a number for each strategy.  For such a
** list, `owner` is the scorer's index; for other lists `owner` is 0.
**
** A part of a rubric (a score, condition or veto) has two names: the rubric's name and
** its own.  Lists of parts are sorted by both names (rubrics.h).
*/
#ifndef ASSAY_SETTINGS_KEYS_LISTS_H
#define ASSAY_SETTINGS_KEYS_LISTS_H

#include "settings/arena.h"
#include "settings/keys/keys.h"

/* A list has at most this many names, because rules search them one by one. */
#define LIST_LIMIT 1000

/* The names that a document may add to a list. */
enum list_names {
  NAMES_FIXED,     /* no names */
  NAMES_OPEN,      /* any */
  NAMES_STRATEGIES /* the names of interview strategies */
};

struct list_kind {
  enum key_list owner; /* the list whose items hold lists of this kind, or LIST_NONE */
  size_t items; /* offset of the list's pointer in the settings or in an outer item */
  size_t count; /* offset of the list's count, in the same struct as the pointer */
  size_t item_size;
  size_t name; /* offset of the name in an item */
  enum list_names names;
  bool exact; /* names match byte for byte; if false, ASCII case does not matter */
  bool pairs; /* items have two names (struct rubric_name); list_name() is the second */
};

extern const struct list_kind list_kinds[LIST_COUNT];

/* Returns the list whose names replace the wildcard `number` (0 or 1) of a key's path. */
enum key_list list_of_wildcard(const struct key *key, int number);

size_t list_count(const struct settings *settings, enum key_list list, size_t owner);
const char *list_name(const struct settings *settings, enum key_list list, size_t owner,
                      size_t item);

/* Returns an item of the list, borrowed from the settings. */
const void *list_item(const struct settings *settings, enum key_list list, size_t owner,
                      size_t item);

/* Has enough memory for an item of any list. */
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

/* Writes a new item to `item`; its name is `name`, not a copy.  The item has the values
** that apply until a document states others. */
void list_blank(enum key_list list, void *item, const char *name);

/* Returns the first of an item's two names. */
const char *list_first_name(const struct settings *settings, enum key_list list,
                            size_t item);

/* Finds the item that has exactly this name.  The list's items must have one name, not
** two. */
bool list_find(const struct settings *settings, enum key_list list, size_t owner,
               const char *name, size_t *item);

/* Copies the settings.  Lists and texts of the copy belong to the arena.  The copy lacks
** the arrays that rubrics.h makes.  Returns false when out of memory. */
bool lists_copy(struct arena *arena, const struct settings *from, struct settings *to);

/* The following four functions change settings that lists_copy() has made. */

void list_set(struct settings *settings, enum key_list list, size_t owner,
              const void *items, size_t count);

/* Adds the item that list_blank() makes for this (borrowed) name.  Returns false when out
** of memory. */
bool list_append(struct arena *arena, struct settings *settings, enum key_list list,
                 size_t owner, const char *name, size_t *item);
void list_remove(struct settings *settings, enum key_list list, size_t owner,
                 size_t item);
void *list_item_to_change(struct settings *settings, enum key_list list, size_t owner,
                          size_t item);

#endif
