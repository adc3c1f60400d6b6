/*
** Rewrites JSON's surrogate pairs for a YAML parser.
**
** JSON escapes a character beyond U+FFFF in two halves, "\ud83d\ude00".  YAML has no such
** escapes, and libyaml refuses them.  So this file replaces a pair by YAML's
** "\U0001f600".  The new escape is shorter, so blanks are added after the closing quote.
** All lines, and the columns of all tokens, stay unchanged.
**
** Only JSON is rewritten.  YAML stays unchanged, because there a double quote can also
** stand in a comment, a block, or a scalar in single quotes or without quotes.  A JSON
** string with an unpaired surrogate stays unchanged, too; libyaml refuses it.
*/
#ifndef ASSAY_SETTINGS_DOCUMENT_SURROGATES_H
#define ASSAY_SETTINGS_DOCUMENT_SURROGATES_H

#include "settings/arena.h"

/* Returns the text to parse, of the same length: `text` itself, or a copy in the arena.
** Returns NULL when out of memory. */
const char *surrogates_join(struct arena *arena, const char *text, size_t length);

#endif
