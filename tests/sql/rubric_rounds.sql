-- Tests the functions that judge several rounds by your own dimensions: best round, stop
-- policy, weights and judges (rules R1, R3, R5 and R8). tests/property/rubric.c compares
-- `research` with the gate.

SELECT plan(49);

SELECT is_eq(assay_load_yaml('
evaluation:
  deep_research: {max_rounds: 3}
  rubrics:
    memo:
      scores:
        facts: {high: 0.7, weight: 2}
        tone: {high: 0.8}
      at_least: {answers: 3}
      at_most: {leaks: 0, slips: 2, typos: 1}
      vetoes: [leaks, slips]
    seven:
      scores: {a: {high: 0.5}, b: {high: 0.5}, c: {high: 0.5}, d: {high: 0.5},
               e: {high: 0.5}, f: {high: 0.5}, g: {high: 0.5}, h: {high: 0.5}}
    one: {scores: {x: {high: 0.5}}}
    bad: {scores: {x: {high: 0.5}}, at_most: {n: 0}, vetoes: [m]}
'), 8 + 4 + 2 + 8 * 4 + 4 + 1, 'rubrics are loaded');
SELECT is_eq((SELECT group_concat(name || ' ' || veto, ', ') FROM assay_rubrics
              WHERE rubric = 'memo' AND veto IS NOT NULL),
  'leaks 1, slips 1, typos 0', 'the table shows the vetoes');
SELECT is_eq((SELECT veto FROM assay_rubrics WHERE (rubric, part) =
              ('research', 'at_most')), 1, 'research has one');
SELECT is_eq((SELECT origin FROM assay_settings
              WHERE key = 'evaluation.rubrics.memo.vetoes.leaks'), 'yaml:11',
  'a veto has an origin');

CREATE TEMP TABLE t(run, round, facts, tone, answers, leaks, slips, typos);
INSERT INTO t VALUES
  ('passes',      1, 0.6, 0.8, 3, 0, 0, 0), ('passes',      2, 0.7, 0.8, 3, 0, 2, 1),
  ('passes',      3, 0.9, 0.9, 9, 0, 0, 0),
  ('halts',       1, 0.6, 0.8, 3, 0, 0, 0), ('halts',       2, 0.9, 0.8, 3, 1, 0, 0),
  ('halts both',  1, 0.9, 0.8, 3, 1, 3, 0),
  ('uncounted',   1, 0.9, 0.8, 3, NULL, 3, 0),
  ('none counted',1, 0.9, 0.8, 3, NULL, 0, 0),
  ('typos only',  1, 0.9, 0.8, 3, 0, 0, 2),
  ('typos, too',  1, 0.9, 0.8, 3, 1, 0, 2),
  ('falls',       1, 0.6, 0.6, 3, 0, 0, 0), ('falls',       2, 0.6, 0.5, 3, 0, 0, 0),
  ('a hole',      1, 0.6, 0.6, 3, 0, 0, 0), ('a hole',      2, 0.6, NULL, 3, 0, 0, 0),
  ('three',       1, 0.4, 0.6, 3, 0, 0, 0), ('three',       2, 0.5, 0.6, 3, 0, 0, 0),
  ('three',       3, 0.5, 0.7, 2, 0, 0, 0), ('three',       4, 0.9, 0.9, 3, 0, 0, 0);
CREATE TEMP VIEW e AS SELECT run, round, json_object('facts', facts, 'tone', tone,
  'answers', answers, 'leaks', leaks, 'slips', slips, 'typos', typos) AS j FROM t;

SELECT is_eq(group_concat(run || ' ' || action, ', '),
  'a hole continue, falls patience_stop, halts halt_contradiction, '
  || 'halts both halt_contradiction, none counted continue, passes pass, '
  || 'three max_rounds, typos only continue, typos, too continue, '
  || 'uncounted halt_contradiction', 'the decision of each run')
  FROM (SELECT run, rubric_stop_action('Memo', round, j) AS action FROM e
        GROUP BY run ORDER BY run);
SELECT is_eq(group_concat(run || ' ' || at, ', '),
  'falls 2, halts 2, halts both 1, passes 2, three 3, uncounted 1', 'and at which round')
  FROM (SELECT run, rubric_stop_round('memo', round, j) AS at FROM e GROUP BY run
        ORDER BY run) WHERE at IS NOT NULL;
SELECT is_eq(rubric_stop_report('memo', round, j),
  '{"action":"halt_contradiction","round":2,"returned_round":1,"gate_passed":false,'
  || '"ci_score":0.6666666666666666,"rounds":2,"regressions":0,'
  || '"reason":"too many: leaks"}', 'a halt returns the round before')
  FROM e WHERE run = 'halts';
SELECT is_eq(json_extract(rubric_stop_report('memo', round, j), '$.reason'),
  'missing: leaks; too many: slips', 'a broken veto, and a veto whose number is missing')
  FROM e WHERE run = 'uncounted';
SELECT is_eq(json_extract(rubric_stop_report('memo', round, j), '$.reason'),
  'low dimensions: facts, tone; confidence regression detected', 'a regression')
  FROM e WHERE run = 'falls';
SELECT is_eq(json_extract(rubric_stop_report('memo', round, j), '$.reason'),
  'low dimensions: facts, tone; too few: answers; round limit reached', 'the limit')
  FROM e WHERE run = 'three';
SELECT is_eq(rubric_stop_action('memo', round, j, 2, 9), 'continue', 'more patience')
  FROM e WHERE run = 'falls';
SELECT is_eq(rubric_stop_round('memo', round, j, 1, 2), 2, 'fewer rounds')
  FROM e WHERE run = 'three';
SELECT is_eq(json_extract(rubric_stop_report('memo', round, j, 9, 9), '$.action'), 'pass',
  'a policy of the call') FROM e WHERE run = 'three';
SELECT is_eq(group_concat(action, ', '), 'continue, pass, pass',
  'the decision after each round') FROM (
  SELECT rubric_stop_action('memo', round, j) OVER (ORDER BY round) AS action
  FROM e WHERE run = 'passes' ORDER BY round);

SELECT is_eq(group_concat(run || ' ' || best, ', '),
  'a hole 1, falls 1, halts 2, passes 3, three 4', 'the best round of all that ran')
  FROM (SELECT run, rubric_best_round('memo', round, j) AS best FROM e GROUP BY run
        HAVING count(*) > 1 ORDER BY run);
SELECT is_eq(rubric_best_round('memo', NULL, '{}'), NULL,
  'a row without a round does not count');
SELECT is_eq((SELECT rubric_best_round('memo', round, j) FROM e WHERE 0), NULL,
  'an empty group');
SELECT is_eq(typeof(rubric_best_round('memo', 1.5, '{}')), 'real',
  'a round keeps its type');

-- The stop policy ignores a regression, and evidence that the rubric does not name.
SELECT is_eq(rubric_stop_action('one', 1, '{"x":1,"y":0,"regression":1}'), 'pass',
  'neither other keys nor a regression');
SELECT is_eq(rubric_best_round('one', column1, column2), 2,
  'a value that is no object does not count')
  FROM (VALUES (1, 'x'), (2, '{"x":0.1}'), (3, x'7b7d'), (4, NULL));

-- Tests which round ranks first under other weights of the rubric's dimensions.
SELECT is_eq(rubric_acceptability('memo', column1, column2), '{"1":0,"2":1}',
  'a round that is better in all')
  FROM (VALUES (1, '{"facts":0.1,"tone":0.1}'), (2, '{"facts":0.2,"tone":0.2}'));
SELECT near(json_extract(rubric_acceptability('memo', column1, column2), '$.a'), 0.5,
  0.02, 'two dimensions, each better in one')
  FROM (VALUES ('a', '{"facts":0.1,"tone":0.2}'), ('b', '{"facts":0.2,"tone":0.1}'));
SELECT near(json_extract(rubric_acceptability('seven', column1, column2, 20000, 1),
  '$.a'), 1.0 / 8, 0.01, 'eight dimensions: a weight that is the greatest of all')
  FROM (VALUES ('a', '{"a":0.4}'), ('b', '{"b":0.4}'), ('c', '{"c":0.4}'),
    ('d', '{"d":0.4}'), ('e', '{"e":0.4}'), ('f', '{"f":0.4}'), ('g', '{"g":0.4}'),
    ('h', '{"h":0.4}'));
SELECT is_eq(rubric_acceptability('one', column1, column2, 1), '{"1":0,"2":1,"3":0}',
  'one dimension has one weighting')
  FROM (VALUES (1, '{"x":0.1}'), (2, '{"x":0.2}'), (3, '{"x":0.2}'));
SELECT is_eq(rubric_acceptability('one', column1, column2, 1), '{"1":1,"2":0}',
  'a round that passes wins')
  FROM (VALUES (1, '{"x":0.6}'), (2, '{"x":0.4}'));
SELECT is_eq(rubric_stability('memo', column1, column2),
  '{"winner":1,"runner_up":2,"margin":0.10000000000000003,"intervals":'
  || '{"facts":[0.5,1],"tone":[0,0.5]}}', 'around the weights of the rubric')
  FROM (VALUES (1, '{"facts":0.6,"tone":0.3}'), (2, '{"facts":0.3,"tone":0.6}'));
SELECT is_eq(rubric_stability('one', column1, column2),
  '{"winner":2,"runner_up":1,"margin":0.1,"intervals":{"x":[0,1]}}', 'of one dimension')
  FROM (VALUES (1, '{"x":0.1}'), (2, '{"x":0.2}'));

-- rubric_confidence draws judges at random. The judges of a draw count as one judge, with
-- the mean of their scores and the worst of their counts.
SELECT is_eq(rubric_confidence('memo', column1, json_object('facts', column2, 'tone', 0.9,
  'answers', column3, 'leaks', 0, 'slips', column4, 'typos', 0)), 0.75,
  'a quarter of the draws takes the low score twice')
  FROM (VALUES ('ann', 0.6, 3, 0), ('bob', 0.9, 4, 1));
SELECT is_eq(rubric_confidence('memo', column1, json_object('facts', column2, 'tone', 0.9,
  'answers', column3, 'leaks', 0, 'slips', column4, 'typos', 0)), 0.25,
  'the fewest and the most count') FROM (VALUES ('ann', 0.9, 2, 0), ('bob', 0.9, 4, 1));
SELECT is_eq(rubric_confidence('seven', column1, json_object('a', 1, 'b', 1, 'c', 1,
  'd', 1, 'e', 1, 'f', 1, 'g', 1, 'h', column2)), 0.25, 'eight dimensions')
  FROM (VALUES ('ann', 0.9), ('bob', 0.0));
SELECT is_eq(rubric_confidence('memo', 1, '{"facts":1}'), NULL, 'one cluster');
SELECT is_eq(rubric_confidence('memo', column1, '{"answers":3}'), NULL,
  'judges without a score do not count') FROM (VALUES (1), (2));

-- A window frame takes its rubric only from rows that are still in it. In the second
-- query below, the frames' rubric has one dimension, then eight, then one again.
CREATE TEMP TABLE mixed AS SELECT column1 AS place, column2 AS rubric, column3 AS j
  FROM (VALUES (1, 'one', '{"x":0.1}'), (2, 'one', '{"x":0.4}'),
    (3, 'seven', '{"a":0.3}'), (4, 'seven', '{"h":0.4}'),
    (5, 'one', '{"x":0.2}'), (6, 'one', '{"x":0.2}'));
SELECT is_eq((SELECT group_concat(best) FROM (
    SELECT place, rubric_best_round(rubric, place, j) OVER (PARTITION BY rubric
      ORDER BY place ROWS 1 PRECEDING) AS best FROM mixed ORDER BY place)),
  '1,2,3,4,2,5', 'each frame has one rubric');
SELECT is_eq((SELECT group_concat(winner) FROM (
    SELECT place, json_extract(rubric_stability(rubric, place, j) OVER (ORDER BY
      CASE place WHEN 1 THEN 10 WHEN 2 THEN 11 WHEN 3 THEN 20 WHEN 4 THEN 21
      ELSE 25 + place END RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING), '$.winner')
      AS winner     FROM mixed ORDER BY place)),
  '2,2,4,4,5,5', 'a rubric of one dimension, then one of eight, and back');

-- mistakes in the call (R1)
SELECT throws('SELECT rubric_best_round(''mem'', 1, ''{}'')',
  'rubric_best_round: rubric must be one of research, memo, one, seven, got ''mem''',
  'an unknown rubric');
SELECT throws('SELECT rubric_stop_action(NULL, 1, ''{}'')',
  'rubric_stop_action: rubric must be one of research, memo, one, seven, got NULL',
  'no rubric');
SELECT throws('SELECT rubric_stop_report(''bad'', 1, ''{}'')',
  'rubric_stop_report: rubric ''bad'' was left out: yaml:16: '
  || 'evaluation.rubrics.bad.vetoes.m must be the name of an at_most condition',
  'a rubric that was left out');
SELECT throws('SELECT rubric_acceptability(''bad'', 1, ''{}'')',
  'rubric_acceptability: rubric ''bad'' was left out: yaml:16: '
  || 'evaluation.rubrics.bad.vetoes.m must be the name of an at_most condition',
  'in every aggregate');
SELECT is_eq(rubric_best_round('mem', NULL, '{}'), NULL,
  'a row that is skipped is skipped whole (R5)');
SELECT is_eq(rubric_acceptability('mem', NULL, '{}'), NULL, '... of weightings');
SELECT is_eq(rubric_stability('mem', NULL, '{}'), NULL, '... of weights');
SELECT is_eq(rubric_stop_report('mem', NULL, '{}', 0, 0), NULL, '... and of a policy');
SELECT throws('SELECT rubric_best_round(column1, 1, ''{}'') '
  || 'FROM (VALUES (''one''), (''memo''))',
  'rubric_best_round: rubric must be the same in every row of a group, '
  || 'got ''memo'' and ''one''',
  'two rubrics in a group');
SELECT is_eq(rubric_best_round(column1, 1, '{}'), 1, 'names in any case are one (R8)')
  FROM (VALUES ('one'), ('ONE'));
SELECT throws('SELECT rubric_stop_round(''one'', 1, ''{}'', 0, 4)',
  'rubric_stop_round: patience must be a whole number >= 1, got 0', 'no patience');
SELECT throws('SELECT rubric_stop_round(''one'', 1, ''{}'', 1, ''x'')',
  'rubric_stop_round: max_rounds must be a whole number >= 1, got ''x''', 'no limit');
SELECT throws('SELECT rubric_stop_round(''one'', 1, ''{}'', 1)',
  'wrong number of arguments to function rubric_stop_round()', 'both or none');
SELECT throws('SELECT rubric_acceptability(''one'', 1, ''{}'', 0)',
  'rubric_acceptability: samples must be a whole number in 1..10000000, got 0',
  'no samples');
SELECT throws('SELECT rubric_confidence(''two'', 1, ''{}'')',
  'rubric_confidence: rubric must be one of research, memo, one, seven, got ''two''',
  'judges of an unknown rubric');
