/*
** Ratio differences of many numbers (core/own/alpha_ratio.h) against the sum over all
** pairs, for numbers of every spread.
*/
#include "core/own/alpha_ratio.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "tap.h"

#define MANY 2000

static int compare(const void *a, const void *b) {
  const struct alpha_cell *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

static double drawn(struct generator *generator, int kind) {
  double unit = random_unit(generator) + 0x1p-60;
  switch (kind) {
  case 0:
    return unit;
  case 1:
    return ldexp(unit, (int)(random_bits(generator) % 60));
  case 2:
    return ldexp(unit + 0.5, (int)(random_bits(generator) % 2000) - 1020);
  case 3:
    return 2 + 1e-6 * (unit - 0.5); /* on both sides of the border of two boxes */
  case 4:
    return 3e15 + (double)(random_bits(generator) % 5000); /* last digits */
  case 5:
    return 5e-324 * (double)(1 + random_bits(generator) % 100000); /* subnormal */
  default:
    return random_bits(generator) % 1000 == 0 ? 1e5 : 1 + 1e-4 * unit;
  }
}

static void test_kind(int kind) {
  static struct alpha_cell cells[MANY];
  struct generator generator = random_seeded(17);
  for (int i = 0; i < MANY; i++)
    cells[i] = (struct alpha_cell){.number = drawn(&generator, kind),
                                   .count = (double)(1 + random_bits(&generator) % 4)};
  qsort(cells, MANY, sizeof *cells, compare);
  long double want = 0;
  for (int i = 0; i < MANY; i++)
    for (int j = 0; j < i; j++) {
      long double x = cells[i].number, y = cells[j].number, ratio = (x - y) / (x + y);
      want += 2 * cells[i].count * cells[j].count * ratio * ratio;
    }
  double off = (double)(alpha_ratio_sum(cells, MANY, NULL) / want - 1);
  tap_ok(fabs(off) < 1e-12, "%d numbers of kind %d, off by %.2g", MANY, kind, off);
}

/* The middle of a box's points, and every point itself, where a quotient is 0 / 0. */
static void test_points(void) {
  struct alpha_cell cells[] = {{.number = 1, .count = 1}, {.number = 3, .count = 1}};
  tap_is_real(alpha_ratio_sum(cells, 2, NULL), 0.5, 1e-15, "two numbers");
  tap_is_real(alpha_ratio_sum(cells, 1, NULL), 0, 0, "one number");
  cells[1].number = 1.5 + 0.9978589232386035 / 2;
  double ratio = (cells[1].number - 1) / (cells[1].number + 1);
  tap_is_real(alpha_ratio_sum(cells, 2, NULL), 2 * ratio * ratio, 1e-15, "a point");
}

int main(void) {
  for (int kind = 0; kind < 7; kind++)
    test_kind(kind);
  test_points();
  return tap_done();
}
