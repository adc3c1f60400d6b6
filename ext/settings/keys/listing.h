/*
** The settings one by one.  A setting is a row of the key table together with names for
** the wildcards in its path.
**
** The functions serve the table assay_settings, the digest and the count of changes.
*/
#ifndef ASSAY_SETTINGS_KEYS_LISTING_H
#define ASSAY_SETTINGS_KEYS_LISTING_H

#include "base/value.h"
#include "settings/digest.h"
#include "settings/keys/lists.h"

struct setting {
  const struct key *key;
  size_t owner; /* the index of the scorer that owns the list (lists.h), or 0 */
  size_t item;  /* index in the key's list */
};

size_t listing_count(const struct settings *settings);

/* Returns the setting with this number, which must be less than listing_count(). */
struct setting listing_at(const struct settings *settings, size_t number);

/* Returns a pointer to the setting's value, of the key's type. */
const void *listing_value(const struct settings *settings, const struct setting *setting);

/* Sets `*built_in` to the same setting of the built-in settings.  Returns false if the
** built-in settings have no item of this name. */
bool listing_built_in(const struct settings *settings, const struct setting *setting,
                      struct setting *built_in);

/* Appends the setting's path, with names in place of wildcards.  A name is put
** in quotes unless it consists of letters, digits, `_` and `-`.  So a point in a name
** separates nothing, and two settings never have the same path. */
void listing_append_path(const struct settings *settings, const struct setting *setting,
                         sqlite3_str *text);

/* Reads the value as an SQL value.  Its text is not copied.  Returns false for a list. */
bool listing_read(const struct settings *settings, const struct setting *setting,
                  struct value *value);

/* Appends the value as JSON. */
void listing_append_value(const struct settings *settings, const struct setting *setting,
                          sqlite3_str *text);

/* Sets `names` to the names for the wildcards in a setting's path; does not copy them.
** A name without a wildcard is empty. */
void listing_names_of(const struct settings *settings, const struct setting *setting,
                      struct segment names[2]);

/* Appends a key's path with `names` in place of its wildcards.  If `last` is 0, the
** path ends after its first wildcard; if 1, after its second; if 2, it is complete. */
void listing_append_names(sqlite3_str *to, const struct key *key,
                          const struct segment names[2], int last);

/* Appends one segment of a path, in quotes if listing_append_path() would use them. */
void listing_append_segment(sqlite3_str *to, const char *text, size_t length);

/* Makes a line `path=value` for each setting; sorts the lines by bytes.  Equal settings
** have equal lines, whatever the order of their lists.  `*lines` belongs to the arena.
** Returns false when out of memory. */
bool listing_lines(struct arena *arena, const struct settings *settings,
                   const char *const **lines, size_t *count);

/* The epoch counts how often assay's answers have changed.  A new version of assay raises
** the epoch if it changes a built-in default or the answer of a rule, and only then.  If
** a result is stored with an earlier epoch, today's answer can differ from it. */
#define SETTINGS_EPOCH "3"

/* The size of the text EPOCH:DIGEST and its final 0. */
#define LISTING_DIGEST_SIZE (sizeof SETTINGS_EPOCH ":" - 1 + DIGEST_TEXT_SIZE)

/* Writes the epoch, a colon, and the digest of the settings that differ from the built-in
** settings.  The digest covers only settings whose paths begin with `prefix` (prefix.h);
** "" covers all.  Two digests are equal only if the prefixes and the covered settings are
** equal.  Digests stay the same when a new version adds a key whose default changes no
** answer.  Returns false when out of memory. */
bool listing_digest(const struct settings *settings, const char *prefix,
                    char text[LISTING_DIGEST_SIZE]);

#endif
