/* Compares the sort of base/sort.h with qsort().  A watch, a callback that is asked
** whether to stop, can end this sort. */
#include "../random.h"

#include <string.h>

#include "base/sort.h"

#define MOST 100000

/* An item has up to 13 words of 8 bytes.  The first word is its key. */
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

/* Items with equal keys are equal, so all right orders are the same. */
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

static int compare_bytes(const void *a, const void *b) {
  return *(const unsigned char *)a - *(const unsigned char *)b;
}

/* Items of one byte have no alignment. */
static void test_bytes(void) {
  static unsigned char bytes[10000];
  size_t wrong = 0;
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (unsigned char)random_bits();
  sort_items(bytes, sizeof bytes, 1, compare_bytes, NULL);
  for (size_t i = 1; i < sizeof bytes; i++)
    wrong += bytes[i - 1] > bytes[i];
  tap_is_int((long long)wrong, 0, "items of one byte");
}

/* Of COUNT items, the sort chooses item PIVOT as the first pivot.  In this test, item
** PIVOT is first the greatest item, then the least, so one part of the division is empty.
** The array has exactly COUNT items, so a sanitizer notices a comparison beyond its
** end. */
static void test_worst_pivot(void) {
  enum { COUNT = 5000, PIVOT = 2258 };
  uint64_t *exact = malloc(COUNT * sizeof *exact);
  if (exact == NULL) tap_bail("out of memory");
  for (int least = 0; least < 2; least++) {
    fill(ANY, COUNT, 1);
    items[PIVOT] = expected[PIVOT] = least ? 0 : UINT64_MAX;
    memcpy(exact, items, COUNT * sizeof *exact);
    bool sorted = sort_items(exact, COUNT, item_size, compare, NULL);
    memcpy(items, exact, COUNT * sizeof *exact);
    tap_ok(sorted && is_as_expected(COUNT), "the pivot is the %s item",
           least ? "least" : "greatest");
  }
  free(exact);
}

/* The comparison is an adversary (McIlroy, "A killer adversary for quicksort", 1999).
** Items have no value until two of them are compared.  Then the likely pivot becomes the
** least of all items without a value.  So every division leaves one part almost empty. */
#define UNDECIDED UINT64_MAX

static struct {
  uint64_t value[MOST]; /* of each item */
  uint64_t decided;
  uint64_t pivot;
  uintptr_t top; /* of the stack */
  uintptr_t deepest;
} adversary;

static void decide(uint64_t item) {
  adversary.value[item] = adversary.decided++;
}

static int compare_against(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  uint64_t *value = adversary.value;
  uintptr_t depth = adversary.top - (uintptr_t)&x;
  if (depth > adversary.deepest) adversary.deepest = depth;
  if (value[x] == UNDECIDED && value[y] == UNDECIDED) {
    decide(x == adversary.pivot ? x : y);
  }
  if (value[x] == UNDECIDED) adversary.pivot = x;
  if (value[y] == UNDECIDED) adversary.pivot = y;
  return (value[x] > value[y]) - (value[x] < value[y]);
}

/* If the larger part were sorted by a recursive call, 2000 calls would be nested. */
static void test_depth(void) {
  enum { COUNT = 8192, DEPTH = 65536 };
  for (uint64_t i = 0; i < COUNT; i++) {
    items[i] = i;
    adversary.value[i] = UNDECIDED;
  }
  adversary.top = (uintptr_t) & (char){0};
  sort_items(items, COUNT, sizeof *items, compare_against, NULL);
  size_t wrong = 0;
  for (size_t i = 1; i < COUNT; i++)
    wrong += adversary.value[items[i - 1]] > adversary.value[items[i]];
  tap_is_int((long long)wrong, 0, "sorted against an adversary");
  tap_ok(adversary.deepest < DEPTH, "the stack is %zu bytes deep",
         (size_t)adversary.deepest);
}

/* The state of a watch that stops the sort at question `stop_at`. */
struct questions {
  size_t asked;
  size_t stop_at;      /* 0: never */
  size_t longest_wait; /* the most comparisons between two questions */
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
  uint64_t seed = random_state; /* every sort starts from the same items */
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

/* The number of comparisons before the watch's first question, and before its second. */
static size_t waits[2];

static bool note_wait(void *context) {
  size_t *asked = context;
  if (*asked < COUNT_OF(waits)) waits[*asked] = comparisons;
  ++*asked;
  return false;
}

/* The watch is asked after each SORT_STEPS comparisons of a division. */
static void test_waits(void) {
  enum { COUNT = 200000 };
  size_t asked = 0;
  struct sort_watch watch = {note_wait, &asked, false};
  fill(LEVEL, COUNT, 1);
  comparisons = 0;
  tap_ok(sort_items(items, COUNT, item_size, compare, &watch), "level items");
  tap_is_int((long long)waits[0], SORT_STEPS, "a first question after 65536 comparisons");
  tap_is_int((long long)waits[1], 2 * SORT_STEPS, "the next after as many again");
}

/* With about SORT_STEPS equal items, the first question comes in the first division or
** just after it. */
static void test_stop(void) {
  size_t wrong = 0;
  for (size_t count = SORT_STEPS - 16; count < SORT_STEPS + 16; count++) {
    struct questions once = {.stop_at = 1};
    struct sort_watch watch = {ask, &once, false};
    fill(LEVEL, count, 1);
    comparisons = 0;
    wrong += sort_items(items, count, item_size, compare, &watch);
    wrong += comparisons != once.before || once.asked != 1;
  }
  tap_is_int((long long)wrong, 0, "nothing is compared once the watch has stopped it");
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
  test_bytes();
  test_worst_pivot();
  test_depth();
  test_watch(SAWTOOTH);
  test_watch(ANY);
  test_waits();
  test_stop();
  test_few();
  return tap_done();
}
