/*
** The numbers that the rules read, as plain types.
**
** Every rule in core/ reads a `struct settings`: the numbers that a user can set.  The
** built-in values (defaults.c) equal the shipped files in config/, key by key.  The
** members below are in the order of those files.
**
** A `struct settings` never changes after it has been built.  Its lists and texts live as
** long as the struct; `settings_defaults` lives as long as the program.
*/
#ifndef ASSAY_CORE_SETTINGS_H
#define ASSAY_CORE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The five dimensions of a research round, in the order that every function uses
** (ADR-007 section 4.1). */
enum dimension {
  DIMENSION_COVERAGE,
  DIMENSION_SOURCE_QUALITY,
  DIMENSION_AGREEMENT,
  DIMENSION_VERIFICATION,
  DIMENSION_RECENCY,
  DIMENSION_COUNT
};

/* The names of the dimensions are written only here. */
#define DIMENSION_NAMES                                                                  \
  "coverage", "source_quality", "agreement", "verification", "recency"

extern const char *const dimension_names[DIMENSION_COUNT];

/* evaluation.deep_research.scoring_engine */
enum scoring_engine {
  ENGINE_MULTIDIMENSIONAL, /* every score must reach High: ADR-007 section 4 */
  ENGINE_LEGACY            /* older rule, for comparisons: the index must reach min_ci */
};

extern const char *const scoring_engine_names[2];

/* Floors: the least score of each tier, inclusive; elite >= high >= medium. */
struct tier_floors {
  double elite;
  double high;
  double medium;
};

/* The difficulty of the question moves the High floor (ADR-007 section 7, action 5). */
enum difficulty { DIFFICULTY_EASY, DIFFICULTY_NORMAL, DIFFICULTY_HARD, DIFFICULTY_COUNT };

extern const char *const difficulty_names[DIFFICULTY_COUNT];

/* Five weights >= 0 in the order of the dimensions, and their sum > 0.  They need not sum
** to 1: every use divides by `sum`. */
struct weights {
  double weight[DIMENSION_COUNT];
  double sum;
};

struct weight_strategy {
  const char *name;
  struct weights weights;
  const char *basis; /* the source of the numbers, for readers of a report */
};

/* The half-life and the freshness window of one domain, in days. */
struct recency_window {
  const char *domain;
  size_t length; /* of `domain` in bytes; compared before the name, to save time */
  int days;      /* > 0 */
};

/* The upper bounds of the freshness classes.  The number of days in a window decides its
** class (ADR-007 section 5.4). */
struct freshness_classes {
  double market_data;    /* below this bound: market_data */
  double current_events; /* below this bound: current_events */
  double technology;     /* below this bound: technology */
  double academic; /* up to and including this bound: academic; above: foundational */
};

/* evaluation.deep_research */
struct deep_research_settings {
  enum scoring_engine scoring_engine;
  double min_ci;          /* floor of the index (legacy engine), 0..1 */
  int max_rounds;         /* > 0 */
  int patience;           /* this many successive regressions (stop.h) end a run, > 0 */
  int min_recent_sources; /* >= 0 */
  struct tier_floors floors[DIMENSION_COUNT];
  struct tier_floors default_floors; /* for scores with other names */
  struct tier_floors recency_days;   /* days, not scores */
  double difficulty_offset[DIFFICULTY_COUNT];
  const struct weight_strategy *strategies;
  size_t strategy_count;
  size_t default_strategy; /* index into strategies */
  const struct recency_window *windows;
  size_t window_count;
  int default_window; /* days, > 0 */
  struct freshness_classes freshness;
};

/* evaluation.path_penalty.mode */
enum penalty_mode { PENALTY_GRADUATED, PENALTY_BINARY, PENALTY_OFF, PENALTY_MODE_COUNT };

extern const char *const penalty_mode_names[PENALTY_MODE_COUNT];

/* A candidate gets a penalty for 0, 1 or 2 path hits: see penalty.h. */
#define PENALTY_TIERS 3

/* evaluation.path_penalty; every delta (penalty) is finite and <= 0. */
struct path_penalty_settings {
  enum penalty_mode mode;
  int min_word_count;               /* queries with fewer words get no penalty; >= 0 */
  double min_avg_word_length;       /* in code points; >= 0 */
  double tier_delta[PENALTY_TIERS]; /* for 0, 1, 2 path hits; in ascending order */
  double miss_delta;                /* the only penalty in binary mode, for 0 hits */
};

/* A mode of the relevance gate: min_short <= min_full <= max_sources, cutoff 1..5. */
struct relevance_mode {
  const char *name;
  int max_sources;
  int min_full;
  int min_short;
  double cutoff;
};

/* Texts in the order of the settings.  Letters are in lower case, apostrophes are
** straight. */
struct phrase_list {
  const char *const *items;
  size_t count;
};

/* evaluation.relevance and retrieval.relevance */
struct relevance_settings {
  double default_score; /* the score that replaces a missing score, 1..5 */
  const struct relevance_mode *modes;
  size_t mode_count;
  struct phrase_list labels; /* labels of a score in a judge's reply */
};

/* A strategy's name, and its weight in an interview_scorer or multiplier in a phase. */
struct named_number {
  const char *name;
  double value; /* finite, >= 0 */
};

struct named_numbers {
  const struct named_number *items;
  size_t count;
};

/* The greatest number of rubrics (rubric.h), and of scores or conditions in a rubric.  A
** condition is a bound on a count.  A set of scores, or of conditions, is an integer of
** 64 bits, a bit for each. */
#define RUBRIC_LIMIT 64
#define RUBRIC_NAMES_LIMIT 64

/* Identifies a score, a bound or a veto: the name of its rubric, and its own name in a
** round's evidence. */
struct rubric_name {
  const char *rubric;
  const char *name;
};

struct rubric_score {
  struct rubric_name id;
  struct tier_floors floors;
  double weight;       /* >= 0 */
  bool elite_follows;  /* no settings state Elite: rubrics_follow() computes Elite */
  bool medium_follows; /* the same for Medium */
};

/* A bound on a count, such as a number of sources: the least or the greatest count with
** which a round passes. */
struct rubric_bound {
  struct rubric_name id;
  int bound;  /* inclusive, >= 0 */
  int number; /* index of the count's name among the names of the rubric */
};

/* A veto is an at_most bound.  If `halts` is true, the stop policy (stop.h) can halt a
** run whose count is above the bound. */
struct rubric_veto {
  struct rubric_name id;
  bool halts;
};

/* The numbers that a round's evidence is compared with.  The at_least conditions come
** first, then the at_most conditions. */
struct rubric_rule {
  enum scoring_engine engine; /* always multidimensional in a user's own rubric */
  int score_count;            /* > 0 */
  int at_least_count;
  int condition_count;
  const double *high;   /* floors of the scores, inclusive */
  const double *weight; /* of the scores */
  double weight_sum;    /* > 0 */
  const double *bound;  /* bounds of the conditions, inclusive */
  uint64_t vetoes;      /* the set of conditions that halt a run if they are broken */
  double min_ci;        /* floor of the index (legacy engine) */
};

/* One rubric, built from the lists in rubric_settings. */
struct rubric {
  const char *name;
  const struct rubric_score *scores;
  const struct rubric_bound *at_least;
  const struct rubric_bound *at_most;
  struct rubric_rule rule;
  /* Each name that is read from evidence appears here once: first the scores in their
  ** order, then the counts, and `regression` last. */
  const char *const *names;
  int name_count;
  /* One phrase for each condition: reports show it if the condition is broken.  If
  ** `phrases` is NULL, reports name the broken conditions. */
  const char *const *phrases;
};

/* evaluation.rubrics: the scores, bounds and vetoes of all rubrics.  Each list is sorted
** by rubric and name, without regard to ASCII case. */
struct rubric_settings {
  const struct rubric_score *scores;
  size_t score_count;
  const struct rubric_bound *at_least;
  size_t at_least_count;
  const struct rubric_bound *at_most;
  size_t at_most_count;
  const struct rubric_veto *vetoes;
  size_t veto_count;
  const struct rubric *rubrics; /* sorted by name */
  size_t rubric_count;
};

/* One way to ask the next question of an interview (ADR-006). */
struct interview_strategy {
  const char *id;
  const char *name;
  const char *type_category;
  bool enabled;
  const char *prompt_hint;
};

/* A scorer gives each strategy a weight (a row of the strategy-scorer matrix). */
struct interview_scorer {
  const char *id;
  bool enabled;          /* a disabled scorer has weight 0 */
  double default_weight; /* for strategies that have no weight in `weights` */
  struct named_numbers weights;
};

enum interview_phase { PHASE_EXPLORATORY, PHASE_FOCUSED, PHASE_CLOSING, PHASE_COUNT };

extern const char *const phase_names[PHASE_COUNT];

/* When a phase begins and ends: numbers of turns, and coverages in 0..1. */
struct phase_config {
  int exploratory_min_turns; /* before this turn the phase is exploratory */
  int exploratory_max_turns; /* after this turn the phase is not exploratory */
  double focused_trigger_coverage;
  int focused_min_turns; /* documented by ADR-006; no rule reads it */
  int closing_min_turns;
  double closing_trigger_coverage;
};

/* The settings of the interview's vetoes (ADR-006, tier 1), which exclude questions. */
struct veto_settings {
  struct phrase_list negative_phrases;
  int exhausted_min_mentions;
  int exhausted_min_relations;
  double redundancy_threshold; /* similarity, 0..1 */
};

/* config/scoring.yaml */
struct interview_settings {
  const struct interview_strategy *strategies;
  size_t strategy_count;
  const struct interview_scorer *scorers;
  size_t scorer_count;
  struct named_numbers profiles[PHASE_COUNT]; /* multipliers by strategy */
  struct phase_config phases;
  struct veto_settings vetoes;
};

struct settings {
  struct deep_research_settings deep_research;
  struct path_penalty_settings path_penalty;
  struct relevance_settings relevance;
  struct rubric_settings rubrics;
  struct interview_settings interview;
};

/* The settings of a connection that has loaded no settings. */
extern const struct settings settings_defaults;

#endif
