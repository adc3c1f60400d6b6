-- Tests weight_stability: how far can each weight move before another round is the best?
-- tests/unit/stability.c tests these intervals of weights.
SELECT plan(38);

CREATE TABLE r(round, gate, c, s, a, v, t);
INSERT INTO r VALUES (1, 1, .75, .5, .5, .5, .25), (2, 1, .5, .5, .5, .5, .75), (3, 0, 1,
  1, 1, 1, 1);
CREATE VIEW equal_weights AS
SELECT weight_stability(round, gate, c, s, a, v, t, 'equal') AS j FROM r;

-- With equal weights, round 2 leads by .05. If one weight t moves, the others share 1 -
-- t. If t is the weight of coverage, round 1 leads above t = 1/3, where (1 - t) / 4 * .5
-- = t * .25. If t is the weight of recency, round 1 leads below t = 1/9, where t * .5 =
-- (1 - t) / 4 * .25.
SELECT is_eq((SELECT json_extract(j, '$.winner') FROM equal_weights), 2,
  'the winner, with its type');
SELECT is_eq((SELECT json_extract(j, '$.runner_up') FROM equal_weights), 1,
  'the next best of its gate class');
SELECT near((SELECT json_extract(j, '$.margin') FROM equal_weights), .05, 1e-15,
  'the difference of their indices');
SELECT is_eq((SELECT group_concat(key) FROM equal_weights, json_each(j, '$.intervals')),
  'coverage,source_quality,agreement,verification,recency',
    'an interval for each dimension, in order');
SELECT is_eq((SELECT group_concat(key) FROM equal_weights, json_each(j)),
  'winner,runner_up,margin,intervals',
  'keys stand in a fixed order (rule R6)');
SELECT near((SELECT json_extract(j, '$.intervals.coverage[1]') FROM equal_weights),
  1.0 / 3, 1e-15,
  'by hand: coverage up to 1/3');
SELECT near((SELECT json_extract(j, '$.intervals.recency[0]') FROM equal_weights),
  1.0 / 9, 1e-15,
  'recency down to 1/9');
SELECT is_eq((SELECT json_extract(j, '$.intervals.agreement') FROM equal_weights),
  '[0,1]',
  'no weight of agreement makes a difference');

-- Just outside an interval of weights, best_round must choose another round.
CREATE TABLE weights(name, w);
INSERT INTO weights VALUES
  ('just inside', json_array(1 / 3.0 - 1e-9, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0)),
  ('just outside', json_array(1 / 3.0 + 1e-9, 1 / 6.0, 1 / 6.0, 1 / 6.0, 1 / 6.0));
SELECT results_eq(
  'SELECT name, best_round(round, gate, ci_score(c, s, a, v, t, w))
   FROM weights, r GROUP BY w',
  'VALUES (''just inside'', 2), (''just outside'', 1)', 'best_round flips at the end');
SELECT results_eq(
  'SELECT name,
     json_extract(weight_stability(round, gate, c, s, a, v, t, w), ''$.winner'')
   FROM weights, r GROUP BY w', 'VALUES (''just inside'', 2), (''just outside'', 1)',
  'and so does the winner');

-- Which rounds compete.
SELECT is_eq((SELECT json_extract(weight_stability(column1, column2, .5, .5, .5, .5,
  column3), '$.winner')
              FROM (VALUES (1, 0, 1), (2, 1, .1), (3, NULL, 1), (4, 'yes', 1))), 2,
  'passing beats failing, a gate that is not 1 has not passed');
SELECT is_eq((SELECT weight_stability(column1, column2, .5, .5, .5, .5, column3)
              FROM (VALUES (1, 0, 1), (2, 1, .1))),
  '{"winner":2,"runner_up":null,"margin":null,"intervals":' ||
  '{"coverage":[0,1],"source_quality":[0,1],' ||
  '"agreement":[0,1],"verification":[0,1],"recency":[0,1]}}',
    'nothing competes: no runner-up, no end');
SELECT is_eq((SELECT json_extract(weight_stability(column1, 1, .5, .5, .5, .5, .5),
  '$.winner')
              FROM (VALUES (2), (1), (3))), 1, 'of equal rounds the earlier one wins');
SELECT is_eq((SELECT json_extract(weight_stability(column1, 1, .5, .5, .5, .5, .5),
  '$.runner_up')
              FROM (VALUES (2), (1), (3))), 2, 'and the next one is the runner-up');
SELECT is_eq((SELECT group_concat(json_extract(weight_stability, '$.runner_up')) FROM (
    SELECT weight_stability(column1, 1, .5, .5, .5, .5, column2) AS weight_stability
    FROM (SELECT 0 AS o, 1 AS column1, .9 AS column2 UNION ALL SELECT 0, 2, .1
      UNION ALL SELECT 0, 3, .5
          UNION ALL SELECT 1, 2, .1 UNION ALL SELECT 1, 3, .5 UNION ALL SELECT 1, 1, .9)
            GROUP BY o)),
  '3,3', 'the runner-up is the second best, whatever the order of rows');
SELECT is_eq((SELECT json_extract(weight_stability(column1, 1, .5, .5, .5, .5, .5),
  '$.intervals.coverage')
              FROM (VALUES (2), (1), (3))), '[0,1]',
                'rounds that are the same never change places');
SELECT is_eq((SELECT json_extract(weight_stability(column1, 1, column2, .5, .5, .5, .5),
  '$.winner')
              FROM (VALUES (1, 'n/a'), (2, .1), (3, 7), (4, NULL))), 2,
                'a missing score counts as 0');
SELECT is_eq((SELECT json_extract(weight_stability(column1, 1, .5, .5, .5, .5, column2),
  '$.winner')
              FROM (VALUES (NULL, .9), (1, .5))), 1, 'a NULL round is skipped');
SELECT is_eq((SELECT weight_stability(round, gate, c, s, a, v, t) FROM r WHERE 0), NULL,
  'an empty group gives NULL (rule R5)');
SELECT is_eq((SELECT weight_stability(NULL, 1, 1, 1, 1, 1, 1)), NULL,
  'so does one without a round');
SELECT results_eq(
  'SELECT json_type(weight_stability(column1, 1, 1, 1, 1, 1, 1), ''$.winner'')
   FROM (VALUES (1), (1.5), (''a"b''), (x''00ff''), (9e999)) GROUP BY column1 ORDER BY 1',
  'VALUES (''integer''), (''real''), (''real''), (''text''), (''text'')',
    'a round of any type');
SELECT is_eq((SELECT json_extract(weight_stability(x'00ff', 1, 1, 1, 1, 1, 1),
  '$.winner')), 'x''00ff''',
  'a BLOB as its literal, as stop_report writes it');
SELECT is_eq((SELECT json_extract(weight_stability(-9e999, 1, 1, 1, 1, 1, 1),
  '$.winner')), -9e999,
  'an infinity as the number that SQLite reads back as one');

-- Weights.
SELECT is_eq((SELECT weight_stability(round, gate, c, s, a, v, t) FROM r),
             (SELECT weight_stability(round, gate, c, s, a, v, t, NULL) FROM r),
               'NULL: the default strategy');
SELECT is_eq((SELECT weight_stability(round, gate, c, s, a, v, t) FROM r),
             (SELECT weight_stability(round, gate, c, s, a, v, t, 'Proposed') FROM r),
               'which is the proposed one');
SELECT near((SELECT json_extract(weight_stability(round, gate, c, s, a, v, t,
  '[3, 3, 3, 3, 3]'),
                                 '$.intervals.coverage[1]') FROM r), 1.0 / 3, 1e-15,
  'ends are shares: a common factor of the weights changes nothing');
SELECT is_eq((SELECT json_extract(weight_stability(round, gate, c, s, a, v, t,
  '{"coverage": 2}'), '$.winner')
              FROM r), 1, 'coverage alone');
SELECT near((SELECT json_extract(weight_stability(round, gate, c, s, a, v, t,
  '{"coverage": 2}'),
                                 '$.intervals.coverage[0]') FROM r), 1.0 / 3, 1e-15,
  'the others, which weigh 0, then take equal parts');
SELECT is_eq((SELECT json_type(json_object('x', weight_stability(1, 1, 1, 1, 1, 1, 1)),
  '$.x')), 'object',
  'the result nests as JSON (rule R6)');

-- All rows of a window frame have the same weights; two frames may have different ones
-- (rule R5).
SELECT is_eq(group_concat(x, ' '), '1 2',
             'frames that share no row may differ in weights')
FROM (SELECT json_extract(weight_stability(column1, 1, 1, 1, 1, 1, 1, column2)
                            OVER (ORDER BY column1
                                  ROWS BETWEEN CURRENT ROW AND CURRENT ROW),
                          '$.winner') AS x
      FROM (VALUES (1, 'equal'), (2, 'roc')));

SELECT throws('SELECT weight_stability(1, 1, 1, 1, 1, 1, 1, ''best'')',
  'weight_stability: weights must be one of '
  || (SELECT group_concat(strategy, ', ') FROM assay_weights) || ', got ''best''',
  'an unknown strategy');
SELECT throws('SELECT weight_stability(1, 1, 1, 1, 1, 1, 1, ''[0, 0, 0, 0, 0]'')',
  'weight_stability: weights must be 5 finite numbers >= 0 with a positive sum, got %',
    'weights that sum to 0');
SELECT throws('SELECT weight_stability(1, 1, 1, 1, 1, 1, 1, ''[0, 0, 0, 0, 1e-310]'')',
  'weight_stability: weights must have a sum of at least 2.2250738585072014e-308, got %',
    'or to too little to divide by');
SELECT throws('SELECT weight_stability(1, 1, 1, 1, 1, 1, 1, 3)',
  '%must be 5 finite numbers%', 'a number');
SELECT throws('SELECT weight_stability(1, 1, 1, 1, 1, 1, 1, column1)
               FROM (VALUES (''[1, 1, 1, 1, 0.5]''), (''[1, 0.1, 1, 1, 2]''))',
  'weight_stability: weights must be the same in every row of a group, '
    || 'got [1,0.1,1,1,2] and [1,1,1,1,0.5]', 'two kinds of weights');
SELECT is_eq(group_concat(json_extract(s, '$.winner'), ' '), '1 1 11 11',
             'weights may differ from frame to frame')
FROM (SELECT weight_stability(column1, 1, column2, 0.5, 0.5, 0.5, 1 - column2, column3)
               OVER (ORDER BY column1 RANGE BETWEEN 1 PRECEDING AND 0 PRECEDING) AS s
      FROM (VALUES (1, 0.9, '{"coverage": 1}'), (2, 0.1, '{"coverage": 1}'),
                   (11, 0.1, '{"recency": 1}'), (12, 0.9, '{"recency": 1}')));
SELECT throws('SELECT weight_stability(1, 1, 1, 1, 1, 1)', '%wrong number of arguments%',
  'six arguments');
SELECT throws('SELECT weight_stability(1, 1, 1, 1, 1, 1, 1, ''equal'', 1)',
  '%wrong number%', 'nine');
