/*
** Attempts that pass or fail, in SQL: aggregates and window functions.
**
**   pass_rate(passed [, cluster])
**   pass_at_k(passed, k)
**   pass_hat_k(passed, k)
**
** 1. `passed` is 0 or 1; a row with any other value is skipped.  If no row is left, the
**    answer is NULL.
** 2. pass_rate is JSON: the numbers of attempts (n), clusters and passed attempts, the
**    share that passed, rounded to a double, and Wilson's 95 % interval for this share.
**    With clusters the interval uses Student's t and the effective n (passes.h), which is
**    <= n.  `cluster` is any value; rows with equal values, also NULLs, are one cluster.
**    Without clusters each attempt is its own cluster.  A single cluster has no interval.
** 3. k of the group's attempts are drawn at random: pass_at_k is the probability that at
**    least one of them passes, and pass_hat_k is the probability that all pass.  With
**    fewer than k attempts the answer is NULL.  `k` is a whole number >= 1, the same in
**    every row of a group; any other k is an error.  Both answers are right only if k and
**    the number of attempts were fixed beforehand.  If attempts stop at the first pass,
**    the answer is wrong: with at most five attempts and a true rate of .30, the mean of
**    pass_at_k(passed, 1) is .494, not .30.
**
** Without clusters a group stores two counts, and subtracts rows that leave the window
** frame.  With clusters the group stores all attempts, sorted by cluster.
** Formulas, sources, rounding errors: core/outcomes/passes.h.
*/
#include "core/outcomes/passes.h"

#include "bind/argument.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "functions/outcomes/helpers/observations.h"

struct passes_group {
  /* attempts.agreement stores k; without clusters, attempts.rows stays empty */
  struct observations attempts;
  uint64_t passed;
};

static bool passes_enter(sqlite3_context *context, void *group, int argc,
                         sqlite3_value **argv) {
  struct passes_group *passes = group;
  double passed = argument_flag(argv[0]);
  if (is_missing(passed)) return false;
  passes->passed += passed > 0;
  return true;
}

static void passes_leave(sqlite3_context *context, void *group, sqlite3_value **argv) {
  struct passes_group *passes = group;
  passes->passed -= argument_flag(argv[0]) > 0;
}

static bool passes_enter_k(sqlite3_context *context, void *group, int argc,
                           sqlite3_value **argv) {
  struct passes_group *passes = group;
  struct value k;
  double passed = argument_flag(argv[0]);
  if (is_missing(passed) || !argument_stated_positive(context, argv[1], "k", &k) ||
      !agreement_state(context, &passes->attempts.agreement, &k, 1))
    return false;
  passes->passed += passed > 0;
  return true;
}

static void passes_result_rate(sqlite3_context *context, uint64_t n, uint64_t clusters,
                               uint64_t passed, struct rate_interval interval) {
  struct json json = json_open(context);
  json_key_number(&json, "n", (double)n);
  json_key_number(&json, "clusters", (double)clusters);
  json_key_number(&json, "passed", (double)passed);
  json_key_number(&json, "rate", (double)passed / (double)n);
  json_key_number(&json, "low", interval.low);
  json_key_number(&json, "high", interval.high);
  json_result(context, &json);
}

static void passes_answer_rate(sqlite3_context *context, void *group) {
  const struct passes_group *passes = group;
  uint64_t n = passes->attempts.agreement.counting;
  passes_result_rate(context, n, n, passes->passed, passes_wilson(n, passes->passed));
}

/* A function that returns pass@k or pass^k (passes.h).  Of n attempts, `passed` have
** passed. */
typedef double passes_probability(uint64_t n, uint64_t passed, double k);

static void passes_answer_probability(sqlite3_context *context,
                                      const struct passes_group *passes,
                                      passes_probability *probability) {
  double k = agreement_stated(&passes->attempts.agreement)->is.real;
  double answer = probability(passes->attempts.agreement.counting, passes->passed, k);
  if (!is_missing(answer)) sqlite3_result_double(context, answer);
}

static void passes_answer_at_k(sqlite3_context *context, void *group) {
  passes_answer_probability(context, group, passes_at_k);
}

static void passes_answer_hat_k(sqlite3_context *context, void *group) {
  passes_answer_probability(context, group, passes_hat_k);
}

/* Reads a row (passed, cluster).  Returns false for a skipped row.  When out of memory,
** sets the error and returns false. */
static bool passes_read_attempt(sqlite3_context *context, sqlite3_value **argv,
                                struct observation *attempt) {
  attempt->score = argument_flag(argv[0]) + 0.0; /* no -0.0 */
  return !is_missing(attempt->score) &&
         argument_value(context, argv[1], &attempt->cluster);
}

static bool passes_enter_clustered(sqlite3_context *context, void *group, int argc,
                                   sqlite3_value **argv) {
  struct passes_group *passes = group;
  struct observation attempt;
  if (!passes_read_attempt(context, argv, &attempt) ||
      !aggregate_kept(context, group,
                      sorted_add(&passes->attempts.rows, &observations_kind, &attempt)))
    return false;
  passes->passed += attempt.score > 0;
  return true;
}

static void passes_leave_clustered(sqlite3_context *context, void *group,
                                   sqlite3_value **argv) {
  struct passes_group *passes = group;
  struct observation attempt;
  if (!passes_read_attempt(context, argv, &attempt)) return;
  passes->passed -= attempt.score > 0;
  sorted_drop(context, &passes->attempts.rows, &observations_kind, &attempt);
}

static void passes_answer_clustered(sqlite3_context *context, void *group) {
  struct passes_group *passes = group;
  const struct observation *sorted =
      sorted_items(context, &passes->attempts.rows, &observations_kind);
  if (sorted == NULL) return;
  size_t n = passes->attempts.rows.items.count;
  struct error_bars bars = statistics_error_bars(sorted, n, true, 0, 1);
  passes_result_rate(context, n, bars.clusters, passes->passed,
                     passes_wilson_clustered(n, passes->passed, &bars));
}

static const struct sql_function functions[] = {
    {"pass_rate", 1, JSON_RESULT,
     AGGREGATE(struct passes_group, passes_enter, passes_leave, passes_answer_rate,
               observations_clear, NULL),
     "pass_rate(passed)",
     "JSON: share of attempts that passed (0 or 1) and its 95 % interval (Wilson)",
     "SELECT pass_rate(column1) FROM (VALUES (1), (1), (0), (1), (NULL))",
     "{\"n\":4,\"clusters\":4,\"passed\":3,\"rate\":0.75,"
     "\"low\":0.30064184258240195,\"high\":0.9544127391902996}"},
    {"pass_rate", 2, JSON_RESULT,
     AGGREGATE(struct passes_group, passes_enter_clustered, passes_leave_clustered,
               passes_answer_clustered, observations_clear, NULL),
     "pass_rate(passed, cluster)",
     "The same for attempts in clusters: Wilson's interval of an effective n, with "
     "Student's t",
     "SELECT pass_rate(column1, column2) FROM (VALUES (1, 'q1'), (1, 'q1'), (1, 'q2'), "
     "(1, 'q3'))",
     "{\"n\":4,\"clusters\":3,\"passed\":4,\"rate\":1,\"low\":0.13945172824791469,"
     "\"high\":1}"},
    {"pass_at_k", 2, PURE,
     AGGREGATE(struct passes_group, passes_enter_k, passes_leave, passes_answer_at_k,
               observations_clear, "k"),
     "pass_at_k(passed, k)",
     "Probability that one or more of k attempts pass, k fixed beforehand; NULL for "
     "fewer "
     "attempts",
     "SELECT pass_at_k(column1, 2) FROM (VALUES (1), (0), (0), (0))", "0.5"},
    {"pass_hat_k", 2, PURE,
     AGGREGATE(struct passes_group, passes_enter_k, passes_leave, passes_answer_hat_k,
               observations_clear, "k"),
     "pass_hat_k(passed, k)",
     "Probability that all of k attempts pass (pass^k), k fixed beforehand; NULL for "
     "fewer "
     "attempts",
     "SELECT pass_hat_k(column1, 2) FROM (VALUES (1), (1), (1), (0))", "0.5"},
};

const struct sql_module passes_module = {"passes", "Attempts", "how often does it pass",
                                         functions, COUNT_OF(functions)};
