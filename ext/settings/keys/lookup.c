/* Finds a setting by its path: see lookup.h. */
#include "settings/keys/lookup.h"

#include <string.h>

#include "settings/keys/prefix.h"
#include "settings/keys/suggest.h"

static const char *lookup_path(struct arena *arena, const struct settings *settings,
                               size_t number) {
  struct setting setting = listing_at(settings, number);
  sqlite3_str *text = sqlite3_str_new(NULL);
  listing_append_path(settings, &setting, text);
  return arena_keep(arena, text);
}

bool lookup_setting(struct arena *arena, const struct settings *settings,
                    const char *path, struct setting *setting) {
  size_t count = listing_count(settings);
  for (size_t i = 0; i < count && !arena->failed; i++) {
    const char *other = lookup_path(arena, settings, i);
    if (other == NULL || strcmp(other, path) != 0) continue;
    *setting = listing_at(settings, i);
    return true;
  }
  return false;
}

/* Two paths can begin with the same names.  Returns the length of these names in bytes,
** with the point after each name. */
static size_t lookup_shared(const char *a, const char *b) {
  size_t shared = 0;
  for (;;) {
    size_t length = prefix_segment(a + shared);
    if (length != prefix_segment(b + shared) || a[shared + length] != '.' ||
        strncmp(a + shared, b + shared, length + 1) != 0)
      return shared;
    shared += length + 1;
  }
}

static struct segment lookup_last_name(const char *path) {
  size_t length = prefix_segment(path);
  while (path[length] == '.') {
    path += length + 1;
    length = prefix_segment(path);
  }
  return (struct segment){path, length};
}

struct nearest {
  const char *wanted;
  size_t shared; /* bytes that the nearest paths share with `wanted` */
  struct suggestion suggestion;
  const char *path; /* the path that has the suggested name */
};

/* Considers a name that could replace the first unknown name. */
static void lookup_suggest(struct nearest *nearest, const char *path,
                           const struct segment *name) {
  const char *before = nearest->suggestion.name.text;
  suggest(&nearest->suggestion, name->text, name->length);
  if (nearest->suggestion.name.text != before) nearest->path = path;
}

static void lookup_consider(struct nearest *nearest, const char *path) {
  size_t shared = lookup_shared(path, nearest->wanted);
  const char *rest = nearest->wanted + shared;
  if (shared > nearest->shared) { /* earlier paths share less: forget them */
    *nearest = (struct nearest){.wanted = nearest->wanted, .shared = shared};
    nearest->suggestion.misspelt = (struct segment){rest, prefix_segment(rest)};
  }
  if (shared < nearest->shared) return;
  struct segment name = {path + shared, prefix_segment(path + shared)};
  lookup_suggest(nearest, path, &name);
  bool is_one_name = shared == 0 && rest[nearest->suggestion.misspelt.length] == 0;
  if (!is_one_name) return;
  name = lookup_last_name(path);
  lookup_suggest(nearest, path, &name);
}

const char *lookup_nearest(struct arena *arena, const struct settings *settings,
                           const char *path) {
  struct nearest nearest = {.wanted = path};
  struct suggestion *suggestion = &nearest.suggestion;
  suggestion->misspelt = (struct segment){path, prefix_segment(path)};
  size_t count = listing_count(settings);
  for (size_t i = 0; i < count && !arena->failed; i++) {
    const char *other = lookup_path(arena, settings, i);
    if (other != NULL) lookup_consider(&nearest, other);
  }
  if (arena->failed || nearest.path == NULL) return NULL;
  if (suggestion->distance == 0) return nearest.path; /* wrong number of names */
  const char *end = suggestion->name.text + suggestion->name.length;
  sqlite3_str *text = sqlite3_str_new(NULL);
  sqlite3_str_append(text, nearest.path, (int)(end - nearest.path));
  sqlite3_str_appendall(text, suggestion->misspelt.text + suggestion->misspelt.length);
  return arena_keep(arena, text);
}
