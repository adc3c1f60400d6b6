/*
** Writes settings as a YAML document, which loader.c can read.
**
** The document states every setting, even one with its built-in value.  So the document
** gives the same settings on every connection that has loaded nothing else.  Keys are
** sorted by bytes, so equal settings give equal documents, whatever the order of their
** lists.
*/
#ifndef ASSAY_SETTINGS_YAML_H
#define ASSAY_SETTINGS_YAML_H

#include "settings/arena.h"
#include "core/settings.h"

/* Appends the document.  Sets `*nodes` to its number of nodes, which document.h limits.
** Returns false when out of memory; the caller must also check `text` for an error. */
bool yaml_append_settings(sqlite3_str *text, const struct settings *settings,
                          size_t *nodes);

#endif
