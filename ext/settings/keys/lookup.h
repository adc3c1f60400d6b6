/*
** Finds a setting by its path, in the form that listing_append_path() writes.
*/
#ifndef ASSAY_SETTINGS_KEYS_LOOKUP_H
#define ASSAY_SETTINGS_KEYS_LOOKUP_H

#include "settings/arena.h"
#include "settings/keys/listing.h"

/* Finds the setting that has this path (a C string), in O(settings).  Returns false if
** there is none.  When out of memory, returns false and sets `arena->failed`. */
bool lookup_setting(struct arena *arena, const struct settings *settings,
                    const char *path, struct setting *setting);

/* Guesses the path that the user meant by an unknown path.  The guess is the same path
** with the nearest known name (suggest.h) in place of the first unknown name.  If the
** unknown path is one name, such as `patience`, the guess can be a path whose last name
** is nearest to this name.  If a path has too many or too few names, the guess is a
** setting whose path begins with the same names.  The guess belongs to the arena.
** Returns NULL if there is no guess, and when out of memory. */
const char *lookup_nearest(struct arena *arena, const struct settings *settings,
                           const char *path);

#endif
