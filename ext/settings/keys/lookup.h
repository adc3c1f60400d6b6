/*
** A setting by its path, as the listing of the settings spells it.
*/
#ifndef ASSAY_SETTINGS_KEYS_LOOKUP_H
#define ASSAY_SETTINGS_KEYS_LOOKUP_H

#include "settings/arena.h"
#include "settings/keys/listing.h"

/* The setting of that path, a C string.  False if there is none, and when out of memory,
** which shows in the arena.  O(settings). */
bool lookup_setting(struct arena *arena, const struct settings *settings,
                    const char *path, struct setting *setting);

/* The path that was probably meant by an unknown one: the same path with the nearest
** known name (suggest.h) in place of its first unknown name.  For a path of one name it
** may also be the path that ends so, as `patience` does.  For a path that is too long or
** too short it is a setting on its way.  It belongs to the arena; NULL if nothing is
** near, and when out of memory. */
const char *lookup_nearest(struct arena *arena, const struct settings *settings,
                           const char *path);

#endif
