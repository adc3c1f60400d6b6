/*
** Paired differences in SQL: an aggregate (also a window function) and a scalar.
**
**   paired_difference(a, b [, cluster])
**   pairs_needed(difference, sd [, power])
**
** A pair is two finite numbers a and b for one unit, such as one question under two
** policies.  paired_difference is JSON about the differences a - b.  The JSON has the
** number of pairs, and the mean difference with its standard error `se` and 95 %
** interval.  The interval is computed as in tier_confidence() (statistics.c), but can
** extend beyond 0..1.  The JSON also has the numbers of better pairs (a > b), worse pairs
** and equal pairs, and `sign_p`, the p value of the exact two-sided sign test.  `sign_p`
** is the probability that the numbers of better and worse pairs differ at least as much
** as here if better and worse are equally likely.  The test leaves out equal pairs.  With
** clusters the test counts each cluster once, by the sign of its mean difference.
**
** Exception: the interval is Agresti and Min's if the call has no `cluster`, the group
** has two pairs or more, and every a and b is 0 or 1.  In all other cases there is no
** interval if `se` is 0.
**
** A row is skipped if a or b is missing.  If no row is left, the answer is NULL.  A
** difference too great for a double counts as the greatest double.  One pair, or one
** cluster, has no standard error and no interval.  `cluster` is any value; rows with
** equal values, also NULLs, are one cluster.  `a` and `b` are compared to the last bit.
** If they are confidence indices, pass round(ci, 12) instead (rule R9, REFERENCE.md).
**
** pairs_needed is the number of pairs that a two-sided test at 5 % needs to find a mean
** difference of `difference` with the probability `power` (default .8).  `sd` is the
** standard deviation of the differences.  The answer is a whole number >= 2.  It is NULL
** if an argument is missing, sd is below 0 or the difference is 0.  A power that is not a
** number in 0..1 is an error.
**
** The differences in a window frame are sorted by cluster and value (observations.h), and
** each answer sums all of them.  Formulas, sources, rounding errors:
** core/outcomes/paired.h, statistics.h.
*/
#include "core/outcomes/paired.h"

#include "bind/argument.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "functions/outcomes/helpers/observations.h"

struct paired_group {
  struct observations pairs; /* the difference of each pair */
  size_t others;             /* pairs in which a or b is neither 0 nor 1 */
};

static bool paired_is_flag(const struct value *number) {
  if (number->type == VALUE_REAL) return number->is.real == 0 || number->is.real == 1;
  return number->is.integer == 0 || number->is.integer == 1;
}

/* Reads a row into `difference`, which borrows the cluster from the row.  Returns false
** for a skipped row.  When out of memory, sets the error and returns false. */
static bool paired_read_row(sqlite3_context *context, int argc, sqlite3_value **argv,
                            struct observation *difference, bool *flags) {
  struct value a, b;
  if (!argument_exact_number(argv[0], &a) || !argument_exact_number(argv[1], &b))
    return false;
  *flags = paired_is_flag(&a) && paired_is_flag(&b);
  difference->score = paired_difference(&a, &b) + 0.0; /* no -0.0 */
  difference->cluster = (struct value){.type = VALUE_NULL};
  return argc < 3 || argument_value(context, argv[2], &difference->cluster);
}

static bool paired_enter(sqlite3_context *context, void *group, int argc,
                         sqlite3_value **argv) {
  struct paired_group *paired = group;
  struct observation difference;
  bool flags;
  if (!paired_read_row(context, argc, argv, &difference, &flags)) return false;
  paired->pairs.clustered = argc > 2;
  paired->others += !flags;
  return aggregate_kept(context, group,
                        sorted_add(&paired->pairs.rows, &observations_kind, &difference));
}

static void paired_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct paired_group *paired = group;
  struct observation difference;
  bool flags;
  if (!paired_read_row(context, paired->pairs.clustered ? 3 : 2, argv, &difference,
                       &flags))
    return;
  paired->others -= !flags;
  sorted_drop(context, &paired->pairs.rows, &observations_kind, &difference);
}

static void paired_answer(sqlite3_context *context, void *group) {
  struct paired_group *paired = group;
  const struct observation *sorted =
      sorted_items(context, &paired->pairs.rows, &observations_kind);
  if (sorted == NULL) return;
  struct paired_kind kind = {paired->pairs.clustered, paired->others == 0};
  struct paired_report report =
      paired_report_on(sorted, paired->pairs.rows.items.count, kind);
  struct json json = json_open(context);
  json_key_number(&json, "n", (double)report.bars.n);
  json_key_number(&json, "clusters", (double)report.bars.clusters);
  json_key_number(&json, "mean", report.bars.mean);
  json_key_number(&json, "se", report.bars.se);
  json_key_number(&json, "low", report.bars.low);
  json_key_number(&json, "high", report.bars.high);
  json_key_number(&json, "better", (double)report.better);
  json_key_number(&json, "worse", (double)report.worse);
  json_key_number(&json, "equal", (double)report.equal);
  json_key_number(&json, "sign_p", report.sign_p);
  json_result(context, &json);
}

#define USUAL_POWER 0.8

static void paired_needed_function(sqlite3_context *context, int argc,
                                   sqlite3_value **argv) {
  double difference = argument_number(argv[0]), sd = argument_number(argv[1]);
  double power = USUAL_POWER;
  if (argc > 2 && !argument_stated_score(context, argv[2], "power", &power)) return;
  if (is_missing(difference) || !(sd >= 0)) return;
  double pairs = paired_needed(difference, sd, power);
  if (is_missing(pairs)) return;
  if (pairs < 0x1p63) {
    sqlite3_result_int64(context, (sqlite3_int64)pairs);
  } else {
    sqlite3_result_double(context, pairs);
  }
}

static const struct sql_function functions[] = {
    {"paired_difference", 2, JSON_RESULT,
     AGGREGATE(struct paired_group, paired_enter, paired_leave, paired_answer,
               observations_clear, NULL),
     "paired_difference(a, b)",
     "JSON: mean of a - b on the same units, its 95 % interval, and the sign test's p",
     "SELECT paired_difference(column1, column2) "
     "FROM (VALUES (1, 0.5), (0.75, 0.5), (0.5, 0.5))",
     "{\"n\":3,\"clusters\":3,\"mean\":0.25,\"se\":0.14433756729740643,"
     "\"low\":-0.37103442793758146,\"high\":0.8710344279375815,\"better\":2,\"worse\":0,"
     "\"equal\":1,\"sign_p\":0.5}"},
    {"paired_difference", 3, JSON_RESULT,
     AGGREGATE(struct paired_group, paired_enter, paired_leave, paired_answer,
               observations_clear, NULL),
     "paired_difference(a, b, cluster)",
     "The same with a cluster-robust error and a sign test that counts clusters",
     "SELECT paired_difference(column1, column2, column3) "
     "FROM (VALUES (1, 0.5, 'doc1'), (1, 0.5, 'doc1'), (0.5, 0.5, 'doc2'))",
     "{\"n\":3,\"clusters\":2,\"mean\":0.3333333333333333,\"se\":0.22222222222222224,"
     "\"low\":-2.4902677191499345,\"high\":3.1569343858166015,\"better\":2,"
     "\"worse\":0,\"equal\":1,\"sign_p\":1}"},
    {"pairs_needed", 2, PURE, SCALAR(paired_needed_function),
     "pairs_needed(difference, sd)",
     "Pairs needed to notice a mean difference in 80 of 100 trials (two-sided, 5 %)",
     "pairs_needed(0.1, 0.44)", "152"},
    {"pairs_needed", 3, PURE, SCALAR(paired_needed_function),
     "pairs_needed(difference, sd, power)",
     "The same with the probability `power` instead", "pairs_needed(0.1, 0.44, 0.9)",
     "204"},
};

const struct sql_module paired_module = {"paired", "Paired differences", "is it better",
                                         functions, COUNT_OF(functions)};
