-- Every function that takes scores and counts also takes evidence: one JSON object with
-- scores and counts by name. tests/property/evidence.c tests this with random evidence.

CREATE TABLE good(e);
INSERT INTO good VALUES ('{"coverage":0.95,"source_quality":0.9,"agreement":0.85,'
  || '"verification":0.8,"recency":0.75,"recent_sources":12,'
  || '"critical_contradictions":0}');

SELECT is_eq(gate_pass(e), 1, 'gate_pass') FROM good;
SELECT is_eq(gate_pass(e, 0.8, 10), 0, 'gate_pass with a floor and a count of its own')
FROM good;
SELECT is_eq(gate_report(e), gate_report(0.95, 0.9, 0.85, 0.8, 0.75, 12, 0),
             'gate_report') FROM good;
SELECT is_eq(gate_report(e, 0.8, 10),
             gate_report(0.95, 0.9, 0.85, 0.8, 0.75, 12, 0, 0.8, 10),
             'gate_report with a floor and a count of its own') FROM good;
SELECT is_eq(ci_score(e), ci_score(0.95, 0.9, 0.85, 0.8, 0.75), 'ci_score') FROM good;
SELECT is_eq(ci_score(e, '{"recency": 1}'), 0.75, 'ci_score, weights') FROM good;
SELECT is_eq(ci_score(e, 'equal', 'geometric'),
             ci_score(0.95, 0.9, 0.85, 0.8, 0.75, 'equal', 'geometric'),
             'ci_score, weights and method') FROM good;
CREATE TABLE r(round, e);
INSERT INTO r SELECT 1, json_set(e, '$.coverage', 0.5) FROM good;
INSERT INTO r SELECT 2, e FROM good;
INSERT INTO r SELECT 3, json_set(e, '$.critical_contradictions', 1) FROM good;
SELECT is_eq(best_round(round, e), 2, 'best_round') FROM r;
SELECT is_eq(stop_action(round, e), 'pass', 'stop_action') FROM r;
SELECT is_eq(stop_action(round, e, 1, 9, 0.8, 10), 'patience_stop', 'its own policy')
FROM (SELECT * FROM r UNION ALL SELECT 4, json_set(e, '$.coverage', 0.1) FROM good);
SELECT is_eq(stop_action(round, e, 1, 9, 0.8, 10), 'continue', 'an incomplete round')
FROM (SELECT * FROM r UNION ALL SELECT 4, '{"coverage":0.1}');
SELECT is_eq(stop_round(round, e), 2, 'stop_round') FROM r;
SELECT is_eq(stop_round(round, e, 1, 1, 0.8, 10), 1, 'its own policy') FROM r;
SELECT is_eq(json_extract(stop_report(round, e), '$.round', '$.returned_round'), '[2,2]',
             'stop_report') FROM r;
SELECT is_eq(json_extract(stop_report(round, e, 1, 1, 0.8, 10), '$.reason'),
             'low dimensions: coverage, recency; round limit reached', 'its own policy')
FROM r;
SELECT is_eq(round_acceptability(round, e), '{"1":0,"2":1,"3":0}', 'round_acceptability')
FROM r;
SELECT is_eq(round_acceptability(round, e, 10), '{"1":0,"2":1,"3":0}', 'samples') FROM r;
SELECT is_eq(round_acceptability(round, e, 10, 7), '{"1":0,"2":1,"3":0}', 'and a seed')
FROM r;
SELECT is_eq(json_extract(weight_stability(round, e), '$.winner', '$.runner_up'),
             '[2,null]', 'weight_stability: no other round passes') FROM r;
SELECT is_eq(json_extract(weight_stability(round, e, 'roc'), '$.winner'), 2,
             'with weights') FROM r;

-- Some values count as a score, others as missing. Each row puts one value into good
-- evidence; an SQL NULL in the first column leaves the score out.
CREATE TABLE datum(json, is_score);
INSERT INTO datum VALUES ('0.9', 1), ('1', 1), ('9e-1', 1), ('"0.9"', 1), ('" 0.9 "', 1),
  ('"\u0030.9"', 1), (NULL, 0), ('null', 0), ('true', 0), ('false', 0), ('"n/a"', 0),
  ('""', 0), ('9.5', 0), ('-1', 0), ('1e999', 0), ('"1e999"', 0),
  ('1.0000000000000002', 0),
  ('[0.9]', 0), ('{}', 0), ('{"recency":0.9}', 0), ('0.9,"recency":0.9', 0),
  ('0.9,"Recency":0.9', 0), ('0.9,"\u0072ecency":null', 0), ('0.9,"recenc":"\u0079"', 1);
CREATE VIEW replaced AS
SELECT json, is_score,
  '{"coverage":1,"source_quality":1,"agreement":1,"verification":1,"recent_sources":12,'
  || '"critical_contradictions":0' || coalesce(',"recency":' || json, '') || '}' AS e
FROM datum;
SELECT is_eq(gate_pass(e), is_score, 'a score? ' || coalesce(json, 'absent'))
FROM replaced;
SELECT is_eq(json_extract(gate_report(e), '$.missing', '$.reason'),
             CASE WHEN is_score THEN '[[],""]'
             ELSE '[["recency"],"missing: recency"]' END,
             'and missing by name: ' || coalesce(json, 'absent')) FROM replaced;
SELECT is_eq(ci_score(e, '{"recency":1}') > 0, is_score, 'missing is 0 in the index')
FROM replaced;

-- Counts are whole numbers >= 0.
SELECT is_eq(gate_pass(json_set(e, '$.recent_sources', json(column1))), column2,
             'sources ' || column1)
FROM good, (VALUES ('10', 1), ('12.0', 1), ('"12"', 1), ('1e300', 1), ('9', 0),
                   ('12.7', 0), ('"12.7"', 0), ('true', 0), ('null', 0), ('-12', 0));
SELECT is_eq(gate_pass(json_set(e, '$.critical_contradictions', json(column1))), column2,
             'contradictions ' || column1)
FROM good, (VALUES ('0', 1), ('0.0', 1), ('"0"', 1), ('1', 0), ('false', 0), ('null', 0),
                   ('""', 0), ('[]', 0), ('0.5', 0));

-- Evidence without a regression counts as evidence with a regression of 0. A regression
-- that cannot be read counts as missing.
SELECT is_eq(gate_pass(json_set(e, '$.regression', json(column1))), column2,
             'regression ' || column1)
FROM good, (VALUES ('0', 1), ('false', 1), ('0.0', 1), ('"0"', 1), ('1', 0), ('true', 0),
                   ('null', 0), ('"false"', 0), ('2', 0), ('{}', 0));
SELECT is_eq(json_extract(gate_report(json_set(e, '$.regression', json('null'))),
                          '$.missing', '$.reason'),
             '[["regression"],"missing: regression"]', 'and named') FROM good;
SELECT is_eq(gate_pass(json_set(e, '$.regression', 1), 0, 0), 0,
             'it is read with a floor in the call, too') FROM good;
SELECT is_eq(best_round(1, json_set(e, '$.regression', 1)), 1, 'and not by best_round')
FROM good;
SELECT is_eq(stop_action(1, json_set(e, '$.regression', 1)), 'pass',
             'the stop policy ignores it, too: it compares the indices itself') FROM good;

-- Names may be in upper or lower case and in any order, with other names between them.
SELECT is_eq(gate_pass('{"Critical_Contradictions":0,'
  || '"note":{"recency":null,"x":["]}",1]},'
  || '"RECENT_SOURCES":12,"recency":1,"\u0076erification":1,"agreement":1,'
  || '"source_quality":1,"COVERAGE":1}'), 1, 'any case and order');
SELECT is_eq(gate_pass((SELECT json_group_object(column1, column2) FROM (VALUES
  ('coverage', 1), ('source_quality', 0.8), ('agreement', 0.8), ('verification', 0.8),
  ('recency', 0.9), ('recent_sources', 12), ('critical_contradictions', 0)))), 1,
  'json_group_object makes evidence of a long table');

-- A value that is not a JSON object is data, not a mistake: all its evidence is missing.
CREATE TABLE none(e);
INSERT INTO none VALUES (NULL), (''), (' '), ('x'), ('null'), ('[]'), ('0.9'), (0.9), (1),
  ('[0.9,0.9,0.9,0.9,0.9,12,0]'), ('{}'), ('{'), (x'7b7d'), (zeroblob(9)), ('{}{}');
INSERT INTO none SELECT substr(e, 1, length(e) - 1) FROM good;
INSERT INTO none SELECT e || ',' FROM good;
INSERT INTO none SELECT e || char(0) FROM good;
INSERT INTO none SELECT CAST(e AS BLOB) FROM good;
INSERT INTO none SELECT replace(e, '12', '12,"x":"' || char(7) || '"') FROM good;
INSERT INTO none SELECT replace(e, '12', '12,"x":"' || CAST(x'ff' AS TEXT) || '"')
FROM good;
INSERT INTO none SELECT replace(e, '12', '12,"x":[1,]') FROM good;
INSERT INTO none SELECT replace(e, '12', '12,"x":' || printf('%.1000c', '[')
                                         || printf('%.1000c', ']')) FROM good;
SELECT is_eq(gate_pass(e), 0, 'no evidence: ' || quote(e)) FROM none;
SELECT is_eq(gate_report(e),
             gate_report(NULL, NULL, NULL, NULL, NULL, NULL, NULL), 'all missing')
FROM none;
SELECT is_eq(gate_pass(e, 0, 0), 0, 'under the least floors, too (R3)') FROM none;
SELECT is_eq(ci_score(e), 0.0, 'the index is 0') FROM none;
SELECT is_eq(best_round(1, e), 1, 'a round is one without evidence') FROM none GROUP BY e;
SELECT is_eq(stop_action(1, e), 'continue', 'which does not stop') FROM none GROUP BY e;
SELECT is_eq(best_round(NULL, e), NULL, 'a row without a round does not count') FROM good;

SELECT is_eq(gate_pass(replace(e, '12', '12,"x":"' || printf('%.1000000c', 'x') || '"')),
             1, 'a long text') FROM good;
SELECT is_eq(gate_pass(replace(e, '12', '12,"x":[' ||
                               replace(printf('%.200000c', '0'), '0', '[{}],') || '0]')),
             1, 'many brackets') FROM good;

-- Mistakes in the other arguments are errors, whatever the evidence is.
SELECT throws('SELECT gate_pass(''{}'', 75, 10)',
              'gate_pass: high, the second of (evidence, high, min_sources), must be '
              || 'a number in 0..1, got 75',
              'a floor off the scale');
SELECT throws('SELECT gate_report(NULL, 0.75, -1)',
              'gate_report: min_sources, the third of (evidence, high, min_sources), '
              || 'must be a whole number >= 0, got -1',
              'a negative count');
SELECT throws('SELECT gate_pass(1, 2, 3)',
              'gate_pass: high, the second of (evidence, high, min_sources), must be '
              || 'a number in 0..1, got 2',
              'three numbers: the error says what three arguments are');
SELECT throws('SELECT ci_score(''{}'', ''nope'')',
              'ci_score: weights must be one of '
              || (SELECT group_concat(strategy, ', ') FROM assay_weights)
              || ', got ''nope''', 'unknown weights');
SELECT throws('SELECT ci_score(''{}'', NULL, ''mean'')',
              'ci_score: method must be one of arithmetic, geometric, got ''mean''',
              'an unknown method');
SELECT throws('SELECT stop_action(1, NULL, 0, 4, 0.75, 10)',
              'stop_action: patience must be a whole number >= 1, got 0', 'no patience');
SELECT throws('SELECT round_acceptability(1, NULL, 0)',
              'round_acceptability: samples must be a whole number in 1..10000000, got 0',
              'no samples');
SELECT throws('SELECT weight_stability(1, NULL, ''[]'')',
              'weight_stability: weights must be 5 finite numbers >= 0 with a positive '
              || 'sum, got ''[]''', 'no weights');
SELECT throws('SELECT stop_action(column1, NULL, 1, column1, 0.75, 10)
               FROM (VALUES (1), (2))',
              'stop_action: max_rounds must be the same in every row of a group, '
              || 'got 1 and 2', 'a policy is the group''s');

SELECT is_eq(best_round(round, e) FILTER (WHERE round < 3), 2, 'filtered') FROM r;
SELECT results_eq('SELECT stop_action(round, e) OVER (ORDER BY round) FROM r',
                  'VALUES (''continue''), (''pass''), (''pass'')', 'as a window');
