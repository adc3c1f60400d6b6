/*
** Checks groups of values that must fit together, such as the floors of a dimension.
**
** If the values of a group do not fit, a warning lists all values that the document
** states for the group, and the former values stay.
**
** Until a document states a dimension's floor, this floor equals the default floor.  So
** new default floors can be wrong for a dimension that the document does not mention.
** Then the default floors get their former values.
*/
#include "settings/loading/loader.h"

#include <string.h>

#include "core/retrieval/penalty.h"
#include "core/research/tier.h"
#include "core/research/weights.h"

static bool checks_floors_fit(const void *group) {
  return tier_floors_valid(group);
}

static bool checks_freshness_fits(const void *group) {
  const struct freshness_classes *f = group;
  return f->market_data < f->current_events && f->current_events < f->technology &&
         f->technology <= f->academic;
}

static bool checks_deltas_fit(const void *group) {
  return penalty_deltas_valid(group);
}

static bool checks_turns_fit(const void *group) {
  const struct phase_config *phases = group;
  return phases->exploratory_min_turns <= phases->exploratory_max_turns;
}

static bool checks_weights_fit(const void *group) {
  struct weights weights = ((const struct weight_strategy *)group)->weights;
  return weights_complete(&weights);
}

static bool checks_mode_fits(const void *group) {
  const struct relevance_mode *mode = group;
  return mode->min_short > 0 && mode->min_short <= mode->min_full &&
         mode->min_full <= mode->max_sources;
}

static bool checks_strategy_fits(const void *group) {
  const struct interview_strategy *strategy = group;
  return strategy->prompt_hint[0] != 0;
}

struct group {
  const char *path;
  enum key_list list; /* each of its items is a group; LIST_NONE if the
                      ** group is in struct settings */
  enum key_group follows;
  size_t offset;
  size_t size;
  bool (*fits)(const void *group);
  const char *rule;
};

#define AT(member)                                                                       \
  .offset = offsetof(struct settings, member),                                           \
  .size = sizeof((struct settings *)0)->member
#define FLOORS_RULE "must have elite >= high >= medium"
#define FLOORS(name, index)                                                              \
  {                                                                                      \
    "evaluation.deep_research.tier_thresholds." name, AT(deep_research.floors[index]),   \
        .fits = checks_floors_fit, .rule = FLOORS_RULE, .follows = GROUP_DEFAULT_FLOORS  \
  }

static const struct group groups[GROUP_COUNT] = {
    [GROUP_DEFAULT_FLOORS] = {"evaluation.deep_research.tier_thresholds.default",
                              AT(deep_research.default_floors), .fits = checks_floors_fit,
                              .rule = FLOORS_RULE},
    [GROUP_COVERAGE_FLOORS] = FLOORS("coverage", DIMENSION_COVERAGE),
    [GROUP_SOURCE_QUALITY_FLOORS] = FLOORS("source_quality", DIMENSION_SOURCE_QUALITY),
    [GROUP_AGREEMENT_FLOORS] = FLOORS("agreement", DIMENSION_AGREEMENT),
    [GROUP_VERIFICATION_FLOORS] = FLOORS("verification", DIMENSION_VERIFICATION),
    [GROUP_RECENCY_FLOORS] = FLOORS("recency", DIMENSION_RECENCY),
    [GROUP_RECENCY_DAYS] = {"evaluation.deep_research.tier_thresholds.recency_days",
                            AT(deep_research.recency_days), .fits = checks_floors_fit,
                            .rule = FLOORS_RULE},
    [GROUP_FRESHNESS] = {"evaluation.deep_research.freshness_classes",
                         AT(deep_research.freshness), .fits = checks_freshness_fits,
                         .rule = "must ascend: market_data < current_events < technology "
                                 "<= academic"},
    [GROUP_TIER_DELTAS] = {"evaluation.path_penalty", AT(path_penalty.tier_delta),
                           .fits = checks_deltas_fit,
                           .rule = "must have tier0_delta <= tier1_delta <= tier2_delta "
                                   "<= 0"},
    [GROUP_EXPLORATORY_TURNS] = {"phase_config.exploratory", AT(interview.phases),
                                 .fits = checks_turns_fit,
                                 .rule = "must have min_turns <= max_turns"},
    [GROUP_WEIGHT_STRATEGIES] = {"evaluation.deep_research.weights.strategies",
                                 LIST_WEIGHT_STRATEGIES, .fits = checks_weights_fit,
                                 .rule = "must have a finite sum of at least "
                                         "2.2250738585072014e-308"},
    [GROUP_MODES] = {"evaluation.relevance.modes", LIST_MODES, .fits = checks_mode_fits,
                     .rule = "must have 0 < min_short <= min_full <= max_sources"},
    [GROUP_STRATEGIES] = {"strategies", LIST_STRATEGIES, .fits = checks_strategy_fits,
                          .rule = "must have a prompt_hint"},
};

/* Returns true for an applied statement about this group and, if `name` is not NULL,
** about the item `name`. */
static bool checks_is_of_group(const struct statement *statement, enum key_group group,
                               const char *name) {
  return statement->applied && statement->key->group == group &&
         (name == NULL || segment_is(&statement->names[0], name));
}

static void checks_append_label(sqlite3_str *text, enum key_group group,
                                const char *name) {
  sqlite3_str_appendall(text, groups[group].path);
  if (name == NULL) return;
  sqlite3_str_appendchar(text, 1, '.');
  listing_append_segment(text, name, strlen(name));
}

static const char *checks_member_name(const struct key *key) {
  return strrchr(key->path, '.') + 1;
}

/* Appends the values of the stated keys, such as `high 0.95, medium 0.2`: the stated
** values or, if `kept`, the former values.  With `kept` the group must have existed
** before this load. */
static void checks_append_members(sqlite3_str *text, const struct loader *loader,
                                  enum key_group group, const char *name, bool kept) {
  const char *comma = "";
  for (size_t i = 0; i < loader->statement_count; i++) {
    const struct statement *statement = loader->statements[i];
    struct setting setting;
    if (!checks_is_of_group(statement, group, name)) continue;
    sqlite3_str_appendf(text, "%s%s ", comma, checks_member_name(statement->key));
    comma = ", ";
    if (!kept) {
      wording_append_node(text, statement->node);
    } else {
      loader_setting(&loader->base, statement, &setting);
      wording_append_kept(text, &loader->base, &setting);
    }
  }
}

/* Returns the document's first statement about the group, or NULL. */
static const struct statement *checks_first_of_group(const struct loader *loader,
                                                     enum key_group group,
                                                     const char *name) {
  const struct statement *first = NULL;
  for (size_t i = 0; i < loader->statement_count; i++) {
    const struct statement *s = loader->statements[i];
    if (!checks_is_of_group(s, group, name)) continue;
    bool earlier = first == NULL || s->line < first->line ||
                   (s->line == first->line && s->column < first->column);
    if (earlier) first = s;
  }
  return first;
}

static void checks_report_group(struct loader *loader, enum key_group group,
                                const char *name, const struct statement *first,
                                bool is_new) {
  sqlite3_str *path = sqlite3_str_new(NULL);
  checks_append_label(path, group, name);
  const char *label = arena_keep(loader->arena, path);
  if (label == NULL) return;
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%s %s, got ", label, groups[group].rule);
  checks_append_members(message, loader, group, name, false);
  sqlite3_str_appendall(message, is_new ? "; left out" : "; kept ");
  if (!is_new) checks_append_members(message, loader, group, name, true);
  if (first->label != NULL) label = first->label;
  loader_report(loader, first->line, first->column, label, message);
}

/* Restores the former values of a group, or removes an item that is new. */
static void checks_restore(struct loader *loader, enum key_group group, size_t item,
                           bool is_new, size_t base_item) {
  const struct group *g = &groups[group];
  if (g->list == LIST_NONE) {
    memcpy((char *)&loader->draft + g->offset, (const char *)&loader->base + g->offset,
           g->size);
  } else if (is_new) {
    list_remove(&loader->draft, g->list, 0, item);
  } else {
    memcpy(list_item_to_change(&loader->draft, g->list, 0, item),
           list_item(&loader->base, g->list, 0, base_item),
           list_kinds[g->list].item_size);
  }
}

/* Takes back all values that the document states for a group.
** Returns false if the document states none. */
static bool checks_take_back(struct loader *loader, enum key_group group, size_t item) {
  enum key_list list = groups[group].list;
  const char *name = NULL;
  size_t base_item = 0;
  if (list != LIST_NONE) name = list_name(&loader->draft, list, 0, item);
  const struct statement *first = checks_first_of_group(loader, group, name);
  if (first == NULL) return false;
  bool is_new = name != NULL && !list_find(&loader->base, list, 0, name, &base_item);
  checks_report_group(loader, group, name, first, is_new);
  for (size_t i = 0; i < loader->statement_count; i++) {
    struct statement *statement = loader->statements[i];
    if (checks_is_of_group(statement, group, name)) statement->applied = false;
  }
  checks_restore(loader, group, item, is_new, base_item);
  return true;
}

static bool checks_is_stated(const struct loader *loader, const struct key *key) {
  if (settings_origin(loader->old, key->path) != NULL) return true;
  for (size_t i = 0; i < loader->statement_count; i++) {
    const struct statement *statement = loader->statements[i];
    if (statement->key == key && statement->applied) return true;
  }
  return false;
}

/* A key can follow another key: until a document states the key, it has the other key's
** value.  The values are numbers, so a double is copied. */
static void checks_follow(struct loader *loader) {
  for (size_t k = 0; k < settings_key_count; k++) {
    const struct key *key = &settings_keys[k];
    if (key->follows == NULL || key->list != LIST_NONE) continue; /* see rubrics.c */
    if (checks_is_stated(loader, key)) continue;
    const struct key *followed = key_find(key->follows);
    memcpy((char *)&loader->draft + key->offset,
           (const char *)&loader->draft + followed->offset, sizeof(double));
  }
}

/* Checks a group or, in a list, each item.  The last item comes first, because removing
** an item moves the items after it.  Returns true if a value was taken back. */
static bool check_group(struct loader *loader, enum key_group group) {
  const struct group *g = &groups[group];
  bool taken_back = false;
  if (g->list == LIST_NONE) {
    if (g->fits((const char *)&loader->draft + g->offset)) return false;
    taken_back = checks_take_back(loader, group, 0);
    if (!taken_back) taken_back = checks_take_back(loader, g->follows, 0);
    return taken_back;
  }
  for (size_t item = list_count(&loader->draft, g->list, 0); item-- > 0;) {
    if (g->fits(list_item(&loader->draft, g->list, 0, item))) continue;
    taken_back |= checks_take_back(loader, group, item);
  }
  return taken_back;
}

/* Repeats the checks until all groups fit.  If a group gets its former values, another
** group that follows it can become wrong.  Every repetition takes back a statement, so
** the loop ends. */
void loader_check_groups(struct loader *loader) {
  bool taken_back = true;
  while (taken_back && !loader->arena->failed) {
    taken_back = false;
    checks_follow(loader);
    for (int group = GROUP_NONE + 1; group < GROUP_COUNT && !taken_back; group++)
      taken_back = check_group(loader, (enum key_group)group);
  }
}

/* Gives a strategy the multiplier 1 in the profile of a phase.  So assay_settings_yaml()
** writes the multiplier, and loading this YAML does not warn of a missing multiplier. */
static void checks_add_multiplier(struct loader *loader, enum key_list profile,
                                  const char *id) {
  size_t item;
  if (!list_append(loader->arena, &loader->draft, profile, 0, id, &item)) return;
  struct named_number *number = list_item_to_change(&loader->draft, profile, 0, item);
  number->value = 1;
}

/* Reports a new or newly enabled strategy that lacks a multiplier in some phase. */
static void check_phases_of(struct loader *loader, size_t item, const char *id,
                            const struct statement *first) {
  static const enum key_list profiles[PHASE_COUNT] = {LIST_EXPLORATORY, LIST_FOCUSED,
                                                      LIST_CLOSING};
  const struct interview_strategy *strategy =
      list_item(&loader->draft, LIST_STRATEGIES, 0, item);
  for (int phase = 0; phase < PHASE_COUNT && strategy->enabled; phase++) {
    size_t found;
    if (list_find(&loader->draft, profiles[phase], 0, id, &found)) continue;
    sqlite3_str *path = sqlite3_str_new(NULL);
    sqlite3_str_appendf(path, "phase_profiles.%s.", phase_names[phase]);
    listing_append_segment(path, id, strlen(id));
    const char *label = arena_keep(loader->arena, path);
    if (label == NULL) return;
    sqlite3_str *message = sqlite3_str_new(NULL);
    sqlite3_str_appendf(message, "%s is missing: the multiplier 1 applies", label);
    loader_report(loader, first->line, first->column, label, message);
    checks_add_multiplier(loader, profiles[phase], id);
  }
}

void loader_check_phases(struct loader *loader) {
  for (size_t i = 0; i < list_count(&loader->draft, LIST_STRATEGIES, 0); i++) {
    const char *id = list_name(&loader->draft, LIST_STRATEGIES, 0, i);
    const struct statement *first = checks_first_of_group(loader, GROUP_STRATEGIES, id);
    if (first != NULL) check_phases_of(loader, i, id, first);
  }
}
