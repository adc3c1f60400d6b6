-- Tests score_of, for scores on any scale, and why_missing. tests/unit/score.c tests the
-- forms of a text one by one (rules S1 to S4).

-- A number is measured between the worst and the best value, which are 0 and 1 by
-- default.
SELECT is_eq(score_of(0.8), 0.8, 'a score is itself');
SELECT is_eq(score_of(1), 1.0, 'as a REAL');
SELECT is_eq(score_of('0.8'), 0.8, 'a number as TEXT');
SELECT is_eq(score_of(85, 100), 0.85, 'of 100');
SELECT is_eq(score_of(' 85 ', 100), 0.85, 'as TEXT');
SELECT is_eq(score_of(85, '100'), 0.85, 'an end as TEXT (R2)');
SELECT is_eq(score_of(4, 5, 1), 0.75, '1 to 5');
SELECT is_eq(score_of(1, 5, 1), 0.0, 'the worst');
SELECT is_eq(score_of(5, 5, 1), 1.0, 'the best');
SELECT is_eq(score_of(2, 1, 6), 0.8, 'German marks: 1 is the best');
SELECT is_eq(score_of(0, -5), 0.0, 'a scale below 0');
SELECT is_eq(score_of(-9, -10, 0), 0.9, 'and within it');
SELECT is_eq(score_of(0, 1e308, -1e308), 0.5, 'a range beyond the doubles');
SELECT is_eq(typeof(score_of(column1, 100)), 'real', 'REAL for ' || quote(column1))
FROM (VALUES (0), (100), (85), ('85'), ('85%'), ('85,0'));

-- The score is the double nearest to the exact quotient (value - worst) / (best - worst)
-- of the decimals as written.
CREATE TABLE nearest(value, best, worst, score);
INSERT INTO nearest VALUES
  (4.6, 5, 1, 0.9), ('4.6', 5, 1, 0.9), ('4,6', 5, 1, 0.9), (4.6, '5', '1.0', 0.9),
  (1.4, 1, 5, 0.9), (-1.4, -5, -1, 0.1), (0.3, 0.1, 0.7, 0.6666666666666666),
  (9007199254740993, 9007199254740995, 9007199254740991, 0.5),
  (9223372036854775807, 9223372036854775807, -9223372036854775808, 1.0),
  ('1e-400', '4e-400', 0, 0.25), (1e300, 4e300, 0, 0.25),
  ('0.' || printf('%.*c', 400, '3'), 1, 0, 0.3333333333333333),
  ('1.' || printf('%.*c', 400, '0') || '1', 1, 0, NULL),
  ('1.00000000000000011102230246251565404236316680908203125', 2, 0, 0.5),
  ('1.00000000000000011102230246251565404236316680908203126', 2, 0,
   0.5000000000000001),
  ('1.' || printf('%.*c', 2000, '0') || '1', 2, 0, 0.5);
SELECT is_eq(score_of(value, best, worst), score,
             printf('%.30s of %s, worst %s', value, best, worst)) FROM nearest;
SELECT is_eq(tier_of(score_of(4.6, 5, 1)), 'Elite', 'so nine tenths of the way are .9');
SELECT is_eq(score_of('53.3%'), 0.533, 'a percentage, too');
SELECT is_eq(score_of('7/9'), 7.0 / 9, 'and a fraction');
SELECT is_eq(score_of('1.' || printf('%.*c', 400, '0') || '1'), 1.0,
             'without a scale, the number that the rules read');
SELECT is_eq(score_of('1e-400/2e-400'), 0.5, 'of numbers below all doubles');

-- A percentage or a fraction is a share of 1, whatever the scale.
CREATE TABLE shares(written, share);
INSERT INTO shares VALUES
  ('85%', 0.85), ('85 %', 0.85), ('4/5', 0.8), ('4 out of 5', 0.8), ('7 of 10', 0.7),
  ('3,5/5', 0.7), ('0%', 0.0), ('100%', 1.0), ('8.5 / 10', 0.85);
SELECT is_eq(score_of(written), share, written) FROM shares;
SELECT is_eq(score_of(written, 100), share, written || ' of 100') FROM shares;
SELECT is_eq(score_of(written, 1, 6), share, written || ', 1 to 6') FROM shares;
SELECT is_eq(score_of('0,85'), 0.85, 'a decimal comma');
SELECT is_eq(score_of('85,5', 100), 0.855, 'on a scale');
SELECT is_eq(score_of('0,850'), 0.85, 'three digits after 0');
SELECT is_eq(score_of('1,000', 10000), NULL, 'perhaps a thousand');
SELECT is_eq(score_of('1,0000', 10), 0.1, 'four digits group nothing');

-- A value that cannot be read, or lies outside the scale, is missing. Data never makes a
-- query fail (R1).
SELECT is_eq(score_of(column1), NULL, 'no score: ' || quote(column1))
FROM (VALUES (NULL), (''), ('n/a'), (85), (-0.1), (1.0000001), ('85'), ('101%'), ('6/5'),
             ('4/0'), ('-1%'), (9e999), (-9e999), ('9e999'), (x'302e38'), ('1,000'),
             ('4/5/2026'), ('four of five'), ('0.8' || char(0)), ('85%%'));
SELECT is_eq(score_of(column1, 100), NULL, 'none of 100: ' || quote(column1))
FROM (VALUES (NULL), (100.5), (-1), ('n/a'), ('101'), (9e999), (x'3835'));
SELECT is_eq(score_of(column1, 1, 6), NULL, 'no mark: ' || quote(column1))
FROM (VALUES (0), (7), (0.99), (NULL));

-- If the ends of the scale are equal or not numbers, the call fails, whatever the value.
CREATE TABLE mistakes(call, message);
INSERT INTO mistakes VALUES
  ('score_of(1, NULL)', 'score_of: best must be a finite number, got NULL'),
  ('score_of(NULL, ''x'')', 'score_of: best must be a finite number, got ''x'''),
  ('score_of(1, 9e999)', 'score_of: best must be a finite number, got 9e999'),
  ('score_of(1, x''31'')',
   'score_of: best must be a finite number, got a BLOB of 1 bytes'),
  ('score_of(1, ''100%'')', 'score_of: best must be a finite number, got ''100%'''),
  ('score_of(1, 5, NULL)', 'score_of: worst must be a finite number, got NULL'),
  ('score_of(1, 5, ''low'')', 'score_of: worst must be a finite number, got ''low'''),
  ('score_of(1, 0)', 'score_of: best must differ from worst, which is 0, got 0'),
  ('score_of(1, -0.0)', 'score_of: best must differ from worst, which is 0, got -0'),
  ('score_of(1, ''0'')', 'score_of: best must differ from worst, which is 0, got ''0'''),
  ('score_of(1, 5, 5)', 'score_of: best and worst must differ, got 5'),
  ('score_of(1, 5, ''5.0'')', 'score_of: best and worst must differ, got 5'),
  ('score_of(''85%'', 5, 5)', 'score_of: best and worst must differ, got 5'),
  ('why_missing(1, ''scores'')',
   'why_missing: kind must be one of score, count, age, flag, date, got ''scores'''),
  ('why_missing(NULL, '''')',
   'why_missing: kind must be one of score, count, age, flag, date, got '''''),
  ('why_missing(1, NULL)',
   'why_missing: kind must be one of score, count, age, flag, date, got NULL'),
  ('why_missing(1, 1)',
   'why_missing: kind must be one of score, count, age, flag, date, got 1');
SELECT throws('SELECT ' || call, message, call) FROM mistakes;

SELECT is_eq(group_concat(score_of(50, column1)), '0.5,0.25,1.0', 'best, row by row')
FROM (VALUES (100), (200), (50));
SELECT is_eq(group_concat(score_of(50, 100, column1)), '0.5,0.0,0.75',
             'worst, row by row')
FROM (VALUES (0), (50), (-100));
SELECT is_eq(group_concat(score_of(column1, 100, 50)), '0.0,0.5,1.0', 'both constant')
FROM (VALUES (50), (75), (NULL), (100), (20));
SELECT throws('SELECT score_of(50, column1) FROM (VALUES (100), (0))',
              'score_of: best must differ from worst, which is 0, got 0',
              'a mistake in the second row');

-- why_missing gives the first reason that applies.
CREATE TABLE reasons(value, score, count, age, flag, date);
INSERT INTO reasons VALUES
  (NULL, 'null', 'null', 'null', 'null', 'null'),
  (x'', 'a blob', 'a blob', 'a blob', 'a blob', 'a blob'),
  (x'302e38', 'a blob', 'a blob', 'a blob', 'a blob', 'a blob'),
  ('', 'not a number', 'not a number', 'not a number', 'not a number', 'not a date'),
  ('n/a', 'not a number', 'not a number', 'not a number', 'not a number', 'not a date'),
  ('85%', 'not a number', 'not a number', 'not a number', 'not a number', 'not a date'),
  (9e999, 'infinite', 'infinite', 'infinite', 'infinite', 'not a date'),
  (-9e999, 'infinite', 'infinite', 'infinite', 'infinite', 'not a date'),
  ('-9e999', 'infinite', 'infinite', 'infinite', 'infinite', 'not a date'),
  (-1, 'below 0', 'below 0', NULL, 'not 0 or 1', 'ambiguous date'),
  (-0.5, 'below 0', 'below 0', NULL, 'not 0 or 1', 'ambiguous date'),
  (0, NULL, NULL, NULL, NULL, 'ambiguous date'),
  ('1', NULL, NULL, NULL, NULL, 'ambiguous date'),
  (0.5, NULL, 'not whole', NULL, 'not 0 or 1', 'ambiguous date'),
  (12, 'above 1', NULL, NULL, 'not 0 or 1', 'ambiguous date'),
  ('12.0', 'above 1', NULL, NULL, 'not 0 or 1', 'ambiguous date'),
  (12.7, 'above 1', 'not whole', NULL, 'not 0 or 1', 'ambiguous date'),
  (1770076800, 'above 1', NULL, NULL, 'not 0 or 1', NULL),
  (1e300, 'above 1', NULL, NULL, 'not 0 or 1', 'not a date'),
  ('2026', 'above 1', NULL, NULL, 'not 0 or 1', NULL),
  ('2026-02', 'not a number', 'not a number', 'not a number', 'not a number', NULL),
  ('2026-02-03', 'not a number', 'not a number', 'not a number', 'not a number', NULL),
  ('3/2/2026', 'not a number', 'not a number', 'not a number', 'not a number',
   'ambiguous date'),
  ('20260203', 'above 1', NULL, NULL, 'not 0 or 1', 'ambiguous date'),
  ('2026-02-30', 'not a number', 'not a number', 'not a number', 'not a number',
   'not a date');
SELECT is_eq(why_missing(value, kind), reason, quote(value) || ' as ' || kind)
FROM (SELECT value, 'score' AS kind, score AS reason FROM reasons
      UNION ALL SELECT value, 'count', count FROM reasons
      UNION ALL SELECT value, 'age', age FROM reasons
      UNION ALL SELECT value, 'flag', flag FROM reasons
      UNION ALL SELECT value, 'date', date FROM reasons);
SELECT is_eq(why_missing(12, 'SCORE'), 'above 1', 'a kind in any case (R8)');
SELECT is_eq(group_concat(coalesce(why_missing(12, column1), 'usable')),
             'above 1,usable,not 0 or 1', 'a kind that varies')
FROM (VALUES ('score'), ('count'), ('flag'));
