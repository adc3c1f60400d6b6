-- Tests kendall_tau (Kendall's tau-b). tests/unit/rank_correlation.c tests the algorithm.
SELECT plan(25);

SELECT near((SELECT kendall_tau(column1, column2) FROM (VALUES (12, 1), (2, 4), (1, 7),
  (12, 1), (2, 0))),
  -0.47140452079103173, 1e-15, 'SciPy''s example, ties in both');
SELECT is_eq((SELECT kendall_tau(column1, column2) FROM (VALUES (1, 10), (2, 20), (3,
  30))), 1.0, 'rising: 1');
SELECT is_eq((SELECT kendall_tau(column1, column2) FROM (VALUES (1, 3), (2, 2.5), (3,
  -1e9))), -1.0, 'falling: -1');
SELECT is_eq((SELECT kendall_tau(column1, column2) FROM (VALUES (1, 1), (2, 1))), NULL,
  'a constant side: NULL');
SELECT is_eq((SELECT kendall_tau(column1, column2) FROM (VALUES (7, 1), (7, 2))), NULL,
  'either side');
SELECT is_eq((SELECT kendall_tau(1, 2)), NULL, 'a single pair: NULL');
SELECT is_eq((SELECT kendall_tau(column1, 1) FROM (VALUES (1)) WHERE 0), NULL,
  'an empty group: NULL (rule R5)');
SELECT is_eq((SELECT kendall_tau(column1, column2)
              FROM (VALUES (1, 10), (2, NULL), ('x', 1), (2, 20), (3, 9e999), (x'32', 0),
                (0, -1))), 1.0,
  'a pair with a missing side is left out');
SELECT is_eq((SELECT kendall_tau(column1, column2) FROM (VALUES (1, NULL), (2, NULL), (3,
  1))), NULL,
  'and may leave too few');
SELECT is_eq((SELECT kendall_tau(column1, column2) FROM (VALUES ('2', 1), (10, ' 3e0 '),
  ('1', 0.5))), 1.0,
  'text that is a number is one (rule R2)');
SELECT is_eq((SELECT kendall_tau(column1, column2) FROM (VALUES (1, 2), (3, 1), (2, 3),
  (2, 2))),
             (SELECT kendall_tau(column2, column1) FROM (VALUES (1, 2), (3, 1), (2, 3),
               (2, 2))), 'it is symmetric');
-- kendall_tau compares numbers as SQLite does, even an INTEGER that no double can
-- represent.
CREATE TABLE close(name, a, b, c);
INSERT INTO close VALUES
  ('INTEGERs', 1152921504606846976, 1152921504606846977, 1152921504606846978),
  ('negative INTEGERs', -1152921504606846978, -1152921504606846977, -1152921504606846976),
  ('the least of them', -9223372036854775807 - 1, -9223372036854775807,
   -9223372036854775806),
  ('REALs between INTEGERs', 9007199254740991, 9007199254740992.0, 9007199254740993),
  ('INTEGERs beside a REAL', 9007199254740993, 9007199254740994.0, 9007199254740995),
  ('the greatest and 2^63', 9223372036854775806, 9223372036854775807,
   9223372036854775808.0),
  ('TEXT', '1152921504606846976', ' 1152921504606846977 ', '+1152921504606846978'),
  ('TEXT beyond 64 bits is REAL', '9223372036854775806', 9223372036854775807,
   '9223372036854775808');
SELECT near((SELECT kendall_tau(v, r) + kendall_tau(r, v)
             FROM (SELECT a AS v, 1 AS r UNION ALL SELECT b, 3 UNION ALL SELECT c, 2)),
            2.0 / 3, 1e-15, name || ' compare exactly')
FROM close;
SELECT is_eq((SELECT kendall_tau(column1, column2)
              FROM (VALUES (9007199254740992, 1), (9007199254740992.0, 2),
                ('9007199254740992', 3), ('9007199254740992.0', 4))), NULL,
  'an INTEGER is level with the REAL of its value');
SELECT is_eq((SELECT kendall_tau(column1, column2)
              FROM (VALUES (0.0, 1), (-0.0, 2), (0, 3), (1, 4), (2, 5))),
             (SELECT kendall_tau(column1, column2)
              FROM (VALUES (0, 1), (0, 2), (0, 3), (1, 4), (2, 5))), 'so are zeros');
SELECT results_eq(
  'SELECT kendall_tau(column1, column2) OVER (ORDER BY column1
     ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
   FROM (VALUES (1, 2), (2, 3), (3, 1), (4, 1))', 'VALUES (NULL), (1.0), (-1.0),
     (NULL)', 'as a sliding window');
-- 30,000 rows make 450 million pairs: comparing them one by one would be slow.
SELECT near((WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n
  WHERE i < 29999)
             SELECT kendall_tau(i, i * 17 % 30000) FROM n), 1.0 / 17, 0.0001,
               'many pairs');
SELECT throws('SELECT kendall_tau(1)', '%wrong number of arguments%', 'one argument');
SELECT throws('SELECT kendall_tau(1, 2, 3)', '%wrong number of arguments%', 'three');
