-- assay: judges promptfoo's evaluations by a rubric (a floor for each metric). The views
-- read promptfoo's own file.
--
--   sqlite3 -bail "file:$HOME/.promptfoo/promptfoo.db?mode=ro"
--   .load build/assay
--   .read sql/adapters/promptfoo.sql
--   SELECT assay_load_yaml(yaml) FROM promptfoo_rubric_yaml;
--
-- Every view here is TEMP: nothing is written into the file, which may be opened
-- read-only. README.md in this folder shows how to use the views:
--
--   promptfoo_state            one row: what the file holds; what to do if it is empty
--   promptfoo_evaluations      one row per evaluation, with promptfoo's own counts
--   promptfoo_attempts         one row per result: a test, tried once with one candidate
--   promptfoo_scores           one row per result and metric: score, or why it has none
--   promptfoo_metric_means     one row per evaluation, candidate and metric
--   promptfoo_rubrics          one row per rubric and metric
--   promptfoo_rubric_yaml      one row: the rubrics as YAML, to be loaded
--   evidence                   one row per result with a rubric, for sql/attach.sql
--   promptfoo_verdicts         one row per result: the verdict of the rubric
--   promptfoo_masked_failures  results that fail here, but pass or are High in promptfoo
--   promptfoo_candidates       one row per test and candidate, over all its attempts
--   promptfoo_best             one row per test: the best candidate
--   promptfoo_pass_rates       one row per evaluation and candidate
--   promptfoo_changes          one row per test and candidate of two evaluations
--
-- A candidate is a prompt with a provider; its number is promptfoo's prompt_idx. When
-- promptfoo repeats a test (--repeat), each repetition is a test with a test_idx of its
-- own. The views count tests with the same description, variables and assertions as
-- attempts of one test. The column `test` is the least test_idx of these attempts.
--
-- The verdicts need the rubrics. Rubrics are settings, so load them before any statement
-- reads a setting. The views from promptfoo_state to promptfoo_rubric_yaml need no
-- rubrics.
--
-- The script reads the tables of promptfoo 0.123. It needs SQLite 3.31 or newer with JSON
-- functions.

DROP VIEW IF EXISTS temp.promptfoo_state;
DROP VIEW IF EXISTS temp.promptfoo_evaluations;
DROP VIEW IF EXISTS temp.promptfoo_attempts;
DROP VIEW IF EXISTS temp.promptfoo_test_metrics;
DROP VIEW IF EXISTS temp.promptfoo_test_rubrics;
DROP VIEW IF EXISTS temp.promptfoo_scores;
DROP VIEW IF EXISTS temp.promptfoo_metric_means;
DROP VIEW IF EXISTS temp.promptfoo_rubrics;
DROP VIEW IF EXISTS temp.promptfoo_rubric_yaml;
DROP VIEW IF EXISTS temp.evidence;
DROP VIEW IF EXISTS temp.promptfoo_verdicts;
DROP VIEW IF EXISTS temp.promptfoo_masked_failures;
DROP VIEW IF EXISTS temp.promptfoo_candidates;
DROP VIEW IF EXISTS temp.promptfoo_best;
DROP VIEW IF EXISTS temp.promptfoo_pass_rates;
DROP VIEW IF EXISTS temp.promptfoo_cases;
DROP VIEW IF EXISTS temp.promptfoo_changes;

-- If the open file is not promptfoo's, the script stops here. Otherwise SQLite would
-- fail only when you query a view, and would name a table that you may not know. Before
-- SQLite 3.47 RAISE accepts only a literal as its message.
DROP TABLE IF EXISTS temp.promptfoo_columns;
CREATE TEMP TABLE promptfoo_columns(found INTEGER);
CREATE TEMP TRIGGER promptfoo_other_file BEFORE INSERT ON promptfoo_columns
WHEN NEW.found < 16
BEGIN
  SELECT RAISE(ABORT, 'promptfoo.sql: no tables evals and eval_results of promptfoo 0.123:
open promptfoo.db, which is in ~/.promptfoo or where PROMPTFOO_CONFIG_DIR points');
END;
INSERT INTO promptfoo_columns
SELECT (SELECT count(*) FROM pragma_table_info('eval_results')
        WHERE name IN ('id', 'eval_id', 'prompt_idx', 'test_idx', 'test_case', 'prompt',
                       'provider', 'latency_ms', 'cost', 'error', 'success', 'score',
                       'named_scores', 'failure_reason'))
     + (SELECT count(*) FROM pragma_table_info('evals')
        WHERE name IN ('id', 'created_at'));
DROP TABLE promptfoo_columns;

-- Scores and verdicts are as promptfoo stored them. The column `evidence` has the scores
-- of the assertions, by the names of their metrics. If the provider failed, there are no
-- scores. If `evidence` is a JSON object, the column `scores` equals it; else `scores`
-- is NULL. `outcome` is 'failure' for a test that failed and 'error' for a test that
-- could not be judged. A test has the same case_key in every evaluation, even if its
-- assertions differ.
CREATE TEMP VIEW promptfoo_attempts AS
SELECT
  eval_id, test, test_name,
  row_number() OVER (PARTITION BY eval_id, prompt_idx, test ORDER BY test_idx, id)
    AS attempt,
  prompt_idx, prompt, provider, success, score, outcome, evidence, error, cost,
  latency_ms, test_idx, case_key, assertions, scores, id
FROM (
  SELECT
    eval_id, prompt_idx, test_idx, id, case_key, assertions, success, score, error, cost,
    latency_ms, named_scores AS evidence, scores,
    min(test_idx) OVER (PARTITION BY eval_id, case_key, assertions) AS test,
    CASE WHEN description <> '' THEN description ELSE variables END AS test_name,
    CASE WHEN prompt_label <> '' THEN prompt_label ELSE prompt END  AS prompt,
    CASE WHEN provider_label <> '' THEN provider_label
         ELSE coalesce(provider_id, provider) END                   AS provider,
    CASE WHEN failure_reason = 2 THEN 'error' WHEN success THEN 'success'
         ELSE 'failure' END                                         AS outcome
  FROM (
    SELECT
      *,
      json_extract(test_json, '$.description')           AS description,
      coalesce(json_extract(test_json, '$.vars'), '{}')   AS variables,
      coalesce(json_extract(test_json, '$.assert'), '[]') AS assertions,
      json_array(json_extract(test_json, '$.description'),
                 json_extract(test_json, '$.vars'))       AS case_key,
      json_extract(prompt_json, '$.label')                AS prompt_label,
      json_extract(provider_json, '$.id')                 AS provider_id,
      json_extract(provider_json, '$.label')              AS provider_label
    FROM (
      SELECT
        *,
        CASE WHEN json_valid(test_case) THEN test_case END AS test_json,
        CASE WHEN json_valid(prompt) THEN prompt END       AS prompt_json,
        CASE WHEN json_valid(provider) THEN provider END   AS provider_json,
        CASE WHEN json_valid(named_scores)
             THEN CASE json_type(named_scores) WHEN 'object' THEN named_scores END
        END                                                AS scores
      FROM eval_results
    )
  )
);

-- `successes`, `failures` and `errors` are counted as `promptfoo eval` prints them. If an
-- evaluation has no attempts, it has not ended, or an older promptfoo stored its results
-- in another place.
CREATE TEMP VIEW promptfoo_evaluations AS
SELECT
  e.id AS eval_id,
  CASE WHEN typeof(e.created_at) = 'integer'
       THEN datetime(e.created_at / 1000, 'unixepoch')
       ELSE e.created_at END AS created_at,
  e.description,
  count(DISTINCT a.test)          AS tests,
  count(DISTINCT a.prompt_idx)    AS candidates,
  count(a.id)                     AS attempts,
  count(a.id) FILTER (WHERE a.outcome = 'success') AS successes,
  count(a.id) FILTER (WHERE a.outcome = 'failure') AS failures,
  count(a.id) FILTER (WHERE a.outcome = 'error')   AS errors
FROM evals AS e LEFT JOIN promptfoo_attempts AS a ON a.eval_id = e.id
GROUP BY e.id;

-- The assertions of a test, also those in a set of assertions, name most of its metrics.
-- The weight of a metric is the sum of the weights of the assertions that name it. A
-- result may have other metrics, because promptfoo fills variables into names; the
-- weight of these metrics is 1. As in the column evidence, names are compared without
-- regard to case.
CREATE TEMP VIEW promptfoo_test_metrics AS
WITH tests AS (
  SELECT DISTINCT eval_id, test, assertions FROM promptfoo_attempts
), named AS (
  SELECT t.eval_id, t.test, lower(json_extract(j.value, '$.metric')) AS metric,
         max(mean_of(coalesce(json_extract(j.value, '$.weight'), 1)) * count(*), 0)
           AS weight
  FROM tests AS t, json_tree(t.assertions) AS j
  WHERE j.type = 'object' AND json_type(j.value, '$.metric') = 'text'
    AND json_type(j.value, '$.type') = 'text'
    AND json_extract(j.value, '$.metric') <> ''
    AND instr(json_extract(j.value, '$.metric'), '{{') = 0
  GROUP BY 1, 2, 3
)
SELECT eval_id, test, metric, printf('%.15g', coalesce(weight, 1)) AS weight FROM named
UNION ALL
SELECT eval_id, test, metric, '1' FROM (
  SELECT DISTINCT a.eval_id, a.test, lower(j.key) AS metric
  FROM promptfoo_attempts AS a, json_each(a.scores) AS j
  WHERE j.key <> ''
  EXCEPT
  SELECT eval_id, test, metric FROM named
);

-- Tests with the same metrics and weights share a rubric. Its name lists the weights:
-- `coverage + 2 verification`; a metric that is not a plain word is quoted. If this name
-- is too long for a setting, each test has a rubric of its own. A metric whose weights
-- are all 0 is left out, because promptfoo stores a 0 for it, whatever the assertion
-- found. The name is '' (then no attempt passes) if a test has more than 64 metrics, or
-- if a metric's name has more than 255 bytes. Every rubric after the first 64 has the
-- name '', too, because settings hold at most 64 rubrics.
CREATE TEMP VIEW promptfoo_test_rubrics AS
WITH weighed AS (
  SELECT eval_id, test, count(*) AS metrics,
         max(length(CAST(metric AS BLOB))) AS longest,
         group_concat(CASE weight WHEN '1' THEN '' ELSE weight || ' ' END
                      || CASE WHEN metric GLOB '*[^a-z0-9_]*'
                              THEN json_quote(metric) ELSE metric END, ' + ') AS name
  FROM (SELECT * FROM promptfoo_test_metrics WHERE weight <> '0'
        ORDER BY eval_id, test, metric)
  GROUP BY eval_id, test
), named AS (
  SELECT eval_id, test,
         CASE WHEN metrics > 64 OR longest > 255 THEN ''
              WHEN length(CAST(name AS BLOB)) <= 255 THEN name
              ELSE eval_id || ' test ' || test END AS rubric
  FROM weighed
)
SELECT eval_id, test,
       CASE WHEN dense_rank() OVER (ORDER BY rubric = '', rubric) > 64 THEN ''
            ELSE rubric END AS rubric
FROM named;

CREATE TEMP VIEW promptfoo_rubrics AS
SELECT r.rubric, m.metric, m.weight + 0.0 AS weight, count(*) AS tests
FROM promptfoo_test_rubrics AS r
JOIN promptfoo_test_metrics AS m ON m.eval_id = r.eval_id AND m.test = r.test
WHERE r.rubric <> '' AND m.weight <> '0'
GROUP BY r.rubric, m.metric, m.weight;

-- The rubrics as a YAML document in which every High floor is .75.
CREATE TEMP VIEW promptfoo_rubric_yaml AS
SELECT 'evaluation:' || char(10) || '  rubrics:'
       || coalesce(char(10) || group_concat(one, ''), ' {}' || char(10)) AS yaml
FROM (
  SELECT '    ' || json_quote(rubric) || ':' || char(10) || '      scores:' || char(10)
         || group_concat('        ' || json_quote(metric) || ': {high: 0.75, weight: '
                         || printf('%.15g', weight) || '}' || char(10), '') AS one
  FROM (SELECT * FROM promptfoo_rubrics ORDER BY rubric, metric)
  GROUP BY rubric
);

-- The rubric views of sql/attach.sql read this view. A run is a test of an evaluation.
-- Its rounds are the results, ordered by candidate and attempt.
CREATE TEMP VIEW evidence AS
SELECT a.eval_id || ' test ' || a.test AS run_id,
       row_number() OVER (PARTITION BY a.eval_id, a.test
                          ORDER BY a.prompt_idx, a.attempt) AS round,
       r.rubric, a.evidence, a.id AS result
FROM promptfoo_attempts AS a
JOIN promptfoo_test_rubrics AS r ON r.eval_id = a.eval_id AND r.test = a.test
WHERE r.rubric <> '';

-- promptfoo lets an assertion return any number, so a score may be unusable; the column
-- `missing` says why.
CREATE TEMP VIEW promptfoo_scores AS
SELECT eval_id, test, test_name, attempt, prompt_idx, prompt, provider, metric, weight,
       value, why_missing(value, 'score') AS missing, outcome
FROM (
  SELECT a.eval_id, a.test, a.test_name, a.attempt, a.prompt_idx, a.prompt, a.provider,
         m.metric, m.weight + 0.0 AS weight, a.outcome,
         (SELECT CASE WHEN count(*) = 1 THEN max(j.value) END
          FROM json_each(a.scores) AS j WHERE lower(j.key) = m.metric) AS value
  FROM promptfoo_attempts AS a
  JOIN promptfoo_test_metrics AS m ON m.eval_id = a.eval_id AND m.test = a.test
);

-- The means that promptfoo shows above a column of its table. Each is a weighted mean
-- over the results that have the metric, and values outside 0..1 count, too.
CREATE TEMP VIEW promptfoo_metric_means AS
SELECT eval_id, prompt_idx, prompt, provider, metric, count(value) AS results,
       count(*) - count(value) AS absent, mean_of(value, weight) AS mean
FROM promptfoo_scores
GROUP BY eval_id, prompt_idx, metric;

-- If the assertions of a test name no metric, the test has no rubric. Then promptfoo's
-- verdict counts, and the column judged_by says so. index_of_scores, the rubric's
-- weighted mean, equals promptfoo's score if every assertion names a metric, no
-- assertion is in a set, and all scores are within 0..1.
CREATE TEMP VIEW promptfoo_verdicts AS
SELECT
  eval_id, test, test_name, attempt, prompt_idx, prompt, provider, success, score,
  outcome, rubric, evidence,
  CASE WHEN rubric IS NULL THEN 'promptfoo' ELSE 'rubric' END AS judged_by,
  CASE WHEN rubric IS NULL THEN coalesce(success, 0)
       WHEN rubric = '' THEN 0
       ELSE rubric_pass(rubric, evidence) END                 AS passed,
  CASE WHEN rubric IS NULL THEN score
       WHEN rubric <> '' THEN rubric_index(rubric, evidence) END AS index_of_scores,
  CASE WHEN rubric = '' THEN 'no rubric can hold its metrics'
       WHEN rubric <> ''
       THEN json_extract(rubric_report(rubric, evidence), '$.reason') END AS reason,
  error, cost, latency_ms, case_key
FROM (
  SELECT a.*, r.rubric
  FROM promptfoo_attempts AS a
  LEFT JOIN promptfoo_test_rubrics AS r ON r.eval_id = a.eval_id AND r.test = a.test
);

-- promptfoo passes a test if the test's mean is not below the test's threshold. Without a
-- threshold it passes a test if all assertions pass. Most assertions that give a number
-- pass if the number is above 0. So promptfoo's verdict and mean can hide a metric that
-- failed.
CREATE TEMP VIEW promptfoo_masked_failures AS
SELECT eval_id, test, test_name, attempt, prompt_idx, prompt, provider, success, score,
       tier_of(score) AS tier, reason, evidence
FROM promptfoo_verdicts
WHERE judged_by = 'rubric' AND NOT passed
  AND (success OR tier_meets(tier_of(score), 'High'));

-- A candidate passes a test if every attempt passes. mean_index is the mean of
-- index_of_scores over all attempts.
CREATE TEMP VIEW promptfoo_candidates AS
SELECT
  eval_id, test, test_name, prompt_idx, prompt, provider, judged_by,
  count(*)                 AS attempts,
  sum(outcome = 'error')   AS errors,
  sum(outcome = 'success') AS successes,
  sum(passed)              AS passes,
  min(passed)              AS all_passed,
  mean_of(score)           AS mean_score,
  mean_of(index_of_scores) AS mean_index
FROM promptfoo_verdicts
GROUP BY eval_id, test, prompt_idx;

-- A candidate that passes is better than one that fails. If both pass or both fail, the
-- higher mean_index is better. If the candidates have the same mean_index, the least
-- prompt_idx is taken.
CREATE TEMP VIEW promptfoo_best AS
SELECT
  eval_id, test, test_name, judged_by,
  best_round(prompt_idx, all_passed, mean_index)             AS prompt_idx,
  best_round(prompt, prompt_idx, all_passed, mean_index)     AS prompt,
  best_round(provider, prompt_idx, all_passed, mean_index)   AS provider,
  best_round(all_passed, prompt_idx, all_passed, mean_index) AS all_passed,
  best_round(mean_index, prompt_idx, all_passed, mean_index) AS mean_index,
  count(*)                                                   AS candidates,
  sum(all_passed)                                            AS passing_candidates
FROM promptfoo_candidates
GROUP BY eval_id, test;

-- success_rate is promptfoo's own rate, pass_rate is the rate by the rubrics. As in
-- promptfoo, an error does not count as a success; success_rate_judged leaves errors out.
CREATE TEMP VIEW promptfoo_pass_rates AS
SELECT
  eval_id, prompt_idx, prompt, provider,
  count(*)                 AS attempts,
  sum(outcome = 'success') AS successes,
  sum(outcome = 'failure') AS failures,
  sum(outcome = 'error')   AS errors,
  mean_of(outcome = 'success') AS success_rate,
  mean_of(outcome = 'success') FILTER (WHERE outcome <> 'error') AS success_rate_judged,
  mean_of(score)           AS mean_score,
  sum(passed)              AS passes,
  mean_of(passed)          AS pass_rate,
  mean_of(index_of_scores) AS mean_index,
  sum(NOT passed AND outcome = 'success') AS masked
FROM promptfoo_verdicts
GROUP BY eval_id, prompt_idx;

-- Identifies a test by its description and variables, and a candidate by the labels of
-- its prompt and provider, which are the same in every evaluation.
CREATE TEMP VIEW promptfoo_cases AS
SELECT eval_id, case_key, prompt, provider, test_name, count(*) AS attempts,
       mean_of(passed) AS pass_rate, mean_of(score) AS mean_score,
       mean_of(index_of_scores) AS mean_index,
       CASE WHEN count(DISTINCT reason) = 1 THEN max(reason)
            WHEN count(DISTINCT reason) > 1 THEN 'differs' END AS reason
FROM promptfoo_verdicts
GROUP BY eval_id, case_key, prompt, provider;

-- This view has all pairs of evaluations, a long list: name two ids in your query. Each
-- mean_index is compared to 12 decimals (rule R9 in ext/REFERENCE.md).
CREATE TEMP VIEW promptfoo_changes AS
SELECT
  before_eval, after_eval, test_name, prompt, provider,
  CASE WHEN attempts_before IS NULL THEN 'only after'
       WHEN attempts_after IS NULL THEN 'only before'
       WHEN pass_rate_after > pass_rate_before THEN 'passes more'
       WHEN pass_rate_after < pass_rate_before THEN 'passes less'
       WHEN ci_rank(coalesce(index_after, 0)) > ci_rank(coalesce(index_before, 0))
         THEN 'index up'
       WHEN ci_rank(coalesce(index_after, 0)) < ci_rank(coalesce(index_before, 0))
         THEN 'index down'
       ELSE 'same' END AS change,
  attempts_before, attempts_after, pass_rate_before, pass_rate_after,
  index_before, index_after, score_before, score_after, reason_before, reason_after
FROM (
  SELECT
    b.eval_id AS before_eval, e.id AS after_eval, b.test_name, b.prompt, b.provider,
    b.attempts AS attempts_before, a.attempts AS attempts_after,
    b.pass_rate AS pass_rate_before, a.pass_rate AS pass_rate_after,
    b.mean_index AS index_before, a.mean_index AS index_after,
    b.mean_score AS score_before, a.mean_score AS score_after,
    b.reason AS reason_before, a.reason AS reason_after
  FROM promptfoo_cases AS b
  JOIN evals AS e ON e.id <> b.eval_id
  LEFT JOIN promptfoo_cases AS a
    ON a.eval_id = e.id AND a.case_key = b.case_key AND a.prompt = b.prompt
   AND a.provider = b.provider
  UNION ALL
  SELECT
    e.id, a.eval_id, a.test_name, a.prompt, a.provider, NULL, a.attempts, NULL,
    a.pass_rate, NULL, a.mean_index, NULL, a.mean_score, NULL, a.reason
  FROM promptfoo_cases AS a
  JOIN evals AS e ON e.id <> a.eval_id
  WHERE NOT EXISTS (
    SELECT 1 FROM promptfoo_cases AS b
    WHERE b.eval_id = e.id AND b.case_key = a.case_key AND b.prompt = a.prompt
      AND b.provider = a.provider)
);

CREATE TEMP VIEW promptfoo_state AS
SELECT
  evaluations, results, errors, unnamed AS without_metrics,
  CASE WHEN evaluations = 0
       THEN 'no evaluation: run promptfoo eval, or open another promptfoo.db'
       WHEN results = 0 THEN 'no result: evaluations of an older promptfoo, or unfinished'
       WHEN unnamed = results
       THEN 'no metric: name some in your assertions (metric: coverage)'
       WHEN unnamed > 0 THEN 'results without a metric are judged by promptfoo alone'
       ELSE 'ready' END AS note,
  (SELECT group_concat(name || ' ' || file, ', ') FROM pragma_database_list
   WHERE file <> '' AND name <> 'temp') AS files
FROM (
  SELECT (SELECT count(*) FROM evals) AS evaluations,
         (SELECT count(*) FROM promptfoo_attempts) AS results,
         (SELECT count(*) FROM promptfoo_attempts WHERE outcome = 'error') AS errors,
         (SELECT count(*) FROM promptfoo_attempts AS a
          WHERE NOT EXISTS (SELECT 1 FROM promptfoo_test_rubrics AS r
                            WHERE r.eval_id = a.eval_id AND r.test = a.test)) AS unnamed
);
