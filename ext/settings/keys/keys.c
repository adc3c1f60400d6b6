/*
** The keys of the settings: see keys.h.
**
** Rows follow the order of keys in config's YAML.  A wildcard's row comes before rows
** that the wildcard also matches: `recency_windows.*` before `recency_windows.default`.
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
        SAYS("Least score of the tier for this dimension; if absent, the default",       \
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
        SAYS("Weight of the dimension in the index, a weighted mean", "ADR-007 4.3")     \
  }

#define PROFILE(phase, in_list)                                                          \
  {                                                                                      \
    "phase_profiles." phase ".*", NUMBER_FROM(0), IN(in_list, named_number, value),      \
        SAYS("Multiplier of the strategy's score in this phase; without it, 1",          \
             "ADR-006")                                                                  \
  }

const struct key settings_keys[] = {
    /* config/evaluation.yaml */
    {RESEARCH "scoring_engine", CHOICE(scoring_engine_names, 2),
     AT(deep_research.scoring_engine),
     SAYS("Which gate decides; legacy is the former gate, which reads the index",
          "ADR-007 4")},
    {RESEARCH "min_ci", NUMBER_IN(0, 1), AT(deep_research.min_ci),
     SAYS("Least confidence index that passes the legacy gate", "ADR-007 3.2")},
    {RESEARCH "max_rounds", COUNT_FROM(1), AT(deep_research.max_rounds), .unit = "rounds",
     SAYS("The round at which a run always stops", "ADR-007 4.2")},
    {RESEARCH "patience", COUNT_FROM(1), AT(deep_research.patience), .unit = "rounds",
     SAYS("Rounds in a row with a falling index after which a run stops", "ADR-007 4.2")},
    {RESEARCH "min_recent_sources", COUNT_FROM(0), AT(deep_research.min_recent_sources),
     .unit = "sources", SAYS("Recent sources that a round needs to pass", "ADR-007 4.2")},
    {RESEARCH "tier_thresholds.default.elite", NUMBER_IN(0, 1),
     AT(deep_research.default_floors.elite), .group = GROUP_DEFAULT_FLOORS,
     SAYS("Least score of Elite, for every dimension without its own floors",
          "ADR-007 4.1")},
    {RESEARCH "tier_thresholds.default.high", NUMBER_IN(0, 1),
     AT(deep_research.default_floors.high), .group = GROUP_DEFAULT_FLOORS,
     SAYS("Least score of High, the tier that a round needs to pass", "ADR-007 4.1")},
    {RESEARCH "tier_thresholds.default.medium", NUMBER_IN(0, 1),
     AT(deep_research.default_floors.medium), .group = GROUP_DEFAULT_FLOORS,
     SAYS("Least score of Medium; a lower score is Low", "ADR-007 4.1")},
    FLOORS("coverage", DIMENSION_COVERAGE, GROUP_COVERAGE_FLOORS),
    FLOORS("source_quality", DIMENSION_SOURCE_QUALITY, GROUP_SOURCE_QUALITY_FLOORS),
    FLOORS("agreement", DIMENSION_AGREEMENT, GROUP_AGREEMENT_FLOORS),
    FLOORS("verification", DIMENSION_VERIFICATION, GROUP_VERIFICATION_FLOORS),
    FLOORS("recency", DIMENSION_RECENCY, GROUP_RECENCY_FLOORS),
    {RESEARCH "tier_thresholds.recency_days.elite", NUMBER_FROM(0),
     AT(deep_research.recency_days.elite), .group = GROUP_RECENCY_DAYS, .unit = "days",
     SAYS("Least days of Elite, where days are classified instead of a score",
          "ADR-007 4.1")},
    {RESEARCH "tier_thresholds.recency_days.high", NUMBER_FROM(0),
     AT(deep_research.recency_days.high), .group = GROUP_RECENCY_DAYS, .unit = "days",
     SAYS("Least days of High", "ADR-007 4.1")},
    {RESEARCH "tier_thresholds.recency_days.medium", NUMBER_FROM(0),
     AT(deep_research.recency_days.medium), .group = GROUP_RECENCY_DAYS, .unit = "days",
     SAYS("Least days of Medium", "ADR-007 4.1")},
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
     SAYS("Where the weights come from; no rule reads this text", "ADR-007 4.3")},
    {RESEARCH "weights.default", .type = KEY_STRATEGY, AT(deep_research.default_strategy),
     SAYS("The weights of the index, if a call names none", "ADR-007 4.3")},
    {RESEARCH "recency_windows.*", COUNT_FROM(1), IN(LIST_WINDOWS, recency_window, days),
     .unit = "days",
     SAYS("Half-life and freshness window of the domain", "ADR-009 4.2 and 4.4")},
    {RESEARCH "recency_windows.default", COUNT_FROM(1), AT(deep_research.default_window),
     .unit = "days",
     SAYS("Half-life and freshness window of a domain that is not listed",
          "ADR-009 4.4")},
    {RESEARCH "freshness_classes.market_data", NUMBER_FROM(0),
     AT(deep_research.freshness.market_data), .group = GROUP_FRESHNESS, .unit = "days",
     SAYS("A shorter window is of the class market_data", "ADR-007 5.4")},
    {RESEARCH "freshness_classes.current_events", NUMBER_FROM(0),
     AT(deep_research.freshness.current_events), .group = GROUP_FRESHNESS, .unit = "days",
     SAYS("A shorter window is of the class current_events", "ADR-007 5.4")},
    {RESEARCH "freshness_classes.technology", NUMBER_FROM(0),
     AT(deep_research.freshness.technology), .group = GROUP_FRESHNESS, .unit = "days",
     SAYS("A shorter window is of the class technology", "ADR-007 5.4")},
    {RESEARCH "freshness_classes.academic", NUMBER_FROM(0),
     AT(deep_research.freshness.academic), .group = GROUP_FRESHNESS, .unit = "days",
     SAYS("A window of at most this length is academic; a longer one is foundational",
          "ADR-007 5.4")},
    {PENALTY "mode", CHOICE(penalty_mode_names, PENALTY_MODE_COUNT),
     AT(path_penalty.mode),
     SAYS("How a candidate with a weak path is penalized", "ADR-002")},
    {PENALTY "min_word_count", COUNT_FROM(0), AT(path_penalty.min_word_count),
     .unit = "words", SAYS("A query with fewer words is not penalized", "ADR-002")},
    {PENALTY "min_avg_word_length", NUMBER_FROM(0), AT(path_penalty.min_avg_word_length),
     .unit = "characters",
     SAYS("A query whose words are shorter on average is not penalized", "ADR-002")},
    {PENALTY "tier0_delta", NUMBER_TO(0), AT(path_penalty.tier_delta[0]),
     .group = GROUP_TIER_DELTAS,
     SAYS("Added to the score of a candidate without a path hit", "ADR-002")},
    {PENALTY "tier1_delta", NUMBER_TO(0), AT(path_penalty.tier_delta[1]),
     .group = GROUP_TIER_DELTAS,
     SAYS("Added to the score of a candidate with one path hit", "ADR-002")},
    {PENALTY "tier2_delta", NUMBER_TO(0), AT(path_penalty.tier_delta[2]),
     .group = GROUP_TIER_DELTAS,
     SAYS("Added to the score of a candidate with two path hits", "ADR-002")},
    {PENALTY "miss_delta", NUMBER_TO(0), AT(path_penalty.miss_delta),
     SAYS("Added in binary mode to the score of a candidate without a path hit",
          "ADR-002, which deprecates it")},
    {RELEVANCE "default_score", NUMBER_IN(1, 5), AT(relevance.default_score),
     SAYS("The score of a source that has none", "the relevance gate's thresholds")},
    {RELEVANCE "modes.*.max_sources", COUNT_FROM(1),
     IN(LIST_MODES, relevance_mode, max_sources), .group = GROUP_MODES, .unit = "sources",
     SAYS("Sources that the mode looks at, at most", "the relevance gate's thresholds")},
    {RELEVANCE "modes.*.min_full", COUNT_FROM(1),
     IN(LIST_MODES, relevance_mode, min_full), .group = GROUP_MODES, .unit = "sources",
     SAYS("Sources that must survive the cutoff for a full report",
          "the relevance gate's thresholds")},
    {RELEVANCE "modes.*.min_short", COUNT_FROM(1),
     IN(LIST_MODES, relevance_mode, min_short), .group = GROUP_MODES, .unit = "sources",
     SAYS("Sources that must survive the cutoff for a short report",
          "the relevance gate's thresholds")},
    {RELEVANCE "modes.*.cutoff", NUMBER_IN(1, 5), IN(LIST_MODES, relevance_mode, cutoff),
     .group = GROUP_MODES,
     SAYS("The least score of a source that survives",
          "the relevance gate's thresholds")},
    {"retrieval.relevance.labels", .type = KEY_PHRASES, AT(relevance.labels),
     SAYS("Labels of a score in a judge's reply", "replies of judges in ten languages")},
    {RUBRICS "*.scores.*.elite", NUMBER_IN(0, 1),
     IN(LIST_RUBRIC_SCORES, rubric_score, floors.elite),
     .follows = RESEARCH "tier_thresholds.default.elite",
     SAYS("Least score of Elite; if absent, the default or the High floor above it",
          "your choice")},
    {RUBRICS "*.scores.*.high", NUMBER_IN(0, 1),
     IN(LIST_RUBRIC_SCORES, rubric_score, floors.high),
     SAYS("Least score of High, the tier that the score needs to pass", "your choice")},
    {RUBRICS "*.scores.*.medium", NUMBER_IN(0, 1),
     IN(LIST_RUBRIC_SCORES, rubric_score, floors.medium),
     .follows = RESEARCH "tier_thresholds.default.medium",
     SAYS("Least score of Medium; if absent, the default or the High floor below it",
          "your choice")},
    {RUBRICS "*.scores.*.weight", NUMBER_FROM(0),
     IN(LIST_RUBRIC_SCORES, rubric_score, weight),
     SAYS("Weight of the score in the rubric's index; without it, 1", "your choice")},
    {RUBRICS "*.at_least.*", COUNT_FROM(0), IN(LIST_RUBRIC_AT_LEAST, rubric_bound, bound),
     SAYS("The least count that passes", "your choice")},
    {RUBRICS "*.at_most.*", COUNT_FROM(0), IN(LIST_RUBRIC_AT_MOST, rubric_bound, bound),
     SAYS("The greatest count that passes", "your choice")},
    {RUBRICS "*.vetoes.*", .type = KEY_FLAG, IN(LIST_RUBRIC_VETOES, rubric_veto, halts),
     SAYS("Whether the run halts if the count is above its at_most", "your choice")},

    /* config/scoring.yaml */
    {"strategies.*.name", .type = KEY_TEXT, IN(LIST_STRATEGIES, interview_strategy, name),
     .group = GROUP_STRATEGIES, SAYS("The strategy's name for people", "ADR-006")},
    {"strategies.*.type_category", .type = KEY_TEXT,
     IN(LIST_STRATEGIES, interview_strategy, type_category), .group = GROUP_STRATEGIES,
     SAYS("The strategy's kind, such as depth or breadth", "ADR-006")},
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
     SAYS("The least mentions of an exhausted element", "ADR-004")},
    {"tier1_vetoes.element_exhausted.min_relations", COUNT_FROM(0),
     AT(interview.vetoes.exhausted_min_relations), .unit = "relations",
     SAYS("The least relations of an exhausted element", "ADR-004")},
    {"tier1_vetoes.recent_redundancy.threshold", NUMBER_IN(0, 1),
     AT(interview.vetoes.redundancy_threshold),
     SAYS("The least similarity to a recent question that makes a question redundant",
          "ADR-004")},
    {"tier2_scorers.*.enabled", .type = KEY_FLAG,
     IN(LIST_SCORERS, interview_scorer, enabled),
     SAYS("Whether the scorer is used; if not, it weighs 0 for every strategy",
          "ADR-006")},
    {"tier2_scorers.*.strategy_weights.*", NUMBER_FROM(0),
     IN(LIST_SCORER_WEIGHTS, named_number, value),
     SAYS("Weight of the scorer for the strategy", "ADR-006")},
    {"tier2_scorers.*.strategy_weights.default", NUMBER_FROM(0),
     IN(LIST_SCORERS, interview_scorer, default_weight),
     SAYS("Weight of the scorer for strategies that are not listed", "ADR-006")},
    PROFILE("exploratory", LIST_EXPLORATORY),
    PROFILE("focused", LIST_FOCUSED),
    PROFILE("closing", LIST_CLOSING),
    {"phase_config.exploratory.min_turns", COUNT_FROM(0),
     AT(interview.phases.exploratory_min_turns), .unit = "turns",
     .group = GROUP_EXPLORATORY_TURNS,
     SAYS("Before this turn the phase is always exploratory", "ADR-006")},
    {"phase_config.exploratory.max_turns", COUNT_FROM(0),
     AT(interview.phases.exploratory_max_turns), .unit = "turns",
     .group = GROUP_EXPLORATORY_TURNS,
     SAYS("After this turn the phase is focused or closing", "ADR-006")},
    {"phase_config.focused.min_turns", COUNT_FROM(0),
     AT(interview.phases.focused_min_turns), .unit = "turns",
     SAYS("Turns that the phase should last; no rule reads this number", "ADR-006")},
    {"phase_config.focused.max_turns", .type = KEY_NOTHING, AT(interview.phases),
     SAYS("The phase has no last turn; no rule reads this key", "ADR-006")},
    {"phase_config.focused.trigger_coverage", NUMBER_IN(0, 1),
     AT(interview.phases.focused_trigger_coverage),
     SAYS("Coverage at which the focused phase begins", "ADR-006")},
    {"phase_config.closing.min_turns", COUNT_FROM(0),
     AT(interview.phases.closing_min_turns), .unit = "turns",
     SAYS("Before this turn the phase is never closing", "ADR-006")},
    {"phase_config.closing.trigger_coverage", NUMBER_IN(0, 1),
     AT(interview.phases.closing_trigger_coverage),
     SAYS("Coverage at which the closing phase begins", "ADR-006")},
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
