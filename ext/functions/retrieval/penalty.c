/*
** The path penalty in SQL: a search result gets a lower score if its path contains few
** words of the query.
**
**   graduated_penalty(hits, word_count, avg_word_length [, tier0, tier1, tier2])
**   graduated_penalty(hits, query TEXT)
**   query_word_count(text)      query_avg_word_length(text)
**
** A hit is a word of the query that is also in the path.  The result is always <= 0.  The
** result is 0 if the query is too short to judge, or if the number of hits is missing,
** negative or fractional.
**
** `tier0`, `tier1` and `tier2` are the penalties for 0, 1 and 2 hits.  In a call without
** them, the setting `mode` decides: graduated (penalties for 0, 1 and 2 hits), binary (a
** penalty for 0 hits only) or off.  Source: ADR-002.
*/
#include "core/retrieval/penalty.h"

#include "base/words.h"
#include "bind/argument.h"
#include "functions/modules.h"

static const struct path_penalty_settings *penalty_rule_of(sqlite3_context *context) {
  return &settings_of(context)->path_penalty;
}

static void penalty(sqlite3_context *context, int argc, sqlite3_value **argv) {
  sqlite3_result_double(context,
                        penalty_of(argument_count(argv[0]), argument_count(argv[1]),
                                   argument_number(argv[2]), penalty_rule_of(context)));
}

/* Counts the words of a text argument and measures their length.  Returns false for NULL
** and BLOB, which have no words.  When out of memory, sets the error and returns
** false. */
static bool penalty_measure(sqlite3_context *context, sqlite3_value *value,
                            struct word_statistics *statistics) {
  struct text text;
  if (!argument_as_text(context, value, &text)) return false;
  *statistics = words_measure(text.bytes, text.length);
  return true;
}

static void penalty_for_query(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct word_statistics query = {0, 0};
  if (!penalty_measure(context, argv[1], &query)) {
    if (sqlite3_value_type(argv[1]) != SQLITE_TEXT) sqlite3_result_double(context, 0.0);
    return;
  }
  sqlite3_result_double(context,
                        penalty_of(argument_count(argv[0]), (double)query.words,
                                   words_average(query), penalty_rule_of(context)));
}

static bool penalty_read_deltas(sqlite3_context *context, sqlite3_value **argv,
                                double delta[PENALTY_TIERS]) {
  for (int i = 0; i < PENALTY_TIERS; i++)
    delta[i] = argument_number(argv[3 + i]);
  if (penalty_deltas_valid(delta)) {
    auxdata_keep_numbers(context, 3, PENALTY_TIERS, delta);
    return true;
  }
  argument_error(context, argv[3 + penalty_deltas_fault(delta)],
                 "deltas " PENALTY_DELTAS_RULE);
  return false;
}

static void penalty_explicit(sqlite3_context *context, int argc, sqlite3_value **argv) {
  double read[PENALTY_TIERS];
  const double *delta = auxdata_numbers(context, 3);
  if (delta == NULL) {
    if (!penalty_read_deltas(context, argv, read)) return;
    delta = read;
  }
  sqlite3_result_double(context, penalty_graduated(argument_count(argv[0]),
                                                   argument_count(argv[1]),
                                                   argument_number(argv[2]),
                                                   penalty_rule_of(context), delta));
}

static void penalty_word_count(sqlite3_context *context, int argc, sqlite3_value **argv) {
  struct word_statistics text;
  if (!penalty_measure(context, argv[0], &text)) return; /* NULL */
  sqlite3_result_int64(context, (sqlite3_int64)text.words);
}

static void penalty_avg_word_length(sqlite3_context *context, int argc,
                                    sqlite3_value **argv) {
  struct word_statistics text;
  if (!penalty_measure(context, argv[0], &text)) return; /* NULL */
  sqlite3_result_double(context, words_average(text));
}

static const struct sql_function functions[] = {
    {"graduated_penalty", 3, PURE, SCALAR(penalty),
     "graduated_penalty(hits, word_count, avg_word_length)",
     "-0.8, -0.4, -0.2 for 0, 1, 2 path hits, else 0.0; "
     "0.0 for a query too short to judge",
     "graduated_penalty(1, 3, 5.5)", "-0.4"},
    {"graduated_penalty", 2, PURE, SCALAR(penalty_for_query),
     "graduated_penalty(hits, query TEXT)",
     "The same, with word count and mean word length taken from the query",
     "graduated_penalty(0, 'session token refresh')", "-0.8"},
    {"graduated_penalty", 6, PURE, SCALAR(penalty_explicit),
     "graduated_penalty(hits, word_count, avg_word_length, tier0, tier1, tier2)",
     "The same with deltas of your own, finite and tier0 <= tier1 <= tier2 <= 0",
     "graduated_penalty(2, 3, 5.5, -1, -0.5, -0.1)", "-0.1"},
    {"query_word_count", 1, PURE, SCALAR(penalty_word_count), "query_word_count(text)",
     "Words in a text, split on Unicode white space",
     "query_word_count('session token refresh')", "3"},
    {"query_avg_word_length", 1, PURE, SCALAR(penalty_avg_word_length),
     "query_avg_word_length(text)",
     "Mean length of the words in code points, 0.0 for none",
     "query_avg_word_length('to refresh')", "4.5"},
};

const struct sql_module penalty_module = {
    "penalty", "Path penalty", "how good is a search", functions, COUNT_OF(functions)};
