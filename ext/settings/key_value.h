/*
** From a scalar or a list in a document to the value of a key, and the words for both.
*/
#ifndef ASSAY_SETTINGS_KEY_VALUE_H
#define ASSAY_SETTINGS_KEY_VALUE_H

#include "document.h"
#include "setting.h"

/* Can the key have that value?  `settings` know the names that a value may be. */
bool key_value_accepts(const struct key *key, const struct settings *settings,
                       const struct node *node);

/* Writes an accepted value to where it belongs, its texts copied to the arena.  False
** when out of memory. */
bool key_value_write(struct arena *arena, const struct key *key,
                     const struct settings *settings, const struct node *node,
                     void *slot);

/* Appends what the key accepts: `a whole number of days > 0`, `true or false`. */
void key_value_append_rule(sqlite3_str *text, const struct key *key,
                           const struct settings *settings);

/* Appends the upper end of whole numbers, which the rule does not spell, where the
** document has one beyond it. */
void key_value_append_excess(sqlite3_str *text, const struct key *key,
                             const struct node *node);

/* Appends what the document has: `'soon'`, `9.5`, `true`, `a list`. */
void key_value_append_node(sqlite3_str *text, const struct node *node);

/* Appends a value in force the way key_value_append_node() spells it. */
void key_value_append_kept(sqlite3_str *text, const struct settings *settings,
                           const struct setting *setting);

#endif
