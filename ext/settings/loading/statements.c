/*
** Turns a document's tree into statements about keys, and finds the setting that a
** statement is about.
**
** Each path in the tree is matched with the rows of the key table.  A path in
** the tree is reported if no key's path begins with it; the paths below it are not
** reported.  The report can suggest a known name.
*/
#include "settings/loading/loader.h"

#include <string.h>

#include "base/bytes.h"
#include "settings/keys/suggest.h"

#define NAME_LIMIT 255 /* bytes */

/* The current place in the walk through the tree. */
struct place {
  struct loader *loader;
  struct segment path[DOCUMENT_DEPTH_LIMIT + 1];
  int depth;
};

/* Returns true if the name can replace a wildcard for this list.  A list with NAMES_FIXED
** allows only its own names.  For other lists, apply.c checks the name later. */
static bool statements_wildcard_matches(const struct settings *settings,
                                        enum key_list list, const struct segment *name) {
  if (list_kinds[list].names != NAMES_FIXED) return true;
  for (size_t i = 0; i < list_count(settings, list, 0); i++) {
    if (segment_is(name, list_name(settings, list, 0, i))) return true;
  }
  return false;
}

/* Returns true if the key's path begins with the first `depth` segments of `place`.
** Sets `rest` to the remaining part of the key's path, and `wildcards` to the number of
** `*` before this part. */
static bool statements_path_begins(const struct place *place, const struct key *key,
                                   int depth, const char **rest, int *wildcards) {
  *rest = key->path;
  *wildcards = 0;
  for (int i = 0; i < depth; i++) {
    const struct segment *got = &place->path[i];
    struct segment want;
    /* unreachable: the walk does not go below a complete key */
    if (!key_next_segment(rest, &want)) return false;
    if (segment_is(&want, "*")) {
      enum key_list list = list_of_wildcard(key, (*wildcards)++);
      if (!statements_wildcard_matches(&place->loader->base, list, got)) return false;
    } else if (!segment_same(&want, got)) {
      return false;
    }
  }
  return true;
}

/* Returns the key whose complete path is `place`; NULL if there is none.  If two keys
** match, as `recency_windows.*` and `recency_windows.default` do, the later row is
** returned, because it has fewer wildcards (keys.c).  `*known` says whether any key's
** path begins with `place`. */
static const struct key *statements_match(const struct place *place, bool *known) {
  const struct key *found = NULL;
  *known = false;
  for (size_t k = 0; k < settings_key_count; k++) {
    const char *rest;
    int wildcards;
    const struct key *key = &settings_keys[k];
    if (!statements_path_begins(place, key, place->depth, &rest, &wildcards)) continue;
    *known = true;
    if (*rest == 0) found = key;
  }
  return found;
}

static const char *statements_path_text(const struct place *place) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  for (int i = 0; i < place->depth; i++) {
    if (i > 0) sqlite3_str_appendchar(text, 1, '.');
    listing_append_segment(text, place->path[i].text, place->path[i].length);
  }
  return arena_keep(place->loader->arena, text);
}

/* Returns the nearest known name that could replace the last segment of `place`.  If a
** key's path has a wildcard there, the names in the wildcard's list are known.  A list
** within another list allows any name here, so it needs no suggestion. */
static struct segment statements_nearest(const struct place *place) {
  const struct settings *base = &place->loader->base;
  struct suggestion suggestion = {.misspelt = place->path[place->depth - 1]};
  for (size_t k = 0; k < settings_key_count; k++) {
    const struct key *key = &settings_keys[k];
    const char *rest;
    int wildcards;
    struct segment next;
    if (!statements_path_begins(place, key, place->depth - 1, &rest, &wildcards))
      continue;
    /* unreachable: the walk does not go below a complete key */
    if (!key_next_segment(&rest, &next)) continue;
    if (!segment_is(&next, "*")) {
      suggest(&suggestion, next.text, next.length);
      continue;
    }
    enum key_list list = list_of_wildcard(key, wildcards);
    for (size_t i = 0; i < list_count(base, list, 0); i++) {
      const char *name = list_name(base, list, 0, i);
      suggest(&suggestion, name, strlen(name));
    }
  }
  return suggestion.name;
}

/* Returns true if the segment is in a key's path, before the first wildcard.  Then sets
** `path` to the beginning of the key's path, including this segment. */
static bool statements_path_reaches(const char *key, const struct segment *wanted,
                                    struct segment *path) {
  const char *rest = key;
  struct segment next;
  while (key_next_segment(&rest, &next) && !segment_is(&next, "*")) {
    if (!segment_same(&next, wanted)) continue;
    *path = (struct segment){key, (size_t)(next.text - key) + next.length};
    return true;
  }
  return false;
}

/* If `place`'s last segment is at only one path in the key table, returns that path. */
static struct segment statements_proper_place(const struct place *place) {
  const struct segment *misplaced = &place->path[place->depth - 1];
  struct segment found = {NULL, 0};
  for (size_t k = 0; k < settings_key_count; k++) {
    struct segment path;
    if (!statements_path_reaches(settings_keys[k].path, misplaced, &path)) continue;
    bool other = found.text != NULL && !segment_same(&found, &path);
    if (other) return (struct segment){NULL, 0};
    found = path;
  }
  return found;
}

/* Marks a rubric as unusable, because one of its parts is reported: see
** merge_rubrics.c. */
static void statements_spoil(struct place *place, const struct member *member) {
  if (place->depth < 4 || !segment_is(&place->path[1], "rubrics")) return;
  loader_state(place->loader,
               &(struct statement){.key = key_find("evaluation.rubrics.*.scores.*.high"),
                                   .names = {place->path[2], {"", 0}},
                                   .line = member->line,
                                   .column = member->column,
                                   .unusable = true});
}

static void statements_report_unknown(struct place *place, const struct member *member) {
  const char *path = statements_path_text(place);
  if (path == NULL) return;
  statements_spoil(place, member);
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%s is not a setting", path);
  struct segment name = {NULL, 0};
  if (place->loader->report_count < WARNING_LIMIT) {
    name = statements_nearest(place);
    if (name.text == NULL) name = statements_proper_place(place);
  }
  if (name.text != NULL) {
    sqlite3_str_appendf(message, "; did you mean %.*s?", (int)name.length, name.text);
  }
  loader_report(place->loader, member->line, member->column, path, message);
}

/* Reports a node of the wrong kind, such as a list instead of a mapping. */
static void statements_report_shape(struct place *place, const struct member *member,
                                    const char *shape) {
  const char *path = statements_path_text(place);
  if (path == NULL) return;
  statements_spoil(place, member);
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%s must be %s, got ", path, shape);
  wording_append_node(message, member->value);
  loader_report(place->loader, member->line, member->column, path, message);
}

void loader_state(struct loader *loader, const struct statement *statement) {
  struct statement *added = arena_take(loader->arena, sizeof *added);
  if (added == NULL) return;
  *added = *statement;
  added->next = loader->first;
  loader->first = added;
  loader->statement_count++;
}

/* The segments at the key's wildcards become the statement's names. */
static void statements_state(struct place *place, const struct key *key,
                             const struct member *member) {
  struct statement statement = {
      .key = key, .node = member->value, .line = member->line, .column = member->column};
  const char *path = key->path;
  struct segment segment;
  int wildcards = 0;
  for (int i = 0; key_next_segment(&path, &segment); i++) {
    if (segment_is(&segment, "*")) statement.names[wildcards++] = place->path[i];
  }
  loader_state(place->loader, &statement);
}

/* Returns true if `place` is the key `strategies`.  The key's value may be a list,
** as in ADR-006; each element's `id` is then its key, as in a mapping. */
static bool statements_is_strategies(const struct place *place) {
  return place->depth == 1 && segment_is(&place->path[0], "strategies");
}

static bool statements_is_strategy_id(const struct place *place) {
  return place->depth == 3 && segment_is(&place->path[0], "strategies") &&
         segment_is(&place->path[2], "id");
}

/* Returns the id of a list's element; NULL if the element has no id that can be a
** name. */
static const struct node *statements_strategy_id(const struct node *element) {
  if (element->kind != NODE_MAP) return NULL;
  for (const struct member *m = element->first; m != NULL; m = m->next) {
    bool is_id = bytes_same(m->key, m->key_length, "id", 2);
    if (is_id && m->value->kind == NODE_TEXT && m->value->length > 0) return m->value;
  }
  return NULL;
}

/* Returns true for a new strategy that has only an id.  An id makes no statement, so
** later steps do not see the strategy; the caller must report it. */
static bool statements_is_bare(const struct place *place, const struct node *element) {
  size_t item;
  const char *id = place->path[place->depth - 1].text;
  return element->first->next == NULL &&
         !list_find(&place->loader->base, LIST_STRATEGIES, 0, id, &item);
}

static bool statements_id_stands_before(const struct node *list,
                                        const struct member *element) {
  const struct node *id = statements_strategy_id(element->value);
  for (const struct member *m = list->first; m != element; m = m->next) {
    const struct node *other = statements_strategy_id(m->value);
    if (other == NULL) continue;
    if (bytes_same(other->text, other->length, id->text, id->length)) return true;
  }
  return false;
}

static void statements_read_map(struct place *place, const struct node *map);

static void statements_read_strategy(struct place *place, const struct node *list,
                                     const struct member *element) {
  const struct node *id = statements_strategy_id(element->value);
  if (id == NULL) {
    statements_report_shape(place, element, "a list of mappings with an id");
    return;
  }
  place->path[place->depth++] = (struct segment){id->text, id->length};
  if (statements_id_stands_before(list, element)) {
    statements_report_shape(place, element, "stated once");
  } else if (statements_is_bare(place, element->value)) {
    statements_report_shape(place, element, "a mapping with a prompt_hint");
  } else {
    statements_read_map(place, element->value);
  }
  place->depth--;
}

static void statements_read_strategies(struct place *place, const struct node *list) {
  int count = 0;
  for (const struct member *m = list->first; m != NULL; m = m->next) {
    if (++count > LIST_LIMIT) {
      statements_report_shape(place, m, "a list of at most 1000 strategies");
      return;
    }
    statements_read_strategy(place, list, m);
  }
}

/* Returns true if `place` is the key `vetoes` of a rubric.  The key's value may be
** a list of names: each listed veto becomes true. */
static bool statements_is_vetoes(const struct place *place) {
  return place->depth == 4 && segment_is(&place->path[1], "rubrics") &&
         segment_is(&place->path[3], "vetoes");
}

static void statements_read_vetoes(struct place *place, const struct node *list) {
  static const struct node halts = {.kind = NODE_BOOLEAN, .number = 1};
  for (const struct member *m = list->first; m != NULL; m = m->next) {
    if (m->value->kind != NODE_TEXT) {
      statements_report_shape(place, m, "a list of names");
      continue;
    }
    struct member veto = {.line = m->line, .column = m->column, .value = &halts};
    place->path[place->depth++] = (struct segment){m->value->text, m->value->length};
    statements_state(place, key_find("evaluation.rubrics.*.vetoes.*"), &veto);
    place->depth--;
  }
}

/* Returns true if `place`, which is no complete key, is a score of a rubric.
** All other paths of five segments in a rubric are complete keys. */
static bool statements_is_rubric_score(const struct place *place) {
  return place->depth == 5 && segment_is(&place->path[1], "rubrics");
}

/* Reads a member whose path is the beginning of some key's path. */
static void statements_read_branch(struct place *place, const struct member *member) {
  const struct node *node = member->value;
  if (statements_is_rubric_score(place) && node->member_count == 0) {
    statements_report_shape(place, member, "a mapping with a high floor");
  } else if (node->kind == NODE_MAP) {
    statements_read_map(place, node);
  } else if (node->kind == NODE_LIST && statements_is_strategies(place)) {
    statements_read_strategies(place, node);
  } else if (node->kind == NODE_LIST && statements_is_vetoes(place)) {
    statements_read_vetoes(place, node);
  } else if (node->kind != NODE_NULL) { /* null: all keys below are commented out */
    statements_report_shape(place, member,
                            statements_is_strategies(place) ? "a list" : "a mapping");
  }
}

static void statements_read_map(struct place *place, const struct node *map) {
  for (const struct member *m = map->first; m != NULL; m = m->next) {
    bool known;
    place->path[place->depth++] = (struct segment){m->key, m->key_length};
    const struct key *key = statements_match(place, &known);
    if (key != NULL) {
      statements_state(place, key, m);
    } else if (known) {
      statements_read_branch(place, m);
    } else if (!statements_is_strategy_id(place)) {
      statements_report_unknown(place, m);
    }
    place->depth--;
  }
}

void loader_read(struct loader *loader, const struct node *root) {
  struct place place = {.loader = loader};
  if (root != NULL && root->kind == NODE_MAP) statements_read_map(&place, root);
}

const char *loader_name_problem(const struct segment *name) {
  if (name->length == 0 || name->length > NAME_LIMIT)
    return "has a name that is not of 1 to 255 bytes";
  return memchr(name->text, 0, name->length) != NULL ? "has a zero in its name" : NULL;
}

/* Finds the item of this name.  A segment with a zero byte is never a name. */
static bool statements_find_item(const struct settings *settings, enum key_list list,
                                 size_t owner, const struct segment *name, size_t *item) {
  return memchr(name->text, 0, name->length) == NULL &&
         list_find(settings, list, owner, name->text, item);
}

bool loader_setting(const struct settings *settings, const struct statement *statement,
                    struct setting *setting) {
  const struct key *key = statement->key;
  const struct segment *name = statement->names;
  *setting = (struct setting){.key = key};
  if (key->list == LIST_NONE) return true;
  enum key_list outer = list_kinds[key->list].owner;
  if (outer != LIST_NONE) { /* always found: the outer list has fixed names */
    statements_find_item(settings, outer, 0, name++, &setting->owner);
  }
  return statements_find_item(settings, key->list, setting->owner, name, &setting->item);
}

const char *loader_path(struct loader *loader, const struct statement *statement) {
  sqlite3_str *text = sqlite3_str_new(NULL);
  listing_append_names(text, statement->key, statement->names, 2);
  return arena_keep(loader->arena, text);
}
