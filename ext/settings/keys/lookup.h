/*
** Finds a setting by its path, in the form that listing_append_path() writes.
*/
#ifndef ASSAY_SETTINGS_KEYS_LOOKUP_H
#define ASSAY_SETTINGS_KEYS_LOOKUP_H

#include "settings/arena.h"
#include "settings/keys/listing.h"

/* Finds the setting that has this path, in O(settings).  Returns false if
** there is none.  When out of memory, returns false and sets `arena->failed`. */
bool lookup_setting(struct arena *arena, const struct settings *settings,
                    const char *path, struct setting *setting);

/* Guesses the path that the user meant by the unknown `path`.  The guess replaces the
** first unknown name by the nearest known name (suggest.h).  If `path` is one name, such
** as `patience`, the guess can be a path that ends with a similar name.  If `path` has
** only known names, but too many or too few, the guess is a setting's path that begins
** with the same names as `path`.  The guess belongs to the arena.
** Returns NULL if there is no guess, and when out of memory. */
const char *lookup_nearest(struct arena *arena, const struct settings *settings,
                           const char *path);

#endif
