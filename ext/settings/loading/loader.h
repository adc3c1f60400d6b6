/*
** Declarations that the steps of loading share.  loader.c lists the steps
** in order.
*/
#ifndef ASSAY_SETTINGS_LOADING_LOADER_H
#define ASSAY_SETTINGS_LOADING_LOADER_H

#include <string.h>

#include "settings/loading/wording.h"
#include "settings/loading/load.h"

/* A value that a document states for one key. */
struct statement {
  const struct key *key;
  struct segment names[2]; /* the names for the wildcards in the path */
  const struct node *node;
  int line;
  int column;
  const char *label; /* the key's name in reports; if NULL, its path is used */
  bool applied;      /* the draft has the value */
  bool unusable;     /* has no value, and only says that a rubric is unusable */
  struct statement *next;
};

struct report {
  struct settings_warning warning;
  struct report *next;
};

struct loader {
  struct arena *arena;
  const struct loaded_settings *old; /* may be NULL */
  const char *file;
  struct settings base;  /* a copy of the settings before this load */
  struct settings draft; /* the settings that this load makes */
  struct statement *first;
  struct statement **statements; /* in the order in which apply.c applies them */
  size_t statement_count;
  struct report *reports; /* the latest report first */
  size_t report_count;
};

/* Copies a text into `loader->arena`.  Returns NULL when out of memory. */
static inline const char *loader_own(struct loader *loader, const char *text) {
  return arena_text(loader->arena, text, strlen(text));
}

/* loader.c: the first and the last step of every load. */

/* Begins a load that merges a document over `old`.  Returns NULL when out of memory. */
struct loaded_settings *loader_begin(struct loader *loader,
                                     const struct loaded_settings *old, const char *file);

/* Makes settings from the statements.  Returns false when out of memory. */
bool loader_finish(struct loader *loader, struct loaded_settings *loaded);

/* statements.c: reads the statements of the document, and reports unknown keys. */
void loader_read(struct loader *loader, const struct node *root);
void loader_state(struct loader *loader, const struct statement *statement);

/* Returns the path of a statement's key; NULL when out of memory. */
const char *loader_path(struct loader *loader, const struct statement *statement);

/* Finds in `settings` the setting that a statement is about.  Returns false if the
** setting does not exist yet. */
bool loader_setting(const struct settings *settings, const struct statement *statement,
                    struct setting *setting);

/* Returns the reason why this name is not allowed in any list; NULL if it is allowed. */
const char *loader_name_problem(const struct segment *name);

/* apply.c: puts usable statements into the draft. */
void loader_apply(struct loader *loader);

/* Reports a value that the key does not accept, and says which value stays. */
void loader_report_value(struct loader *loader, const struct statement *statement);

/* merge_rubrics.c: puts usable rubrics into the draft.  The statements are sorted by
** rubric; ASCII case does not matter. */
void loader_merge_rubrics(struct loader *loader, struct statement **statements,
                          size_t count);

/* checks.c: takes back values that do not fit together. */
void loader_check_groups(struct loader *loader);
void loader_check_phases(struct loader *loader);

/* reports.c: adds a report for a line and column, and takes ownership of `message`.  When
** out of memory, `arena->failed` is set. */
void loader_report(struct loader *loader, int line, int column, const char *key,
                   sqlite3_str *message);

/* Turns the reports into warnings, which follow the warnings of earlier loads.  Returns
** false when out of memory. */
bool loader_collect_warnings(struct loader *loader, struct loaded_settings *loaded);

/* origins.c: collects the origins (file and line) of all values that this document
** or an earlier one states.  Returns false when out of memory. */
bool loader_collect_origins(struct loader *loader, struct loaded_settings *loaded);

#endif
