/*
** Error bars in SQL: an aggregate and a window function.
**
**   tier_confidence(score, dimension [, cluster])
**
** JSON of the mean score, its standard error, the 95 % interval from Student's t, and the
** tiers of the mean and of both ends; `certain` where both ends share a tier.  The
** dimension decides which floors hold, so all rows of a group must have the same one.  A
** missing score is left out; with none left the answer is NULL.  One judgement, or one
** cluster of them, has no interval, and nothing is certain.
**
** Without clusters every judgement stands for itself.  A cluster is any value; NULLs are
** one cluster, as for GROUP BY, because what is not known to be independent must not
** narrow an interval (rule R3).  Source: Miller, "Adding Error Bars to Evals" (2024).
**
** A frame keeps its judgements in order (sorted.h), and each answer sums them anew.
*/
#include "../core/statistics.h"

#include "../core/tier.h"
#include "argument.h"
#include "json.h"
#include "modules.h"
#include "sorted.h"
#include "value_copy.h"

/* A frame: the judgements that have a score.  Zeroed, it is empty. */
struct frame {
  struct sorted observations;       /* each owns its cluster's bytes */
  const struct tier_floors *floors; /* of the latest row; the settings' */
  size_t alike;                     /* so many of the latest rows have them */
  bool clustered;
};

static int compare_observations(const void *a, const void *b) {
  return statistics_compare(a, b);
}

static const struct sorted_kind observations_kind = {sizeof(struct observation),
                                                     compare_observations};

/* Days have no upper bound, and none is negative. */
static double score_argument(sqlite3_value *value, const struct tier_floors *floors,
                             const struct settings *settings) {
  if (floors != &settings->deep_research.recency_days) return argument_score(value);
  double days = argument_number(value);
  return days >= 0 ? days : MISSING;
}

/* Reads a row; what the observation holds is borrowed.  False where there is no score, or
** out of memory, then with the error set. */
static bool row_arguments(sqlite3_context *context, int argc, sqlite3_value **argv,
                          struct observation *observation,
                          const struct tier_floors **floors) {
  const struct settings *settings = settings_of(context);
  struct text dimension;
  if (!argument_optional_text(context, argv[1], &dimension)) return false;
  *floors = tier_floors_of(settings, dimension.bytes, dimension.length);
  observation->score = score_argument(argv[0], *floors, settings) + 0.0; /* no -0.0 */
  observation->cluster = (struct value){.type = VALUE_NULL};
  if (is_missing(observation->score)) return false;
  return argc < 3 || argument_value(context, argv[2], &observation->cluster);
}

static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct observation observation;
  const struct tier_floors *floors;
  if (!row_arguments(context, argc, argv, &observation, &floors)) return;
  struct frame *frame = sqlite3_aggregate_context(context, sizeof *frame);
  if (frame == NULL || !value_own(&observation.cluster)) {
    sqlite3_result_error_nomem(context);
    return;
  }
  if (!sorted_add(&frame->observations, &observations_kind, &observation)) {
    value_free(&observation.cluster);
    sqlite3_result_error_nomem(context);
    return;
  }
  frame->alike = floors == frame->floors ? frame->alike + 1 : 1;
  frame->floors = floors;
  frame->clustered = argc > 2;
}

/* The oldest row leaves; of observations that compare equal any one will do. */
static void inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  struct observation observation;
  const struct tier_floors *floors;
  if (frame == NULL || !row_arguments(context, argc, argv, &observation, &floors)) return;
  /* unreachable: a row that leaves has entered */
  if (!sorted_take(&frame->observations, &observations_kind, &observation)) return;
  value_free(&observation.cluster);
  if (frame->alike > frame->observations.items.count) frame->alike--;
}

static void write_tier(struct json *json, const char *key, enum tier tier) {
  json_key(json, key);
  json_name(json, tier == TIER_NONE ? NULL : tier_names[tier]);
}

static void write_number(struct json *json, const char *key, double number) {
  json_key(json, key);
  json_number(json, number);
}

static void result_bars(sqlite3_context *context, const struct error_bars *bars,
                        const struct tier_floors *floors) {
  struct json json = json_open(context);
  enum tier low = tier_classify(bars->low, floors);
  enum tier high = tier_classify(bars->high, floors);
  json_begin_object(&json);
  write_number(&json, "n", (double)bars->n);
  write_number(&json, "clusters", (double)bars->clusters);
  write_number(&json, "mean", bars->mean);
  write_number(&json, "se", bars->se);
  write_number(&json, "low", bars->low);
  write_number(&json, "high", bars->high);
  write_tier(&json, "tier", tier_classify(bars->mean, floors));
  write_tier(&json, "tier_low", low);
  write_tier(&json, "tier_high", high);
  json_key(&json, "certain");
  json_boolean(&json, low != TIER_NONE && low == high);
  json_end_object(&json);
  json_result(context, &json);
}

static void answer(sqlite3_context *context) {
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  if (frame == NULL || frame->observations.items.count == 0) return;
  size_t n = frame->observations.items.count;
  if (frame->alike < n) {
    sqlite3_result_error(context,
                         "tier_confidence: dimension must be the same in every row of a "
                         "group, got several",
                         -1);
    return;
  }
  bool days = frame->floors == &settings_of(context)->deep_research.recency_days;
  struct error_bars bars =
      statistics_error_bars(sorted_items(&frame->observations, &observations_kind), n,
                            frame->clustered, days ? (double)INFINITY : 1.0);
  result_bars(context, &bars, frame->floors);
}

static void finish(sqlite3_context *context) {
  answer(context);
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  if (frame == NULL) return;
  struct deque *items = &frame->observations.items;
  for (size_t i = 0; i < items->count; i++) {
    struct observation *observation = deque_at(items, i, sizeof *observation);
    value_free(&observation->cluster);
  }
  deque_clear(items);
}

#define CALLS                                                                            \
  { .step = step, .inverse = inverse, .value = answer, .final = finish }

static const struct sql_function functions[] = {
    {"tier_confidence", 2, KIND_AGGREGATE, JSON_RESULT, CALLS,
     "tier_confidence(score, dimension)",
     "JSON: mean, 95 % interval and tiers of a score that several judges gave",
     "SELECT tier_confidence(column1, 'coverage') FROM (VALUES (0.5), (0.75), (1))",
     "{\"n\":3,\"clusters\":3,\"mean\":0.75,\"se\":0.14433756729740643,"
     "\"low\":0.12896557206241854,\"high\":1,\"tier\":\"High\",\"tier_low\":\"Low\","
     "\"tier_high\":\"Elite\",\"certain\":false}"},
    {"tier_confidence", 3, KIND_AGGREGATE, JSON_RESULT, CALLS,
     "tier_confidence(score, dimension, cluster)",
     "The same for judgements in groups that resemble each other: "
     "the cluster-robust form",
     "SELECT tier_confidence(column1, 'coverage', column2) "
     "FROM (VALUES (0.8, 'ann'), (0.8, 'ann'), (0.8, 'bob'))",
     "{\"n\":3,\"clusters\":2,\"mean\":0.8,\"se\":0,\"low\":0.8,\"high\":0.8,"
     "\"tier\":\"High\",\"tier_low\":\"High\",\"tier_high\":\"High\",\"certain\":true}"},
};

const struct sql_module statistics_module = {"statistics", "Error bars", functions,
                                             COUNT_OF(functions)};
