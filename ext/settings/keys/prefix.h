/*
** Prefixes of the settings' paths: `evaluation.deep_research` covers every setting whose
** path begins with these two names.
**
** A prefix consists of complete segments.  Quotes around a name are part of the prefix.
*/
#ifndef ASSAY_SETTINGS_KEYS_PREFIX_H
#define ASSAY_SETTINGS_KEYS_PREFIX_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the length of the first segment.  Points in quotes do not end a segment. */
size_t prefix_segment(const char *prefix);

/* Returns true if the path of some key can begin with the prefix; every path begins with
** "".  If documents can add names to a list, its wildcard matches any name. */
bool prefix_is_known(const char *prefix);

/* Returns true if the path's first segments are the prefix. */
bool prefix_covers(const char *prefix, const char *path);

#endif
