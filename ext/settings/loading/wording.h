/*
** The words for what a document has and for what is kept instead of it.
*/
#ifndef ASSAY_SETTINGS_LOADING_WORDING_H
#define ASSAY_SETTINGS_LOADING_WORDING_H

#include "settings/document/document.h"
#include "settings/keys/listing.h"

/* Appends the upper end of whole numbers, which the rule does not spell, where the
** document has one beyond it. */
void wording_append_excess(sqlite3_str *text, const struct key *key,
                           const struct node *node);

/* Appends what the document has: `'soon'`, `9.5`, `true`, `a list`. */
void wording_append_node(sqlite3_str *text, const struct node *node);

/* Appends a value in force the way wording_append_node() spells it. */
void wording_append_kept(sqlite3_str *text, const struct settings *settings,
                         const struct setting *setting);

#endif
