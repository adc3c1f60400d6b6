/*
** What a document says of rubrics, merged with those that are there.
**
** A rubric is taken as a whole or not at all.  A gate that lacks a condition, because it
** was misspelt, lets more pass (rule R3): so whatever is reported of a rubric leaves it
** out, or as it was.  A document adds to a rubric that is there, and takes nothing away.
**
** Rubrics are merged in the order of their names, old ones and stated ones side by side:
** 10,000 of them cost what sorting them costs.
*/
#include "settings/loading/loader.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "core/own/rubric.h"
#include "settings/keys/key_type.h"
#include "settings/keys/rubrics.h"

#define RUBRICS_PATH "evaluation.rubrics."

/* The items of one list of one rubric, as the document would have them. */
struct merge_part {
  void *items;
  size_t item_size;
  int *count;
};

/* A rubric as the document would have it. */
struct merge_draft {
  const char *name;
  struct rubric_score scores[RUBRIC_NAMES_LIMIT];
  struct rubric_bound at_least[RUBRIC_NAMES_LIMIT];
  struct rubric_bound at_most[RUBRIC_NAMES_LIMIT];
  int score_count;
  int at_least_count;
  int at_most_count;
};

/* The statements about one rubric, and the one that is there; NULL for a new one. */
struct merge_group {
  struct statement **statements;
  size_t count;
  const struct rubric *former;
};

/* The three lists that are being made; there is room enough. */
struct merge_made {
  struct rubric_score *scores;
  struct rubric_bound *at_least;
  struct rubric_bound *at_most;
  size_t score_count;
  size_t at_least_count;
  size_t at_most_count;
  size_t rubric_count;
};

static struct merge_part merge_part_of(struct merge_draft *draft, enum key_list list) {
  size_t size = list_item_size(list);
  if (list == LIST_RUBRIC_SCORES)
    return (struct merge_part){draft->scores, size, &draft->score_count};
  if (list == LIST_RUBRIC_AT_LEAST)
    return (struct merge_part){draft->at_least, size, &draft->at_least_count};
  return (struct merge_part){draft->at_most, size, &draft->at_most_count};
}

static void *merge_item(const struct merge_part *part, int item) {
  return (char *)part->items + (size_t)item * part->item_size;
}

static void merge_begin(struct merge_draft *draft, const struct rubric *former) {
  draft->score_count = draft->at_least_count = draft->at_most_count = 0;
  if (former == NULL) return;
  draft->name = former->name;
  draft->score_count = former->score_count;
  draft->at_least_count = former->at_least_count;
  draft->at_most_count = former->at_most_count;
  memcpy(draft->scores, former->scores,
         (size_t)former->score_count * sizeof *draft->scores);
  memcpy(draft->at_least, former->at_least,
         (size_t)former->at_least_count * sizeof *draft->at_least);
  memcpy(draft->at_most, former->at_most,
         (size_t)former->at_most_count * sizeof *draft->at_most);
}

/* Where the document first speaks of the rubric, or of the score of that name in it. */
static const struct statement *merge_first(const struct merge_group *group,
                                           const char *score) {
  const struct statement *first = group->statements[0];
  bool found = score == NULL;
  for (size_t i = 0; i < group->count; i++) {
    const struct statement *s = group->statements[i];
    if (score != NULL &&
        (s->key->list != LIST_RUBRIC_SCORES || !segment_is(&s->names[1], score))) {
      continue;
    }
    bool earlier = !found || s->line < first->line ||
                   (s->line == first->line && s->column < first->column);
    if (earlier) first = s;
    found = true;
  }
  return first;
}

/* `evaluation.rubrics.NAME`, or `evaluation.rubrics.NAME.scores.SCORE`; NULL when out of
** memory. */
static const char *merge_label(struct loader *loader, const struct segment *rubric,
                               const char *score) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_appendall(text, RUBRICS_PATH);
  listing_append_segment(text, rubric->text, rubric->length);
  if (score != NULL) {
    sqlite3_str_appendall(text, ".scores.");
    listing_append_segment(text, score, strlen(score));
  }
  return arena_keep(loader->arena, text);
}

/* Reports `label problem`, at the place of a statement. */
static void merge_report(struct loader *loader, const struct statement *at,
                         const char *label, const char *problem) {
  if (label == NULL) return;
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%s %s", label, problem);
  loader_report(loader, at->line, at->column, label, message);
}

/* Why no rubric can have that name; NULL where one can. */
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
    return "is more than the 10000 rubrics that there can be";
  return NULL;
}

/* Why no score or count can have that name; NULL where one can.  `item` is one that is
** there but for its case. */
static const char *merge_item_problem(const struct segment *name,
                                      const struct merge_part *part,
                                      const struct rubric_name *item) {
  const char *problem = loader_name_problem(name);
  if (problem != NULL) return problem;
  if (rubric_name_compare(name->text, name->length, RUBRIC_REGRESSION,
                          strlen(RUBRIC_REGRESSION)) == 0)
    return "is a flag that every rubric reads";
  if (item != NULL) return "differs in case from another name";
  if (*part->count == RUBRIC_NAMES_LIMIT)
    return "is more than the 64 names that a rubric can have there";
  return NULL;
}

/* The place of a name in the part, where it is or where it belongs. */
static int merge_search(const struct merge_part *part, const struct segment *name,
                        int *order) {
  int place = 0;
  *order = 1;
  for (; place < *part->count; place++) {
    const char *other = ((const struct rubric_name *)merge_item(part, place))->name;
    *order = rubric_name_compare(other, strlen(other), name->text, name->length);
    if (*order >= 0) break;
  }
  return place;
}

/* Makes room for a new item, of which nothing is known but its name. */
static void merge_insert(const struct merge_part *part, int place, enum key_list list,
                         const char *name) {
  size_t behind = (size_t)(*part->count - place);
  char *item = merge_item(part, place);
  memmove(item + part->item_size, item, behind * part->item_size);
  list_blank(list, item, name);
  if (list == LIST_RUBRIC_SCORES) ((struct rubric_score *)item)->floors.high = NAN;
  ++*part->count;
}

/* The item that a statement is about, added if it is new; NULL, with the report made,
** where there can be none. */
static void *merge_place(struct loader *loader, struct merge_draft *draft,
                         const struct statement *statement) {
  const struct segment *name = &statement->names[1];
  struct merge_part part = merge_part_of(draft, statement->key->list);
  int order, place = merge_search(&part, name, &order);
  struct rubric_name *item = order == 0 ? merge_item(&part, place) : NULL;
  if (item != NULL && segment_is(name, item->name)) return item;
  const char *problem = merge_item_problem(name, &part, item);
  if (problem != NULL) {
    merge_report(loader, statement, loader_path(loader, statement), problem);
    return NULL;
  }
  merge_insert(&part, place, statement->key->list, name->text);
  return merge_item(&part, place);
}

static void merge_report_value(struct loader *loader, const struct statement *statement) {
  const char *label = loader_path(loader, statement);
  if (label == NULL) return;
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%s must be ", label);
  key_types[statement->key->type].append_rule(message, statement->key, &loader->draft);
  wording_append_excess(message, statement->key, statement->node);
  sqlite3_str_appendall(message, ", got ");
  wording_append_node(message, statement->node);
  loader_report(loader, statement->line, statement->column, label, message);
}

/* Puts what a statement says into the draft; false, with the report made, where that is
** nothing that can be used. */
static bool merge_state(struct loader *loader, struct merge_draft *draft,
                        const struct statement *statement) {
  const struct key *key = statement->key;
  if (statement->unusable) return false; /* reported where it was read */
  if (!key_types[key->type].accepts(key, &loader->draft, statement->node)) {
    merge_report_value(loader, statement);
    return false;
  }
  char *item = merge_place(loader, draft, statement);
  if (item == NULL) return false;
  key_types[key->type].write(loader->arena, key, &loader->draft, statement->node,
                             item + key->offset);
  if (key->list == LIST_RUBRIC_SCORES) {
    struct rubric_score *score = (struct rubric_score *)item;
    score->elite_follows &= key->offset != offsetof(struct rubric_score, floors.elite);
    score->medium_follows &= key->offset != offsetof(struct rubric_score, floors.medium);
  }
  return true;
}

/* Do the floors of each score, and the weights of all, fit together? */
static bool merge_fits(struct loader *loader, const struct merge_group *group,
                       struct merge_draft *draft) {
  const struct segment *name = &group->statements[0]->names[0];
  double sum = 0;
  bool fits = true;
  for (int i = 0; i < draft->score_count; i++) {
    struct rubric_score *score = &draft->scores[i];
    rubrics_follow(score, &loader->draft.deep_research.default_floors);
    sum += score->weight;
    if (tier_floors_valid(&score->floors)) continue;
    merge_report(loader, merge_first(group, score->id.name),
                 merge_label(loader, name, score->id.name),
                 isnan(score->floors.high) ? "must have a high floor"
                                           : "must have elite >= high >= medium");
    fits = false;
  }
  if (isfinite(sum) && sum >= DBL_MIN) return fits;
  merge_report(loader, merge_first(group, NULL), merge_label(loader, name, NULL),
               "must have scores whose weights have a finite sum of at least "
               "2.2250738585072014e-308");
  return false;
}

/* Makes the draft of a rubric; false, with the reports made, where it can't be used. */
static bool merge_make(struct loader *loader, const struct merge_group *group,
                       const struct merge_made *made, struct merge_draft *draft) {
  const struct segment *name = &group->statements[0]->names[0];
  const char *problem = merge_problem(group, made);
  if (problem != NULL) {
    merge_report(loader, merge_first(group, NULL), merge_label(loader, name, NULL),
                 problem);
    return false;
  }
  merge_begin(draft, group->former);
  draft->name = name->text;
  bool usable = true;
  for (size_t i = 0; i < group->count; i++)
    usable &= merge_state(loader, draft, group->statements[i]);
  if (usable) usable = merge_fits(loader, group, draft);
  if (!usable)
    merge_report(loader, merge_first(group, NULL), merge_label(loader, name, NULL),
                 group->former == NULL
                     ? "is left out, as something in it can't be used"
                     : "stays as it was, as something in it can't be used");
  return usable;
}

/* Appends a rubric to the lists. */
static void merge_add(struct merge_made *made, const struct merge_draft *draft) {
  for (int i = 0; i < draft->score_count; i++) {
    made->scores[made->score_count] = draft->scores[i];
    made->scores[made->score_count++].id.rubric = draft->name;
  }
  for (int i = 0; i < draft->at_least_count; i++) {
    made->at_least[made->at_least_count] = draft->at_least[i];
    made->at_least[made->at_least_count++].id.rubric = draft->name;
  }
  for (int i = 0; i < draft->at_most_count; i++) {
    made->at_most[made->at_most_count] = draft->at_most[i];
    made->at_most[made->at_most_count++].id.rubric = draft->name;
  }
  made->rubric_count++;
}

/* A rubric that the document speaks of, or only the one that is there. */
static void merge_merge(struct loader *loader, const struct merge_group *group,
                        struct merge_made *made) {
  struct merge_draft draft;
  bool changed = group->count > 0 && merge_make(loader, group, made, &draft);
  for (size_t i = 0; i < group->count; i++)
    group->statements[i]->applied = changed;
  if (!changed && group->former == NULL) return;
  if (!changed) merge_begin(&draft, group->former);
  for (int i = 0; i < draft.score_count; i++)
    rubrics_follow(&draft.scores[i], &loader->draft.deep_research.default_floors);
  merge_add(made, &draft);
}

/* The statements from `first` on about a rubric of the same name, in any case. */
static size_t merge_stated(struct statement **first, size_t count) {
  size_t same = 0;
  while (same < count &&
         rubric_name_compare(first[same]->names[0].text, first[same]->names[0].length,
                             first[0]->names[0].text, first[0]->names[0].length) == 0)
    same++;
  return same;
}

/* Which comes first: below 0 the rubric that is there, above 0 the one that is stated. */
static int merge_order(const struct rubric_settings *former, size_t next,
                       struct statement *const *statements, size_t count) {
  if (count == 0) return -1;
  if (next == former->rubric_count) return 1;
  const char *name = former->rubrics[next].name;
  return rubric_name_compare(name, strlen(name), statements[0]->names[0].text,
                             statements[0]->names[0].length);
}

static bool merge_room(struct loader *loader, size_t stated, struct merge_made *made) {
  const struct rubric_settings *former = &loader->draft.rubrics;
  *made = (struct merge_made){
      .scores = arena_take(loader->arena,
                           (former->score_count + stated + 1) * sizeof *made->scores),
      .at_least = arena_take(loader->arena, (former->at_least_count + stated + 1) *
                                                sizeof *made->at_least),
      .at_most = arena_take(loader->arena,
                            (former->at_most_count + stated + 1) * sizeof *made->at_most),
  };
  return made->scores != NULL && made->at_least != NULL && made->at_most != NULL;
}

void loader_merge_rubrics(struct loader *loader, struct statement **statements,
                          size_t count) {
  struct rubric_settings *rubrics = &loader->draft.rubrics;
  struct merge_made made;
  if (!merge_room(loader, count, &made)) return;
  for (size_t next = 0; next < rubrics->rubric_count || count > 0;) {
    int order = merge_order(rubrics, next, statements, count);
    struct merge_group group = {.statements = statements};
    if (order >= 0) group.count = merge_stated(statements, count);
    if (order <= 0) group.former = &rubrics->rubrics[next++];
    merge_merge(loader, &group, &made);
    statements += group.count;
    count -= group.count;
  }
  *rubrics = (struct rubric_settings){.scores = made.scores,
                                      .score_count = made.score_count,
                                      .at_least = made.at_least,
                                      .at_least_count = made.at_least_count,
                                      .at_most = made.at_most,
                                      .at_most_count = made.at_most_count};
  rubrics_index(loader->arena, &loader->draft);
}
