-- Tests best_round (ADR-009 section 4.3, rule R5).

-- In the case of ADR-009, the rounds R2 and R4 pass with the same confidence index, .80.
CREATE TABLE run(round, gate, ci, result);
INSERT INTO run VALUES ('R1', 0, 0.91, 'a'), ('R2', 1, 0.80, 'b'), ('R3', 0, 0.88, 'c'),
  ('R4', 1, 0.80, 'd');
SELECT is_eq(best_round(round, gate, ci), 'R2', 'R2 over R4 at .80 each') FROM run;
SELECT is_eq(best_round(round, gate, ci), 'R2', 'in the other order of rows')
FROM (SELECT * FROM run ORDER BY round DESC LIMIT 9);
SELECT is_eq(best_round(result, round, gate, ci), 'b', 'the winner''s result') FROM run;
SELECT is_eq(best_round(column1, column2, column3), 'R3', 'passing beats any index')
FROM (VALUES ('R1', 0, 1.0), ('R3', 1, 0.0));
SELECT is_eq(best_round(round, 0, ci), 'R1',
             'if none passes, the highest index wins') FROM run;
SELECT is_eq(best_round(round, 1, ci), 'R1', 'if all pass too') FROM run;

-- A gate that is not a flag (0 or 1) counts as not passed. An index that is not a number
-- counts as 0 (R1, R3).
CREATE TABLE dirt(datum);
INSERT INTO dirt VALUES (NULL), (''), ('n/a'), (x'31'), (9.5), (-1), (9e999), (-9e999),
('9e999');
SELECT is_eq(best_round(round, CASE round WHEN 1 THEN datum ELSE 1 END, 2 - round), 2,
             'not passed: ' || quote(datum))
FROM dirt, (SELECT 1 AS round UNION ALL SELECT 2) GROUP BY dirt.rowid;
SELECT is_eq(best_round(round, 1, CASE round WHEN 1 THEN datum ELSE 1e-12 END), 2,
             'index 0: ' || quote(datum))
FROM dirt, (SELECT 1 AS round UNION ALL SELECT 2) GROUP BY dirt.rowid;
SELECT is_eq(best_round(column1, column2, column3), 1, 'numbers as text')
FROM (VALUES (1, '1', ' 0.80 '), (2, '0', '1'), (3, 1, '8e-2'));

-- Indices tie if they are equal after rounding to 12 decimals (R9), even if their doubles
-- differ.
CREATE TABLE sums(round, c, s, a, v, r);
INSERT INTO sums VALUES (1, .98, .72, .81, .65, .75), (2, .81, .73, .84, .68, .85);
SELECT ok(min(ci_score(c, s, a, v, r, 'equal')) < max(ci_score(c, s, a, v, r, 'equal')),
          '.782 in two sums') FROM sums;
SELECT is_eq(best_round(round, 1, ci_score(c, s, a, v, r, 'equal')), 1,
             'the earlier one wins') FROM sums;
SELECT is_eq(best_round(3 - round, 1, ci_score(c, s, a, v, r, 'equal')), 1,
             'whichever it is') FROM sums;
SELECT is_eq(best_round(3 - round, c, s, a, v, r, 12, 0, 'equal'), 1,
             'nine arguments') FROM sums;
SELECT is_eq(best_round(column1, 1, column2), 1, 'ahead by less than half of 1e-12')
FROM (VALUES (1, 0.8), (2, 0.8000000000004));
SELECT is_eq(best_round(column1, 1, column2), 2, 'by more than half of it')
FROM (VALUES (1, 0.8), (2, 0.8000000000006));

-- A row without a round is skipped. If all rows are skipped, the answer is NULL.
SELECT is_eq(best_round(column1, column2, column3), 2, 'a NULL round is skipped')
FROM (VALUES (NULL, 1, 1.0), (2, 0, 0.1));
SELECT is_eq(best_round(NULL, 1, 1.0), NULL, 'nothing but NULL rounds') FROM run;
SELECT is_eq(best_round(round, gate, ci), NULL, 'no row') FROM run WHERE 0;
SELECT is_eq(best_round(result, round, gate, ci), NULL,
             'no row, four arguments') FROM run WHERE 0;
SELECT is_eq(best_round(round, 1, 1, 1, 1, 1, 12, 0), NULL,
             'no row, eight') FROM run WHERE 0;
SELECT is_eq(best_round(round, 1, 1, 1, 1, 1, 12, 0,
NULL), NULL, 'nine') FROM run WHERE 0;
SELECT is_eq(count(*), 0, 'no group, no answer')
FROM (SELECT best_round(round, gate, ci) FROM run WHERE 0 GROUP BY round);

-- Rounds compare as SQLite compares values: 9 before 10 before '9' before '10'.
SELECT is_eq(best_round(column1, 1, 0.5), 9, 'integers') FROM (VALUES (10), (9), (11));
SELECT is_eq(best_round(column1, 1, 0.5), '10', 'texts') FROM (VALUES ('9'), ('10'),
                                                                      ('R'));
SELECT is_eq(best_round(column1, 1, 0.5), 8.5, 'reals among integers')
FROM (VALUES (9), (8.5), (10.0));
SELECT is_eq(best_round(column1, 1, 0.5), 'z', 'texts before blobs')
FROM (VALUES (x'00'), ('z'), (x''));
SELECT is_eq(best_round(column1, 1, 0.5), 9007199254740992, 'integers beyond the doubles')
FROM (VALUES (9007199254740993), (9007199254740992), (9007199254740994));
SELECT is_eq(best_round(column1, 1, 0.5), -9e999, 'an infinity is a value like any other')
FROM (VALUES (0), (-9e999), (9e999));

-- best_round returns a result with its type and bytes unchanged.
SELECT is_eq(best_round(column1, 1, 1, 1), column1, 'a result: ' || quote(column1))
FROM (VALUES (1), (1.5), ('text'), (''), (x'00ff'), (x''), (NULL),
             ('a' || char(0) || 'b'), ('é'))
GROUP BY column1;
SELECT is_eq(best_round(column1, 1, 1), column1, 'a round: ' || quote(column1))
FROM (VALUES (1), (1.5), ('text'), (''), (x'00ff'), (x''), ('a' || char(0) || 'b'), ('é'))
GROUP BY column1;
SELECT is_eq(length(best_round(zeroblob(100000), 1, 1, 1)), 100000, 'a blob of zeros');

-- Rows of one round can have different results, and can write the round as 1 or 1.0. The
-- answer still does not depend on the order of rows (R5).
SELECT is_eq(best_round(column1, 1, 1, 0.5), 'a',
             'the lesser result') FROM (VALUES ('b'), ('a'));
SELECT is_eq(best_round(column1, 1, 1, 0.5), 'a', 'turned round') FROM (VALUES ('a'),
                                                                               ('b'));
SELECT is_eq(best_round(column1, 1, 0.5), 1, 'the integer') FROM (VALUES (1), (1.0));
SELECT is_eq(best_round(column1, 1, 0.5), 1, 'turned round') FROM (VALUES (1.0), (1));

CREATE TABLE rounds(run, round, c, s, a, v, r, n, k);
INSERT INTO rounds VALUES
  (1, 1, 0.95, 0.95, 0.90, 0.20, 0.95, 12, 0),   -- a masked failure
  (1, 2, 0.90, 0.85, 0.80, 0.85, 0.80, 12, 0),
  (1, 3, 0.95, 0.90, 0.90, 0.90, 9.5, 12, 0),    -- 9.5 is out of 0..1
  (1, 4, 0.90, 0.85, 0.80, 0.85, 0.80, 12, 0),   -- a tie with round 2
  (2, 1, 0.99, 0.99, 0.99, 0.99, 0.99, 12, 1),   -- contradictions
  (2, 2, 0.99, 0.99, 0.99, 0.99, NULL, 12, 0),
  (2, 3, 0.99, 0.99, 0.99, 0.99, 0.99, 9, 0),    -- too few sources: a tie with round 1
  (3, NULL, 1, 1, 1, 1, 1, 12, 0);
SELECT results_eq('SELECT run, best_round(round, c, s, a, v, r, n, k) FROM rounds
                   GROUP BY run',
                  'VALUES (1, 2), (2, 1), (3, NULL)', 'eight arguments');
SELECT results_eq(
  'SELECT run, best_round(round, c, s, a, v, r, n, k) FROM rounds GROUP BY run',
  'SELECT run, best_round(round, gate_pass(c, s, a, v, r, n, k), ci_score(c, s, a, v, r))
   FROM rounds GROUP BY run', 'eight arguments are three with gate_pass and ci_score');
CREATE TABLE weightings(w);
INSERT INTO weightings VALUES (NULL), ('equal'), ('[0,0,0,0,1]'), ('{"verification": 1}');
SELECT results_eq(
  'SELECT w, run, best_round(round, c, s, a, v, r, n, k, w) FROM rounds, weightings
   GROUP BY w, run',
  'SELECT w, run,
          best_round(round, gate_pass(c, s, a, v, r, n, k), ci_score(c, s, a, v, r, w))
   FROM rounds, weightings GROUP BY w, run', 'nine arguments too');

SELECT results_eq('SELECT best_round(round, gate, ci) OVER (ORDER BY round) FROM run',
                  'VALUES (''R1''), (''R2''), (''R2''), (''R2'')', 'the best so far');
SELECT results_eq('SELECT best_round(round, gate, ci) OVER (ORDER BY round
                     ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) FROM run',
                  'VALUES (''R2''), (''R4''), (''R4''), (NULL)',
                  'a frame ahead of its row');
SELECT results_eq('SELECT best_round(result, round, gate, ci) OVER (ORDER BY round
                     ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
                     EXCLUDE CURRENT ROW) FROM run',
                  'VALUES (''b''), (''d''), (''b''), (''b'')', 'the best of all others');
SELECT results_eq('SELECT best_round(round, c, s, a, v, r, n, k)
                     OVER (PARTITION BY run ORDER BY round) FROM rounds WHERE run < 3',
                  'VALUES (1), (2), (2), (2), (1), (1), (1)',
                  'eight arguments, run by run');

SELECT is_eq(best_round(round, gate, ci) FILTER (WHERE round <> 'R2'), 'R4',
             'with a filter')
FROM run;
SELECT is_eq((SELECT best_round(round, gate, ci) FROM run) || '!', 'R2!', 'as a value');

-- In a sliding window frame, rows without a round must not change the answer when they
-- leave.
SELECT results_eq('SELECT best_round(round, 1, 0.5) OVER (ORDER BY n ROWS 1 PRECEDING)
                     FROM (SELECT 1 AS n, NULL AS round UNION ALL SELECT 2, NULL
                           UNION ALL SELECT 3, ''R3'' UNION ALL SELECT 4, NULL
                           UNION ALL SELECT 5, NULL UNION ALL SELECT 6, NULL)',
                  'VALUES (NULL), (NULL), (''R3''), (''R3''), (NULL), (NULL)',
                  'frames of skipped rows');
