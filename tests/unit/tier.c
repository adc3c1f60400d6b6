/* Tests tiers: the matrix of ADR-007 section 4.1, its boundaries, and missing scores. */
#include "../tap.h"

#include <string.h>

#include "core/research/tier.h"

static const struct tier_floors *floors_of(const char *dimension) {
  return tier_floors_of(&settings_defaults, dimension, strlen(dimension));
}

static const struct {
  double score;
  enum tier tier;
} matrix[] = {
    {1.0, TIER_ELITE},
    {0.90, TIER_ELITE},
    {0.8999999999999999, TIER_HIGH},
    {0.75, TIER_HIGH},
    {0.7499999999999999, TIER_MEDIUM},
    {0.50, TIER_MEDIUM},
    {0.4999999999999999, TIER_LOW},
    {0.0, TIER_LOW},
    {MISSING, TIER_NONE},
};

static void test_matrix(void) {
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    const char *name = dimension_names[d];
    for (int i = 0; i < COUNT_OF(matrix); i++) {
      tap_is_int(tier_classify(matrix[i].score, floors_of(name)), matrix[i].tier,
                 "%s %.17g", name, matrix[i].score);
    }
  }
}

/* ADR-007 gives the recency column in days: 90, 60, 30. */
static void test_days(void) {
  const struct tier_floors *floors = floors_of("Recency_Days");
  tap_ok(floors == &settings_defaults.deep_research.recency_days, "days have own floors");
  tap_is_int(tier_classify(90, floors), TIER_ELITE, "90 days");
  tap_is_int(tier_classify(60, floors), TIER_HIGH, "60 days");
  tap_is_int(tier_classify(30, floors), TIER_MEDIUM, "30 days");
  tap_is_int(tier_classify(29.9, floors), TIER_LOW, "29.9 days");
  tap_is_int(tier_classify(1e9, floors), TIER_ELITE, "no upper bound");
  tap_ok(tier_counts_days("RECENCY_DAYS", 12), "in any case");
  tap_ok(!tier_counts_days("recency", 7), "the dimension itself counts no days");
}

/* With floors in days, any number >= 0 is a score.  With other floors, only numbers in
** 0..1 are scores. */
static void test_greatest(void) {
  const struct settings *settings = &settings_defaults;
  const struct tier_floors *days = floors_of("recency_days");
  const struct tier_floors *scores = floors_of("recency");
  tap_is_real(tier_greatest(settings, days), INFINITY, 0, "days have no greatest one");
  tap_is_real(tier_greatest(settings, scores), 1, 0, "scores have");
  tap_is_real(tier_score(settings, days, 400.5), 400.5, 0, "days");
  tap_is_real(tier_score(settings, days, 0), 0, 0, "no day");
  tap_is_real(tier_score(settings, days, -0.5), MISSING, 0, "there are none below 0");
  tap_is_real(tier_score(settings, scores, 1), 1, 0, "the greatest score");
  tap_is_real(tier_score(settings, scores, 0), 0, 0, "the least one");
  tap_is_real(tier_score(settings, scores, nextafter(1, 2)), MISSING, 0, "1 and more");
  tap_is_real(tier_score(settings, scores, -0.5), MISSING, 0, "a score below 0");
  tap_is_real(tier_score(settings, scores, MISSING), MISSING, 0, "a missing one");
  tap_is_real(tier_score(settings, days, MISSING), MISSING, 0, "missing days");
}

static void test_names(void) {
  const char *const names[] = {"Low", "Medium", "High", "Elite"};
  for (int tier = 0; tier < TIER_COUNT; tier++)
    tap_is_text(tier_names[tier], names[tier], "tier %d", tier);
}

static void test_dimensions(void) {
  tap_is_int(dimension_find("coverage", 8), DIMENSION_COVERAGE, "coverage");
  tap_is_int(dimension_find("SOURCE_quality", 14), DIMENSION_SOURCE_QUALITY, "any case");
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    tap_ok(floors_of(dimension_names[d]) == &settings_defaults.deep_research.floors[d],
           "%s has its own floors", dimension_names[d]);
  }
  tap_is_int(dimension_find("recency_days", 12), -1, "days are no dimension");
  tap_ok(floors_of("novelty") == &settings_defaults.deep_research.default_floors,
         "an unknown dimension has the default floors");
  tap_ok(tier_floors_of(&settings_defaults, NULL, 0) ==
             &settings_defaults.deep_research.default_floors,
         "so has none");
}

static void test_faults(void) {
  const struct {
    struct tier_floors floors;
    int fault;
  } cases[] = {
      {{0.9, 0.75, 0.5}, -1},
      {{0.5, 0.5, 0.5}, -1},
      {{0.7, 0.75, 0.5}, 1},
      {{0.9, 0.4, 0.5}, 2},
      {{MISSING, 0.75, 0.5}, 0},
      {{0.9, MISSING, 0.5}, 1},
      {{0.9, 0.75, MISSING}, 2},
      {{(double)INFINITY, 0.75, 0.5}, 0},
      {{0.9, 0.75, -(double)INFINITY}, 2},
  };
  for (int i = 0; i < COUNT_OF(cases); i++) {
    const struct tier_floors *floors = &cases[i].floors;
    tap_is_int(tier_floors_fault(floors), cases[i].fault, "floors %g, %g, %g",
               floors->elite, floors->high, floors->medium);
    tap_is_int(tier_floors_valid(floors), cases[i].fault < 0, "are valid without one");
  }
}

/* A floor plus an offset is rounded to twelve decimals, because .7 + .1 in doubles is not
** .8. */
static void test_moved(void) {
  static const struct {
    double high, offset, want;
  } cases[] = {{0.75, 0.05, 0.8},
               {0.75, -0.05, 0.7},
               {0.7, 0.1, 0.8},
               {0.750000000001, 0, 0.750000000001},
               {0.7500000000003, 0, 0.75},
               {0.7500000000007, 0, 0.750000000001},
               {0.75, 0.5, 0.95},  /* limited to Elite */
               {0.75, -0.5, 0.5}}; /* and to Medium */
  for (int i = 0; i < COUNT_OF(cases); i++) {
    struct settings settings = settings_defaults;
    settings.deep_research.default_floors =
        (struct tier_floors){.elite = 0.95, .high = cases[i].high, .medium = 0.5};
    settings.deep_research.difficulty_offset[DIFFICULTY_HARD] = cases[i].offset;
    tap_is_real(tier_high_floor(&settings, &settings.deep_research.default_floors,
                                DIFFICULTY_HARD),
                cases[i].want, 0, "%.13g moved by %g", cases[i].high, cases[i].offset);
  }
}

int main(void) {
  test_matrix();
  test_days();
  test_greatest();
  test_names();
  test_dimensions();
  test_faults();
  test_moved();
  return tap_done();
}
