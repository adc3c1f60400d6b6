/* The names of choices in the settings: see settings.h. */
#include "core/settings.h"

const char *const dimension_names[DIMENSION_COUNT] = {DIMENSION_NAMES};

const char *const scoring_engine_names[2] = {"multidimensional", "legacy"};

const char *const difficulty_names[DIFFICULTY_COUNT] = {"easy", "normal", "hard"};

const char *const penalty_mode_names[PENALTY_MODE_COUNT] = {"graduated", "binary", "off"};

const char *const phase_names[PHASE_COUNT] = {"exploratory", "focused", "closing"};
