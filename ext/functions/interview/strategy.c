/*
** Chooses the interview's next strategy by weights and scores, in SQL.
**
**   strategy_weight(scorer, strategy)      phase_multiplier(phase, strategy)
**   strategy_score(strategy, phase, scorer, raw)           aggregate
**   strategy_score(weight, raw, multiplier)                aggregate
**   strategy_contributions(strategy, phase, scorer, raw)   aggregate
**   best_strategy(strategy, score, vetoed, position)       aggregate
**
** 1. A scorer (interview.c) and a phase must exist in the settings; otherwise the call is
**    an error.  A strategy that is not listed under a scorer has the scorer's default
**    weight; a strategy that is not listed under a phase has the multiplier 1.
** 2. score = sum(weight * raw) * multiplier.  `raw` is the scorer's score for a strategy,
**    clamped to 0..2.  A missing raw score adds nothing.  A row whose strategy, phase or
**    scorer is NULL is skipped.  A score too great for a double becomes the greatest
**    double.
** 3. All rows of a group must have the same strategy and phase.  Otherwise the answer is
**    an error, because a GROUP BY was probably forgotten.
** 4. Rows are sorted by scorer, weight and raw score, and then summed, so the order of
**    entry does not change the sum.  Each answer sums all rows of the window frame.
** 5. Among the strategies that are not vetoed, best_strategy returns the one with the
**    highest score; among equal scores, the one with the lowest position.  If all are
**    vetoed, the answer is `closing`.  Scores are rounded to 12 decimals, and then
**    compared (rule R9, REFERENCE.md).  Any value of `vetoed` except 0 is a veto.
**    A missing score counts as 0, and a missing position comes last.
**
** Source: ADR-006, "Scoring Formula" and "Tier 1".
*/
#include "core/interview/strategy.h"

#include <string.h>

#include "bind/aggregate.h"
#include "bind/argument.h"
#include "bind/best_queue.h"
#include "bind/interrupt.h"
#include "bind/json.h"
#include "functions/modules.h"
#include "bind/value_copy.h"

/* The answer if all strategies are vetoed (ADR-006). */
static const char last_resort[] = "closing";

/* A row of strategy_score or strategy_contributions that is not skipped. */
struct signal {
  int scorer; /* its index in the settings; 0 if the call has no scorer */
  double weight;
  double raw; /* 0..2, or missing */
};

struct strategy_group {
  /* each is a struct signal; all have one strategy and one phase, or one multiplier */
  struct row_group signals;
  double multiplier; /* the latest row's multiplier */
};

static const struct interview_settings *strategy_interview_of(sqlite3_context *context) {
  return &settings_of(context)->interview;
}

static struct strategy_name strategy_name_of(struct text text) {
  return (struct strategy_name){text.bytes, text.length};
}

/* Reads a scorer's name.  Returns the scorer's index, or -1 for NULL.  For an unknown
** name, sets the error and returns -2. */
static int strategy_scorer_argument(sqlite3_context *context, sqlite3_value *value) {
  const struct interview_settings *settings = strategy_interview_of(context);
  struct text text;
  if (sqlite3_value_type(value) == SQLITE_NULL) return -1;
  if (!argument_optional_text(context, value, &text)) return -2; /* out of memory */
  int scorer = text.bytes != NULL ? scorer_find(settings, text.bytes, text.length) : -1;
  if (scorer >= 0) return scorer;
  argument_name_error(context, value, "scorer", settings->scorers, settings->scorer_count,
                      sizeof *settings->scorers);
  return -2;
}

/* Returns the index of a named phase; -1 for NULL; -2, with the error set, if unknown. */
static int strategy_phase_argument(sqlite3_context *context, sqlite3_value *value) {
  if (sqlite3_value_type(value) == SQLITE_NULL) return -1;
  int phase = argument_name(context, value, "phase", phase_names, PHASE_COUNT, -1);
  return phase >= 0 ? phase : -2;
}

static void strategy_weight_call(sqlite3_context *context, int argc,
                                 sqlite3_value **argv) {
  struct text strategy;
  const struct interview_scorer *scorer = auxdata_find(context, 0);
  if (scorer == NULL) {
    int found = strategy_scorer_argument(context, argv[0]);
    if (found < 0) return;
    scorer = &strategy_interview_of(context)->scorers[found];
    auxdata_borrow(context, 0, scorer);
  }
  if (!argument_optional_as_text(context, argv[1], &strategy)) return;
  if (strategy.bytes == NULL) return; /* NULL */
  sqlite3_result_double(context, strategy_weight(scorer, strategy_name_of(strategy)));
}

static void strategy_multiplier(sqlite3_context *context, int argc,
                                sqlite3_value **argv) {
  struct text strategy;
  int phase = strategy_phase_argument(context, argv[0]);
  if (phase < 0 || !argument_optional_as_text(context, argv[1], &strategy)) return;
  if (strategy.bytes == NULL) return; /* NULL */
  sqlite3_result_double(context, phase_multiplier(strategy_interview_of(context),
                                                  (enum interview_phase)phase,
                                                  strategy_name_of(strategy)));
}

static double strategy_clamped(double raw) {
  if (is_missing(raw)) return MISSING;
  return raw <= 0 ? 0 : raw > RAW_SCORE_MAX ? RAW_SCORE_MAX : raw;
}

static bool strategy_keep(sqlite3_context *context, struct strategy_group *strategy,
                          const struct signal *signal, double multiplier) {
  strategy->multiplier = multiplier;
  return aggregate_kept(context, strategy,
                        deque_append(&strategy->signals.rows, signal, sizeof *signal));
}

static bool strategy_is_null(sqlite3_value *value) {
  return sqlite3_value_type(value) == SQLITE_NULL;
}

/* Adds a row (strategy, phase, scorer, raw). */
static bool strategy_enter_named(sqlite3_context *context, void *group, int argc,
                                 sqlite3_value **argv) {
  const struct interview_settings *settings = strategy_interview_of(context);
  struct strategy_group *strategy = group;
  struct text text;
  if (strategy_is_null(argv[1]) || strategy_is_null(argv[2])) return false;
  if (!argument_optional_as_text(context, argv[0], &text)) return false;
  if (text.bytes == NULL) return false;
  int scorer = strategy_scorer_argument(context, argv[2]);
  int phase = scorer >= 0 ? strategy_phase_argument(context, argv[1]) : -1;
  if (phase < 0) return false;
  struct strategy_name name = strategy_name_of(text);
  struct signal signal = {scorer, strategy_weight(&settings->scorers[scorer], name),
                          strategy_clamped(argument_number(argv[3]))};
  struct value stated[] = {
      parameter_name(text.bytes, text.length),
      parameter_name(phase_names[phase], strlen(phase_names[phase]))};
  double factor = phase_multiplier(settings, (enum interview_phase)phase, name);
  return strategy_keep(context, strategy, &signal, factor) &&
         agreement_state(context, &strategy->signals.agreement, stated, 2);
}

/* Reads a weight or a multiplier; `argument` is its name in the error.  If it is not a
** finite number >= 0, sets the error and returns false. */
static bool strategy_factor_argument(sqlite3_context *context, sqlite3_value *value,
                                     const char *argument, double *factor) {
  *factor = argument_number(value) + 0.0; /* no -0.0 */
  if (*factor >= 0) return true;
  argument_error(context, value, "%s must be a finite number >= 0", argument);
  return false;
}

/* Adds a row (weight, raw, multiplier). */
static bool strategy_enter_stated(sqlite3_context *context, void *group, int argc,
                                  sqlite3_value **argv) {
  struct strategy_group *strategy = group;
  struct signal signal = {.scorer = 0, .raw = strategy_clamped(argument_number(argv[1]))};
  double factor;
  if (!strategy_factor_argument(context, argv[0], "weight", &signal.weight) ||
      !strategy_factor_argument(context, argv[2], "multiplier", &factor)) {
    return false;
  }
  struct value stated = parameter_number(factor);
  return strategy_keep(context, strategy, &signal, factor) &&
         agreement_state(context, &strategy->signals.agreement, &stated, 1);
}

/* Orders rows by scorer, then by weight and raw score; missing raw scores come first. */
static int strategy_compare_signals(const void *left, const void *right) {
  const struct signal *a = left;
  const struct signal *b = right;
  if (a->scorer != b->scorer) return a->scorer < b->scorer ? -1 : 1;
  if (a->weight != b->weight) return a->weight < b->weight ? -1 : 1;
  if (is_missing(a->raw) || is_missing(b->raw)) {
    return is_missing(b->raw) - is_missing(a->raw);
  }
  return (a->raw > b->raw) - (a->raw < b->raw);
}

/* Returns the group's rows, sorted, in memory that the caller frees.  When out of memory
** or interrupted, sets the error and returns NULL. */
static struct signal *strategy_sorted_signals(sqlite3_context *context,
                                              const struct strategy_group *strategy) {
  size_t count = strategy->signals.rows.count;
  struct signal *sorted = call_memory(context, count * sizeof *sorted);
  if (sorted == NULL) return NULL;
  memcpy(sorted, deque_at(&strategy->signals.rows, 0, sizeof *sorted),
         count * sizeof *sorted);
  if (interrupt_sort(context, sorted, count, sizeof *sorted, strategy_compare_signals))
    return sorted;
  sqlite3_free(sorted);
  return NULL;
}

static void strategy_score_call(sqlite3_context *context, void *group) {
  const struct strategy_group *strategy = group;
  struct signal *signals = strategy_sorted_signals(context, strategy);
  struct strategy_sum sum = {0};
  if (signals == NULL) return;
  for (size_t i = 0; i < strategy->signals.rows.count; i++) {
    if (!is_missing(signals[i].raw))
      strategy_add(&sum, signals[i].weight, signals[i].raw);
  }
  sqlite3_result_double(context, strategy_score(&sum, strategy->multiplier));
  sqlite3_free(signals);
}

/* Writes a JSON object for one scorer: its weight, the sum of its raw scores, and the sum
** of weight * raw.  `signals` are the rows with this scorer. */
static void strategy_write_contribution(struct json *json, const struct signal *signals,
                                        size_t count) {
  double raw = MISSING;
  struct strategy_sum contribution = {0};
  for (size_t i = 0; i < count; i++) {
    if (is_missing(signals[i].raw)) continue;
    raw = is_missing(raw) ? signals[i].raw : raw + signals[i].raw;
    strategy_add(&contribution, signals[i].weight, signals[i].raw);
  }
  json_begin_object(json);
  json_key_number(json, "weight", signals->weight);
  json_key_number(json, "raw", raw);
  json_key_number(json, "contribution", strategy_score(&contribution, 1));
  json_end_object(json);
}

static void strategy_contributions(sqlite3_context *context, void *group) {
  const struct strategy_group *strategy = group;
  size_t count = strategy->signals.rows.count;
  struct signal *signals = strategy_sorted_signals(context, strategy);
  if (signals == NULL) return;
  const struct interview_settings *settings = strategy_interview_of(context);
  struct json json = json_open(context);
  for (size_t i = 0, next; i < count; i = next) {
    for (next = i + 1; next < count && signals[next].scorer == signals[i].scorer;)
      next++;
    json_key(&json, settings->scorers[signals[i].scorer].id);
    strategy_write_contribution(&json, signals + i, next - i);
  }
  sqlite3_free(signals);
  json_result(context, &json);
}

/* If the settings list the strategy, replaces the name by its spelling in the settings
** (rule R8, REFERENCE.md). */
static void strategy_canonical(struct value *strategy,
                               const struct interview_settings *settings) {
  if (strategy->type != VALUE_TEXT) return;
  struct strategy_name name = {(const char *)strategy->is.bytes, strategy->length};
  const struct interview_strategy *listed = strategy_find(settings, name);
  if (listed != NULL) strategy->is.bytes = (const unsigned char *)listed->id;
}

/* A row of best_strategy that is not skipped.  The row owns the strategy's name. */
struct strategy_row {
  struct best_queue_entry entry;
  struct strategy_candidate candidate;
};

struct strategy_candidates {
  struct agreement agreement;
  struct best_queue queue; /* of struct strategy_row */
  struct strategy_row room[BEST_QUEUE_ROOM];
};

static int strategy_compare_rows(const void *a, const void *b) {
  const struct strategy_row *left = a, *right = b;
  return strategy_compare(&left->candidate, &right->candidate);
}

static bool strategy_own_row(void *row) {
  return value_own(&((struct strategy_row *)row)->candidate.strategy);
}

static void strategy_free_row(void *row) {
  value_free(&((struct strategy_row *)row)->candidate.strategy);
}

static const struct best_queue_kind strategy_kind = {sizeof(struct strategy_row),
                                                     strategy_compare_rows,
                                                     strategy_own_row, strategy_free_row};

static bool strategy_enter_candidate(sqlite3_context *context, void *group, int argc,
                                     sqlite3_value **argv) {
  struct strategy_candidates *candidates = group;
  double points = argument_number(argv[1]), position = argument_number(argv[3]);
  struct strategy_row row = {
      .candidate = {.score = is_missing(points) ? 0 : points,
                    .position = is_missing(position) ? (double)INFINITY : position,
                    .vetoed = argument_flag(argv[2]) != 0}};
  if (!argument_value(context, argv[0], &row.candidate.strategy)) return false;
  if (row.candidate.strategy.type == VALUE_NULL) return false;
  strategy_canonical(&row.candidate.strategy, strategy_interview_of(context));
  best_queue_lend(&candidates->queue, candidates->room);
  return aggregate_kept(context, group,
                        best_queue_enter(&candidates->queue, &strategy_kind, &row));
}

static void strategy_leave_candidate(sqlite3_context *context, void *group,
                                     sqlite3_value **argv) {
  struct strategy_candidates *candidates = group;
  best_queue_leave(&candidates->queue, &strategy_kind);
}

static void strategy_clear_candidates(void *group) {
  struct strategy_candidates *candidates = group;
  best_queue_clear(&candidates->queue, &strategy_kind);
}

static void strategy_best(sqlite3_context *context, void *group) {
  const struct strategy_candidates *candidates = group;
  const struct strategy_row *best = best_queue_best(&candidates->queue, &strategy_kind);
  if (best->candidate.vetoed) {
    sqlite3_result_text(context, last_resort, -1, SQLITE_STATIC);
  } else {
    result_value(context, &best->candidate.strategy);
  }
}

static const struct sql_function functions[] = {
    {"strategy_weight", 2, PURE, SCALAR(strategy_weight_call),
     "strategy_weight(scorer, strategy)",
     "What a scorer counts for a strategy: the matrix, else the scorer's default",
     "strategy_weight('coverage_gap', 'deepen')", "0.3"},
    {"phase_multiplier", 2, PURE, SCALAR(strategy_multiplier),
     "phase_multiplier(phase, strategy)",
     "The factor of a phase for a strategy's score; 1 if the phase's profile omits "
     "the strategy",
     "phase_multiplier('closing', 'synthesis')", "1.3"},
    {"strategy_score", 4, PURE,
     AGGREGATE(struct strategy_group, strategy_enter_named, row_group_leave,
               strategy_score_call, row_group_clear, "strategy", "phase"),
     "strategy_score(strategy, phase, scorer, raw)",
     "sum(weight * raw) * multiplier, raw scores clamped to 0..2",
     "SELECT round(strategy_score('deepen', 'exploratory', column1, column2), 3) "
     "FROM (VALUES ('coverage_gap', 1.5), ('ambiguity', 1.2), ('novelty', 0.8))",
     "0.648"},
    {"strategy_score", 3, PURE,
     AGGREGATE(struct strategy_group, strategy_enter_stated, row_group_leave,
               strategy_score_call, row_group_clear, "multiplier"),
     "strategy_score(weight, raw, multiplier)",
     "The same with weights and a multiplier of your own",
     "SELECT round(strategy_score(column1, column2, 1.3), 3) "
     "FROM (VALUES (0.3, 1.5), (0.2, 1.2), (0.15, 0.8))",
     "1.053"},
    {"strategy_contributions", 4, JSON_RESULT,
     AGGREGATE(struct strategy_group, strategy_enter_named, row_group_leave,
               strategy_contributions, row_group_clear, "strategy", "phase"),
     "strategy_contributions(strategy, phase, scorer, raw)",
     "JSON by scorer: weight, raw score and their product, before the multiplier",
     "SELECT strategy_contributions('deepen', 'focused', 'ambiguity', 1.2)",
     "{\"ambiguity\":{\"weight\":0.2,\"raw\":1.2,\"contribution\":0.24}}"},
    {"best_strategy", 4, PURE,
     AGGREGATE(struct strategy_candidates, strategy_enter_candidate,
               strategy_leave_candidate, strategy_best, strategy_clear_candidates, NULL),
     "best_strategy(strategy, score, vetoed, position)",
     "The strategy of the highest score not vetoed, then first position; 'closing' if "
     "all are vetoed",
     "SELECT best_strategy(column1, column2, column3, column4) FROM (VALUES "
     "('deepen', 0.9, 1, 1), ('bridge', 0.7, 0, 2), ('ease', 0.7, 0, 3))",
     "bridge"},
};

const struct sql_module strategy_module = {"strategy", "Interview strategies",
                                           "which question to ask next", functions,
                                           COUNT_OF(functions)};
