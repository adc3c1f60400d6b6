-- gate_sweep: how many runs have a round that passes, for every gate of two lists.
CREATE TABLE r(run, c, s, a, v, t, n, x);
INSERT INTO r VALUES
  ('a', .8, .9, .9, .9, .9, 12, 0), ('a', .9, .9, .9, .9, .9, 6, 0),
  ('b', .7, .9, .9, .9, .9, 30, 0), ('b', .95, .95, .95, .95, .95, 30, 1);

SELECT is_eq((SELECT gate_sweep(run, c, s, a, v, t, n, x, '[0.7, 0.8, 0.9]', '[10, 5]')
              FROM r),
  '{"runs":2,"rounds":4,"columns":["high","min_sources","passing_runs"],"rows":'
  || '[[0.7,10,2],[0.7,5,2],[0.8,10,1],[0.8,5,1],[0.9,10,0],[0.9,5,1]]}',
  'a run passes by any of its rounds, but by one alone; gates in the order given');
SELECT is_eq((SELECT gate_sweep(run, c, s, a, v, t, n, x, '[0.7, 0.8, 0.9]', '[10, 5]')
              FROM (SELECT * FROM r ORDER BY n, c LIMIT -1)),
             (SELECT gate_sweep(run, c, s, a, v, t, n, x, '[0.7, 0.8, 0.9]', '[10, 5]')
              FROM r), 'in any order of rows');
SELECT is_eq((SELECT group_concat(passing_runs) FROM gate_sweep_rows((
                SELECT gate_sweep(run, c, s, a, v, t, n, x, '[0.7, 0.7]', '[5, 5]')
                FROM r))), '2,2,2,2', 'a floor that is given twice is answered twice');

-- One number is a list of one; a text that is a number is that number.
SELECT is_eq((SELECT gate_sweep(run, c, s, a, v, t, n, x, high, least) FROM r),
             (SELECT gate_sweep(run, c, s, a, v, t, n, x, '[0.8]', '[5]') FROM r),
             'one number: ' || quote(high) || ' and ' || quote(least))
FROM (SELECT 0.8 AS high, 5 AS least UNION ALL SELECT '0.8', '5' UNION ALL
      SELECT ' [ "0.8" ] ', ' 5.0 ' UNION ALL SELECT '[8e-1]', '["5"]');

-- Rows that do not count, and data that are missing.
INSERT INTO r VALUES (NULL, 1, 1, 1, 1, 1, 99, 0);
SELECT is_eq((SELECT max(runs) || ' ' || max(rounds) FROM gate_sweep_rows((
                SELECT gate_sweep(run, c, s, a, v, t, n, x, 0, 0) FROM r))), '2 4',
             'a row whose run is NULL is skipped whole');
SELECT is_eq((SELECT passing_runs FROM gate_sweep_rows((
                SELECT gate_sweep(column1, c, 1, 1, 1, 1, n, x, 0, 0)
                FROM (VALUES (1))))), passes,
             'at floors of 0: ' || quote(c) || ', ' || quote(n) || ', ' || quote(x))
FROM (SELECT 0 AS c, 0 AS n, 0 AS x, 1 AS passes UNION ALL SELECT NULL, 9, 0, 0
      UNION ALL SELECT 'n/a', 9, 0, 0 UNION ALL SELECT 1.5, 9, 0, 0
      UNION ALL SELECT 1, 'many', 0, 0 UNION ALL SELECT 1, NULL, 0, 0
      UNION ALL SELECT 1, 2.5, 0, 0 UNION ALL SELECT 1, -1, 0, 0
      UNION ALL SELECT 1, 9, NULL, 0 UNION ALL SELECT 1, 9, 'none', 0
      UNION ALL SELECT 1, 9, 1, 0 UNION ALL SELECT '0.5', '9', '0', 1
      UNION ALL SELECT -0.0, -0.0, -0.0, 1);
SELECT is_eq((SELECT gate_sweep(run, c, s, a, v, t, n, x, 0, 0) FROM r WHERE 0), NULL,
             'a group without rounds is NULL');
SELECT is_eq((SELECT max(runs) FROM gate_sweep_rows((
                SELECT gate_sweep(column1, 1, 1, 1, 1, 1, 9, 0, 1, 9) FROM (VALUES
                  (1), (1.0), ('1'), (x'31'), (1), ('1'), (2))))), 4,
             'runs are the same as GROUP BY has it');

-- Evidence as one object, with its regression, as gate_pass reads it.
SELECT is_eq((SELECT group_concat(passing_runs) FROM gate_sweep_rows((
                SELECT gate_sweep(1, column1, '[0.5, 0.7]', '[3, 4]') FROM (VALUES (
                  '{"coverage":1,"source_quality":1,"agreement":0.6,"verification":1,'
                  || '"recency":1,"recent_sources":3,"critical_contradictions":0'
                  || more || '}'))))), answer, 'evidence' || more)
FROM (SELECT '' AS more, '1,0,0,0' AS answer UNION ALL
      SELECT ',"regression":false', '1,0,0,0' UNION ALL
      SELECT ',"regression":true', '0,0,0,0');
SELECT is_eq((SELECT passing_runs FROM gate_sweep_rows((
                SELECT gate_sweep(1, 'no object', 0, 0)))), 0,
             'what is no object passes none');

-- Mistakes in the call.
SELECT throws('SELECT gate_sweep(1, 1, 1, 1, 1, 1, 9, 0, ' || high || ', ' || least
              || ')',
              'gate_sweep: ' || message, message)
FROM (
  SELECT 'NULL' AS high, '1' AS least,
         'highs must be a number in 0..1 or a JSON array of such, got NULL' AS message
  UNION ALL SELECT '1.5', '1',
         'highs must be a number in 0..1 or a JSON array of such, got 1.5'
  UNION ALL SELECT '''[]''', '1',
         'highs must be a number in 0..1 or a JSON array of such, got ''[]'''
  UNION ALL SELECT '''[0.5,]''', '1',
         'highs must be a number in 0..1 or a JSON array of such, got ''[0.5,]'''
  UNION ALL SELECT '''[0.5] 1''', '1',
         'highs must be a number in 0..1 or a JSON array of such, got ''[0.5] 1'''
  UNION ALL SELECT '''[0.5''', '1',
         'highs must be a number in 0..1 or a JSON array of such, got ''[0.5'''
  UNION ALL SELECT '''[true]''', '1',
         'highs must be a number in 0..1 or a JSON array of such, got ''[true]'''
  UNION ALL SELECT '''["a"]''', '1',
         'highs must be a number in 0..1 or a JSON array of such, got ''["a"]'''
  UNION ALL SELECT 'x''5b315d''', '1',
         'highs must be a number in 0..1 or a JSON array of such, got a BLOB of 3 bytes'
  UNION ALL SELECT '1', '''[1, 2.5]''',
         'min_sources must be a whole number >= 0 or a JSON array of such, got '
         || '''[1, 2.5]'''
  UNION ALL SELECT '1', '-1',
         'min_sources must be a whole number >= 0 or a JSON array of such, got -1');
SELECT throws('SELECT gate_sweep(1, 1, 1, 1, 1, 1, 9, 0, highs, counts) FROM (SELECT
                 ''[0'' || replace(hex(zeroblob(250)), ''00'', '',0'') || '']'' AS highs,
                 ''[7'' || replace(hex(zeroblob(997)), ''00'', '',7'') || '']''
                   AS counts)',
              'gate_sweep: highs and min_sources must make at most 250000 gates, got %',
              'not more gates than 250000');
SELECT throws('SELECT gate_sweep(1, 1, 1, 1, 1, 1, 9, 0,
                 ''[0'' || replace(hex(zeroblob(250000)), ''00'', '',0'') || '']'', 1)',
              'gate_sweep: highs must be at most 250000 numbers, got %',
              'nor numbers in one list');
SELECT throws('SELECT gate_sweep(1, 1, 1, 1, 1, 1, 9, 0, column1, 1)
               FROM (VALUES (''[0.5]''), (''[0.5, 0.6]''))',
  'gate_sweep: highs must be the same in every row of a group, got [0.5] and [0.5,0.6]',
  'lists of one group do not differ');
SELECT throws('SELECT gate_sweep(1, 1, 1, 1, 1, 1, 9, 0, 1, column1)
               FROM (VALUES (5), (''[7, 5]''), (5))',
  'gate_sweep: min_sources must be the same in every row of a group, got [5] and [7,5]',
  'of either kind');
SELECT is_eq((SELECT max(rounds) FROM gate_sweep_rows((
                SELECT gate_sweep(1, 1, 1, 1, 1, 1, 9, 0, column1, 1)
                FROM (VALUES (0.5), ('[0.5]'), ('[0.50]'), (' 5e-1 '))))), 4,
             'but in how they are written');
