/* The stop policy under many policies at once (core/research/stop_sweep.h), against the
** policy itself, round by round. */
#include "core/research/stop_sweep.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

#define FLOORS 4
#define LIMITS 6
#define MOST 9
#define TRIALS 2000

static const double floors[FLOORS] = {0.25, 0.5, 0.5, 0.75};
static const struct stop_policy limits[LIMITS] = {{1, 4}, {2, 4},  {1, 1},
                                                  {3, 9}, {2, 99}, {99, 99}};

/* Memory of one sweep over all these policies. */
struct room {
  struct gate_counts counts[LIMITS * STOP_SWEEP_COUNTS];
  int64_t corners[LIMITS * STOP_SWEEP_COUNTS][(FLOORS + 1) * (FLOORS + 1)];
  struct limit_end ends[LIMITS];
  struct gate_place steps[FLOORS];
  struct gate_corner gained[2 * FLOORS + 4];
  unsigned char marks[2 * FLOORS + 2];
};

static struct stop_sweep sweep_in(struct room *room) {
  memset(room, 0, sizeof *room);
  for (int i = 0; i < LIMITS * STOP_SWEEP_COUNTS; i++)
    room->counts[i] = (struct gate_counts){room->corners[i], FLOORS + 1};
  return (struct stop_sweep){.grid = {{floors, FLOORS}, {floors, FLOORS}},
                             .limits = limits,
                             .limit_count = LIMITS,
                             .counts = room->counts,
                             .ends = room->ends,
                             .staircase = {room->steps, 0},
                             .gained = room->gained,
                             .marks = room->marks};
}

/* A run; `numbers` below its length make rounds share a number. */
static int draw_run(struct swept_round *rounds, int numbers) {
  int count = 1 + random_below(MOST);
  for (int i = 0; i < count; i++) {
    int number = numbers == 0 ? i : random_below(numbers);
    rounds[i] = (struct swept_round){
        .seen = {.round = {.type = VALUE_INTEGER, .is.integer = number},
                 .ci = random_below(5) / 4.0},
        .place = {(size_t)random_below(FLOORS + 1), (size_t)random_below(FLOORS + 1)},
        .contradicted = random_below(4) == 0};
  }
  return count;
}

static int compare(const void *a, const void *b) {
  const struct stop_round *left = a, *right = b;
  return stop_order(left, right);
}

/* The run under one policy. */
static struct stop_state end_of(const struct swept_round *rounds, int count, size_t high,
                                size_t sources, const struct stop_policy *limit) {
  struct stop_round judged[MOST];
  struct stop_state state = {0};
  for (int i = 0; i < count; i++) {
    bool reaches = rounds[i].place.high > high && rounds[i].place.sources > sources;
    judged[i] = rounds[i].seen;
    judged[i].failures = (rounds[i].contradicted ? GATE_CONTRADICTED : 0u) |
                         (reaches ? 0u : GATE_FEW_SOURCES);
  }
  qsort(judged, (size_t)count, sizeof *judged, compare);
  for (int i = 0; i < count && state.action == STOP_CONTINUE; i++)
    stop_advance(&state, &judged[i], limit);
  return state;
}

static int wrong_policies(const struct stop_sweep *sweep,
                          const struct swept_round *rounds, int count) {
  int wrong = 0;
  for (size_t i = 0; i < LIMITS * FLOORS * FLOORS; i++) {
    size_t limit = i % LIMITS, h = i / LIMITS % FLOORS, s = i / LIMITS / FLOORS;
    struct stop_state state = end_of(rounds, count, h, s, &limits[limit]);
    const struct gate_counts *counts = &sweep->counts[limit * STOP_SWEEP_COUNTS];
    for (int a = 0; a < STOP_ACTION_COUNT; a++)
      wrong +=
          counts[a].corners[(h + 1) * (FLOORS + 1) + s + 1] != ((int)state.action == a);
    wrong += counts[STOP_SWEEP_ROUNDS].corners[(h + 1) * (FLOORS + 1) + s + 1] !=
             (int64_t)state.rounds;
  }
  return wrong;
}

static void test_runs(int numbers, const char *name) {
  struct swept_round rounds[MOST], shuffled[MOST];
  struct room room;
  int wrong = 0;
  for (int i = 0; i < TRIALS; i++) {
    struct stop_sweep sweep = sweep_in(&room);
    int count = draw_run(rounds, numbers);
    for (int k = 0; k < count; k++)
      shuffled[k] = rounds[(k + i) % count];
    wrong += !stop_sweep_add(&sweep, shuffled, (size_t)count, NULL);
    stop_sweep_settle(&sweep);
    wrong += wrong_policies(&sweep, rounds, count);
  }
  tap_is_int(wrong, 0, "%d runs end as the policy says, %s", TRIALS, name);
}

static bool stop_at_once(void *context) {
  return ++*(int *)context > 0;
}

/* Many rounds of one number ask the watch; few do not. */
static void test_watch(void) {
  enum { MANY = 200000 };
  int asked = 0;
  struct sort_watch watch = {stop_at_once, &asked, false};
  struct room room;
  struct stop_sweep sweep = sweep_in(&room);
  struct swept_round *rounds = calloc(MANY, sizeof *rounds);
  if (rounds == NULL) tap_bail("no memory");
  for (int i = 0; i < MANY; i++)
    rounds[i] = (struct swept_round){.seen = {.ci = i % 7 / 8.0}, .place = {1, 1}};
  tap_ok(stop_sweep_add(&sweep, rounds, 3, &watch) && asked == 0, "a short run does not");
  tap_ok(!stop_sweep_add(&sweep, rounds, MANY, &watch) && asked > 0,
         "a run of many rounds is stopped");
  free(rounds);
}

int main(void) {
  random_open();
  test_runs(0, "each round with a number of its own");
  test_runs(4, "rounds sharing numbers");
  test_runs(1, "all rounds of one number");
  test_watch();
  return tap_done();
}
