/*
** The keys of the settings: see keys.h.
**
** Rows have the order of the two files in config/.  A row with a wildcard comes before
** rows whose path the wildcard also matches.
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

#define SAYS(meaning, origin) .help = (meaning), .source = (origin)

#define RESEARCH "evaluation.deep_research."
#define PENALTY "evaluation.path_penalty."
#define RELEVANCE "evaluation.relevance."
#define RUBRICS "evaluation.rubrics."

/* A tier's floor for one dimension.  Until a document sets the floor, it equals the
** tier's floor in `tier_thresholds.default`. */
#define FLOOR(dimension, index, in_group, tier)                                          \
  {                                                                                      \
    RESEARCH "tier_thresholds." dimension "." #tier, NUMBER_IN(0, 1),                    \
        AT(deep_research.floors[index].tier),                                            \
        .group = (in_group), .follows = RESEARCH "tier_thresholds.default." #tier,       \
        SAYS("Lower end of the tier for this dimension, where it is not the default",    \
             "ADR-007 4.1")                                                              \
  }
#define FLOORS(dimension, index, in_group)                                               \
  FLOOR(dimension, index, in_group, elite), FLOOR(dimension, index, in_group, high),     \
      FLOOR(dimension, index, in_group, medium)

#define WEIGHT(dimension, index)                                                         \
  {                                                                                      \
    RESEARCH "weights.strategies.*." dimension, NUMBER_FROM(0),                          \
        IN(LIST_WEIGHT_STRATEGIES, weight_strategy, weights.weight[index]),              \
        .group = GROUP_WEIGHT_STRATEGIES,                                                \
        SAYS("Weight of the dimension in the index, which divides by their sum",         \
             "ADR-007 4.3")                                                              \
  }

#define PROFILE(phase, in_list)                                                          \
  {                                                                                      \
    "phase_profiles." phase ".*", NUMBER_FROM(0), IN(in_list, named_number, value),      \
        SAYS("Multiplier of the strategy's score in this phase, 1 where it has none",    \
             "ADR-006")                                                                  \
  }

const struct key settings_keys[] = {
    /* config/evaluation.yaml */
    {RESEARCH "scoring_engine", CHOICE(scoring_engine_names, 2),
     AT(deep_research.scoring_engine),
     SAYS("Which gate decides, where legacy is the superseded index", "ADR-007 4")},
    {RESEARCH "min_ci", NUMBER_IN(0, 1), AT(deep_research.min_ci),
     SAYS("Floor of the confidence index under the legacy engine", "ADR-007 3.2")},
    {RESEARCH "max_rounds", COUNT_FROM(1), AT(deep_research.max_rounds), .unit = "rounds",
     SAYS("The round at which a run stops in any case", "ADR-007 4.2")},
    {RESEARCH "patience", COUNT_FROM(1), AT(deep_research.patience), .unit = "rounds",
     SAYS("Consecutive rounds with a falling index that stop a run", "ADR-007 4.2")},
    {RESEARCH "min_recent_sources", COUNT_FROM(0), AT(deep_research.min_recent_sources),
     .unit = "sources", SAYS("Recent sources that a round needs to pass", "ADR-007 4.2")},
    {RESEARCH "tier_thresholds.default.elite", NUMBER_IN(0, 1),
     AT(deep_research.default_floors.elite), .group = GROUP_DEFAULT_FLOORS,
     SAYS("Lower end of Elite for every dimension without floors of its own",
          "ADR-007 4.1")},
    {RESEARCH "tier_thresholds.default.high", NUMBER_IN(0, 1),
     AT(deep_research.default_floors.high), .group = GROUP_DEFAULT_FLOORS,
     SAYS("Lower end of High, which is the gate", "ADR-007 4.1")},
    {RESEARCH "tier_thresholds.default.medium", NUMBER_IN(0, 1),
     AT(deep_research.default_floors.medium), .group = GROUP_DEFAULT_FLOORS,
     SAYS("Lower end of Medium, below which is Low", "ADR-007 4.1")},
    FLOORS("coverage", DIMENSION_COVERAGE, GROUP_COVERAGE_FLOORS),
    FLOORS("source_quality", DIMENSION_SOURCE_QUALITY, GROUP_SOURCE_QUALITY_FLOORS),
    FLOORS("agreement", DIMENSION_AGREEMENT, GROUP_AGREEMENT_FLOORS),
    FLOORS("verification", DIMENSION_VERIFICATION, GROUP_VERIFICATION_FLOORS),
    FLOORS("recency", DIMENSION_RECENCY, GROUP_RECENCY_FLOORS),
    {RESEARCH "tier_thresholds.recency_days.elite", NUMBER_FROM(0),
     AT(deep_research.recency_days.elite), .group = GROUP_RECENCY_DAYS, .unit = "days",
     SAYS("Lower end of Elite where days are classified instead of a score",
          "ADR-007 4.1")},
    {RESEARCH "tier_thresholds.recency_days.high", NUMBER_FROM(0),
     AT(deep_research.recency_days.high), .group = GROUP_RECENCY_DAYS, .unit = "days",
     SAYS("Lower end of High in days", "ADR-007 4.1")},
    {RESEARCH "tier_thresholds.recency_days.medium", NUMBER_FROM(0),
     AT(deep_research.recency_days.medium), .group = GROUP_RECENCY_DAYS, .unit = "days",
     SAYS("Lower end of Medium in days", "ADR-007 4.1")},
    {RESEARCH "difficulty_offsets.easy", NUMBER_IN(-1, 1),
     AT(deep_research.difficulty_offset[DIFFICULTY_EASY]),
     SAYS("Added to the High floor for an easy question", "ADR-007 7, action 5")},
    {RESEARCH "difficulty_offsets.normal", NUMBER_IN(-1, 1),
     AT(deep_research.difficulty_offset[DIFFICULTY_NORMAL]),
     SAYS("Added to the High floor for a normal question", "ADR-007 7, action 5")},
    {RESEARCH "difficulty_offsets.hard", NUMBER_IN(-1, 1),
     AT(deep_research.difficulty_offset[DIFFICULTY_HARD]),
     SAYS("Added to the High floor for a hard question", "ADR-007 7, action 5")},
    WEIGHT("coverage", DIMENSION_COVERAGE),
    WEIGHT("source_quality", DIMENSION_SOURCE_QUALITY),
    WEIGHT("agreement", DIMENSION_AGREEMENT),
    WEIGHT("verification", DIMENSION_VERIFICATION),
    WEIGHT("recency", DIMENSION_RECENCY),
    {RESEARCH "weights.strategies.*.basis", .type = KEY_TEXT,
     IN(LIST_WEIGHT_STRATEGIES, weight_strategy, basis), .group = GROUP_WEIGHT_STRATEGIES,
     SAYS("Where the weights come from, for people", "ADR-007 4.3")},
    {RESEARCH "weights.default", .type = KEY_STRATEGY, AT(deep_research.default_strategy),
     SAYS("The weights of an index that states none", "ADR-007 4.3")},
    {RESEARCH "recency_windows.*", COUNT_FROM(1), IN(LIST_WINDOWS, recency_window, days),
     .unit = "days",
     SAYS("Half-life and freshness window of the domain", "ADR-009 4.2 and 4.4")},
    {RESEARCH "recency_windows.default", COUNT_FROM(1), AT(deep_research.default_window),
     .unit = "days",
     SAYS("The same for a domain without a window of its own", "ADR-009 4.4")},
    {RESEARCH "freshness_classes.market_data", NUMBER_FROM(0),
     AT(deep_research.freshness.market_data), .group = GROUP_FRESHNESS, .unit = "days",
     SAYS("A window below it is market_data", "ADR-007 5.4")},
    {RESEARCH "freshness_classes.current_events", NUMBER_FROM(0),
     AT(deep_research.freshness.current_events), .group = GROUP_FRESHNESS, .unit = "days",
     SAYS("A window below it is current_events", "ADR-007 5.4")},
    {RESEARCH "freshness_classes.technology", NUMBER_FROM(0),
     AT(deep_research.freshness.technology), .group = GROUP_FRESHNESS, .unit = "days",
     SAYS("A window below it is technology", "ADR-007 5.4")},
    {RESEARCH "freshness_classes.academic", NUMBER_FROM(0),
     AT(deep_research.freshness.academic), .group = GROUP_FRESHNESS, .unit = "days",
     SAYS("A window up to it, itself included, is academic, above it foundational",
          "ADR-007 5.4")},
    {PENALTY "mode", CHOICE(penalty_mode_names, PENALTY_MODE_COUNT),
     AT(path_penalty.mode),
     SAYS("How a candidate with a weak path is penalized", "ADR-002")},
    {PENALTY "min_word_count", COUNT_FROM(0), AT(path_penalty.min_word_count),
     .unit = "words", SAYS("A query with fewer is not penalized", "ADR-002")},
    {PENALTY "min_avg_word_length", NUMBER_FROM(0), AT(path_penalty.min_avg_word_length),
     .unit = "characters",
     SAYS("A query whose words are shorter is not penalized", "ADR-002")},
    {PENALTY "tier0_delta", NUMBER_TO(0), AT(path_penalty.tier_delta[0]),
     .group = GROUP_TIER_DELTAS,
     SAYS("Added to the score without a path hit", "ADR-002")},
    {PENALTY "tier1_delta", NUMBER_TO(0), AT(path_penalty.tier_delta[1]),
     .group = GROUP_TIER_DELTAS, SAYS("Added to the score with one path hit", "ADR-002")},
    {PENALTY "tier2_delta", NUMBER_TO(0), AT(path_penalty.tier_delta[2]),
     .group = GROUP_TIER_DELTAS,
     SAYS("Added to the score with two path hits", "ADR-002")},
    {PENALTY "miss_delta", NUMBER_TO(0), AT(path_penalty.miss_delta),
     SAYS("Added to the score without a path hit in binary mode",
          "ADR-002, which deprecates it")},
    {RELEVANCE "default_score", NUMBER_IN(1, 5), AT(relevance.default_score),
     SAYS("What a source without a score counts as", "the relevance gate's thresholds")},
    {RELEVANCE "modes.*.max_sources", COUNT_FROM(1),
     IN(LIST_MODES, relevance_mode, max_sources), .group = GROUP_MODES, .unit = "sources",
     SAYS("Sources that the mode looks at", "the relevance gate's thresholds")},
    {RELEVANCE "modes.*.min_full", COUNT_FROM(1),
     IN(LIST_MODES, relevance_mode, min_full), .group = GROUP_MODES, .unit = "sources",
     SAYS("Surviving sources for a full report", "the relevance gate's thresholds")},
    {RELEVANCE "modes.*.min_short", COUNT_FROM(1),
     IN(LIST_MODES, relevance_mode, min_short), .group = GROUP_MODES, .unit = "sources",
     SAYS("Surviving sources for a short report", "the relevance gate's thresholds")},
    {RELEVANCE "modes.*.cutoff", NUMBER_IN(1, 5), IN(LIST_MODES, relevance_mode, cutoff),
     .group = GROUP_MODES,
     SAYS("The least score that a source survives with",
          "the relevance gate's thresholds")},
    {"retrieval.relevance.labels", .type = KEY_PHRASES, AT(relevance.labels),
     SAYS("Labels of a score in a judge's reply", "replies of judges in ten languages")},
    {RUBRICS "*.scores.*.elite", NUMBER_IN(0, 1),
     IN(LIST_RUBRIC_SCORES, rubric_score, floors.elite),
     .follows = RESEARCH "tier_thresholds.default.elite",
     SAYS("Lower end of Elite, where it is not the default or the High floor above it",
          "a rubric of your own")},
    {RUBRICS "*.scores.*.high", NUMBER_IN(0, 1),
     IN(LIST_RUBRIC_SCORES, rubric_score, floors.high),
     SAYS("Lower end of High, which the score needs to pass", "a rubric of your own")},
    {RUBRICS "*.scores.*.medium", NUMBER_IN(0, 1),
     IN(LIST_RUBRIC_SCORES, rubric_score, floors.medium),
     .follows = RESEARCH "tier_thresholds.default.medium",
     SAYS("Lower end of Medium, where it is not the default or the High floor below it",
          "a rubric of your own")},
    {RUBRICS "*.scores.*.weight", NUMBER_FROM(0),
     IN(LIST_RUBRIC_SCORES, rubric_score, weight),
     SAYS("Weight of the score in the rubric's index, 1 where it is not stated",
          "a rubric of your own")},
    {RUBRICS "*.at_least.*", COUNT_FROM(0), IN(LIST_RUBRIC_AT_LEAST, rubric_bound, bound),
     SAYS("The least count that passes", "a rubric of your own")},
    {RUBRICS "*.at_most.*", COUNT_FROM(0), IN(LIST_RUBRIC_AT_MOST, rubric_bound, bound),
     SAYS("The greatest count that passes", "a rubric of your own")},
    {RUBRICS "*.vetoes.*", .type = KEY_FLAG, IN(LIST_RUBRIC_VETOES, rubric_veto, halts),
     SAYS("Whether a count above its at_most halts a run", "a rubric of your own")},

    /* config/scoring.yaml */
    {"strategies.*.name", .type = KEY_TEXT, IN(LIST_STRATEGIES, interview_strategy, name),
     .group = GROUP_STRATEGIES, SAYS("What people call the strategy", "ADR-006")},
    {"strategies.*.type_category", .type = KEY_TEXT,
     IN(LIST_STRATEGIES, interview_strategy, type_category), .group = GROUP_STRATEGIES,
     SAYS("What kind of move it is, depth and breadth among others", "ADR-006")},
    {"strategies.*.enabled", .type = KEY_FLAG,
     IN(LIST_STRATEGIES, interview_strategy, enabled), .group = GROUP_STRATEGIES,
     SAYS("Whether the strategy may be chosen", "ADR-006")},
    {"strategies.*.prompt_hint", .type = KEY_TEXT,
     IN(LIST_STRATEGIES, interview_strategy, prompt_hint), .group = GROUP_STRATEGIES,
     SAYS("What the interviewer is told to do", "ADR-006")},
    {"tier1_vetoes.knowledge_ceiling.negative_phrases", .type = KEY_PHRASES,
     AT(interview.vetoes.negative_phrases),
     SAYS("Replies that say that the respondent does not know", "ADR-004")},
    {"tier1_vetoes.element_exhausted.min_mentions", COUNT_FROM(0),
     AT(interview.vetoes.exhausted_min_mentions), .unit = "mentions",
     SAYS("Mentions from which on an element is exhausted", "ADR-004")},
    {"tier1_vetoes.element_exhausted.min_relations", COUNT_FROM(0),
     AT(interview.vetoes.exhausted_min_relations), .unit = "relations",
     SAYS("Relations that it must have then, too", "ADR-004")},
    {"tier1_vetoes.recent_redundancy.threshold", NUMBER_IN(0, 1),
     AT(interview.vetoes.redundancy_threshold),
     SAYS("A question as similar as this to a recent one is redundant", "ADR-004")},
    {"tier2_scorers.*.enabled", .type = KEY_FLAG,
     IN(LIST_SCORERS, interview_scorer, enabled),
     SAYS("A disabled scorer weighs 0 for every strategy", "ADR-006")},
    {"tier2_scorers.*.strategy_weights.*", NUMBER_FROM(0),
     IN(LIST_SCORER_WEIGHTS, named_number, value),
     SAYS("Weight of the scorer for the strategy", "ADR-006")},
    {"tier2_scorers.*.strategy_weights.default", NUMBER_FROM(0),
     IN(LIST_SCORERS, interview_scorer, default_weight),
     SAYS("The same for strategies that have none of their own", "ADR-006")},
    PROFILE("exploratory", LIST_EXPLORATORY),
    PROFILE("focused", LIST_FOCUSED),
    PROFILE("closing", LIST_CLOSING),
    {"phase_config.exploratory.min_turns", COUNT_FROM(0),
     AT(interview.phases.exploratory_min_turns), .unit = "turns",
     .group = GROUP_EXPLORATORY_TURNS,
     SAYS("Before this turn it is always exploratory", "ADR-006")},
    {"phase_config.exploratory.max_turns", COUNT_FROM(0),
     AT(interview.phases.exploratory_max_turns), .unit = "turns",
     .group = GROUP_EXPLORATORY_TURNS,
     SAYS("After this turn it is focused at least", "ADR-006")},
    {"phase_config.focused.min_turns", COUNT_FROM(0),
     AT(interview.phases.focused_min_turns), .unit = "turns",
     SAYS("Turns that the phase should last, which no rule reads", "ADR-006")},
    {"phase_config.focused.max_turns", .type = KEY_NOTHING, AT(interview.phases),
     SAYS("The phase has no last turn, and no rule reads it", "ADR-006")},
    {"phase_config.focused.trigger_coverage", NUMBER_IN(0, 1),
     AT(interview.phases.focused_trigger_coverage),
     SAYS("Coverage that begins the focused phase", "ADR-006")},
    {"phase_config.closing.min_turns", COUNT_FROM(0),
     AT(interview.phases.closing_min_turns), .unit = "turns",
     SAYS("No closing before this turn", "ADR-006")},
    {"phase_config.closing.trigger_coverage", NUMBER_IN(0, 1),
     AT(interview.phases.closing_trigger_coverage),
     SAYS("Coverage that begins the closing phase", "ADR-006")},
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
