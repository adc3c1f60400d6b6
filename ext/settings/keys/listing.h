/*
** The settings one by one, each a row of the key table with the names that its wildcards
** stand for.
**
** Settings can be counted, reached by number, spelt as `path` and `value`, and compared:
** that is all that their listing, their digest and the count of changes need.
*/
#ifndef ASSAY_SETTINGS_KEYS_LISTING_H
#define ASSAY_SETTINGS_KEYS_LISTING_H

#include "base/value.h"
#include "settings/digest.h"
#include "settings/keys/lists.h"

struct setting {
  const struct key *key;
  size_t owner; /* item of the outer list where the path has two wildcards, else 0 */
  size_t item;  /* item of the key's list */
};

size_t listing_count(const struct settings *settings);

/* The setting of that number; `number` is below the count. */
struct setting listing_at(const struct settings *settings, size_t number);

/* Where its value stands, of the type that the key says. */
const void *listing_value(const struct settings *settings, const struct setting *setting);

/* The same setting among the built-in ones; false where they have none of that name. */
bool listing_built_in(const struct settings *settings, const struct setting *setting,
                      struct setting *built_in);

/* Appends the path with its names.  A name with anything but letters, digits, `_` and `-`
** is in quotes, so that no two settings have one path. */
void listing_append_path(const struct settings *settings, const struct setting *setting,
                         sqlite3_str *text);

/* Reads the value as SQL sees it, its bytes borrowed.  False if SQL sees JSON. */
bool listing_read(const struct settings *settings, const struct setting *setting,
                  struct value *value);

/* Appends the value as JSON: numbers in the shortest form that reads back to the same
** double, true or false, texts in quotes, lists in brackets, null. */
void listing_append_value(const struct settings *settings, const struct setting *setting,
                          sqlite3_str *text);

/* What the wildcards of a setting's path stand for, borrowed from the settings; empty
** if it has none. */
void listing_names_of(const struct settings *settings, const struct setting *setting,
                      struct segment names[2]);

/* The same path with these names in place of its wildcards.  It ends with wildcard 0 or 1
** if `last` says so; 2 stands for the whole path. */
void listing_append_names(sqlite3_str *to, const struct key *key,
                          const struct segment names[2], int last);

/* Appends one segment of a path as listing_append_path() does. */
void listing_append_segment(sqlite3_str *to, const char *text, size_t length);

/* The settings as `path=value`, sorted by their bytes: equal for equal settings, in
** whatever order their lists are.  `*lines` belongs to the arena.  False when out of
** memory. */
bool listing_lines(struct arena *arena, const struct settings *settings,
                   const char *const **lines, size_t *count);

/* Raised when a built-in default or the answer of a rule changes, and only then: results
** that were stored with a digest of an earlier epoch may come out otherwise today. */
#define SETTINGS_EPOCH "3"

/* EPOCH:DIGEST with its 0: the sizeof counts the epoch, the colon and one 0. */
#define LISTING_DIGEST_SIZE (sizeof SETTINGS_EPOCH ":" - 1 + DIGEST_TEXT_SIZE)

/* The epoch, a colon, and the digest of what differs from the built-in settings under a
** prefix of their paths (prefix.h), "" for all: equal for equal settings and prefixes,
** and only for them.  A key that is added, with a default under which nothing changes,
** leaves every stored digest as it is.  False when out of memory. */
bool listing_digest(const struct settings *settings, const char *prefix,
                    char text[LISTING_DIGEST_SIZE]);

#endif
