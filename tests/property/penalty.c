/*
** Tests the laws of ADR-002 with seeded draws.  The penalty is never positive, and more
** path hits (words of the query in the path) never move it further from 0.  A search
** query that is too short to judge has no penalty.  Deltas (the penalties for 0, 1 and 2
** hits) that would break these laws are refused.  This file calls the SQL function with
** explicit deltas.  monotone.c tests the rule itself in every mode.
*/
#include "../database.h"
#include "../random.h"

#include <stdlib.h>

#include "core/retrieval/penalty.h"

#define DRAWS 5000

struct draw {
  double hits, words, length;
  double delta[PENALTY_TIERS];
};

static int compare_doubles(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/* The deltas ascend.  Sometimes deltas are equal, are 0, or lie far apart. */
static struct draw draw(void) {
  struct draw d = {random_below(6),
                   random_below(5),
                   random_below(4) > 0 ? 8 * random_unit() : 4.0,
                   {0, 0, 0}};
  for (int i = 0; i < PENALTY_TIERS; i++) {
    double size = random_below(4) == 0 ? 1e6 : 1;
    d.delta[i] = random_below(3) == 0 ? -0.25 * random_below(4) : -size * random_unit();
  }
  qsort(d.delta, PENALTY_TIERS, sizeof d.delta[0], compare_doubles);
  return d;
}

static sqlite3_stmt *statement;

/* Returns the SQL function's answer, which must be a REAL. */
static double penalty_of_draw(const struct draw *d) {
  const double values[] = {d->hits,     d->words,    d->length,
                           d->delta[0], d->delta[1], d->delta[2]};
  sqlite3_reset(statement);
  for (int i = 0; i < 6; i++)
    sqlite3_bind_double(statement, i + 1, values[i]);
  if (sqlite3_step(statement) != SQLITE_ROW ||
      sqlite3_column_type(statement, 0) != SQLITE_FLOAT) {
    tap_bail("graduated_penalty failed: %s", sqlite3_errmsg(db));
  }
  return sqlite3_column_double(statement, 0);
}

static int refused(const struct draw *d) {
  sqlite3_reset(statement);
  for (int i = 0; i < PENALTY_TIERS; i++)
    sqlite3_bind_double(statement, 4 + i, d->delta[i]);
  int rc = sqlite3_step(statement);
  sqlite3_reset(statement);
  return rc == SQLITE_ERROR;
}

static void test_laws(void) {
  int positive = 0, not_monotone = 0, ineligible = 0, wrong_tier = 0, beyond = 0;
  for (int i = 0; i < DRAWS; i++) {
    struct draw d = draw(), more = d;
    more.hits = d.hits + 1 + random_below(3);
    double penalty = penalty_of_draw(&d);
    int eligible = d.words >= 2 && d.length >= 4.0;
    positive += !(penalty <= 0);
    not_monotone += !(penalty_of_draw(&more) >= penalty);
    ineligible += !eligible && penalty != 0;
    wrong_tier += eligible && d.hits < PENALTY_TIERS && penalty != d.delta[(int)d.hits];
    beyond += d.hits >= PENALTY_TIERS && penalty != 0;
  }
  tap_is_int(positive, 0, "never positive, %d draws", DRAWS);
  tap_is_int(not_monotone, 0, "never less for fewer hits");
  tap_is_int(ineligible, 0, "0 for an ineligible query");
  tap_is_int(wrong_tier, 0, "the delta of its tier");
  tap_is_int(beyond, 0, "0 from three hits on");
}

static void test_unusable_hits(void) {
  int penalised = 0;
  for (int i = 0; i < DRAWS; i++) {
    struct draw d = draw();
    d.hits = random_below(2) ? -(double)(1 + random_below(9))
                             : random_below(9) + 0.001 + 0.99 * random_unit();
    penalised += penalty_of_draw(&d) != 0;
  }
  tap_is_int(penalised, 0, "0 for negative and for fractional hits");
}

static void test_refused(void) {
  int accepted = 0;
  for (int i = 0; i < DRAWS; i++) {
    struct draw d = draw();
    int tier = random_below(PENALTY_TIERS);
    switch (random_below(3)) {
    case 0:
      d.delta[tier] = 1e-300 + random_unit(); /* positive */
      break;
    case 1:
      d.delta[tier] = random_below(2) ? -(double)INFINITY : (double)NAN;
      break;
    default:
      d.delta[0] = d.delta[2] + 0.5; /* out of order, or positive */
      break;
    }
    accepted += !refused(&d);
  }
  tap_is_int(accepted, 0, "positive, disordered, infinite and NaN deltas are refused");
}

int main(void) {
  random_open();
  database_open();
  statement = prepared("SELECT graduated_penalty(?, ?, ?, ?, ?, ?)");
  test_laws();
  test_unusable_hits();
  test_refused();
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return tap_done();
}
