/*
** Rubrics (users' own gates) among the settings.  The settings hold each rubric twice: as
** the parts that documents state (scores, conditions, vetoes), and in the form that the
** rules read.
**
** Four lists in the settings hold all parts of all rubrics, sorted by rubric and name;
** ASCII case does not matter.  The listing and the digest treat these lists like other
** lists.
*/
#ifndef ASSAY_SETTINGS_KEYS_RUBRICS_H
#define ASSAY_SETTINGS_KEYS_RUBRICS_H

#include "settings/keys/keys.h"
#include "settings/arena.h"

/* Copies all settings into the arena.  Returns false when out of memory. */
bool settings_copy(struct arena *arena, const struct settings *from, struct settings *to);

/* The four lists of rubric parts have the order of enum key_list. */
#define RUBRIC_PARTS 4

static inline enum key_list rubrics_list(int part) {
  return (enum key_list)(LIST_RUBRIC_SCORES + part);
}

/* For a loop over all rubrics: `next` has the index of each list's next item. */
struct rubrics_walk {
  size_t next[RUBRIC_PARTS];
};

/* Returns the rubric's items in one of the lists, and sets `*count` to their number.
** Moves `walk` past these items. */
const void *rubrics_run(const struct settings *settings, struct rubrics_walk *walk,
                        int part, const char *rubric, int *count);

/* Makes `settings->rubrics.rubrics` from the four lists, which must belong to the
** arena.  Returns false when out of memory. */
bool rubrics_index(struct arena *arena, struct settings *settings);

/* Sets the floors elite and medium if no document states them.  Elite becomes the default
** floor or `high`, whichever is greater.  Medium becomes the default floor or `high`,
** whichever is less. */
void rubrics_follow(struct rubric_score *score, const struct tier_floors *default_floors);

#endif
