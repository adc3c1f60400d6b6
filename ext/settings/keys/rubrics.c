/* The rubrics in the form that the rules read: see rubrics.h. */
#include "settings/keys/rubrics.h"

#include <math.h>
#include <string.h>

#include "core/research/rubric.h"
#include "settings/keys/lists.h"

void rubrics_follow(struct rubric_score *score, const struct tier_floors *defaults) {
  struct tier_floors *floors = &score->floors;
  if (score->elite_follows) floors->elite = fmax(defaults->elite, floors->high);
  if (score->medium_follows) floors->medium = fmin(defaults->medium, floors->high);
}

static bool rubrics_same_name(const char *a, const char *b) {
  return rubric_name_compare(a, strlen(a), b, strlen(b)) == 0;
}

/* Returns the index of `name` in `names`, the names that a rubric reads from a round's
** evidence.  Adds a new name.  So a name with a lower and an upper bound is in
** `names` only once. */
static int rubrics_number(const char **names, int *count, const char *name) {
  for (int i = 0; i < *count; i++) {
    if (rubrics_same_name(names[i], name)) return i;
  }
  names[*count] = name;
  return (*count)++;
}

const void *rubrics_run(const struct settings *settings, struct rubrics_walk *walk,
                        int part, const char *rubric, int *count) {
  enum key_list list = rubrics_list(part);
  size_t *next = &walk->next[part], first = *next, end = list_count(settings, list, 0);
  while (*next < end && rubrics_same_name(list_first_name(settings, list, *next), rubric))
    ++*next;
  *count = (int)(*next - first);
  return list_item(settings, list, 0, first);
}

/* Completes `bounds` conditions, from index `first` on: sets `number` to the index of the
** condition's name in `names`.  Copies the limits into the array `bound`. */
static void rubrics_arrange_bounds(struct settings *settings, enum key_list list,
                                   size_t first, int bounds, const char **names,
                                   int *count, double *bound) {
  for (int i = 0; i < bounds; i++) {
    struct rubric_bound *item = list_item_to_change(settings, list, 0, first + (size_t)i);
    item->number = rubrics_number(names, count, item->id.name);
    bound[i] = item->bound;
  }
}

/* Returns a mask with a bit for each veto (a condition that can halt a run). */
static uint64_t rubrics_vetoes(const struct rubric *rubric,
                               const struct rubric_veto *vetoes, int count) {
  uint64_t halting = 0;
  for (int i = rubric->rule.at_least_count; i < rubric->rule.condition_count; i++) {
    for (int v = 0; v < count; v++) {
      if (vetoes[v].halts &&
          rubrics_same_name(vetoes[v].id.name, rubric_condition(rubric, i)->id.name))
        halting |= UINT64_C(1) << i;
    }
  }
  return halting;
}

/* Puts a rubric's names, floors, weights and bounds into arrays, for quick loops.  `walk`
** has the indexes of the rubric's first items.  Returns false when out of memory. */
static bool rubrics_arrange(struct arena *arena, struct settings *settings,
                            const struct rubrics_walk *walk, struct rubric *rubric) {
  struct rubric_rule *rule = &rubric->rule;
  int scores = rule->score_count, conditions = rule->condition_count;
  const char **names =
      arena_take(arena, (size_t)(scores + conditions + 1) * sizeof *names);
  double *numbers =
      arena_take(arena, (size_t)(2 * scores + conditions) * sizeof *numbers);
  if (names == NULL || numbers == NULL) return false;
  double *weight = numbers + scores, *bound = weight + scores;
  for (int i = 0; i < scores; i++) {
    names[i] = rubric->scores[i].id.name;
    numbers[i] = rubric->scores[i].floors.high;
    weight[i] = rubric->scores[i].weight;
    rule->weight_sum += weight[i];
  }
  int count = scores, at_least = rule->at_least_count;
  rubrics_arrange_bounds(settings, LIST_RUBRIC_AT_LEAST, walk->next[1], at_least, names,
                         &count, bound);
  rubrics_arrange_bounds(settings, LIST_RUBRIC_AT_MOST, walk->next[2],
                         conditions - at_least, names, &count, bound + at_least);
  names[count++] = RUBRIC_REGRESSION;
  rubric->names = names;
  rubric->name_count = count;
  rule->high = numbers;
  rule->weight = weight;
  rule->bound = bound;
  return true;
}

/* Makes the next rubric from the lists.  Every rubric has scores, so the rubric's name is
** read from the list of scores. */
static bool rubrics_next(struct arena *arena, struct settings *settings,
                         struct rubrics_walk *walk, struct rubric *rubric) {
  const char *name = list_first_name(settings, LIST_RUBRIC_SCORES, walk->next[0]);
  struct rubrics_walk from = *walk;
  int scores, at_least, at_most, vetoes;
  *rubric = (struct rubric){.name = name};
  rubric->scores = rubrics_run(settings, walk, 0, name, &scores);
  rubric->at_least = rubrics_run(settings, walk, 1, name, &at_least);
  rubric->at_most = rubrics_run(settings, walk, 2, name, &at_most);
  const struct rubric_veto *halting = rubrics_run(settings, walk, 3, name, &vetoes);
  rubric->rule.score_count = scores;
  rubric->rule.at_least_count = at_least;
  rubric->rule.condition_count = at_least + at_most;
  rubric->rule.vetoes = rubrics_vetoes(rubric, halting, vetoes);
  return rubrics_arrange(arena, settings, &from, rubric);
}

bool rubrics_index(struct arena *arena, struct settings *settings) {
  struct rubric *rubrics = arena_take(arena, RUBRIC_LIMIT * sizeof *rubrics);
  struct rubrics_walk walk = {{0}};
  size_t count = 0;
  if (rubrics == NULL) return false;
  for (; walk.next[0] < list_count(settings, LIST_RUBRIC_SCORES, 0); count++) {
    if (!rubrics_next(arena, settings, &walk, &rubrics[count])) return false;
  }
  settings->rubrics.rubrics = rubrics;
  settings->rubrics.rubric_count = count;
  return true;
}

bool settings_copy(struct arena *arena, const struct settings *from,
                   struct settings *to) {
  return lists_copy(arena, from, to) && rubrics_index(arena, to);
}
