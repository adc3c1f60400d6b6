/*
** A statement is a key and its value in a document.  Usable statements are put into the
** draft (the settings that this load makes); unusable ones are reported as warnings.
**
** Statements are applied in the order of the key table, not of the document.  But a
** statement that refers to a strategy by name comes later than the statements that can
** add this strategy.
*/
#include "settings/loading/loader.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/name.h"
#include "core/research/rubric.h"
#include "core/research/weights.h"
#include "settings/keys/key_type.h"
#include "settings/keys/suggest.h"

/* Returns true if the key's path or value has the name of a strategy, which another
** statement may add. */
static bool apply_refers_to_names(const struct key *key) {
  return key->type == KEY_STRATEGY ||
         (key->list != LIST_NONE && list_kinds[key->list].names == NAMES_STRATEGIES);
}

static int apply_segment_compare(const struct segment *a, const struct segment *b) {
  return bytes_compare(a->text, a->length, b->text, b->length);
}

static bool apply_is_of_rubric(const struct key *key) {
  return key->list != LIST_NONE && list_kinds[key->list].pairs;
}

/* Orders rubrics by name, whatever the ASCII case, so that statements about one rubric
** become neighbours. */
static int apply_rubric_compare(const struct segment *a, const struct segment *b) {
  return rubric_name_compare(a->text, a->length, b->text, b->length);
}

/* Returns the turn, 0 to 2, in which statements about the key are applied.  Rubrics come
** last: a floor that a rubric lacks depends on the default floors, which other statements
** can change. */
static int apply_turn(const struct key *key) {
  if (apply_is_of_rubric(key)) return 2;
  return apply_refers_to_names(key) ? 1 : 0;
}

/* Compares statements by the order in which they are applied.  Statements that
** compare as equal, such as a veto that is listed twice, have the same effect.  So the
** order of keys in a document does not matter. */
static int apply_statement_compare(const void *left, const void *right) {
  const struct statement *a = *(const struct statement *const *)left;
  const struct statement *b = *(const struct statement *const *)right;
  int turn = apply_turn(a->key), other_turn = apply_turn(b->key), order = 0;
  if (turn != other_turn) return turn - other_turn;
  if (apply_is_of_rubric(a->key))
    order = apply_rubric_compare(&a->names[0], &b->names[0]);
  if (order == 0 && apply_is_of_rubric(a->key))
    order = apply_segment_compare(&a->names[0], &b->names[0]);
  if (order != 0) return order;
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  order = apply_segment_compare(&a->names[0], &b->names[0]);
  return order != 0 ? order : apply_segment_compare(&a->names[1], &b->names[1]);
}

static bool apply_sort(struct loader *loader) {
  struct statement **sorted =
      arena_take(loader->arena, (loader->statement_count + 1) * sizeof(void *));
  if (sorted == NULL) return false;
  size_t count = 0;
  for (struct statement *s = loader->first; s != NULL; s = s->next)
    sorted[count++] = s;
  qsort(sorted, count, sizeof(void *), apply_statement_compare);
  loader->statements = sorted;
  return true;
}

static sqlite3_str *apply_open_message(struct loader *loader,
                                       const struct statement *statement,
                                       const char **label) {
  *label = statement->label != NULL ? statement->label : loader_path(loader, statement);
  if (*label == NULL) return NULL;
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendall(message, *label);
  return message;
}

void loader_report_value(struct loader *loader, const struct statement *statement) {
  const char *label;
  sqlite3_str *message = apply_open_message(loader, statement, &label);
  if (message == NULL) return;
  sqlite3_str_appendall(message, " must be ");
  key_type_append_rule(message, statement->key, &loader->draft);
  wording_append_excess(message, statement->key, statement->node);
  sqlite3_str_appendall(message, ", got ");
  wording_append_node(message, statement->node);
  struct setting kept;
  if (apply_is_of_rubric(statement->key)) {
    /* merge_rubrics.c reports whether the rubric stays or is left out. */
  } else if (loader_setting(&loader->base, statement, &kept)) {
    sqlite3_str_appendall(message, "; kept ");
    wording_append_kept(message, &loader->base, &kept);
  } else {
    sqlite3_str_appendall(message, "; ignored");
  }
  loader_report(loader, statement->line, statement->column, label, message);
}

static void apply_report_name(struct loader *loader, const struct statement *statement,
                              const char *problem, const struct segment *nearest) {
  const char *label;
  sqlite3_str *message = apply_open_message(loader, statement, &label);
  if (message == NULL) return;
  sqlite3_str_appendf(message, " %s", problem);
  if (nearest->text != NULL) {
    sqlite3_str_appendf(message, "; did you mean %.*s?", (int)nearest->length,
                        nearest->text);
  }
  loader_report(loader, statement->line, statement->column, label, message);
}

/* Returns true if the list has the name in another case.  Such a name is refused, because
** rules that ignore case could find the wrong name. */
static bool apply_differs_in_case_only(const struct loader *loader, enum key_list list,
                                       const struct segment *name,
                                       struct segment *nearest) {
  if (list_kinds[list].exact) return false;
  for (size_t i = 0; i < list_count(&loader->draft, list, 0); i++) {
    const char *present = list_name(&loader->draft, list, 0, i);
    if (!name_matches(present, name->text, name->length)) continue;
    *nearest = (struct segment){present, strlen(present)};
    return true;
  }
  return false;
}

static bool apply_names_strategy(const struct loader *loader, const struct segment *name,
                                 struct segment *nearest) {
  struct suggestion suggestion = {.misspelt = *name};
  size_t count = list_count(&loader->draft, LIST_STRATEGIES, 0);
  for (size_t i = 0; i < count; i++) {
    const char *id = list_name(&loader->draft, LIST_STRATEGIES, 0, i);
    if (segment_is(name, id)) return true;
    suggest(&suggestion, id, strlen(id));
  }
  *nearest = suggestion.name;
  return false;
}

/* Returns the reason why the list can't have an item with this name; NULL if it can. */
static const char *apply_name_problem(const struct loader *loader, const struct key *key,
                                      size_t owner, const struct segment *name,
                                      struct segment *nearest) {
  enum key_list list = key->list;
  const char *problem = loader_name_problem(name);
  if (problem != NULL) return problem;
  if (list == LIST_STRATEGIES && segment_is(name, "default")) {
    return "is no name for a strategy: weights have a default";
  }
  if (list_kinds[list].names == NAMES_STRATEGIES &&
      !apply_names_strategy(loader, name, nearest)) {
    return "names no strategy";
  }
  if (list_kinds[list].names == NAMES_OPEN &&
      apply_differs_in_case_only(loader, list, name, nearest)) {
    return "differs in case from a name that is there";
  }
  if (list_count(&loader->draft, list, owner) >= LIST_LIMIT) {
    return "is more than the 1000 names that a list can have";
  }
  return NULL;
}

static bool apply_add_item(struct loader *loader, const struct statement *statement,
                           struct setting *setting) {
  const struct key *key = statement->key;
  bool within = list_kinds[key->list].owner != LIST_NONE;
  const struct segment *name = &statement->names[within ? 1 : 0];
  struct segment nearest = {NULL, 0};
  const char *problem = apply_name_problem(loader, key, setting->owner, name, &nearest);
  if (problem != NULL) {
    apply_report_name(loader, statement, problem, &nearest);
    return false;
  }
  return list_append(loader->arena, &loader->draft, key->list, setting->owner, name->text,
                     &setting->item);
}

static void *apply_slot_of(struct loader *loader, const struct setting *setting) {
  const struct key *key = setting->key;
  char *base = (char *)&loader->draft;
  if (key->list != LIST_NONE) {
    base = list_item_to_change(&loader->draft, key->list, setting->owner, setting->item);
  }
  return base + key->offset;
}

/* Checks the value before the name, so that the name is not added if the value is
** unusable. */
static void apply(struct loader *loader, struct statement *statement) {
  const struct key *key = statement->key;
  struct setting setting;
  if (!key_type_accepts(key, &loader->draft, statement->node)) {
    loader_report_value(loader, statement);
  } else if (loader_setting(&loader->draft, statement, &setting) ||
             apply_add_item(loader, statement, &setting)) {
    statement->applied = key_type_write(loader->arena, key, &loader->draft,
                                        statement->node, apply_slot_of(loader, &setting));
  }
}

/* Computes the sums of weights.  All weights are usable, because loader_check_groups()
** has checked them. */
static void apply_complete_weights(struct loader *loader) {
  size_t count = list_count(&loader->draft, LIST_WEIGHT_STRATEGIES, 0);
  for (size_t i = 0; i < count; i++) {
    struct weight_strategy *strategy =
        list_item_to_change(&loader->draft, LIST_WEIGHT_STRATEGIES, 0, i);
    weights_complete(&strategy->weights);
  }
}

/* Applies the statements of one turn (apply_turn), which begin at `next`.  Returns the
** index after them. */
static size_t apply_turns(struct loader *loader, size_t next, int turn) {
  while (next < loader->statement_count &&
         apply_turn(loader->statements[next]->key) == turn)
    apply(loader, loader->statements[next++]);
  return next;
}

void loader_apply(struct loader *loader) {
  if (!apply_sort(loader)) return;
  size_t next = apply_turns(loader, 0, 0);
  loader_check_groups(loader);
  apply_complete_weights(loader);
  next = apply_turns(loader, next, 1);
  loader_merge_rubrics(loader, loader->statements + next, loader->statement_count - next);
  loader_check_phases(loader);
}
