/* A grid of gates: see floor_grid.h. */
#include "core/research/floor_grid.h"

#include <string.h>

size_t floors_met(const struct floors *floors, double datum) {
  size_t met = 0, end = floors->count;
  while (met < end) {
    size_t middle = met + (end - met) / 2;
    if (datum >= floors->items[middle]) /* false for NaN */
      met = middle + 1;
    else
      end = middle;
  }
  return met;
}

/* Steps differ in both numbers, and neither of them is 0. */
size_t floor_grid_steps(const struct floor_grid *grid) {
  size_t highs = grid->high.count, counts = grid->min_sources.count;
  return highs < counts ? highs : counts;
}

/* The round's own, two for each step that it drives out, and three for the steps beside
** it. */
size_t floor_grid_corners(const struct floor_grid *grid) {
  return 2 * floor_grid_steps(grid) + 4;
}

size_t floor_grid_count_size(const struct floor_grid *grid) {
  return (grid->high.count + 1) * (grid->min_sources.count + 1);
}

/* The first step that is not higher than a place. */
static size_t floor_grid_find_step(const struct staircase *staircase, size_t high) {
  size_t found = 0, end = staircase->count;
  while (found < end) {
    size_t middle = found + (end - found) / 2;
    if (staircase->steps[middle].high > high)
      found = middle + 1;
    else
      end = middle;
  }
  return found;
}

/* The first step behind `from` that a place does not dominate. */
static size_t floor_grid_step_behind(const struct staircase *staircase, size_t from,
                                     size_t sources) {
  while (from < staircase->count && staircase->steps[from].sources <= sources)
    from++;
  return from;
}

/* Takes what a place shares with the steps before it, from..to and behind them away from
** it: rectangles that overlap with the next one only, so that each is taken away, and
** what it shares with the next given back. */
static size_t floor_grid_gain(const struct staircase *staircase, struct gate_place place,
                              size_t from, size_t to, struct gate_corner *gained) {
  size_t count = 0;
  size_t higher = to < staircase->count ? staircase->steps[to].high : 0;
  struct gate_place shared = {place.high,
                              from > 0 ? staircase->steps[from - 1].sources : 0};
  gained[count++] = (struct gate_corner){place, 1};
  gained[count++] = (struct gate_corner){shared, -1};
  for (size_t i = from; i <= to; i++) {
    struct gate_place next =
        i < to ? staircase->steps[i] : (struct gate_place){higher, place.sources};
    gained[count++] = (struct gate_corner){next, -1};
    gained[count++] = (struct gate_corner){{next.high, shared.sources}, 1};
    shared = next;
  }
  return count;
}

/* Puts a step in the place of those from..to. */
static void floor_grid_replace(struct staircase *staircase, struct gate_place place,
                               size_t from, size_t to) {
  struct gate_place *steps = staircase->steps;
  memmove(steps + from + 1, steps + to, (staircase->count - to) * sizeof *steps);
  steps[from] = place;
  staircase->count = staircase->count - to + from + 1;
}

size_t staircase_join(struct staircase *staircase, struct gate_place place,
                      struct gate_corner *gained) {
  if (place.high == 0 || place.sources == 0) return 0;
  size_t from = floor_grid_find_step(staircase, place.high);
  const struct gate_place *steps = staircase->steps;
  if (from > 0 && steps[from - 1].sources >= place.sources) return 0;
  if (from < staircase->count && steps[from].high == place.high &&
      steps[from].sources >= place.sources)
    return 0;
  size_t to = floor_grid_step_behind(staircase, from, place.sources);
  size_t count = floor_grid_gain(staircase, place, from, to, gained);
  floor_grid_replace(staircase, place, from, to);
  return count;
}

void gate_counts_settle(struct gate_counts *counts, const struct floor_grid *grid) {
  size_t stride = counts->stride, rows = grid->high.count + 1;
  int64_t *corners = counts->corners;
  for (size_t h = 0; h < rows; h++) {
    for (size_t s = stride - 1; s > 0; s--)
      corners[h * stride + s - 1] += corners[h * stride + s];
  }
  for (size_t h = rows - 1; h > 0; h--) {
    for (size_t s = 0; s < stride; s++)
      corners[(h - 1) * stride + s] += corners[h * stride + s];
  }
}
