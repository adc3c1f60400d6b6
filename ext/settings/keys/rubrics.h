/*
** Rubrics among the settings: what a document says of them, merged, and what the rules
** read of it.
**
** The settings have all parts of all rubrics in three lists, sorted by rubric and name in
** any ASCII case, which list and digest them like any others.
*/
#ifndef ASSAY_SETTINGS_KEYS_RUBRICS_H
#define ASSAY_SETTINGS_KEYS_RUBRICS_H

#include "settings/arena.h"
#include "core/settings.h"

/* A copy of all settings that belongs to the arena.  False when out of memory. */
bool settings_copy(struct arena *arena, const struct settings *from, struct settings *to);

/* Makes `settings->rubrics.rubrics` of the three lists, which belong to the arena.  False
** when out of memory. */
bool rubrics_index(struct arena *arena, struct settings *settings);

/* What elite or medium is where no document states it: the default one, moved as far as
** the order elite >= high >= medium needs. */
void rubrics_follow(struct rubric_score *score, const struct tier_floors *default_floors);

#endif
