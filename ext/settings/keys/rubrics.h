/*
** Rubrics among the settings: what a document says of them, merged, and what the rules
** read of it.
**
** The settings have all parts of all rubrics in four lists, sorted by rubric and name in
** any ASCII case, which list and digest them like any others.
*/
#ifndef ASSAY_SETTINGS_KEYS_RUBRICS_H
#define ASSAY_SETTINGS_KEYS_RUBRICS_H

#include "settings/keys/keys.h"
#include "settings/arena.h"

/* A copy of all settings that belongs to the arena.  False when out of memory. */
bool settings_copy(struct arena *arena, const struct settings *from, struct settings *to);

/* The lists of parts, in the order of enum key_list. */
#define RUBRIC_PARTS 4

static inline enum key_list rubrics_list(int part) {
  return (enum key_list)(LIST_RUBRIC_SCORES + part);
}

/* The next item of each list, on a walk from rubric to rubric. */
struct rubrics_walk {
  size_t next[RUBRIC_PARTS];
};

/* The items of the rubric in one of the lists, which the walk passes. */
const void *rubrics_run(const struct settings *settings, struct rubrics_walk *walk,
                        int part, const char *rubric, int *count);

/* Makes `settings->rubrics.rubrics` of the four lists, which belong to the arena.  False
** when out of memory. */
bool rubrics_index(struct arena *arena, struct settings *settings);

/* What elite or medium is where no document states it: the default one, moved as far as
** the order elite >= high >= medium needs. */
void rubrics_follow(struct rubric_score *score, const struct tier_floors *default_floors);

#endif
