/*
** Loading settings: see load.h.
**
** The steps are:
** 1. document.c parses the text to a tree.
** 2. statements.c turns the tree into statements about keys.
** 3. apply.c puts usable values into a copy of the settings.
** 4. checks.c takes back values that do not fit together.
** 5. reports.c stores the reports, and origins.c the origin of each value.
*/
#include "settings/loading/loader.h"

#include <string.h>

#include "settings/keys/rubrics.h"

/* Returns the number of lines that are in `b` and not in `a`; `a` and `b` are sorted. */
static size_t loader_count_new_lines(const char *const *a, size_t a_count,
                                     const char *const *b, size_t b_count) {
  size_t count = 0, i = 0;
  for (size_t j = 0; j < b_count; j++) {
    while (i < a_count && strcmp(a[i], b[j]) < 0)
      i++;
    if (i == a_count || strcmp(a[i], b[j]) != 0) count++;
  }
  return count;
}

/* Counts changed settings by their lines (listing_lines()): a changed or new setting has
** a line that the former settings lack. */
static bool loader_count_changes(const struct loader *loader, size_t *changed) {
  struct arena arena = {NULL, false};
  const char *const *before, *const *after;
  size_t before_count, after_count;
  bool counted = listing_lines(&arena, &loader->base, &before, &before_count) &&
                 listing_lines(&arena, &loader->draft, &after, &after_count);
  if (counted)
    *changed = loader_count_new_lines(before, before_count, after, after_count);
  arena_free(&arena);
  return counted;
}

/* Makes two copies of the settings.  The load changes `draft`.  `base` has the former
** values, which replace values that do not fit. */
static bool loader_fill(struct loader *loader, struct loaded_settings *loaded,
                        const struct loaded_settings *old, const char *file) {
  const struct settings *former = old != NULL ? &old->settings : &settings_defaults;
  *loaded = (struct loaded_settings){.changed = 0};
  *loader = (struct loader){.arena = &loaded->arena, .old = old};
  loader->file = loader_own(loader, file);
  return loader->file != NULL && settings_copy(&loaded->arena, former, &loader->base) &&
         settings_copy(&loaded->arena, former, &loader->draft);
}

struct loaded_settings *
loader_begin(struct loader *loader, const struct loaded_settings *old, const char *file) {
  struct loaded_settings *loaded = sqlite3_malloc64(sizeof *loaded);
  if (loaded != NULL && loader_fill(loader, loaded, old, file)) return loaded;
  settings_free(loaded);
  return NULL;
}

bool loader_finish(struct loader *loader, struct loaded_settings *loaded) {
  loader_apply(loader);
  if (loader->arena->failed || !loader_collect_origins(loader, loaded) ||
      !loader_collect_warnings(loader, loaded) ||
      !loader_count_changes(loader, &loaded->changed)) {
    return false;
  }
  loaded->settings = loader->draft;
  return !loader->arena->failed;
}

/* An empty document, or a document with comments only, changes nothing.  A scalar or a
** list is an error, because the user has probably loaded a wrong file. */
static bool loader_text(struct loader *loader, struct loaded_settings *loaded,
                        const char *text, size_t length, char **problem) {
  const struct node *root = NULL;
  if (!document_parse(loader->arena, loader->file, text, length, &root, problem)) {
    return false;
  }
  bool usable = root == NULL || root->kind == NODE_NULL || root->kind == NODE_MAP;
  if (!usable) {
    *problem = sqlite3_mprintf("%s:1:1: not a mapping of settings", loader->file);
    return false;
  }
  loader_read(loader, root);
  return loader_finish(loader, loaded);
}

struct loaded_settings *settings_load(const struct loaded_settings *old, const char *file,
                                      const char *text, size_t length, char **problem) {
  struct loader loader;
  *problem = NULL;
  struct loaded_settings *loaded = loader_begin(&loader, old, file);
  if (loaded != NULL && loader_text(&loader, loaded, text, length, problem))
    return loaded;
  settings_free(loaded);
  return NULL;
}

void settings_free(struct loaded_settings *loaded) {
  if (loaded == NULL) return;
  arena_free(&loaded->arena);
  sqlite3_free(loaded);
}
