/*
** Surrogate pairs of JSON, for a parser of YAML.
**
** JSON escapes what lies beyond U+FFFF in two halves, "\ud83d\ude00".  YAML has no such
** escapes, and libyaml refuses them.  Here a pair becomes YAML's "\U0001f600", and as
** many blanks as that is shorter follow the closing quote: all lines, and the columns of
** all tokens, stay as they are.
**
** This is done in JSON only, where quotes have one meaning.  Other text (plain or
** single-quoted scalars, comments, blocks), and a string with an unpaired surrogate, stay
** unchanged, and libyaml refuses the escape.
*/
#ifndef ASSAY_SETTINGS_DOCUMENT_SURROGATES_H
#define ASSAY_SETTINGS_DOCUMENT_SURROGATES_H

#include "settings/arena.h"

/* The text to parse, of the same length: `text` itself or a copy that belongs to the
** arena.  NULL when out of memory. */
const char *surrogates_join(struct arena *arena, const char *text, size_t length);

#endif
