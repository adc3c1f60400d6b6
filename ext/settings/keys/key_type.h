/*
** The types of keys: what a type accepts of a document, how its values are stored, and
** how they are spelt.
**
** Whatever depends on the type of a key is here.  A new type is a member of enum key_type
** and a case in each function, which the compiler asks for.
*/
#ifndef ASSAY_SETTINGS_KEYS_KEY_TYPE_H
#define ASSAY_SETTINGS_KEYS_KEY_TYPE_H

#include "base/value.h"
#include "settings/document/document.h"
#include "settings/keys/lists.h"

/* In all of these `slot` is the place of the value, of the C type that enum key_type
** names; `settings` know the names that a value may be. */

/* Can the key have the value that the document has? */
bool key_type_accepts(const struct key *key, const struct settings *settings,
                      const struct node *node);

/* Writes an accepted value, its texts copied to the arena.  False: out of memory. */
bool key_type_write(struct arena *arena, const struct key *key,
                    const struct settings *settings, const struct node *node, void *slot);

/* Appends what the key accepts: `a whole number of days > 0`, `true or false`. */
void key_type_append_rule(sqlite3_str *text, const struct key *key,
                          const struct settings *settings);

/* Reads the value as SQL sees it, its bytes borrowed.  False if SQL sees JSON. */
bool key_type_read(const struct key *key, const struct settings *settings,
                   const void *slot, struct value *value);

/* Appends the value as JSON: numbers in the shortest form that reads back to the same
** double, true or false, texts in quotes, lists in brackets, null. */
void key_type_append_json(sqlite3_str *text, const struct key *key,
                          const struct settings *settings, const void *slot);

/* Appends a text in JSON's quotes. */
void key_type_append_quoted(sqlite3_str *to, const char *text, size_t length);

#endif
