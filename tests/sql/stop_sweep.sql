-- stop_sweep: how many runs each action ends, for every policy of four lists.
CREATE TABLE r(run, round, c, n, x);
INSERT INTO r VALUES
  ('passes at once', 1, .80, 12, 0), ('passes at once', 2, .90, 12, 0),
  ('contradicted',   1, .60, 12, 0), ('contradicted',   2, .80, 12, 1),
  ('falls and rises', 1, .70, 12, 0), ('falls and rises', 2, .65, 12, 0),
  ('falls and rises', 3, .80, 12, 0),
  ('four rounds',    1, .60, 12, 0), ('four rounds',    2, .62, 12, 0),
  ('four rounds',    3, .62, 12, 0), ('four rounds',    4, .70, 12, 0),
  ('goes on',        1, .70, 12, 0),
  ('few sources',    1, .80, 9, 0);

CREATE TEMP TABLE swept AS SELECT * FROM stop_sweep_rows((
  SELECT stop_sweep(run, round, c, .8, .8, .8, .8, n, x, '[1, 2]', '[4, 2]',
                    '[0.75, 0.85]', '[10, 9]') FROM r));

SELECT results_eq('SELECT pass, halt_contradiction, patience_stop, max_rounds_stop,
                          continue, rounds_used, runs, rounds
                   FROM swept WHERE patience = 1 AND max_rounds = 4 AND high = 0.75
                     AND min_sources = 10',
  'VALUES (1, 1, 1, 1, 2, 11, 6, 13)', 'each run once, and the rounds up to its end');
SELECT results_eq('SELECT pass, halt_contradiction, patience_stop, max_rounds_stop,
                          continue, rounds_used
                   FROM swept WHERE patience = 2 AND max_rounds = 4 AND high = 0.75
                     AND min_sources = 9',
  'VALUES (3, 1, 0, 1, 1, 12)', 'more patience, fewer sources: two more pass');
SELECT results_eq('SELECT pass, halt_contradiction, patience_stop, max_rounds_stop,
                          continue, rounds_used
                   FROM swept WHERE patience = 1 AND max_rounds = 2 AND high = 0.85
                     AND min_sources = 10',
  'VALUES (0, 0, 1, 3, 2, 10)', 'no dimension reaches the floor: patience comes first');
SELECT results_eq('SELECT patience, max_rounds, high, min_sources FROM swept LIMIT 5',
  'VALUES (1, 4, 0.75, 10), (1, 4, 0.75, 9), (1, 4, 0.85, 10), (1, 4, 0.85, 9),
          (1, 2, 0.75, 10)', 'policies in the order of the lists');
SELECT is_eq((SELECT count(*) FROM swept), 16, 'each with each');

-- Of rounds with one number the worst comes first, as in stop_report: which one that is
-- depends on the gate.
CREATE TABLE twice(round, c, n, x);
INSERT INTO twice VALUES (1, .9, 12, 0), (1, .7, 12, 1), (1, .6, 3, 0), (2, .5, 12, 0);
SELECT is_eq(pass || halt_contradiction || patience_stop || max_rounds_stop
             || rounds_used,
             (SELECT (action = 'pass') || (action = 'halt_contradiction')
                     || (action = 'patience_stop') || (action = 'max_rounds') || rounds
              FROM stop_rows(report)), 'rounds of one number, high ' || high || ', '
             || min_sources || ' sources, bound ' || max_rounds)
FROM (SELECT w.*, (SELECT stop_report(round, c, 1, 1, 1, 1, n, x, w.patience,
                                      w.max_rounds, w.high, w.min_sources)
                   FROM twice) AS report
      FROM stop_sweep_rows((SELECT stop_sweep('one', round, c, 1, 1, 1, 1, n, x, 1,
                                              '[1, 2, 9]', '[0.5, 0.65, 0.8, 1]',
                                              '[0, 10]') FROM twice)) AS w);

-- Rows that do not count, and evidence as one object, whose regression no policy reads.
SELECT is_eq((SELECT max(runs) || max(rounds) FROM stop_sweep_rows((
                SELECT stop_sweep(column1, column2, '{}', 1, 1, 1, 1) FROM (VALUES
                  (1, 1), (NULL, 1), (1, NULL), (1.0, 2))))), '12',
             'a row without run or round is skipped whole');
SELECT is_eq((SELECT pass FROM stop_sweep_rows((
                SELECT stop_sweep(1, 1, '{"coverage":1,"source_quality":1,"agreement":1,'
                  || '"verification":1,"recency":1,"recent_sources":3,'
                  || '"critical_contradictions":0,"regression":true}', 1, 1, 1, 1)))), 1,
             'evidence');
SELECT is_eq((SELECT stop_sweep(run, round, '{}', 1, 1, 1, 1) FROM r WHERE 0), NULL,
             'a group without rounds is NULL');

SELECT throws('SELECT stop_sweep(1, 1, ''{}'', ' || lists || ')', 'stop_sweep: '
              || message, message)
FROM (
  SELECT '0, 4, 1, 1' AS lists,
         'patiences must be a whole number >= 1 or a JSON array of such, got 0' AS message
  UNION ALL SELECT '''[1, 0.5]'', 4, 1, 1',
         'patiences must be a whole number >= 1 or a JSON array of such, got ''[1, 0.5]'''
  UNION ALL SELECT '1, ''[]'', 1, 1',
         'max_rounds must be a whole number >= 1 or a JSON array of such, got ''[]'''
  UNION ALL SELECT '1, 4, ''high'', 1',
         'highs must be a number in 0..1 or a JSON array of such, got ''high'''
  UNION ALL SELECT '1, 4, 1, NULL',
         'min_sources must be a whole number >= 0 or a JSON array of such, got NULL');
SELECT throws('SELECT stop_sweep(1, 1, ''{}'', many, many, many, 1) FROM (SELECT
                 ''[1'' || replace(hex(zeroblob(62)), ''00'', '',1'') || '']'' AS many)',
  'stop_sweep: patiences, max_rounds, highs and min_sources must make at most 250000 '
  || 'policies, got 1', 'not more policies than 250000');
SELECT throws('SELECT stop_sweep(1, 1, ''{}'', 1, column1, 1, 1)
               FROM (VALUES (4), (''[4, 5]''))',
  'stop_sweep: max_rounds must be the same in every row of a group, got [4] and [4,5]',
  'lists of one group do not differ');
SELECT throws('SELECT stop_sweep(1, 1, ''{}'', 1, 4, 1, column1) FROM (VALUES (4), (3))',
  'stop_sweep: min_sources must be the same in every row of a group, got [3] and [4]',
  'the last of them neither');
