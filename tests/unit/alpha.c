/*
** Krippendorff's alpha (core/own/alpha.h): by its definition, pair by pair, on random
** judgements; and many different values.
*/
#include "core/own/alpha.h"

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

/* How many judges of the unit there are. */
static int judges_of(const struct judgement *all, size_t n, size_t i) {
  int judges = 0;
  for (size_t j = 0; j < n; j++)
    judges += all[j].unit.is.integer == all[i].unit.is.integer;
  return judges;
}

/* Values below, and half of those level, among what can be compared. */
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

int main(void) {
  for (int level = 0; level < ALPHA_LEVEL_COUNT; level++)
    test_definition((enum alpha_level)level);
  return tap_done();
}
