/*
** Tests rules that must be monotone, with random data, on the functions of ext/core.  An
** older source is never fresher, and a better score never makes a result worse.
*/
#include "../random.h"

#include "core/research/confidence.h"
#include "core/research/gate.h"
#include "core/retrieval/penalty.h"
#include "core/research/recency.h"
#include "core/research/weights.h"

#define ROUNDS 200000

/* Draws a number of days of any magnitude. */
static double random_days(void) {
  return exp2(random_unit() * 40 - 20);
}

/* ADR-009 section 4.2: the decay never rises with age and stays in 0..1. */
static void test_decay(void) {
  int rising = 0, outside = 0, shrinking = 0;
  for (int i = 0; i < ROUNDS; i++) {
    double half_life = random_days();
    double age = random_below(4) > 0 ? random_days() : -random_days();
    double older = random_below(2) > 0 ? nextafter(age, INFINITY) : age + random_days();
    double fresh = recency_decay(age, half_life), stale = recency_decay(older, half_life);
    rising += stale > fresh;
    outside += !(stale >= 0 && fresh <= 1);
    shrinking += recency_decay(age, half_life + random_days()) < fresh;
  }
  tap_is_int(rising, 0, "decay never rises with age");
  tap_is_int(outside, 0, "decay stays in 0..1");
  tap_is_int(shrinking, 0, "decay never falls with a longer half-life");
}

static void test_window(void) {
  int wrong = 0;
  for (int i = 0; i < ROUNDS; i++) {
    double window = random_days(), age = random_days();
    wrong +=
        recency_is_recent(age + random_days(), window) && !recency_is_recent(age, window);
  }
  tap_is_int(wrong, 0, "a recent source was recent when it was younger");
}

static void random_deltas(double delta[PENALTY_TIERS]) {
  for (int i = PENALTY_TIERS - 1; i >= 0; i--) {
    double above = i + 1 < PENALTY_TIERS ? delta[i + 1] : 0;
    delta[i] = random_below(4) > 0 ? above - random_unit() : above;
  }
}

/* ADR-002: the penalty is never positive, and more hits never move it further from 0. */
static void test_penalty(void) {
  int positive = 0, falling = 0, refused = 0;
  for (int i = 0; i < ROUNDS; i++) {
    struct path_penalty_settings rule = settings_defaults.path_penalty;
    random_deltas(rule.tier_delta);
    rule.mode = (enum penalty_mode)random_below(PENALTY_MODE_COUNT);
    rule.miss_delta = -random_unit();
    refused += !penalty_deltas_valid(rule.tier_delta);
    double words = random_below(5), length = random_below(20) / 2.0;
    double before = -INFINITY;
    for (int hits = 0; hits < 6; hits++) {
      double penalty = penalty_of(hits, words, length, &rule);
      positive += penalty > 0;
      falling += penalty < before;
      before = penalty;
    }
    positive += penalty_of(MISSING, words, length, &rule) != 0;
  }
  tap_is_int(refused, 0, "deltas in order are valid");
  tap_is_int(positive, 0, "a penalty is never positive");
  tap_is_int(falling, 0, "a penalty never grows with hits");
}

/* penalty_deltas_valid() must refuse deltas that are out of order: with them, more hits
** could move the penalty further from 0. */
static void test_deltas(void) {
  int wrong = 0;
  for (int i = 0; i < ROUNDS; i++) {
    double delta[PENALTY_TIERS];
    for (int t = 0; t < PENALTY_TIERS; t++)
      delta[t] = random_below(9) > 0 ? random_below(5) / 4.0 - 1 : MISSING;
    bool ordered = delta[0] <= delta[1] && delta[1] <= delta[2] && delta[2] <= 0;
    wrong += ordered != penalty_deltas_valid(delta);
  }
  tap_is_int(wrong, 0, "deltas are valid if and only if they are in order");
}

static struct gate_evidence random_evidence(void) {
  struct gate_evidence evidence;
  for (int d = 0; d < DIMENSION_COUNT; d++) {
    evidence.dimensions.score[d] =
        random_below(20) == 0 ? MISSING : 0.5 + random_score() / 2;
  }
  evidence.recent_sources = 8 + random_below(5);
  evidence.critical_contradictions = random_below(5) == 0;
  evidence.regression = random_below(5) == 0;
  return evidence;
}

/* Raises one score to a random score or, if that is lower, to the next double.  A missing
** score gets the random score. */
static void raise(struct dimensions *dimensions) {
  double *score = &dimensions->score[random_below(DIMENSION_COUNT)];
  double higher = random_score();
  if (is_missing(*score) || higher >= *score) {
    *score = higher;
  } else if (*score < 1) {
    *score = nextafter(*score, 1);
  }
}

static bool passes(const struct gate_evidence *evidence, const struct gate_rule *rule) {
  return gate_passes(evidence, rule);
}

/* ADR-007 section 4.2: if a round passes, a round with one better score passes too. */
static void test_gate(enum scoring_engine engine) {
  struct settings settings = settings_defaults;
  settings.deep_research.scoring_engine = engine;
  struct gate_rule rule = gate_rule_of(&settings);
  int worse = 0, passed = 0;
  for (int i = 0; i < ROUNDS; i++) {
    struct gate_evidence before = random_evidence(), after = before;
    raise(&after.dimensions);
    after.recent_sources += random_below(2);
    bool was = passes(&before, &rule);
    passed += was;
    worse += was && !passes(&after, &rule);
  }
  tap_is_int(worse, 0, "%s: raising a dimension never turns a pass into a fail",
             scoring_engine_names[engine]);
  tap_ok(passed > ROUNDS / 1000, "and %d of %d rounds passed", passed, ROUNDS);
}

static struct weights random_weights(void) {
  const struct deep_research_settings *s = &settings_defaults.deep_research;
  struct weights weights = s->strategies[random_below((int)s->strategy_count)].weights;
  if (random_below(2) == 0) return weights;
  do {
    for (int d = 0; d < DIMENSION_COUNT; d++) {
      weights.weight[d] = random_below(4) == 0 ? 0 : exp2(random_unit() * 60 - 30);
    }
  } while (!weights_complete(&weights));
  return weights;
}

/* ADR-007 section 4.3: in the index, one score compensates for another, but a higher
** score never lowers the index. */
static void test_index(enum confidence_method method) {
  int lower = 0, outside = 0;
  for (int i = 0; i < ROUNDS; i++) {
    struct weights weights = random_weights();
    struct dimensions dimensions = random_evidence().dimensions, raised;
    if (random_below(2) == 0) {
      for (int d = 0; d < DIMENSION_COUNT; d++)
        dimensions.score[d] = random_score();
    }
    raised = dimensions;
    raise(&raised);
    double before = confidence_index(&dimensions, &weights, method);
    double after = confidence_index(&raised, &weights, method);
    lower += !(after >= before);
    outside += !(before >= 0 && before <= 1);
  }
  tap_is_int(lower, 0, "%s: raising a dimension never lowers the index",
             confidence_method_names[method]);
  tap_is_int(outside, 0, "%s: the index stays in 0..1", confidence_method_names[method]);
}

int main(void) {
  random_open();
  test_decay();
  test_window();
  test_penalty();
  test_deltas();
  test_gate(ENGINE_MULTIDIMENSIONAL);
  test_gate(ENGINE_LEGACY);
  test_index(METHOD_ARITHMETIC);
  test_index(METHOD_GEOMETRIC);
  return tap_done();
}
