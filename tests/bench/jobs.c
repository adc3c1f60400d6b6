/* The jobs of scalar functions: see jobs.h.  For plain SQL see plain_sql.h. */
#include "jobs.h"

#include "plain_sql.h"

static const struct bench_table rounds = {"round", "run_id", 4};
static const struct bench_table sources = {"source", "id", 1};
static const struct bench_table candidates = {"candidate", "id", 1};
static const struct bench_table hits = {"hit", "query_id", 20};
static const struct bench_table turns = {"turn", "id", 1};
static const struct bench_table articles = {"article", "id", 1};

#define DECAY(half_life)                                                                 \
  "CASE WHEN age_days <= 0 THEN 1.0 WHEN typeof(age_days) <> 'text' "                    \
  "THEN exp(-0.69314718055994531 * age_days / " half_life ") END"
#define WINDOW                                                                           \
  "CASE domain WHEN 'ai_ml' THEN 90 WHEN 'ai_software' THEN 120 "                        \
  "WHEN 'cloud_infrastructure' THEN 180 WHEN 'programming_languages' THEN 365 "          \
  "WHEN 'academic_research' THEN 730 ELSE 183 END"

#define AGE "CAST(julianday('2026-02-03') - julianday(published) AS INTEGER)"

#define TIERS                                                                            \
  "WHEN coverage >= 0.9 THEN 'Elite' WHEN coverage >= 0.75 THEN 'High' "                 \
  "WHEN coverage >= 0.5 THEN 'Medium' WHEN coverage >= 0 THEN 'Low' END"
#define TIER "CASE WHEN coverage > 1 THEN NULL " TIERS
#define TIER_ANY                                                                         \
  "CASE WHEN " IS_NUMBER("coverage") " AND coverage <= 1 THEN CASE " TIERS " END"

#define JOB(label, function, arguments, table, goal)                                     \
  { label, function, arguments, &table, goal, NULL, NULL }
#define JOB_IN_SQL(label, function, arguments, table, goal, plain, any_type)             \
  { label, function, arguments, &table, goal, plain, any_type }

/* Every scalar function that users call once per row.  The usual goal is 1.25 times a
** no-op's time.  Functions that read texts, write JSON or take logarithms can't reach it:
** they do too much work. */
const struct scalar_job scalar_jobs[] = {
    JOB_IN_SQL("recency_decay(age)", "recency_decay", "age_days", sources, 1.30,
               DECAY("183"), NULL),
    JOB_IN_SQL("recency_decay(age, domain)", "recency_decay", "age_days, domain", sources,
               1.30, DECAY(WINDOW), NULL),
    JOB("recency_decay(age, days)", "recency_decay", "age_days, 90", sources, 1.30),
    JOB("recency_window(domain)", "recency_window", "domain", sources, 1.25),
    JOB("is_recent(age)", "is_recent", "age_days", sources, 1.25),
    JOB("is_recent(age, domain)", "is_recent", "age_days, domain", sources, 1.25),
    JOB_IN_SQL("age_days", "age_days", "published, '2026-02-03'", articles, 1.25, AGE,
               NULL),
    JOB("age_days, timestamps", "age_days", "stamped, '2026-02-03'", articles, 1.25),
    JOB("freshness_class", "freshness_class", "age_days", sources, 1.25),
    JOB_IN_SQL("tier_of(score)", "tier_of", "coverage", rounds, 1.30, TIER, TIER_ANY),
    JOB("tier_of(score, dimension)", "tier_of", "coverage, 'verification'", rounds, 1.30),
    JOB("tier_of, own floors", "tier_of", "coverage, 0.95, 0.8, 0.6", rounds, 1.30),
    JOB("tier_rank", "tier_rank", "tier", sources, 1.25),
    JOB("tier_meets", "tier_meets", "tier, 'High'", sources, 1.25),
    JOB("high_floor", "high_floor", "difficulty", turns, 1.25),
    JOB("high_floor, dimension", "high_floor", "difficulty, 'recency'", turns, 1.25),
    JOB("score_of, of 100", "score_of", "percent, 100", articles, 1.25),
    JOB("score_of, percentages", "score_of", "rated, 100", articles, 1.25),
    JOB("why_missing, score", "why_missing", "percent, 'score'", articles, 1.25),
    JOB("why_missing, date", "why_missing", "published, 'date'", articles, 1.25),
    JOB("binomial_upper", "binomial_upper", "critical_contradictions, recent_sources",
        rounds, 1.25),
    JOB("binomial_lower", "binomial_lower", "critical_contradictions, recent_sources",
        rounds, 1.25),
    JOB("pairs_needed", "pairs_needed", "coverage, 0.4", rounds, 1.25),
    JOB_IN_SQL("ci_score", "ci_score", SCORES, rounds, 1.25, INDEX, NULL),
    JOB("ci_score, own weights", "ci_score", SCORES ", '[3,2,2,2,1]'", rounds, 1.25),
    JOB("ci_score, geometric", "ci_score", SCORES ", 'equal', 'geometric'", rounds, 1.25),
    JOB("ci_score, JSON", "ci_score", OBJECT, rounds, 1.25),
    JOB_IN_SQL("ci_rank", "ci_rank", "coverage", rounds, 1.25, RANK, NULL),
    JOB_IN_SQL("gate_pass", "gate_pass", EVIDENCE, rounds, 1.25, GATE, NULL),
    JOB("gate_pass, regression", "gate_pass", EVIDENCE ", regression", rounds, 1.25),
    JOB("gate_pass, own floors", "gate_pass", EVIDENCE ", 0.8, 5", rounds, 1.25),
    JOB("gate_pass, JSON", "gate_pass", OBJECT, rounds, 1.25),
    JOB("gate_pass_legacy", "gate_pass_legacy",
        "coverage, recent_sources, critical_contradictions", rounds, 1.25),
    JOB("gate_report", "gate_report", EVIDENCE, rounds, 1.25),
    JOB("rubric_pass", "rubric_pass", "'research', " OBJECT, rounds, 1.25),
    JOB("rubric_index", "rubric_index", "'research', " OBJECT, rounds, 1.25),
    JOB("rubric_report", "rubric_report", "'research', " OBJECT, rounds, 1.25),
    JOB_IN_SQL("graduated_penalty", "graduated_penalty",
               "hits, word_count, avg_word_length", candidates, 1.25, PENALTY,
               PENALTY_ANY),
    JOB("graduated_penalty, own", "graduated_penalty",
        "hits, word_count, avg_word_length, -1, -0.5, -0.1", candidates, 1.25),
    JOB("graduated_penalty(query)", "graduated_penalty", "hits, query", candidates, 1.25),
    JOB("query_word_count", "query_word_count", "query", candidates, 1.25),
    JOB("query_avg_word_length", "query_avg_word_length", "query", candidates, 1.25),
    JOB("relevance_keep", "relevance_keep", "gain", hits, 1.25),
    JOB("relevance_keep, own cutoff", "relevance_keep", "gain, 2", hits, 1.25),
    JOB("relevance_of", "relevance_of", "'SCORE: ' || gain", hits, 1.25),
    JOB("relevance_decision", "relevance_decision", "gain, 'standard'", hits, 1.25),
    JOB("coverage_gap_score", "coverage_gap_score", "gaps, uses", turns, 1.25),
    JOB("ambiguity_score", "ambiguity_score", "coverage", turns, 1.25),
    JOB("depth_breadth_balance_score", "depth_breadth_balance_score",
        "type, coverage, depth", turns, 1.25),
    JOB("engagement_score", "engagement_score", "type, gaps, momentum", turns, 1.25),
    JOB("strategy_diversity_score", "strategy_diversity_score", "uses", turns, 1.25),
    JOB("novelty_score", "novelty_score", "mentions", turns, 1.25),
    JOB("peripheral_readiness_score", "peripheral_readiness_score",
        "strategy, density, relations", turns, 1.25),
    JOB("contrast_opportunity_score", "contrast_opportunity_score",
        "strategy, gaps, density", turns, 1.25),
    JOB("cluster_saturation_score", "cluster_saturation_score",
        "strategy, density, median_degree", turns, 1.25),
    JOB("strategy_weight", "strategy_weight", "'novelty', strategy", turns, 1.25),
    JOB("phase_multiplier", "phase_multiplier", "phase, strategy", turns, 1.25),
    JOB("interview_phase", "interview_phase", "mentions, coverage", turns, 1.25),
    JOB("element_exhausted_veto", "element_exhausted_veto", "mentions, relations", turns,
        1.25),
    JOB("knowledge_ceiling_veto", "knowledge_ceiling_veto", "reply, 'roasting'", turns,
        1.25),
    JOB("recent_redundancy_veto", "recent_redundancy_veto", "question, former", turns,
        1.25),
    JOB("text_similarity", "text_similarity", "question, former", turns, 1.25),
    JOB("ambiguity_of", "ambiguity_of", "'{\"ambiguity\": 0.' || mentions || '}'", turns,
        1.25),
    JOB("ambiguity_prompt", "ambiguity_prompt", "reply", turns, 1.25),
};

const size_t scalar_job_count = sizeof scalar_jobs / sizeof scalar_jobs[0];
