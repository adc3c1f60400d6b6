/*
** Compares Krippendorff's alpha (core/outcomes/alpha.h) with its definition, pair by
** pair, on random judgements.  Further tests have many distinct values.
*/
/* Includes core/outcomes/alpha.c itself, so that the test can call its static functions.
** test_equal() needs them: it adds up to 2^44 equal values, too many for the array that
** alpha_of() reads. */
#include "../../ext/core/outcomes/alpha.c"

#include <math.h>
#include <stdlib.h>

#include "base/missing.h"
#include "base/random.h"
#include "tap.h"

#define MOST 40
#define CASES 5000

static struct judgement judged(int unit, double value) {
  return (struct judgement){.unit = {.type = VALUE_INTEGER, .is.integer = unit},
                            .value = {.type = VALUE_REAL, .is.real = value}};
}

static double alpha(const struct judgement *judgements, size_t n,
                    enum alpha_level level) {
  struct alpha_cell *cells = malloc(2 * n * sizeof *cells);
  struct judgement *sorted = malloc(n * sizeof *sorted);
  for (size_t i = 0; i < n; i++)
    sorted[i] = judgements[i];
  qsort(sorted, n, sizeof *sorted, alpha_compare);
  double answer = alpha_of(sorted, n, level, cells, NULL);
  free(cells);
  free(sorted);
  return answer;
}

/* Returns the number of judgements of the unit (judged thing) in row i. */
static int judges_of(const struct judgement *all, size_t n, size_t i) {
  int judges = 0;
  for (size_t j = 0; j < n; j++)
    judges += all[j].unit.is.integer == all[i].unit.is.integer;
  return judges;
}

/* Returns the rank of `value` among the values in units with at least two judgements.  A
** value below `value` counts 1, an equal value counts 1/2. */
static double mean_rank(const struct judgement *all, size_t n, double value) {
  double rank = 0;
  for (size_t j = 0; j < n; j++)
    if (judges_of(all, n, j) > 1)
      rank += (all[j].value.is.real < value) + 0.5 * (all[j].value.is.real == value);
  return rank;
}

static double squared_difference(const struct judgement *all, size_t n,
                                 enum alpha_level level, double x, double y) {
  if (x == y) return 0;
  switch (level) {
  case ALPHA_NOMINAL:
    return 1;
  case ALPHA_ORDINAL:
    return pow(mean_rank(all, n, x) - mean_rank(all, n, y), 2);
  case ALPHA_INTERVAL:
    return (x - y) * (x - y);
  default:
    return pow((x - y) / (x + y), 2);
  }
}

static double by_definition(const struct judgement *all, size_t n,
                            enum alpha_level level) {
  double observed = 0, expected = 0, count = 0;
  for (size_t i = 0; i < n; i++) {
    int judges = judges_of(all, n, i);
    count += judges > 1;
    for (size_t j = 0; j < n; j++) {
      if (judges < 2 || judges_of(all, n, j) < 2) continue;
      double squared =
          squared_difference(all, n, level, all[i].value.is.real, all[j].value.is.real);
      expected += squared;
      if (all[i].unit.is.integer == all[j].unit.is.integer)
        observed += squared / (judges - 1);
    }
  }
  return expected > 0 ? 1 - (count - 1) * observed / expected : MISSING;
}

static void test_definition(enum alpha_level level) {
  struct generator generator = random_seeded(5);
  int wrong = 0, undefined = 0;
  for (int i = 0; i < CASES; i++) {
    struct judgement all[MOST];
    size_t n = 1 + (size_t)(random_bits(&generator) % (i < CASES / 5 ? MOST : 9));
    uint64_t values = 1 + random_bits(&generator) % 8;
    int units = 1 + (int)(random_bits(&generator) % 10);
    for (size_t j = 0; j < n; j++)
      all[j] = judged((int)(random_bits(&generator) % (uint64_t)units),
                      (double)(random_bits(&generator) % values));
    double want = by_definition(all, n, level), got = alpha(all, n, level);
    undefined += is_missing(want);
    wrong += is_missing(want) ? !is_missing(got)
                              : !(fabs(got - want) <= 1e-12 * (1 + fabs(want)));
  }
  tap_is_int(wrong, 0, "%s: %d random cases, seed 5", alpha_level_names[level], CASES);
  tap_ok(undefined > 0, "%d of them have no alpha", undefined);
}

static void test_equal(void) {
  struct generator generator = random_seeded(13);
  int wrong = 0;
  for (int i = 0; i < CASES; i++) {
    double number = 1 + random_unit(&generator);
    double count = 2 + (double)(random_bits(&generator) >> 20);
    struct alpha_cell cell = {.number = number, .count = count};
    wrong += alpha_square_sum(&cell, 1) != 0;
  }
  tap_is_int(wrong, 0, "up to 2^44 equal values differ by nothing");
}

/* Compares alpha at the level `ratio` with its definition.  There are many values, two in
** each unit.  Values of kind 0 are spread over a few powers of two.  Values of kind 1 are
** spread over the powers from 2^-1000 to 2^1000, and some are 0.  Values of kind 2 differ
** only in the last digits.  In kind 3, one value is far away from the others. */
static void test_many(int kind) {
  if (!tap_has_long_double(1)) return;
  enum { MANY = 3000 };
  static struct judgement all[MANY];
  struct generator generator = random_seeded(7);
  long double observed = 0, expected = 0;
  for (int i = 0; i < MANY; i++) {
    double unit = random_unit(&generator);
    double value = kind == 0   ? unit
                   : kind == 1 ? ldexp(unit, (int)(2000 * unit) - 1000) * (i > 3)
                   : kind == 2 ? 2 + 1e-9 * (unit - 0.5)
                               : 1 + 1e-6 * unit + 1e6 * (i == 9);
    all[i] = judged(i / 2, value);
  }
  for (int i = 0; i < MANY; i++)
    for (int j = 0; j < i; j++) {
      long double x = all[i].value.is.real, y = all[j].value.is.real;
      long double ratio = x + y > 0 ? (x - y) / (x + y) : 0;
      expected += 2 * ratio * ratio;
      observed += i / 2 == j / 2 ? 2 * ratio * ratio : 0;
    }
  double want = (double)((MANY - 1) * observed / expected);
  double got = 1 - alpha(all, MANY, ALPHA_RATIO);
  tap_is_real(got / want, 1, 1e-12, "ratios of %d values, kind %d", MANY, kind);
}

int main(void) {
  test_equal();
  for (int kind = 0; kind < 4; kind++)
    test_many(kind);
  for (int level = 0; level < ALPHA_LEVEL_COUNT; level++)
    test_definition((enum alpha_level)level);
  return tap_done();
}
