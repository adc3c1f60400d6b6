/* Rank correlation: see rank_correlation.h. */
#include "core/research/rank_correlation.h"

#include <string.h>

#include "core/research/dimensions.h"

int rank_numbers_compare(const void *a, const void *b) {
  const struct rank_number *x = a, *y = b;
  if (x->nearest != y->nearest) return x->nearest < y->nearest ? -1 : 1;
  return x->rest - y->rest;
}

void rank_numbers_to_pairs(const struct rank_number *numbers, size_t count, bool by_y,
                           struct rank_pair *pairs) {
  double order = 0;
  for (size_t i = 0; i < count; i++) {
    if (i > 0) order += rank_numbers_compare(&numbers[i - 1], &numbers[i]) != 0;
    struct rank_pair *pair = &pairs[numbers[i].place];
    *(by_y ? &pair->y : &pair->x) = order;
  }
}

struct rank_correlation rank_correlation_begin(struct rank_pair *pairs,
                                               struct rank_pair *scratch, size_t count) {
  return (struct rank_correlation){
      .pairs = pairs, .scratch = scratch, .count = count, .run = 1};
}

/* True if b belongs before a.  Equal pairs keep their order. */
static inline bool rank_correlation_out_of_order(const struct rank_pair *a,
                                                 const struct rank_pair *b, bool by_y) {
  if (by_y) return b->y < a->y;
  return b->x < a->x || (b->x == a->x && b->y < a->y);
}

/* Merges the sorted runs [first, middle) and [middle, end) into work->scratch.  Returns
** the number of exchanges: one each time that a pair of the second run passes a pair of
** the first. */
static inline uint64_t rank_correlation_merge(const struct rank_correlation *work,
                                              size_t first, size_t middle, size_t end,
                                              bool by_y) {
  const struct rank_pair *pairs = work->pairs;
  struct rank_pair *out = work->scratch + first;
  uint64_t moves = 0;
  size_t left = first, right = middle;
  while (left < middle && right < end) {
    if (rank_correlation_out_of_order(&pairs[left], &pairs[right], by_y)) {
      moves += middle - left;
      *out++ = pairs[right++];
    } else {
      *out++ = pairs[left++];
    }
  }
  /* One of the two runs is empty now. */
  memcpy(out, pairs + left, (middle - left) * sizeof *out);
  memcpy(out, pairs + right, (end - right) * sizeof *out);
  return moves;
}

/* Merges all runs two by two.  Each call passes a constant as `by_y`, so the compiler
** makes two versions of this function. */
static inline void rank_correlation_merge_pass(struct rank_correlation *work, bool by_y) {
  for (size_t first = 0; first < work->count; first += 2 * work->run) {
    size_t left = work->count - first;
    size_t middle = first + (left < work->run ? left : work->run);
    size_t end = first + (left < 2 * work->run ? left : 2 * work->run);
    uint64_t moves = rank_correlation_merge(work, first, middle, end, by_y);
    if (by_y) work->discordant += moves;
  }
  struct rank_pair *sorted = work->scratch;
  work->scratch = work->pairs;
  work->pairs = sorted;
  work->run *= 2;
}

static uint64_t rank_correlation_pairs_among(uint64_t n) {
  return n * (n - 1) / 2;
}

/* Counts ties after a sort by x or y: how often two pairs are equal in that number, and
** how often in both numbers.  Tied pairs are side by side. */
static void rank_correlation_count_ties(struct rank_correlation *work) {
  const struct rank_pair *pairs = work->pairs;
  uint64_t level = 1, level_both = 1;
  uint64_t tied = 0, tied_both = 0;
  for (size_t i = 1; i <= work->count; i++) {
    bool more = i < work->count;
    bool same_x = more && pairs[i].x == pairs[i - 1].x;
    bool same_y = more && pairs[i].y == pairs[i - 1].y;
    if (!(work->by_y ? same_y : same_x)) {
      tied += rank_correlation_pairs_among(level);
      level = 0;
    }
    if (!(same_x && same_y)) {
      tied_both += rank_correlation_pairs_among(level_both);
      level_both = 0;
    }
    level++;
    level_both++;
  }
  if (work->by_y) {
    work->tied_y = tied;
  } else {
    work->tied_x = tied;
    work->tied_both = tied_both;
  }
}

bool rank_correlation_advance(struct rank_correlation *work) {
  if (work->run >= work->count) {
    rank_correlation_count_ties(work);
    if (work->by_y) return false;
    work->by_y = true;
    work->run = 1;
  } else if (work->by_y) {
    rank_correlation_merge_pass(work, true);
  } else {
    rank_correlation_merge_pass(work, false);
  }
  return true;
}

double rank_correlation_tau(const struct rank_correlation *work) {
  if (work->count < 2) return MISSING;
  uint64_t all = rank_correlation_pairs_among(work->count);
  double ranked_x = (double)(all - work->tied_x);
  double ranked_y = (double)(all - work->tied_y);
  /* Each number here is at most `all`, which is below 2^63 because count < 2^32. */
  int64_t difference = (int64_t)(all - work->tied_x - work->tied_y + work->tied_both) -
                       2 * (int64_t)work->discordant;
  /* If all x or all y are equal, the result is 0 / 0, which is missing.  Rounding never
  ** moves the result out of -1..1.  Let m be the lesser of ranked_x and ranked_y.  Then
  ** `difference` is in -m..m.  The divisor is at least the rounded root of m * m, and
  ** that root is exactly m. */
  return (double)difference / sqrt(ranked_x * ranked_y);
}
