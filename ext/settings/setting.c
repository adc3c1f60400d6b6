/* One setting: see setting.h. */
#include "setting.h"

#include <stdlib.h>
#include <string.h>

#include "../core/number.h"

/* The number of lists of this kind: one, or one for each item of the outer list. */
static size_t owner_count(const struct settings *settings, enum key_list list) {
  enum key_list outer = list_owner(list);
  return outer == LIST_NONE ? 1 : list_count(settings, outer, 0);
}

static size_t count_of_key(const struct settings *settings, const struct key *key) {
  if (key->list == LIST_NONE) return 1;
  size_t count = 0;
  for (size_t owner = 0; owner < owner_count(settings, key->list); owner++) {
    count += list_count(settings, key->list, owner);
  }
  return count;
}

size_t setting_count(const struct settings *settings) {
  size_t count = 0;
  for (size_t k = 0; k < settings_key_count; k++)
    count += count_of_key(settings, &settings_keys[k]);
  return count;
}

/* Counts its way through the table's rows, then through the lists of the row that it
** comes to: O(rows), without an index that would have to be kept. */
struct setting setting_at(const struct settings *settings, size_t number) {
  const struct key *key = settings_keys;
  for (size_t count; number >= (count = count_of_key(settings, key)); key++)
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

const void *setting_value(const struct settings *settings,
                          const struct setting *setting) {
  const struct key *key = setting->key;
  const char *base = (const char *)settings;
  if (key->list != LIST_NONE) {
    base = list_item(settings, key->list, setting->owner, setting->item);
  }
  return base + key->offset;
}

bool setting_in(const struct settings *settings, const struct setting *setting,
                const struct settings *others, struct setting *other) {
  enum key_list list = setting->key->list;
  *other = *setting;
  if (list == LIST_NONE) return true;
  enum key_list outer = list_owner(list);
  if (outer != LIST_NONE) { /* its names are fixed, so the others have this one */
    const char *name = list_name(settings, outer, 0, setting->owner);
    list_find(others, outer, 0, name, &other->owner);
  }
  return list_find(others, list, other->owner,
                   list_name(settings, list, setting->owner, setting->item),
                   &other->item);
}

/* RFC 8259, section 7: quotes, backslashes and control characters are escaped. */
static void append_quoted(sqlite3_str *to, const char *text, size_t length) {
  sqlite3_str_appendchar(to, 1, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte < 0x20) {
      sqlite3_str_appendf(to, "\\u%04x", byte);
    } else {
      if (byte == '"' || byte == '\\') sqlite3_str_appendchar(to, 1, '\\');
      sqlite3_str_appendchar(to, 1, (char)byte);
    }
  }
  sqlite3_str_appendchar(to, 1, '"');
}

static void append_text(sqlite3_str *to, const char *text) {
  append_quoted(to, text, strlen(text));
}

void setting_append_segment(sqlite3_str *to, const char *text, size_t length) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_-";
  if (length > 0 && strspn(text, plain) >= length) {
    sqlite3_str_append(to, text, (int)length);
  } else {
    append_quoted(to, text, length);
  }
}

void setting_append_names(sqlite3_str *to, const struct key *key,
                          const struct segment names[2]) {
  const char *path = key->path;
  int wildcards = 0; /* so far; there are two at most */
  for (struct segment segment; key_next_segment(&path, &segment);) {
    if (segment.text != key->path) sqlite3_str_appendchar(to, 1, '.');
    if (segment_is(&segment, "*")) {
      const struct segment *name = &names[wildcards++ > 0];
      setting_append_segment(to, name->text, name->length);
    } else {
      sqlite3_str_append(to, segment.text, (int)segment.length);
    }
  }
}

static struct segment segment_of(const char *name) {
  return (struct segment){name, strlen(name)};
}

void setting_append_path(const struct settings *settings, const struct setting *setting,
                         sqlite3_str *text) {
  enum key_list list = setting->key->list, outer = list_owner(list);
  struct segment names[2] = {{"", 0}, {"", 0}};
  int count = 0;
  if (outer != LIST_NONE) {
    names[count++] = segment_of(list_name(settings, outer, 0, setting->owner));
  }
  if (list != LIST_NONE) {
    names[count] = segment_of(list_name(settings, list, setting->owner, setting->item));
  }
  setting_append_names(text, setting->key, names);
}

static void append_number(sqlite3_str *to, double number) {
  char text[NUMBER_TEXT_SIZE];
  number_format(number, text);
  sqlite3_str_appendall(to, text);
}

static void append_phrases(sqlite3_str *to, const struct phrase_list *phrases) {
  sqlite3_str_appendchar(to, 1, '[');
  for (size_t i = 0; i < phrases->count; i++) {
    if (i > 0) sqlite3_str_appendchar(to, 1, ',');
    append_text(to, phrases->items[i]);
  }
  sqlite3_str_appendchar(to, 1, ']');
}

void setting_append_value(const struct settings *settings, const struct setting *setting,
                          sqlite3_str *text) {
  const struct key *key = setting->key;
  const void *value = setting_value(settings, setting);
  switch (key->type) { /* unreachable: a type that the enumeration lacks */
  case KEY_COUNT:
    sqlite3_str_appendf(text, "%d", *(const int *)value);
    break;
  case KEY_NUMBER:
    append_number(text, *(const double *)value);
    break;
  case KEY_FLAG:
    sqlite3_str_appendall(text, *(const bool *)value ? "true" : "false");
    break;
  case KEY_CHOICE:
    append_text(text, key->choices[*(const unsigned *)value]);
    break;
  case KEY_STRATEGY: {
    size_t strategy = *(const size_t *)value;
    append_text(text, list_name(settings, LIST_WEIGHT_STRATEGIES, 0, strategy));
    break;
  }
  case KEY_TEXT:
    append_text(text, *(const char *const *)value);
    break;
  case KEY_PHRASES:
    append_phrases(text, value);
    break;
  case KEY_NOTHING:
    sqlite3_str_appendall(text, "null");
    break;
  }
}

/* Bytes, not the locale's order: a digest must not depend on the machine. */
static int line_compare(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool setting_lines(struct arena *arena, const struct settings *settings,
                   const char *const **lines, size_t *count) {
  *count = setting_count(settings);
  const char **sorted = arena_take(arena, *count * sizeof *sorted);
  for (size_t i = 0; i < *count && sorted != NULL; i++) {
    struct setting setting = setting_at(settings, i);
    sqlite3_str *line = sqlite3_str_new(NULL);
    setting_append_path(settings, &setting, line);
    sqlite3_str_appendchar(line, 1, '=');
    setting_append_value(settings, &setting, line);
    sorted[i] = arena_keep(arena, line);
    if (sorted[i] == NULL) return false;
  }
  if (sorted == NULL) return false;
  qsort(sorted, *count, sizeof *sorted, line_compare);
  *lines = sorted;
  return true;
}

/* The first line names the form, so that another form can never have the same digest. */
bool setting_digest(const struct settings *settings, char text[DIGEST_TEXT_SIZE]) {
  struct arena arena = {NULL, false};
  const char *const *lines;
  size_t count;
  bool listed = setting_lines(&arena, settings, &lines, &count);
  if (listed) {
    struct digest digest;
    digest_open(&digest);
    digest_add(&digest, "assay settings 1\n", 17);
    for (size_t i = 0; i < count; i++) {
      digest_add(&digest, lines[i], strlen(lines[i]));
      digest_add(&digest, "\n", 1);
    }
    digest_finish(&digest, text);
  }
  arena_free(&arena);
  return listed;
}
