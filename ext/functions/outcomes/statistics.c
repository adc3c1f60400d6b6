/*
** How sure a mean score is, in SQL: an aggregate and a window function.
**
**   tier_confidence(score, dimension [, cluster])
**
** The answer is JSON: the mean score, its standard error, the 95 % interval from
** Student's t, and the tiers (tier.h) of the mean and of both interval ends.  `certain`
** is true if both ends are in the same tier and the standard error is above 0.  If all
** scores are equal, `certain` is false: on a coarse scale, scores can be equal by chance.
** The dimension decides the floors (the least scores) of the tiers, so all rows of a
** group must have the same dimension.  An unknown dimension, or NULL, has the default
** floors.  A row is one judgement; without a score it is skipped.  If no row is left, the
** answer is NULL.  A single judgement or cluster has no interval, and `certain` is false.
**
** Without clusters every judgement is taken to be independent.  `cluster` is any value;
** rows with equal values are one cluster, as for GROUP BY.  Judgements whose cluster is
** unknown (NULL) are one cluster, because they can depend on each other (rule R3,
** REFERENCE.md).  Source: Miller, "Adding Error Bars to Evals" (2024).
**
** The judgements in a window frame are sorted by cluster and score (sorted.h), and each
** answer sums all of them.
*/
#include "functions/outcomes/helpers/observations.h"

#include "core/research/tier.h"
#include "bind/argument.h"
#include "bind/json.h"
#include "functions/modules.h"

/* Reads a row.  `observation` and `dimension` borrow from the row.  Returns false if the
** score is missing.  When out of memory, sets the error and returns false. */
static bool statistics_row_arguments(sqlite3_context *context, int argc,
                                     sqlite3_value **argv,
                                     struct observation *observation,
                                     struct text *dimension) {
  const struct settings *settings = settings_of(context);
  if (!argument_optional_text(context, argv[1], dimension)) return false;
  const struct tier_floors *floors =
      tier_floors_of(settings, dimension->bytes, dimension->length);
  observation->score =
      tier_score(settings, floors, argument_number(argv[0])) + 0.0; /* no -0.0 */
  observation->cluster = (struct value){.type = VALUE_NULL};
  if (is_missing(observation->score)) return false;
  return argc < 3 || argument_value(context, argv[2], &observation->cluster);
}

static bool statistics_enter(sqlite3_context *context, void *group, int argc,
                             sqlite3_value **argv) {
  struct observations *statistics = group;
  struct observation observation;
  struct text name;
  if (!statistics_row_arguments(context, argc, argv, &observation, &name)) return false;
  struct value dimension = parameter_name(name.bytes, name.length);
  statistics->clustered = argc > 2;
  return aggregate_kept(
             context, group,
             sorted_add(&statistics->rows, &observations_kind, &observation)) &&
         agreement_state(context, &statistics->agreement, &dimension, 1);
}

static void statistics_leave(sqlite3_context *context, void *group,
                             sqlite3_value **argv) {
  struct observations *statistics = group;
  struct observation observation;
  struct text name;
  int argc = statistics->clustered ? 3 : 2;
  if (statistics_row_arguments(context, argc, argv, &observation, &name))
    sorted_drop(context, &statistics->rows, &observations_kind, &observation);
}

static bool statistics_is_certain(const struct error_bars *bars, enum tier low,
                                  enum tier high) {
  return bars->se > 0 && low == high;
}

static void statistics_write_tier(struct json *json, const char *key, enum tier tier) {
  json_key_name(json, key, tier == TIER_NONE ? NULL : tier_names[tier]);
}

static void statistics_result_bars(sqlite3_context *context,
                                   const struct error_bars *bars,
                                   const struct tier_floors *floors) {
  struct json json = json_open(context);
  enum tier low = tier_classify(bars->low, floors);
  enum tier high = tier_classify(bars->high, floors);
  json_key_number(&json, "n", (double)bars->n);
  json_key_number(&json, "clusters", (double)bars->clusters);
  json_key_number(&json, "mean", bars->mean);
  json_key_number(&json, "se", bars->se);
  json_key_number(&json, "low", bars->low);
  json_key_number(&json, "high", bars->high);
  statistics_write_tier(&json, "tier", tier_classify(bars->mean, floors));
  statistics_write_tier(&json, "tier_low", low);
  statistics_write_tier(&json, "tier_high", high);
  json_key_boolean(&json, "certain", statistics_is_certain(bars, low, high));
  json_result(context, &json);
}

static void statistics_answer(sqlite3_context *context, void *group) {
  struct observations *statistics = group;
  const struct settings *settings = settings_of(context);
  const struct value *dimension = agreement_stated(&statistics->agreement);
  bool is_named = dimension->type == VALUE_TEXT;
  const struct tier_floors *floors = tier_floors_of(
      settings, is_named ? (const char *)dimension->is.bytes : NULL, dimension->length);
  const struct observation *sorted =
      sorted_items(context, &statistics->rows, &observations_kind);
  if (sorted == NULL) return;
  struct error_bars bars =
      statistics_error_bars(sorted, statistics->rows.items.count, statistics->clustered,
                            0, tier_greatest(settings, floors));
  statistics_result_bars(context, &bars, floors);
}

static const struct sql_function functions[] = {
    {"tier_confidence", 2, JSON_RESULT,
     AGGREGATE(struct observations, statistics_enter, statistics_leave, statistics_answer,
               observations_clear, "dimension"),
     "tier_confidence(score, dimension)",
     "JSON: mean, 95 % interval and tiers of a score that several judges gave",
     "SELECT tier_confidence(column1, 'coverage') FROM (VALUES (0.5), (0.75), (1))",
     "{\"n\":3,\"clusters\":3,\"mean\":0.75,\"se\":0.14433756729740643,"
     "\"low\":0.12896557206241854,\"high\":1,\"tier\":\"High\",\"tier_low\":\"Low\","
     "\"tier_high\":\"Elite\",\"certain\":false}"},
    {"tier_confidence", 3, JSON_RESULT,
     AGGREGATE(struct observations, statistics_enter, statistics_leave, statistics_answer,
               observations_clear, "dimension"),
     "tier_confidence(score, dimension, cluster)",
     "The same with a cluster-robust error: judgements in a cluster resemble each other",
     "SELECT tier_confidence(column1, 'coverage', column2) "
     "FROM (VALUES (0.8, 'ann'), (0.8, 'ann'), (0.8, 'bob'))",
     "{\"n\":3,\"clusters\":2,\"mean\":0.8,\"se\":0,\"low\":0.8,\"high\":0.8,"
     "\"tier\":\"High\",\"tier_low\":\"High\",\"tier_high\":\"High\",\"certain\":false}"},
};

const struct sql_module statistics_module = {
    "statistics", "Error bars", "how sure is a score", functions, COUNT_OF(functions)};
