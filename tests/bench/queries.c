/* The jobs that are queries: see jobs.h. */
#include "jobs.h"

#include "plain_sql.h"

static const struct bench_table rounds = {"round", "run_id", 4};

#define OF_RUNS " FROM round WHERE run_id < ?1"
#define BY_RUN OF_RUNS " GROUP BY run_id"

/* The no-op and the reader (connection.h) that are timed in place of an aggregate. */
#define AGGREGATES .no_op = "no_op_aggregate", .reader = "reader_aggregate"

static const struct query_job best_round_job = {
    .name = "best_round, 8 arguments",
    .table = &rounds,
    .function = "best_round",
    AGGREGATES,
    .sql = "SELECT %s(round, " EVIDENCE ") AS answer" BY_RUN,
    .no_op_goal = 1.30,
    .rivals = {
        {.name = "row_number()",
         .sql = "SELECT round AS answer FROM (SELECT round, row_number() OVER (PARTITION "
                "BY run_id ORDER BY " GATE " DESC, " INDEX
                " DESC, round) AS place" OF_RUNS ") WHERE place = 1",
         .goal = 4.5},
        {.name = "bare column",
         .sql = "SELECT round AS answer, max(2 * " GATE " + " INDEX ")" BY_RUN,
         .goal = 2.0},
    }};

static const struct bench_table candidates = {"candidate", "id", 1};

#define OF_CANDIDATES " AS answer FROM candidate WHERE id < ?1"

/* The penalty as users apply it: added to the score of each candidate. */
static const struct query_job penalised_job = {
    .name = "base_score + penalty",
    .table = &candidates,
    .function = "graduated_penalty",
    .no_op = "no_op",
    .reader = "reader_number",
    .sql = "SELECT base_score + %s(hits, word_count, "
           "avg_word_length)" OF_CANDIDATES,
    .rivals = {
        {.name = "plain SQL", .sql = "SELECT base_score + " PENALTY OF_CANDIDATES},
        {.name = "SQL, any type",
         .sql = "SELECT base_score + " PENALTY_ANY OF_CANDIDATES},
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

/* The plain CASE can do less work than gate_pass, because its AND stops at the first
** comparison that is false. */
static const struct query_job case_job = {
    .name = "sum(gate_pass)",
    .table = &rounds,
    .sql = "SELECT sum(gate_pass(" EVIDENCE ")) AS answer" OF_RUNS,
    .rivals = {
        {.name = "plain CASE",
         .sql = "SELECT sum(CASE WHEN " PASSES " THEN 1 ELSE 0 END) AS answer" OF_RUNS},
    }};

/* The setting patience is 1: a round with a lower index than the round before it ends a
** run.  A run has at most four rounds.  A round that could end its run gets a mark: the
** action's name.  min(row || mark) finds the run's first mark. */
#define STOP_MARKS                                                                       \
  "CASE WHEN coalesce(" ALL_HIGH " AND recent_sources >= 10 "                            \
  "AND typeof(recent_sources) = 'integer', 0) THEN CASE critical_contradictions "        \
  "WHEN 0 THEN 'pass' ELSE 'halt_contradiction' END WHEN ci < lag(ci) OVER frame "       \
  "THEN 'patience_stop' WHEN row_number() OVER frame >= 4 THEN 'max_rounds' END"

static const struct query_job stop_action_job = {
    .name = "stop_action, window",
    .table = &rounds,
    .function = "stop_action",
    AGGREGATES,
    .sql = "SELECT %s(round, " EVIDENCE ") OVER (PARTITION BY run_id "
           "ORDER BY round) AS answer" OF_RUNS,
    .rivals = {
        {.name = "plain SQL",
         .sql = "SELECT coalesce(substr(min(row || mark) OVER frame, 2), 'continue') "
                "AS answer FROM (SELECT run_id, round, "
                "row_number() OVER frame AS row, " STOP_MARKS
                " AS mark FROM (SELECT *, " INDEX " AS ci" OF_RUNS
                ") WINDOW frame AS (PARTITION BY run_id ORDER BY round)) "
                "WINDOW frame AS (PARTITION BY run_id ORDER BY round)",
         .goal = 1.0},
    }};

/* A group has at most four judgements, so Student's t has only three values (in the CASE
** below). */
#define TIER_FROM(score)                                                                 \
  "CASE WHEN " score " >= 0.9 THEN 'Elite' WHEN " score " >= 0.75 THEN 'High' "          \
  "WHEN " score " >= 0.5 THEN 'Medium' WHEN " score " >= 0 THEN 'Low' END"
#define TIERS_OF_ENDS                                                                    \
  ", 'tier_low', " TIER_FROM("low") ", 'tier_high', " TIER_FROM("high")
#define TIERS "'tier', " TIER_FROM("mean") TIERS_OF_ENDS
#define IS_CERTAIN                                                                       \
  "CASE WHEN se > 1e-12 AND " TIER_FROM("low") " = " TIER_FROM(                          \
      "high") " THEN 'true' ELSE 'false' END"

static const struct query_job tier_confidence_job = {
    .name = "tier_confidence",
    .table = &rounds,
    .function = "tier_confidence",
    AGGREGATES,
    .sql = "SELECT %s(coverage, 'coverage') AS answer" BY_RUN,
    .rivals =
        {
            {.name = "plain SQL",
             .sql =
                 "SELECT CASE WHEN n > 0 THEN json_object('n', n, 'clusters', n, 'mean', "
                 "mean, 'se', se, 'low', low, 'high', high, " TIERS
                 ", 'certain', json(" IS_CERTAIN ")) END "
                 "AS answer FROM (SELECT *, max(0.0, mean - t * se) AS low, "
                 "min(1.0, mean + t * se) AS high FROM (SELECT n, mean, "
                 "sqrt((squares - n * mean * mean) / (n - 1) / n) AS se, "
                 "CASE n WHEN 2 THEN 12.7062047361747 WHEN 3 THEN 4.30265272974946 "
                 "WHEN 4 THEN 3.18244630528371 END AS t FROM (SELECT count(score) AS n, "
                 "avg(score) AS mean, sum(score * score) AS squares FROM (SELECT run_id, "
                 "CASE WHEN coverage BETWEEN 0 AND 1 THEN coverage END AS score" OF_RUNS
                 ") GROUP BY run_id)))",
             .goal = 1.0},
        },
    .answer = "json_extract(answer, '$.n', '$.tier', '$.tier_low', '$.tier_high', "
              "'$.certain') || printf('%.4f %.4f', json_extract(answer, '$.low'), "
              "json_extract(answer, '$.high'))"};

#define DIGITS(count) "printf('%." count "g', answer)"

static const struct query_job pass_rate_job = {
    .name = "pass_rate",
    .table = &rounds,
    .function = "pass_rate",
    AGGREGATES,
    .sql = "SELECT %s(critical_contradictions) AS answer" BY_RUN,
    .rivals =
        {
            {.name = "plain SQL",
             .sql =
                 "SELECT CASE WHEN n > 0 THEN json_object('n', n, 'clusters', n, "
                 "'passed', c, 'rate', 1.0 * c / n, 'low', 1.0 * c / n * c / upper, "
                 "'high', CASE WHEN c = n "
                 "THEN 1 ELSE upper / (n + 3.841458820694124) END) END AS answer FROM "
                 "(SELECT n, c, c + 1.920729410347062 + 1.959963984540054 * sqrt(1.0 * "
                 "c * (n - c) / n + 0.960364705173531) AS upper FROM (SELECT "
                 "count(flag) AS n, sum(flag) AS c FROM (SELECT run_id, CASE WHEN "
                 "critical_contradictions IN (0, 1) THEN critical_contradictions END "
                 "AS flag" OF_RUNS ") GROUP BY run_id))"},
        },
    .answer = "json_extract(answer, '$.n', '$.passed') || printf('%.6f %.6f', "
              "json_extract(answer, '$.low'), json_extract(answer, '$.high'))"};

static const struct query_job pass_at_k_job = {
    .name = "pass_at_k",
    .table = &rounds,
    .function = "pass_at_k",
    AGGREGATES,
    .sql = "SELECT %s(critical_contradictions, 2) AS answer" BY_RUN,
    .rivals =
        {
            {.name = "plain SQL",
             .sql =
                 "SELECT CASE WHEN n >= 2 THEN 1 - (n - c) * (n - c - 1.0) / (n * (n - "
                 "1)) END AS answer FROM (SELECT count(flag) AS n, sum(flag) AS c FROM "
                 "(SELECT run_id, CASE WHEN critical_contradictions IN (0, 1) THEN "
                 "critical_contradictions END AS flag" OF_RUNS ") GROUP BY run_id)"},
        },
    .answer = DIGITS("12")};

#define JUDGED(score) "CASE WHEN " IS_NUMBER(score) " THEN " score " END"

static const struct query_job paired_difference_job = {
    .name = "paired_difference",
    .table = &rounds,
    .function = "paired_difference",
    AGGREGATES,
    .sql = "SELECT %s(coverage, recency) AS answer" BY_RUN,
    .rivals =
        {
            {.name = "plain SQL",
             .sql =
                 "SELECT CASE WHEN n > 0 THEN json_object('n', n, 'clusters', n, "
                 "'mean', mean, 'se', se, 'low', mean - t * se, 'high', mean + t * se, "
                 "'better', better, 'worse', worse, 'equal', n - better - worse, "
                 "'sign_p', "
                 "CASE WHEN abs(better - worse) < 2 THEN 1 WHEN min(better, worse) = 0 "
                 "THEN 2.0 / (1 << (better + worse)) ELSE 0.625 END) END AS answer "
                 "FROM (SELECT *, sqrt((squares - n * mean * mean) / (n - 1) / n) AS "
                 "se, CASE n WHEN 2 THEN 12.7062047361747 WHEN 3 THEN 4.30265272974946 "
                 "WHEN 4 THEN 3.18244630528371 END AS t FROM (SELECT count(d) AS n, "
                 "avg(d) AS mean, sum(d * d) AS squares, sum(d > 0) AS better, "
                 "sum(d < 0) AS worse FROM (SELECT run_id, " JUDGED(
                     "coverage") " - " JUDGED("recency") " AS d" OF_RUNS
                                                         ") GROUP BY run_id))"},
        },
    .answer = "json_extract(answer, '$.n', '$.better', '$.worse', '$.sign_p') || "
              "printf('%.4f %.4f', json_extract(answer, '$.low'), "
              "json_extract(answer, '$.high'))"};

/* A run has two units (judged things) of two judgements each.  The column
** critical_contradictions serves as the judgement. */
static const struct query_job alpha_job = {
    .name = "krippendorff_alpha",
    .table = &rounds,
    .function = "krippendorff_alpha",
    AGGREGATES,
    .sql = "SELECT %s(round > 2, critical_contradictions, 'nominal') AS answer" BY_RUN};

/* A run has two units, so alpha_confidence computes alpha three times: over the two units
** together, and over each unit alone. */
static const struct query_job alpha_confidence_job = {
    .name = "alpha_confidence",
    .table = &rounds,
    .function = "alpha_confidence",
    AGGREGATES,
    .sql = "SELECT %s(round > 2, critical_contradictions, 'nominal') AS answer" BY_RUN};

/* A group has four rows.  The column critical_contradictions, which is 0 or 1, serves as
** the label. */
static const struct query_job roc_job = {
    .name = "roc_auc",
    .table = &rounds,
    .function = "roc_auc",
    AGGREGATES,
    .sql = "SELECT %s(coverage, critical_contradictions) AS answer" BY_RUN};

static const struct query_job reliability_job = {
    .name = "reliability",
    .table = &rounds,
    .function = "reliability",
    AGGREGATES,
    .sql = "SELECT %s(coverage, critical_contradictions) AS answer" BY_RUN};

static const struct query_job corrected_rate_job = {
    .name = "corrected_rate",
    .table = &rounds,
    .function = "corrected_rate",
    AGGREGATES,
    .sql = "SELECT %s(coverage, critical_contradictions) AS answer" BY_RUN};

/* SQLite's avg() counts a text as 0, so plain SQL must test for numbers first.  The
** result of avg() also differs from the exact mean in the last bits, because avg() adds
** in doubles.  So both answers are rounded to 14 digits.  No exact answer lies half-way
** between two numbers of 14 digits, so both round to the same number. */
#define NUMBER_OF(score) "CASE WHEN " IS_NUMBER(score) " THEN " score " END"

static const struct query_job mean_job = {
    .name = "mean_of, groups of 4",
    .table = &rounds,
    .function = "mean_of",
    AGGREGATES,
    .sql = "SELECT %s(coverage) AS answer" BY_RUN,
    .rivals = {{.name = "avg()",
                .sql = "SELECT avg(" NUMBER_OF("coverage") ") AS answer" BY_RUN}},
    .answer = DIGITS("14")};

#define BOTH(value)                                                                      \
  "CASE WHEN " IS_NUMBER("coverage") " AND " IS_NUMBER("recency") " THEN " value " END"

/* A run's rounds take the place of judges.  A run has at most four rounds, so there are
** at most 35 different draws of judges. */
static const struct query_job gate_confidence_job = {.name = "gate_confidence",
                                                     .table = &rounds,
                                                     .function = "gate_confidence",
                                                     AGGREGATES,
                                                     .sql = "SELECT %s(round, " EVIDENCE
                                                            ") AS answer" BY_RUN,
                                                     .answer = DIGITS("7")};

/* rubric_best_round with the built-in rubric `research`, over JSON objects. */
static const struct query_job rubric_best_round_job = {
    .name = "rubric_best_round",
    .table = &rounds,
    .function = "rubric_best_round",
    AGGREGATES,
    .sql = "SELECT %s('research', round, " OBJECT ") AS answer" BY_RUN};

static const struct query_job rubric_stop_action_job = {
    .name = "rubric_stop_action, window",
    .table = &rounds,
    .function = "rubric_stop_action",
    AGGREGATES,
    .sql = "SELECT %s('research', round, " OBJECT ") OVER (PARTITION BY run_id "
           "ORDER BY round) AS answer" OF_RUNS};

static const struct query_job weighted_mean_job = {
    .name = "mean_of, weights",
    .table = &rounds,
    .function = "mean_of",
    AGGREGATES,
    .sql = "SELECT %s(coverage, recency) AS answer" BY_RUN,
    .rivals = {{.name = "two sums",
                .sql = "SELECT sum(" BOTH("coverage * recency") ") / sum(" BOTH(
                    "recency") ") AS answer" BY_RUN}},
    .answer = DIGITS("7")};

static const struct query_job mean_of_all_job = {
    .name = "mean_of, one group",
    .table = &candidates,
    .function = "mean_of",
    AGGREGATES,
    .sql = "SELECT %s(base_score)" OF_CANDIDATES,
    .rivals = {{.name = "avg()", .sql = "SELECT avg(base_score)" OF_CANDIDATES}},
    .answer = DIGITS("11")};

static const struct bench_table hits = {"hit", "query_id", 20};

#define OF_QUERIES " FROM hit WHERE query_id < ?1"
#define BY_QUERY OF_QUERIES " GROUP BY query_id"

/* In SQLite any text is greater than 0, so the type is tested too. */
#define RELEVANT "coalesce(gain > 0 AND typeof(gain) <> 'text', 0)"
#define GAIN "CASE WHEN " RELEVANT " THEN gain ELSE 0 END"

static const struct query_job precision_job = {
    .name = "precision_at_k",
    .table = &hits,
    .function = "precision_at_k",
    AGGREGATES,
    .sql = "SELECT %s(rank, gain, 10) AS answer" BY_QUERY,
    .rivals = {
        {.name = "plain SQL",
         .sql = "SELECT sum(rank <= 10 AND " RELEVANT ") / 10.0 AS answer" BY_QUERY,
         .goal = 1.0},
    }};

static const struct query_job average_precision_job = {
    .name = "average_precision",
    .table = &hits,
    .function = "average_precision",
    AGGREGATES,
    .sql = "SELECT %s(rank, gain) AS answer" BY_QUERY,
    .rivals = {
        {.name = "plain SQL",
         .sql = "SELECT coalesce(sum(CASE WHEN relevant THEN 1.0 * found / rank END) / "
                "nullif(sum(relevant), 0), 0.0) AS answer FROM (SELECT *, sum(relevant) "
                "OVER (PARTITION BY query_id ORDER BY rank ROWS UNBOUNDED PRECEDING) "
                "AS found FROM (SELECT query_id, rank, " RELEVANT
                " AS relevant" OF_QUERIES ")) GROUP BY query_id",
         .goal = 1.0},
    }};

static const struct query_job ndcg_job = {
    .name = "ndcg_at_k",
    .table = &hits,
    .function = "ndcg_at_k",
    AGGREGATES,
    .sql = "SELECT %s(rank, gain, 10) AS answer" BY_QUERY,
    .rivals = {
        {.name = "plain SQL",
         .sql =
             "SELECT coalesce(sum(CASE WHEN rank <= 10 THEN gain / log2(rank + 1) END) "
             "/ nullif(sum(CASE WHEN best <= 10 THEN gain / log2(best + 1) END), 0), "
             "0.0) AS answer FROM (SELECT *, row_number() OVER (PARTITION BY query_id "
             "ORDER BY gain DESC) AS best FROM (SELECT query_id, rank, " GAIN
             " AS gain" OF_QUERIES ")) GROUP BY query_id",
         .goal = 1.0},
    }};

#define SAMPLES "1000"
#define CLEAN(score) "CASE WHEN " score " BETWEEN 0 AND 1 THEN " score " ELSE 0 END"
#define CLEAN_AS(score, name) CLEAN(score) " AS " name
#define CLEAN_SCORES                                                                     \
  CLEAN_AS("coverage", "cs, ")                                                           \
  CLEAN_AS("source_quality", "ss, ")                                                     \
  CLEAN_AS("agreement", "sa, ")                                                          \
  CLEAN_AS("verification", "sv, ") CLEAN_AS("recency", "sr")

/* The rival joins each round with each row of weights, and finds a run's best round under
** these weights.  SQLite takes `round` from the row in which max() finds the maximum. */
static const struct query_job acceptability_job = {
    .name = "round_acceptability",
    .table = &rounds,
    .rows = 40000,
    .sql = "SELECT round_acceptability(round, " GATE ", " SCORES ", " SAMPLES
           ") AS answer" BY_RUN,
    .rivals =
        {
            {.name = "SQL cross join",
             .rows = 400,
             .sql =
                 "WITH weighting AS MATERIALIZED (SELECT sample, coverage AS c, "
                 "source_quality AS s, agreement AS a, verification AS v, recency AS r "
                 "FROM weight_samples(" SAMPLES ")), judged AS MATERIALIZED (SELECT "
                 "run_id, round, 2 * " GATE " AS gate, " CLEAN_SCORES OF_RUNS
                 "), winner AS (SELECT run_id, round, max(gate + c * cs + s * ss "
                 "+ a * sa + v * sv + r * sr) FROM judged CROSS JOIN weighting "
                 "GROUP BY run_id, sample) "
                 "SELECT json_group_object(round, share) AS answer FROM (SELECT run_id, "
                 "round, coalesce(wins, 0) / " SAMPLES ".0 AS share FROM round LEFT JOIN "
                 "(SELECT run_id, round, count(*) AS wins FROM winner "
                 "GROUP BY run_id, round) USING (run_id, round) WHERE run_id < ?1 "
                 "ORDER BY run_id, round) GROUP BY run_id",
             .goal = 300},
        },
    .answer = "printf('%.3f %.3f %.3f %.3f', json_extract(answer, '$.1'), "
              "json_extract(answer, '$.2'), json_extract(answer, '$.3'), "
              "json_extract(answer, '$.4'))",
    .script = "acceptability_numpy.py",
    .script_goal = 2.0};

const struct query_job *const query_jobs[] = {&best_round_job,
                                              &case_job,
                                              &filter_job,
                                              &stop_action_job,
                                              &tier_confidence_job,
                                              &pass_rate_job,
                                              &pass_at_k_job,
                                              &paired_difference_job,
                                              &alpha_job,
                                              &alpha_confidence_job,
                                              &roc_job,
                                              &reliability_job,
                                              &corrected_rate_job,
                                              &gate_confidence_job,
                                              &rubric_best_round_job,
                                              &rubric_stop_action_job,
                                              &mean_job,
                                              &weighted_mean_job,
                                              &mean_of_all_job,
                                              &penalised_job,
                                              &precision_job,
                                              &average_precision_job,
                                              &ndcg_job,
                                              &acceptability_job};

const size_t query_job_count = sizeof query_jobs / sizeof query_jobs[0];

const struct query_job *const growth_job = &best_round_job;
