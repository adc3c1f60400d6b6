/*
** Prefixes of the settings' paths: `evaluation.deep_research` stands for all below it.
**
** A prefix is made of whole segments, names in quotes where paths have them so.
*/
#ifndef ASSAY_SETTINGS_KEYS_PREFIX_H
#define ASSAY_SETTINGS_KEYS_PREFIX_H

#include <stdbool.h>
#include <stddef.h>

/* The length of a path's first segment: up to a point that is not in quotes. */
size_t prefix_segment(const char *prefix);

/* True if some key's path can begin so; "" stands for all.  Lists have whatever names
** documents may give them. */
bool prefix_is_known(const char *prefix);

/* Is the path the prefix, or one below it? */
bool prefix_covers(const char *prefix, const char *path);

#endif
