/*
** Weight stability in SQL: how far can a weight move before another round is best?
**
**   weight_stability(round, gate_passed, coverage, source_quality, agreement,
**                    verification, recency [, weights])
**   weight_stability(round, evidence [, weights])
**   rubric_stability(rubric, round, evidence)
**
** An aggregate and window function.  The answer is JSON {"winner", "runner_up", "margin",
** "intervals": {dimension: [low, high]}}: the round that wins under the given weights,
** and for each weight the interval in which this round still wins.
**
** (1) The winner is the best round, as in rounds.c: passed rounds beat failed ones, then
**     the greater index (weighted mean of the scores) wins, then the earlier round.  A
**     missing score counts as 0.  A row whose round is NULL is skipped.  Only rounds with
**     the winner's gate_passed compete, because weights do not change gate_passed.
** (2) The runner-up is the second best of the competing rounds.  `margin` is the winner's
**     index minus the runner-up's index, 0 if the two tie.  If no other round competes,
**     runner_up and margin are null and every interval is [0, 1].
** (3) Each weight is divided by the sum of all weights.  One weight moves from 0 to 1,
**     and the other weights share the rest in their current proportions, or equally if
**     they are all 0.
** (4) The ends of the intervals are computed exactly, not sampled.  At an end strictly
**     between 0 and 1 another round ties with the winner.  Beyond the end the other round
**     wins when its index is greater by a step of 1e-12 (rule R9, REFERENCE.md).  A round
**     that never leads by a whole step does not limit the interval.
** (5) Each row competes as a round, so give each round one row.  `weights` has the forms
**     that ci_score accepts; NULL means default weights.  A rubric has its own weights.
**     Weights and rubric must be the same in every row of a group.
**
** Sources: Mareschal (1988) for weight stability intervals, ADR-007 4.3 for weights.
*/
#include "core/research/stability.h"

#include <string.h>

#include "core/research/confidence.h"
#include "core/index.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "functions/research/helpers/evidence.h"
#include "functions/research/helpers/round_frame.h"
#include "functions/research/helpers/weights_argument.h"

struct ranked_round {
  const struct framed_round *row;
  double ci;
};

/* The rounds that compete.  `winner` and `runner_up` are indexes in `ranked`. */
struct ranking {
  struct ranked_round *ranked;
  double *scores; /* the scores of all rounds, round by round */
  size_t count;
  size_t winner;
  size_t runner_up; /* equals `winner` if no other round competes */
};

static bool stability_beats(const struct ranking *ranking, size_t a, size_t b) {
  int index = index_compare(ranking->ranked[a].ci, ranking->ranked[b].ci);
  if (index != 0) return index > 0;
  return round_frame_compare(ranking->ranked[a].row, ranking->ranked[b].row) < 0;
}

/* Sets `winner` and `runner_up` of a ranking.  Its rows can be in any order. */
static void stability_rank(struct ranking *ranking) {
  ranking->winner = ranking->runner_up = 0;
  for (size_t i = 1; i < ranking->count; i++) {
    if (stability_beats(ranking, i, ranking->winner)) {
      ranking->runner_up = ranking->winner;
      ranking->winner = i;
    } else if (ranking->runner_up == ranking->winner ||
               stability_beats(ranking, i, ranking->runner_up)) {
      ranking->runner_up = i;
    }
  }
}

/* Lists the passed rounds, or all rounds if none has passed.  `ranked` and `scores` share
** memory: the caller frees only `scores`.  Returns false when out of memory. */
static bool stability_ranking_open(const struct round_frame *frame,
                                   const struct rubric_rule *rule,
                                   struct ranking *ranking) {
  size_t rows = frame->rows.count, width = (size_t)rule->score_count;
  size_t scores_size = rows * width * sizeof *ranking->scores;
  unsigned char *memory =
      sqlite3_malloc64(scores_size + (rows + 1) * sizeof *ranking->ranked);
  if (memory == NULL) return false;
  *ranking = (struct ranking){.scores = (void *)memory,
                              .ranked = (void *)(memory + scores_size)};
  bool passed = round_frame_any_passed(frame);
  for (size_t i = 0; i < rows; i++) {
    const struct framed_round *row = round_frame_at(frame, i);
    if (row->gate_passed != passed) continue;
    const double *scores = rubric_numbers_at(&row->scores);
    size_t place = ranking->count++;
    ranking->ranked[place].row = row;
    ranking->ranked[place].ci = rubric_index(rule, scores);
    memcpy(ranking->scores + place * width, scores, width * sizeof *scores);
  }
  return true;
}

static double stability_margin_of(const struct ranking *ranking) {
  double winner = ranking->ranked[ranking->winner].ci;
  double runner_up = ranking->ranked[ranking->runner_up].ci;
  return index_compare(winner, runner_up) == 0 ? 0 : winner - runner_up;
}

static void stability_result_ranking(sqlite3_context *context,
                                     const struct ranking *ranking,
                                     const struct rubric_rule *rule,
                                     const char *const *names) {
  struct stability_interval intervals[RUBRIC_NAMES_LIMIT];
  size_t winner = ranking->winner, runner_up = ranking->runner_up;
  bool alone = runner_up == winner;
  stability_intervals(ranking->scores, ranking->count, winner, rule->weight,
                      rule->score_count, intervals);
  struct json json = json_open(context);
  json_member_value(&json, "winner", &ranking->ranked[winner].row->round);
  json_member_value(&json, "runner_up",
                    alone ? NULL : &ranking->ranked[runner_up].row->round);
  json_key_number(&json, "margin", alone ? MISSING : stability_margin_of(ranking));
  json_key(&json, "intervals");
  json_begin_object(&json);
  for (int d = 0; d < rule->score_count; d++) {
    json_key(&json, names[d]);
    json_begin_array(&json);
    json_number(&json, intervals[d].low);
    json_number(&json, intervals[d].high);
    json_end_array(&json);
  }
  json_end_object(&json);
  json_result(context, &json);
}

static bool stability_enter(sqlite3_context *context, void *group, int argc,
                            sqlite3_value **argv) {
  struct round_frame *frame = group;
  const struct weights *weights = weights_default(settings_of(context));
  struct weights scratch;
  if (round_frame_skips(argv)) return false;
  int at = round_frame_arguments(argc);
  if (argc > at) {
    weights = weights_argument(context, argv[at], &scratch);
    if (weights == NULL) return false;
  }
  struct value stated = parameter_numbers(weights->weight, DIMENSION_COUNT);
  return round_frame_enter(context, frame, argc, argv) &&
         agreement_state(context, &frame->agreement, &stated, 1);
}

static bool stability_enter_rubric(sqlite3_context *context, void *group, int argc,
                                   sqlite3_value **argv) {
  struct round_frame *frame = group;
  if (round_frame_skips(argv + 1)) return false;
  const struct rubric *rubric = rubric_argument(context, argv[0]);
  if (rubric == NULL) return false;
  struct value stated = rubric_parameter(rubric);
  return round_frame_enter_rubric(context, frame, rubric, argv) &&
         agreement_state(context, &frame->agreement, &stated, 1);
}

static void stability_result(sqlite3_context *context, const struct round_frame *frame,
                             const struct rubric_rule *rule, const char *const *names) {
  struct ranking ranking;
  if (!stability_ranking_open(frame, rule, &ranking)) {
    sqlite3_result_error_nomem(context);
    return;
  }
  stability_rank(&ranking);
  stability_result_ranking(context, &ranking, rule, names);
  sqlite3_free(ranking.scores);
}

/* Sets the answer of weight_stability(), under the weights that all rows share. */
static void stability_answer(sqlite3_context *context, void *group) {
  const struct round_frame *frame = group;
  struct weights weights;
  const struct value *stated = agreement_stated(&frame->agreement);
  memcpy(weights.weight, stated->is.bytes, sizeof weights.weight);
  weights_complete(&weights);
  struct rubric_rule rule = {.score_count = DIMENSION_COUNT,
                             .weight = weights.weight,
                             .weight_sum = weights.sum};
  stability_result(context, frame, &rule, dimension_names);
}

static void stability_answer_rubric(sqlite3_context *context, void *group) {
  const struct round_frame *frame = group;
  const struct rubric *rubric = rubric_stated(context, &frame->agreement);
  stability_result(context, frame, &rubric->rule, rubric->names);
}

#define STABILITY(enters, answers, ...)                                                  \
  AGGREGATE(struct round_frame, enters, round_frame_leave, answers, round_frame_clear,   \
            __VA_ARGS__)
#define BY_WEIGHTS STABILITY(stability_enter, stability_answer, "weights")

static const struct sql_function functions[] = {
    {"weight_stability", 7, JSON_RESULT, BY_WEIGHTS,
     "weight_stability(" ROUND_FRAME_SIGNATURE ")",
     "JSON: winner, runner-up, margin, and how far each weight can move with that winner",
     "SELECT weight_stability(column1, column2, 0.5, 0.5, 0.5, 0.5, column3) "
     "FROM (VALUES ('draft', 0, 0.9), ('report', 1, 0.5))",
     "{\"winner\":\"report\",\"runner_up\":null,\"margin\":null,\"intervals\":"
     "{\"coverage\":[0,1],\"source_quality\":[0,1],\"agreement\":[0,1],"
     "\"verification\":[0,1],\"recency\":[0,1]}}"},
    {"weight_stability", 8, JSON_RESULT, BY_WEIGHTS,
     "weight_stability(" ROUND_FRAME_SIGNATURE ", weights)",
     "The same around weights of your own, as in ci_score",
     "SELECT weight_stability(column1, 1, column2, 0.5, 0.5, 0.5, column3, 'equal') "
     "FROM (VALUES (1, 0.75, 0.25), (2, 0.5, 0.75))",
     "{\"winner\":2,\"runner_up\":1,\"margin\":0.0500000000000001,\"intervals\":"
     "{\"coverage\":[0,0.3333333333333333],\"source_quality\":[0,1],"
     "\"agreement\":[0,1],\"verification\":[0,1],\"recency\":[0.1111111111111111,1]}}"},
    {"weight_stability", 2, JSON_RESULT, BY_WEIGHTS,
     "weight_stability(" ROUND_FRAME_OBJECT_SIGNATURE ")",
     "The same from one JSON object per round with these names; the gate is judged "
     "from it",
     "SELECT weight_stability(column1, '{\"coverage\":0.5}') FROM (VALUES ('draft'))",
     "{\"winner\":\"draft\",\"runner_up\":null,\"margin\":null,\"intervals\":"
     "{\"coverage\":[0,1],\"source_quality\":[0,1],\"agreement\":[0,1],"
     "\"verification\":[0,1],\"recency\":[0,1]}}"},
    {"weight_stability", 3, JSON_RESULT, BY_WEIGHTS,
     "weight_stability(" ROUND_FRAME_OBJECT_SIGNATURE ", weights)",
     "The same around weights of your own, as in ci_score",
     "SELECT weight_stability(column1, "
     "'{\"coverage\":' || column2 || ',\"recency\":' || column3 || '}', 'equal') "
     "FROM (VALUES (1, 0.75, 0.25), (2, 0.5, 0.75))",
     "{\"winner\":2,\"runner_up\":1,\"margin\":0.04999999999999999,\"intervals\":"
     "{\"coverage\":[0,0.3333333333333333],\"source_quality\":[0,1],"
     "\"agreement\":[0,1],\"verification\":[0,1],\"recency\":[0.1111111111111111,1]}}"},
    {"rubric_stability", 3, JSON_RESULT,
     STABILITY(stability_enter_rubric, stability_answer_rubric, "rubric"),
     "rubric_stability(rubric, round, evidence)",
     "weight_stability around the weights of a rubric of your own",
     "SELECT rubric_stability('research', column1, '{\"coverage\":0.5}') "
     "FROM (VALUES ('draft'))",
     "{\"winner\":\"draft\",\"runner_up\":null,\"margin\":null,\"intervals\":"
     "{\"coverage\":[0,1],\"source_quality\":[0,1],\"agreement\":[0,1],"
     "\"verification\":[0,1],\"recency\":[0,1]}}"},
};

const struct sql_module stability_module = {"stability", "Weight stability",
                                            "what depends on the weights", functions,
                                            COUNT_OF(functions)};
