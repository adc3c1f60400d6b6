-- Tests the views over evidence for rubrics: rubric_rounds, rubric_decisions,
-- rubric_best. They read the table `evidence`, or a view of that name, directly.
.read sql/views.sql

SELECT plan(13);

SELECT is_eq((SELECT count(*) FROM evidence), 0,
             'an empty table if there is no evidence');
SELECT is_eq((SELECT count(*) FROM rubric_rounds) + (SELECT count(*) FROM rubric_best)
  + (SELECT count(*) FROM rubric_decisions), 0, 'has no rows');

SELECT is_eq(assay_load_yaml('evaluation: {rubrics: {memo: {
  scores: {facts: {high: 0.7}, tone: {high: 0.8}}, at_most: {leaks: 0}, vetoes: [leaks]},
  one: {scores: {x: {high: 0.5}}}}}'), 8 + 2 + 4, 'two rubrics');
INSERT INTO evidence(run_id, round, rubric, evidence) VALUES
  ('a', 1, 'memo', '{"facts":0.6,"tone":0.9,"leaks":0}'),
  ('a', 2, 'memo', '{"facts":0.8,"tone":0.9,"leaks":1}'),
  ('a', 3, 'memo', '{"facts":1,"tone":1,"leaks":0}'),
  ('a', 1, 'one', '{"x":0.4}'), ('a', 2, 'one', '{"x":0.3}'),
  ('b', 1, 'memo', '{"facts":0.8,"tone":"n/a","leaks":0}'),
  ('b', 1, 'research', 'nothing');

SELECT results_eq('SELECT rubric, run_id, round, gate_passed, round(ci, 9), action,
    stop_round, reason FROM rubric_rounds ORDER BY rubric, run_id, round',
  'VALUES (''memo'', ''a'', 1, 0, 0.75, ''continue'', NULL, ''low dimensions: facts''),
    (''memo'', ''a'', 2, 0, 0.85, ''halt_contradiction'', 2, ''too many: leaks''),
    (''memo'', ''a'', 3, 1, 1.0, ''halt_contradiction'', 2, ''too many: leaks''),
    (''memo'', ''b'', 1, 0, 0.4, ''continue'', NULL, ''missing: tone''),
    (''one'', ''a'', 1, 0, 0.4, ''continue'', NULL, ''low dimensions: x''),
    (''one'', ''a'', 2, 0, 0.3, ''patience_stop'', 2,
     ''low dimensions: x; confidence regression detected''),
    (''research'', ''b'', 1, 0, 0.0, ''continue'', NULL, ''missing: coverage, ''
     || ''source_quality, agreement, verification, recency, recent_sources, ''
     || ''critical_contradictions'')', 'a row for each round of each rubric');
SELECT results_eq('SELECT gate FROM rubric_rounds WHERE rubric = ''one'' AND round = 1',
  'SELECT rubric_report(''one'', ''{"x":0.4}'')', 'with the report of its own round');
SELECT results_eq('SELECT rubric, run_id, action, stop_round, returned_round, gate_passed,
    round(ci, 9), rounds_used, rounds_run, regressions, reason FROM rubric_decisions
    WHERE rubric <> ''research'' ORDER BY rubric, run_id',
  'VALUES (''memo'', ''a'', ''halt_contradiction'', 2, 1, 0, 0.75, 2, 3, 0,
     ''too many: leaks''),
    (''memo'', ''b'', ''continue'', NULL, 1, 0, 0.4, 1, 1, 0, ''missing: tone''),
    (''one'', ''a'', ''patience_stop'', 2, 1, 0, 0.4, 2, 2, 1,
     ''low dimensions: x; confidence regression detected'')', 'a row for each run');
SELECT results_eq('SELECT gate FROM rubric_decisions WHERE (rubric, run_id) =
    (''memo'', ''a'')', 'SELECT gate FROM rubric_rounds WHERE (rubric, run_id, round) =
    (''memo'', ''a'', 1)', 'with the report of the round that it returns');
SELECT results_eq('SELECT rubric, run_id, best_round, gate_passed, round(ci, 9), rounds,
    passing_rounds FROM rubric_best ORDER BY rubric, run_id',
  'VALUES (''memo'', ''a'', 3, 1, 1.0, 3, 1), (''memo'', ''b'', 1, 0, 0.4, 1, 0),
    (''one'', ''a'', 1, 0, 0.4, 2, 0), (''research'', ''b'', 1, 0, 0.0, 1, 0)',
  'the best of all that ran');

UPDATE evidence SET evidence = '{"x":0.9}' WHERE rubric = 'one' AND round = 2;
SELECT results_eq('SELECT action, returned_round FROM rubric_decisions
  WHERE rubric = ''one''', 'VALUES (''pass'', 2)', 'a change is seen at once');

-- here `evidence` is a view over a user's own table, which has other columns
CREATE TABLE marks(job TEXT, attempt INT, metric TEXT, mark TEXT);
INSERT INTO marks VALUES ('j1', 1, 'x', '4'), ('j1', 2, 'x', '8'), ('j2', 1, 'x', '2');
CREATE TEMP VIEW evidence AS
  SELECT job AS run_id, attempt AS round, 'one' AS rubric,
         json_group_object(metric, score_of(mark, 10, 1)) AS evidence
  FROM marks GROUP BY job, attempt;
.read sql/attach.sql
SELECT results_eq('SELECT run_id, action, returned_round, round(ci, 3)
  FROM rubric_decisions ORDER BY run_id',
  'VALUES (''j1'', ''pass'', 2, 0.778), (''j2'', ''continue'', 1, 0.111)',
  'evidence mapped from marks');
SELECT is_eq((SELECT group_concat(best_round) FROM rubric_best), '2,1',
  'its best rounds');
DROP VIEW temp.evidence;

INSERT INTO evidence VALUES ('c', 1, 'mine', '{}');
SELECT throws('SELECT action FROM rubric_rounds',
  'rubric_stop_report: rubric must be one of research, memo, one, got ''mine''',
  'an unknown rubric is an error');
-- SQLite 3.31 applies `rubric = 'memo'` only to the view's result, so the view judges the
-- rows of every rubric first.
SELECT CASE WHEN sqlite_version() LIKE '3.31.%'
  THEN throws('SELECT count(*) FROM rubric_rounds WHERE rubric = ''memo''',
    'rubric_stop_report: rubric must be one of research, memo, one, got ''mine''',
    'which a condition on the rubric does not leave aside')
  ELSE is_eq((SELECT count(*) FROM rubric_rounds WHERE rubric = 'memo'), 4,
    'which a condition on the rubric leaves aside') END;
