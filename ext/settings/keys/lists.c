/*
** The lists in the settings: see lists.h.
**
** A list is a pointer and a count in a struct; `list_kinds` has the offsets of both.
*/
#include "settings/keys/lists.h"

#include <string.h>

#include "core/research/rubric.h"

#define IN_SETTINGS(items_member, count_member)                                          \
  .items = offsetof(struct settings, items_member),                                      \
  .count = offsetof(struct settings, count_member)
#define OF(type, member)                                                                 \
  .item_size = sizeof(struct type), .name = offsetof(struct type, member)
#define PAIRS(items_member, count_member, type)                                          \
  {                                                                                      \
    IN_SETTINGS(items_member, count_member), OF(type, id.name), .names = NAMES_OPEN,     \
                                                                .pairs = true            \
  }
#define PROFILE(phase)                                                                   \
  {                                                                                      \
    IN_SETTINGS(interview.profiles[phase].items, interview.profiles[phase].count),       \
        OF(named_number, name), .names = NAMES_STRATEGIES                                \
  }

const struct list_kind list_kinds[LIST_COUNT] = {
    [LIST_WEIGHT_STRATEGIES] = {IN_SETTINGS(deep_research.strategies,
                                            deep_research.strategy_count),
                                OF(weight_strategy, name), .names = NAMES_OPEN},
    [LIST_WINDOWS] = {IN_SETTINGS(deep_research.windows, deep_research.window_count),
                      OF(recency_window, domain), .names = NAMES_OPEN, .exact = true},
    [LIST_MODES] = {IN_SETTINGS(relevance.modes, relevance.mode_count),
                    OF(relevance_mode, name), .names = NAMES_OPEN},
    [LIST_RUBRIC_SCORES] = PAIRS(rubrics.scores, rubrics.score_count, rubric_score),
    [LIST_RUBRIC_AT_LEAST] =
        PAIRS(rubrics.at_least, rubrics.at_least_count, rubric_bound),
    [LIST_RUBRIC_AT_MOST] = PAIRS(rubrics.at_most, rubrics.at_most_count, rubric_bound),
    [LIST_RUBRIC_VETOES] = PAIRS(rubrics.vetoes, rubrics.veto_count, rubric_veto),
    [LIST_STRATEGIES] = {IN_SETTINGS(interview.strategies, interview.strategy_count),
                         OF(interview_strategy, id), .names = NAMES_OPEN},
    [LIST_SCORERS] = {IN_SETTINGS(interview.scorers, interview.scorer_count),
                      OF(interview_scorer, id), .names = NAMES_FIXED},
    [LIST_SCORER_WEIGHTS] = {.owner = LIST_SCORERS,
                             .items = offsetof(struct interview_scorer, weights.items),
                             .count = offsetof(struct interview_scorer, weights.count),
                             OF(named_number, name),
                             .names = NAMES_STRATEGIES},
    [LIST_EXPLORATORY] = PROFILE(PHASE_EXPLORATORY),
    [LIST_FOCUSED] = PROFILE(PHASE_FOCUSED),
    [LIST_CLOSING] = PROFILE(PHASE_CLOSING),
};

/* Returns the pointer at `offset` in a struct.  Reading it as `void *` is safe, because
** POSIX gives all object pointers one representation. */
static void *lists_pointer_at(const void *base, size_t offset) {
  void *pointer;
  memcpy(&pointer, (const char *)base + offset, sizeof pointer);
  return pointer;
}

/* Returns the struct that holds the pointer and the count of the list. */
static const void *lists_home_of(const struct settings *settings, enum key_list list,
                                 size_t owner) {
  enum key_list outer = list_kinds[list].owner;
  return outer == LIST_NONE ? settings : list_item(settings, outer, 0, owner);
}

enum key_list list_of_wildcard(const struct key *key, int number) {
  enum key_list outer = list_kinds[key->list].owner;
  return outer != LIST_NONE && number == 0 ? outer : key->list;
}

size_t list_count(const struct settings *settings, enum key_list list, size_t owner) {
  size_t count;
  const char *home = lists_home_of(settings, list, owner);
  memcpy(&count, home + list_kinds[list].count, sizeof count);
  return count;
}

const void *list_item(const struct settings *settings, enum key_list list, size_t owner,
                      size_t item) {
  const struct list_kind *kind = &list_kinds[list];
  const char *items = lists_pointer_at(lists_home_of(settings, list, owner), kind->items);
  return items + item * kind->item_size;
}

const char *list_name(const struct settings *settings, enum key_list list, size_t owner,
                      size_t item) {
  return lists_pointer_at(list_item(settings, list, owner, item), list_kinds[list].name);
}

const char *list_first_name(const struct settings *settings, enum key_list list,
                            size_t item) {
  return ((const struct rubric_name *)list_item(settings, list, 0, item))->rubric;
}

bool list_find(const struct settings *settings, enum key_list list, size_t owner,
               const char *name, size_t *item) {
  size_t count = list_count(settings, list, owner);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(list_name(settings, list, owner, i), name) == 0) {
      *item = i;
      return true;
    }
  }
  return false;
}

void *list_item_to_change(struct settings *settings, enum key_list list, size_t owner,
                          size_t item) {
  return (void *)list_item(settings, list, owner, item);
}

void list_set(struct settings *settings, enum key_list list, size_t owner,
              const void *items, size_t count) {
  const struct list_kind *kind = &list_kinds[list];
  char *home = (char *)settings;
  if (kind->owner != LIST_NONE) {
    home = list_item_to_change(settings, kind->owner, 0, owner);
  }
  memcpy(home + kind->items, &items, sizeof items);
  memcpy(home + kind->count, &count, sizeof count);
}

/* Returns how many items fit into the memory of a list of `count` items: a power of two
** >= 4.  So a list is full if it has 4, 8, 16 ... items. */
static size_t lists_room_for(size_t count) {
  size_t room = 4;
  while (room < count)
    room *= 2;
  return room;
}

/* Returns a copy of the list's array, with room for `room` items; NULL when out of
** memory. */
static char *lists_copy_items(struct arena *arena, const struct settings *settings,
                              enum key_list list, size_t owner, size_t room) {
  size_t size = list_kinds[list].item_size;
  size_t count = list_count(settings, list, owner);
  char *items = arena_take(arena, room * size);
  if (items != NULL && count > 0) {
    memcpy(items, list_item(settings, list, owner, 0), count * size);
  }
  return items;
}

/* All numbers of the item that are not set below are 0.  If 0 is not valid, checks.c
** refuses the item. */
void list_blank(enum key_list list, void *item, const char *name) {
  memset(item, 0, list_kinds[list].item_size);
  memcpy((char *)item + list_kinds[list].name, &name, sizeof name);
  if (list == LIST_WINDOWS) {
    ((struct recency_window *)item)->length = strlen(name);
  } else if (list == LIST_WEIGHT_STRATEGIES) {
    ((struct weight_strategy *)item)->basis = "settings";
  } else if (list == LIST_MODES) {
    ((struct relevance_mode *)item)->cutoff = 3.0; /* the relevance gate's default */
  } else if (list == LIST_RUBRIC_SCORES) {
    struct rubric_score *score = item;
    score->weight = 1;
    score->elite_follows = score->medium_follows = true;
  } else if (list == LIST_STRATEGIES) {
    struct interview_strategy *strategy = item;
    *strategy = (struct interview_strategy){name, name, "other", true, ""};
  }
}

bool list_append(struct arena *arena, struct settings *settings, enum key_list list,
                 size_t owner, const char *name, size_t *item) {
  size_t count = list_count(settings, list, owner);
  size_t room = lists_room_for(count);
  if (count == room) {
    char *items = lists_copy_items(arena, settings, list, owner, 2 * room);
    if (items == NULL) return false;
    list_set(settings, list, owner, items, count);
  }
  const void *items = list_item(settings, list, owner, 0);
  list_set(settings, list, owner, items, count + 1);
  list_blank(list, list_item_to_change(settings, list, owner, count), name);
  *item = count;
  return true;
}

void list_remove(struct settings *settings, enum key_list list, size_t owner,
                 size_t item) {
  size_t size = list_kinds[list].item_size;
  size_t count = list_count(settings, list, owner);
  char *removed = list_item_to_change(settings, list, owner, item);
  memmove(removed, removed + size, (count - item - 1) * size);
  list_set(settings, list, owner, list_item(settings, list, owner, 0), count - 1);
}

/* Replaces the text at `slot` by a copy in the arena. */
static bool lists_own_text(struct arena *arena, void *slot) {
  const char *text = lists_pointer_at(slot, 0);
  const char *copy = arena_text(arena, text, strlen(text));
  memcpy(slot, &copy, sizeof copy);
  return copy != NULL;
}

static bool lists_own(struct arena *arena, struct settings *settings, enum key_list list,
                      size_t owner) {
  size_t count = list_count(settings, list, owner);
  char *items = lists_copy_items(arena, settings, list, owner, lists_room_for(count));
  if (items == NULL) return false;
  list_set(settings, list, owner, items, count);
  for (size_t i = 0; i < count; i++) {
    char *item = items + i * list_kinds[list].item_size;
    if (!lists_own_text(arena, item + list_kinds[list].name)) return false;
    bool pair = list_kinds[list].pairs;
    if (pair && !lists_own_text(arena, item + offsetof(struct rubric_name, rubric)))
      return false;
  }
  return true;
}

/* An outer list is copied first, because enum key_list names it before inner lists. */
static bool lists_own_all(struct arena *arena, struct settings *settings) {
  for (int l = LIST_NONE + 1; l < LIST_COUNT; l++) {
    enum key_list list = (enum key_list)l, outer = list_kinds[l].owner;
    size_t owners = outer == LIST_NONE ? 1 : list_count(settings, outer, 0);
    for (size_t owner = 0; owner < owners; owner++) {
      if (!lists_own(arena, settings, list, owner)) return false;
    }
  }
  return true;
}

/* Copies the texts in the items of lists, except the items' names. */
static bool lists_own_texts(struct arena *arena, struct settings *settings) {
  for (size_t k = 0; k < settings_key_count; k++) {
    const struct key *key = &settings_keys[k];
    if (key->type != KEY_TEXT) continue;
    for (size_t i = 0; i < list_count(settings, key->list, 0); i++) {
      char *item = list_item_to_change(settings, key->list, 0, i);
      if (!lists_own_text(arena, item + key->offset)) return false;
    }
  }
  return true;
}

static bool lists_own_phrases(struct arena *arena, struct phrase_list *phrases) {
  const char **items = arena_take(arena, (phrases->count + 1) * sizeof *items);
  if (items == NULL) return false;
  for (size_t i = 0; i < phrases->count; i++) {
    items[i] = phrases->items[i];
    if (!lists_own_text(arena, &items[i])) return false;
  }
  phrases->items = items;
  return true;
}

bool lists_copy(struct arena *arena, const struct settings *from, struct settings *to) {
  *to = *from;
  return lists_own_all(arena, to) && lists_own_texts(arena, to) &&
         lists_own_phrases(arena, &to->relevance.labels) &&
         lists_own_phrases(arena, &to->interview.vetoes.negative_phrases);
}
