-- Rounds as columns in a BLOB: pack_rounds, packed_runs, packed_floors.
SELECT plan(41);

CREATE TABLE t(run, round, c, s, a, v, r, recent, contradictions);
INSERT INTO t VALUES
  (1, 1, 0.8, 0.8, 0.8, 0.8, 0.8, 12, 0), (1, 2, 0.9, 0.9, 0.9, 0.9, 0.9, 4, 0),
  (1, 3, 0.8, 0.8, 0.8, 0.8, 0.8, 15, 0),
  (-2, 5, 0.9, 0.9, 0.9, 0.9, 0.9, 20, 1), (-2, 4, 0.9, 0.9, 0.9, 0.9, 0.9, 20, NULL),
  (9223372036854775807, 7, 'n/a', 9.5, NULL, x'00', '0.8', 'many', 7.5),
  (4, 1, '0.8', 0.8, 0.8, 0.8, 0.75, '12', 0), (4, 2, 1, 1, 1, 1, 0.95, 30, 0),
  (NULL, 1, 1, 1, 1, 1, 1, 99, 0), (4, NULL, 1, 1, 1, 1, 1, 99, 0);
CREATE VIEW packed AS
SELECT pack_rounds(run, round, c, s, a, v, r, recent, contradictions) AS columns FROM t;
CREATE VIEW judged AS
SELECT run, round, gate_pass(c, s, a, v, r, recent, contradictions) AS gate,
       ci_score(c, s, a, v, r) AS ci, ci_score(c, s, a, v, r, '[1,0,0,0,3]') AS other
FROM t WHERE run IS NOT NULL AND round IS NOT NULL;

SELECT results_eq('SELECT run_id, rounds, passing_rounds, best_round, gate_passed, ci
                   FROM packed, packed_runs(columns)',
  'SELECT run, count(*), sum(gate), best_round(round, gate, ci),
          best_round(gate, round, gate, ci), best_round(ci, round, gate, ci)
   FROM judged GROUP BY run', 'each run as the functions judge it');
SELECT results_eq('SELECT run_id, best_round, ci
                   FROM packed, packed_runs(columns, ''[1,0,0,0,3]'')',
  'SELECT run, best_round(round, gate, other), best_round(other, round, gate, other)
   FROM judged GROUP BY run', 'under weights of the call');
SELECT results_eq('SELECT ci FROM packed, packed_runs(columns, NULL)',
  'SELECT ci FROM packed, packed_runs(columns)', 'NULL weights are the settings'' own');
SELECT results_eq('SELECT most_sources, runs FROM packed, packed_floors(columns, 0.8)',
  'VALUES (15, 1), (30, 1)', 'up to which floor of sources runs pass');
SELECT results_eq('SELECT h.column1, n.column1, (SELECT total(runs)
                     FROM packed, packed_floors(columns, h.column1)
                     WHERE most_sources >= n.column1)
                   FROM (VALUES (0), (0.75), (0.8), (0.9), (0.95), (1)) AS h,
                        (VALUES (0), (10), (12), (13), (30), (31)) AS n',
  'SELECT h.column1, n.column1, (SELECT total(passed) FROM (
     SELECT max(gate_pass(c, s, a, v, r, recent, contradictions, h.column1, n.column1))
            AS passed FROM t WHERE run IS NOT NULL AND round IS NOT NULL GROUP BY run))
   FROM (VALUES (0), (0.75), (0.8), (0.9), (0.95), (1)) AS h,
        (VALUES (0), (10), (12), (13), (30), (31)) AS n',
  'as many runs pass as with each floor in gate_pass');
SELECT results_eq('SELECT most_sources, runs FROM packed_floors((
    SELECT pack_rounds(column1, 1, .9, .9, .9, .9, .9, column2, 0) FROM (
      VALUES (1, 1e300), (2, 9223372036854775807), (3, 9223372036854774784), (4, 12))),
    0.75)',
  'VALUES (12, 1), (9223372036854774784, 1), (9223372036854775808.0, 1), (1e300, 1)',
  'more sources than an integer can count');
SELECT results_eq('SELECT most_sources, runs FROM packed, packed_floors(columns, 0.96)',
  'SELECT 1, 1 WHERE 0', 'no run, no row');

-- Two rows of one round: rounds tie, and best_round() has the lesser of two results.
CREATE TABLE twice(round, c);
INSERT INTO twice VALUES (1, 0.5), (1, 0.5000000000001), (2, 0.5000000000002);
SELECT results_eq(
  'SELECT best_round, ci FROM (SELECT pack_rounds(1, round, c, 0, 0, 0, 0, 0, 0) AS p
     FROM (SELECT * FROM twice ORDER BY c ' || direction || ')), packed_runs(p)',
  'SELECT best_round(round, 0, ci), best_round(ci, round, 0, ci)
   FROM (SELECT round, ci_score(c, 0, 0, 0, 0) AS ci FROM twice)',
  'a tie within a step: ' || direction)
FROM (SELECT 'ASC' AS direction UNION ALL SELECT 'DESC');
-- Here the lesser of the two is the one that is packed behind the other.
SELECT is_eq((SELECT ci FROM packed_runs((
                SELECT pack_rounds(1, 1, column1, column2, 0, 0, 0, 0, 0)
                FROM (VALUES (0.5, 0.5000000000001), (0.50000000000001, 0.5))))),
  ci_score(0.50000000000001, 0.5, 0, 0, 0), 'whichever of them is packed first');
SELECT is_eq((SELECT rounds FROM packed_runs((
                SELECT pack_rounds(1, 1, 1, 1, 1, 1, 1, 12, 0) FROM twice))), 3,
  'rows that are the same in all are rounds of their own');

-- R5: no order of rows, any frame.
SELECT is_eq((SELECT pack_rounds(run, round, c, s, a, v, r, recent, contradictions)
              FROM (SELECT * FROM t ORDER BY recent)), (SELECT columns FROM packed),
  'the same bytes in another order');
SELECT results_eq('SELECT pack_rounds(run, round, c, s, a, v, r, recent, contradictions)
    OVER (ORDER BY rowid ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM t',
  'SELECT (SELECT pack_rounds(run, round, c, s, a, v, r, recent, contradictions)
           FROM t AS u WHERE u.rowid BETWEEN t.rowid - 1 AND t.rowid + 1) FROM t',
  'a frame as computed by itself');
SELECT is_eq((SELECT pack_rounds(1, 1, 1, 1, 1, 1, 1, 1, 1) WHERE 0), NULL, 'no rows');
SELECT is_eq((SELECT pack_rounds(NULL, 1, 1, 1, 1, 1, 1, 1, 1)), NULL,
  'nor any that count');
SELECT is_eq(length(pack_rounds(1, 1, 1, 1, 1, 1, 1, 1, 1)), 88, 'eleven words');
SELECT is_eq((SELECT pack_rounds(column1, column2, 1, 1, 1, 1, 1, 1, 1)
              FROM (VALUES (1, 1), (run, round))), NULL, 'can''t be packed: ' || name)
FROM (SELECT '1' AS run, 1 AS round, 'a run that is a TEXT' AS name
      UNION ALL SELECT 1.0, 1, 'a REAL' UNION ALL SELECT 1, x'01', 'a round, a BLOB');
SELECT results_eq('SELECT length(pack_rounds(column1, 1, 1, 1, 1, 1, 1, 1, 1)
    OVER (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)) 
  FROM (VALUES (1), (''a''), (2), (3))',
  'VALUES (88), (NULL), (NULL), (160)', 'forgotten when it leaves the frame');

-- What is no such BLOB.
SELECT results_eq('SELECT count(*) FROM packed_runs(NULL)', 'VALUES (0)',
  'NULL: no runs');
SELECT results_eq('SELECT count(*) FROM packed_floors(NULL, 0.5)', 'VALUES (0)',
  'nor floors');
SELECT throws('SELECT * FROM packed_runs(' || value || ')',
  'packed_runs: columns must be a BLOB of pack_rounds(), got ' || got,
  'nothing of its: ' || got)
FROM (SELECT 'x''''' AS value, 'a BLOB of 0 bytes' AS got UNION ALL SELECT '5', '5'
      UNION ALL SELECT '''a''', '''a''');
SELECT throws('SELECT * FROM packed, packed_runs(CAST(' || value || ' AS BLOB))',
  'packed_runs: columns must be a BLOB of pack_rounds(), got %', 'broken: ' || value)
FROM (SELECT 'zeroblob(16)' AS value
      UNION ALL SELECT 'substr(columns, 1, length(columns) - 1)'
      UNION ALL SELECT 'substr(columns, 1, length(columns) - 72)'
      UNION ALL SELECT 'substr(columns, 1, length(columns) - 8)'
      UNION ALL SELECT 'columns || x''0000000000000000'''
      UNION ALL SELECT 'substr(columns, 1, 15)'
      UNION ALL SELECT 'substr(columns, 2)');
SELECT throws('SELECT * FROM packed, packed_floors(columns, ' || high || ')',
  'packed_floors: high must be a number in 0..1, got ' || high, 'no High floor: ' || high)
FROM (SELECT 'NULL' AS high UNION ALL SELECT '''x''' UNION ALL SELECT '1.5');
SELECT throws('SELECT * FROM packed_floors(5, 0.75)',
  'packed_floors: columns must be a BLOB of pack_rounds(), got 5', 'no BLOB for floors');
SELECT throws('SELECT * FROM packed, packed_runs(columns, ''best'')',
  'packed_runs: weights must be %, got ''best''', 'no weights');
SELECT throws('SELECT * FROM packed_runs',
  'packed_runs: columns must be given, as in packed_runs(columns)', 'no argument');
SELECT throws('SELECT * FROM packed_floors',
  'packed_floors: columns must be given, as in packed_floors(columns, 0.75)',
  'no argument for floors');
SELECT throws('SELECT * FROM packed, packed_floors(columns)',
  'packed_floors: high must be given, as in packed_floors(columns, 0.75)', 'no floor');

-- Judging freezes the settings.
SELECT throws('SELECT assay_load_yaml(''{evaluation: {deep_research: {min_ci: 0.7}}}'')',
  'assay_load_yaml: settings are in use on this connection; open a new one',
  'judging freezes them');
