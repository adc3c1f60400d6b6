/*
** Tiers in SQL.  A tier is a class of scores.  A floor is the least score of a tier.
**
**   tier_of(score [, dimension])          tier_rank(tier)
**   tier_of(score, elite, high, medium)   tier_meets(tier, minimum)
**   high_floor([difficulty [, dimension]])
**
** A score equal to a floor belongs to the floor's tier.  The tier of a score that is
** missing or outside 0..1 is NULL.  The dimension `recency_days` is an exception: its
** score is a number of days >= 0.
**
** An unknown tier name is an error; a NULL tier is missing and meets no minimum.  An
** unknown difficulty is an error; NULL means 'normal'.  Source: ADR-007 section 4.1.
*/
#include "core/research/tier.h"

#include "bind/argument.h"
#include "functions/modules.h"

static void tier_result(sqlite3_context *context, enum tier tier) {
  if (tier == TIER_NONE) return; /* NULL */
  sqlite3_result_text(context, tier_names[tier], -1, SQLITE_STATIC);
}

static void tier_default(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const struct settings *settings = settings_of(context);
  tier_result(context, tier_classify(argument_score(argv[0]),
                                     &settings->deep_research.default_floors));
}

/* Returns the floors of the dimension that argv[1] names.  Returns NULL and sets the
** error when out of memory. */
static const struct tier_floors *tier_floors_argument(sqlite3_context *context,
                                                      sqlite3_value **argv) {
  const struct tier_floors *floors = auxdata_find(context, 1);
  if (floors != NULL) return floors;
  struct text dimension;
  if (!argument_optional_text(context, argv[1], &dimension)) return NULL;
  floors = tier_floors_of(settings_of(context), dimension.bytes, dimension.length);
  auxdata_borrow(context, 1, floors);
  return floors;
}

static void tier_by_dimension(sqlite3_context *context, int argc, sqlite3_value **argv) {
  const struct settings *settings = settings_of(context);
  const struct tier_floors *floors = tier_floors_argument(context, argv);
  if (floors == NULL) return;
  double score = tier_score(settings, floors, argument_number(argv[0]));
  tier_result(context, tier_classify(score, floors));
}

static bool tier_read_floors(sqlite3_context *context, sqlite3_value **argv,
                             struct tier_floors *floors) {
  const double numbers[] = {argument_number(argv[1]), argument_number(argv[2]),
                            argument_number(argv[3])};
  *floors = (struct tier_floors){numbers[0], numbers[1], numbers[2]};
  if (tier_floors_valid(floors)) {
    auxdata_keep_numbers(context, 1, 3, numbers);
    return true;
  }
  argument_error(context, argv[1 + tier_floors_fault(floors)],
                 "floors must be finite numbers with elite >= high >= medium");
  return false;
}

static void tier_explicit(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct tier_floors floors;
  const double *kept = auxdata_numbers(context, 1);
  if (kept != NULL) {
    floors = (struct tier_floors){kept[0], kept[1], kept[2]};
  } else if (!tier_read_floors(context, argv, &floors)) {
    return;
  }
  tier_result(context, tier_classify(argument_score(argv[0]), &floors));
}

/* For NULL, argument_name() returns TIER_COUNT, which is no tier: the result is NULL. */
static void tier_rank(sqlite3_context *context, int argc, sqlite3_value **argv) {
  int tier =
      argument_name(context, argv[0], "tier", tier_names, TIER_COUNT, (int)TIER_COUNT);
  if (tier >= 0 && tier < TIER_COUNT) sqlite3_result_int(context, tier);
}

static void tier_meets(sqlite3_context *context, int argc, sqlite3_value **argv) {
  int tier =
      argument_name(context, argv[0], "tier", tier_names, TIER_COUNT, (int)TIER_COUNT);
  if (tier < 0) return;
  int minimum = argument_constant_name(context, argv, 1, "minimum", tier_names,
                                       TIER_COUNT, (int)TIER_COUNT);
  if (minimum < 0) return;
  sqlite3_result_int(context,
                     tier < TIER_COUNT && minimum < TIER_COUNT && tier >= minimum);
}

static void tier_high_floor_call(sqlite3_context *context, int argc,
                                 sqlite3_value **argv) {
  const struct settings *settings = settings_of(context);
  const struct tier_floors *floors = &settings->deep_research.default_floors;
  int difficulty = DIFFICULTY_NORMAL;
  if (argc > 0) {
    difficulty = argument_constant_name(context, argv, 0, "difficulty", difficulty_names,
                                        DIFFICULTY_COUNT, DIFFICULTY_NORMAL);
    if (difficulty < 0) return;
  }
  if (argc > 1) {
    floors = tier_floors_argument(context, argv);
    if (floors == NULL) return;
  }
  sqlite3_result_double(context,
                        tier_high_floor(settings, floors, (enum difficulty)difficulty));
}

static const struct sql_function functions[] = {
    {"tier_of", 1, PURE, SCALAR(tier_default), "tier_of(score)",
     "'Elite', 'High', 'Medium' or 'Low' under the default floors .90, .75, .50",
     "tier_of(0.75)", "High"},
    {"tier_of", 2, PURE, SCALAR(tier_by_dimension), "tier_of(score, dimension)",
     "The tier under the dimension's floors; "
     "'recency_days' takes days instead of a score",
     "tier_of(0.74, 'verification')", "Medium"},
    {"tier_of", 4, PURE, SCALAR(tier_explicit), "tier_of(score, elite, high, medium)",
     "The tier under floors of your own", "tier_of(0.8, 0.95, 0.8, 0.6)", "High"},
    {"tier_rank", 1, PURE, SCALAR(tier_rank), "tier_rank(tier)",
     "Elite 3, High 2, Medium 1, Low 0", "tier_rank('High')", "2"},
    {"tier_meets", 2, PURE, SCALAR(tier_meets), "tier_meets(tier, minimum)",
     "1 if the tier is the minimum or better, else 0; a NULL tier meets nothing",
     "tier_meets('Medium', 'High')", "0"},
    {"high_floor", 0, PURE, SCALAR(tier_high_floor_call), "high_floor()",
     "The High floor", "high_floor()", "0.75"},
    {"high_floor", 1, PURE, SCALAR(tier_high_floor_call), "high_floor(difficulty)",
     "The High floor for 'easy', 'normal' or 'hard' questions", "high_floor('hard')",
     "0.7"},
    {"high_floor", 2, PURE, SCALAR(tier_high_floor_call),
     "high_floor(difficulty, dimension)", "The same under the floors of one dimension",
     "high_floor('easy', 'verification')", "0.8"},
};

const struct sql_module tier_module = {"tier", "Tiers", "how good is a score", functions,
                                       COUNT_OF(functions)};
