/*
** Compares the standard error of alpha (core/outcomes/alpha_confidence.h) with cases
** worked by hand and with a plain jackknife.  For each cluster, the jackknife calls
** alpha_of() on all other clusters.
*/
#include "core/outcomes/alpha_confidence.h"

#include <math.h>
#include <stdlib.h>

#include "base/missing.h"
#include "base/random.h"
#include "core/outcomes/statistics.h"
#include "tap.h"

#define MOST 60
#define CASES 2000

static struct clustered_judgement judged(int64_t unit, double value, int64_t cluster) {
  return (struct clustered_judgement){
      .judgement = {.unit = {.type = VALUE_INTEGER, .is.integer = unit},
                    .value = {.type = VALUE_REAL, .is.real = value}},
      .cluster = {.type = VALUE_INTEGER, .is.integer = cluster}};
}

/* Calls alpha_confidence() with memory of exactly the size that it requires. */
static struct alpha_bars bars_of(const struct clustered_judgement *all, size_t n,
                                 bool clustered, enum alpha_level level) {
  struct clustered_judgement *sorted = malloc(n * sizeof *sorted);
  struct alpha_room room = {malloc(n * sizeof *room.members),
                            malloc(n * sizeof *room.judgements),
                            malloc(2 * n * sizeof *room.cells)};
  for (size_t i = 0; i < n; i++)
    sorted[i] = all[i];
  qsort(sorted, n, sizeof *sorted, alpha_confidence_compare);
  struct alpha_bars bars = alpha_confidence(sorted, n, clustered, level, &room, NULL);
  free(sorted);
  free(room.members);
  free(room.judgements);
  free(room.cells);
  return bars;
}

static double alpha_without(const struct clustered_judgement *all, size_t n,
                            enum alpha_level level, const int64_t *cluster) {
  static struct judgement left[MOST];
  static struct alpha_cell cells[2 * MOST];
  size_t count = 0;
  for (size_t i = 0; i < n; i++)
    if (cluster == NULL || all[i].cluster.is.integer != *cluster)
      left[count++] = all[i].judgement;
  qsort(left, count, sizeof *left, alpha_compare);
  return count == 0 ? MISSING : alpha_of(left, count, level, cells, NULL);
}

/* Draws judgements of few units in few clusters.  Every unit has at least two
** judgements. */
static size_t draw(struct generator *generator, struct clustered_judgement *all) {
  size_t n = 4 + (size_t)(random_bits(generator) % (MOST - 3)) / 2 * 2;
  uint64_t values = 2 + random_bits(generator) % 4, units = n / 2;
  for (size_t i = 0; i < n; i++)
    all[i] = judged((int64_t)(i / 2 % units), (double)(random_bits(generator) % values),
                    (int64_t)(random_bits(generator) % 6));
  return n;
}

static void test_definition(enum alpha_level level) {
  struct generator generator = random_seeded(11);
  int wrong = 0, without = 0;
  for (int i = 0; i < CASES; i++) {
    struct clustered_judgement all[MOST];
    size_t n = draw(&generator, all);
    struct alpha_bars bars = bars_of(all, n, true, level);
    double replicates[6], sum = 0, squares = 0, least = 2, greatest = -1e9;
    int groups = 0, missing = 0;
    for (int64_t cluster = 0; cluster < 6; cluster++) {
      bool there = false;
      for (size_t j = 0; j < n; j++)
        there |= all[j].cluster.is.integer == cluster;
      if (!there) continue;
      double replicate = alpha_without(all, n, level, &cluster);
      missing += is_missing(replicate);
      sum += replicates[groups++] = replicate;
      least = fmin(least, replicate);
      greatest = fmax(greatest, replicate);
    }
    double alpha = alpha_without(all, n, level, NULL);
    wrong += bars.alpha != alpha && !(is_missing(alpha) && is_missing(bars.alpha));
    if (groups < 2 || missing > 0 || greatest - least < 1e-12 || is_missing(alpha)) {
      wrong += !is_missing(bars.se) || !is_missing(bars.low) || !is_missing(bars.high);
      without++;
      continue;
    }
    for (int g = 0; g < groups; g++)
      squares += pow(replicates[g] - sum / groups, 2);
    double se = sqrt(squares * (groups - 1) / groups);
    double half = statistics_t_quantile((size_t)groups - 1) * se;
    wrong += !(fabs(bars.se - se) < 1e-12) || !(fabs(bars.low - alpha + half) < 1e-11) ||
             !(fabs(bars.high - fmin(alpha + half, 1)) < 1e-11);
  }
  tap_is_int(wrong, 0, "%s: %d random cases, seed 11", alpha_level_names[level], CASES);
  tap_ok(without > 0, "%d of them have no interval", without);
}

/* Three units have the values 0 0, 1 1 and 0 1.  Alpha is 1 - 2 / 3.6.  Without the
** first, second or third unit, alpha is 0, 0 or 1. */
static void test_by_hand(void) {
  struct clustered_judgement all[] = {judged(1, 0, 0), judged(1, 0, 0), judged(2, 1, 0),
                                      judged(2, 1, 0), judged(3, 0, 0), judged(3, 1, 0),
                                      judged(4, 1, 7)};
  struct alpha_bars bars = bars_of(all, 7, false, ALPHA_NOMINAL);
  tap_is_int((long long)bars.units, 3, "a unit with one value is not counted");
  tap_is_int((long long)bars.values, 6, "nor is its value");
  tap_is_real(bars.alpha, 1 - 2 / 3.6, 1e-15, "alpha");
  tap_is_real(bars.se, sqrt(2.0 / 3 * (4 / 9.0 + 1 / 9.0 + 1 / 9.0)), 1e-15,
              "se, by units: it is no cluster either");
  tap_is_real(bars.low, 1 - 2 / 3.6 - statistics_t_quantile(2) * 2 / 3, 1e-14, "low");
  tap_is_real(bars.high, 1, 0, "high is 1 at most");
  bars = bars_of(all, 7, true, ALPHA_NOMINAL);
  tap_ok(bars.alpha > 0.4 && is_missing(bars.se), "one cluster has no interval");
  bars = bars_of(all + 6, 1, true, ALPHA_NOMINAL);
  tap_ok(bars.values == 0 && is_missing(bars.alpha), "nor have values without a pair");
}

/* If there are more than ALPHA_MOST_GROUPS clusters, the jackknife leaves out groups of
** clusters: cluster i of 300 is in group 200 i / 300. */
static void test_groups(void) {
  enum { CLUSTERS = 300 };
  static struct clustered_judgement single[2 * CLUSTERS], grouped[2 * CLUSTERS];
  struct generator generator = random_seeded(3);
  for (int i = 0; i < CLUSTERS; i++)
    for (int j = 0; j < 2; j++) {
      double value = (double)(random_bits(&generator) % 3) + (i % 5);
      single[2 * i + j] = judged(i, value, 10 * i);
      grouped[2 * i + j] = judged(i, value, i * 2 / 3);
    }
  struct alpha_bars a = bars_of(single, 2 * CLUSTERS, true, ALPHA_INTERVAL);
  struct alpha_bars b = bars_of(grouped, 2 * CLUSTERS, true, ALPHA_INTERVAL);
  struct alpha_bars c = bars_of(single, 2 * CLUSTERS, false, ALPHA_INTERVAL);
  tap_is_real(a.se, b.se, 0, "300 clusters are 200 groups of neighbours");
  tap_is_real(a.low, b.low, 0, "and t is that of groups");
  tap_is_real(a.se, c.se, 0, "units are the same clusters");
  struct alpha_bars d = bars_of(single, 400, true, ALPHA_INTERVAL);
  struct alpha_bars e = bars_of(grouped, 400, true, ALPHA_INTERVAL);
  tap_ok(d.se != e.se, "200 clusters are 200 groups");
}

/* The second cluster has the values of the first plus .2, so both have the same alpha. */
static void test_rounding(void) {
  struct clustered_judgement all[8];
  const double first[] = {0.1, 0.2, 0.4, 0.6}, second[] = {0.3, 0.4, 0.6, 0.8};
  for (int i = 0; i < 4; i++) {
    all[i] = judged(i / 2, first[i], 1);
    all[4 + i] = judged(2 + i / 2, second[i], 2);
  }
  tap_ok(alpha_without(all, 4, ALPHA_INTERVAL, NULL) !=
             alpha_without(all + 4, 4, ALPHA_INTERVAL, NULL),
         "two alphas differ by rounding");
  struct alpha_bars bars = bars_of(all, 8, true, ALPHA_INTERVAL);
  tap_ok(bars.alpha > 0 && is_missing(bars.se) && is_missing(bars.low),
         "equal clusters have no error");
}

static bool stop_at_once(void *context) {
  ++*(int *)context;
  return true;
}

static void test_stopped(void) {
  struct clustered_judgement all[] = {judged(1, 0, 0), judged(1, 0, 0), judged(2, 1, 0),
                                      judged(2, 1, 0)};
  struct alpha_member members[4];
  struct judgement judgements[4];
  struct alpha_cell cells[8];
  struct alpha_room room = {members, judgements, cells};
  int asked = 0;
  struct sort_watch watch = {stop_at_once, &asked, false};
  alpha_confidence(all, 4, false, ALPHA_NOMINAL, &room, &watch);
  tap_ok(asked == 1 && watch.stopped, "a watch ends it");
}

static bool stop_later(void *left) {
  return --*(int *)left < 0;
}

/* alpha_confidence() asks a callback, the watch (base/sort.h), whether to stop.  It asks
** each time it leaves out a cluster.  With 12,000 rows it also asks during its two
** sorts. */
static void test_stopped_anywhere(void) {
  enum { COUNT = 12000 };
  static struct clustered_judgement all[COUNT];
  static struct alpha_member members[COUNT];
  static struct judgement judgements[COUNT];
  static struct alpha_cell cells[2 * COUNT];
  struct alpha_room room = {members, judgements, cells};
  for (int i = 0; i < COUNT; i++)
    all[i] = judged(i / 2, i % 7, i * 31 % 1009);
  for (int after = 0; after < 5; after++) {
    int left = after;
    struct sort_watch watch = {stop_later, &left, false};
    struct alpha_bars bars =
        alpha_confidence(all, COUNT, true, ALPHA_NOMINAL, &room, &watch);
    tap_ok(watch.stopped && is_missing(bars.se), "stopped after %d: no answer", after);
  }
}

int main(void) {
  for (int level = 0; level < ALPHA_LEVEL_COUNT; level++)
    test_definition((enum alpha_level)level);
  test_by_hand();
  test_groups();
  test_rounding();
  test_stopped();
  test_stopped_anywhere();
  return tap_done();
}
