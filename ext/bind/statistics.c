/*
** Error bars in SQL: an aggregate and a window function.
**
**   tier_confidence(score, dimension [, cluster])
**
** JSON of the mean score, its standard error, the 95 % interval from Student's t, and the
** tiers of the mean and of both ends; `certain` where both ends share a tier.  The
** dimension decides which floors hold, so all rows of a group must have the same one; one
** that is unknown has the default floors, and so have rows without one (NULL).  A row
** whose score is missing is left out; with none left the answer is NULL.  One judgement,
** or one cluster of them, has no interval, and nothing is certain.
**
** Without clusters every judgement stands for itself.  A cluster is any value; NULLs are
** one cluster, as for GROUP BY, because what is not known to be independent must not
** narrow an interval (rule R3).  Source: Miller, "Adding Error Bars to Evals" (2024).
**
** A frame keeps its judgements in order (sorted.h), and each answer sums them anew.
*/
#include "../core/statistics.h"

#include "../core/bytes.h"
#include "../core/name.h"
#include "../core/tier.h"
#include "argument.h"
#include "json.h"
#include "modules.h"
#include "sorted.h"
#include "value_copy.h"

/* Rows of one dimension that entered a frame one after the other. */
struct run {
  char *dimension; /* in lower case, owned; NULL where the rows have none */
  size_t length;
  size_t rows;
};

/* A frame: the judgements that have a score.  Zeroed, it is empty. */
struct frame {
  struct sorted observations; /* each owns its cluster's bytes */
  struct deque runs;          /* of struct run, in order of arrival: one, or a mistake */
  struct run room[1];
  bool clustered;
};

static struct run *run_at(const struct frame *frame, size_t index) {
  return deque_at(&frame->runs, index, sizeof(struct run));
}

static bool run_continues(const struct run *run, const struct text *dimension) {
  if (run->dimension == NULL || dimension->bytes == NULL)
    return run->dimension == dimension->bytes;
  if (run->length != dimension->length) return false;
  for (size_t i = 0; i < run->length; i++) {
    if (run->dimension[i] != (char)name_lower(dimension->bytes[i])) return false;
  }
  return true;
}

/* Copies a dimension's name in lower case: its canonical spelling if it is known, and one
** that does not depend on the order of rows if not.  False when out of memory. */
static bool run_open(struct run *run, const struct text *dimension) {
  *run = (struct run){NULL, dimension->length, 0};
  if (dimension->bytes == NULL) return true;
  run->dimension = sqlite3_malloc64(dimension->length + 1);
  if (run->dimension == NULL) return false;
  for (size_t i = 0; i < dimension->length; i++)
    run->dimension[i] = (char)name_lower(dimension->bytes[i]);
  run->dimension[dimension->length] = 0;
  return true;
}

/* Counts a row that enters.  False when out of memory. */
static bool runs_enter(struct frame *frame, const struct text *dimension) {
  struct run run;
  size_t count = frame->runs.count;
  if (frame->runs.capacity == 0) deque_lend(&frame->runs, frame->room, 1);
  if (count == 0 || !run_continues(run_at(frame, count - 1), dimension)) {
    if (!run_open(&run, dimension)) return false;
    if (!deque_append(&frame->runs, &run, sizeof run)) {
      sqlite3_free(run.dimension);
      return false;
    }
    count++;
  }
  run_at(frame, count - 1)->rows++;
  return true;
}

/* The oldest row leaves. */
static void runs_leave(struct frame *frame) {
  struct run *oldest = run_at(frame, 0);
  if (--oldest->rows > 0) return;
  sqlite3_free(oldest->dimension);
  deque_drop_first(&frame->runs);
}

static void runs_clear(struct frame *frame) {
  for (size_t i = 0; i < frame->runs.count; i++)
    sqlite3_free(run_at(frame, i)->dimension);
  deque_clear(&frame->runs);
}

/* By name; rows without one come first. */
static int compare_runs(const struct run *a, const struct run *b) {
  if (a->dimension == NULL || b->dimension == NULL)
    return (a->dimension != NULL) - (b->dimension != NULL);
  return bytes_compare(a->dimension, a->length, b->dimension, b->length);
}

/* False, with the error set, where the rows have several dimensions.  It names the least
** and the greatest, so it is the same in any order of the rows. */
static bool runs_agree(sqlite3_context *context, const struct frame *frame) {
  const struct run *least = run_at(frame, 0);
  const struct run *greatest = least;
  if (frame->runs.count == 1) return true;
  for (size_t i = 1; i < frame->runs.count; i++) {
    const struct run *run = run_at(frame, i);
    if (compare_runs(run, least) < 0) least = run;
    if (compare_runs(run, greatest) > 0) greatest = run;
  }
  argument_texts_vary_error(context, "dimension", least->dimension, greatest->dimension);
  return false;
}

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
                          struct observation *observation, struct text *dimension) {
  const struct settings *settings = settings_of(context);
  if (!argument_optional_text(context, argv[1], dimension)) return false;
  const struct tier_floors *floors =
      tier_floors_of(settings, dimension->bytes, dimension->length);
  observation->score = score_argument(argv[0], floors, settings) + 0.0; /* no -0.0 */
  observation->cluster = (struct value){.type = VALUE_NULL};
  if (is_missing(observation->score)) return false;
  return argc < 3 || argument_value(context, argv[2], &observation->cluster);
}

static void step(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct observation observation;
  struct text dimension;
  if (!row_arguments(context, argc, argv, &observation, &dimension)) return;
  struct frame *frame = sqlite3_aggregate_context(context, sizeof *frame);
  if (frame == NULL || !runs_enter(frame, &dimension) ||
      !value_own(&observation.cluster)) {
    sqlite3_result_error_nomem(context);
    return;
  }
  if (!sorted_add(&frame->observations, &observations_kind, &observation)) {
    value_free(&observation.cluster);
    sqlite3_result_error_nomem(context);
    return;
  }
  frame->clustered = argc > 2;
}

/* The oldest row leaves; of observations that compare equal any one will do. */
static void inverse(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct frame *frame = sqlite3_aggregate_context(context, 0);
  struct observation observation;
  struct text dimension;
  if (frame == NULL || !row_arguments(context, argc, argv, &observation, &dimension)) {
    return;
  }
  if (!sorted_take(context, &frame->observations, &observations_kind, &observation)) {
    return;
  }
  value_free(&observation.cluster);
  runs_leave(frame);
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
  if (!runs_agree(context, frame)) return;
  const struct settings *settings = settings_of(context);
  const struct run *run = run_at(frame, 0);
  const struct tier_floors *floors =
      tier_floors_of(settings, run->dimension, run->length);
  bool days = floors == &settings->deep_research.recency_days;
  const struct observation *sorted =
      sorted_items(context, &frame->observations, &observations_kind);
  if (sorted == NULL) return;
  struct error_bars bars =
      statistics_error_bars(sorted, n, frame->clustered, days ? (double)INFINITY : 1.0);
  result_bars(context, &bars, floors);
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
  runs_clear(frame);
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
