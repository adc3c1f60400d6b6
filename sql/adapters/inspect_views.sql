-- assay: judges the logs of inspect_ai by a rubric (a floor for each metric).
-- inspect.sql or assay_sqlite.read_inspect() fills the tables inspect_logs and
-- inspect_samples, and then runs this script. All tables and views are TEMP. README.md
-- in this folder shows how to use the views:
--
--   inspect_logs             one row per log: its header, or why it was not read
--   inspect_samples          one row per sample: an array of the fields that are read
--   inspect_state            one row: what was read, and what to do if nothing was
--   inspect_evaluations      one row per log: task, model, status, counts
--   inspect_attempts         one row per sample and epoch
--   inspect_scores           one row per attempt and metric: value, or why it has none
--   inspect_metric_means     one row per log and metric
--   inspect_results          one row per result that a log states, and assay's result
--   inspect_rubrics          one row per rubric and metric
--   inspect_rubric_yaml      one row: the rubrics as YAML, to be loaded
--   inspect_verdicts         one row per attempt: the verdict of the rubric
--   inspect_masked_failures  attempts that have a High mean and fail by the rubric
--   inspect_candidates       one row per log and test, over all attempts of the test
--   inspect_decisions        one row per log and test: the attempt after which the
--                            stop policy stops, and the attempt that it returns
--   inspect_best             one row per task and test: the best log
--   inspect_pass_rates       one row per log
--   inspect_pass_at_k        one row per log and k: pass@k and pass^k of its tests
--   inspect_changes          one row per test of two logs
--   evidence                 one row per attempt, for the rubric views of ../attach.sql:
--                            run_id is a test of a log, round is an attempt
--
-- A log is one task tried with one model. The logs of a task are the candidates among
-- which inspect_best chooses for each test. The eval_id of a log is the name of its file,
-- or the path if two files have the same name. A test is a sample (a question), named by
-- its id. An attempt is an epoch (one try) of a test. Each scorer (a scoring function of
-- inspect_ai) makes one metric. If a scorer gives several values, each value is a metric:
-- `scorer.key`.
--
-- The verdicts need the rubrics. Rubrics are settings, so load them before any statement
-- reads a setting. The views listed before inspect_verdicts need no rubrics.

DROP VIEW IF EXISTS temp.inspect_state;
DROP VIEW IF EXISTS temp.inspect_evaluations;
DROP VIEW IF EXISTS temp.inspect_metric_means;
DROP VIEW IF EXISTS temp.inspect_results;
DROP VIEW IF EXISTS temp.inspect_log_rubrics;
DROP VIEW IF EXISTS temp.inspect_rubrics;
DROP VIEW IF EXISTS temp.inspect_rubric_yaml;
DROP VIEW IF EXISTS temp.inspect_verdicts;
DROP VIEW IF EXISTS temp.inspect_masked_failures;
DROP VIEW IF EXISTS temp.inspect_candidates;
DROP VIEW IF EXISTS temp.inspect_decisions;
DROP VIEW IF EXISTS temp.inspect_best;
DROP VIEW IF EXISTS temp.inspect_pass_rates;
DROP VIEW IF EXISTS temp.inspect_pass_at_k;
DROP VIEW IF EXISTS temp.inspect_changes;
DROP VIEW IF EXISTS temp.evidence;
DROP TABLE IF EXISTS temp.inspect_rows;
DROP TABLE IF EXISTS temp.inspect_values;
DROP TABLE IF EXISTS temp.inspect_scores;
DROP TABLE IF EXISTS temp.inspect_attempts;

DROP TABLE IF EXISTS temp.inspect_names;
CREATE TEMP TABLE inspect_names AS
SELECT log, CASE WHEN count(*) OVER (PARTITION BY name) = 1 THEN name ELSE file END
  AS eval_id
FROM (SELECT log, file,
             substr(file, length(rtrim(file, replace(file, '/', ''))) + 1) AS name
      FROM inspect_logs);

-- A log is read completely or not at all: without some samples every mean would be wrong.
UPDATE inspect_logs SET problem = CASE
    WHEN CASE WHEN json_valid(header) THEN json_type(header, '$.eval') END
         IS NOT 'object'
    THEN 'no log of inspect_ai, or one without its beginning: it has no eval'
    WHEN json_extract(header, '$.version') NOT IN (1, 2)
    THEN 'version ' || json_extract(header, '$.version') || ' of the format, of which '
      || 'this knows 1 and 2'
    WHEN EXISTS (SELECT 1 FROM inspect_samples AS s WHERE s.log = inspect_logs.log
                 AND coalesce(json_type(sample, '$[0]'), 'null')
                     NOT IN ('text', 'integer'))
    THEN 'a sample without an id, which no version of inspect_ai writes'
  END
WHERE problem IS NULL;
DELETE FROM inspect_samples
WHERE log IN (SELECT log FROM inspect_logs WHERE problem IS NOT NULL);

-- Older logs have `score` instead of `scores`: the score of the one scorer that the
-- header names. The column `input` has only the texts of the messages, because each log
-- gives the messages new ids.
CREATE TEMP TABLE inspect_rows AS
SELECT
  place, log, json_extract(sample, '$[0]') AS test,
  CASE WHEN json_type(sample, '$[1]') = 'integer' THEN json_extract(sample, '$[1]')
       ELSE 1 END AS epoch,
  CASE WHEN json_type(sample, '$[2]') = 'object' THEN json_extract(sample, '$[2]')
       WHEN json_type(sample, '$[3]') = 'object'
       THEN json_object(coalesce((
              SELECT coalesce(json_extract(header, '$.results.scorer.name'),
                              json_extract(header, '$.results.scores[0].name'),
                              json_extract(header, '$.eval.scorers[0].name'))
              FROM inspect_logs AS l WHERE l.log = s.log), 'score'),
            json_extract(sample, '$[3]'))
       ELSE '{}' END AS scores,
  CASE json_type(sample, '$[4]')
    WHEN 'object' THEN coalesce(json_extract(sample, '$[4].message'), 'error')
    WHEN 'text' THEN json_extract(sample, '$[4]') END AS error,
  CASE json_type(sample, '$[5]')
    WHEN 'object' THEN coalesce(json_extract(sample, '$[5].type'), 'limit')
    WHEN 'text' THEN json_extract(sample, '$[5]') END AS limited,
  coalesce(json_type(sample, '$[6]'), 'null') <> 'null' AS invalidated,
  CASE json_type(sample, '$[7]')
    WHEN 'array' THEN (SELECT group_concat(json_extract(m.value, '$.content'), char(10))
                       FROM json_each(sample, '$[7]') AS m WHERE m.type = 'object')
    ELSE json_extract(sample, '$[7]') END AS input,
  json_extract(sample, '$[8]') AS seconds
FROM inspect_samples AS s;

-- inspect_ai turns values into numbers: C (correct) becomes 1, P (partly) becomes .5, I
-- (incorrect) and N (no answer) become 0. inspect_ai also reads yes, no, and numbers
-- written as text. It counts other texts as 0, but in this table they count as missing.
CREATE TEMP TABLE inspect_values AS
WITH given AS (
  SELECT a.place, a.log, s.key AS scorer, s.value AS score,
         CASE s.type WHEN 'object' THEN coalesce(json_type(s.value, '$.value'), 'null')
                     ELSE 'null' END AS type
  FROM inspect_rows AS a, json_each(a.scores) AS s
), single AS (
  SELECT place, log, scorer, scorer AS metric, type,
         CASE WHEN type <> 'null' THEN json_extract(score, '$.value') END AS value
  FROM given WHERE type NOT IN ('object', 'array')
  UNION ALL
  SELECT g.place, g.log, g.scorer, g.scorer || '.' || v.key, v.type, v.atom
  FROM given AS g, json_each(g.score, '$.value') AS v
  WHERE g.type IN ('object', 'array')
)
SELECT place, log, scorer, lower(metric) AS metric,
       CASE WHEN count(*) = 1 THEN max(
         CASE WHEN type IN ('integer', 'real', 'true', 'false', 'null') THEN value
              WHEN type <> 'text' THEN 'of several values'
              WHEN value = 'C' THEN 1 WHEN value = 'P' THEN 0.5
              WHEN value IN ('I', 'N') THEN 0
              WHEN lower(value) IN ('yes', 'true') THEN 1
              WHEN lower(value) IN ('no', 'false') THEN 0
              WHEN CASE WHEN json_valid(value) THEN json_type(value) END
                   IN ('integer', 'real') THEN value + 0
              ELSE value END) END AS value
FROM single
WHERE metric <> ''
GROUP BY place, lower(metric);
CREATE INDEX temp.inspect_values_place ON inspect_values(place, metric);

-- The column `evidence` has every score of the attempt, or none if the attempt is
-- invalidated. A fraction is written with 15 digits, or with 17 if 15 would change it.
CREATE TEMP TABLE inspect_attempts AS
SELECT
  n.eval_id, a.test,
  row_number() OVER (PARTITION BY a.log, a.test ORDER BY a.epoch, a.place) AS attempt,
  json_extract(l.header, '$.eval.task') AS task,
  json_extract(l.header, '$.eval.model') AS model,
  CASE WHEN invalidated THEN 'invalidated' WHEN error IS NOT NULL THEN 'error'
       WHEN limited IS NOT NULL THEN 'limit' WHEN scores = '{}' THEN 'unscored'
       ELSE 'scored' END AS outcome,
  v.score,
  CASE WHEN invalidated THEN '{}' ELSE coalesce(v.evidence, '{}') END AS evidence,
  a.error, a.limited, a.epoch, a.seconds, a.input, a.log, a.place
FROM inspect_rows AS a
JOIN inspect_logs AS l ON l.log = a.log
JOIN inspect_names AS n ON n.log = a.log
LEFT JOIN (
  SELECT place,
         mean_of(CASE WHEN typeof(value) <> 'text' THEN value END) AS score,
         '{' || group_concat(json_quote(metric) || ':' || CASE typeof(value)
                  WHEN 'integer' THEN value
                  WHEN 'real' THEN
                    CASE WHEN abs(value) > 1e308 THEN '1e999'
                         WHEN printf('%.15g', value) + 0.0 = value
                         THEN printf('%.15g', value)
                         ELSE printf('%!.17g', value) END
                  WHEN 'text' THEN json_quote(value)
                  ELSE 'null' END) || '}' AS evidence
  FROM (SELECT * FROM inspect_values ORDER BY place, metric)
  GROUP BY place
) AS v ON v.place = a.place;
CREATE INDEX temp.inspect_attempts_test ON inspect_attempts(eval_id, test, attempt);
CREATE INDEX temp.inspect_attempts_place ON inspect_attempts(log, place);
DROP TABLE inspect_rows;

-- Each sample should have a value for every metric of its log. If it has no value for a
-- metric, that score is missing.
CREATE TEMP TABLE inspect_scores AS
SELECT a.eval_id, a.test, a.attempt, a.task, a.model, m.scorer, m.metric,
       CASE WHEN typeof(v.value) <> 'text' THEN v.value END AS value,
       why_missing(v.value, 'score') AS missing, a.outcome, a.log
FROM (SELECT DISTINCT log, scorer, metric FROM inspect_values) AS m
JOIN inspect_attempts AS a ON a.log = m.log
LEFT JOIN inspect_values AS v ON v.place = a.place AND v.metric = m.metric;
CREATE INDEX temp.inspect_scores_metric ON inspect_scores(log, metric, test);

-- If the status of a log is not success, its evaluation ended early or has not ended.
CREATE TEMP VIEW inspect_evaluations AS
SELECT
  n.eval_id, json_extract(header, '$.eval.created') AS created_at,
  json_extract(header, '$.eval.task') AS task,
  json_extract(header, '$.eval.model') AS model,
  coalesce(json_extract(header, '$.status'), 'started') AS status,
  count(DISTINCT json_quote(a.test)) AS tests, count(a.place) AS attempts,
  coalesce(json_extract(header, '$.results.total_samples'),
           json_array_length(header, '$.eval.dataset.sample_ids')
           * coalesce(json_extract(header, '$.eval.config.epochs'), 1)) AS expected,
  count(a.place) FILTER (WHERE outcome = 'error')       AS errors,
  count(a.place) FILTER (WHERE limited IS NOT NULL)     AS limits,
  count(a.place) FILTER (WHERE outcome = 'unscored')    AS unscored,
  count(a.place) FILTER (WHERE outcome = 'invalidated') AS invalidated,
  (SELECT count(DISTINCT metric) FROM inspect_scores AS s WHERE s.log = l.log) AS metrics,
  CASE WHEN count(a.place) = 0 THEN 'no samples: only the header was written' END AS note
FROM inspect_logs AS l JOIN inspect_names AS n ON n.log = l.log
LEFT JOIN inspect_attempts AS a ON a.log = l.log
WHERE l.problem IS NULL
GROUP BY l.log;

-- Each mean is over the attempts that have a value for the metric. Values outside 0..1
-- count, too.
CREATE TEMP VIEW inspect_metric_means AS
SELECT eval_id, task, model, metric, count(value) AS results,
       count(*) - count(value) AS absent, mean_of(value) AS mean
FROM inspect_scores
GROUP BY log, metric;

-- assay computes only accuracy, mean and stderr, and only if the reducer (how inspect_ai
-- joins a sample's epochs) is `mean`. accuracy and mean are both the mean of the tests'
-- means. stderr is the standard error of this mean, and NULL if inspect_ai groups
-- samples in clusters.
CREATE TEMP VIEW inspect_results AS
WITH stated AS (
  SELECT log, s.value AS score, json_extract(s.value, '$.metrics') AS numbers
  FROM inspect_logs, json_each(header, '$.results.scores') AS s
  WHERE problem IS NULL AND s.type = 'object'
  UNION ALL
  SELECT log, json_extract(header, '$.results.scorer'),
         coalesce(json_extract(header, '$.results.metrics'),
                  json_extract(header, '$.results.scorer.metrics'))
  FROM inspect_logs
  WHERE problem IS NULL AND json_type(header, '$.results.scorer') = 'object'
), tests AS (
  SELECT log, metric, mean_of(value) AS mean FROM inspect_scores
  GROUP BY log, metric, test
), computed AS (
  SELECT log, metric, paired_difference(mean, 0) AS report FROM tests GROUP BY log, metric
)
SELECT
  n.eval_id, json_extract(s.score, '$.name') AS name,
  json_extract(s.score, '$.reducer') AS reducer, m.key AS number,
  CASE m.type WHEN 'object' THEN json_extract(m.value, '$.value') ELSE m.value END
    AS inspect_ai,
  CASE WHEN coalesce(json_extract(s.score, '$.reducer'), 'mean') <> 'mean' THEN NULL
       WHEN m.key IN ('accuracy', 'mean') THEN json_extract(c.report, '$.mean')
       WHEN m.key = 'stderr'
        AND json_extract(m.value, '$.params.cluster') IS NULL
        AND json_extract(m.value, '$.options.cluster') IS NULL
       THEN CASE json_extract(c.report, '$.n') WHEN 1 THEN 0.0
            ELSE json_extract(c.report, '$.se') END END AS assay
FROM stated AS s JOIN inspect_names AS n ON n.log = s.log, json_each(s.numbers) AS m
LEFT JOIN computed AS c ON c.log = s.log AND c.metric IN (
  lower(json_extract(s.score, '$.name')),
  lower(json_extract(s.score, '$.scorer') || '.' || json_extract(s.score, '$.name')));

-- Logs with the same metrics share a rubric. Its name lists the metrics, for example
-- `answered + match`. The name is '' (then no attempt passes) if there are more than 64
-- metrics, or if a metric's name has more than 255 bytes. Every rubric after the first 64
-- has the name '', too, because settings hold at most 64 rubrics.
CREATE TEMP VIEW inspect_log_rubrics AS
WITH named AS (
  SELECT log,
         CASE WHEN metrics > 64 OR longest > 255 THEN ''
              WHEN length(CAST(weighed AS BLOB)) <= 255 THEN weighed
              ELSE 'the ' || metrics || ' metrics of log ' || log END AS rubric
  FROM (
    SELECT log, count(*) AS metrics, max(length(CAST(metric AS BLOB))) AS longest,
           group_concat(CASE WHEN metric GLOB '*[^a-z0-9_.]*' THEN json_quote(metric)
                             ELSE metric END, ' + ') AS weighed
    FROM (SELECT DISTINCT log, metric FROM inspect_scores ORDER BY log, metric)
    GROUP BY log
  )
)
SELECT log, CASE WHEN dense_rank() OVER (ORDER BY rubric = '', rubric) > 64 THEN ''
                 ELSE rubric END AS rubric
FROM named;

CREATE TEMP VIEW inspect_rubrics AS
SELECT r.rubric, m.metric, 1.0 AS weight, count(*) AS logs
FROM inspect_log_rubrics AS r
JOIN (SELECT DISTINCT log, metric FROM inspect_scores) AS m ON m.log = r.log
WHERE r.rubric <> ''
GROUP BY r.rubric, m.metric;

-- The rubrics as a YAML document in which every High floor is .75. A name in JSON quotes
-- is valid in YAML, too.
CREATE TEMP VIEW inspect_rubric_yaml AS
SELECT 'evaluation:' || char(10) || '  rubrics:'
       || coalesce(char(10) || group_concat(one, ''), ' {}' || char(10)) AS yaml
FROM (
  SELECT '    ' || json_quote(rubric) || ':' || char(10) || '      scores:' || char(10)
         || group_concat('        ' || json_quote(metric) || ': {high: 0.75}'
                         || char(10), '') AS one
  FROM (SELECT * FROM inspect_rubrics ORDER BY rubric, metric)
  GROUP BY rubric
);

-- A log without any score has no rubric. `passed` is NULL for its attempts.
CREATE TEMP VIEW inspect_verdicts AS
SELECT
  eval_id, test, attempt, task, model, outcome, score, rubric, evidence,
  CASE WHEN rubric = '' THEN 0
       WHEN rubric IS NOT NULL THEN rubric_pass(rubric, evidence) END AS passed,
  CASE WHEN rubric <> '' THEN rubric_index(rubric, evidence) END AS index_of_scores,
  CASE WHEN rubric IS NULL THEN 'no score'
       WHEN rubric = '' THEN 'no rubric can hold its metrics'
       ELSE json_extract(rubric_report(rubric, evidence), '$.reason') END AS reason,
  error, limited, input, log
FROM (
  SELECT a.*, r.rubric
  FROM inspect_attempts AS a LEFT JOIN inspect_log_rubrics AS r ON r.log = a.log
);

-- The rubric fails these attempts, although the mean of their scores is High.
CREATE TEMP VIEW inspect_masked_failures AS
SELECT eval_id, test, attempt, task, model, score, tier_of(score) AS tier, reason,
       evidence
FROM inspect_verdicts
WHERE NOT passed AND tier_meets(tier_of(score), 'High');

-- A log passes a test if every attempt passes. mean_index is the mean of index_of_scores
-- (the rubric's weighted mean of an attempt).
CREATE TEMP VIEW inspect_candidates AS
SELECT
  eval_id, test, task, model,
  count(*)                 AS attempts,
  sum(outcome = 'error')   AS errors,
  sum(passed)              AS passes,
  min(passed)              AS all_passed,
  mean_of(passed)          AS pass_rate,
  mean_of(score)           AS mean_score,
  mean_of(index_of_scores) AS mean_index,
  CASE WHEN count(DISTINCT reason) = 1 THEN max(reason)
       WHEN count(DISTINCT reason) > 1 THEN 'differs' END AS reason,
  max(input) AS input, log
FROM inspect_verdicts
GROUP BY log, test;

-- Treats the attempts of a test as the rounds of a run: after which attempt would the
-- stop policy have ended the run?
CREATE TEMP VIEW inspect_decisions AS
SELECT
  eval_id, test, task, model,
  json_extract(report, '$.action')         AS action,
  json_extract(report, '$.round')          AS stop_attempt,
  json_extract(report, '$.returned_round') AS returned_attempt,
  json_extract(report, '$.gate_passed')    AS passed,
  json_extract(report, '$.reason')         AS reason
FROM (SELECT eval_id, test, task, model,
             rubric_stop_report(rubric, attempt, evidence) AS report
      FROM inspect_verdicts WHERE rubric <> '' GROUP BY log, test);

-- A log that passes is better than one that fails. If both pass or both fail, the higher
-- mean_index is better. If the logs have the same mean_index, the log that is first in
-- inspect_logs is taken.
CREATE TEMP VIEW inspect_best AS
SELECT
  task, test,
  best_round(eval_id, log, all_passed, mean_index)    AS eval_id,
  best_round(model, log, all_passed, mean_index)      AS model,
  best_round(all_passed, log, all_passed, mean_index) AS all_passed,
  best_round(mean_index, log, all_passed, mean_index) AS mean_index,
  count(*)                                            AS candidates,
  coalesce(sum(all_passed), 0)                        AS passing_candidates
FROM inspect_candidates
GROUP BY task, test;

-- An attempt with an error passes only if its scores pass. pass_rate_judged leaves out
-- all attempts with errors.
CREATE TEMP VIEW inspect_pass_rates AS
SELECT
  eval_id, task, model,
  count(*)                  AS attempts,
  sum(outcome = 'error')    AS errors,
  sum(limited IS NOT NULL)  AS limits,
  mean_of(score)            AS mean_score,
  sum(passed)               AS passes,
  mean_of(passed)           AS pass_rate,
  mean_of(passed) FILTER (WHERE outcome <> 'error') AS pass_rate_judged,
  mean_of(index_of_scores)  AS mean_index,
  sum(NOT passed AND tier_meets(tier_of(score), 'High')) AS masked
FROM inspect_verdicts
GROUP BY log;

-- pass_at_k is the probability that at least one of k attempts passes, pass_hat_k that
-- all pass. Each is a mean over the tests that have at least k attempts.
CREATE TEMP VIEW inspect_pass_at_k AS
WITH RECURSIVE ks(k) AS (
  SELECT 1 UNION ALL SELECT k + 1 FROM ks
  WHERE k < (SELECT max(attempt) FROM inspect_attempts)
), judged AS (
  SELECT eval_id, task, model, test, passed, log FROM inspect_verdicts
)
SELECT eval_id, task, model, k, count(at_k) AS tests, mean_of(at_k) AS pass_at_k,
       mean_of(hat_k) AS pass_hat_k
FROM (SELECT eval_id, task, model, log, k, pass_at_k(passed, k) AS at_k,
             pass_hat_k(passed, k) AS hat_k
      FROM judged, ks GROUP BY log, k, test)
GROUP BY log, k
HAVING count(at_k) > 0;

-- This view has all pairs of logs of one task, which is a long list: name both logs in
-- your query. Tests are paired by the id of the sample. Each mean_index is compared to
-- 12 decimals (rule R9 in ext/REFERENCE.md).
CREATE TEMP VIEW inspect_changes AS
SELECT
  before_eval, after_eval, task, test,
  CASE WHEN attempts_before IS NULL THEN 'only after'
       WHEN attempts_after IS NULL THEN 'only before'
       WHEN other_input THEN 'other input'
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
    b.eval_id AS before_eval, e.eval_id AS after_eval, b.task, b.test,
    a.input IS NOT b.input AS other_input,
    b.attempts AS attempts_before, a.attempts AS attempts_after,
    b.pass_rate AS pass_rate_before, a.pass_rate AS pass_rate_after,
    b.mean_index AS index_before, a.mean_index AS index_after,
    b.mean_score AS score_before, a.mean_score AS score_after,
    b.reason AS reason_before, a.reason AS reason_after
  FROM inspect_candidates AS b
  JOIN inspect_evaluations AS e ON e.task = b.task AND e.eval_id <> b.eval_id
  LEFT JOIN inspect_candidates AS a ON a.eval_id = e.eval_id AND a.test = b.test
  UNION ALL
  SELECT
    e.eval_id, a.eval_id, a.task, a.test, NULL, NULL, a.attempts, NULL, a.pass_rate,
    NULL, a.mean_index, NULL, a.mean_score, NULL, a.reason
  FROM inspect_candidates AS a
  JOIN inspect_evaluations AS e ON e.task = a.task AND e.eval_id <> a.eval_id
  WHERE NOT EXISTS (
    SELECT 1 FROM inspect_attempts AS b
    WHERE b.eval_id = e.eval_id AND b.test = a.test)
);

CREATE TEMP VIEW evidence AS
SELECT a.eval_id || ' ' || json_quote(a.test) AS run_id, a.attempt AS round, r.rubric,
       a.evidence
FROM inspect_attempts AS a JOIN inspect_log_rubrics AS r ON r.log = a.log
WHERE r.rubric <> '';

CREATE TEMP VIEW inspect_state AS
SELECT
  logs, logs - coalesce(not_read, 0) AS read, attempts, errors, limits,
  CASE WHEN logs = 0 THEN 'no log: give a .eval or .json file, or a folder of them'
       WHEN logs = not_read THEN 'no log was read: SELECT file, problem FROM inspect_logs'
       WHEN not_read > 0 THEN 'logs were left out: SELECT file, problem FROM inspect_logs'
       WHEN attempts = 0 THEN 'no sample: the logs hold headers only'
       WHEN unfinished > 0
       THEN 'unfinished logs: SELECT eval_id, status FROM inspect_evaluations'
       WHEN without > 0 THEN 'logs without scores: inspect score adds them'
       ELSE 'ready' END AS note
FROM (
  SELECT
    (SELECT count(*) FROM inspect_logs) AS logs,
    (SELECT count(*) FROM inspect_logs WHERE problem IS NOT NULL) AS not_read,
    (SELECT count(*) FROM inspect_attempts) AS attempts,
    (SELECT count(*) FROM inspect_attempts WHERE outcome = 'error') AS errors,
    (SELECT count(*) FROM inspect_attempts WHERE limited IS NOT NULL) AS limits,
    (SELECT count(*) FROM inspect_evaluations WHERE status <> 'success') AS unfinished,
    (SELECT count(*) FROM inspect_evaluations WHERE metrics = 0) AS without
);
