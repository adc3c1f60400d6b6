/* The stop policy under many policies at once: see stop_sweep.h. */
#include "core/research/stop_sweep.h"

#include <string.h>

static struct gate_counts *stop_sweep_counts(const struct stop_sweep *sweep, size_t limit,
                                             int which) {
  return &sweep->counts[limit * STOP_SWEEP_COUNTS + (size_t)which];
}

/* Work between two questions to the watch, a few nanoseconds each. */
#define WATCH_WORK ((size_t)1 << 20)

/* Some work was done; true where the watch stops it. */
static inline bool stop_sweep_stops(struct stop_sweep *sweep, size_t work,
                                    struct sort_watch *watch) {
  sweep->work += work;
  if (sweep->work < WATCH_WORK) return false;
  sweep->work = 0;
  return sort_watch_stops(watch);
}

/* Regressions in succession have become as many as never before: limits with so much
** patience end the run. */
static void stop_sweep_lose_patience(struct stop_sweep *sweep, size_t longest,
                                     size_t rounds) {
  for (size_t i = 0; i < sweep->limit_count; i++) {
    const struct stop_policy *limit = &sweep->limits[i];
    if (limit->patience == longest && rounds <= limit->max_rounds)
      sweep->ends[i] = (struct limit_end){rounds, STOP_PATIENCE};
  }
}

/* Works out where each limit ends a run that no gate ends. */
static bool stop_sweep_find_ends(struct stop_sweep *sweep,
                                 const struct swept_round *rounds, size_t count,
                                 struct sort_watch *watch) {
  size_t in_succession = 0, longest = 0;
  double complete_ci = 0;
  for (size_t i = 0; i < sweep->limit_count; i++) {
    size_t most = sweep->limits[i].max_rounds;
    sweep->ends[i] = most <= count ? (struct limit_end){most, STOP_MAX_ROUNDS}
                                   : (struct limit_end){count, STOP_CONTINUE};
  }
  for (size_t i = 0; i < count; i++) {
    if (!rounds[i].seen.is_complete) continue;
    bool regressed = index_compare(rounds[i].seen.ci, complete_ci) < 0;
    complete_ci = rounds[i].seen.ci;
    in_succession = regressed ? in_succession + 1 : 0;
    if (in_succession <= longest) continue;
    longest = in_succession;
    stop_sweep_lose_patience(sweep, longest, i + 1);
    if (stop_sweep_stops(sweep, sweep->limit_count, watch)) return false;
  }
  return true;
}

/* Under all gates the run ends where the limit says. */
static void stop_sweep_count_ends(struct stop_sweep *sweep) {
  struct gate_place all = {sweep->grid.high.count, sweep->grid.min_sources.count};
  for (size_t i = 0; i < sweep->limit_count; i++) {
    const struct limit_end *end = &sweep->ends[i];
    gate_counts_add(stop_sweep_counts(sweep, i, (int)end->action), all, 1);
    gate_counts_add(stop_sweep_counts(sweep, i, STOP_SWEEP_ROUNDS), all,
                    (int64_t)end->rounds);
  }
}

/* But under these it ends with a round that comes no later. */
static void stop_sweep_count_gained(struct stop_sweep *sweep, size_t limit,
                                    enum stop_action action, size_t rounds,
                                    size_t corners) {
  const struct limit_end *end = &sweep->ends[limit];
  int64_t saved = (int64_t)rounds - (int64_t)end->rounds;
  for (size_t i = 0; i < corners; i++) {
    struct gate_place place = sweep->gained[i].place;
    int sign = sweep->gained[i].sign;
    gate_counts_add(stop_sweep_counts(sweep, limit, (int)action), place, sign);
    gate_counts_add(stop_sweep_counts(sweep, limit, (int)end->action), place, -sign);
    gate_counts_add(stop_sweep_counts(sweep, limit, STOP_SWEEP_ROUNDS), place,
                    sign * saved);
  }
}

/* The rounds are in order, and no two have one number. */
static bool stop_sweep_follow(struct stop_sweep *sweep, const struct swept_round *rounds,
                              size_t count, struct sort_watch *watch) {
  if (!stop_sweep_find_ends(sweep, rounds, count, watch)) return false;
  stop_sweep_count_ends(sweep);
  sweep->staircase.count = 0;
  for (size_t i = 0; i < count; i++) {
    size_t corners = staircase_join(&sweep->staircase, rounds[i].place, sweep->gained);
    enum stop_action action =
        rounds[i].contradicted ? STOP_HALT_CONTRADICTION : STOP_PASS;
    for (size_t k = 0; corners > 0 && k < sweep->limit_count; k++) {
      if (i < sweep->ends[k].rounds)
        stop_sweep_count_gained(sweep, k, action, i + 1, corners);
    }
    if (stop_sweep_stops(sweep, 1 + corners * sweep->limit_count, watch)) return false;
  }
  return true;
}

/* Gates that no round of a run tells apart: above the places `below`, up to `upto`. */
struct gate_block {
  struct gate_place below;
  struct gate_place upto;
};

static void stop_sweep_add_block(struct gate_counts *counts,
                                 const struct gate_block *block, int64_t amount) {
  struct gate_place left = {block->below.high, block->upto.sources};
  struct gate_place right = {block->upto.high, block->below.sources};
  gate_counts_add(counts, block->upto, amount);
  gate_counts_add(counts, block->below, amount);
  gate_counts_add(counts, left, -amount);
  gate_counts_add(counts, right, -amount);
}

static int stop_sweep_compare(const void *a, const void *b) {
  const struct swept_round *left = a, *right = b;
  return stop_order(&left->seen, &right->seen);
}

/* Judges the rounds under the gates of a block: all that matters is which of them fail,
** pass, or are contradicted. */
static void stop_sweep_judge(const struct gate_block *block, struct swept_round *rounds,
                             size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct swept_round *round = &rounds[i];
    bool reaches = round->place.high >= block->upto.high &&
                   round->place.sources >= block->upto.sources;
    round->seen.failures = (round->contradicted ? GATE_CONTRADICTED : 0u) |
                           (reaches ? 0u : GATE_FEW_SOURCES);
  }
}

static bool stop_sweep_replay(struct stop_sweep *sweep, const struct gate_block *block,
                              const struct swept_round *rounds, size_t count,
                              struct sort_watch *watch) {
  for (size_t k = 0; k < sweep->limit_count; k++) {
    struct stop_state state = {0};
    for (size_t i = 0; i < count && state.action == STOP_CONTINUE; i++)
      stop_advance(&state, &rounds[i].seen, &sweep->limits[k]);
    stop_sweep_add_block(stop_sweep_counts(sweep, k, (int)state.action), block, 1);
    stop_sweep_add_block(stop_sweep_counts(sweep, k, STOP_SWEEP_ROUNDS), block,
                         (int64_t)state.rounds);
    if (stop_sweep_stops(sweep, 1 + state.rounds, watch)) return false;
  }
  return true;
}

/* Marks where gates are told apart: behind what each round meets, and at the end. */
static void stop_sweep_mark(struct stop_sweep *sweep, const struct swept_round *rounds,
                            size_t count) {
  size_t highs = sweep->grid.high.count, counts = sweep->grid.min_sources.count;
  memset(sweep->marks, 0, highs + counts + 2);
  for (size_t i = 0; i < count; i++) {
    sweep->marks[rounds[i].place.high] = 1;
    sweep->marks[highs + 1 + rounds[i].place.sources] = 1;
  }
  sweep->marks[highs] = sweep->marks[highs + 1 + counts] = 1;
}

/* The next of the marks behind one, of `count` floors. */
static size_t stop_sweep_next(const unsigned char *marks, size_t at) {
  do {
    at++;
  } while (!marks[at]);
  return at;
}

static bool stop_sweep_row(struct stop_sweep *sweep, struct gate_block block,
                           struct swept_round *rounds, size_t count,
                           struct sort_watch *watch) {
  const unsigned char *marks = sweep->marks + sweep->grid.high.count + 1;
  block.upto.sources = 0;
  while (block.upto.sources < sweep->grid.min_sources.count) {
    block.below.sources = block.upto.sources;
    block.upto.sources = stop_sweep_next(marks, block.below.sources);
    stop_sweep_judge(&block, rounds, count);
    if (!sort_items(rounds, count, sizeof *rounds, stop_sweep_compare, watch))
      return false;
    if (!stop_sweep_replay(sweep, &block, rounds, count, watch)) return false;
    if (stop_sweep_stops(sweep, count, watch)) return false;
  }
  return true;
}

static bool stop_sweep_replay_all(struct stop_sweep *sweep, struct swept_round *rounds,
                                  size_t count, struct sort_watch *watch) {
  struct gate_block block = {{0, 0}, {0, 0}};
  stop_sweep_mark(sweep, rounds, count);
  while (block.upto.high < sweep->grid.high.count) {
    block.below.high = block.upto.high;
    block.upto.high = stop_sweep_next(sweep->marks, block.below.high);
    if (!stop_sweep_row(sweep, block, rounds, count, watch)) return false;
  }
  return true;
}

/* True where each round has a number above that of the one before. */
static bool stop_sweep_ascends(const struct swept_round *rounds, size_t count) {
  for (size_t i = 1; i < count; i++) {
    if (value_compare(&rounds[i - 1].seen.round, &rounds[i].seen.round) >= 0)
      return false;
  }
  return true;
}

bool stop_sweep_add(struct stop_sweep *sweep, struct swept_round *rounds, size_t count,
                    struct sort_watch *watch) {
  if (!stop_sweep_ascends(rounds, count)) {
    if (!sort_items(rounds, count, sizeof *rounds, stop_sweep_compare, watch))
      return false;
    if (!stop_sweep_ascends(rounds, count))
      return stop_sweep_replay_all(sweep, rounds, count, watch);
  }
  return stop_sweep_follow(sweep, rounds, count, watch);
}

void stop_sweep_settle(struct stop_sweep *sweep) {
  for (size_t i = 0; i < sweep->limit_count * STOP_SWEEP_COUNTS; i++)
    gate_counts_settle(&sweep->counts[i], &sweep->grid);
}
