/*
** Rewrites JSON's surrogate pairs for a YAML parser.
**
** JSON escapes a character beyond U+FFFF in two halves, "\ud83d\ude00".  YAML has no such
** escapes, and libyaml refuses them.  Here a pair becomes YAML's "\U0001f600".  That is
** shorter, so blanks are added after the closing quote: all lines, and the columns of all
** tokens, stay unchanged.
**
** Only JSON is rewritten, because there quotes have one meaning.  YAML text (scalars
** without quotes or in single quotes, comments, blocks), and a string with an unpaired
** surrogate, stay unchanged, and libyaml refuses the escape.
*/
#ifndef ASSAY_SETTINGS_DOCUMENT_SURROGATES_H
#define ASSAY_SETTINGS_DOCUMENT_SURROGATES_H

#include "settings/arena.h"

/* Returns the text to parse, of the same length: `text` itself, or a copy in the arena.
** Returns NULL when out of memory. */
const char *surrogates_join(struct arena *arena, const char *text, size_t length);

#endif
