/* Grids of gates (core/research/floor_grid.h), against a look at each gate. */
#include "core/research/floor_grid.h"

#include <math.h>
#include <string.h>

#include "random.h"
#include "tap.h"

#define MOST 7 /* floors of either kind */
#define ROUNDS 9
#define TRIALS 3000

static const double ascending[MOST] = {0, 0.5, 0.5, 0.6, 0.75, 0.9, 1};

static void test_floors(void) {
  struct floors floors = {ascending, MOST}, none = {NULL, 0};
  tap_is_int((int)floors_met(&floors, 0), 1, "0 meets a floor of 0");
  tap_is_int((int)floors_met(&floors, -0.0), 1, "and so does -0.0");
  tap_is_int((int)floors_met(&floors, 0.5), 3, "a floor is inclusive, each equal one");
  tap_is_int((int)floors_met(&floors, nextafter(0.5, 0)), 1, "the double below is not");
  tap_is_int((int)floors_met(&floors, 1), MOST, "1 meets all of them");
  tap_is_int((int)floors_met(&floors, NAN), 0, "what is missing meets none, not even 0");
  tap_is_int((int)floors_met(&none, 1), 0, "there may be none");
}

static int64_t sum_at(const struct gate_corner *corners, size_t count, size_t h,
                      size_t s) {
  int64_t sum = 0;
  for (size_t i = 0; i < count; i++)
    if (corners[i].place.high > h && corners[i].place.sources > s) sum += corners[i].sign;
  return sum;
}

static bool covers(const struct gate_place *rounds, int count, size_t h, size_t s) {
  for (int i = 0; i < count; i++)
    if (rounds[i].high > h && rounds[i].sources > s) return true;
  return false;
}

/* How many gates of a grid are told wrong after a round. */
static int wrong_gains(const struct floor_grid *grid, const struct gate_place *rounds,
                       int count, const struct gate_corner *gained, size_t corners) {
  int wrong = corners > floor_grid_corners(grid);
  for (size_t h = 0; h < grid->high.count; h++) {
    for (size_t s = 0; s < grid->min_sources.count; s++) {
      bool is_new = covers(rounds, count, h, s) && !covers(rounds, count - 1, h, s);
      wrong += sum_at(gained, corners, h, s) != is_new;
    }
  }
  return wrong;
}

/* Rounds join one after the other; their gains, added up, are what the run passes. */
static int wrong_gates(const struct floor_grid *grid) {
  struct gate_place steps[MOST], rounds[ROUNDS];
  struct gate_corner gained[2 * MOST + 4];
  int64_t corners[(MOST + 1) * (MOST + 1)] = {0};
  struct gate_counts counts = {corners, grid->min_sources.count + 1};
  struct staircase staircase = {steps, 0};
  int wrong = 0;
  for (int i = 0; i < ROUNDS; i++) {
    rounds[i] =
        (struct gate_place){(size_t)random_below((int)grid->high.count + 1),
                            (size_t)random_below((int)grid->min_sources.count + 1)};
    size_t count = staircase_join(&staircase, rounds[i], gained);
    wrong += wrong_gains(grid, rounds, i + 1, gained, count);
    wrong += staircase.count > floor_grid_steps(grid);
    for (size_t k = 0; k < count; k++)
      gate_counts_add(&counts, gained[k].place, gained[k].sign);
  }
  gate_counts_settle(&counts, grid);
  for (size_t h = 0; h < grid->high.count; h++)
    for (size_t s = 0; s < grid->min_sources.count; s++)
      wrong +=
          counts.corners[(h + 1) * counts.stride + s + 1] != covers(rounds, ROUNDS, h, s);
  return wrong;
}

static void test_staircases(void) {
  int wrong = 0;
  for (int i = 0; i < TRIALS; i++) {
    struct floor_grid grid = {{ascending, (size_t)(1 + random_below(MOST))},
                              {ascending, (size_t)(1 + random_below(MOST))}};
    wrong += wrong_gates(&grid);
  }
  tap_is_int(wrong, 0, "%d runs gain the gates that their rounds pass", TRIALS);
}

static void test_counts(void) {
  struct floor_grid grid = {{ascending, MOST}, {ascending, MOST}};
  int64_t corners[(MOST + 1) * (MOST + 1)] = {0};
  struct gate_counts counts = {corners, MOST + 1};
  tap_is_int((int)floor_grid_count_size(&grid), (MOST + 1) * (MOST + 1),
             "a corner more than floors in either direction");
  gate_counts_add(&counts, floor_grid_place(&grid, 0.5, 0.9), 3);
  gate_counts_add(&counts, floor_grid_place(&grid, 0.7, NAN), 9);
  gate_counts_settle(&counts, &grid);
  tap_is_int((int)gate_counts_at(&counts, &grid, 0.5, 0.9), 3, "a gate that is passed");
  tap_is_int((int)gate_counts_at(&counts, &grid, 0, 0), 3, "every lower one");
  tap_is_int((int)gate_counts_at(&counts, &grid, 0.6, 0), 0, "not one above");
  tap_is_int((int)gate_counts_at(&counts, &grid, 0, 1), 0, "in either direction");
}

int main(void) {
  random_open();
  test_floors();
  test_staircases();
  test_counts();
  return tap_done();
}
