/* The settings, one by one: see listing.h. */
#include "settings/keys/listing.h"

#include <stdlib.h>
#include <string.h>

#include "settings/keys/key_type.h"
#include "settings/keys/prefix.h"
#include "settings/keys/rubrics.h"

/* Returns how many lists of this kind the settings have: the number of outer items if the
** lists are inside the items of an outer list, such as the scorers; otherwise one. */
static size_t listing_owner_count(const struct settings *settings, enum key_list list) {
  enum key_list outer = list_kinds[list].owner;
  return outer == LIST_NONE ? 1 : list_count(settings, outer, 0);
}

static size_t listing_count_of_key(const struct settings *settings,
                                   const struct key *key) {
  if (key->list == LIST_NONE) return 1;
  size_t count = 0;
  for (size_t owner = 0; owner < listing_owner_count(settings, key->list); owner++) {
    count += list_count(settings, key->list, owner);
  }
  return count;
}

size_t listing_count(const struct settings *settings) {
  size_t count = 0;
  for (size_t k = 0; k < settings_key_count; k++)
    count += listing_count_of_key(settings, &settings_keys[k]);
  return count;
}

/* Subtracts each earlier key's number of settings from `number` to find the key.  Then
** subtracts each earlier list's length to find the list.  O(keys), no stored index. */
struct setting listing_at(const struct settings *settings, size_t number) {
  const struct key *key = settings_keys;
  for (size_t count; number >= (count = listing_count_of_key(settings, key)); key++)
    number -= count;
  struct setting setting = {.key = key, .item = number};
  if (key->list == LIST_NONE) return setting;
  for (size_t count;
       setting.item >= (count = list_count(settings, key->list, setting.owner));
       setting.owner++) {
    setting.item -= count;
  }
  return setting;
}

const void *listing_value(const struct settings *settings,
                          const struct setting *setting) {
  const struct key *key = setting->key;
  const char *base = (const char *)settings;
  if (key->list != LIST_NONE) {
    base = list_item(settings, key->list, setting->owner, setting->item);
  }
  return base + key->offset;
}

bool listing_built_in(const struct settings *settings, const struct setting *setting,
                      struct setting *built_in) {
  enum key_list list = setting->key->list;
  *built_in = *setting;
  if (list == LIST_NONE) return true;
  if (list_kinds[list].pairs) return false; /* no rubric is built in */
  enum key_list outer = list_kinds[list].owner;
  if (outer != LIST_NONE) { /* list_find() succeeds: outer items are built in */
    const char *name = list_name(settings, outer, 0, setting->owner);
    list_find(&settings_defaults, outer, 0, name, &built_in->owner);
  }
  return list_find(&settings_defaults, list, built_in->owner,
                   list_name(settings, list, setting->owner, setting->item),
                   &built_in->item);
}

void listing_append_segment(sqlite3_str *to, const char *text, size_t length) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_-";
  if (length > 0 && strspn(text, plain) >= length) {
    sqlite3_str_append(to, text, (int)length);
  } else {
    key_type_append_quoted(to, text, length);
  }
}

void listing_append_names(sqlite3_str *to, const struct key *key,
                          const struct segment names[2], int last) {
  const char *path = key->path;
  int wildcards = 0; /* found so far; a path has at most two */
  for (struct segment segment; wildcards <= last && key_next_segment(&path, &segment);) {
    if (segment.text != key->path) sqlite3_str_appendchar(to, 1, '.');
    if (segment_is(&segment, "*")) {
      const struct segment *name = &names[wildcards++ > 0];
      listing_append_segment(to, name->text, name->length);
    } else {
      sqlite3_str_append(to, segment.text, (int)segment.length);
    }
  }
}

static struct segment listing_segment_of(const char *name) {
  return (struct segment){name, strlen(name)};
}

void listing_names_of(const struct settings *settings, const struct setting *setting,
                      struct segment names[2]) {
  enum key_list list = setting->key->list, outer = list_kinds[list].owner;
  int count = 0;
  names[0] = names[1] = (struct segment){"", 0};
  if (list_kinds[list].pairs) {
    names[count++] = listing_segment_of(list_first_name(settings, list, setting->item));
  } else if (outer != LIST_NONE) {
    names[count++] = listing_segment_of(list_name(settings, outer, 0, setting->owner));
  }
  if (list != LIST_NONE) {
    names[count] =
        listing_segment_of(list_name(settings, list, setting->owner, setting->item));
  }
}

void listing_append_path(const struct settings *settings, const struct setting *setting,
                         sqlite3_str *text) {
  struct segment names[2];
  listing_names_of(settings, setting, names);
  listing_append_names(text, setting->key, names, 2);
}

bool listing_read(const struct settings *settings, const struct setting *setting,
                  struct value *value) {
  return key_type_read(setting->key, settings, listing_value(settings, setting), value);
}

void listing_append_value(const struct settings *settings, const struct setting *setting,
                          sqlite3_str *text) {
  key_type_append_json(text, setting->key, settings, listing_value(settings, setting));
}

/* Compares lines by their bytes.  If a locale decided the order, the digest would depend
** on the machine. */
static int listing_line_compare(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Lines that belong to an arena, with room for at least one line for each setting. */
struct lines {
  struct arena *arena;
  const char **items; /* NULL when out of memory */
  size_t count;
};

static struct lines listing_lines_open(struct arena *arena, size_t room) {
  return (struct lines){.arena = arena,
                        .items = arena_take(arena, (room + 1) * sizeof(char *))};
}

/* Adds a line.  When out of memory, `arena->failed` is set. */
static void listing_lines_add(struct lines *lines, sqlite3_str *line) {
  lines->items[lines->count] = arena_keep(lines->arena, line);
  if (lines->items[lines->count] != NULL) lines->count++;
}

static sqlite3_str *listing_line_of(const struct settings *settings,
                                    const struct setting *setting) {
  sqlite3_str *line = sqlite3_str_new(NULL);
  listing_append_path(settings, setting, line);
  sqlite3_str_appendchar(line, 1, '=');
  listing_append_value(settings, setting, line);
  return line;
}

bool listing_lines(struct arena *arena, const struct settings *settings,
                   const char *const **sorted, size_t *count) {
  *count = listing_count(settings);
  struct lines lines = listing_lines_open(arena, *count);
  for (size_t i = 0; i < *count && lines.items != NULL && !arena->failed; i++) {
    struct setting setting = listing_at(settings, i);
    listing_lines_add(&lines, listing_line_of(settings, &setting));
  }
  if (lines.items == NULL || arena->failed) return false;
  qsort(lines.items, lines.count, sizeof *lines.items, listing_line_compare);
  *sorted = lines.items;
  return true;
}

/* Appends the value that a rubric score's floor has until a document states the floor.
** The value depends on the default floors, `floors`. */
static void listing_append_followed(const struct settings *settings,
                                    const struct setting *setting,
                                    const struct tier_floors *floors, sqlite3_str *text) {
  const struct key *key = setting->key;
  struct rubric_score score =
      *(const struct rubric_score *)list_item(settings, key->list, 0, setting->item);
  score.elite_follows = score.medium_follows = true;
  rubrics_follow(&score, floors);
  key_type_append_json(text, key, settings, (const char *)&score + key->offset);
}

/* Appends the value that a setting has if no document states the setting.  If its key
** follows another key (keys.h), the other key's value is used: the current value if the
** digest's `prefix` covers the other key, otherwise the built-in value.  Any other
** setting has its built-in value or, in an added item, the value of list_blank(). */
static void listing_append_unstated(const struct settings *settings,
                                    const struct setting *setting, const char *prefix,
                                    sqlite3_str *text) {
  const struct key *key = setting->key;
  struct setting other = {.key = key};
  if (key->follows != NULL) {
    const struct settings *followed =
        prefix_covers(prefix, key->follows) ? settings : &settings_defaults;
    other.key = key_find(key->follows);
    if (key->list == LIST_NONE) {
      listing_append_value(followed, &other, text);
    } else {
      listing_append_followed(settings, setting, &followed->deep_research.default_floors,
                              text);
    }
  } else if (listing_built_in(settings, setting, &other)) {
    listing_append_value(&settings_defaults, &other, text);
  } else {
    union list_item_room item;
    list_blank(key->list, &item,
               list_name(settings, key->list, setting->owner, setting->item));
    key_type_append_json(text, key, settings, (const char *)&item + key->offset);
  }
}

/* Returns true if the setting has the value that listing_append_unstated() writes. */
static bool listing_is_unstated(struct arena *arena, const struct settings *settings,
                                const struct setting *setting, const char *prefix) {
  sqlite3_str *value = sqlite3_str_new(NULL), *unstated = sqlite3_str_new(NULL);
  listing_append_value(settings, setting, value);
  listing_append_unstated(settings, setting, prefix, unstated);
  const char *a = arena_keep(arena, value), *b = arena_keep(arena, unstated);
  return a != NULL && b != NULL && strcmp(a, b) == 0;
}

/* Returns the line of an added item: the path up to the item's name, without a value. */
static sqlite3_str *listing_added_line(const struct settings *settings,
                                       const struct setting *setting) {
  enum key_list list = setting->key->list;
  bool within = list_kinds[list].pairs || list_kinds[list].owner != LIST_NONE;
  sqlite3_str *line = sqlite3_str_new(NULL);
  struct segment names[2];
  listing_names_of(settings, setting, names);
  listing_append_names(line, setting->key, names, within ? 1 : 0);
  return line;
}

static bool listing_is_under(struct arena *arena, const struct settings *settings,
                             const struct setting *setting, const char *prefix) {
  if (*prefix == 0) return true;
  sqlite3_str *text = sqlite3_str_new(NULL);
  listing_append_path(settings, setting, text);
  const char *path = arena_keep(arena, text);
  return path != NULL && prefix_covers(prefix, path);
}

/* Returns a line for each setting that is under the prefix and differs from its built-in
** value.  Each setting under the prefix in an added item also gives the item's line
** (listing_added_line()). */
static struct lines listing_changed_lines(struct arena *arena,
                                          const struct settings *settings,
                                          const char *prefix) {
  size_t count = listing_count(settings);
  struct lines lines = listing_lines_open(arena, 2 * count);
  for (size_t i = 0; i < count && !arena->failed; i++) {
    struct setting setting = listing_at(settings, i), built_in;
    if (!listing_is_under(arena, settings, &setting, prefix)) continue;
    if (!listing_built_in(settings, &setting, &built_in)) /* an added item */
      listing_lines_add(&lines, listing_added_line(settings, &setting));
    if (!listing_is_unstated(arena, settings, &setting, prefix))
      listing_lines_add(&lines, listing_line_of(settings, &setting));
  }
  if (!arena->failed)
    qsort(lines.items, lines.count, sizeof(char *), listing_line_compare);
  return lines;
}

/* The first line of the digested text names the text's format.  So texts in different
** formats never have the same digest. */
#define FIRST_LINE "assay settings 3\n"
#define EPOCH_PREFIX SETTINGS_EPOCH ":"

bool listing_digest(const struct settings *settings, const char *prefix,
                    char text[LISTING_DIGEST_SIZE]) {
  struct arena arena = {NULL, false};
  struct lines lines = listing_changed_lines(&arena, settings, prefix);
  struct digest digest;
  digest_open(&digest);
  digest_add(&digest, FIRST_LINE, strlen(FIRST_LINE));
  if (*prefix != 0) {
    digest_add(&digest, "only ", 5);
    digest_add(&digest, prefix, strlen(prefix));
    digest_add(&digest, "\n", 1);
  }
  for (size_t i = 0; i < lines.count; i++) {
    bool again = i > 0 && strcmp(lines.items[i], lines.items[i - 1]) == 0;
    if (again) continue;
    digest_add(&digest, lines.items[i], strlen(lines.items[i]));
    digest_add(&digest, "\n", 1);
  }
  bool listed = !arena.failed;
  if (listed) {
    memcpy(text, EPOCH_PREFIX, sizeof EPOCH_PREFIX);
    digest_finish(&digest, text + sizeof EPOCH_PREFIX - 1);
  }
  arena_free(&arena);
  return listed;
}
