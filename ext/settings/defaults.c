/*
** The built-in settings: the values of the shipped config/evaluation.yaml and
** config/scoring.yaml, compiled in.  Assay therefore needs no file, and loading the
** shipped files changes nothing.
**
** The numbers come from these documents: ADR-002 (graduated path penalty), ADR-006
** (interview strategies), ADR-007 (classification matrix and stop policy), ADR-009
** (decay, lexicographic selection, contracts), and the relevance gate's design.
*/
#include "core/settings.h"

#include "base/count_of.h"

/* The weights of `roc_centroid` are rank-order centroids (Barron and Barrett 1996).  The
** centroid of rank k of 5 is the sum of 1/k, ..., 1/5, divided by five.  Coverage has
** rank 1 and recency rank 5.  The other three dimensions share ranks 2, 3 and 4, so each
** gets the mean of these three centroids. */
#define CENTROID_1 ((1.0 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5) / 5)
#define CENTROID_2 ((1.0 / 2 + 1.0 / 3 + 1.0 / 4 + 1.0 / 5) / 5)
#define CENTROID_3 ((1.0 / 3 + 1.0 / 4 + 1.0 / 5) / 5)
#define CENTROID_4 ((1.0 / 4 + 1.0 / 5) / 5)
#define CENTROID_5 ((1.0 / 5) / 5)
#define CENTROID_TIE ((CENTROID_2 + CENTROID_3 + CENTROID_4) / 3)

/* WEIGHTS() sums the weights in the same order as weights_complete().  So loading a copy
** of the defaults gives the same sums, bit for bit. */
#define WEIGHTS(c, s, a, v, r)                                                           \
  { {(c), (s), (a), (v), (r)}, (c) + (s) + (a) + (v) + (r) }

static const struct weight_strategy weight_strategies[] = {
    {"proposed", WEIGHTS(0.25, 0.20, 0.20, 0.20, 0.15),
     "ADR-007 4.3, intuitive ranking, not calibrated"},
    {"equal", WEIGHTS(0.20, 0.20, 0.20, 0.20, 0.20), "Dawes (1979), equal weights"},
    {"roc", WEIGHTS(0.46, 0.21, 0.21, 0.21, 0.11),
     "ADR-007 4.3 as printed, sums to 1.20; the index divides by the sum"},
    {"roc_centroid",
     WEIGHTS(CENTROID_1, CENTROID_TIE, CENTROID_TIE, CENTROID_TIE, CENTROID_5),
     "Barron and Barrett (1996), rank-order centroid with the three-way tie"},
};

#define WINDOW(domain, days)                                                             \
  { domain, sizeof(domain) - 1, days }

/* From ADR-009, sections 4.2 and 4.4. */
static const struct recency_window recency_windows[] = {
    WINDOW("ai_ml", 90),
    WINDOW("ai_software", 120),
    WINDOW("cloud_infrastructure", 180),
    WINDOW("programming_languages", 365),
    WINDOW("academic_research", 730),
};

static const struct relevance_mode relevance_modes[] = {
    {"quick", 3, 3, 1, 3.0},
    {"standard", 7, 4, 2, 3.0},
    {"deep", 10, 5, 2, 3.0},
};

static const struct interview_strategy interview_strategies[] = {
    {"deepen", "Deepen existing branches", "depth", true,
     "Explore deeper into why this is important."},
    {"broaden", "Broaden to sibling topics", "breadth", true,
     "Ask what else comes to mind beside what was just said."},
    {"cover_element", "Cover an element not yet discussed", "coverage", true,
     "Turn to an element that has not been talked about yet."},
    {"bridge", "Lateral Bridge to Peripheral", "peripheral", true,
     "Explicitly link to what was just said, then gently shift to a related but distinct "
     "area."},
    {"contrast", "Introduce a counter-example", "contrast", true,
     "Politely introduce a counter-example or opposite case to test boundaries."},
    {"ease", "Rapport repair", "interaction", true,
     "Simplify or soften the question, encourage participation."},
    {"synthesis", "Summarise and invite extension", "transition", true,
     "Briefly summarise what you've heard and invite correction or addition."},
    {"reflection", "Reflect on what was said", "reflection", true,
     "Ask the respondent to step back and look at what they have said."},
    {"closing", "Close the interview", "closing", true,
     "Thank the respondent and ask for anything they would like to add."},
};

#define NUMBERS(array)                                                                   \
  { array, COUNT_OF(array) }

/* From ADR-006, "Configuration Structure".  It gives a weight to `clarify`, which is not
** among the nine strategies.  This weight is used as soon as a settings file adds a
** strategy `clarify`. */
static const struct named_number coverage_gap_weights[] = {
    {"deepen", 0.30}, {"broaden", 0.24}, {"cover_element", 0.30}, {"synthesis", 0.20}};
static const struct named_number ambiguity_weights[] = {
    {"deepen", 0.20}, {"clarify", 0.30}, {"bridge", 0.10}, {"synthesis", 0.10}};
static const struct named_number peripheral_readiness_weights[] = {{"bridge", 0.30},
                                                                   {"broaden", 0.20}};

static const struct interview_scorer interview_scorers[] = {
    {"coverage_gap", true, 0.20, NUMBERS(coverage_gap_weights)},
    {"ambiguity", true, 0.15, NUMBERS(ambiguity_weights)},
    {"depth_breadth_balance", true, 0.20, {NULL, 0}},
    {"engagement", true, 0.15, {NULL, 0}},
    {"strategy_diversity", true, 0.15, {NULL, 0}},
    {"novelty", true, 0.15, {NULL, 0}},
    {"peripheral_readiness", true, 0.05, NUMBERS(peripheral_readiness_weights)},
    {"contrast_opportunity", true, 0.15, {NULL, 0}},
    {"cluster_saturation", true, 0.10, {NULL, 0}},
};

static const struct named_number exploratory_profile[] = {
    {"deepen", 0.8},  {"broaden", 1.2},  {"cover_element", 1.1},
    {"bridge", 0.2},  {"contrast", 0.0}, {"synthesis", 0.3},
    {"closing", 0.0}, {"ease", 1.0},     {"reflection", 0.3}};
static const struct named_number focused_profile[] = {
    {"deepen", 1.3},  {"broaden", 0.4},  {"cover_element", 1.1},
    {"bridge", 1.0},  {"contrast", 1.2}, {"synthesis", 0.7},
    {"closing", 0.5}, {"ease", 1.0},     {"reflection", 0.7}};
static const struct named_number closing_profile[] = {
    {"deepen", 0.3},  {"broaden", 0.2},  {"cover_element", 0.5},
    {"bridge", 0.3},  {"contrast", 0.5}, {"synthesis", 1.3},
    {"closing", 1.5}, {"ease", 1.0},     {"reflection", 0.3}};

/* If a JSON reply has several of these keys at one depth, the first in this list counts.
** A word such as "final", "overall" or "total" can stand before or after a reply's key.
** "Note" and "nota" are no keys on their own, because they also mean a remark. */
static const char *const relevance_labels[] = {
    "score", "relevance score", "relevance", "rating", "relevance rating", "grade",
    "answer", "overall",
    /* German */
    "bewertung", "punktzahl", "wertung", "relevanz", "relevanzbewertung",
    /* French */
    "pertinence", "score de pertinence", "évaluation", "note finale",
    /* Spanish */
    "puntuación", "puntaje", "calificación", "valoración", "relevancia", "nota final",
    /* Portuguese */
    "pontuação", "avaliação", "classificação", "relevância",
    /* Italian */
    "punteggio", "valutazione", "voto", "rilevanza", "pertinenza",
    /* Russian */
    "оценка", "балл", "рейтинг", "релевантность", "оценка релевантности",
    /* Chinese */
    "评分", "得分", "分数", "打分", "相关性", "相关度", "相关性评分", "評分", "分數",
    "相關性",
    /* Japanese */
    "スコア", "評価", "得点", "点数", "関連度", "関連性", "関連度スコア", "関連性スコア",
    /* Korean */
    "점수", "평점", "평가", "관련성", "관련도", "관련성 점수"};

static const char *const negative_phrases[] = {"i don't know",
                                               "don't know",
                                               "do not know",
                                               "dont know",
                                               "idk",
                                               "no idea",
                                               "no clue",
                                               "not sure",
                                               "never heard of",
                                               "can't say",
                                               "couldn't tell you",
                                               "not familiar with",
                                               "no experience with",
                                               "don't remember"};

#define EVERY_DIMENSION                                                                  \
  { 0.90, 0.75, 0.50 }

const struct settings settings_defaults = {
    .deep_research =
        {
            .scoring_engine = ENGINE_MULTIDIMENSIONAL,
            .min_ci = 0.80,
            .max_rounds = 4,
            .patience = 1,
            .min_recent_sources = 10,
            .floors = {EVERY_DIMENSION, EVERY_DIMENSION, EVERY_DIMENSION, EVERY_DIMENSION,
                       EVERY_DIMENSION},
            .default_floors = EVERY_DIMENSION,
            .recency_days = {90, 60, 30},
            .difficulty_offset = {0.05, 0.0, -0.05},
            .strategies = weight_strategies,
            .strategy_count = COUNT_OF(weight_strategies),
            .default_strategy = 0,
            .windows = recency_windows,
            .window_count = COUNT_OF(recency_windows),
            .default_window = 183,
            .freshness = {7, 30, 90, 730},
        },
    .path_penalty =
        {
            .mode = PENALTY_GRADUATED,
            .min_word_count = 2,
            .min_avg_word_length = 4.0,
            .tier_delta = {-0.8, -0.4, -0.2},
            .miss_delta = -0.5,
        },
    .relevance =
        {
            .default_score = 3.0,
            .modes = relevance_modes,
            .mode_count = COUNT_OF(relevance_modes),
            .labels = {relevance_labels, COUNT_OF(relevance_labels)},
        },
    .interview =
        {
            .strategies = interview_strategies,
            .strategy_count = COUNT_OF(interview_strategies),
            .scorers = interview_scorers,
            .scorer_count = COUNT_OF(interview_scorers),
            .profiles = {NUMBERS(exploratory_profile), NUMBERS(focused_profile),
                         NUMBERS(closing_profile)},
            .phases = {.exploratory_min_turns = 8,
                       .exploratory_max_turns = 20,
                       .focused_trigger_coverage = 0.60,
                       .focused_min_turns = 5,
                       .closing_min_turns = 15,
                       .closing_trigger_coverage = 0.95},
            .vetoes = {.negative_phrases = {negative_phrases, COUNT_OF(negative_phrases)},
                       .exhausted_min_mentions = 5,
                       .exhausted_min_relations = 2,
                       .redundancy_threshold = 0.85},
        },
};
