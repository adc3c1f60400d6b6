/*
** What the steps of loading share: see loader.c for their order.
*/
#ifndef ASSAY_SETTINGS_LOADING_LOADER_H
#define ASSAY_SETTINGS_LOADING_LOADER_H

#include <string.h>

#include "settings/loading/wording.h"
#include "settings/loading/load.h"

/* What a document says of one key. */
struct statement {
  const struct key *key;
  struct segment names[2]; /* for the wildcards of the path */
  const struct node *node;
  int line;
  int column;
  const char *label; /* the key in reports; NULL: its path */
  bool applied;      /* its value stands in the draft */
  bool unusable;     /* of a rubric, and reported where it was read: it has no node */
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
  struct settings base;  /* a copy of the settings in force */
  struct settings draft; /* what becomes of them */
  struct statement *first;
  struct statement **statements; /* the same, in the order in which they are applied */
  size_t statement_count;
  struct report *reports; /* latest first */
  size_t report_count;
};

/* A copy of a text in the new arena: NULL only when out of memory. */
static inline const char *loader_own(struct loader *loader, const char *text) {
  return arena_text(loader->arena, text, strlen(text));
}

/* loader.c: what every load begins and ends with. */

/* A load over `old` that has changed nothing yet; NULL when out of memory. */
struct loaded_settings *loader_begin(struct loader *loader,
                                     const struct loaded_settings *old, const char *file);

/* From statements to settings.  False when out of memory. */
bool loader_finish(struct loader *loader, struct loaded_settings *loaded);

/* statements.c: what the document says, unknown keys reported. */
void loader_read(struct loader *loader, const struct node *root);
void loader_state(struct loader *loader, const struct statement *statement);

/* The path of a statement; NULL when out of memory. */
const char *loader_path(struct loader *loader, const struct statement *statement);

/* The value that a statement is about, in `settings`, if there is one. */
bool loader_setting(const struct settings *settings, const struct statement *statement,
                    struct setting *setting);

/* Returns why no item of a list can have this name; NULL if one can. */
const char *loader_name_problem(const struct segment *name);

/* apply.c: puts into the draft what can be used. */
void loader_apply(struct loader *loader);

/* Reports a value that the key does not accept, and what is kept instead. */
void loader_report_value(struct loader *loader, const struct statement *statement);

/* merge_rubrics.c: puts into the draft what can be used of the statements about rubrics,
** which are sorted by rubric in any ASCII case. */
void loader_merge_rubrics(struct loader *loader, struct statement **statements,
                          size_t count);

/* checks.c: takes back what does not fit together. */
void loader_check_groups(struct loader *loader);
void loader_check_phases(struct loader *loader);

/* reports.c: adds a report at a place.  Takes `message` over; out of memory shows in the
** arena. */
void loader_report(struct loader *loader, int line, int column, const char *key,
                   sqlite3_str *message);

/* Makes warnings of the reports, after those of earlier loads.  False when out of
** memory. */
bool loader_collect_warnings(struct loader *loader, struct loaded_settings *loaded);

/* origins.c: what the document states, and what earlier ones did and this one does not.
** False when out of memory. */
bool loader_collect_origins(struct loader *loader, struct loaded_settings *loaded);

#endif
