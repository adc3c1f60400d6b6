/* Measures of a ranking: see ranking.h. */
#include "core/retrieval/ranking.h"

#include "base/portable_math.h"

static int ranking_compare_reals(double a, double b) {
  return (a > b) - (a < b);
}

static int ranking_compare_ranks(const void *left, const void *right) {
  const struct ranked *a = left, *b = right;
  int by_rank = ranking_compare_reals(a->rank, b->rank);
  return by_rank != 0 ? by_rank : ranking_compare_reals(a->gain, b->gain);
}

static int ranking_compare_gains(const void *left, const void *right) {
  const struct ranked *a = left, *b = right;
  return ranking_compare_reals(b->gain, a->gain);
}

static bool ranking_in_order(const struct ranked *rows, size_t count) {
  for (size_t i = 1; i < count; i++) {
    if (ranking_compare_ranks(&rows[i - 1], &rows[i]) > 0) return false;
  }
  return true;
}

/* Most rankings are already in order, so the order is checked before sorting. */
void ranking_arrange(struct ranked *rows, size_t count, struct sort_watch *watch) {
  if (!ranking_in_order(rows, count))
    sort_items(rows, count, sizeof *rows, ranking_compare_ranks, watch);
  for (size_t i = 1; i < count; i++) {
    double next = rows[i - 1].rank + 1;
    if (rows[i].rank < next) rows[i].rank = next;
  }
}

size_t ranking_relevant(const struct ranked *rows, size_t count, double k) {
  size_t relevant = 0;
  for (size_t i = 0; i < count && rows[i].rank <= k; i++) {
    relevant += rows[i].gain > 0;
  }
  return relevant;
}

double ranking_precision(const struct ranked *rows, size_t count, double k) {
  return (double)ranking_relevant(rows, count, k) / k;
}

/* Divides `earned` by `total`, the number of relevant documents.  Missing if `total` is
** less than the number of relevant rows in the ranking. */
static double ranking_share_of_total(const struct ranked *rows, size_t count,
                                     double earned, double total) {
  if (!(total >= (double)ranking_relevant(rows, count, INFINITY))) return MISSING;
  return total > 0 ? earned / total : 0.0;
}

double ranking_recall(const struct ranked *rows, size_t count, double k, double total) {
  double found = (double)ranking_relevant(rows, count, k);
  return ranking_share_of_total(rows, count, found, total);
}

double ranking_average_precision(const struct ranked *rows, size_t count, double total) {
  double sum = 0, relevant = 0;
  for (size_t i = 0; i < count; i++) {
    if (rows[i].gain > 0) sum += ++relevant / rows[i].rank;
  }
  return ranking_share_of_total(rows, count, sum, total);
}

double ranking_reciprocal_rank(const struct ranked *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (rows[i].gain > 0) return 1 / rows[i].rank;
  }
  return 0.0;
}

/* Returns the binary exponent of the greatest gain.  The caller divides gains by this
** power of two before it sums them.  The division is exact, and even sums of the greatest
** doubles stay finite. */
static int ranking_greatest_exponent(const struct ranked *rows, size_t count) {
  double greatest = 0;
  int exponent;
  for (size_t i = 0; i < count; i++) {
    if (rows[i].gain > greatest) greatest = rows[i].gain;
  }
  frexp(greatest, &exponent);
  return exponent;
}

double ranking_ndcg(struct ranked *rows, size_t count, double k,
                    struct sort_watch *watch) {
  int scale = -ranking_greatest_exponent(rows, count);
  double found = 0, ideal = 0;
  for (size_t i = 0; i < count && rows[i].rank <= k; i++) {
    found += ldexp(rows[i].gain, scale) / portable_log2(1 + rows[i].rank);
  }
  sort_items(rows, count, sizeof *rows, ranking_compare_gains, watch);
  for (size_t i = 0; i < count && (double)i < k; i++) {
    ideal += ldexp(rows[i].gain, scale) / portable_log2(2 + (double)i);
  }
  /* If two gains differ only in the last bit, rounding can make `found` exceed
  ** `ideal`. */
  return ideal > 0 ? fmin(found / ideal, 1.0) : 0.0;
}
