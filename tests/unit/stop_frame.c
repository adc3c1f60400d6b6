/*
** Compares the stop policy over a window frame (core/research/stop_frame.h) with the
** plain policy (core/research/stop.h).  For each answer, the test sorts the frame's
** rounds again and passes them to the policy one by one.
*/
#include "core/research/stop_frame.h"
#include "gate_bits.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"

#define FRAMES 400
#define ROWS 120

static struct stop_frame frame;

/* The rounds that the frame must hold, in the order in which they entered. */
static struct stop_round model[ROWS];
static int model_rows;

/* Extends the frame by moving it, so that the test notices a pointer into the old
** memory. */
static void extend(size_t capacity) {
  struct stop_frame_row *rows = malloc(capacity * sizeof *rows);
  if (rows == NULL) tap_bail("out of memory");
  if (frame.capacity > 0) memcpy(rows, frame.rows, frame.capacity * sizeof *rows);
  free(frame.rows);
  stop_frame_extend(&frame, rows, capacity);
}

static void enter(const struct stop_round *round) {
  if (stop_frame_is_full(&frame)) extend(frame.capacity + 1 + frame.capacity / 2);
  stop_frame_enter(&frame, round);
}

static void clear(void) {
  free(frame.rows);
  frame = (struct stop_frame){0};
  model_rows = 0;
}

/* Draws a round.  Most rounds fail.  Several rounds have the same number, and some are
** completely equal. */
static struct stop_round draw_round(int numbers) {
  static const double indices[] = {0, 0.6, 0.1 + 0.2, 0.3, 0.3 + 4e-13, 0.4, 0.7};
  static const unsigned failures[] = {GATE_FEW_SOURCES, GATE_FEW_SOURCES,
                                      GATE_FEW_SOURCES, 1};
  unsigned failing = failures[random_below(4)];
  if (random_below(40) == 0) failing = GATE_CONTRADICTED;
  if (random_below(40) == 0) failing = 0;
  struct stop_round round =
      round_of(random_below(numbers), indices[random_below(7)], failing);
  if (random_below(9) == 0) round.round.type = VALUE_REAL;
  if (round.round.type == VALUE_REAL) round.round.is.real = random_below(numbers);
  return round;
}

static int compare_rounds(const void *a, const void *b) {
  return stop_order(a, b);
}

/* Returns the state that the policy itself reaches over the frame's rounds. */
static struct stop_state plainly(const struct stop_policy *policy) {
  struct stop_round sorted[ROWS];
  struct stop_state state = {0};
  memcpy(sorted, model, sizeof sorted);
  qsort(sorted, (size_t)model_rows, sizeof *sorted, compare_rounds);
  for (int i = 0; i < model_rows && state.action == STOP_CONTINUE; i++)
    stop_advance(&state, &sorted[i], policy);
  return state;
}

static bool same_value(const struct value *a, const struct value *b) {
  return value_compare_stored(a, b) == 0;
}

static bool same_state(const struct stop_state *a, const struct stop_state *b) {
  return a->action == b->action && a->rounds == b->rounds &&
         a->regressions == b->regressions && a->in_succession == b->in_succession &&
         a->complete_ci == b->complete_ci && a->last.ci == b->last.ci &&
         rubric_failures_compare(&a->last.failures, &b->last.failures) == 0 &&
         same_value(&a->last.round, &b->last.round) && a->best.ci == b->best.ci &&
         a->best.gate_passed == b->best.gate_passed &&
         same_value(&a->best.round, &b->best.round);
}

static bool is_right(const struct stop_policy *policy) {
  struct stop_state want = plainly(policy);
  const struct stop_state *got = stop_frame_state(&frame, policy, NULL);
  return got != NULL && same_state(got, &want);
}

enum arrival { ASCENDING, DESCENDING, ANYHOW, ARRIVALS };

static struct stop_round draw_arrival(enum arrival arrival, int step) {
  struct stop_round round = draw_round(arrival == ANYHOW ? 30 : 2);
  if (arrival == ANYHOW) return round;
  round.round.type = VALUE_INTEGER;
  round.round.is.integer = random_below(2) + (arrival == ASCENDING ? step : -step);
  return round;
}

/* Removes the oldest row from the frame and from `model`.  Returns false if the frame
** removes a different row. */
static bool leave(void) {
  struct value left = stop_frame_leave(&frame);
  bool right = same_value(&left, &model[0].round);
  memmove(model, model + 1, (size_t)--model_rows * sizeof *model);
  return right;
}

/* Lets rows enter and leave one frame, and asks the frame for answers, often or seldom.
** Returns the number of wrong answers. */
static int wrong_in_frame(enum arrival arrival) {
  struct stop_policy policy = {1 + (size_t)random_below(4), 1 + (size_t)random_below(40)};
  int wrong = 0, leaves = random_below(3) * 40, asks = 1 + random_below(4);
  if (random_below(2) == 0) policy = (struct stop_policy){1 + policy.patience * 9, 1000};
  for (int step = 0; step < 2 * ROWS; step++) {
    if (model_rows > 0 && (model_rows == ROWS || random_below(100) < leaves))
      wrong += !leave();
    model[model_rows] = draw_arrival(arrival, step);
    enter(&model[model_rows++]);
    if (random_below(asks) == 0) wrong += !is_right(&policy);
    if (random_below(60) == 0) policy.patience = 1 + (size_t)random_below(4);
    if (random_below(60) == 0) policy.max_rounds = 1 + (size_t)random_below(200);
  }
  while (model_rows > 0)
    wrong += !leave();
  clear();
  return wrong;
}

static void test_frames(void) {
  static const char *const names[ARRIVALS] = {"ascending", "descending", "any"};
  for (int arrival = 0; arrival < ARRIVALS; arrival++) {
    int wrong = 0;
    for (int i = 0; i < FRAMES; i++)
      wrong += wrong_in_frame((enum arrival)arrival);
    tap_is_int(wrong, 0, "%d frames, rounds in %s order", FRAMES, names[arrival]);
  }
}

#define MANY 100000

/* Tests a frame that grows in the order of its rounds, with an answer after each row.  If
** the time for a row grew with the frame, the test would take minutes. */
static void test_growth(void) {
  const struct stop_policy endless = {SIZE_MAX / 4, SIZE_MAX / 4};
  const struct stop_state *state = NULL;
  for (int64_t i = 0; i < MANY; i++) {
    struct stop_round round = round_of(i, (double)(i % 2), GATE_FEW_SOURCES);
    enter(&round);
    state = stop_frame_state(&frame, &endless, NULL);
  }
  tap_is_int((long long)state->rounds, MANY, "%d rounds, an answer after each", MANY);
  clear();
}

/* The frame takes memory only for its present rows, not for rows that left. */
static void test_memory(void) {
  for (int64_t i = 0; i < MANY; i++) {
    struct stop_round round = round_of(i, 0.5, GATE_FEW_SOURCES);
    if (frame.count == 9) stop_frame_leave(&frame);
    enter(&round);
  }
  tap_ok(frame.capacity <= 32, "nine rows of %d need room for %d", MANY,
         (int)frame.capacity);
  clear();
}

static bool stop_at_once(void *context) {
  (void)context;
  return true;
}

/* A sort asks the watch (base/sort.h) whether to stop.  If the watch stops a sort, the
** next request for an answer completes the sort. */
static void test_watch(void) {
  const struct stop_policy policy = {9, 9};
  struct sort_watch watch = {stop_at_once, NULL, false};
  for (int64_t i = 0; i < MANY; i++) {
    struct stop_round round = round_of(i * 7919 % MANY, 0.5, GATE_FEW_SOURCES);
    enter(&round);
  }
  tap_ok(stop_frame_state(&frame, &policy, &watch) == NULL, "a sort that is stopped");
  const struct stop_state *state = stop_frame_state(&frame, &policy, NULL);
  tap_ok(state->action == STOP_MAX_ROUNDS && state->last.round.is.integer == 8,
         "is done when it is asked for again");
  tap_is_int(stop_frame_leave(&frame).is.integer, 0, "and rows still leave");
  watch.stopped = false;
  state = stop_frame_state(&frame, &policy, &watch);
  tap_is_int(state->last.round.is.integer, 9, "sorted rows stay sorted");
  clear();
}

static void test_few(void) {
  const struct stop_policy policy = {1, 4};
  struct stop_round round = round_of(1, 0.5, GATE_FEW_SOURCES);
  tap_is_int(stop_frame_state(&frame, &policy, NULL)->action, STOP_CONTINUE, "no round");
  enter(&round);
  tap_is_int((long long)stop_frame_state(&frame, &policy, NULL)->rounds, 1, "one");
  stop_frame_leave(&frame);
  tap_is_int((long long)stop_frame_state(&frame, &policy, NULL)->rounds, 0, "none left");
  clear();
}

int main(void) {
  random_open();
  test_few();
  test_frames();
  test_growth();
  test_memory();
  test_watch();
  return tap_done();
}
