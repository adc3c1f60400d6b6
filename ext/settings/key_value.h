/*
** The words for what a document has and for what is kept instead of it.
*/
#ifndef ASSAY_SETTINGS_KEY_VALUE_H
#define ASSAY_SETTINGS_KEY_VALUE_H

#include "settings/document.h"
#include "settings/setting.h"

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
