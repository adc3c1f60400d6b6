/*
** "Did you mean ...?": finds the name nearest to a misspelt name.
*/
#ifndef ASSAY_SETTINGS_KEYS_SUGGEST_H
#define ASSAY_SETTINGS_KEYS_SUGGEST_H

#include "settings/keys/keys.h"

/* The nearest name so far.  Before the first call of suggest() all members except
** `misspelt` must be zero. */
struct suggestion {
  struct segment misspelt;
  struct segment name; /* NULL and 0 if no name is near */
  size_t distance;
};

/* Considers one more name.  A name is near if the number of edits (base/edits.h) is at
** most a third of the longer name's length, rounded up.  Of equally near names the first
** is kept. */
void suggest(struct suggestion *suggestion, const char *name, size_t length);

#endif
