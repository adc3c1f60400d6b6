/*
** Loading merges a document over the current settings.  A failed load changes nothing.
**
**   1. A setting that the document does not mention keeps its value.  Lists are merged by
**      name: an item of a known name gets the stated values, an item of a new name is
**      added, and none is removed.  The order of keys has no meaning.
**   2. If the text is not exactly one valid YAML document, nothing changes, and
**      settings_load() says why.
**   3. An unusable value, values that do not fit together, and an unknown key each give a
**      warning; the former values stay.
**   4. Until a document states a dimension's floor, such as `high`, this floor equals
**      the default floor, `tier_thresholds.default.high`.
**   5. A weight or multiplier must be for a strategy that exists, or for a name that
**      already has a weight or multiplier.
**      Any other name is ignored, with a warning.
**
** A finished struct loaded_settings never changes.
*/
#ifndef ASSAY_SETTINGS_LOADING_LOAD_H
#define ASSAY_SETTINGS_LOADING_LOAD_H

#include "settings/arena.h"
#include "core/settings.h"

/* After this many warnings of one load, further warnings are only counted. */
#define WARNING_LIMIT 1000

/* Where the value of a setting comes from. */
struct settings_origin {
  const char *key;  /* the setting's path */
  const char *file; /* file name; "yaml" for an SQL text, "env" for the environment */
  int line;         /* from 1; 0 for the environment */
};

struct settings_warning {
  const char *file;
  int line; /* from 1; 0 for the environment */
  int column;
  const char *key; /* a setting's path, or an environment variable's name */
  const char *message;
};

struct loaded_settings {
  struct arena arena;                    /* owns the memory of all members below */
  struct settings settings;              /* the settings after the load */
  const struct settings_origin *origins; /* sorted by key; a default has no origin */
  size_t origin_count;
  const struct settings_warning *warnings; /* warnings of all loads, without duplicates */
  size_t warning_count;
  size_t first_new_warning;         /* the index of this load's first warning */
  size_t changed;                   /* the number of changed or new settings */
  struct loaded_settings *replaced; /* the previous load: see connection_adopt() */
};

/* Merges a YAML text over `old`; a NULL `old` means the built-in settings.  `file` is the
** text's name in messages and origins.  On failure returns NULL and sets `*problem` to an
** error such as `my.yaml:3:1: a duplicate key`.  The caller frees `*problem` with
** sqlite3_free(); when out of memory, `*problem` is NULL. */
struct loaded_settings *settings_load(const struct loaded_settings *old, const char *file,
                                      const char *text, size_t length, char **problem);

void settings_free(struct loaded_settings *loaded);

/* Returns the origin of the key with this path; NULL if no document has stated it. */
const struct settings_origin *settings_origin(const struct loaded_settings *loaded,
                                              const char *path);

#endif
