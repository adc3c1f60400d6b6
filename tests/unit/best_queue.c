/*
** Tests a queue that finds the best row of a sliding window frame (bind/best_queue.h).
** This test defines the type of the rows.  Each answer is compared with a search of all
** rows in the frame.  Memory that rows own is freed exactly once.  If there is no memory
** for a new row, the queue stays valid.
*/
#include "bind/best_queue.h"

#include "base/random.h"
#include "tap.h"

/* Rows of equal weight differ only in their names. */
struct row {
  struct best_queue_entry entry;
  int weight;
  int name;
};

static int owned; /* rows whose memory is not yet freed */
static bool no_memory;

static int compare(const void *a, const void *b) {
  const struct row *x = a, *y = b;
  return (x->weight > y->weight) - (x->weight < y->weight);
}

static bool own(void *row) {
  owned += !no_memory;
  return !no_memory;
}

static void give_back(void *row) {
  owned--;
}

static const struct best_queue_kind kind = {sizeof(struct row), compare, own, give_back};

struct frame {
  struct best_queue queue;
  struct row room[BEST_QUEUE_ROOM];
};

static bool enter(struct frame *frame, int weight, int name) {
  struct row row = {.weight = weight, .name = name};
  best_queue_lend(&frame->queue, frame->room);
  return best_queue_enter(&frame->queue, &kind, &row);
}

static int best(const struct frame *frame) {
  const struct row *row = best_queue_best(&frame->queue, &kind);
  return row->name;
}

static void test_order(void) {
  struct frame frame = {0};
  enter(&frame, 3, 0);
  enter(&frame, 1, 1);
  enter(&frame, 2, 2);
  tap_is_int(best(&frame), 0, "the first row is the best");
  tap_is_int((int)frame.queue.entries.count, 2, "a beaten row is not in the queue");
  tap_is_int(owned, 2, "a beaten row owns nothing");
  best_queue_leave(&frame.queue, &kind);
  tap_is_int(best(&frame), 2, "the next best follows it");
  best_queue_leave(&frame.queue, &kind);
  tap_is_int(best(&frame), 2, "a beaten row leaves without a trace");
  enter(&frame, 2, 3);
  tap_is_int(best(&frame), 3, "of two that are the same the later one");
  best_queue_clear(&frame.queue, &kind);
  tap_is_int(owned, 0, "all is freed");
}

/* A frame of 1 to MOST_WIDTH rows slides over ROWS rows.  Few different weights make ties
** frequent. */
enum { ROWS = 2000, MOST_WIDTH = 40, WEIGHTS = 6 };

static void test_frames(void) {
  struct generator generator = random_seeded(5);
  int weights[ROWS], wrong = 0;
  for (int i = 0; i < ROWS; i++)
    weights[i] = (int)(random_bits(&generator) % WEIGHTS);
  for (int width = 1; width <= MOST_WIDTH; width++) {
    struct frame frame = {0};
    for (int i = 0; i < ROWS; i++) {
      enter(&frame, weights[i], i);
      if (i >= width) best_queue_leave(&frame.queue, &kind);
      int want = i;
      for (int k = i; k >= 0 && k > i - width; k--)
        if (weights[k] > weights[want]) want = k;
      wrong += best(&frame) != want;
    }
    best_queue_clear(&frame.queue, &kind);
  }
  tap_is_int(wrong, 0, "the best of each of %d frames: seed 5", ROWS * MOST_WIDTH);
  tap_is_int(owned, 0, "and all is freed");
}

static void test_memory(void) {
  struct frame frame = {0};
  enter(&frame, 2, 0);
  no_memory = true;
  tap_ok(!enter(&frame, 1, 1), "a row that can't be owned");
  no_memory = false;
  tap_is_int(best(&frame), 0, "is not there");
  tap_is_int((int)frame.queue.entries.count, 1, "nor is it in the queue");
  enter(&frame, 1, 2);
  best_queue_leave(&frame.queue, &kind);
  tap_is_int(best(&frame), 2, "and is not counted");
  best_queue_clear(&frame.queue, &kind);
  tap_is_int(owned, 0, "nor freed");
}

int main(void) {
  test_order();
  test_frames();
  test_memory();
  return tap_done();
}
