/* Compares measures of a ranking with values worked by hand from trec_eval's
** definitions. */
#include "../tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "core/retrieval/ranking.h"

#define MOST_ROWS 16

/* A ranking.  Each measure gets a sorted copy of it. */
struct list {
  struct ranked rows[MOST_ROWS];
  size_t count;
};

static struct list arranged(const struct ranked *rows, size_t count) {
  struct list list = {.count = count};
  memcpy(list.rows, rows, count * sizeof *rows);
  ranking_arrange(list.rows, count, NULL);
  return list;
}

static int compare_doubles(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double ndcg(struct list list, double k) {
  return ranking_ndcg(list.rows, list.count, k, NULL);
}

static void test_worked(void) {
  const struct ranked rows[] = {{1, 1}, {2, 0}, {3, 1}, {4, 0}, {5, 0}, {6, 1}};
  struct list l = arranged(rows, COUNT_OF(rows));
  tap_is_real(ranking_precision(l.rows, l.count, 3), 2.0 / 3, 0, "P@3");
  tap_is_real(ranking_precision(l.rows, l.count, 5), 0.4, 0, "P@5");
  tap_is_real(ranking_precision(l.rows, l.count, 10), 0.3, 0, "P@10 divides by 10");
  tap_is_real(ranking_recall(l.rows, l.count, 3, 4), 0.5, 0, "recall at 3 of 4");
  tap_is_real(ranking_recall(l.rows, l.count, 6, 3), 1.0, 0, "recall at 6 of 3");
  tap_is_real(ranking_average_precision(l.rows, l.count, 3),
              (1.0 + 2.0 / 3 + 3.0 / 6) / 3, 0, "average precision");
  tap_is_real(ranking_average_precision(l.rows, l.count, 4),
              (1.0 + 2.0 / 3 + 3.0 / 6) / 4, 0, "average precision, one path missed");
  tap_is_real(ranking_reciprocal_rank(l.rows, l.count), 1.0, 0, "reciprocal rank");
  double dcg = 1 / log2(2) + 1 / log2(4);
  double ideal = 1 / log2(2) + 1 / log2(3) + 1 / log2(4);
  tap_is_real(ndcg(l, 5), dcg / ideal, 1e-15, "nDCG@5");
}

/* Wikipedia's example: the gains 3, 2, 3, 0, 1, 2 have the nDCG .961. */
static void test_gains(void) {
  const struct ranked rows[] = {{1, 3}, {2, 2}, {3, 3}, {4, 0}, {5, 1}, {6, 2}};
  struct list l = arranged(rows, COUNT_OF(rows));
  tap_is_real(ndcg(l, 6), 0.9608081943360616, 1e-15, "gains count, linearly");
  tap_is_real(ranking_precision(l.rows, l.count, 6), 5.0 / 6, 0, "any gain is relevant");
  const struct ranked best[] = {{1, 5}, {2, 0.3}, {3, 0.1}};
  tap_is_real(ndcg(arranged(best, 3), 3), 1.0, 0, "the ideal order is exactly 1");
  tap_is_real(ndcg(arranged(best, 3), 1), 1.0, 0, "so is its first place");
  const struct ranked huge[] = {{1, 1}, {2, 1.7e308}, {3, 1.7e308}};
  tap_is_real(ndcg(arranged(huge, 3), 3), 0.6934264036172708, 1e-12,
              "the greatest doubles do not overflow");
  const struct ranked rising[] = {{1, 1e-300}, {2, 1e308}};
  tap_is_real(ndcg(arranged(rising, 2), 2), 1 / log2(3), 1e-15,
              "wherever the greatest gain is");
  const struct ranked falling[] = {{2, 1.7e308}, {3, 0.25}};
  tap_is_real(ndcg(arranged(falling, 2), 3), 1 / log2(3), 1e-15, "in the first row too");
  double base = 0x1.23ddc76752432p+0, more = nextafter(base, 2);
  const struct ranked nearly[] = {{1, base}, {2, base}, {3, base}, {4, base}, {5, more}};
  tap_is_real(ndcg(arranged(nearly, 5), 5), 1.0, 0, "rounding lifts nothing above 1");
  const struct ranked tiny[] = {{1, 5e-324}, {2, 0}};
  tap_is_real(ndcg(arranged(tiny, 2), 2), 1.0, 0, "the smallest do not vanish");
}

/* If two rows have the same rank, they take two places, the less relevant row first. */
static void test_ties(void) {
  const struct ranked tie[] = {{1, 1}, {1, 0}, {2, 0}, {2, 1}};
  struct list l = arranged(tie, COUNT_OF(tie));
  tap_is_real(ranking_precision(l.rows, l.count, 1), 0.0, 0, "P@1 of a tie");
  tap_is_real(ranking_precision(l.rows, l.count, 2), 0.5, 0, "P@2 has two places");
  tap_is_real(ranking_reciprocal_rank(l.rows, l.count), 0.5, 0, "second place");
  tap_is_real(ranking_average_precision(l.rows, l.count, 2), (1.0 / 2 + 2.0 / 4) / 2, 0,
              "average precision of places 2 and 4");
  const struct ranked skipped[] = {{1, 1}, {1, 1}, {3, 1}};
  l = arranged(skipped, COUNT_OF(skipped));
  tap_is_real(l.rows[2].rank, 3.0, 0, "ranks 1, 1, 3 are the places 1, 2, 3");
}

/* If the rows of some ranks are missing, the other rows keep their ranks. */
static void test_gaps(void) {
  const struct ranked rows[] = {{20, 1}, {4, 1}};
  struct list l = arranged(rows, COUNT_OF(rows));
  tap_is_real(ranking_precision(l.rows, l.count, 10), 0.1, 0, "P@10");
  tap_is_real(ranking_reciprocal_rank(l.rows, l.count), 0.25, 0, "reciprocal rank");
  tap_is_real(ranking_average_precision(l.rows, l.count, 2), (1.0 / 4 + 2.0 / 20) / 2, 0,
              "average precision");
  tap_is_real(ndcg(l, 10), (1 / log2(5)) / (1 + 1 / log2(3)), 1e-15, "nDCG@10");
}

static void test_nothing(void) {
  const struct ranked rows[] = {{1, 0}, {2, 0}};
  struct list l = arranged(rows, COUNT_OF(rows));
  tap_is_real(ranking_precision(l.rows, l.count, 5), 0.0, 0, "precision");
  tap_is_real(ranking_recall(l.rows, l.count, 5, 0), 0.0, 0, "recall of nothing");
  tap_is_real(ranking_recall(l.rows, l.count, 5, 3), 0.0, 0, "recall");
  tap_is_real(ranking_average_precision(l.rows, l.count, 0), 0.0, 0, "average precision");
  tap_is_real(ranking_reciprocal_rank(l.rows, l.count), 0.0, 0, "reciprocal rank");
  tap_is_real(ndcg(l, 5), 0.0, 0, "nDCG");
  ranking_arrange(NULL, 0, NULL);
  tap_is_real(ranking_reciprocal_rank(NULL, 0), 0.0, 0, "no rows at all");
  tap_is_real(ranking_ndcg(NULL, 0, 5, NULL), 0.0, 0, "and their nDCG");
}

/* There are so many rows that the sort (base/sort.h) divides them into parts.  Many rows
** have the same rank; their order is random. */
static void test_long(void) {
  enum { ROWS = 20000 };
  static struct ranked rows[ROWS];
  static double gain_at[ROWS]; /* by place */
  uint64_t state = 3;
  for (int i = 0; i < ROWS; i++) {
    rows[i].rank = 1 + (double)(random_splitmix64(&state) % 100);
    rows[i].gain = (double)(random_splitmix64(&state) % 4);
  }
  ranking_arrange(rows, ROWS, NULL);
  int wrong = 0;
  double dcg = 0, ideal = 0;
  for (int i = 0; i < ROWS; i++) {
    wrong += rows[i].rank != i + 1;
    dcg += rows[i].gain / log2(2 + i);
    gain_at[i] = rows[i].gain;
  }
  tap_is_int(wrong, 0, "20000 rows take the places from the first rank on");
  qsort(gain_at, ROWS, sizeof *gain_at, compare_doubles);
  for (int i = 0; i < ROWS; i++)
    ideal += gain_at[ROWS - 1 - i] / log2(2 + i);
  tap_is_real(ranking_ndcg(rows, ROWS, ROWS, NULL), dcg / ideal, 1e-12, "and their nDCG");
}

/* The caller gives the total of relevant rows.  If the list has more of them, the total
** counts as missing.  The measure is then missing too, not a share above 1. */
static void test_totals(void) {
  const struct ranked rows[] = {{1, 1}, {2, 1}};
  struct list l = arranged(rows, COUNT_OF(rows));
  tap_is_real(ranking_recall(l.rows, l.count, 1, 1), MISSING, 0, "more found than exist");
  tap_is_real(ranking_recall(l.rows, l.count, 1, MISSING), MISSING, 0, "missing total");
  tap_is_real(ranking_average_precision(l.rows, l.count, 1), MISSING, 0,
              "the same for AP");
  tap_is_real(ranking_recall(l.rows, l.count, 1, 2), 0.5, 0, "just enough");
}

int main(void) {
  test_worked();
  test_gains();
  test_ties();
  test_gaps();
  test_nothing();
  test_totals();
  test_long();
  return tap_done();
}
