/*
** "Did you mean ...?": the nearest of several names to one that is misspelt.
*/
#ifndef ASSAY_SETTINGS_KEYS_SUGGEST_H
#define ASSAY_SETTINGS_KEYS_SUGGEST_H

#include "settings/keys/keys.h"

/* The best name so far; all zero but `misspelt` to begin with. */
struct suggestion {
  struct segment misspelt;
  struct segment name; /* NULL and 0 if nothing is near */
  size_t distance;
};

/* Takes a name into account.  Near enough is a third of the longer name's length in
** edits (base/edits.h).  The first of
** several equally near ones stays. */
void suggest(struct suggestion *suggestion, const char *name, size_t length);

#endif
