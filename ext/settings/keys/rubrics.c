/* What the rules read of the rubrics among the settings: see rubrics.h. */
#include "settings/keys/rubrics.h"

#include <math.h>
#include <string.h>

#include "core/own/rubric.h"
#include "settings/keys/lists.h"

void rubrics_follow(struct rubric_score *score, const struct tier_floors *defaults) {
  struct tier_floors *floors = &score->floors;
  if (score->elite_follows) floors->elite = fmax(defaults->elite, floors->high);
  if (score->medium_follows) floors->medium = fmin(defaults->medium, floors->high);
}

static bool rubrics_same_name(const char *a, const char *b) {
  return rubric_name_compare(a, strlen(a), b, strlen(b)) == 0;
}

/* The index of a name among those that are read of evidence, where it is added if it is
** not there: one number may have bounds on both sides. */
static int rubrics_number(const char **names, int *count, const char *name) {
  for (int i = 0; i < *count; i++) {
    if (rubrics_same_name(names[i], name)) return i;
  }
  names[*count] = name;
  return (*count)++;
}

/* The items of a list from `*next` on that are the rubric's: `*next` goes behind them. */
static int rubrics_run(const struct settings *settings, enum key_list list,
                       const char *rubric, size_t *next, const void **first) {
  int count = 0;
  *first = list_item(settings, list, 0, *next);
  for (; *next < list_count(settings, list, 0); ++*next, count++) {
    const struct rubric_name *id = list_item(settings, list, 0, *next);
    if (!rubrics_same_name(id->rubric, rubric)) break;
  }
  return count;
}

/* Where the numbers of the bounds stand among those that are read. */
static void rubrics_number_bounds(struct settings *settings, enum key_list list,
                                  size_t end, int bounds, const char **names,
                                  int *count) {
  for (size_t i = end - (size_t)bounds; i < end; i++) {
    struct rubric_bound *bound = list_item_to_change(settings, list, 0, i);
    bound->number = rubrics_number(names, count, bound->id.name);
  }
}

/* Where the walk through the three lists is. */
struct rubrics_walk {
  struct arena *arena;
  struct settings *settings;
  size_t score, at_least, at_most;
};

/* Names, floors and weights as arrays, for loops and for reading evidence.  False when
** out of memory. */
static bool rubrics_arrange(struct rubrics_walk *walk, struct rubric *rubric) {
  int most = rubric->score_count + rubric->at_least_count + rubric->at_most_count + 1;
  const char **names = arena_take(walk->arena, (size_t)most * sizeof *names);
  size_t size = (size_t)rubric->score_count * sizeof(double);
  double *high = arena_take(walk->arena, size), *weight = arena_take(walk->arena, size);
  if (names == NULL || high == NULL || weight == NULL) return false;
  rubric->weight_sum = 0;
  for (int i = 0; i < rubric->score_count; i++) {
    names[i] = rubric->scores[i].id.name;
    high[i] = rubric->scores[i].floors.high;
    weight[i] = rubric->scores[i].weight;
    rubric->weight_sum += weight[i];
  }
  int count = rubric->score_count;
  rubrics_number_bounds(walk->settings, LIST_RUBRIC_AT_LEAST, walk->at_least,
                        rubric->at_least_count, names, &count);
  rubrics_number_bounds(walk->settings, LIST_RUBRIC_AT_MOST, walk->at_most,
                        rubric->at_most_count, names, &count);
  names[count++] = RUBRIC_REGRESSION;
  rubric->names = names;
  rubric->name_count = count;
  rubric->high = high;
  rubric->weight = weight;
  return true;
}

/* The next rubric in the lists: every rubric has scores. */
static bool rubrics_next(struct rubrics_walk *walk, struct rubric *rubric) {
  const struct settings *settings = walk->settings;
  const struct rubric_name *id = list_item(settings, LIST_RUBRIC_SCORES, 0, walk->score);
  const void *first;
  rubric->name = id->rubric;
  rubric->first_row = walk->score + walk->at_least + walk->at_most;
  rubric->score_count =
      rubrics_run(settings, LIST_RUBRIC_SCORES, rubric->name, &walk->score, &first);
  rubric->scores = first;
  rubric->at_least_count =
      rubrics_run(settings, LIST_RUBRIC_AT_LEAST, rubric->name, &walk->at_least, &first);
  rubric->at_least = first;
  rubric->at_most_count =
      rubrics_run(settings, LIST_RUBRIC_AT_MOST, rubric->name, &walk->at_most, &first);
  rubric->at_most = first;
  return rubrics_arrange(walk, rubric);
}

static size_t rubrics_count(const struct settings *settings) {
  size_t count = 0, next = 0;
  const void *first;
  while (next < list_count(settings, LIST_RUBRIC_SCORES, 0)) {
    const struct rubric_name *id = list_item(settings, LIST_RUBRIC_SCORES, 0, next);
    rubrics_run(settings, LIST_RUBRIC_SCORES, id->rubric, &next, &first);
    count++;
  }
  return count;
}

bool rubrics_index(struct arena *arena, struct settings *settings) {
  size_t count = rubrics_count(settings);
  struct rubric *rubrics = arena_take(arena, (count + 1) * sizeof *rubrics);
  struct rubrics_walk walk = {.arena = arena, .settings = settings};
  if (rubrics == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    if (!rubrics_next(&walk, &rubrics[i])) return false;
  }
  settings->rubrics.rubrics = rubrics;
  settings->rubrics.rubric_count = count;
  return true;
}

bool settings_copy(struct arena *arena, const struct settings *from,
                   struct settings *to) {
  return lists_copy(arena, from, to) && rubrics_index(arena, to);
}
