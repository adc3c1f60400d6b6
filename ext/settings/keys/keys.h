/*
** The table of the settings' keys.  A row has the key's path, type, range and unit,
** the place of its value, its meaning, and its source, such as an ADR.
**
** All code that finds a key by name reads this table.  A test compares the comments in
** config/ with this table.  To add a setting, see settings/README.md.
**
** A path has one segment for each level, separated by points.  A `*` stands for the name
** of a list's item: a built-in name or, in some lists, a name that the user adds.
*/
#ifndef ASSAY_SETTINGS_KEYS_KEYS_H
#define ASSAY_SETTINGS_KEYS_KEYS_H

#include <stdbool.h>

#include "core/settings.h"

enum key_type {
  KEY_COUNT,    /* int: a whole number */
  KEY_NUMBER,   /* double: finite */
  KEY_FLAG,     /* bool: true or false */
  KEY_CHOICE,   /* an enum: one of the choices, in any ASCII case */
  KEY_STRATEGY, /* size_t: index of a weight strategy; in YAML, its name */
  KEY_TEXT,     /* const char *: not empty */
  KEY_PHRASES,  /* struct phrase_list: a list of texts, replaced as a whole */
  KEY_NOTHING   /* null only: YAML may have the key, but no rule reads it */
};

/* The lists of named items, in the order of list_kinds in lists.c. */
enum key_list {
  LIST_NONE,
  LIST_WEIGHT_STRATEGIES,
  LIST_WINDOWS,
  LIST_MODES,
  /* the scores of all rubrics; a path has two `*`: one for the rubric, one for the
  ** score */
  LIST_RUBRIC_SCORES,
  LIST_RUBRIC_AT_LEAST,
  LIST_RUBRIC_AT_MOST,
  LIST_RUBRIC_VETOES,
  LIST_STRATEGIES,
  LIST_SCORERS,
  LIST_SCORER_WEIGHTS, /* a list inside each scorer; its paths have two `*` */
  LIST_EXPLORATORY,
  LIST_FOCUSED,
  LIST_CLOSING,
  LIST_COUNT
};

/* Groups of values that must fit together.  checks.c checks them in this order. */
enum key_group {
  GROUP_NONE,
  GROUP_DEFAULT_FLOORS,
  GROUP_COVERAGE_FLOORS, /* these five groups have the order of the dimensions */
  GROUP_SOURCE_QUALITY_FLOORS,
  GROUP_AGREEMENT_FLOORS,
  GROUP_VERIFICATION_FLOORS,
  GROUP_RECENCY_FLOORS,
  GROUP_RECENCY_DAYS,
  GROUP_FRESHNESS,
  GROUP_TIER_DELTAS,
  GROUP_EXPLORATORY_TURNS,
  GROUP_WEIGHT_STRATEGIES,
  GROUP_MODES,
  GROUP_STRATEGIES,
  GROUP_COUNT
};

struct key {
  const char *path;
  enum key_type type;
  double low; /* `low`, `high`: the least and the greatest allowed number */
  double high;
  const char *unit; /* the unit in the plural; NULL for a number without a unit */
  const char *const *choices;
  int choice_count;
  enum key_list list;
  /* the value's offset: in an item of `list`; for LIST_NONE, in struct settings */
  size_t offset;
  enum key_group group;
  const char *follows; /* path of the key whose value is used until this key is set */
  const char *help;
  const char *source;
};

extern const struct key settings_keys[];
extern const size_t settings_key_count;

/* Returns the row with this path, such as `strategies.*.enabled`, or NULL. */
const struct key *key_find(const char *path);

/* One segment of a path; its length is in bytes. */
struct segment {
  const char *text;
  size_t length;
};

/* `*path` points into a row's path.  Sets `segment` to the segment there, and moves
** `*path` past it.  Returns false at the end of the path. */
bool key_next_segment(const char **path, struct segment *segment);

bool segment_is(const struct segment *segment, const char *text);
bool segment_same(const struct segment *a, const struct segment *b);

#endif
