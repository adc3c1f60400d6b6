/*
** Merges the rubrics (rubrics.h) in a document with the existing rubrics.
**
** A rubric is loaded completely or not at all.  If only a misspelt condition were left
** out, the rubric would let more rounds pass (rule R3, REFERENCE.md).  So if a document's
** rubric has a fault, a new rubric is left out, and an existing one stays unchanged.
** A document adds to an existing rubric and removes nothing.
**
** Existing rubrics and the document's statements are sorted by rubric before the merge.
*/
#include "settings/loading/loader.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "core/research/rubric.h"
#include "core/research/tier.h"
#include "settings/keys/key_type.h"
#include "settings/keys/rubrics.h"

#define RUBRICS_PATH "evaluation.rubrics."

/* Items of one list, for one rubric or for all rubrics. */
struct merge_part {
  char *items;
  size_t count;
};

/* The rubric that the merge will make if all statements about it are usable. */
struct merge_draft {
  const char *name;
  struct merge_part parts[RUBRIC_PARTS];
  union list_item_room room[RUBRIC_PARTS][RUBRIC_NAMES_LIMIT]; /* enough for any part */
};

/* The statements about one rubric.  `former` is the existing rubric; NULL for a new one.
** `walk` has the indexes of the rubric's parts in the lists. */
struct merge_group {
  struct statement **statements;
  size_t count;
  const struct rubric *former;
  struct rubrics_walk walk;
};

/* The merged lists, with room for all items that the document can add. */
struct merge_made {
  struct merge_part parts[RUBRIC_PARTS];
  size_t rubric_count;
};

/* Returns the item with index `item`; for the index `count`, the memory after the last
** item. */
static void *merge_item(const struct merge_part *part, int list, size_t item) {
  return part->items + item * list_kinds[rubrics_list(list)].item_size;
}

static int merge_part_of(enum key_list list) {
  return (int)list - LIST_RUBRIC_SCORES;
}

static void merge_append(struct merge_part *to, int list, const void *items,
                         size_t count) {
  if (count == 0) return;
  memcpy(merge_item(to, list, to->count), items,
         count * list_kinds[rubrics_list(list)].item_size);
  to->count += count;
}

/* Begins a draft.  It has the existing rubric's parts; a new rubric has no parts yet. */
static void merge_begin(const struct settings *settings, const struct merge_group *group,
                        struct merge_draft *draft) {
  struct rubrics_walk walk = group->walk;
  if (group->former != NULL) draft->name = group->former->name;
  for (int list = 0; list < RUBRIC_PARTS; list++) {
    int count = 0;
    const void *items = NULL;
    draft->parts[list] = (struct merge_part){(char *)draft->room[list], 0};
    if (group->former != NULL)
      items = rubrics_run(settings, &walk, list, draft->name, &count);
    merge_append(&draft->parts[list], list, items, (size_t)count);
  }
}

/* Returns the document's first statement about the item `name` or, if `name` is NULL,
** about any part of the rubric. */
static const struct statement *merge_first(const struct merge_group *group,
                                           enum key_list list, const char *name) {
  const struct statement *first = group->statements[0];
  bool found = name == NULL;
  for (size_t i = 0; i < group->count; i++) {
    const struct statement *s = group->statements[i];
    if (name != NULL && (s->key->list != list || !segment_is(&s->names[1], name)))
      continue;
    bool earlier = !found || s->line < first->line ||
                   (s->line == first->line && s->column < first->column);
    if (earlier) first = s;
    found = true;
  }
  return first;
}

/* Returns the label `evaluation.rubrics.NAME` or, if `name` is not NULL, a label such as
** `evaluation.rubrics.NAME.scores.SCORE`. */
static const char *merge_label(struct loader *loader, const struct segment *rubric,
                               const char *list, const char *name) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, RUBRICS_PATH);
  listing_append_segment(text, rubric->text, rubric->length);
  if (name != NULL) {
    sqlite3_str_appendall(text, list);
    listing_append_segment(text, name, strlen(name));
  }
  return arena_keep(loader->arena, text);
}

/* Reports a problem of the rubric or item with this label, at the line and
** column of `at`. */
static void merge_report(struct loader *loader, const struct statement *at,
                         const char *label, const char *problem) {
  if (label == NULL) return;
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%s %s", label, problem);
  loader_report(loader, at->line, at->column, label, message);
}

/* Reports a problem of the draft's item `name`, or of the rubric if `name` is NULL. */
static void merge_report_draft(struct loader *loader, const struct merge_group *group,
                               enum key_list list, const char *name,
                               const char *problem) {
  const char *path = list == LIST_RUBRIC_SCORES ? ".scores." : ".vetoes.";
  merge_report(loader, merge_first(group, list, name),
               merge_label(loader, &group->statements[0]->names[0], path, name), problem);
}

/* Returns the reason why the group's rubric can't have its name; NULL if it can. */
static const char *merge_problem(const struct merge_group *group,
                                 const struct merge_made *made) {
  const struct segment *name = &group->statements[0]->names[0];
  const struct segment *last = &group->statements[group->count - 1]->names[0];
  const struct rubric *former = group->former;
  const char *problem = loader_name_problem(name);
  if (problem != NULL) return problem;
  if (rubric_name_compare(name->text, name->length, RUBRIC_RESEARCH,
                          strlen(RUBRIC_RESEARCH)) == 0)
    return "is built in: it follows evaluation.deep_research";
  if (!segment_same(name, last) || (former != NULL && !segment_is(name, former->name)))
    return "differs in case from another name";
  if (former == NULL && made->rubric_count >= RUBRIC_LIMIT)
    return "is more than the 64 rubrics that there can be";
  return NULL;
}

/* Returns true if the list is full.  The lists at_least and at_most share one limit. */
static bool merge_is_full(const struct merge_draft *draft, int list) {
  size_t count = draft->parts[list].count;
  if (rubrics_list(list) == LIST_RUBRIC_AT_LEAST) count += draft->parts[list + 1].count;
  if (rubrics_list(list) == LIST_RUBRIC_AT_MOST) count += draft->parts[list - 1].count;
  return count >= RUBRIC_NAMES_LIMIT;
}

/* Returns the reason why a rubric's item can't have this name; NULL if it can.
** `item` is an existing item whose name differs only in case, or NULL. */
static const char *merge_item_problem(const struct segment *name,
                                      const struct merge_draft *draft, int list,
                                      const struct rubric_name *item) {
  const char *problem = loader_name_problem(name);
  if (problem != NULL) return problem;
  if (rubric_name_compare(name->text, name->length, RUBRIC_REGRESSION,
                          strlen(RUBRIC_REGRESSION)) == 0)
    return "is a flag that every rubric reads";
  if (item != NULL) return "differs in case from another name";
  if (!merge_is_full(draft, list)) return NULL;
  return rubrics_list(list) == LIST_RUBRIC_SCORES
             ? "is more than the 64 scores that a rubric can have"
             : "is more than the 64 conditions that a rubric can have";
}

/* Returns the index of a name in the part, or the index at which to insert the name. */
static size_t merge_search(const struct merge_part *part, int list,
                           const struct segment *name, int *order) {
  size_t place = 0;
  *order = 1;
  for (; place < part->count; place++) {
    const char *other = ((const struct rubric_name *)merge_item(part, list, place))->name;
    *order = rubric_name_compare(other, strlen(other), name->text, name->length);
    if (*order >= 0) break;
  }
  return place;
}

/* Inserts a new item, which has only a name. */
static void *merge_insert(struct merge_part *part, int list, size_t place,
                          const char *name) {
  char *item = merge_item(part, list, place), *end = merge_item(part, list, part->count);
  memmove(item + list_kinds[rubrics_list(list)].item_size, item, (size_t)(end - item));
  list_blank(rubrics_list(list), item, name);
  if (rubrics_list(list) == LIST_RUBRIC_SCORES)
    ((struct rubric_score *)(void *)item)->floors.high = NAN;
  part->count++;
  return item;
}

/* Returns the item that a statement is about; adds a new item to the draft.  If the item
** can't be added, reports why and returns NULL. */
static void *merge_place(struct loader *loader, struct merge_draft *draft,
                         const struct statement *statement) {
  const struct segment *name = &statement->names[1];
  int list = merge_part_of(statement->key->list), order;
  struct merge_part *part = &draft->parts[list];
  size_t place = merge_search(part, list, name, &order);
  struct rubric_name *item = order == 0 ? merge_item(part, list, place) : NULL;
  if (item != NULL && segment_is(name, item->name)) return item;
  const char *problem = merge_item_problem(name, draft, list, item);
  if (problem == NULL) return merge_insert(part, list, place, name->text);
  merge_report(loader, statement, loader_path(loader, statement), problem);
  return NULL;
}

/* Puts a statement's value into the draft.  If the value can't be used, reports it and
** returns false. */
static bool merge_state(struct loader *loader, struct merge_draft *draft,
                        const struct statement *statement) {
  const struct key *key = statement->key;
  if (statement->unusable) return false; /* reported already */
  if (!key_type_accepts(key, &loader->draft, statement->node)) {
    loader_report_value(loader, statement);
    return false;
  }
  char *item = merge_place(loader, draft, statement);
  if (item == NULL) return false;
  key_type_write(loader->arena, key, &loader->draft, statement->node, item + key->offset);
  if (key->list == LIST_RUBRIC_SCORES) {
    struct rubric_score *score = (struct rubric_score *)item;
    score->elite_follows &= key->offset != offsetof(struct rubric_score, floors.elite);
    score->medium_follows &= key->offset != offsetof(struct rubric_score, floors.medium);
  }
  return true;
}

/* Returns true if each veto has the name of an at_most condition. */
static bool merge_vetoes_fit(struct loader *loader, const struct merge_group *group,
                             struct merge_draft *draft) {
  int at_most = merge_part_of(LIST_RUBRIC_AT_MOST);
  const struct merge_part *vetoes = &draft->parts[at_most + 1];
  bool fits = true;
  for (size_t i = 0; i < vetoes->count; i++) {
    const struct rubric_name *veto = merge_item(vetoes, at_most + 1, i);
    struct segment name = {veto->name, strlen(veto->name)};
    int order;
    merge_search(&draft->parts[at_most], at_most, &name, &order);
    if (order == 0) continue;
    merge_report_draft(loader, group, LIST_RUBRIC_VETOES, veto->name,
                       "must be the name of an at_most condition");
    fits = false;
  }
  return fits;
}

/* Computes from the default floors each floor that no document states: see
** rubrics_follow(). */
static void merge_follow(struct loader *loader, struct merge_draft *draft) {
  struct rubric_score *scores = (void *)draft->parts[0].items;
  for (size_t i = 0; i < draft->parts[0].count; i++)
    rubrics_follow(&scores[i], &loader->draft.deep_research.default_floors);
}

/* Returns true if the floors of each score, the sum of weights, and the vetoes are
** valid. */
static bool merge_fits(struct loader *loader, const struct merge_group *group,
                       struct merge_draft *draft) {
  const struct rubric_score *scores = (void *)draft->parts[0].items;
  double sum = 0;
  bool fits = merge_vetoes_fit(loader, group, draft);
  merge_follow(loader, draft);
  for (size_t i = 0; i < draft->parts[0].count; i++) {
    sum += scores[i].weight;
    if (tier_floors_valid(&scores[i].floors)) continue;
    merge_report_draft(loader, group, LIST_RUBRIC_SCORES, scores[i].id.name,
                       isnan(scores[i].floors.high)
                           ? "must have a high floor"
                           : "must have elite >= high >= medium");
    fits = false;
  }
  if (isfinite(sum) && sum >= DBL_MIN) return fits;
  merge_report_draft(loader, group, LIST_NONE, NULL,
                     "must have scores whose weights have a finite sum of at least "
                     "2.2250738585072014e-308");
  return false;
}

/* Makes a rubric's draft.  If the draft can't be used, reports why and returns false. */
static bool merge_make(struct loader *loader, const struct merge_group *group,
                       const struct merge_made *made, struct merge_draft *draft) {
  const char *problem = merge_problem(group, made);
  if (problem != NULL) {
    merge_report_draft(loader, group, LIST_NONE, NULL, problem);
    return false;
  }
  merge_begin(&loader->draft, group, draft);
  draft->name = group->statements[0]->names[0].text;
  bool usable = true;
  for (size_t i = 0; i < group->count; i++)
    usable &= merge_state(loader, draft, group->statements[i]);
  if (usable) usable = merge_fits(loader, group, draft);
  if (!usable)
    merge_report_draft(loader, group, LIST_NONE, NULL,
                       group->former == NULL
                           ? "is left out, as something in it can't be used"
                           : "stays as it was, as something in it can't be used");
  return usable;
}

static void merge_add(struct merge_made *made, const struct merge_draft *draft) {
  for (int list = 0; list < RUBRIC_PARTS; list++) {
    struct merge_part *part = &made->parts[list];
    size_t from = part->count;
    merge_append(part, list, draft->parts[list].items, draft->parts[list].count);
    for (size_t i = from; i < part->count; i++)
      ((struct rubric_name *)merge_item(part, list, i))->rubric = draft->name;
  }
  made->rubric_count++;
}

/* Merges one rubric, which exists already or is stated in the document, or both. */
static void merge_merge(struct loader *loader, const struct merge_group *group,
                        struct merge_made *made) {
  struct merge_draft draft;
  bool changed = group->count > 0 && merge_make(loader, group, made, &draft);
  for (size_t i = 0; i < group->count; i++)
    group->statements[i]->applied = changed;
  if (!changed && group->former == NULL) return;
  if (!changed) merge_begin(&loader->draft, group, &draft);
  merge_follow(loader, &draft);
  merge_add(made, &draft);
}

/* Returns how many statements, from `first` on, are about the rubric of the first
** statement. */
static size_t merge_stated(struct statement **first, size_t count) {
  size_t same = 0;
  while (same < count &&
         rubric_name_compare(first[same]->names[0].text, first[same]->names[0].length,
                             first[0]->names[0].text, first[0]->names[0].length) == 0)
    same++;
  return same;
}

/* Compares the name of the next existing rubric with the name of the next statement's
** rubric.  The result is < 0, 0 or > 0. */
static int merge_order(const struct rubric_settings *former, size_t next,
                       struct statement *const *statements, size_t count) {
  if (count == 0) return -1;
  if (next == former->rubric_count) return 1;
  const char *name = former->rubrics[next].name;
  return rubric_name_compare(name, strlen(name), statements[0]->names[0].text,
                             statements[0]->names[0].length);
}

static bool merge_room(struct loader *loader, size_t stated, struct merge_made *made) {
  *made = (struct merge_made){.rubric_count = 0};
  for (int list = 0; list < RUBRIC_PARTS; list++) {
    size_t most = list_count(&loader->draft, rubrics_list(list), 0) + stated + 1;
    made->parts[list].items =
        arena_take(loader->arena, most * list_kinds[rubrics_list(list)].item_size);
    if (made->parts[list].items == NULL) return false;
  }
  return true;
}

void loader_merge_rubrics(struct loader *loader, struct statement **statements,
                          size_t count) {
  const struct rubric_settings *rubrics = &loader->draft.rubrics;
  struct rubrics_walk walk = {{0}};
  struct merge_made made;
  if (!merge_room(loader, count, &made)) return;
  for (size_t next = 0; next < rubrics->rubric_count || count > 0;) {
    int order = merge_order(rubrics, next, statements, count), items;
    struct merge_group group = {.statements = statements, .walk = walk};
    if (order >= 0) group.count = merge_stated(statements, count);
    if (order <= 0) {
      group.former = &rubrics->rubrics[next++];
      for (int list = 0; list < RUBRIC_PARTS; list++)
        rubrics_run(&loader->draft, &walk, list, group.former->name, &items);
    }
    merge_merge(loader, &group, &made);
    statements += group.count;
    count -= group.count;
  }
  for (int list = 0; list < RUBRIC_PARTS; list++)
    list_set(&loader->draft, rubrics_list(list), 0, made.parts[list].items,
             made.parts[list].count);
  rubrics_index(loader->arena, &loader->draft);
}
