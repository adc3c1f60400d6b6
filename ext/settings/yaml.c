/*
** Settings as a YAML document: see yaml.h.
**
** Mappings are written over several lines, as people write them.  But an item that has a
** name, such as a strategy, is written on one line in braces.
*/
#include "settings/yaml.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/utf8.h"
#include "settings/keys/key_type.h"
#include "settings/keys/listing.h"

/* The number of segments in the longest path, `evaluation.rubrics.*.scores.*.high`. */
#define YAML_DEPTH 6

/* A setting and its path, in which names have replaced the wildcards. */
struct yaml_entry {
  struct setting setting;
  struct segment path[YAML_DEPTH];
  bool is_name[YAML_DEPTH]; /* the segment is an item's name, in place of `*` */
  int depth;
};

struct yaml_writer {
  sqlite3_str *text;
  const struct settings *settings;
  size_t nodes;
};

static struct yaml_entry yaml_entry_of(const struct settings *settings, size_t number) {
  struct yaml_entry entry = {.setting = listing_at(settings, number)};
  struct segment names[2];
  const char *rest = entry.setting.key->path;
  int wildcards = 0;
  listing_names_of(settings, &entry.setting, names);
  for (struct segment segment; key_next_segment(&rest, &segment); entry.depth++) {
    bool is_name = segment_is(&segment, "*");
    entry.is_name[entry.depth] = is_name;
    entry.path[entry.depth] = is_name ? names[wildcards++] : segment;
  }
  return entry;
}

/* Compares paths segment by segment, and segments byte by byte.  Different paths differ
** in a segment, because no path is the beginning of another path. */
static int yaml_entry_compare(const void *left, const void *right) {
  const struct yaml_entry *a = left, *b = right;
  int order = 0;
  for (int i = 0; i < a->depth && i < b->depth && order == 0; i++)
    order = bytes_compare(a->path[i].text, a->path[i].length, b->path[i].text,
                          b->path[i].length);
  return order;
}

/* Returns true for a character that YAML forbids, that ends a line, or that is
** invisible. */
static bool yaml_is_escaped(uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
         c == 0xfeff || c == 0xfffe || c == 0xffff;
}

/* Appends a text in double quotes: only quotes and backslashes are special there.
** Escaping makes a character at most four times as long, so a name of 255 bytes stays
** below libyaml's limit of 1024 for a key. */
static void yaml_append_quoted(sqlite3_str *to, const char *text, size_t length) {
  sqlite3_str_appendchar(to, 1, '"');
  for (size_t i = 0, size; i < length; i += size) {
    uint32_t character = utf8_read(text + i, length - i, &size);
    if (yaml_is_escaped(character)) {
      sqlite3_str_appendf(to, character < 0x100 ? "\\x%02x" : "\\u%04x", character);
    } else {
      if (character == '"' || character == '\\') sqlite3_str_appendchar(to, 1, '\\');
      sqlite3_str_append(to, text + i, (int)size);
    }
  }
  sqlite3_str_appendchar(to, 1, '"');
}

static void yaml_append_phrases(struct yaml_writer *writer,
                                const struct phrase_list *phrases) {
  sqlite3_str_appendchar(writer->text, 1, '[');
  for (size_t i = 0; i < phrases->count; i++) {
    if (i > 0) sqlite3_str_appendall(writer->text, ", ");
    yaml_append_quoted(writer->text, phrases->items[i], strlen(phrases->items[i]));
  }
  sqlite3_str_appendchar(writer->text, 1, ']');
  writer->nodes += phrases->count;
}

static void yaml_append_value(struct yaml_writer *writer, const struct setting *setting) {
  struct value value;
  if (!listing_read(writer->settings, setting, &value)) {
    yaml_append_phrases(writer, listing_value(writer->settings, setting));
  } else if (value.type == VALUE_TEXT) {
    yaml_append_quoted(writer->text, (const char *)value.is.bytes, value.length);
  } else {
    listing_append_value(writer->settings, setting, writer->text);
  }
  writer->nodes++;
}

/* Writes a member's key on a new line or, if inside braces, after a comma. */
static void yaml_append_key(struct yaml_writer *writer, const struct yaml_entry *entry,
                            int level, bool braces, bool first) {
  const struct segment *key = &entry->path[level];
  if (!braces) {
    sqlite3_str_appendchar(writer->text, 1, '\n');
    sqlite3_str_appendchar(writer->text, 2 * level, ' ');
  } else if (!first) {
    sqlite3_str_appendall(writer->text, ", ");
  }
  if (entry->is_name[level]) {
    yaml_append_quoted(writer->text, key->text, key->length);
  } else {
    sqlite3_str_append(writer->text, key->text, (int)key->length);
  }
  sqlite3_str_appendchar(writer->text, 1, ':');
  writer->nodes++;
}

/* Returns how many entries at the start have the first entry's segment at this
** level. */
static size_t yaml_same(const struct yaml_entry *entries, size_t count, int level) {
  size_t same = 1;
  while (same < count &&
         segment_same(&entries[same].path[level], &entries[0].path[level]))
    same++;
  return same;
}

/* Writes entries as a mapping.  Their paths have equal segments before this level.  Calls
** itself for the next level, at most YAML_DEPTH deep. */
static void yaml_append_map(struct yaml_writer *writer, const struct yaml_entry *entries,
                            size_t count, int level, bool braces) {
  writer->nodes++;
  for (size_t i = 0, same; i < count; i += same) {
    const struct yaml_entry *entry = &entries[i];
    same = yaml_same(entry, count - i, level);
    yaml_append_key(writer, entry, level, braces, i == 0);
    bool within = braces || entry->is_name[level], is_value = entry->depth == level + 1;
    if (within || is_value) sqlite3_str_appendchar(writer->text, 1, ' ');
    if (is_value) {
      yaml_append_value(writer, &entry->setting);
      continue;
    }
    if (within) sqlite3_str_appendchar(writer->text, 1, '{');
    yaml_append_map(writer, entry, same, level + 1, within);
    if (within) sqlite3_str_appendchar(writer->text, 1, '}');
  }
}

bool yaml_append_settings(sqlite3_str *text, const struct settings *settings,
                          size_t *nodes) {
  struct yaml_writer writer = {.text = text, .settings = settings};
  size_t count = listing_count(settings);
  struct yaml_entry *entries = sqlite3_malloc64(count * sizeof *entries);
  if (entries == NULL) return false;
  for (size_t i = 0; i < count; i++)
    entries[i] = yaml_entry_of(settings, i);
  qsort(entries, count, sizeof *entries, yaml_entry_compare);
  sqlite3_str_appendall(text, "# All settings of an assay connection.");
  yaml_append_map(&writer, entries, count, 0, false);
  sqlite3_str_appendchar(text, 1, '\n');
  sqlite3_free(entries);
  *nodes = writer.nodes;
  return true;
}
