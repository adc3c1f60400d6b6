-- Tests sql/adapters/promptfoo.sql with rare data. The tables are like those of
-- promptfoo, a tool that tests prompts. tests/adapters/promptfoo.py uses a database that
-- promptfoo wrote.

CREATE TABLE evals(id TEXT PRIMARY KEY, created_at INTEGER, description TEXT);
CREATE TABLE eval_results(
  id TEXT, eval_id TEXT, prompt_idx INT, test_idx INT, test_case TEXT, prompt TEXT,
  provider TEXT, latency_ms INT, cost REAL, error TEXT, success INT, score REAL,
  named_scores TEXT, failure_reason INT);
INSERT INTO evals VALUES
  ('e1', 1767225600000, 'old'), ('e2', '2026-02-03 10:00:00', 'new'),
  ('e3', 1767225600000, 'without results');

.read sql/adapters/promptfoo.sql
.read sql/adapters/promptfoo.sql

SELECT results_eq('SELECT results, note FROM promptfoo_state',
  'VALUES (0, ''no result: evaluations of an older promptfoo, or unfinished'')',
  'evaluations without results');
SELECT results_eq('SELECT count(*) FROM promptfoo_rubrics', 'VALUES (0)', 'no rubrics');
SELECT is_eq((SELECT yaml FROM promptfoo_rubric_yaml),
             'evaluation:' || char(10) || '  rubrics: {}' || char(10),
             'and a document without any');

-- The results with prompt_idx 0 have a provider as plain text, and a prompt without
-- label. The results with prompt_idx 1 have labels for both. Test 4 repeats test 0.
CREATE TABLE said(eval_id, prompt_idx, test_idx, test_case, score, named_scores, reason);
INSERT INTO said VALUES
  ('e1', 0, 0, 'a', .8, '{"x":0.9,"y":0.75}', 0),
  ('e1', 1, 0, 'a', .8, '{"x":1,"y":0.6}', 0),
  ('e1', 0, 4, 'a', .8, '{"x":0.9,"y":0.75}', 0),
  ('e1', 1, 4, 'a', .8, '{"x":1,"y":0.9,"":1}', 0),
  ('e1', 0, 1, 'b', .5, '{"X":1,"Y":1}', 1),
  ('e1', 1, 1, 'b', .9, '{"x":1,"X":1,"y":1}', 0),
  ('e1', 0, 2, 'c', 1, NULL, 0),
  ('e1', 1, 2, 'c', 0, '{}', 2),
  ('e1', 0, 3, 'd', 1, 'not JSON', 0),
  ('e1', 1, 3, 'd', 1, '[1]', 0),
  ('e2', 0, 0, 'a', .8, '{"x":0.9,"y":0.75}', 0),
  ('e2', 1, 0, 'a', .8, '{"x":1,"y":1}', 0),
  ('e2', 0, 1, 'b', .5, '{"X":1,"Y":0.2}', 1),
  ('e2', 0, 2, 'c', 1, '{}', 1);

CREATE TABLE cases(name, test_case);
INSERT INTO cases VALUES
  ('a', '{"description":"a","vars":{"q":1},"assert":[{"type":"equals","metric":"x"},
          {"type":"equals","metric":"y","weight":2}]}'),
  ('b', '{"vars":{"q":"b"},"assert":[{"type":"equals","metric":"X","weight":0.1},
          {"type":"equals","metric":"x","weight":0.2},
          {"type":"assert-set","assert":[{"type":"equals","metric":"Y"}]},
          {"type":"equals","metric":"none","weight":0},
          {"type":"equals","metric":"minus","weight":-1},{"type":"equals","metric":""},
          {"type":"equals","config":{"metric":"no assertion"}},
          {"type":"equals","metric":"{{q}} of it"}]}'),
  ('c', '{"description":"","vars":{"q":"c"}}'),
  ('d', 'not JSON');
INSERT INTO eval_results
SELECT s.eval_id || s.prompt_idx || s.test_idx, s.eval_id, s.prompt_idx, s.test_idx,
       c.test_case,
       CASE s.prompt_idx WHEN 0 THEN 'Raw {{q}}'
            ELSE '{"raw":"R","label":"labelled"}' END,
       CASE s.prompt_idx WHEN 0 THEN 'openai:x'
            ELSE '{"id":"openai:y","label":"mine"}' END,
       5, 0, CASE s.reason WHEN 2 THEN 'broken' END, s.reason = 0, s.score,
       s.named_scores, s.reason
FROM said AS s JOIN cases AS c ON c.name = s.test_case;

SELECT results_eq(
  'SELECT eval_id, created_at, tests, candidates, attempts, successes, failures, errors
   FROM promptfoo_evaluations ORDER BY eval_id',
  'VALUES (''e1'', ''2026-01-01 00:00:00'', 4, 2, 10, 8, 1, 1),
          (''e2'', ''2026-02-03 10:00:00'', 3, 2, 4, 2, 2, 0),
          (''e3'', ''2026-01-01 00:00:00'', 0, 0, 0, 0, 0, 0)',
  'evaluations: a time in milliseconds or as text, tests counted once');
SELECT results_eq(
  'SELECT DISTINCT prompt_idx, prompt, provider FROM promptfoo_attempts ORDER BY 1',
  'VALUES (0, ''Raw {{q}}'', ''openai:x''), (1, ''labelled'', ''mine'')',
  'a label names prompt and provider, else their text does');
SELECT results_eq(
  'SELECT test, test_name, test_idx, attempt FROM promptfoo_attempts
   WHERE eval_id = ''e1'' AND prompt_idx = 0 ORDER BY test_idx',
  'VALUES (0, ''a'', 0, 1), (1, ''{"q":"b"}'', 1, 1), (2, ''{"q":"c"}'', 2, 1),
          (3, ''{}'', 3, 1), (0, ''a'', 4, 2)',
  'a test is named by its description, else its variables; a repetition is an attempt');

-- Rubrics.
SELECT results_eq(
  'SELECT test, metric, weight FROM promptfoo_test_metrics WHERE eval_id = ''e1''
   ORDER BY 1, 2',
  'VALUES (0, ''x'', ''1''), (0, ''y'', ''2''), (1, ''minus'', ''0''),
          (1, ''none'', ''0''), (1, ''x'', ''0.3''),
          (1, ''y'', ''1'')',
  'metrics of assertions, sets of them and results, in one case, weights added');
SELECT results_eq(
  'SELECT DISTINCT test, rubric FROM promptfoo_test_rubrics WHERE eval_id = ''e1''
   ORDER BY test',
  'VALUES (0, ''x + 2 y''), (1, ''0.3 x + y'')',
  'a rubric''s name lists its metrics and weights, without metrics of weight 0');
SELECT results_eq(
  'SELECT rubric, metric, weight, tests FROM promptfoo_rubrics ORDER BY 1, 2',
  'VALUES (''0.3 x + y'', ''x'', 0.3, 2), (''0.3 x + y'', ''y'', 1.0, 2),
          (''x + 2 y'', ''x'', 1.0, 2), (''x + 2 y'', ''y'', 2.0, 2)',
  'a rubric''s weights are numbers, and its tests are counted');
SELECT is_eq((SELECT yaml FROM promptfoo_rubric_yaml),
'evaluation:
  rubrics:
    "0.3 x + y":
      scores:
        "x": {high: 0.75, weight: 0.3}
        "y": {high: 0.75, weight: 1}
    "x + 2 y":
      scores:
        "x": {high: 0.75, weight: 1}
        "y": {high: 0.75, weight: 2}
', 'the rubrics as YAML');

-- Test 7 gets a rubric: it has 64 metrics, with names too long for one error message.
-- Test 8 (65 metrics) and test 9 (a name of 256 bytes) get no rubric.
CREATE TABLE many AS
WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 74)
SELECT i, '{"type":"equals","metric":"a long \"name\": of a metric, number ' || i || '"}'
       AS assertion
FROM n;
INSERT INTO eval_results
SELECT 'long' || test, 'e3', 0, test, '{"assert":[' || assertions || ']}', 'p', 'q', 0, 0,
       NULL, 1, 1, '{}', 0
FROM (SELECT 7 AS test, group_concat(assertion) AS assertions FROM many WHERE i < 74
      UNION ALL SELECT 8, group_concat(assertion) FROM many
      UNION ALL SELECT 9, '{"type":"equals","metric":"' || hex(zeroblob(128)) || '"}');
SELECT results_eq('SELECT test, rubric FROM promptfoo_test_rubrics
                   WHERE eval_id = ''e3''',
                  'VALUES (7, ''e3 test 7''), (8, ''''), (9, '''')',
                  '64 metrics make a long name; 65, or one of 256 bytes, no rubric');
SELECT ok((SELECT assay_load_yaml(yaml, 'strict') FROM promptfoo_rubric_yaml) > 0,
          'and loads with the others, strictly');
SELECT results_eq('SELECT rubric, name, weight FROM assay_rubrics
                   WHERE rubric LIKE ''%x + %'' ORDER BY 1, 2',
  'VALUES (''0.3 x + y'', ''x'', 0.3), (''0.3 x + y'', ''y'', 1.0),
          (''x + 2 y'', ''x'', 1.0), (''x + 2 y'', ''y'', 2.0)',
          'with the weights in its name');
SELECT results_eq('SELECT passed, substr(reason, 1, 36)
                   FROM promptfoo_verdicts WHERE eval_id = ''e3'' ORDER BY test',
  'VALUES (0, ''missing: a long "name": of a metric,''),
          (0, ''no rubric can hold its metrics''),
          (0, ''no rubric can hold its metrics'')',
                  'a result without its metrics or without a rubric fails');

-- Verdicts come from the rubric if the test has one, otherwise from promptfoo.
SELECT results_eq(
  'SELECT test, prompt_idx, attempt, judged_by, passed, round(index_of_scores, 4), reason
   FROM promptfoo_verdicts WHERE eval_id = ''e1'' ORDER BY 1, 2, 3',
  'VALUES (0, 0, 1, ''rubric'', 1, 0.8, ''''), (0, 0, 2, ''rubric'', 1, 0.8, ''''),
          (0, 1, 1, ''rubric'', 0, 0.7333, ''low dimensions: y''),
          (0, 1, 2, ''rubric'', 1, 0.9333, ''''),
          (1, 0, 1, ''rubric'', 1, 1.0, ''''),
          (1, 1, 1, ''rubric'', 0, 0.7692, ''missing: x''),
          (2, 0, 1, ''promptfoo'', 1, 1.0, NULL), (2, 1, 1, ''promptfoo'', 0, 0.0, NULL),
          (3, 0, 1, ''promptfoo'', 1, 1.0, NULL), (3, 1, 1, ''promptfoo'', 1, 1.0, NULL)',
  'a metric that occurs twice is missing; text that is no JSON object aborts nothing');
SELECT results_eq(
  'SELECT test, prompt_idx, attempt, metric, missing FROM promptfoo_scores
   WHERE eval_id = ''e1'' AND missing IS NOT NULL
     AND metric NOT IN (''none'', ''minus'')',
  'VALUES (1, 1, 1, ''x'', ''null'')', 'and its score says so');
SELECT results_eq(
  'SELECT test, prompt_idx, attempt, success, tier FROM promptfoo_masked_failures
   WHERE eval_id = ''e1'' ORDER BY 1, 2',
  'VALUES (0, 1, 1, 1, ''High''), (1, 1, 1, 1, ''Elite'')', 'masked failures');
SELECT results_eq('SELECT count(*) FROM promptfoo_masked_failures WHERE eval_id = ''e2''',
  'VALUES (0)', 'a failure of a High score without metrics is not masked by them');
SELECT results_eq(
  'SELECT prompt_idx, attempts, passes, all_passed, round(mean_index, 4)
   FROM promptfoo_candidates WHERE eval_id = ''e1'' AND test = 0 ORDER BY 1',
  'VALUES (0, 2, 2, 1, 0.8), (1, 2, 1, 0, 0.8333)',
  'a candidate passes where all of its attempts do');
SELECT results_eq(
  'SELECT test, prompt_idx, provider, all_passed, candidates, passing_candidates
   FROM promptfoo_best WHERE eval_id = ''e1'' ORDER BY 1',
  'VALUES (0, 0, ''openai:x'', 1, 2, 1), (1, 0, ''openai:x'', 1, 2, 1),
          (2, 0, ''openai:x'', 1, 2, 1), (3, 0, ''openai:x'', 1, 2, 2)',
  'the best passes, though its mean index may be lower; of equals it is the first');
SELECT results_eq(
  'SELECT prompt_idx, attempts, successes, failures, errors, success_rate,
          success_rate_judged, passes, pass_rate, masked
   FROM promptfoo_pass_rates WHERE eval_id = ''e1'' ORDER BY 1',
  'VALUES (0, 5, 4, 1, 0, 0.8, 0.8, 5, 1.0, 0), (1, 5, 4, 0, 1, 0.8, 1.0, 2, 0.4, 2)',
  'pass rates with and without errors');
SELECT results_eq(
  'SELECT prompt_idx, metric, results, absent, mean FROM promptfoo_metric_means
   WHERE eval_id = ''e2'' AND metric IN (''x'', ''y'') ORDER BY 1, 2',
  'VALUES (0, ''x'', 2, 0, (SELECT mean_of(column1, column2)
                          FROM (VALUES (0.9, 1), (1, 0.3)))),
          (0, ''y'', 2, 0, (SELECT mean_of(column1, column2)
                          FROM (VALUES (0.75, 2), (0.2, 1)))),
          (1, ''x'', 1, 0, 1.0), (1, ''y'', 1, 0, 1.0)', 'means of metrics by weight');
SELECT results_eq(
  'SELECT test_name, prompt, change, pass_rate_before, pass_rate_after, reason_before,
          reason_after
   FROM promptfoo_changes WHERE before_eval = ''e1'' AND after_eval = ''e2''
   ORDER BY 1, 2',
  'VALUES (''a'', ''Raw {{q}}'', ''same'', 1.0, 1.0, '''', ''''),
          (''a'', ''labelled'', ''passes more'', 0.5, 1.0, ''differs'', ''''),
          (''{"q":"b"}'', ''Raw {{q}}'', ''passes less'', 1.0, 0.0, '''',
           ''low dimensions: y''),
          (''{"q":"b"}'', ''labelled'', ''only before'', 0.0, NULL, ''missing: x'', NULL),
          (''{"q":"c"}'', ''Raw {{q}}'', ''passes less'', 1.0, 0.0, NULL, NULL),
          (''{"q":"c"}'', ''labelled'', ''only before'', 0.0, NULL, NULL, NULL),
          (''{}'', ''Raw {{q}}'', ''only before'', 1.0, NULL, NULL, NULL),
          (''{}'', ''labelled'', ''only before'', 1.0, NULL, NULL, NULL)',
  'the changes between two evaluations');
SELECT results_eq(
  'SELECT count(*), sum(change = ''only after'') FROM promptfoo_changes
   WHERE before_eval = ''e2'' AND after_eval = ''e1''', 'VALUES (8, 4)',
  'and the other way round');
SELECT results_eq('SELECT count(*) FROM promptfoo_changes WHERE before_eval = after_eval',
                  'VALUES (0)', 'an evaluation is not compared with itself');

SAVEPOINT twins;
INSERT INTO eval_results
SELECT e || p, e, i, 9, '{"description":"twins"}', 'p', p, 5, 0, NULL, s, s, '{}', 1 - s
FROM (SELECT column1 AS e, column2 AS i, column3 AS p, column4 AS s FROM (VALUES
  ('e1', 0, 'one', 0), ('e1', 1, 'two', 1), ('e2', 0, 'one', 1), ('e2', 1, 'two', 0)));
SELECT results_eq(
  'SELECT provider, change FROM promptfoo_changes WHERE before_eval = ''e1''
     AND after_eval = ''e2'' AND test_name = ''twins'' ORDER BY 1, 2',
  'VALUES (''one'', ''passes more''), (''two'', ''passes less'')',
  'each provider is compared with itself');
-- Adds two results of new prompts. promptfoo did not judge the first. It says that the
-- second fails, although its mean is High.
INSERT INTO eval_results
SELECT 'z' || p, 'e2', 0, t, test_case, p, 'one', 5, 0, NULL, success, .8, scores, 1
FROM (SELECT column1 AS p, column2 AS t, column3 AS test_case, column4 AS success,
             column5 AS scores FROM (VALUES
  ('new', 9, '{"description":"twins"}', NULL, '{}'),
  ('high', 10, (SELECT test_case FROM cases WHERE name = 'a'), 0, '{"x":1,"y":0.7}')));
SELECT results_eq(
  'SELECT prompt, change FROM promptfoo_changes WHERE before_eval = ''e1''
     AND after_eval = ''e2'' AND test_name = ''twins'' AND provider = ''one''
   ORDER BY 1',
  'VALUES (''new'', ''only after''), (''p'', ''passes more'')', 'and each prompt');
SELECT results_eq(
  'SELECT success, passed FROM promptfoo_verdicts WHERE eval_id = ''e2''
     AND prompt = ''new''', 'VALUES (NULL, 0)',
  'a result without a rubric and without promptfoo''s verdict fails');
SELECT results_eq(
  'SELECT prompt, success, tier, reason FROM promptfoo_masked_failures
   WHERE eval_id = ''e2''', 'VALUES (''high'', 0, ''High'', ''low dimensions: y'')',
  'a High mean can mask a failure that promptfoo reports, too');
SELECT results_eq('SELECT sum(masked) FROM promptfoo_pass_rates WHERE eval_id = ''e2''',
                  'VALUES (0)', 'which its pass rates do not count as masked');
ROLLBACK TO twins;
RELEASE twins;

-- The rubric views also read these results. A run is a test, and its rounds are the
-- results.
.read sql/attach.sql
SELECT results_eq('SELECT round, result, gate_passed FROM rubric_rounds AS r
    JOIN evidence AS e USING (run_id, round) WHERE run_id = ''e1 test 0'' ORDER BY round',
  'SELECT row_number() OVER (ORDER BY v.prompt_idx, v.attempt), a.id, passed
   FROM promptfoo_verdicts AS v
   JOIN promptfoo_attempts AS a USING (eval_id, test, prompt_idx, attempt)
   WHERE (eval_id, test) = (''e1'', 0) ORDER BY 1', 'results as rounds of a test');
SELECT results_eq('SELECT best_round, passing_rounds FROM rubric_best
    WHERE run_id = ''e1 test 0''', 'VALUES (4, 3)', 'and the best of them');
WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < 169)
INSERT INTO eval_results(id, eval_id, prompt_idx, test_idx, test_case, named_scores)
SELECT i, 'e3', 0, i, '{"vars":{"q":' || i || '}}', '{"m' || i || '":1}' FROM n;
SELECT results_eq('SELECT count(DISTINCT rubric) FILTER (WHERE rubric <> ''''),
    count(DISTINCT test) > 70 FROM promptfoo_test_rubrics', 'VALUES (64, 1)',
  'settings hold 64 rubrics');
DELETE FROM eval_results WHERE test_idx >= 100;
.read sql/detach.sql
UPDATE eval_results SET named_scores = '{"x":0.3,"y":0.3}'
WHERE eval_id = 'e1' AND test_idx IN (0, 4) AND prompt_idx = 0;
UPDATE eval_results SET named_scores = '{"x":0.30000000000000004,"y":0.30000000000000004}'
WHERE eval_id = 'e2' AND test_idx = 0 AND prompt_idx = 0;
SELECT results_eq('SELECT index_after > index_before, change FROM promptfoo_changes
                   WHERE before_eval = ''e1'' AND after_eval = ''e2''
                     AND test_name = ''a'' AND prompt = ''Raw {{q}}''',
                  'VALUES (1, ''same'')', 'indices are compared to 12 decimals (R9)');
SELECT results_eq('SELECT evaluations, results, errors, without_metrics, note
                   FROM promptfoo_state',
  'VALUES (3, 17, 1, 5, ''results without a metric are judged by promptfoo alone'')',
  'promptfoo_state counts the results');
DELETE FROM eval_results WHERE eval_id = 'e3' OR json_valid(test_case)
  AND json_extract(test_case, '$.assert') IS NOT NULL;
SELECT is_eq((SELECT note FROM promptfoo_state),
             'no metric: name some in your assertions (metric: coverage)',
             'and what is missing');
DELETE FROM eval_results;
DELETE FROM evals;
SELECT is_eq((SELECT note FROM promptfoo_state),
             'no evaluation: run promptfoo eval, or open another promptfoo.db',
             'an empty file says what to do');
SELECT results_eq('SELECT count(*) FROM temp.sqlite_master WHERE type <> ''view''',
                  'VALUES (0)', 'the script leaves only views');
SELECT results_eq('SELECT count(*) FROM main.sqlite_master WHERE type = ''view''',
                  'VALUES (0)', 'and none in the file');
