-- Tests mean_of (R10). tests/unit/exact_sum.c tests its sums.
SELECT plan(50);

SELECT is_eq((SELECT mean_of(column1) FROM (VALUES (1), (2), (4.5))), 2.5, 'a mean');
SELECT is_eq((SELECT mean_of(column1) FROM (VALUES (1), (0), (1))), 2.0 / 3,
  'of INTEGERs it is REAL');
SELECT is_eq((SELECT mean_of(7)), 7.0, 'of one');
SELECT is_eq((SELECT mean_of(1) WHERE 0), NULL, 'an empty group: NULL (R5)');
SELECT is_eq((SELECT mean_of(1, 1) WHERE 0), NULL, 'with weights, too');

-- A row in which the value or the weight is missing is left out (R1, R2).
CREATE TABLE missing(value);
INSERT INTO missing VALUES (NULL), (''), ('x'), ('1x'), (x'31'), (9e999), (-9e999),
  ('9e999'), ('nan');
SELECT is_eq(mean_of(value), NULL, 'nothing but missing values') FROM missing;
SELECT is_eq((SELECT mean_of(column1) FROM (VALUES (3), (m.value), (5))), 4.0,
  quote(value) || ' is left out')
FROM missing AS m;
SELECT is_eq((SELECT mean_of(column1, column2)
              FROM (VALUES (3, 1), (100, m.value), (5, 1), (m.value, 100))), 4.0,
  quote(value) || ' as a weight or beside one')
FROM missing AS m;
SELECT is_eq((SELECT mean_of(column1)
              FROM (VALUES ('3'), (' 4e0 '), ('+5'), (6))), 4.5,
  'TEXT that is a number is one');

-- assay rounds only the result, and only once.
SELECT is_eq((SELECT mean_of(column1) FROM (VALUES (1e16), (1), (-1e16), (1))), 0.5,
  'what is small beside what is great');
SELECT is_eq((SELECT mean_of(column1) FROM (VALUES (0.1), (0.1), (0.1))), 0.1,
  'a mean lies between the least and the greatest');
-- The test makes the greatest double by doubling, which is exact. Debian's SQLite for
-- 32-bit ARM reads decimals near the least and greatest doubles inexactly. So this file
-- writes such numbers as TEXT, which assay reads exactly.
CREATE TEMP TABLE greatest AS
WITH RECURSIVE powers(n, x) AS (
  SELECT 0, 9007199254740991.0 UNION ALL SELECT n + 1, x * 2 FROM powers WHERE n < 971)
SELECT x AS number FROM powers WHERE n = 971;
SELECT is_eq((SELECT mean_of(number) FROM (SELECT number FROM greatest
               UNION ALL SELECT number FROM greatest)), number,
             'a sum beyond the doubles has a mean')
FROM greatest;
SELECT is_eq((SELECT mean_of(column1) FROM (VALUES ('1.7976931348623157e308'))), number,
             'the greatest double as TEXT') FROM greatest;
SELECT is_eq((SELECT mean_of(column1) FROM (VALUES (0.9), (1e-60), (-0.9), (0))),
  1e-60 / 4, 'values very far apart');
SELECT is_eq((SELECT mean_of(column1, column2)
              FROM (VALUES (1e-200, 1e-200), (1e300, 0), (1e200, 1e-200))),
  5e199, 'and weights');
SELECT is_eq((SELECT mean_of(column1)
              FROM (VALUES (1152921504606846977), (-1152921504606846976))), 0.5,
  'INTEGERs have all their digits');
SELECT is_eq((SELECT mean_of(column1)
              FROM (VALUES (9223372036854775807), ('-9223372036854775806'),
                (1152921504606846977), ('-1152921504606846977'))), 0.25,
  'so has TEXT that is one');
SELECT is_eq((SELECT mean_of(column1, column1)
              FROM (VALUES (9223372036854775807), (0))), 9223372036854775808.0,
  'INTEGERs as weights');
SELECT is_eq((SELECT mean_of(column1)
              FROM (VALUES (9223372036854775807), ('9223372036854775808'))),
  9223372036854775808.0, 'TEXT beyond 64 bits is REAL');
SELECT is_eq((SELECT printf('%.1f', mean_of(column1)) FROM (VALUES (-0.0), (-0.0))),
  '0.0', 'no -0.0');
SELECT is_eq((SELECT printf('%.1f', mean_of(column1, 2)) FROM (VALUES (-0.0), (0))),
  '0.0', 'nor with weights');

-- Means with weights.
SELECT is_eq((SELECT mean_of(column1, column2) FROM (VALUES (1, 3), (5, 1))), 2.0,
  'each value counts as its weight says');
SELECT is_eq((SELECT mean_of(column1, column2) FROM (VALUES (1, '3'), (5, ' 1.0 '))),
  2.0, 'which may be TEXT');
SELECT is_eq((SELECT mean_of(column1, column2)
              FROM (VALUES (1, 0.1), (2, 0.1), (6, 0.1))), 3.0, 'equal weights are none');
SELECT is_eq((SELECT mean_of(column1, column2)
              FROM (VALUES (1, 5e-324), (2, 1e-323))), 5.0 / 3,
  'as small as they come');
SELECT is_eq((SELECT mean_of(column1, column2)
              FROM (VALUES (1, 2), (5, -1), (9, -5e-324), (9, -9223372036854775808))),
  1.0, 'a negative one leaves its row out');
SELECT is_eq((SELECT mean_of(column1, column2)
              FROM (VALUES (1, 2), (5, 0), (9, -0.0))), 1.0, 'one of 0 counts nothing');
SELECT is_eq((SELECT mean_of(column1, column2) FROM (VALUES (1, 0), (5, 0.0))), NULL,
  'all of them 0: NULL');
SELECT is_eq((SELECT mean_of(column1, column2) FROM (VALUES (0, 2), (0, 3))), 0.0,
  'values of 0 have a mean');

-- After a row has left a window frame, the answer is as if the row had never been in it.
SELECT results_eq(
  'SELECT mean_of(column2) OVER (ORDER BY column1 ROWS 1 PRECEDING)
   FROM (VALUES (1, 1e16), (2, 1), (3, ''1''), (4, NULL), (5, NULL), (6, 5))',
  'VALUES (1e16), (5e15), (1.0), (1.0), (NULL), (5.0)', 'sliding');
SELECT results_eq(
  'SELECT mean_of(column2, column3) OVER (ORDER BY column1 ROWS 1 PRECEDING)
   FROM (VALUES (1, 1e300, 1e300), (2, 1, 1e-300), (3, 2, 1e-300), (4, 7, 0), (5, 7, 0))',
  'VALUES (1e300), (1e300), (1.5), (2.0), (NULL)', 'sliding, with weights');
SELECT is_eq(count(*), 300, 'many groups, each with values far apart')
FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      SELECT mean_of(value) AS mean, mean_of(value, weight) AS weighted
      FROM (SELECT i, i * 1e9 AS value, 1 AS weight FROM n
            UNION ALL SELECT i, -i * 1e9, 1 FROM n
            UNION ALL SELECT i, '1e-60', '1e-60' FROM n)
      GROUP BY i)
WHERE mean = (SELECT mean_of('1e-60')) / 3 AND weighted = (SELECT mean_of('5e-121'));

SELECT throws('SELECT mean_of()', '%wrong number of arguments to function mean_of()',
  'no argument');
SELECT throws('SELECT mean_of(1, 2, 3)',
  '%wrong number of arguments to function mean_of()', 'three');
