/* Krippendorff's alpha: see alpha.h. */
#include "core/outcomes/alpha.h"

#include <math.h>

#include "base/missing.h"
#include "base/sum.h"

const char *const alpha_level_names[ALPHA_LEVEL_COUNT] = {"nominal", "ordinal",
                                                          "interval", "ratio"};

int alpha_compare(const void *left, const void *right) {
  const struct judgement *a = left, *b = right;
  int order = value_compare(&a->unit, &b->unit);
  return order != 0 ? order : value_compare(&a->value, &b->value);
}

static int alpha_compare_cells(const void *left, const void *right) {
  const struct alpha_cell *a = left, *b = right;
  return value_compare(a->value, b->value);
}

/* Returns the number of judgements of one unit, from `first` on. */
static size_t alpha_unit_size(const struct judgement *judgements, size_t first,
                              size_t n) {
  size_t end = first + 1;
  while (end < n && value_compare(&judgements[first].unit, &judgements[end].unit) == 0)
    end++;
  return end - first;
}

static double alpha_number_of(const struct value *value) {
  if (value->type == VALUE_INTEGER) return (double)value->is.integer;
  return value->type == VALUE_REAL ? value->is.real : 0;
}

/* Makes a cell (a value and its count) for each different value of each unit, in
** ascending order.  Returns the number of cells. */
static size_t alpha_make_cells(const struct judgement *judgements, size_t n,
                               struct alpha_cell *cells) {
  size_t count = 0;
  for (size_t first = 0, size; first < n; first += size) {
    size = alpha_unit_size(judgements, first, n);
    for (size_t i = first; size > 1 && i < first + size; i++) {
      const struct value *value = &judgements[i].value;
      bool same = i > first && value_compare(value, cells[count - 1].value) == 0;
      if (!same)
        cells[count++] = (struct alpha_cell){value, alpha_number_of(value), 0, first};
      cells[count - 1].count++;
    }
  }
  return count;
}

/* Merges cells with equal values; the cells are in ascending order.  Returns the number
** of cells left. */
static size_t alpha_merge_cells(struct alpha_cell *cells, size_t count) {
  size_t different = 0;
  for (size_t i = 0; i < count; i++) {
    bool same = i > 0 && alpha_compare_cells(&cells[different - 1], &cells[i]) == 0;
    if (same) {
      cells[different - 1].count += cells[i].count;
    } else {
      cells[different++] = cells[i];
    }
  }
  return different;
}

static double alpha_total(const struct alpha_cell *cells, size_t count) {
  double total = 0;
  for (size_t i = 0; i < count; i++)
    total += cells[i].count;
  return total;
}

/* Sets `number` of each value, and of its cells, to 2 * (the value's mean rank - the mean
** of all ranks), a whole number.  The values are in ascending order. */
static void alpha_rank(struct alpha_cell *values, size_t count,
                       struct alpha_cell *cells) {
  double total = alpha_total(values, count), below = 0;
  for (size_t first = 0, end; first < count; first = end) {
    double same = 0;
    for (end = first; end < count; end++) {
      if (alpha_compare_cells(&values[first], &values[end]) != 0) break;
      same += values[end].count;
    }
    for (size_t i = first; i < end; i++)
      values[i].number = cells[values[i].at].number = 2 * below + same - total;
    below += same;
  }
}

/* Returns the number of pairs of different values, in both orders. */
static double alpha_nominal_sum(const struct alpha_cell *cells, size_t count) {
  double total = alpha_total(cells, count);
  struct sum equal = {0, 0};
  for (size_t i = 0; i < count; i++)
    sum_add(&equal, cells[i].count * cells[i].count);
  return total * total - sum_total(&equal);
}

/* Returns the mean of the numbers, but with a rounding error: even if all numbers are x,
** the result can be a double next to x. */
static double alpha_center(const struct alpha_cell *cells, size_t count) {
  struct sum sum = {0, 0};
  for (size_t i = 0; i < count; i++)
    sum_add(&sum, cells[i].count * cells[i].number);
  return sum_total(&sum) / alpha_total(cells, count);
}

/* Returns the sum of the squared differences of all pairs of m numbers, in both orders.
** This is 2 (m sum(d^2) - sum(d)^2), where d is a number minus `center`.  `center` is
** nearly the mean, so the subtraction loses few digits, and gives 0 for equal numbers. */
static double alpha_square_sum(const struct alpha_cell *cells, size_t count) {
  double center = alpha_center(cells, count);
  struct sum sum = {0, 0}, squares = {0, 0};
  for (size_t i = 0; i < count; i++) {
    double apart = cells[i].number - center;
    sum_add(&sum, cells[i].count * apart);
    sum_add(&squares, cells[i].count * apart * apart);
  }
  double total = sum_total(&sum);
  return 2 * (alpha_total(cells, count) * sum_total(&squares) - total * total);
}

/* The sum of two numbers up to this limit does not overflow. */
#define HUGE_NUMBER 0x1p1022

/* Returns ((y - x) / (y + x))^2 for 0 <= x < y. */
static double alpha_ratio(double x, double y) {
  double scale = y > HUGE_NUMBER ? 0.5 : 1;
  double ratio = (y * scale - x * scale) / (y * scale + x * scale);
  return ratio * ratio;
}

/* After PAIRS_AT_ONCE pairs, the watch is asked whether to stop. */
#define PAIRS_AT_ONCE SORT_STEPS

/* Returns the sum of alpha_ratio() over all pairs of different values, in both orders.
** The cells are in ascending order. */
static double alpha_ratio_sum(const struct alpha_cell *cells, size_t count,
                              struct sort_watch *watch) {
  struct sum sum = {0, 0};
  size_t pairs = 0;
  for (size_t i = 1; i < count; i++) {
    double of_one = 0;
    for (size_t j = 0; j < i; j++)
      of_one += cells[j].count * alpha_ratio(cells[j].number, cells[i].number);
    sum_add(&sum, cells[i].count * of_one);
    pairs += i;
    if (pairs < PAIRS_AT_ONCE) continue;
    if (sort_watch_stops(watch)) return MISSING;
    pairs = 0;
  }
  return 2 * sum_total(&sum);
}

/* Returns the sum of delta^2 (alpha.h) over all pairs of values, in both orders. */
static double alpha_difference_sum(const struct alpha_cell *cells, size_t count,
                                   enum alpha_level level, struct sort_watch *watch) {
  switch (level) {
  case ALPHA_NOMINAL:
    return alpha_nominal_sum(cells, count);
  case ALPHA_RATIO:
    return alpha_ratio_sum(cells, count, watch);
  default:
    return alpha_square_sum(cells, count);
  }
}

/* After CELLS_AT_ONCE cells (for ratios: pairs of cells), the watch is asked
** whether to stop. */
#define CELLS_AT_ONCE 4096

/* Returns D_o of alpha.h.  The cells of a unit are next to each other. */
static double alpha_observed(const struct alpha_cell *cells, size_t count,
                             enum alpha_level level, struct sort_watch *watch) {
  struct sum sum = {0, 0};
  size_t steps = 0;
  for (size_t first = 0, end; first < count; first = end) {
    for (end = first + 1; end < count && cells[end].at == cells[first].at;)
      end++;
    double apart = alpha_difference_sum(cells + first, end - first, level, watch);
    sum_add(&sum, apart / (alpha_total(cells + first, end - first) - 1));
    steps += level == ALPHA_RATIO ? (end - first) * (end - first) : end - first;
    if (steps < CELLS_AT_ONCE) continue;
    if (sort_watch_stops(watch)) return MISSING;
    steps = 0;
  }
  return sum_total(&sum);
}

/* Divides all numbers by a power of two, so that the greatest magnitude is in 1..2.  Then
** no square overflows, and the greatest square is not 0. */
static void alpha_scale(struct alpha_cell *cells, size_t count) {
  double greatest = 0;
  int exponent;
  for (size_t i = 0; i < count; i++)
    greatest = greater_of(greatest, fabs(cells[i].number));
  frexp(greatest, &exponent);
  double unit = ldexp(1, exponent - 1);
  for (size_t i = 0; i < count; i++)
    cells[i].number /= unit;
}

/* Puts the values of all units into `values`, each once, and gives ordinal values their
** ranks.  Returns the number of values; 0 if the watch stopped the sort. */
static size_t alpha_values(struct alpha_cell *cells, size_t count, enum alpha_level level,
                           struct alpha_cell *values, struct sort_watch *watch) {
  for (size_t i = 0; i < count; i++) {
    values[i] = cells[i];
    values[i].at = i;
  }
  if (!sort_items(values, count, sizeof *values, alpha_compare_cells, watch)) return 0;
  if (level == ALPHA_ORDINAL) alpha_rank(values, count, cells);
  return alpha_merge_cells(values, count);
}

double alpha_of(const struct judgement *judgements, size_t n, enum alpha_level level,
                struct alpha_cell *cells, struct sort_watch *watch) {
  struct alpha_cell *values = cells + n;
  size_t count = alpha_make_cells(judgements, n, cells);
  if (count == 0) return MISSING;
  if (level == ALPHA_INTERVAL) alpha_scale(cells, count);
  size_t different = alpha_values(cells, count, level, values, watch);
  if (different == 0) return MISSING;
  double observed = alpha_observed(cells, count, level, watch);
  double expected = alpha_difference_sum(values, different, level, watch) /
                    (alpha_total(values, different) - 1);
  return 1 - observed / expected; /* NaN (missing) if no two values differ */
}
