/*
** The types of keys, as a table: what a type accepts of a document, how its values are
** stored, and how they are spelt.
**
** Whatever depends on the type of a key calls this table.  A new type is a member of enum
** key_type and a row here.
*/
#ifndef ASSAY_SETTINGS_KEYS_KEY_TYPE_H
#define ASSAY_SETTINGS_KEYS_KEY_TYPE_H

#include "base/value.h"
#include "settings/document/document.h"
#include "settings/keys/lists.h"

/* `slot` is where the value stands, of the C type that enum key_type names; `settings`
** know the names that a value may be. */
struct key_type_calls {
  /* Can the key have the value that the document has? */
  bool (*accepts)(const struct key *key, const struct settings *settings,
                  const struct node *node);
  /* Writes an accepted value, its texts copied to the arena.  False: out of memory. */
  bool (*write)(struct arena *arena, const struct key *key,
                const struct settings *settings, const struct node *node, void *slot);
  /* Appends what the key accepts: `a whole number of days > 0`, `true or false`. */
  void (*append_rule)(sqlite3_str *text, const struct key *key,
                      const struct settings *settings);
  /* The value as SQL sees it, its bytes borrowed; NULL for a type that is JSON there. */
  struct value (*read)(const struct key *key, const struct settings *settings,
                       const void *slot);
  /* Appends the value as JSON; NULL where that is what `read` gives, in JSON. */
  void (*append_json)(sqlite3_str *text, const void *slot);
};

extern const struct key_type_calls key_types[];

/* Appends the value at `slot` as JSON: numbers in the shortest form that reads back to
** the same double, true or false, texts in quotes, lists in brackets, null. */
void key_type_append_json(sqlite3_str *text, const struct key *key,
                          const struct settings *settings, const void *slot);

/* Appends a text in JSON's quotes. */
void key_type_append_quoted(sqlite3_str *to, const char *text, size_t length);

#endif
