/*
** Scores for the next question of an interview, in SQL.  A scorer computes how well a
** strategy (a kind of question) fits now: its raw score.  Other functions give the
** phase, the prompt for a judge of ambiguity, and the number in the judge's reply.
**
**   peripheral_readiness_score(strategy, density, candidates)
**   contrast_opportunity_score(strategy, has_opposite, density)
**   cluster_saturation_score(strategy, density, median_degree)
**   ambiguity_score(ambiguity)      ambiguity_prompt(text)      ambiguity_of(json)
**   coverage_gap_score(gaps, is_coverage_strategy)
**   depth_breadth_balance_score(type, breadth, depth)
**   engagement_score(type, low_replies, average_momentum)
**   strategy_diversity_score(recent_uses)      novelty_score(mentions)
**   interview_phase(turn, coverage [, exploratory_min_turns, exploratory_max_turns,
**                   focused_coverage, closing_min_turns, closing_coverage])
**
** The name of a scorer's function is the scorer's id followed by `_score`.  A number that
** is missing or out of range meets no condition such as density > .5; if a call has no
** other number, the score is the neutral 1.0.  Each of the first three functions scores
** one strategy (bridge, contrast, synthesis in this order), and returns 1.0 for others.
**
** If the turn is missing, the phase is exploratory.  If only the coverage is missing, the
** phase is exploratory up to the turn exploratory_max_turns, and then focused.
**
** Source: ADR-006, ADR-004.
*/
#include "core/interview/interview_bands.h"

#include <limits.h>
#include <string.h>

#include "core/interview/ambiguity.h"
#include "base/name.h"
#include "core/interview/strategy.h"
#include "bind/argument.h"
#include "functions/modules.h"

static bool interview_is_named(struct text text, const char *name) {
  return name_matches(name, text.bytes, text.length);
}

static double interview_argument_measure(sqlite3_value *value) {
  double number = argument_number(value);
  return number >= 0 ? number : MISSING;
}

static void interview_peripheral_readiness(sqlite3_context *context, int argc,
                                           sqlite3_value **argv) {
  struct text strategy;
  if (!argument_optional_text(context, argv[0], &strategy)) return;
  sqlite3_result_double(context, band_peripheral_readiness(
                                     interview_is_named(strategy, "bridge"),
                                     argument_score(argv[1]), argument_count(argv[2])));
}

static void interview_contrast_opportunity(sqlite3_context *context, int argc,
                                           sqlite3_value **argv) {
  struct text strategy;
  if (!argument_optional_text(context, argv[0], &strategy)) return;
  sqlite3_result_double(context, band_contrast_opportunity(
                                     interview_is_named(strategy, "contrast"),
                                     argument_flag(argv[1]), argument_score(argv[2])));
}

static void interview_cluster_saturation(sqlite3_context *context, int argc,
                                         sqlite3_value **argv) {
  struct text strategy;
  if (!argument_optional_text(context, argv[0], &strategy)) return;
  sqlite3_result_double(context,
                        band_cluster_saturation(interview_is_named(strategy, "synthesis"),
                                                argument_score(argv[1]),
                                                interview_argument_measure(argv[2])));
}

static void interview_ambiguity(sqlite3_context *context, int argc,
                                sqlite3_value **argv) {
  sqlite3_result_double(context, band_ambiguity(argument_score(argv[0])));
}

static char *interview_append(char *to, const char *bytes, size_t length) {
  memcpy(to, bytes, length);
  return to + length;
}

static void interview_ambiguity_prompt(sqlite3_context *context, int argc,
                                       sqlite3_value **argv) {
  struct text text;
  if (!argument_as_text(context, argv[0], &text)) return; /* NULL */
  size_t before = strlen(ambiguity_prompt_before);
  size_t after = strlen(ambiguity_prompt_after);
  sqlite3_uint64 length = before + text.length + after;
  char *prompt = call_memory(context, length);
  if (prompt == NULL) return;
  char *at = interview_append(prompt, ambiguity_prompt_before, before);
  at = interview_append(at, text.bytes, text.length);
  interview_append(at, ambiguity_prompt_after, after);
  sqlite3_result_text64(context, prompt, length, sqlite3_free, SQLITE_UTF8);
}

static void interview_ambiguity_of(sqlite3_context *context, int argc,
                                   sqlite3_value **argv) {
  struct text reply;
  if (!argument_as_text(context, argv[0], &reply)) return; /* NULL */
  double number = ambiguity_of_reply(reply.bytes, reply.length);
  if (!is_missing(number)) sqlite3_result_double(context, number);
}

static void interview_coverage_gap(sqlite3_context *context, int argc,
                                   sqlite3_value **argv) {
  sqlite3_result_double(
      context, band_coverage_gap(argument_count(argv[0]), argument_flag(argv[1])));
}

static enum strategy_type interview_type_of(struct text name) {
  if (interview_is_named(name, "depth")) return TYPE_DEPTH;
  return interview_is_named(name, "breadth") ? TYPE_BREADTH : TYPE_OTHER;
}

static void interview_depth_breadth_balance(sqlite3_context *context, int argc,
                                            sqlite3_value **argv) {
  struct text type;
  if (!argument_optional_text(context, argv[0], &type)) return;
  sqlite3_result_double(context, band_depth_breadth_balance(
                                     interview_type_of(type), argument_score(argv[1]),
                                     interview_argument_measure(argv[2])));
}

static void interview_engagement(sqlite3_context *context, int argc,
                                 sqlite3_value **argv) {
  struct text type;
  if (!argument_optional_text(context, argv[0], &type)) return;
  sqlite3_result_double(context,
                        band_engagement(interview_type_of(type), argument_count(argv[1]),
                                        argument_number(argv[2])));
}

static void interview_strategy_diversity(sqlite3_context *context, int argc,
                                         sqlite3_value **argv) {
  sqlite3_result_double(context, band_strategy_diversity(argument_count(argv[0])));
}

static void interview_novelty(sqlite3_context *context, int argc, sqlite3_value **argv) {
  sqlite3_result_double(context, band_novelty(argument_count(argv[0])));
}

static void interview_result_phase(sqlite3_context *context, sqlite3_value **argv,
                                   const struct phase_config *config) {
  enum interview_phase phase =
      interview_phase_of(argument_count(argv[0]), argument_score(argv[1]), config);
  sqlite3_result_text(context, phase_names[phase], -1, SQLITE_STATIC);
}

static void interview_phase_default(sqlite3_context *context, int argc,
                                    sqlite3_value **argv) {
  interview_result_phase(context, argv, &settings_of(context)->interview.phases);
}

/* Reads a number of turns.  If it is not a whole number >= 0, sets the error and returns
** false. */
static bool interview_turns_argument(sqlite3_context *context, sqlite3_value *value,
                                     const char *argument, int *turns) {
  double count;
  if (!argument_stated_count(context, value, argument, &count)) return false;
  *turns = count < INT_MAX ? (int)count : INT_MAX;
  return true;
}

static void interview_phase_explicit(sqlite3_context *context, int argc,
                                     sqlite3_value **argv) {
  struct phase_config c = settings_of(context)->interview.phases;
  bool read = interview_turns_argument(context, argv[2], "exploratory_min_turns",
                                       &c.exploratory_min_turns) &&
              interview_turns_argument(context, argv[3], "exploratory_max_turns",
                                       &c.exploratory_max_turns) &&
              argument_stated_score(context, argv[4], "focused_coverage",
                                    &c.focused_trigger_coverage) &&
              interview_turns_argument(context, argv[5], "closing_min_turns",
                                       &c.closing_min_turns) &&
              argument_stated_score(context, argv[6], "closing_coverage",
                                    &c.closing_trigger_coverage);
  if (read) interview_result_phase(context, argv, &c);
}

static const struct sql_function functions[] = {
    {"coverage_gap_score", 2, PURE, SCALAR(interview_coverage_gap),
     "coverage_gap_score(gaps, is_coverage_strategy)",
     "1 + .15 for each element not covered, at most 1.8; for none .85, 1 for a coverage "
     "strategy",
     "coverage_gap_score(2, 0)", "1.3"},
    {"ambiguity_score", 1, PURE, SCALAR(interview_ambiguity),
     "ambiguity_score(ambiguity)", "0.9 below .2, 1.2 below .5, else 1.5; 1.0 if missing",
     "ambiguity_score(0.35)", "1.2"},
    {"depth_breadth_balance_score", 3, PURE, SCALAR(interview_depth_breadth_balance),
     "depth_breadth_balance_score(type, breadth, depth)",
     "1.5 for the type that is needed, .7 for its opposite, .9 for others; 1.1 if "
     "none is needed",
     "depth_breadth_balance_score('breadth', 0.2, 0.8)", "1.5"},
    {"engagement_score", 3, PURE, SCALAR(interview_engagement),
     "engagement_score(type, low_replies, average_momentum)",
     "With 3 or more low replies of 5: .8 for depth, 1.2 for others; momentum > 70: "
     "1.1 for depth; else 1",
     "engagement_score('depth', 3, 25)", "0.8"},
    {"strategy_diversity_score", 1, PURE, SCALAR(interview_strategy_diversity),
     "strategy_diversity_score(recent_uses)",
     "By uses of the strategy in the last 5 turns: 1 up to one, .8 for two, .6 for more",
     "strategy_diversity_score(2)", "0.8"},
    {"novelty_score", 1, PURE, SCALAR(interview_novelty), "novelty_score(mentions)",
     "By mentions of the element: 1.2 up to one, 1 for two or three, .7 for more",
     "novelty_score(4)", "0.7"},
    {"peripheral_readiness_score", 3, PURE, SCALAR(interview_peripheral_readiness),
     "peripheral_readiness_score(strategy, density, candidates)",
     "For bridge 1.5 at density > .7 with 3 candidates or more, 1.2 at > .5 or with one; "
     "else 1",
     "peripheral_readiness_score('bridge', 0.8, 3)", "1.5"},
    {"contrast_opportunity_score", 3, PURE, SCALAR(interview_contrast_opportunity),
     "contrast_opportunity_score(strategy, has_opposite, density)",
     "For contrast with an opposite stance 1.5 at density > .6, else 1.2; else 1",
     "contrast_opportunity_score('contrast', 1, 0.6)", "1.2"},
    {"cluster_saturation_score", 3, PURE, SCALAR(interview_cluster_saturation),
     "cluster_saturation_score(strategy, density, median_degree)",
     "For synthesis 1.5 at a saturation min(1, density * degree / 3) > .7, 1.2 at > .4; "
     "else 1",
     "cluster_saturation_score('synthesis', 1, 2)", "1.2"},
    {"ambiguity_prompt", 1, PURE, SCALAR(interview_ambiguity_prompt),
     "ambiguity_prompt(text)", "The prompt that asks a judge how ambiguous a reply is",
     "ambiguity_prompt('Maybe.') LIKE '%Response text: \"Maybe.\"%'", "1"},
    {"ambiguity_of", 1, PURE, SCALAR(interview_ambiguity_of), "ambiguity_of(json)",
     "The ambiguity 0..1 in a judge's reply (JSON or a label); NULL if the reply has "
     "none",
     "ambiguity_of('{\"ambiguity\": 0.35, \"reasoning\": \"hedges\"}')", "0.35"},
    {"interview_phase", 2, PURE, SCALAR(interview_phase_default),
     "interview_phase(turn, coverage)", "'exploratory', 'focused' or 'closing'",
     "interview_phase(16, 0.95)", "closing"},
    {"interview_phase", 7, PURE, SCALAR(interview_phase_explicit),
     "interview_phase(turn, coverage, exploratory_min_turns, exploratory_max_turns, "
     "focused_coverage, closing_min_turns, closing_coverage)",
     "The same with turns and coverages of your own",
     "interview_phase(5, 0.5, 4, 20, 0.5, 15, 0.95)", "focused"},
};

const struct sql_module interview_module = {"interview", "Interview signals",
                                            "which question to ask next", functions,
                                            COUNT_OF(functions)};
