/* Ratio differences of many numbers: see alpha_ratio.h. */
#include "core/own/alpha_ratio.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/missing.h"
#include "base/sum.h"

/* Chebyshev points of a box.  With so many a polynomial is off by 6^-24, as 1 / (x + y)^2
** has its pole at twice the distance from the middle of 1..2, or farther (Trefethen,
** "Approximation theory and approximation practice", theorem 8.2). */
#define POINTS 24

/* cos((2 i + 1) pi / 48) for i < 12: those behind are the same with a minus, backwards,
** and read backwards they are the sines. */
static const double alpha_cosines[POINTS / 2] = {
    0.9978589232386035, 0.9807852804032304, 0.9469301294951057,  0.8968727415326883,
    0.8314696123025452, 0.7518398074789774, 0.6593458151000688,  0.5555702330196022,
    0.4422886902190013, 0.3214394653031616, 0.19509032201612828, 0.06540312923014306};

/* Boxes so many powers of two apart differ by 1, to less than 2^-57. */
#define BOX_REACH 60

/* Sums over the numbers of a box in units of 2^exponent. */
struct alpha_box {
  int exponent;
  double count;
  double mean;
  double zeroth[POINTS];
  double first[POINTS];
  double second[POINTS];
};

static double alpha_cosine(int i) {
  return i < POINTS / 2 ? alpha_cosines[i] : -alpha_cosines[POINTS - 1 - i];
}

/* Where a box has its points, 1..2. */
static double alpha_point(int i) {
  return 1.5 + alpha_cosine(i) / 2;
}

static double alpha_sine(int i) {
  return alpha_cosines[i < POINTS / 2 ? POINTS / 2 - 1 - i : i - POINTS / 2];
}

/* The polynomials that are 1 at one point and 0 at the others, at `place`: the second
** barycentric formula (Berrut and Trefethen 2004). */
static void alpha_polynomials(double place, double polynomials[POINTS]) {
  double sum = 0;
  for (int i = 0; i < POINTS; i++) {
    double apart = place - alpha_point(i);
    if (apart == 0) {
      memset(polynomials, 0, POINTS * sizeof *polynomials);
      polynomials[i] = 1;
      return;
    }
    polynomials[i] = (i % 2 == 0 ? alpha_sine(i) : -alpha_sine(i)) / apart;
    sum += polynomials[i];
  }
  for (int i = 0; i < POINTS; i++)
    polynomials[i] /= sum;
}

/* 1 <= x < 2 and the power of two that x is in units of. */
static double alpha_in_box(double x, int *exponent) {
  double half = frexp(x, exponent);
  --*exponent;
  return 2 * half;
}

/* How many cells from the first on are in its box, whose counts and mean are set. */
static size_t alpha_box_open(const struct alpha_cell *cells, size_t count,
                             struct alpha_box *box) {
  struct sum sum = {0, 0};
  size_t end = 0;
  int exponent;
  *box = (struct alpha_box){0};
  alpha_in_box(cells[0].number, &box->exponent);
  for (; end < count; end++) {
    double place = alpha_in_box(cells[end].number, &exponent);
    if (exponent != box->exponent) break;
    sum_add(&sum, cells[end].count * place);
    box->count += cells[end].count;
  }
  box->mean = sum_total(&sum) / box->count;
  return end;
}

static void alpha_box_add(struct alpha_box *box, const struct alpha_cell *cell) {
  double polynomials[POINTS];
  int exponent;
  double place = alpha_in_box(cell->number, &exponent), apart = place - box->mean;
  alpha_polynomials(place, polynomials);
  for (int i = 0; i < POINTS; i++) {
    double share = cell->count * polynomials[i];
    box->zeroth[i] += share;
    box->first[i] += share * apart;
    box->second[i] += share * apart * apart;
  }
}

/* The sum over pairs of x from one box and y from another, not above it: x = m + u,
** y = n + v, and (x - y)^2 = (u - v + d)^2 with d = m - n. */
static double alpha_boxes_sum(const struct alpha_box *x, const struct alpha_box *y) {
  int below = x->exponent - y->exponent;
  if (below > BOX_REACH) return x->count * y->count;
  double unit = ldexp(1, -below), d = x->mean - y->mean * unit;
  struct sum sum = {0, 0};
  for (int i = 0; i < POINTS; i++) {
    double of_point = 0;
    for (int j = 0; j < POINTS; j++) {
      double both = alpha_point(i) + alpha_point(j) * unit;
      double v0 = y->zeroth[j], v1 = y->first[j] * unit, v2 = y->second[j] * unit * unit;
      double squares =
          x->second[i] * v0 + x->zeroth[i] * v2 - 2 * x->first[i] * v1 +
          d * (d * x->zeroth[i] * v0 + 2 * (x->first[i] * v0 - x->zeroth[i] * v1));
      of_point += squares / (both * both);
    }
    sum_add(&sum, of_point);
  }
  return sum_total(&sum);
}

/* The boxes that are near enough, and how many numbers lie in those below. */
struct alpha_window {
  struct alpha_box boxes[BOX_REACH + 1];
  int next; /* where the next box goes, the oldest one's place */
  double below;
};

/* The pairs of a new box, ascending, with itself and with each below it, in both
** orders. */
static double alpha_window_add(struct alpha_window *window, const struct alpha_box *box) {
  struct sum sum = {0, 0};
  for (int i = 0; i <= BOX_REACH; i++) {
    const struct alpha_box *other = &window->boxes[i];
    if (other->count > 0) sum_add(&sum, 2 * alpha_boxes_sum(box, other));
  }
  sum_add(&sum, alpha_boxes_sum(box, box));
  sum_add(&sum, 2 * box->count * window->below);
  window->below += window->boxes[window->next].count;
  window->boxes[window->next] = *box;
  window->next = (window->next + 1) % (BOX_REACH + 1);
  return sum_total(&sum);
}

/* Cells between two questions to the watch: each takes some POINTS divisions. */
#define CELLS_AT_ONCE 2048

double alpha_ratio_sum(const struct alpha_cell *cells, size_t count,
                       struct sort_watch *watch) {
  struct alpha_window window = {.next = 0};
  struct alpha_box box;
  struct sum sum = {0, 0};
  for (size_t first = 0, end; first < count; first = end) {
    end = first + alpha_box_open(cells + first, count - first, &box);
    for (size_t i = first; i < end; i++) {
      alpha_box_add(&box, &cells[i]);
      if (i % CELLS_AT_ONCE == 0 && sort_watch_stops(watch)) return MISSING;
    }
    sum_add(&sum, alpha_window_add(&window, &box));
  }
  return sum_total(&sum);
}
