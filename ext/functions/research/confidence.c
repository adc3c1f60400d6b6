/*
** The confidence index in SQL: the weighted mean of a round's five scores.
**
**   ci_score(coverage, source_quality, agreement, verification, recency
**            [, weights [, method]])
**   ci_score(evidence [, weights [, method]])
**   ci_rank(ci)
**
** weights: a name in assay_weights, a JSON array of 5 numbers, a JSON object with a
** number for each dimension (absent = 0), or a BLOB of 5 little-endian doubles; NULL is
** the default strategy.  method: 'arithmetic' (default, also for NULL) or 'geometric'.
**
** A missing score counts as 0, so a round that lacks scores ranks low.  Among rounds with
** equal gate verdicts, the highest index is best.  A falling index can stop a run
** (stop.c).  Only the legacy gates (gate.c) judge by the index.  ci_rank orders
** confidence indices in SQL as best_round does (rule R9 in REFERENCE.md).
**
** Source: ADR-007 section 4.3.
*/
#include "core/research/confidence.h"

#include "core/index.h"
#include "functions/modules.h"
#include "functions/research/helpers/evidence.h"
#include "functions/research/helpers/weights_argument.h"

/* Returns the number of arguments that hold the scores: one object, or five numbers. */
static inline int confidence_score_count(int argc) {
  return argc < DIMENSION_COUNT ? 1 : DIMENSION_COUNT;
}

static inline bool confidence_read_scores(sqlite3_context *context, int argc,
                                          sqlite3_value **argv,
                                          struct dimensions *dimensions) {
  struct gate_evidence evidence;
  if (argc >= DIMENSION_COUNT) {
    evidence_dimensions(argv, dimensions);
    return true;
  }
  if (!evidence_object(context, argv[0], &evidence)) return false;
  *dimensions = evidence.dimensions;
  return true;
}

static void confidence_ci_default(sqlite3_context *context, int argc,
                                  sqlite3_value **argv) {
  struct dimensions dimensions;
  if (!confidence_read_scores(context, argc, argv, &dimensions)) return;
  const struct weights *weights = weights_default(settings_of(context));
  sqlite3_result_double(context,
                        confidence_index(&dimensions, weights, METHOD_ARITHMETIC));
}

static void confidence_ci_weighted(sqlite3_context *context, int argc,
                                   sqlite3_value **argv) {
  struct weights scratch;
  struct dimensions dimensions;
  int at = confidence_score_count(argc);
  const struct weights *weights = weights_argument_cached(context, argv, at, &scratch);
  if (weights == NULL) return;
  int method = METHOD_ARITHMETIC;
  if (argc > at + 1) {
    method =
        argument_constant_name(context, argv, at + 1, "method", confidence_method_names,
                               METHOD_COUNT, METHOD_ARITHMETIC);
    if (method < 0) return;
  }
  if (!confidence_read_scores(context, argc, argv, &dimensions)) return;
  sqlite3_result_double(
      context, confidence_index(&dimensions, weights, (enum confidence_method)method));
}

static void confidence_ci_rank(sqlite3_context *context, int argc, sqlite3_value **argv) {
  double index = argument_number(argv[0]);
  if (is_missing(index)) return;
  sqlite3_result_int64(context, index_rank(index));
}

static const struct sql_function functions[] = {
    {"ci_score", 5, PURE, SCALAR(confidence_ci_default),
     "ci_score(coverage, source_quality, agreement, verification, recency)",
     "Weighted mean of five scores, 0..1, default weights; a missing score counts as 0",
     "round(ci_score(0.95, 0.95, 0.9, 0.2, 0.95), 4)", "0.79"},
    {"ci_score", 6, PURE, SCALAR(confidence_ci_weighted),
     "ci_score(coverage, source_quality, agreement, verification, recency, weights)",
     "The same with a strategy's name, a JSON array or object, or 5 packed doubles",
     "ci_score(1, 0.5, 0.5, 0.5, 0, '{\"coverage\": 3, \"recency\": 1}')", "0.75"},
    {"ci_score", 7, PURE, SCALAR(confidence_ci_weighted),
     "ci_score(coverage, source_quality, agreement, verification, recency, weights, "
     "method)",
     "The same as an 'arithmetic' or 'geometric' mean; geometric: a weighted 0 gives 0",
     "round(ci_score(0.9, 0.9, 0.9, 0.1, 0.9, 'equal', 'geometric'), 4)", "0.58"},
    {"ci_score", 1, PURE, SCALAR(confidence_ci_default), "ci_score(evidence)",
     "The same from one JSON object with these names",
     "ci_score('{\"coverage\": 0.5, \"recency\": 0.5}')", "0.2"},
    {"ci_score", 2, PURE, SCALAR(confidence_ci_weighted), "ci_score(evidence, weights)",
     "The same with weights of your own",
     "ci_score('{\"coverage\": 0.5, \"recency\": \"0.8\"}', '{\"recency\": 1}')", "0.8"},
    {"ci_score", 3, PURE, SCALAR(confidence_ci_weighted),
     "ci_score(evidence, weights, method)",
     "The same as an 'arithmetic' or 'geometric' mean",
     "ci_score('{\"coverage\": 0.5, \"recency\": 0.5}', 'equal', 'geometric')", "0.0"},
    {"ci_rank", 1, PURE, SCALAR(confidence_ci_rank), "ci_rank(ci)",
     "An integer to order and compare indices by: the same to 12 decimals is equal (R9)",
     "ci_rank(0.782) = ci_rank(0.7819999999999999)", "1"},
};

const struct sql_module confidence_module = {"confidence", "Confidence index",
                                             "which round to keep", functions,
                                             COUNT_OF(functions)};
