-- Tests rubrics (rules R1, R3, R6 and R8). A rubric is a gate for your own scores and
-- counts. gate_pass() uses the built-in rubric `research`.

SELECT plan(62);

-- Before a load the table assay_rubrics lists only the built-in rubric. A read of this
-- table does not prevent a load.
SELECT is_eq((SELECT group_concat(part || ' ' || name, ', ') FROM assay_rubrics),
  'score coverage, score source_quality, score agreement, score verification, '
  || 'score recency, at_least recent_sources, at_most critical_contradictions',
  'research is built in');
SELECT is_eq((SELECT group_concat(DISTINCT rubric) FROM assay_rubrics), 'research',
  'and no other');

SELECT is_eq(assay_load_yaml('
evaluation:
  rubrics:
    Support:
      scores:
        tone: {high: 0.8}
        Facts: {high: 0.7, weight: 2}
      at_least: {answers: 3}
      at_most: {answers: 9, errors: 0}
    short: {scores: {x: {high: 0.5}}}
    twins: {scores: {rate: {high: 0.5}, rats: {high: 0.5}}}
'), 12 + 3 + 8, 'rubrics are loaded');

-- A load leaves out a rubric that has a mistake. A call that names this rubric fails, and
-- its message names the mistake and the line in the settings.
SELECT is_eq(assay_load_yaml('
evaluation:
  rubrics:
    mine:
      scores:
        tone: {high: 0.8, wieght: 2}
    other: {scores: {x: {high: 7}}}
    "a b": {scores: {x: {high: 0.5, weight: 0}}}
'), 0, 'rubrics that are left out');
SELECT throws('SELECT rubric_pass(''mine'', ''{}'')',
  'rubric_pass: rubric ''mine'' was left out: yaml:6: unknown key ''wieght''; '
  || 'did you mean weight?', 'an unknown key of it');
SELECT throws('SELECT rubric_index(''MINE'', ''{}'')',
  'rubric_index: rubric ''MINE'' was left out: yaml:6: unknown key ''wieght''; '
  || 'did you mean weight?', 'in any case');
SELECT throws('SELECT rubric_report(''other'', ''{}'')',
  'rubric_report: rubric ''other'' was left out: yaml:7: '
  || 'evaluation.rubrics.other.scores.x.high must be a number in 0..1, got 7',
  'a value that can''t be used');
SELECT throws('SELECT rubric_pass(''a b'', ''{}'')',
  'rubric_pass: rubric ''a b'' was left out: yaml:8: evaluation.rubrics."a b" must have '
  || 'scores whose weights have a finite sum of at least 2.2250738585072014e-308',
  'weights without a usable sum');
SELECT throws('SELECT rubric_pass(''min'', ''{}'')',
  'rubric_pass: rubric must be one of research, short, Support, twins, got ''min''',
  'another name is unknown');

SELECT is_eq(
  (SELECT group_concat(part || ' ' || name || ' ' || coalesce(elite || '/' || high || '/'
   || medium || '*' || weight, bound), ', ') FROM assay_rubrics WHERE rubric = 'Support'),
  'score Facts 0.9/0.7/0.5*2.0, score tone 0.9/0.8/0.5*1.0, at_least answers 3, '
  || 'at_most answers 9, at_most errors 0', 'the table has its parts');
SELECT is_eq((SELECT count(*) FROM assay_rubrics), 7 + 6 + 2,
  'a row for each part of all');
SELECT is_eq((SELECT value FROM assay_settings WHERE
   key = 'evaluation.rubrics.Support.scores.tone.elite'), 0.9,
  'the settings show a floor that follows the default');
SELECT is_eq((SELECT origin FROM assay_settings WHERE
   key = 'evaluation.rubrics.Support.at_most.errors'), 'yaml:9',
  'and where others are from');

SELECT ok(assay_settings_yaml() LIKE '%
    "twins": {scores: {"rate": {elite: 0.9, % weight: 1}, "rats": {% weight: 1}}}
%',
  'assay_settings_yaml() writes a rubric on one line');

CREATE TEMP TABLE good AS
  SELECT '{"tone": 0.8, "facts": 0.7, "answers": 3, "errors": 0}' AS j;
SELECT is_eq(rubric_pass('support', j), 1, 'all at their floors and bounds') FROM good;
SELECT is_eq(rubric_pass('SUPPORT', json_set(j, '$.answers', 9)), 1, 'in any case')
  FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.tone', 0.7999999)), 0, 'a low score')
  FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.answers', 2)), 0, 'too few') FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.answers', 10)), 0, 'too many')
  FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.errors', 1)), 0, 'too many') FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.facts', 1, '$.tone', 0.1)), 0,
  'nothing makes up for a failure') FROM good;

-- evidence with missing data does not pass, whatever makes the data missing (R3)
SELECT is_eq(rubric_pass('support', json_remove(j, '$.' || key)), 0, key
  || ' is not there')
  FROM good, json_each(j);
SELECT is_eq(rubric_pass('support', json_set(j, '$.' || key, NULL)), 0, key || ' is null')
  FROM good, json_each(j);
SELECT is_eq(rubric_pass('support', json_set(j, '$.tone', 80)), 0, 'a score above 1')
  FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.answers', 3.5)), 0, 'half an answer')
  FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.errors', json('false'))), 0,
  'false is no count') FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.tone', json('true'))), 0,
  'true is no score') FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.TONE', 0.9)), 0,
  'a name that occurs twice')
  FROM good;
SELECT is_eq(rubric_pass('support', json_set(j, '$.tone', '0.85')), 1, 'a number as text')
  FROM good;
SELECT is_eq(rubric_pass('support', NULL) || rubric_pass('support', 1)
  || rubric_pass('support', CAST(j AS BLOB)) || rubric_pass('support', '[' || j || ']')
  || rubric_pass('support', j || ' x') || rubric_pass('support', ''), '000000',
  'a value that is no object has no evidence') FROM good;

-- evidence may have the key `regression`, although the rubric does not name it
SELECT is_eq(group_concat(rubric_pass('support', json_set(j, '$.regression', r.value))),
  '1,0,0',
  'a regression of 0, 1 and null') FROM good, json_each('[0, 1, null]') AS r;
SELECT is_eq(rubric_pass('support', json_set(j, '$.regression', json('false'))), 1,
  'false means no regression') FROM good;

-- index
SELECT near(rubric_index('support', '{"tone": 0.4, "facts": 0.7}'), (0.4 + 2 * 0.7) / 3,
  1e-15,
  'the weighted mean');
SELECT near(rubric_index('support', '{"facts": 0.9}'), 0.6, 1e-15,
  'a missing score counts as 0');
SELECT is_eq(rubric_index('short', '{"x": 0.7}'), 0.7, 'of one score it is that score');

-- report
SELECT is_eq((SELECT group_concat(key) FROM json_each(rubric_report('support', j))),
  'gate_passed,all_dimensions_high,all_conditions_met,no_regression,failed_dimensions,'
  || 'failed_conditions,missing,unknown,reason,dimensions,conditions,ci_score,ci_role,'
  || 'scoring_engine',
  'keys in a fixed order') FROM good;
SELECT is_eq(json_extract(rubric_report('support', j), '$.reason'), '',
  'a pass has no reason')
  FROM good;
SELECT is_eq(json_extract(rubric_report('support',
  '{"tone": 0.75, "answers": 10, "errors": 2, "regression": 1}'), '$.reason'),
  'missing: Facts; low dimensions: tone; too many: answers, errors; '
  || 'confidence regression detected', 'failures, with missing numbers first');
SELECT is_eq(json_extract(rubric_report('support',
  '{"tone": 1, "facts": 1, "answers": 1, "errors": 0}'), '$.reason'),
  'too few: answers', 'a bound below');
SELECT is_eq(json_extract(rubric_report('support', '{"regression": "x"}'), '$.missing'),
  '["Facts","tone","answers","errors","regression"]', 'each name once');
SELECT is_eq(json_extract(rubric_report('support', '{"tone": 0.95}'),
  '$.dimensions.tone'),
  '{"score":0.95,"tier":"Elite","tier_rank":3,"gate_passed":true}',
  'a score and its tier');
SELECT is_eq(json_extract(rubric_report('support', '{"answers": 12}'),
  '$.conditions.at_most.answers'), '{"count":12,"bound":9,"gate_passed":false}',
  'a count and its greatest bound');
SELECT is_eq(json_extract(rubric_report('support', '{"answers": 12}'),
  '$.conditions.at_least'), '{"answers":{"count":12,"bound":3,"gate_passed":true}}',
  'a count and its least bound');
SELECT is_eq(json_extract(rubric_report('support', '{"answers": 12}'),
  '$.failed_conditions'),
  '["answers","errors"]', 'failed conditions');
SELECT is_eq(json_array(rubric_report('short', '{}')), '[' || rubric_report('short',
  '{}') || ']',
  'it nests (R6)');

SELECT is_eq(rubric_report('Research', '{"coverage": 0.9, "recent_sources": 12}'),
  gate_report(0.9, NULL, NULL, NULL, NULL, 12, NULL),
  'research gives the report of the gate');
SELECT is_eq(rubric_report('research', '{"coverage": 0.9, "regression": 1}'),
  gate_report(0.9, NULL, NULL, NULL, NULL, NULL, NULL, 1), '... with a regression');

SELECT throws('SELECT rubric_pass(''suport'', ''{}'')',
  'rubric_pass: rubric must be one of research, short, Support, twins, got ''suport''',
  'an unknown rubric');
SELECT throws('SELECT rubric_index(NULL, ''{}'')',
  'rubric_index: rubric must be one of research, short, Support, twins, got NULL',
  'no rubric');
SELECT throws('SELECT rubric_report(x''00'', ''{}'')',
  'rubric_report: rubric must be one of research, short, Support, twins, '
  || 'got a BLOB of 1 bytes',
  'a blob');
SELECT throws('SELECT assay_load_yaml(
  ''evaluation: {rubrics: {short: {scores: {x: {high: 0.4}}}}}'')',
  'assay_load_yaml: settings are in use on this connection; open a new one',
  'a rubric that has judged can''t change');
SELECT is_eq(rubric_pass(name, '{"x": 0.5}'), want, 'rubrics by row: ' || name)
  FROM (SELECT 'short' AS name, 1 AS want UNION ALL SELECT 'Support', 0
  UNION ALL SELECT 'research', 0);
SELECT is_eq(json_extract(rubric_report('support', '{"tne": 1, "facts": 1, "eror": 0,
                                        "coverage": 1}'), '$.unknown'),
  '["tne: tone?","eror: errors?","coverage"]', 'keys that the rubric does not read');
SELECT is_eq(json_extract(rubric_report('twins', '{"ratee": 1, "ratss": 1}'),
                          '$.unknown'),
  '["ratee: rate?","ratss: rats?"]', 'of two near names the nearer one is suggested');
