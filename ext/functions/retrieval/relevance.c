/*
** The relevance gate in SQL: which sources to keep, and which report they allow.
**
**   relevance_of(reply [, otherwise])
**   relevance_keep(score [, mode or cutoff])
**   relevance_decision(survivors, mode)
**   relevance_decision(survivors, min_full, min_short)
**   relevance_gate(score, mode)                aggregate and window function
**   relevance_report(source, score, mode)      aggregate and window function, JSON
**   assay_modes                                table: the modes of the settings
**
** 1. A score below 1 counts as 1, a score above 5 as 5.  A missing score counts as the
**    setting default_score.  Its built-in value, 3, reaches the cutoff of each built-in
**    mode.  But in relevance_of a number above 5, or between 0 and 1, counts as missing:
**    it is probably on another scale.
** 2. A mode names a set of limits.  A source is kept if its score >= the mode's cutoff.
** 3. Survivors are the kept sources.  At least min_full survivors give full_report, and
**    at least min_short survivors give short_report.  Fewer survivors give
**    insufficient_data; so do 0 survivors, even if min_short is 0.
** 4. A mode's name matches in any ASCII case; NULL is `standard`.  An unknown mode is an
**    error, and so are two modes in one group.
** 5. Every row of a group is a source, even if `source` is NULL.  A report lists sources
**    by descending score, and sources with equal scores in SQLite's order of values.  A
**    BLOB is written as the text of its SQL literal, and an infinite number as 9e999, as
**    in SQLite's own JSON.
**
** Source: the design document of the relevance gate.
*/
#include "core/retrieval/relevance.h"

#include <string.h>

#include "bind/aggregate.h"
#include "bind/argument.h"
#include "bind/memory_table.h"
#include "functions/retrieval/helpers/mode_argument.h"
#include "functions/modules.h"
#include "functions/retrieval/helpers/judged_sources.h"

static const struct relevance_settings *relevance_rule_of(sqlite3_context *context) {
  return &settings_of(context)->relevance;
}

/* Sets the result to a score.  A whole score becomes an INTEGER, as replies write it. */
static void relevance_result_score(sqlite3_context *context, double score) {
  if (is_missing(score)) return; /* NULL */
  if (score == (double)(int)score) {
    sqlite3_result_int(context, (int)score);
  } else {
    sqlite3_result_double(context, score);
  }
}

/* Reads the score in a reply, a number or a text.  Other scales give a missing score. */
static bool relevance_read_reply(sqlite3_context *context, sqlite3_value *value,
                                 double *score) {
  struct text reply;
  *score = argument_number(value);
  if (!is_missing(*score) || sqlite3_value_type(value) != SQLITE_TEXT) {
    if (!relevance_holds(score)) *score = MISSING;
    return true;
  }
  if (!argument_text(context, value, &reply)) return false; /* out of memory */
  *score = relevance_read(reply.bytes, reply.length, &relevance_rule_of(context)->labels);
  return true;
}

static void relevance_score_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
  double score;
  if (!relevance_read_reply(context, argv[0], &score)) return;
  relevance_result_score(
      context, is_missing(score) ? relevance_rule_of(context)->default_score : score);
}

static void relevance_score_or(sqlite3_context *context, int argc, sqlite3_value **argv) {
  double score, otherwise = argument_number(argv[1]);
  bool usable = otherwise >= RELEVANCE_LEAST && otherwise <= RELEVANCE_MOST;
  if (!usable && sqlite3_value_type(argv[1]) != SQLITE_NULL) {
    argument_error(context, argv[1], "otherwise must be NULL or a number in 1..5");
  } else if (relevance_read_reply(context, argv[0], &score)) {
    relevance_result_score(context, is_missing(score) ? otherwise : score);
  }
}

/* Reads the cutoff from the second argument: a mode's name, or a number (also as TEXT,
** rule R2, REFERENCE.md).  On failure, sets the error and returns MISSING. */
static double relevance_cutoff_argument(sqlite3_context *context, sqlite3_value **argv) {
  const struct relevance_mode *mode = auxdata_find(context, 1);
  if (mode != NULL) return mode->cutoff;
  double cutoff = argument_number(argv[1]);
  if (cutoff >= RELEVANCE_LEAST && cutoff <= RELEVANCE_MOST) return cutoff;
  if (!is_missing(argument_any_number(argv[1]))) {
    argument_error(context, argv[1], "cutoff must be a number in 1..5");
    return MISSING;
  }
  mode = mode_argument_kept(context, argv, 1);
  return mode != NULL ? mode->cutoff : MISSING;
}

static void relevance_keep(sqlite3_context *context, int argc, sqlite3_value **argv) {
  double cutoff = argc > 1 ? relevance_cutoff_argument(context, argv)
                           : relevance_mode_in_force(context)->cutoff;
  if (is_missing(cutoff)) return;
  sqlite3_result_int(context, relevance_keeps(argument_number(argv[0]), cutoff,
                                              relevance_rule_of(context)->default_score));
}

static void relevance_result_decision(sqlite3_context *context,
                                      enum relevance_decision decision) {
  sqlite3_result_text(context, relevance_decision_names[decision], -1, SQLITE_STATIC);
}

static void relevance_decision_by_mode(sqlite3_context *context, int argc,
                                       sqlite3_value **argv) {
  const struct relevance_mode *mode = mode_argument_kept(context, argv, 1);
  if (mode == NULL) return;
  relevance_result_decision(context, relevance_decide(argument_count(argv[0]),
                                                      mode->min_full, mode->min_short));
}

static void relevance_decision_explicit(sqlite3_context *context, int argc,
                                        sqlite3_value **argv) {
  double min_full = argument_count(argv[1]);
  double min_short = argument_count(argv[2]);
  if (is_missing(min_full)) {
    argument_error(context, argv[1], "min_full must be a whole number >= 0");
  } else if (!(min_short <= min_full)) {
    argument_error(context, argv[2], "min_short must be a whole number in 0..min_full");
  } else {
    relevance_result_decision(
        context, relevance_decide(argument_count(argv[0]), min_full, min_short));
  }
}

/* Reads a source and its score; the mode decides whether the source is kept.  SQLite owns
** the source's bytes.  Returns false and sets the error when out of memory. */
static bool relevance_judge(sqlite3_context *context, sqlite3_value *source,
                            sqlite3_value *score, const struct relevance_mode *mode,
                            struct judged *judged) {
  judged->source.type = VALUE_NULL;
  if (source != NULL && !argument_value(context, source, &judged->source)) return false;
  double default_score = relevance_rule_of(context)->default_score;
  judged->score = argument_number(score);
  judged->kept = relevance_keeps(judged->score, mode->cutoff, default_score);
  if (is_missing(judged->score)) judged->score = default_score;
  judged->score = relevance_clamp(judged->score);
  return true;
}

/* Adds a source to the group.  In a call of relevance_gate(), which has no argument for
** the source, `source` is NULL. */
static bool relevance_enter(sqlite3_context *context, struct judged_sources *sources,
                            sqlite3_value *source, sqlite3_value *score,
                            sqlite3_value *mode_value) {
  struct judged judged;
  const struct relevance_mode *mode = mode_argument(context, mode_value);
  if (mode == NULL || !relevance_judge(context, source, score, mode, &judged))
    return false;
  struct value name = parameter_name(mode->name, strlen(mode->name));
  return aggregate_kept(context, sources, judged_sources_enter(sources, &judged, mode)) &&
         agreement_state(context, &sources->agreement, &name, 1);
}

static bool relevance_enter_gate(sqlite3_context *context, void *group, int argc,
                                 sqlite3_value **argv) {
  return relevance_enter(context, group, NULL, argv[0], argv[1]);
}

static bool relevance_enter_report(sqlite3_context *context, void *group, int argc,
                                   sqlite3_value **argv) {
  return relevance_enter(context, group, argv[0], argv[1], argv[2]);
}

static void relevance_gate(sqlite3_context *context, void *group) {
  relevance_result_decision(context, judged_sources_decision(group));
}

static sqlite3_int64 relevance_modes_count(const struct table_scan *scan) {
  return (sqlite3_int64)table_scan_settings(scan)->relevance.mode_count;
}

static void relevance_modes_column(sqlite3_context *context,
                                   const struct table_scan *scan, int column) {
  const struct relevance_mode *mode =
      &table_scan_settings(scan)->relevance.modes[scan->row];
  const int counts[] = {0, mode->max_sources, mode->min_full, mode->min_short};
  if (column == 0) {
    sqlite3_result_text(context, mode->name, -1, SQLITE_TRANSIENT);
  } else if (column <= 3) {
    sqlite3_result_int(context, counts[column]);
  } else {
    sqlite3_result_double(context, mode->cutoff);
  }
}

static const struct memory_table modes_table = {
    .schema = "CREATE TABLE assay_modes(mode TEXT, max_sources INT, min_full INT, "
              "min_short INT, cutoff REAL)",
    .count = relevance_modes_count,
    .column = relevance_modes_column,
};

static const struct sql_function functions[] = {
    {"relevance_of", 1, PURE, SCALAR(relevance_score_of), "relevance_of(reply)",
     "1..5 from a judge's reply: a final score, SCORE: 4, 4/5, [4], or 4 alone; else 3",
     "relevance_of('**SCORE:** 4, names the fee')", "4"},
    {"relevance_of", 2, PURE, SCALAR(relevance_score_or),
     "relevance_of(reply, otherwise)",
     "The same with a number in 1..5, or NULL, for a reply in which there is no score",
     "relevance_of('I could not open the page', NULL)", NULL},
    {"relevance_keep", 1, PURE, SCALAR(relevance_keep), "relevance_keep(score)",
     "1 if score >= 3, standard mode's cutoff, else 0; a missing score is kept when in "
     "doubt",
     "relevance_keep(2)", "0"},
    {"relevance_keep", 2, PURE, SCALAR(relevance_keep),
     "relevance_keep(score, mode or cutoff)",
     "The same with the cutoff of a mode, or a number in 1..5", "relevance_keep(3, 4)",
     "0"},
    {"relevance_decision", 2, PURE, SCALAR(relevance_decision_by_mode),
     "relevance_decision(survivors, mode)",
     "'full_report', 'short_report' or 'insufficient_data' for a number of kept sources",
     "relevance_decision(3, 'standard')", "short_report"},
    {"relevance_decision", 3, PURE, SCALAR(relevance_decision_explicit),
     "relevance_decision(survivors, min_full, min_short)",
     "The same with thresholds of your own, 0 <= min_short <= min_full",
     "relevance_decision(3, 3, 1)", "full_report"},
    {"relevance_gate", 2, PURE,
     AGGREGATE(struct judged_sources, relevance_enter_gate, judged_sources_leave,
               relevance_gate, judged_sources_clear, "mode"),
     "relevance_gate(score, mode)", "The decision over the sources of a group",
     "SELECT relevance_gate(column1, 'standard') FROM (VALUES (5), (3), (3), (1))",
     "short_report"},
    {"relevance_report", 3, JSON_RESULT,
     AGGREGATE(struct judged_sources, relevance_enter_report, judged_sources_leave,
               judged_sources_report, judged_sources_clear, "mode"),
     "relevance_report(source, score, mode)",
     "The decision as JSON: why, and the sources kept and dropped, the best ones first",
     "SELECT relevance_report(column1, column2, 'quick') "
     "FROM (VALUES ('city.gov', 5), ('blog.com', 1))",
     "{\"decision\":\"short_report\",\"rationale\":\"1 of 2 sources scored >= 3, meeting "
     "threshold for short report in quick mode\",\"mode\":\"quick\",\"cutoff\":3,"
     "\"scored\":2,\"survived\":1,\"kept\":[\"city.gov\"],\"dropped\":[\"blog.com\"]}"},
    {"assay_modes", 0, PURE, MEMORY_TABLE(modes_table), "table assay_modes",
     "The relevance modes of the settings: mode, max_sources, min_full, min_short, "
     "cutoff",
     "SELECT min_full FROM assay_modes WHERE mode = 'deep'", "5"},
};

const struct sql_module relevance_module = {"relevance", "Relevance gate",
                                            "which sources to keep", functions,
                                            COUNT_OF(functions)};
