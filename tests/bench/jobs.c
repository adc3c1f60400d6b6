/* The jobs of scalar functions: see jobs.h.  For plain SQL see plain_sql.h. */
#include "jobs.h"

#include "plain_sql.h"

static const struct bench_table rounds = {"round", "run_id", 4};
static const struct bench_table sources = {"source", "id", 1};
static const struct bench_table candidates = {"candidate", "id", 1};
static const struct bench_table hits = {"hit", "query_id", 20};

#define DECAY(half_life)                                                                 \
  "CASE WHEN age_days <= 0 THEN 1.0 WHEN typeof(age_days) <> 'text' "                    \
  "THEN exp(-0.69314718055994531 * age_days / " half_life ") END"
#define WINDOW                                                                           \
  "CASE domain WHEN 'ai_ml' THEN 90 WHEN 'ai_software' THEN 120 "                        \
  "WHEN 'cloud_infrastructure' THEN 180 WHEN 'programming_languages' THEN 365 "          \
  "WHEN 'academic_research' THEN 730 ELSE 183 END"

#define TIER                                                                             \
  "CASE WHEN coverage > 1 THEN NULL WHEN coverage >= 0.9 THEN 'Elite' "                  \
  "WHEN coverage >= 0.75 THEN 'High' WHEN coverage >= 0.5 THEN 'Medium' "                \
  "WHEN coverage >= 0 THEN 'Low' END"

#define PENALTY                                                                          \
  "CASE WHEN word_count >= 2 AND typeof(word_count) = 'integer' "                        \
  "AND avg_word_length >= 4.0 AND typeof(avg_word_length) <> 'text' "                    \
  "THEN CASE hits WHEN 0 THEN -0.8 WHEN 1 THEN -0.4 WHEN 2 THEN -0.2 ELSE 0.0 END "      \
  "ELSE 0.0 END"

const struct scalar_job scalar_jobs[] = {
    {"recency_decay(age)", "recency_decay", "age_days", &sources, 1.30, DECAY("183")},
    {"recency_decay(age, domain)", "recency_decay", "age_days, domain", &sources, 1.30,
     DECAY(WINDOW)},
    {"recency_decay(age, days)", "recency_decay", "age_days, 90", &sources, 1.30, NULL},
    {"recency_window(domain)", "recency_window", "domain", &sources, 1.25, NULL},
    {"is_recent(age)", "is_recent", "age_days", &sources, 1.25, NULL},
    {"is_recent(age, domain)", "is_recent", "age_days, domain", &sources, 1.25, NULL},
    {"freshness_class", "freshness_class", "age_days", &sources, 1.25, NULL},
    {"tier_of(score)", "tier_of", "coverage", &rounds, 1.30, TIER},
    {"tier_of(score, dimension)", "tier_of", "coverage, 'verification'", &rounds, 1.30,
     NULL},
    {"tier_of, own floors", "tier_of", "coverage, 0.95, 0.8, 0.6", &rounds, 1.30, NULL},
    {"tier_rank", "tier_rank", "tier", &sources, 1.25, NULL},
    {"tier_meets", "tier_meets", "tier, 'High'", &sources, 1.25, NULL},
    {"ci_score", "ci_score", SCORES, &rounds, 1.25, INDEX},
    {"ci_score, own weights", "ci_score", SCORES ", '[3,2,2,2,1]'", &rounds, 1.25, NULL},
    {"ci_score, geometric", "ci_score", SCORES ", 'equal', 'geometric'", &rounds, 1.25,
     NULL},
    {"gate_pass", "gate_pass", EVIDENCE, &rounds, 1.25, GATE},
    {"gate_pass, regression", "gate_pass", EVIDENCE ", regression", &rounds, 1.25, NULL},
    {"gate_pass, own floors", "gate_pass", EVIDENCE ", 0.8, 5", &rounds, 1.25, NULL},
    {"gate_pass_legacy", "gate_pass_legacy",
     "coverage, recent_sources, critical_contradictions", &rounds, 1.25, NULL},
    {"graduated_penalty", "graduated_penalty", "hits, word_count, avg_word_length",
     &candidates, 1.25, PENALTY},
    {"graduated_penalty, own", "graduated_penalty",
     "hits, word_count, avg_word_length, -1, -0.5, -0.1", &candidates, 1.25, NULL},
    {"graduated_penalty(query)", "graduated_penalty", "hits, query", &candidates, 1.25,
     NULL},
    {"query_word_count", "query_word_count", "query", &candidates, 1.25, NULL},
    {"query_avg_word_length", "query_avg_word_length", "query", &candidates, 1.25, NULL},
    {"relevance_keep", "relevance_keep", "gain", &hits, 1.25, NULL},
    {"relevance_keep, own cutoff", "relevance_keep", "gain, 2", &hits, 1.25, NULL},
    {"relevance_of", "relevance_of", "'SCORE: ' || gain", &hits, 1.25, NULL},
};

const size_t scalar_job_count = sizeof scalar_jobs / sizeof scalar_jobs[0];
