/*
** Paired differences in SQL: an aggregate and a window function.
**
**   paired_difference(a, b [, cluster])
**
** JSON of the differences a - b of pairs, two finite numbers for one unit (a question
** under two policies): how many, their mean, its standard error and 95 % interval as in
** tier_confidence() but held within nothing, how many pairs are better (a > b), worse and
** equal, and p of the exact two-sided sign test: how likely better and worse are to lie
** so far apart if neither is the likelier one.  It leaves equal pairs out, and takes no
** notice of clusters.
**
** A row is skipped where a or b is missing, or their difference is beyond the doubles.
** No row: NULL.  One pair, or one cluster, has no standard error and no interval.  A
** cluster is any value, NULLs are one.  Numbers are compared to the last bit: of two
** indices that are the same to 12 decimals (R9) neither is the better one where both are
** rounded first.
**
** A frame keeps its differences in order (observations.h), and each answer sums them
** anew.  Formulas, sources, errors: core/own/paired.h, core/research/statistics.h.
*/
#include "core/own/paired.h"

#include "bind/aggregate.h"
#include "bind/argument.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "functions/research/observations.h"

struct paired_group {
  struct agreement agreement;
  struct sorted differences; /* observations */
  bool clustered;
};

/* Reads a row; what the observation holds is borrowed.  False for one that is skipped,
** and when out of memory, then with the error set. */
static bool paired_read_row(sqlite3_context *context, int argc, sqlite3_value **argv,
                            struct observation *difference) {
  struct value a, b;
  if (!argument_exact_number(argv[0], &a) || !argument_exact_number(argv[1], &b))
    return false;
  difference->score = paired_difference(&a, &b) + 0.0; /* no -0.0 */
  difference->cluster = (struct value){.type = VALUE_NULL};
  if (is_missing(difference->score)) return false;
  return argc < 3 || argument_value(context, argv[2], &difference->cluster);
}

static bool paired_enter(sqlite3_context *context, void *group, int argc,
                         sqlite3_value **argv) {
  struct paired_group *paired = group;
  struct observation difference;
  if (!paired_read_row(context, argc, argv, &difference)) return false;
  paired->clustered = argc > 2;
  return aggregate_kept(
      context, group, sorted_add(&paired->differences, &observations_kind, &difference));
}

static void paired_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct paired_group *paired = group;
  struct observation difference;
  if (paired_read_row(context, paired->clustered ? 3 : 2, argv, &difference))
    sorted_drop(context, &paired->differences, &observations_kind, &difference);
}

static void paired_answer(sqlite3_context *context, void *group) {
  struct paired_group *paired = group;
  const struct observation *sorted =
      sorted_items(context, &paired->differences, &observations_kind);
  if (sorted == NULL) return;
  struct paired_report report =
      paired_report_on(sorted, paired->differences.items.count, paired->clustered);
  struct json json = json_open(context);
  json_begin_object(&json);
  json_key_number(&json, "n", (double)report.bars.n);
  json_key_number(&json, "clusters", (double)report.bars.clusters);
  json_key_number(&json, "mean", report.bars.mean);
  json_key_number(&json, "se", report.bars.se);
  json_key_number(&json, "low", report.bars.low);
  json_key_number(&json, "high", report.bars.high);
  json_key_number(&json, "better", (double)report.better);
  json_key_number(&json, "worse", (double)report.worse);
  json_key_number(&json, "equal", (double)report.equal);
  json_key_number(&json, "p", report.p);
  json_end_object(&json);
  json_result(context, &json);
}

static void paired_clear(void *group) {
  struct paired_group *paired = group;
  sorted_clear(&paired->differences, &observations_kind);
}

static const struct sql_function functions[] = {
    {"paired_difference", 2, JSON_RESULT,
     AGGREGATE(struct paired_group, paired_enter, paired_leave, paired_answer,
               paired_clear, NULL),
     "paired_difference(a, b)",
     "JSON: mean of a - b on the same units, its 95 % interval, and the sign test's p",
     "SELECT paired_difference(column1, column2) "
     "FROM (VALUES (1, 0.5), (0.75, 0.5), (0.5, 0.5))",
     "{\"n\":3,\"clusters\":3,\"mean\":0.25,\"se\":0.14433756729740643,"
     "\"low\":-0.37103442793758146,\"high\":0.8710344279375815,\"better\":2,\"worse\":0,"
     "\"equal\":1,\"p\":0.5}"},
    {"paired_difference", 3, JSON_RESULT,
     AGGREGATE(struct paired_group, paired_enter, paired_leave, paired_answer,
               paired_clear, NULL),
     "paired_difference(a, b, cluster)",
     "The same for units in groups that resemble each other: the cluster-robust form",
     "SELECT paired_difference(column1, column2, column3) "
     "FROM (VALUES (1, 0.5, 'doc1'), (1, 0.5, 'doc1'), (0.5, 0.5, 'doc1'))",
     "{\"n\":3,\"clusters\":1,\"mean\":0.3333333333333333,\"se\":null,\"low\":null,"
     "\"high\":null,\"better\":2,\"worse\":0,\"equal\":1,\"p\":0.5}"},
};

const struct sql_module paired_module = {"paired", "Paired differences", "is it better",
                                         functions, COUNT_OF(functions)};
