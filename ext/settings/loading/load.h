/*
** Loading: a document merged over the settings in force, all of it or nothing.
**
**   1. A setting that the document does not mention keeps its value.  Lists are merged by
**      name: an item keeps what is not stated of it, a new name adds an item, nothing is
**      removed.  The order of keys means nothing.
**   2. A text that is not one valid YAML document changes nothing and is a problem.
**   3. A value that cannot be used, values that do not fit together, and a key that does
**      not exist are reported; the former value stays.
**   4. The floors of a dimension that no document has stated follow `default`.
**   5. A weight or a multiplier is for a strategy that exists, or for a name that already
**      has one.  ADR-006 weighs `clarify`, which is not among its nine strategies, and
**      the first document that defines it finds its weight.  Any other name is reported.
**
** A struct loaded_settings never changes once it is made.
*/
#ifndef ASSAY_SETTINGS_LOADING_LOAD_H
#define ASSAY_SETTINGS_LOADING_LOAD_H

#include "settings/arena.h"
#include "core/settings.h"

/* Reports beyond this many in one load are only counted. */
#define WARNING_LIMIT 1000

/* Where the value of a setting comes from. */
struct settings_origin {
  const char *key;  /* its path */
  const char *file; /* as it was given; "yaml" for a text, "env" for the environment */
  int line;         /* from 1; 0 for the environment */
};

struct settings_warning {
  const char *file;
  int line; /* from 1; 0 for the environment */
  int column;
  const char *key; /* a path, or a variable's name */
  const char *message;
};

struct loaded_settings {
  struct arena arena;                    /* owns all that follows */
  struct settings settings;              /* in force from now on */
  const struct settings_origin *origins; /* sorted by key; defaults have none */
  size_t origin_count;
  const struct settings_warning *warnings; /* of all loads, each once */
  size_t warning_count;
  size_t first_new_warning; /* those of this load are the last ones */
  size_t changed; /* settings whose value differs from before, or that are new */
  struct loaded_settings *replaced; /* for whoever keeps older ones alive */
};

/* Merges a YAML text over `old`, NULL being the built-in settings; `file` is its name in
** messages and origins.  NULL with `*problem` set to `file:line:column: problem`, to be
** freed with sqlite3_free(); NULL there means out of memory. */
struct loaded_settings *settings_load(const struct loaded_settings *old, const char *file,
                                      const char *text, size_t length, char **problem);

void settings_free(struct loaded_settings *loaded);

/* The origin of the key with that path, NULL if it is the built-in default. */
const struct settings_origin *settings_origin(const struct loaded_settings *loaded,
                                              const char *path);

#endif
