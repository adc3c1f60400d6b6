/*
** The jobs: see jobs.h.
**
** The expressions in plain SQL carry the guards that give them the functions' answers
** over missing data, and no more: where a comparison already fails for NULL, for text
** and outside of 0..1, none is added.
*/
#include "jobs.h"

static const struct bench_table rounds = {"round", "run_id", 4};
static const struct bench_table sources = {"source", "id", 1};
static const struct bench_table candidates = {"candidate", "id", 1};

#define SCORES "coverage, source_quality, agreement, verification, recency"
#define EVIDENCE SCORES ", recent_sources, critical_contradictions"

/* In SQLite any text is greater than any number, so BETWEEN fails for text. */
#define HIGH(score) score " BETWEEN 0.75 AND 1"
#define ALL_HIGH                                                                         \
  HIGH("coverage")                                                                       \
  " AND " HIGH("source_quality") " AND " HIGH("agreement") " AND " HIGH(                 \
      "verification") " AND " HIGH("recency")
#define COUNTS_PASS                                                                      \
  "recent_sources >= 10 AND typeof(recent_sources) = 'integer' "                         \
  "AND critical_contradictions = 0"
#define PASSES ALL_HIGH " AND " COUNTS_PASS
#define GATE "coalesce(" PASSES ", 0)"

#define WEIGHED(weight, score)                                                           \
  weight " * CASE WHEN " score " BETWEEN 0 AND 1 THEN " score " ELSE 0 END"
#define INDEX                                                                            \
  "(" WEIGHED("0.25", "coverage") " + " WEIGHED("0.20", "source_quality") " + " WEIGHED( \
      "0.20", "agreement") " + " WEIGHED("0.20",                                         \
                                         "verification") " + " WEIGHED("0.15",           \
                                                                       "recency") ")"

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
};

const size_t scalar_job_count = sizeof scalar_jobs / sizeof scalar_jobs[0];

#define OF_RUNS " FROM round WHERE run_id < ?1"
#define BY_RUN OF_RUNS " GROUP BY run_id"

static const struct query_job best_round_job = {
    .name = "best_round, 8 arguments",
    .table = &rounds,
    .sql = "SELECT best_round(round, " EVIDENCE ") AS answer" BY_RUN,
    .rivals = {
        {.name = "no-op",
         .sql = "SELECT no_op_aggregate(round, " EVIDENCE ") AS answer" BY_RUN,
         .goal = 1.30,
         .is_no_op = true},
        {.name = "row_number()",
         .sql = "SELECT round AS answer FROM (SELECT round, row_number() OVER (PARTITION "
                "BY run_id ORDER BY " GATE " DESC, " INDEX
                " DESC, round) AS place" OF_RUNS ") WHERE place = 1",
         .goal = 4.5},
        {.name = "bare column",
         .sql = "SELECT round AS answer, max(2 * " GATE " + " INDEX ")" BY_RUN,
         .goal = 2.0},
    }};

#define PASSING "SELECT 4 * run_id + round AS answer" OF_RUNS " AND "

static const struct query_job filter_job = {
    .name = "WHERE gate_pass",
    .table = &rounds,
    .sql = PASSING "gate_pass(" EVIDENCE ")",
    .rivals = {
        {.name = "plain AND", .sql = PASSING PASSES},
        {.name = "cheap first",
         .sql = PASSING "coverage >= 0.75 AND gate_pass(" EVIDENCE ")"},
    }};

const struct query_job *const query_jobs[] = {&best_round_job, &filter_job};

const size_t query_job_count = sizeof query_jobs / sizeof query_jobs[0];

const struct query_job *const growth_job = &best_round_job;
