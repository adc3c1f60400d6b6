/*
** Prefixes of the settings' paths: `evaluation.deep_research` covers every setting whose
** path begins with these names.
**
** A prefix consists of complete segments.  A name that is in quotes in the path is in
** quotes here, too.
*/
#ifndef ASSAY_SETTINGS_KEYS_PREFIX_H
#define ASSAY_SETTINGS_KEYS_PREFIX_H

#include <stdbool.h>
#include <stddef.h>

/* The length of a path's first segment, which ends before a point that is not in
** quotes. */
size_t prefix_segment(const char *prefix);

/* Returns true if the path of some key can begin with the prefix; "" begins every path.
** For an open list any name is possible, because a document may add it. */
bool prefix_is_known(const char *prefix);

/* Does the path equal the prefix, or continue it? */
bool prefix_covers(const char *prefix, const char *path);

#endif
