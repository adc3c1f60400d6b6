/* Compares gate_confidence() with cases worked by hand, and with a loop over every
** sequence of judges that can be drawn.  For many judges, gate_confidence() draws a
** sample of the sequences. */
#include "../tap.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "core/research/gate.h"
#include "core/research/gate_confidence.h"

#define MOST 40

static struct gate_rule gate;
static struct rubric_rule rule;
static size_t room[2 * MOST + 1];

static struct judge_evidence judge(int cluster, double score) {
  return (struct judge_evidence){
      .cluster = {.type = VALUE_INTEGER, .is.integer = cluster},
      .said = {.count = RUBRIC_FEW, .is.few = {score, 1, 1, 1, 1, 10, 0}}};
}

static double share_of(struct judge_evidence *judgements, size_t count) {
  qsort(judgements, count, sizeof *judgements, gate_confidence_compare);
  return gate_confidence(judgements, count, &rule, room, NULL);
}

static void test_by_hand(void) {
  struct judge_evidence two[] = {judge(1, 0.7), judge(2, 0.9)};
  tap_is_real(share_of(two, 2), 0.75, 0, "only one of four orders has .7 twice");
  struct judge_evidence equal[] = {judge(1, 0.75), judge(2, 0.75), judge(3, 0.75)};
  tap_is_real(share_of(equal, 3), 1, 0, "the mean of .75 thrice is .75");
  equal[1].said.is.few[0] = 0.74;
  tap_is_real(share_of(equal, 3), 8.0 / 27, 0, "and below it as soon as one is");
  struct judge_evidence one[] = {judge(1, 0.9), judge(1, 0.9)};
  tap_ok(is_missing(share_of(one, 2)), "one cluster has no draws that differ");
  tap_ok(is_missing(share_of(one, 1)), "nor has one judge");
  struct judge_evidence family[] = {judge(1, 0.6), judge(1, 0.9), judge(2, 0.7)};
  tap_is_real(share_of(family, 3), 0.25, 0, "a family is drawn as one: .75 if twice");
}

static void test_missing(void) {
  struct judge_evidence silent[] = {judge(1, MISSING), judge(2, 0.9)};
  tap_is_real(share_of(silent, 2), 0.75, 0,
              "judges who scored it count; a draw without them fails");
  struct judge_evidence uncounted[] = {judge(1, 0.9), judge(2, 0.9)};
  uncounted[0].said.is.few[EVIDENCE_RECENT_SOURCES] = MISSING;
  tap_is_real(share_of(uncounted, 2), 0.25, 0, "a missing count fails where it is drawn");
  struct judge_evidence few[] = {judge(1, 0.9), judge(2, 0.9)};
  few[1].said.is.few[EVIDENCE_RECENT_SOURCES] = 9;
  tap_is_real(share_of(few, 2), 0.25, 0, "the fewest sources count");
  struct judge_evidence contradicted[] = {judge(1, 0.9), judge(2, 0.9), judge(3, 0.9)};
  contradicted[0].said.is.few[EVIDENCE_CRITICAL_CONTRADICTIONS] = 2;
  tap_is_real(share_of(contradicted, 3), 8.0 / 27, 0, "and the most contradictions");
  contradicted[1].said.is.few[EVIDENCE_CRITICAL_CONTRADICTIONS] = MISSING;
  tap_is_real(share_of(contradicted, 3), 1.0 / 27, 0, "a missing number fails, too");
}

static double plain_share(const struct judge_evidence *judgements, const size_t *starts,
                          size_t clusters) {
  size_t orders = 1, passing = 0;
  for (size_t c = 0; c < clusters; c++)
    orders *= clusters;
  for (size_t order = 0; order < orders; order++) {
    long double sum = 0;
    int count = 0;
    for (size_t k = 0, rest = order; k < clusters; k++, rest /= clusters) {
      size_t c = rest % clusters;
      for (size_t i = starts[c]; i < starts[c + 1]; i++, count++)
        sum += (long double)judgements[i].said.is.few[0];
    }
    passing += sum / count >= 0.75L;
  }
  return (double)passing / (double)orders;
}

static void test_orders(void) {
  struct generator generator = random_seeded(7);
  int same = 0, groups = 200;
  for (int g = 0; g < groups; g++) {
    struct judge_evidence judgements[20];
    size_t starts[7] = {0}, count = 0,
           clusters = 2 + (size_t)(random_bits(&generator) % 5);
    for (size_t c = 0; c < clusters; c++) {
      starts[c] = count;
      for (size_t i = 0; i <= random_bits(&generator) % 3; i++)
        judgements[count++] =
            judge((int)c, 0.5 + (double)(random_bits(&generator) % 32) / 64);
    }
    starts[clusters] = count;
    double plain = plain_share(judgements, starts, clusters);
    same += gate_confidence(judgements, count, &rule, room, NULL) == plain;
  }
  tap_is_int(same, groups, "as a walk through every order has it");
}

/* Judge 0 scores 0, and the other eight judges score .9.  gate_confidence() draws a judge
** at random nine times, possibly the same judge again.  The mean of the nine scores is
** High if judge 0 is drawn at most once. */
static void test_many(void) {
  struct judge_evidence nine[9];
  for (int i = 0; i < 9; i++)
    nine[i] = judge(i, i == 0 ? 0.0 : 0.9);
  double never = 1, once = 9.0 / 9;
  for (int i = 0; i < 9; i++)
    never *= 8.0 / 9;
  for (int i = 0; i < 8; i++)
    once *= 8.0 / 9;
  double share = share_of(nine, 9);
  tap_is_real(share, never + once, 0.02, "of more clusters 10,000 draws: %.4f", share);
  tap_ok(share_of(nine, 9) == share, "the same ones each time");
  tap_is_real(share * 10000, floor(share * 10000 + 0.5), 1e-11, "so many of 10,000");
  nine[0].said.is.few[0] = 0.9;
  tap_is_real(share_of(nine, 9), 1, 0, "every draw passes if all judges score High");
  nine[0].said.is.few[0] = 0.0;
  /* Eight draws from 8 judges give 8^8 sequences.  Judge 0 is absent from 7^8 = 7 * 7^7
  ** sequences, and occurs once in 8 * 7^7 sequences.  Only the sequences of these two
  ** kinds pass. */
  double seven = pow(7, 7);
  tap_is_real(share_of(nine, 8), (7 * seven + 8 * seven) / pow(8, 8), 0,
              "of eight clusters every order");
}

static bool stop_at_once(void *context) {
  return true;
}

static void test_watch(void) {
  struct sort_watch watch = {stop_at_once, NULL, false};
  struct judge_evidence many[MOST];
  for (int i = 0; i < MOST; i++)
    many[i] = judge(i, 0.9);
  tap_ok(is_missing(gate_confidence(many, MOST, &rule, room, &watch)) && watch.stopped,
         "draws can be stopped");
  struct judge_evidence few[MOST];
  for (int i = 0; i < MOST; i++)
    few[i] = judge(i / 5, 0.9);
  watch.stopped = false;
  tap_ok(is_missing(gate_confidence(few, MOST, &rule, room, &watch)) && watch.stopped,
         "so can orders");
}

static void test_order(void) {
  struct judge_evidence a = judge(1, 0.5), b = judge(1, 0.5);
  tap_is_int(gate_confidence_compare(&a, &b), 0, "the same");
  b.said.is.few[EVIDENCE_CRITICAL_CONTRADICTIONS] = 1;
  tap_ok(gate_confidence_compare(&a, &b) < 0, "fewer contradictions come first");
  b.said.is.few[EVIDENCE_RECENT_SOURCES] = 9;
  tap_ok(gate_confidence_compare(&a, &b) > 0, "then fewer sources");
  a.said.is.few[4] = MISSING;
  tap_ok(gate_confidence_compare(&a, &b) < 0, "missing numbers come first");
  b.said.is.few[4] = MISSING;
  tap_ok(gate_confidence_compare(&a, &b) > 0, "and like itself");
  a.cluster.is.integer = 2;
  tap_ok(gate_confidence_compare(&b, &a) < 0, "the cluster decides first");
}

int main(void) {
  gate = gate_rule_of(&settings_defaults);
  rule = gate_rubric_rule(&gate);
  test_by_hand();
  test_missing();
  test_orders();
  test_many();
  test_watch();
  test_order();
  return tap_done();
}
