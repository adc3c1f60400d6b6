/*
** Loading: see load.h.
**
** The steps: parse the text to a tree (document.c), turn the tree into statements about
** keys (statements.c), put into a copy of the settings what can be used (apply.c), take
** back what does not fit together (checks.c), and note where each value comes from.
*/
#include "load.h"

#include <stdlib.h>
#include <string.h>

#include "environment.h"
#include "file.h"
#include "loader.h"

void loader_report(struct loader *loader, int line, int column, const char *key,
                   sqlite3_str *message) {
  if (loader->report_count >= WARNING_LIMIT) {
    sqlite3_free(sqlite3_str_finish(message));
    loader->report_count++;
    return;
  }
  struct report *report = arena_take(loader->arena, sizeof *report);
  const char *text = arena_keep(loader->arena, message);
  if (report == NULL || text == NULL) return;
  report->warning = (struct settings_warning){loader->file, line, column, key, text};
  report->next = loader->reports;
  loader->reports = report;
  loader->report_count++;
}

/* In the order in which somebody reads the file. */
static int warning_compare(const void *left, const void *right) {
  const struct settings_warning *a = left, *b = right;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return strcmp(a->message, b->message);
}

/* The text in the new arena: NULL only when out of memory. */
static const char *own(struct arena *arena, const char *text) {
  return arena_text(arena, text, strlen(text));
}

/* Is it one of the reports of this load? */
static bool is_reported(const struct loader *loader,
                        const struct settings_warning *warning) {
  for (const struct report *r = loader->reports; r != NULL; r = r->next) {
    if (warning_compare(&r->warning, warning) == 0 &&
        strcmp(r->warning.file, warning->file) == 0) {
      return true;
    }
  }
  return false;
}

/* The warnings of earlier loads, the latest WARNING_LIMIT of them, less those that this
** load gives again. */
static size_t keep_warnings(struct loader *loader, struct settings_warning *warnings) {
  size_t count = 0;
  const struct loaded_settings *old = loader->old;
  size_t old_count = old != NULL ? old->warning_count : 0;
  size_t first = old_count > WARNING_LIMIT ? old_count - WARNING_LIMIT : 0;
  for (size_t i = first; i < old_count; i++) {
    struct settings_warning kept = old->warnings[i];
    if (is_reported(loader, &kept)) continue;
    kept.file = own(loader->arena, kept.file);
    kept.key = own(loader->arena, kept.key);
    kept.message = own(loader->arena, kept.message);
    warnings[count++] = kept;
  }
  return count;
}

/* The last warning of a load that has more reports than are kept says how many. */
static size_t add_note(struct loader *loader, struct settings_warning *last) {
  if (loader->report_count <= WARNING_LIMIT) return 0;
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%d further reports are left out",
                      (int)(loader->report_count - WARNING_LIMIT));
  last[1] = last[0];
  last[1].message = arena_keep(loader->arena, message);
  return 1;
}

static bool collect_warnings(struct loader *loader, struct loaded_settings *loaded) {
  size_t room =
      loader->report_count < WARNING_LIMIT ? loader->report_count : WARNING_LIMIT;
  room += (loader->old != NULL ? loader->old->warning_count : 0) + 1;
  struct settings_warning *warnings = arena_take(loader->arena, room * sizeof *warnings);
  if (warnings == NULL) return false;
  size_t count = keep_warnings(loader, warnings);
  struct settings_warning *added = warnings + count;
  loaded->first_new_warning = count;
  for (const struct report *r = loader->reports; r != NULL; r = r->next)
    warnings[count++] = r->warning;
  size_t added_count = count - loaded->first_new_warning;
  if (added_count > 1) qsort(added, added_count, sizeof *added, warning_compare);
  if (added_count > 0) count += add_note(loader, added + added_count - 1);
  loaded->warnings = warnings;
  loaded->warning_count = count;
  return true;
}

static int origin_compare(const void *left, const void *right) {
  const struct settings_origin *a = left, *b = right;
  return strcmp(a->key, b->key);
}

const struct settings_origin *settings_origin(const struct loaded_settings *loaded,
                                              const char *path) {
  if (loaded == NULL || loaded->origin_count == 0) return NULL;
  const struct settings_origin wanted = {.key = path};
  return bsearch(&wanted, loaded->origins, loaded->origin_count, sizeof wanted,
                 origin_compare);
}

/* Origins of earlier documents that this one does not state again. */
static size_t keep_origins(struct loader *loader, const struct settings_origin *stated,
                           size_t stated_count, struct settings_origin *origins) {
  size_t count = 0;
  const struct loaded_settings *old = loader->old;
  for (size_t i = 0; old != NULL && i < old->origin_count; i++) {
    struct settings_origin kept = old->origins[i];
    if (stated_count > 0 &&
        bsearch(&kept, stated, stated_count, sizeof kept, origin_compare) != NULL) {
      continue;
    }
    kept.key = own(loader->arena, kept.key);
    kept.file = own(loader->arena, kept.file);
    origins[count++] = kept;
  }
  return count;
}

/* What the document states, and what earlier ones did and this one does not. */
static bool collect_origins(struct loader *loader, struct loaded_settings *loaded) {
  size_t old_count = loader->old != NULL ? loader->old->origin_count : 0;
  struct settings_origin *stated =
      arena_take(loader->arena, (loader->statement_count + 1) * sizeof *stated);
  struct settings_origin *origins = arena_take(
      loader->arena, (old_count + loader->statement_count + 1) * sizeof *origins);
  if (stated == NULL || origins == NULL) return false;
  size_t count = 0;
  for (size_t i = 0; i < loader->statement_count; i++) {
    const struct statement *s = loader->statements[i];
    if (!s->applied) continue;
    stated[count].key = loader_path(loader, s);
    if (stated[count].key == NULL) return false;
    stated[count].file = loader->file;
    stated[count++].line = s->line;
  }
  qsort(stated, count, sizeof *stated, origin_compare);
  size_t kept = keep_origins(loader, stated, count, origins);
  if (loader->arena->failed) return false;
  memcpy(origins + kept, stated, count * sizeof *stated);
  qsort(origins, kept + count, sizeof *origins, origin_compare);
  loaded->origins = origins;
  loaded->origin_count = kept + count;
  return true;
}

/* Lines that stand in `b` and not in `a`; both are sorted. */
static size_t count_new_lines(const char *const *a, size_t a_count, const char *const *b,
                              size_t b_count) {
  size_t count = 0, i = 0;
  for (size_t j = 0; j < b_count; j++) {
    while (i < a_count && strcmp(a[i], b[j]) < 0)
      i++;
    if (i == a_count || strcmp(a[i], b[j]) != 0) count++;
  }
  return count;
}

/* A setting has changed where its line has: its value differs, or it is new. */
static bool count_changes(const struct loader *loader, size_t *changed) {
  struct arena arena = {NULL, false};
  const char *const *before, *const *after;
  size_t before_count, after_count;
  bool counted = setting_lines(&arena, &loader->base, &before, &before_count) &&
                 setting_lines(&arena, &loader->draft, &after, &after_count);
  if (counted) *changed = count_new_lines(before, before_count, after, after_count);
  arena_free(&arena);
  return counted;
}

static const struct settings *settings_of_old(const struct loaded_settings *old) {
  return old != NULL ? &old->settings : &settings_defaults;
}

static struct loaded_settings *loaded_new(void) {
  struct loaded_settings *loaded = sqlite3_malloc64(sizeof *loaded);
  if (loaded != NULL) *loaded = (struct loaded_settings){.changed = 0};
  return loaded;
}

/* Two copies, since what is taken back must be as it was. */
static bool loader_open(struct loader *loader, struct loaded_settings *loaded,
                        const struct loaded_settings *old, const char *file) {
  *loader = (struct loader){.arena = &loaded->arena, .old = old};
  loader->file = own(&loaded->arena, file);
  return loader->file != NULL &&
         settings_copy(&loaded->arena, settings_of_old(old), &loader->base) &&
         settings_copy(&loaded->arena, settings_of_old(old), &loader->draft);
}

/* From statements to settings.  False when out of memory. */
static bool loader_finish(struct loader *loader, struct loaded_settings *loaded) {
  loader_apply(loader);
  if (loader->arena->failed || !collect_origins(loader, loaded) ||
      !collect_warnings(loader, loaded) || !count_changes(loader, &loaded->changed)) {
    return false;
  }
  loaded->settings = loader->draft;
  return !loader->arena->failed;
}

/* An empty document, or one of comments only, says nothing; a scalar or a list is the
** wrong file. */
static bool load_text(struct loader *loader, struct loaded_settings *loaded,
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
  struct loaded_settings *loaded = loaded_new();
  if (loaded != NULL && loader_open(&loader, loaded, old, file) &&
      load_text(&loader, loaded, text, length, problem)) {
    return loaded;
  }
  settings_free(loaded);
  return NULL;
}

struct loaded_settings *settings_load_file(const struct loaded_settings *old,
                                           const char *path, char **problem) {
  struct arena arena = {NULL, false};
  struct loaded_settings *loaded = NULL;
  char *text, *reason;
  size_t length;
  *problem = NULL;
  if (file_read(&arena, path, &text, &length, &reason)) {
    loaded = settings_load(old, path, text, length, problem);
  } else if (reason != NULL) {
    *problem = sqlite3_mprintf("%s: %s", path, reason);
    sqlite3_free(reason);
  }
  arena_free(&arena);
  return loaded;
}

struct loaded_settings *settings_load_environment(const struct loaded_settings *old,
                                                  char **problem) {
  struct loader loader;
  *problem = NULL;
  struct loaded_settings *loaded = loaded_new();
  if (loaded != NULL && loader_open(&loader, loaded, old, "env")) {
    environment_read(&loader);
    if (loader_finish(&loader, loaded)) return loaded;
  }
  settings_free(loaded);
  return NULL;
}

void settings_free(struct loaded_settings *loaded) {
  if (loaded == NULL) return;
  arena_free(&loaded->arena);
  sqlite3_free(loaded);
}
