/*
** Settings as a YAML document: what loader.c reads, written.
**
** The document states every setting, also those that are built in, so that it gives the
** same settings wherever it is loaded first.  Keys are sorted by their bytes: equal
** settings have one document, whatever order their lists are in.
*/
#ifndef ASSAY_SETTINGS_YAML_H
#define ASSAY_SETTINGS_YAML_H

#include "settings/arena.h"
#include "core/settings.h"

/* Appends the document and counts its nodes, as document.h limits them.  False when out
** of memory; that of `text` shows in it. */
bool yaml_append_settings(sqlite3_str *text, const struct settings *settings,
                          size_t *nodes);

#endif
