/*
** Reports of loading.  They are collected while a document is read, and become the
** warnings of the loaded settings.
*/
#include "settings/loading/loader.h"

#include <stdlib.h>
#include <string.h>

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

static int reports_warning_compare(const void *left, const void *right) {
  const struct settings_warning *a = left, *b = right;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return strcmp(a->message, b->message);
}

/* Returns true if this load reports the warning again. */
static bool reports_is_reported(const struct loader *loader,
                                const struct settings_warning *warning) {
  for (const struct report *r = loader->reports; r != NULL; r = r->next) {
    if (reports_warning_compare(&r->warning, warning) == 0 &&
        strcmp(r->warning.file, warning->file) == 0) {
      return true;
    }
  }
  return false;
}

/* Copies the latest WARNING_LIMIT warnings of earlier loads, except those that this load
** reports again. */
static size_t reports_keep_warnings(struct loader *loader,
                                    struct settings_warning *warnings) {
  size_t count = 0;
  const struct loaded_settings *old = loader->old;
  size_t old_count = old != NULL ? old->warning_count : 0;
  size_t first = old_count > WARNING_LIMIT ? old_count - WARNING_LIMIT : 0;
  for (size_t i = first; i < old_count; i++) {
    struct settings_warning kept = old->warnings[i];
    if (reports_is_reported(loader, &kept)) continue;
    kept.file = loader_own(loader, kept.file);
    kept.key = loader_own(loader, kept.key);
    kept.message = loader_own(loader, kept.message);
    warnings[count++] = kept;
  }
  return count;
}

/* If a load has more than WARNING_LIMIT reports, its last warning says how many reports
** are left out. */
static size_t reports_add_note(struct loader *loader, struct settings_warning *last) {
  if (loader->report_count <= WARNING_LIMIT) return 0;
  sqlite3_str *message = sqlite3_str_new(NULL);
  sqlite3_str_appendf(message, "%d further reports are left out",
                      (int)(loader->report_count - WARNING_LIMIT));
  last[1] = last[0];
  last[1].message = arena_keep(loader->arena, message);
  return 1;
}

bool loader_collect_warnings(struct loader *loader, struct loaded_settings *loaded) {
  size_t room =
      loader->report_count < WARNING_LIMIT ? loader->report_count : WARNING_LIMIT;
  room += (loader->old != NULL ? loader->old->warning_count : 0) + 1;
  struct settings_warning *warnings = arena_take(loader->arena, room * sizeof *warnings);
  if (warnings == NULL) return false;
  size_t count = reports_keep_warnings(loader, warnings);
  struct settings_warning *added = warnings + count;
  loaded->first_new_warning = count;
  for (const struct report *r = loader->reports; r != NULL; r = r->next)
    warnings[count++] = r->warning;
  size_t added_count = count - loaded->first_new_warning;
  if (added_count > 1) qsort(added, added_count, sizeof *added, reports_warning_compare);
  if (added_count > 0) count += reports_add_note(loader, added + added_count - 1);
  loaded->warnings = warnings;
  loaded->warning_count = count;
  return true;
}
