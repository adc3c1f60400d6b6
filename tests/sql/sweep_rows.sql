-- Sweeps as rows: gate_sweep_rows, stop_sweep_rows.
CREATE TABLE answer(name, json);
INSERT INTO answer VALUES
  ('gate', (SELECT gate_sweep(column1, 1, 1, 1, 1, column2, 9, 0, '[0.1, 1]', '[0, 9]')
            FROM (VALUES ('a', 0.3), ('b', 1)))),
  ('stop', (SELECT stop_sweep(column1, 1, 1, 1, 1, 1, column2, 9, 0, 1, '[1, 9]',
                              '[0.1, 1]', 9) FROM (VALUES ('a', 0.3), ('b', 1))));

SELECT results_eq('SELECT t.* FROM answer AS w, gate_sweep_rows(w.json) AS t
                   WHERE name = ''gate''',
  'VALUES (0.1, 0, 2, 2, 2), (0.1, 9, 2, 2, 2), (1.0, 0, 1, 2, 2), (1.0, 9, 1, 2, 2)',
  'a row for each gate');
SELECT results_eq('SELECT t.* FROM answer AS w, stop_sweep_rows(w.json) AS t
                   WHERE name = ''stop''',
  'VALUES (1, 1, 0.1, 9, 2, 0, 0, 0, 0, 2, 2, 2), (1, 1, 1.0, 9, 1, 0, 0, 1, 0, 2, 2, 2),
          (1, 9, 0.1, 9, 2, 0, 0, 0, 0, 2, 2, 2), (1, 9, 1.0, 9, 1, 0, 0, 0, 1, 2, 2, 2)',
  'a row for each policy');
SELECT results_eq('SELECT DISTINCT typeof(high), typeof(min_sources), typeof(passing_runs)
                   FROM answer AS w, gate_sweep_rows(w.json) WHERE name = ''gate''',
  'VALUES (''real'', ''integer'', ''integer'')', 'floors of scores are REALs, 1 too');

-- A floor comes back as the double that was given.
CREATE TABLE floor AS SELECT coverage AS high FROM weight_samples(300, 5);
SELECT is_eq((SELECT count(*) FROM gate_sweep_rows((
                SELECT gate_sweep(1, 1, 1, 1, 1, 1, 9, 0, highs, 0)
                FROM (SELECT json_group_array(high) AS highs FROM floor))) AS s
              JOIN floor AS f ON f.rowid = s.rowid AND abs(f.high - s.high) < 1e-15), 300,
             'every floor');
SELECT is_eq((SELECT high FROM gate_sweep_rows((
                SELECT gate_sweep(1, 1, 1, 1, 1, 1, 9, 0, 0.1 + 0.2, 0)))), 0.1 + 0.2,
             'bit for bit');

-- White space may stand anywhere.
SELECT is_eq((SELECT sum(t.high) FROM answer AS w, gate_sweep_rows(
                replace(replace(replace(replace(w.json, ',', ' , '), '[', char(10)
                || '[ '), ']', ' ] '), ':', char(9) || ': ')) AS t
              WHERE name = 'gate'), 2.2, 'white space');

-- What is no such answer has no rows.
SELECT is_eq((SELECT count(*) FROM gate_sweep_rows(
                replace(column1, '@',
                        '"columns":["high","min_sources","passing_runs"]'))),
             0,
             'gates in ' || quote(column1))
FROM (VALUES (NULL), (''), (7), (x'7b7d'), ('{}'), ('{"runs":1}'),
  ('{"runs":1,"rounds":1}'), ('{"rounds":1,"runs":1,"columns":[]}'),
  ('{"runs":1.5,"rounds":1,@,"rows":[[1,1,1]]}'),
  ('{"runs":1,"rounds":"1",@,"rows":[[1,1,1]]}'),
  ('{"runs":1,"rounds":1,"columns":["high","min_sources"],"rows":[[1,1]]}'),
  ('{"runs":1,"rounds":1,"columns":["high","sources","passing_runs"],"rows":[[1,1,1]]}'),
  ('{"runs":1,"rounds":1,"columns":["high","min_sources","passing_runs","x"],"rows":[]}'),
  ('{"runs":[],"rounds":1,@,"rows":[[1,1,1]]}'),
  ('{"runs":1,"rounds":1,@,"row":[[1,1,1]]}'),
  ('{"runs":1,"rounds":1,@,"rows":{"a":1}}'),
  ('{"runs":1,"rounds":1,@,"rows":[[1,1,[]]]}'),
  ('{"runs":1,"rounds":1,@,"rows":[]}'),
  ('{"runs":1,"rounds":1,@,"rows":[[1,1]]}'),
  ('{"runs":1,"rounds":1,@,"rows":[[1,1,1,1]]}'),
  ('{"runs":1,"rounds":1,@,"rows":[[1,1,"1"]]}'),
  ('{"runs":1,"rounds":1,@,"rows":[[1,1,1],]}'),
  ('{"runs":1,"rounds":1,@,"rows":[[1,1,1]}'),
  ('{"runs":1,"rounds":1,@,"rows":[[1,1,1]]'),
  ('{"runs":1,"rounds":1,@,"rows":[[1,1,1]]}}'));
SELECT is_eq((SELECT count(*) FROM answer AS w, stop_sweep_rows(w.json)
              WHERE name = 'gate'), 0, 'gates are no policies');
SELECT is_eq((SELECT count(*) FROM answer AS w, gate_sweep_rows(w.json)
              WHERE name = 'stop'), 0, 'nor the other way round');
SELECT throws('SELECT * FROM gate_sweep_rows',
              'gate_sweep_rows: json must be given, the answer of gate_sweep',
              'without an answer');
SELECT throws('SELECT * FROM stop_sweep_rows',
              'stop_sweep_rows: json must be given, the answer of stop_sweep',
              'of either');

-- Answers from the rows of another table, and a second scan of them.
SELECT results_eq('SELECT name, count(*) FROM answer AS w, gate_sweep_rows(w.json) AS a,
                     gate_sweep_rows(w.json) AS b WHERE a.high = b.high GROUP BY name',
  'VALUES (''gate'', 8)', 'a second scan');
PRAGMA trusted_schema = OFF;
CREATE VIEW gates AS SELECT passing_runs FROM answer AS w, gate_sweep_rows(w.json);
SELECT results_eq('SELECT sum(passing_runs) FROM gates', 'VALUES (6)',
                  'in a view that nobody trusts');
