/*
** The origin of each setting: the file and line of its latest statement.
*/
#include "settings/loading/loader.h"

#include <stdlib.h>
#include <string.h>

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

/* Copies the former origins of settings that this document does not state. */
static size_t origins_keep(struct loader *loader, const struct settings_origin *stated,
                           size_t stated_count, struct settings_origin *origins) {
  size_t count = 0;
  const struct loaded_settings *old = loader->old;
  for (size_t i = 0; old != NULL && i < old->origin_count; i++) {
    struct settings_origin kept = old->origins[i];
    if (stated_count > 0 &&
        bsearch(&kept, stated, stated_count, sizeof kept, origin_compare) != NULL) {
      continue;
    }
    kept.key = loader_own(loader, kept.key);
    kept.file = loader_own(loader, kept.file);
    origins[count++] = kept;
  }
  return count;
}

bool loader_collect_origins(struct loader *loader, struct loaded_settings *loaded) {
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
  size_t kept = origins_keep(loader, stated, count, origins);
  if (loader->arena->failed) return false;
  memcpy(origins + kept, stated, count * sizeof *stated);
  qsort(origins, kept + count, sizeof *origins, origin_compare);
  loaded->origins = origins;
  loaded->origin_count = kept + count;
  return true;
}
