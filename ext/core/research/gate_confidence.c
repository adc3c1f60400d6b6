/* Draws of judges, and the share that passes: see gate_confidence.h. */
#include "core/research/gate_confidence.h"

#include "base/random.h"
#include "base/sum.h"

/* Missing numbers come first. */
static int gate_confidence_compare_numbers(double a, double b) {
  if (is_missing(a) || is_missing(b)) return is_missing(b) - is_missing(a);
  return (a > b) - (a < b);
}

int gate_confidence_compare(const void *left, const void *right) {
  const struct judge_evidence *a = left, *b = right;
  const double *left_said = rubric_numbers_at(&a->said);
  const double *right_said = rubric_numbers_at(&b->said);
  int order = value_compare(&a->cluster, &b->cluster);
  if (order == 0) order = a->said.count - b->said.count;
  for (int i = 0; order == 0 && i < a->said.count; i++)
    order = gate_confidence_compare_numbers(left_said[i], right_said[i]);
  return order;
}

/* All judgements of a round, and one draw of clusters. */
struct draw {
  const struct judge_evidence *judgements;
  const struct rubric_rule *rule;
  size_t *starts; /* each cluster's first judgement; last, the number of judgements */
  size_t *times;  /* how often each cluster was drawn */
  size_t clusters;
  size_t work; /* clusters and judgements read since `watch` was asked */
  struct sort_watch *watch;
};

static size_t gate_confidence_clusters(struct draw *draw, size_t count) {
  size_t clusters = 0;
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || value_compare(&draw->judgements[i - 1].cluster,
                                &draw->judgements[i].cluster) != 0)
      draw->starts[clusters++] = i;
  }
  draw->starts[clusters] = count;
  return clusters;
}

/* Returns the mean of a score over the drawn judges, rounded once.  Missing if no drawn
** judge gave this score. */
static double gate_confidence_mean(const struct draw *draw, int number) {
  struct sum sum = {0, 0};
  size_t scores = 0;
  for (size_t c = 0; c < draw->clusters; c++) {
    if (draw->times[c] == 0) continue;
    for (size_t i = draw->starts[c]; i < draw->starts[c + 1]; i++) {
      double score = rubric_numbers_at(&draw->judgements[i].said)[number];
      if (is_missing(score)) continue;
      for (size_t t = 0; t < draw->times[c]; t++)
        sum_add(&sum, score);
      scores += draw->times[c];
    }
  }
  return scores > 0 ? sum_share(&sum, (double)scores) : MISSING;
}

/* Returns the least count (if `fewest`) or the greatest count that the drawn judges
** state.  Missing if one of these judges states no count. */
static double gate_confidence_count(const struct draw *draw, int number, bool fewest) {
  double worst = fewest ? HUGE_VAL : 0;
  for (size_t c = 0; c < draw->clusters; c++) {
    if (draw->times[c] == 0) continue;
    for (size_t i = draw->starts[c]; i < draw->starts[c + 1]; i++) {
      double count = rubric_numbers_at(&draw->judgements[i].said)[number];
      if (is_missing(count)) return MISSING;
      worst = fewest ? lesser_of(count, worst) : greater_of(count, worst);
    }
  }
  return worst;
}

/* True if the drawn judges pass the round.  Stops at the first number that fails, because
** most draws fail. */
static bool gate_confidence_passes(const struct draw *draw) {
  const struct rubric_rule *rule = draw->rule;
  double score[RUBRIC_NAMES_LIMIT];
  for (int i = 0; i < rule->score_count; i++) {
    score[i] = gate_confidence_mean(draw, i);
    bool high = score[i] >= rule->high[i];
    if (!high && rule->engine == ENGINE_MULTIDIMENSIONAL) return false;
  }
  for (int i = 0; i < rule->condition_count; i++) {
    bool fewest = i < rule->at_least_count;
    double count = gate_confidence_count(draw, rule->score_count + i, fewest);
    if (!rubric_keeps(rule, i, count)) return false;
  }
  return rule->engine == ENGINE_MULTIDIMENSIONAL || rubric_index_high(rule, score);
}

static bool gate_confidence_stops(struct draw *draw) {
  draw->work += draw->clusters + draw->starts[draw->clusters];
  if (draw->work < SORT_STEPS) return draw->watch != NULL && draw->watch->stopped;
  draw->work = 0;
  return sort_watch_stops(draw->watch);
}

/* A draw lacks `left` clusters.  Tries every choice of them, from index `cluster` on, and
** returns how many of these draws pass.  The same clusters in another order are another
** draw: for the clusters drawn before the call, there are `ways` choices of their places
** in the draw. */
static uint64_t gate_confidence_orders(struct draw *draw, size_t cluster, size_t left,
                                       uint64_t ways) {
  uint64_t passing = 0;
  uint64_t choices = 1; /* binomial coefficient: `left` over `times` */
  if (cluster + 1 == draw->clusters) {
    draw->times[cluster] = left;
    if (gate_confidence_stops(draw)) return 0;
    return gate_confidence_passes(draw) ? ways : 0;
  }
  for (size_t times = 0; times <= left; times++) {
    draw->times[cluster] = times;
    passing += gate_confidence_orders(draw, cluster + 1, left - times, ways * choices);
    choices = choices * (left - times) / (times + 1);
  }
  return passing;
}

static double gate_confidence_exact(struct draw *draw) {
  double orders = 1;
  for (size_t c = 0; c < draw->clusters; c++)
    orders *= (double)draw->clusters;
  return (double)gate_confidence_orders(draw, 0, draw->clusters, 1) / orders;
}

static double gate_confidence_drawn(struct draw *draw) {
  struct generator generator = random_seeded(GATE_CONFIDENCE_SEED);
  int passing = 0;
  for (int i = 0; i < GATE_CONFIDENCE_DRAWS; i++) {
    for (size_t c = 0; c < draw->clusters; c++)
      draw->times[c] = 0;
    for (size_t c = 0; c < draw->clusters; c++)
      draw->times[(random_bits(&generator) >> 32) * draw->clusters >> 32]++;
    if (gate_confidence_stops(draw)) break;
    passing += gate_confidence_passes(draw);
  }
  return (double)passing / GATE_CONFIDENCE_DRAWS;
}

double gate_confidence(const struct judge_evidence *judgements, size_t count,
                       const struct rubric_rule *rule, size_t *room,
                       struct sort_watch *watch) {
  struct draw draw = {.judgements = judgements,
                      .rule = rule,
                      .starts = room,
                      .times = room + count + 1,
                      .watch = watch};
  draw.clusters = gate_confidence_clusters(&draw, count);
  if (draw.clusters < 2) return MISSING;
  double share = draw.clusters <= GATE_CONFIDENCE_EXACT ? gate_confidence_exact(&draw)
                                                        : gate_confidence_drawn(&draw);
  return watch != NULL && watch->stopped ? MISSING : share;
}
