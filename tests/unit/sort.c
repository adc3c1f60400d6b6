/* Sorting that can be stopped, against qsort(). */
#include "../random.h"

#include <string.h>

#include "core/sort.h"

#define MOST 100000
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* An item of 3 * 8 bytes up to 13 * 8; what is behind the key belongs to it. */
#define WORDS_MOST 13

static uint64_t items[MOST * WORDS_MOST];
static uint64_t expected[MOST * WORDS_MOST];
static size_t item_size;
static size_t comparisons;

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a;
  uint64_t y = *(const uint64_t *)b;
  comparisons++;
  return (x > y) - (x < y);
}

enum order { SORTED, REVERSED, LEVEL, FEW, ORGAN_PIPES, SAWTOOTH, ANY, ORDERS };

static const char *const order_names[ORDERS] = {
    "sorted", "reversed", "all level", "of 3 kinds", "up and down", "a sawtooth", "any"};

static uint64_t key(enum order order, size_t i, size_t count) {
  switch (order) {
  case SORTED:
    return i;
  case REVERSED:
    return count - i;
  case LEVEL:
    return 7;
  case FEW:
    return random_bits() % 3;
  case ORGAN_PIPES:
    return i < count / 2 ? i : count - i;
  case SAWTOOTH:
    return i % 1000;
  default:
    return random_bits();
  }
}

/* Equal keys make equal items, so that any right order is the same one. */
static void fill(enum order order, size_t count, size_t words) {
  item_size = words * sizeof *items;
  for (size_t i = 0; i < count; i++) {
    uint64_t k = key(order, i, count);
    for (size_t w = 0; w < words; w++)
      items[i * words + w] = k * (w + 1);
  }
  memcpy(expected, items, count * item_size);
}

static bool is_as_expected(size_t count) {
  comparisons = 0;
  qsort(expected, count, item_size, compare);
  return memcmp(items, expected, count * item_size) == 0;
}

static void test_orders(void) {
  static const size_t counts[] = {2, 3, 4096, 4097, 8193, 30000, MOST};
  static const size_t words[] = {1, 3, 8, 9, WORDS_MOST};
  for (enum order order = 0; order < ORDERS; order++) {
    size_t wrong = 0;
    size_t most = 0;
    for (size_t i = 0; i < COUNT_OF(counts) * COUNT_OF(words); i++) {
      size_t count = counts[i / COUNT_OF(words)];
      fill(order, count, words[i % COUNT_OF(words)]);
      comparisons = 0;
      wrong += !sort_items(items, count, item_size, compare, NULL);
      if (count == MOST && comparisons > most) most = comparisons;
      wrong += !is_as_expected(count);
    }
    tap_is_int((long long)wrong, 0, "items whose order is %s", order_names[order]);
    tap_ok(most < (size_t)3 * 17 * MOST, "in %zu comparisons", most); /* 2^17 > MOST */
  }
  tap_ok(sort_items(NULL, 0, 8, compare, NULL), "no items");
  fill(ANY, 1, 1);
  tap_ok(sort_items(items, 1, 8, compare, NULL) && is_as_expected(1), "one item");
}

/* The generator of pivots draws this item twice among the first three of so many, which
** makes it the pivot; it is the greatest here, then the least, with nothing behind it or
** before it. */
static void test_worst_pivot(void) {
  enum { COUNT = 8555, PIVOT = 1443 };
  for (int least = 0; least < 2; least++) {
    fill(ANY, COUNT, 1);
    items[PIVOT] = expected[PIVOT] = least ? 0 : UINT64_MAX;
    tap_ok(sort_items(items, COUNT, item_size, compare, NULL) && is_as_expected(COUNT),
           "the pivot is the %s item", least ? "least" : "greatest");
  }
}

/* A watch that stops at a question. */
struct questions {
  size_t asked;
  size_t stop_at;      /* 0: never */
  size_t longest_wait; /* comparisons between two questions */
  size_t before;
};

static bool ask(void *context) {
  struct questions *questions = context;
  size_t wait = comparisons - questions->before;
  questions->before = comparisons;
  if (wait > questions->longest_wait) questions->longest_wait = wait;
  return ++questions->asked == questions->stop_at;
}

static void test_watch(enum order order) {
  struct questions never = {0};
  struct sort_watch watch = {ask, &never, false};
  uint64_t seed = random_state; /* so that every sort is of the same items */
  fill(order, MOST, 3);
  comparisons = 0;
  bool sorted = sort_items(items, MOST, item_size, compare, &watch);
  tap_ok(sorted && !watch.stopped && is_as_expected(MOST), "a watch that lets it go on");
  tap_ok(never.asked > 10, "is asked %zu times", never.asked);
  tap_ok(never.longest_wait < 2 * SORT_STEPS, "at most %zu comparisons apart",
         never.longest_wait);
  for (size_t stop_at = 1; stop_at <= never.asked; stop_at++) {
    struct questions once = {.stop_at = stop_at};
    watch = (struct sort_watch){ask, &once, false};
    random_state = seed;
    fill(order, MOST, 3);
    sorted = sort_items(items, MOST, item_size, compare, &watch);
    bool again = sort_items(items, MOST, item_size, compare, &watch);
    bool stopped = !sorted && !again && watch.stopped && once.asked == stop_at;
    qsort(items, MOST, item_size, compare);
    tap_ok(stopped && is_as_expected(MOST), "stopped at question %zu, no item is lost",
           stop_at);
  }
}

static void test_few(void) {
  struct questions small = {.stop_at = 1};
  struct sort_watch watch = {ask, &small, false};
  fill(ANY, 4096, 1);
  bool sorted = sort_items(items, 4096, item_size, compare, &watch);
  tap_ok(sorted && small.asked == 0, "few items are sorted without a question");
}

int main(void) {
  random_open();
  test_orders();
  test_worst_pivot();
  test_watch(SAWTOOTH);
  test_watch(ANY);
  test_few();
  return tap_done();
}
