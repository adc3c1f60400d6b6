/*
** Writes values into messages: a document's value, or the value that a setting keeps.
*/
#ifndef ASSAY_SETTINGS_LOADING_WORDING_H
#define ASSAY_SETTINGS_LOADING_WORDING_H

#include "settings/document/document.h"
#include "settings/keys/listing.h"

/* If the document has a whole number that is too great, appends the upper limit, which
** key_type_append_rule() does not mention. */
void wording_append_excess(sqlite3_str *text, const struct key *key,
                           const struct node *node);

/* Appends the value of a node: `'soon'`, `9.5`, `true`, `a list`. */
void wording_append_node(sqlite3_str *text, const struct node *node);

/* Appends a setting's current value in the form of wording_append_node(). */
void wording_append_kept(sqlite3_str *text, const struct settings *settings,
                         const struct setting *setting);

#endif
