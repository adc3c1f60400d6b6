/*
** The types of keys: which values a type accepts, how it stores them, and how it writes
** them as text.
**
** All code that depends on a key's type is here.  For a new type, add a member to enum
** key_type and a case to each function; the compiler warns if a case is missing.
*/
#ifndef ASSAY_SETTINGS_KEYS_KEY_TYPE_H
#define ASSAY_SETTINGS_KEYS_KEY_TYPE_H

#include "base/value.h"
#include "settings/document/document.h"
#include "settings/keys/lists.h"

/* In all these functions `slot` points to the value, which has the C type that enum
** key_type names.  If a value is a name, `settings` has the names that are allowed. */

/* Returns true if the key can have the value of this node. */
bool key_type_accepts(const struct key *key, const struct settings *settings,
                      const struct node *node);

/* Stores an accepted value in the slot, with copies of its texts.  Returns false when out
** of memory. */
bool key_type_write(struct arena *arena, const struct key *key,
                    const struct settings *settings, const struct node *node, void *slot);

/* Appends a phrase: what the key accepts, as in `a whole number > 0`, `true or false`. */
void key_type_append_rule(sqlite3_str *text, const struct key *key,
                          const struct settings *settings);

/* Reads the value as an SQL value with borrowed bytes.  Returns false for a list, which
** SQL gets as JSON. */
bool key_type_read(const struct key *key, const struct settings *settings,
                   const void *slot, struct value *value);

/* Appends the value as JSON.  A number has the shortest form that reads back to the same
** double. */
void key_type_append_json(sqlite3_str *text, const struct key *key,
                          const struct settings *settings, const void *slot);

/* Appends a text in JSON's quotes. */
void key_type_append_quoted(sqlite3_str *to, const char *text, size_t length);

#endif
