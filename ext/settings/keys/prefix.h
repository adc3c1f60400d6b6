/*
** Prefixes of the settings' paths: `evaluation.deep_research` covers every setting whose
** path begins with these names.
**
** A prefix has complete segments.  A name has quotes if it has quotes in the path.
*/
#ifndef ASSAY_SETTINGS_KEYS_PREFIX_H
#define ASSAY_SETTINGS_KEYS_PREFIX_H

#include <stdbool.h>
#include <stddef.h>

/* The length of a path's first segment.  Points inside quotes do not end it. */
size_t prefix_segment(const char *prefix);

/* Returns true if the path of some key can begin with the prefix; "" begins every path.
** For an open list any name is possible, because a document may add it. */
bool prefix_is_known(const char *prefix);

/* Does the path equal the prefix, or continue it? */
bool prefix_covers(const char *prefix, const char *path);

#endif
