/* Kendall's tau-b of weighted pairs: see weighted_correlation.h. */
#include "core/research/weighted_correlation.h"

#include <string.h>

#include "base/missing.h"
#include "base/wide.h"

static int weighted_compare_x(const void *a, const void *b) {
  const struct weighted_pair *one = a, *other = b;
  return rank_numbers_compare(&one->x, &other->x);
}

static int weighted_compare_y(const void *a, const void *b) {
  const struct weighted_pair *one = a, *other = b;
  return rank_numbers_compare(&one->y, &other->y);
}

/* Pairs among n, n (n - 1) / 2, exactly. */
static struct wide weighted_pairs_among(double n) {
  return wide_product(n, (n - 1) / 2);
}

/* Pairs of pairs that are level in what `compare` orders by, as the pairs are; gives each
** the place of its group, if `places`. */
static struct wide weighted_tied(struct weighted_pair *pairs, size_t n,
                                 int (*compare)(const void *a, const void *b),
                                 bool places) {
  struct wide tied = {0, 0};
  double level = 0;
  size_t place = 0;
  for (size_t i = 0; i < n; i++) {
    if (i > 0 && compare(&pairs[i - 1], &pairs[i]) != 0) {
      tied = wide_plus(tied, weighted_pairs_among(level));
      level = 0;
      place++;
    }
    level += pairs[i].count;
    if (places) pairs[i].place = place;
  }
  return wide_plus(tied, weighted_pairs_among(level));
}

/* Node i of the tree, from 1 on, holds the sum of the places that end at i and are as
** many as its lowest bit says. */
static void weighted_tree_add(double *tree, size_t n, size_t place, double count) {
  for (size_t i = place + 1; i <= n; i += i & (~i + 1))
    tree[i] += count;
}

/* The sum of the places below `place`. */
static double weighted_tree_below(const double *tree, size_t place) {
  double below = 0;
  for (size_t i = place; i > 0; i -= i & (~i + 1))
    below += tree[i];
  return below;
}

/* Pairs between two questions to the watch. */
#define PAIRS_AT_ONCE 4096

/* Concordant less discordant pairs of pairs, which are sorted by x: level ones of x are
** put into the tree together.  False where the watch stopped it. */
static bool weighted_difference(const struct weighted_pair *pairs, size_t n, double *tree,
                                struct sort_watch *watch, struct wide *difference) {
  double before = 0;
  *difference = wide_of(0);
  memset(tree, 0, (n + 1) * sizeof *tree);
  for (size_t first = 0, end; first < n; first = end) {
    for (end = first; end < n && weighted_compare_x(&pairs[first], &pairs[end]) == 0;) {
      const struct weighted_pair *pair = &pairs[end++];
      double below = weighted_tree_below(tree, pair->place);
      double above = before - weighted_tree_below(tree, pair->place + 1);
      *difference = wide_plus(*difference, wide_product(pair->count, below - above));
      if (end % PAIRS_AT_ONCE == 0 && sort_watch_stops(watch)) return false;
    }
    for (size_t i = first; i < end; i++) {
      weighted_tree_add(tree, n, pairs[i].place, pairs[i].count);
      before += pairs[i].count;
    }
  }
  return true;
}

static double weighted_total(const struct weighted_pair *pairs, size_t n) {
  double total = 0;
  for (size_t i = 0; i < n; i++)
    total += pairs[i].count;
  return total;
}

double weighted_correlation_tau(struct weighted_pair *pairs, size_t n, double *tree,
                                struct sort_watch *watch) {
  struct wide difference;
  double total = weighted_total(pairs, n);
  if (total >= COUNTS_END) return MISSING;
  if (!sort_items(pairs, n, sizeof *pairs, weighted_compare_y, watch)) return MISSING;
  struct wide tied_y = weighted_tied(pairs, n, weighted_compare_y, true);
  if (!sort_items(pairs, n, sizeof *pairs, weighted_compare_x, watch)) return MISSING;
  struct wide tied_x = weighted_tied(pairs, n, weighted_compare_x, false);
  if (!weighted_difference(pairs, n, tree, watch, &difference)) return MISSING;
  struct wide all = weighted_pairs_among(total);
  double ranked_x = wide_plus(all, wide_negated(tied_x)).high;
  double ranked_y = wide_plus(all, wide_negated(tied_y)).high;
  return difference.high / sqrt(ranked_x * ranked_y); /* 0 / 0 where one is level */
}
