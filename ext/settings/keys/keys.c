/*
** The keys of the settings: see keys.h.
**
** Rows stand in the order of the two files in config/, and a row with a wildcard before
** those whose path it would match, too.
*/
#include "settings/keys/keys.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/bytes.h"

#define AT(member) .list = LIST_NONE, .offset = offsetof(struct settings, member)
#define IN(name, type, member) .list = (name), .offset = offsetof(struct type, member)

#define COUNT_FROM(least) .type = KEY_COUNT, .low = (least), .high = INT_MAX
#define NUMBER_IN(least, most) .type = KEY_NUMBER, .low = (least), .high = (most)
#define NUMBER_FROM(least) NUMBER_IN(least, INFINITY)
#define NUMBER_TO(most) NUMBER_IN(-INFINITY, most)
#define CHOICE(names, count)                                                             \
  .type = KEY_CHOICE, .choices = (names), .choice_count = (count)

#define RESEARCH "evaluation.deep_research."
#define PENALTY "evaluation.path_penalty."
#define RELEVANCE "evaluation.relevance."
#define RUBRICS "evaluation.rubrics."

/* Floors of one tier for a dimension follow those of `default`. */
#define FLOOR(dimension, index, in_group, tier)                                          \
  {                                                                                      \
    RESEARCH "tier_thresholds." dimension "." #tier, NUMBER_IN(0, 1),                    \
        AT(deep_research.floors[index].tier),                                            \
        .group = (in_group), .follows = RESEARCH "tier_thresholds.default." #tier,       \
        .help = "Lower end of the tier for this dimension, where it is not the default", \
        .source = "ADR-007 4.1"                                                          \
  }
#define FLOORS(dimension, index, in_group)                                               \
  FLOOR(dimension, index, in_group, elite), FLOOR(dimension, index, in_group, high),     \
      FLOOR(dimension, index, in_group, medium)

#define WEIGHT(dimension, index)                                                         \
  {                                                                                      \
    RESEARCH "weights.strategies.*." dimension, NUMBER_FROM(0),                          \
        IN(LIST_WEIGHT_STRATEGIES, weight_strategy, weights.weight[index]),              \
        .group = GROUP_WEIGHT_STRATEGIES,                                                \
        .help = "Weight of the dimension in the index, which divides by their sum",      \
        .source = "ADR-007 4.3"                                                          \
  }

#define PROFILE(phase, in_list)                                                          \
  {                                                                                      \
    "phase_profiles." phase ".*", NUMBER_FROM(0), IN(in_list, named_number, value),      \
        .help = "Multiplier of the strategy's score in this phase, 1 where it has none", \
        .source = "ADR-006"                                                              \
  }

const struct key settings_keys[] = {
    /* config/evaluation.yaml */
    {RESEARCH "scoring_engine", CHOICE(scoring_engine_names, 2),
     AT(deep_research.scoring_engine),
     .help = "Which gate decides, where legacy is the superseded index",
     .source = "ADR-007 4"},
    {RESEARCH "min_ci", NUMBER_IN(0, 1), AT(deep_research.min_ci),
     .help = "Floor of the confidence index under the legacy engine",
     .source = "ADR-007 3.2"},
    {RESEARCH "max_rounds", COUNT_FROM(1), AT(deep_research.max_rounds), .unit = "rounds",
     .help = "The round at which a run stops in any case", .source = "ADR-007 4.2"},
    {RESEARCH "patience", COUNT_FROM(1), AT(deep_research.patience), .unit = "rounds",
     .help = "Consecutive rounds with a falling index that stop a run",
     .source = "ADR-007 4.2"},
    {RESEARCH "min_recent_sources", COUNT_FROM(0), AT(deep_research.min_recent_sources),
     .unit = "sources", .help = "Recent sources that a round needs to pass",
     .source = "ADR-007 4.2"},
    {RESEARCH "tier_thresholds.default.elite", NUMBER_IN(0, 1),
     AT(deep_research.default_floors.elite), .group = GROUP_DEFAULT_FLOORS,
     .help = "Lower end of Elite for every dimension without floors of its own",
     .source = "ADR-007 4.1"},
    {RESEARCH "tier_thresholds.default.high", NUMBER_IN(0, 1),
     AT(deep_research.default_floors.high), .group = GROUP_DEFAULT_FLOORS,
     .help = "Lower end of High, which is the gate", .source = "ADR-007 4.1"},
    {RESEARCH "tier_thresholds.default.medium", NUMBER_IN(0, 1),
     AT(deep_research.default_floors.medium), .group = GROUP_DEFAULT_FLOORS,
     .help = "Lower end of Medium, below which is Low", .source = "ADR-007 4.1"},
    FLOORS("coverage", DIMENSION_COVERAGE, GROUP_COVERAGE_FLOORS),
    FLOORS("source_quality", DIMENSION_SOURCE_QUALITY, GROUP_SOURCE_QUALITY_FLOORS),
    FLOORS("agreement", DIMENSION_AGREEMENT, GROUP_AGREEMENT_FLOORS),
    FLOORS("verification", DIMENSION_VERIFICATION, GROUP_VERIFICATION_FLOORS),
    FLOORS("recency", DIMENSION_RECENCY, GROUP_RECENCY_FLOORS),
    {RESEARCH "tier_thresholds.recency_days.elite", NUMBER_FROM(0),
     AT(deep_research.recency_days.elite), .group = GROUP_RECENCY_DAYS, .unit = "days",
     .help = "Lower end of Elite where days are classified instead of a score",
     .source = "ADR-007 4.1"},
    {RESEARCH "tier_thresholds.recency_days.high", NUMBER_FROM(0),
     AT(deep_research.recency_days.high), .group = GROUP_RECENCY_DAYS, .unit = "days",
     .help = "Lower end of High in days", .source = "ADR-007 4.1"},
    {RESEARCH "tier_thresholds.recency_days.medium", NUMBER_FROM(0),
     AT(deep_research.recency_days.medium), .group = GROUP_RECENCY_DAYS, .unit = "days",
     .help = "Lower end of Medium in days", .source = "ADR-007 4.1"},
    {RESEARCH "difficulty_offsets.easy", NUMBER_IN(-1, 1),
     AT(deep_research.difficulty_offset[DIFFICULTY_EASY]),
     .help = "Added to the High floor for an easy question",
     .source = "ADR-007 7, action 5"},
    {RESEARCH "difficulty_offsets.normal", NUMBER_IN(-1, 1),
     AT(deep_research.difficulty_offset[DIFFICULTY_NORMAL]),
     .help = "Added to the High floor for a normal question",
     .source = "ADR-007 7, action 5"},
    {RESEARCH "difficulty_offsets.hard", NUMBER_IN(-1, 1),
     AT(deep_research.difficulty_offset[DIFFICULTY_HARD]),
     .help = "Added to the High floor for a hard question",
     .source = "ADR-007 7, action 5"},
    WEIGHT("coverage", DIMENSION_COVERAGE),
    WEIGHT("source_quality", DIMENSION_SOURCE_QUALITY),
    WEIGHT("agreement", DIMENSION_AGREEMENT),
    WEIGHT("verification", DIMENSION_VERIFICATION),
    WEIGHT("recency", DIMENSION_RECENCY),
    {RESEARCH "weights.strategies.*.basis", .type = KEY_TEXT,
     IN(LIST_WEIGHT_STRATEGIES, weight_strategy, basis), .group = GROUP_WEIGHT_STRATEGIES,
     .help = "Where the weights come from, for people", .source = "ADR-007 4.3"},
    {RESEARCH "weights.default", .type = KEY_STRATEGY, AT(deep_research.default_strategy),
     .help = "The weights of an index that states none", .source = "ADR-007 4.3"},
    {RESEARCH "recency_windows.*", COUNT_FROM(1), IN(LIST_WINDOWS, recency_window, days),
     .unit = "days", .help = "Half-life and freshness window of the domain",
     .source = "ADR-009 4.2 and 4.4"},
    {RESEARCH "recency_windows.default", COUNT_FROM(1), AT(deep_research.default_window),
     .unit = "days", .help = "The same for a domain without a window of its own",
     .source = "ADR-009 4.4"},
    {RESEARCH "freshness_classes.market_data", NUMBER_FROM(0),
     AT(deep_research.freshness.market_data), .group = GROUP_FRESHNESS, .unit = "days",
     .help = "A window below it is market_data", .source = "ADR-007 5.4"},
    {RESEARCH "freshness_classes.current_events", NUMBER_FROM(0),
     AT(deep_research.freshness.current_events), .group = GROUP_FRESHNESS, .unit = "days",
     .help = "A window below it is current_events", .source = "ADR-007 5.4"},
    {RESEARCH "freshness_classes.technology", NUMBER_FROM(0),
     AT(deep_research.freshness.technology), .group = GROUP_FRESHNESS, .unit = "days",
     .help = "A window below it is technology", .source = "ADR-007 5.4"},
    {RESEARCH "freshness_classes.academic", NUMBER_FROM(0),
     AT(deep_research.freshness.academic), .group = GROUP_FRESHNESS, .unit = "days",
     .help = "A window up to it, itself included, is academic, above it foundational",
     .source = "ADR-007 5.4"},
    {PENALTY "mode", CHOICE(penalty_mode_names, PENALTY_MODE_COUNT),
     AT(path_penalty.mode), .help = "How a candidate with a weak path is penalized",
     .source = "ADR-002"},
    {PENALTY "min_word_count", COUNT_FROM(0), AT(path_penalty.min_word_count),
     .unit = "words", .help = "A query with fewer is not penalized", .source = "ADR-002"},
    {PENALTY "min_avg_word_length", NUMBER_FROM(0), AT(path_penalty.min_avg_word_length),
     .unit = "characters", .help = "A query whose words are shorter is not penalized",
     .source = "ADR-002"},
    {PENALTY "tier0_delta", NUMBER_TO(0), AT(path_penalty.tier_delta[0]),
     .group = GROUP_TIER_DELTAS, .help = "Added to the score without a path hit",
     .source = "ADR-002"},
    {PENALTY "tier1_delta", NUMBER_TO(0), AT(path_penalty.tier_delta[1]),
     .group = GROUP_TIER_DELTAS, .help = "Added to the score with one path hit",
     .source = "ADR-002"},
    {PENALTY "tier2_delta", NUMBER_TO(0), AT(path_penalty.tier_delta[2]),
     .group = GROUP_TIER_DELTAS, .help = "Added to the score with two path hits",
     .source = "ADR-002"},
    {PENALTY "miss_delta", NUMBER_TO(0), AT(path_penalty.miss_delta),
     .help = "Added to the score without a path hit in binary mode",
     .source = "ADR-002, which deprecates it"},
    {RELEVANCE "default_score", NUMBER_IN(1, 5), AT(relevance.default_score),
     .help = "What a source without a score counts as",
     .source = "the relevance gate's thresholds"},
    {RELEVANCE "modes.*.max_sources", COUNT_FROM(1),
     IN(LIST_MODES, relevance_mode, max_sources), .group = GROUP_MODES, .unit = "sources",
     .help = "Sources that the mode looks at",
     .source = "the relevance gate's thresholds"},
    {RELEVANCE "modes.*.min_full", COUNT_FROM(1),
     IN(LIST_MODES, relevance_mode, min_full), .group = GROUP_MODES, .unit = "sources",
     .help = "Surviving sources for a full report",
     .source = "the relevance gate's thresholds"},
    {RELEVANCE "modes.*.min_short", COUNT_FROM(1),
     IN(LIST_MODES, relevance_mode, min_short), .group = GROUP_MODES, .unit = "sources",
     .help = "Surviving sources for a short report",
     .source = "the relevance gate's thresholds"},
    {RELEVANCE "modes.*.cutoff", NUMBER_IN(1, 5), IN(LIST_MODES, relevance_mode, cutoff),
     .group = GROUP_MODES, .help = "The least score that a source survives with",
     .source = "the relevance gate's thresholds"},
    {"retrieval.relevance.labels", .type = KEY_PHRASES, AT(relevance.labels),
     .help = "Labels of a score in a judge's reply",
     .source = "replies of judges in ten languages"},
    {RUBRICS "*.scores.*.elite", NUMBER_IN(0, 1),
     IN(LIST_RUBRIC_SCORES, rubric_score, floors.elite),
     .follows = RESEARCH "tier_thresholds.default.elite",
     .help = "Lower end of Elite, where it is not the default or the High floor above it",
     .source = "a rubric of your own"},
    {RUBRICS "*.scores.*.high", NUMBER_IN(0, 1),
     IN(LIST_RUBRIC_SCORES, rubric_score, floors.high),
     .help = "Lower end of High, which the score needs to pass",
     .source = "a rubric of your own"},
    {RUBRICS "*.scores.*.medium", NUMBER_IN(0, 1),
     IN(LIST_RUBRIC_SCORES, rubric_score, floors.medium),
     .follows = RESEARCH "tier_thresholds.default.medium",
     .help =
         "Lower end of Medium, where it is not the default or the High floor below it",
     .source = "a rubric of your own"},
    {RUBRICS "*.scores.*.weight", NUMBER_FROM(0),
     IN(LIST_RUBRIC_SCORES, rubric_score, weight),
     .help = "Weight of the score in the rubric's index, 1 where it is not stated",
     .source = "a rubric of your own"},
    {RUBRICS "*.at_least.*", COUNT_FROM(0), IN(LIST_RUBRIC_AT_LEAST, rubric_bound, bound),
     .help = "The least count that passes", .source = "a rubric of your own"},
    {RUBRICS "*.at_most.*", COUNT_FROM(0), IN(LIST_RUBRIC_AT_MOST, rubric_bound, bound),
     .help = "The greatest count that passes", .source = "a rubric of your own"},
    {RUBRICS "*.vetoes.*", .type = KEY_FLAG, IN(LIST_RUBRIC_VETOES, rubric_veto, halts),
     .help = "Whether a count above its at_most halts a run",
     .source = "a rubric of your own"},

    /* config/scoring.yaml */
    {"strategies.*.name", .type = KEY_TEXT, IN(LIST_STRATEGIES, interview_strategy, name),
     .group = GROUP_STRATEGIES, .help = "What people call the strategy",
     .source = "ADR-006"},
    {"strategies.*.type_category", .type = KEY_TEXT,
     IN(LIST_STRATEGIES, interview_strategy, type_category), .group = GROUP_STRATEGIES,
     .help = "What kind of move it is, depth and breadth among others",
     .source = "ADR-006"},
    {"strategies.*.enabled", .type = KEY_FLAG,
     IN(LIST_STRATEGIES, interview_strategy, enabled), .group = GROUP_STRATEGIES,
     .help = "Whether the strategy may be chosen", .source = "ADR-006"},
    {"strategies.*.prompt_hint", .type = KEY_TEXT,
     IN(LIST_STRATEGIES, interview_strategy, prompt_hint), .group = GROUP_STRATEGIES,
     .help = "What the interviewer is told to do", .source = "ADR-006"},
    {"tier1_vetoes.knowledge_ceiling.negative_phrases", .type = KEY_PHRASES,
     AT(interview.vetoes.negative_phrases),
     .help = "Replies that say that the respondent does not know", .source = "ADR-004"},
    {"tier1_vetoes.element_exhausted.min_mentions", COUNT_FROM(0),
     AT(interview.vetoes.exhausted_min_mentions), .unit = "mentions",
     .help = "Mentions from which on an element is exhausted", .source = "ADR-004"},
    {"tier1_vetoes.element_exhausted.min_relations", COUNT_FROM(0),
     AT(interview.vetoes.exhausted_min_relations), .unit = "relations",
     .help = "Relations that it must have then, too", .source = "ADR-004"},
    {"tier1_vetoes.recent_redundancy.threshold", NUMBER_IN(0, 1),
     AT(interview.vetoes.redundancy_threshold),
     .help = "A question as similar as this to a recent one is redundant",
     .source = "ADR-004"},
    {"tier2_scorers.*.enabled", .type = KEY_FLAG,
     IN(LIST_SCORERS, interview_scorer, enabled),
     .help = "A disabled scorer weighs 0 for every strategy", .source = "ADR-006"},
    {"tier2_scorers.*.strategy_weights.*", NUMBER_FROM(0),
     IN(LIST_SCORER_WEIGHTS, named_number, value),
     .help = "Weight of the scorer for the strategy", .source = "ADR-006"},
    {"tier2_scorers.*.strategy_weights.default", NUMBER_FROM(0),
     IN(LIST_SCORERS, interview_scorer, default_weight),
     .help = "The same for strategies that have none of their own", .source = "ADR-006"},
    PROFILE("exploratory", LIST_EXPLORATORY),
    PROFILE("focused", LIST_FOCUSED),
    PROFILE("closing", LIST_CLOSING),
    {"phase_config.exploratory.min_turns", COUNT_FROM(0),
     AT(interview.phases.exploratory_min_turns), .unit = "turns",
     .group = GROUP_EXPLORATORY_TURNS,
     .help = "Before this turn it is always exploratory", .source = "ADR-006"},
    {"phase_config.exploratory.max_turns", COUNT_FROM(0),
     AT(interview.phases.exploratory_max_turns), .unit = "turns",
     .group = GROUP_EXPLORATORY_TURNS, .help = "After this turn it is focused at least",
     .source = "ADR-006"},
    {"phase_config.focused.min_turns", COUNT_FROM(0),
     AT(interview.phases.focused_min_turns), .unit = "turns",
     .help = "Turns that the phase should last, which no rule reads",
     .source = "ADR-006"},
    {"phase_config.focused.max_turns", .type = KEY_NOTHING, AT(interview.phases),
     .help = "The phase has no last turn, and no rule reads it", .source = "ADR-006"},
    {"phase_config.focused.trigger_coverage", NUMBER_IN(0, 1),
     AT(interview.phases.focused_trigger_coverage),
     .help = "Coverage that begins the focused phase", .source = "ADR-006"},
    {"phase_config.closing.min_turns", COUNT_FROM(0),
     AT(interview.phases.closing_min_turns), .unit = "turns",
     .help = "No closing before this turn", .source = "ADR-006"},
    {"phase_config.closing.trigger_coverage", NUMBER_IN(0, 1),
     AT(interview.phases.closing_trigger_coverage),
     .help = "Coverage that begins the closing phase", .source = "ADR-006"},
};

const size_t settings_key_count = sizeof settings_keys / sizeof settings_keys[0];

const struct key *key_find(const char *path) {
  for (size_t i = 0; i < settings_key_count; i++) {
    if (strcmp(settings_keys[i].path, path) == 0) return &settings_keys[i];
  }
  return NULL;
}

bool key_next_segment(const char **path, struct segment *segment) {
  if (**path == 0) return false;
  size_t length = strcspn(*path, ".");
  *segment = (struct segment){*path, length};
  *path += length;
  if (**path == '.') (*path)++;
  return true;
}

bool segment_is(const struct segment *segment, const char *text) {
  return bytes_same(segment->text, segment->length, text, strlen(text));
}

bool segment_same(const struct segment *a, const struct segment *b) {
  return bytes_same(a->text, a->length, b->text, b->length);
}
