/*
** A grid of gates: each of some High floors with each of some floors of recent sources.
**
** Which of them a round passes is told by two numbers: how many of the High floors its
** least score meets, and how many of the others its recent sources meet.  It passes the
** gates with both floors among these, a rectangle of the grid with a corner at its least
** gate.  What the rounds of a run pass together is a staircase, whose steps are the
** rounds that no other one dominates (a Pareto front).  How many runs pass each gate is
** then a sum over corners: O(1) a step, however many gates there are, and one pass over
** the grid at the end.
*/
#ifndef ASSAY_CORE_RESEARCH_FLOOR_GRID_H
#define ASSAY_CORE_RESEARCH_FLOOR_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Floors in ascending order, equal ones too; borrowed. */
struct floors {
  const double *items;
  size_t count;
};

struct floor_grid {
  struct floors high;
  struct floors min_sources;
};

/* What a round passes: so many of the floors of either kind, the lowest first. */
struct gate_place {
  size_t high;
  size_t sources;
};

/* How many of the floors a datum meets; none where it is missing.  O(log floors) */
size_t floors_met(const struct floors *floors, double datum);

static inline struct gate_place floor_grid_place(const struct floor_grid *grid,
                                                 double least_score,
                                                 double recent_sources) {
  return (struct gate_place){floors_met(&grid->high, least_score),
                             floors_met(&grid->min_sources, recent_sources)};
}

/* A signed rectangle: sums of these describe any set of gates. */
struct gate_corner {
  struct gate_place place;
  int sign;
};

/* The steps of a staircase: `high` descends and `sources` ascends.  Zeroed but for its
** memory, which is the caller's, it has no step. */
struct staircase {
  struct gate_place *steps;
  size_t count;
};

/* The most steps that a staircase has, and corners that one more round gains. */
size_t floor_grid_steps(const struct floor_grid *grid);
size_t floor_grid_corners(const struct floor_grid *grid);

/* A round joins a staircase.  Writes the gates that no round before it has passed as
** signed rectangles, and returns how many these are; 0 where there is no such gate.
** O(log steps), and O(steps) where there is. */
size_t staircase_join(struct staircase *staircase, struct gate_place place,
                      struct gate_corner *gained);

/* A number for each gate of a grid, kept as a number for each corner: one more in either
** direction than there are floors.  Zeroed, all are 0. */
struct gate_counts {
  int64_t *corners; /* (highs + 1) * (counts + 1), the caller's */
  size_t stride;    /* counts + 1 */
};

size_t floor_grid_count_size(const struct floor_grid *grid);

/* Adds an amount to all gates that a place passes. */
static inline void gate_counts_add(struct gate_counts *counts, struct gate_place place,
                                   int64_t amount) {
  counts->corners[place.high * counts->stride + place.sources] += amount;
}

/* Turns corners into the numbers of the gates, once all is added. */
void gate_counts_settle(struct gate_counts *counts, const struct floor_grid *grid);

/* The number of the gate with these floors, both of the grid. */
static inline int64_t gate_counts_at(const struct gate_counts *counts,
                                     const struct floor_grid *grid, double high,
                                     double min_sources) {
  struct gate_place place = floor_grid_place(grid, high, min_sources);
  return counts->corners[place.high * counts->stride + place.sources];
}

#endif
