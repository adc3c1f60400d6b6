-- Tests paired_difference(a, b): each row is a pair. Is a better than b in these pairs?
--
-- Student's example of two soporifics (1908) has ten patients. R 4.2.2 prints for
-- t.test(a, b, paired = TRUE) mean 1.58, t = 4.0621, df = 9, interval 0.7001142 to
-- 2.4598858. In all 9 unequal pairs a is better, so sign_p is 2 / 2^9, as in
-- binom.test(9, 9).
CREATE TABLE sleep(patient, a, b);
INSERT INTO sleep VALUES (1, 1.9, 0.7), (2, 0.8, -1.6), (3, 1.1, -0.2), (4, 0.1, -1.2),
  (5, -0.1, -0.1), (6, 4.4, 3.4), (7, 5.5, 3.7), (8, 1.6, 0.8), (9, 4.6, 0.0),
  (10, 3.4, 2.0);
CREATE VIEW slept AS SELECT paired_difference(a, b) AS j FROM sleep;
SELECT near(json_extract(j, '$.mean'), 1.58, 1e-15, 'the mean') FROM slept;
SELECT near(json_extract(j, '$.mean') / json_extract(j, '$.se'), 4.0621, 5.1e-5,
            't as R has it') FROM slept;
SELECT near(json_extract(j, '$.low'), 0.7001142, 5.1e-8, 'the low end') FROM slept;
SELECT near(json_extract(j, '$.high'), 2.4598858, 5.1e-8, 'the high end') FROM slept;
SELECT is_eq(json_extract(j, '$.n', '$.clusters', '$.better', '$.worse', '$.equal'),
             '[10,10,9,0,1]', 'counts') FROM slept;
SELECT is_eq(json_extract(j, '$.sign_p'), 2 / 512.0, 'the sign test') FROM slept;
SELECT is_eq((SELECT json_extract(paired_difference(b, a), '$.worse') FROM sleep), 9,
             'exchanged: worse');
SELECT is_eq((SELECT json_extract(paired_difference(b, a), '$.high') FROM sleep),
             (SELECT -json_extract(j, '$.low') FROM slept), 'and the interval mirrored');

SELECT is_eq(paired_difference(column1, column2),
  '{"n":4,"clusters":4,"mean":0.25,"se":0.25,"low":-0.5456115763209265,'
  || '"high":1.0456115763209266,"better":1,"worse":0,"equal":3,"sign_p":1}',
  'the keys in their order; the ends are held within nothing')
FROM (VALUES (1, 0), ('1', 1), (0, '0.0'), (2, 2));

-- For pairs of flags, paired_difference uses the method of Agresti and Min (2005). In 20
-- pairs a is better 8 times and worse twice. The method adds half a pair to each of the
-- four cells of the 2 x 2 table, so the shares are 8.5 / 22 and 2.5 / 22. Their
-- difference is 6 / 22. The standard error is sqrt((11 / 22 - (6 / 22)^2) / 22).
CREATE TABLE flags(a, b);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
INSERT INTO flags SELECT i <= 14, i <= 6 OR i > 18 FROM n;
CREATE VIEW flagged AS SELECT paired_difference(a, b) AS j FROM flags;
SELECT is_eq(json_extract(j, '$.better', '$.worse', '$.equal', '$.mean'), '[8,2,10,0.3]',
             'flags: the counts, the mean as it is') FROM flagged;
SELECT near((6 / 22.0 - json_extract(j, '$.' || column1)) * (6 / 22.0
              - json_extract(j, '$.' || column1)),
            3.841458820694124 * (11 / 22.0 - 36 / 484.0) / 22, 1e-14,
            'flags: ' || column1)
FROM flagged, (VALUES ('low'), ('high'));
SELECT near(json_extract(j, '$.se') * json_extract(j, '$.se'), (10 - 1.8) / 19 / 20,
            1e-15,
            'and se is that of the mean') FROM flagged;
SELECT is_eq(json_extract(paired_difference(1.0, '0'), '$.low') < 0.9, 1,
             'all better: a width all the same') FROM (VALUES (1), (2), (3));
SELECT is_eq(json_extract(paired_difference(1.0, '0'), '$.high'), 1,
             'held within 1') FROM (VALUES (1), (2), (3));
SELECT near(json_extract(paired_difference(column1, column1), '$.high'),
            1.959963984540054 / 5, 1e-15, 'all equal, too: sqrt(1) / 5 standard errors')
FROM (VALUES (0), (1), (1));
SELECT is_eq(json_extract(paired_difference(1, 0, column1), '$.low', '$.se'), '[null,0]',
             'with clusters it is Student''s t, and there is no spread')
FROM (VALUES (1), (2), (3));
SELECT is_eq(json_extract(paired_difference(column1, column2), '$.se', '$.low', '$.high'),
             '[0,null,null]', 'what is no flag has no interval without a spread')
FROM (VALUES (0.75, 0.5), (0.5, 0.25), (1.25, 1));
SELECT is_eq(json_extract(paired_difference(column1, column2), '$.se', '$.low', '$.high'),
             '[0,null,null]', 'what rounding leaves is no spread')
FROM (VALUES (0.9, 0.8), (0.8, 0.7), (0.7, 0.6));
SELECT results_eq('SELECT json_extract(paired_difference(column1, column2)
                     OVER (ROWS 1 PRECEDING), ''$.low'') IS NULL
                   FROM (VALUES (1, 0), (1, 0), (2, 1), (1, 0), (1, 0))',
                  'VALUES (1), (0), (1), (1), (0)', 'as soon as the others have left');

-- The sign test by hand: in the 5 pairs that differ, a is better 4 times, so p is 2 (1 +
-- 5) / 32.
SELECT is_eq(json_extract(paired_difference(column1, 0), '$.sign_p'), 0.375,
             'four of five')
FROM (VALUES (1), (2), (3), (4), (-9), (0));
SELECT is_eq(json_extract(paired_difference(column1, 0), '$.sign_p'), 1, 'three of six')
FROM (VALUES (1), (2), (3), (-1), (-2), (-3));
SELECT is_eq(json_extract(paired_difference(column1, 0), '$.sign_p'), 1, 'three of five')
FROM (VALUES (1), (2), (3), (-1), (-2));
SELECT is_eq(json_extract(paired_difference(1, 1), '$.sign_p'), 1, 'all equal: 1')
FROM (VALUES (1), (2), (3));

-- Both differences are .5 in cluster x and 0 in y, so their mean is .25. The deviations
-- from the mean sum to .5 in x and to -.5 in y, so the standard error is sqrt(2 * .5) /
-- 4.
SELECT is_eq(json_extract(paired_difference(column1, 0.5, column2), '$.se', '$.clusters'),
             '[0.25,2]', 'the cluster-robust error')
FROM (VALUES (1, 'x'), (1, 'x'), (0.5, 'y'), (0.5, 'y'));

-- The sign test counts clusters, not pairs. The mean difference is above 0 in x and y,
-- so both count as better. It is 0 in z, so z is equal.
SELECT is_eq(json_extract(paired_difference(column1, 0.8, column2), '$.sign_p',
                          '$.better',
                          '$.worse', '$.equal'), '[0.5,5,2,0]',
             'two clusters of two: 2 / 2^2; the counts are of pairs')
FROM (VALUES (1, 'x'), (1, 'x'), (0.9, 'y'), (0.9, 'y'), (0.7, 'y'), (0.9, 'z'),
             (0.7, 'z'));
SELECT is_eq(json_extract(paired_difference(column1, 0, column2), '$.sign_p'), 0.125,
             'four of four: 2 / 2^4, whatever their sizes')
FROM (VALUES (1, 'x'), (1, 'x'), (1, 'x'), (1, 'x'), (2, 'y'), (3, 'z'), (3, NULL),
             (-1, NULL));
SELECT is_eq(json_extract(paired_difference(column1, 0, column2), '$.clusters'), 2,
             'NULLs are one cluster, as is what SQLite holds equal')
FROM (VALUES (1, NULL), (2, NULL), (3, 1), (4, 1.0));
SELECT is_eq(paired_difference(column1, 0, 'one'),
  '{"n":2,"clusters":1,"mean":1.5,"se":null,"low":null,"high":null,"better":2,"worse":0,'
  || '"equal":0,"sign_p":1}', 'one cluster has no interval')
FROM (VALUES (1), (2));
SELECT is_eq(paired_difference(3, 1),
  '{"n":1,"clusters":1,"mean":2,"se":null,"low":null,"high":null,"better":1,"worse":0,'
  || '"equal":0,"sign_p":1}', 'nor has one pair');

-- A pair in which a value is missing is left out.
SELECT is_eq(paired_difference(column1, column2), NULL, 'no pair, no answer')
FROM (VALUES (NULL, 1), (1, NULL), ('x', 1), (1, ''), (x'31', 1), (9e999, 1),
             (1, -9e999));
SELECT is_eq(json_extract(paired_difference(column1, column2), '$.n', '$.better',
                          '$.worse',
                          '$.mean'), '[2,1,1,0]',
             'a difference beyond the doubles is the last of them')
FROM (VALUES (1.7e308, -1.7e308), (-1.7e308, '1.7e308'));
SELECT is_eq((SELECT paired_difference(1, 1) WHERE 0), NULL, 'an empty group: NULL');
SELECT is_eq(json_extract(paired_difference(column1, column2), '$.n', '$.mean'),
             '[2,1.5]', 'with others')
FROM (VALUES (1, 0), (NULL, 9), ('2', '0'), (5, 'n/a'));

-- paired_difference compares numbers exactly, even large ones.
SELECT is_eq(json_extract(paired_difference(column1, column2), '$.better', '$.worse',
                          '$.equal'), '[3,2,1]', 'INTEGERs have all their digits')
FROM (VALUES (9007199254740993, 9007199254740992), (9007199254740993, 9007199254740992.0),
             (9223372036854775807, '-9223372036854775808'),
             (9007199254740992, 9007199254740993),
             (9223372036854775807, 9223372036854775808.0),
             (1, 1.0));
SELECT is_eq(json_extract(paired_difference(9007199254740993, 9007199254740992),
                          '$.mean'), 1, 'so has their difference');
SELECT ok(paired_difference(column1, 0)
            LIKE '%"mean":0,%,"low":-1.7976931348623157e+308,%',
          'an end beyond the doubles is the last of them')
FROM (VALUES (1e308), (-1e308));
SELECT near(json_extract(paired_difference(column1, 0, column2), '$.low') / -1.7659e308,
            1, 1e-4, 'though half of the interval is none')
FROM (VALUES ('1.7976931348623157e308', 'x'), (-178, 'y'), (-1, 'y'), (0, 'z'));
SELECT is_eq(json_extract(paired_difference(column1, 0), '$.mean'), 1e-300,
             'nor do small ones vanish')
FROM (VALUES (1e-300), (1e-300));

-- pairs_needed is ((1.959964 + z) * sd / difference)^2, rounded up. z is the normal
-- quantile of the power: .841621 for .8, 1.281552 for .9.
SELECT is_eq(pairs_needed(0.1, 0.44), 152, '151.95 pairs');
SELECT is_eq(pairs_needed('-0.1', 0.44, 0.9), 204, '203.42 with a power of .9');
SELECT is_eq(pairs_needed(0.1, 0.44, 0.8), 152, 'which is .8 otherwise');
SELECT is_eq(pairs_needed(0.1, 0), 2, '2 at least');
SELECT is_eq(pairs_needed(0.1, 0, 1), 2, 'whatever the power');
SELECT is_eq(typeof(pairs_needed(1, 1e9)), 'integer', 'an INTEGER');
SELECT is_eq(typeof(pairs_needed(1, 1e10)), 'real', 'where there is one');
SELECT is_eq(pairs_needed(column1, column2), NULL, 'NULL: ' || quote(column1) || ', '
             || quote(column2))
FROM (VALUES (0, 1), (NULL, 1), (1, NULL), ('x', 1), (1, -0.1), (1, x'31'), (9e999, 1),
             (1, 9e999), (1e-200, 1));
SELECT is_eq(pairs_needed(0.1, 0.44, 1), NULL, 'no number makes it certain');
SELECT throws('SELECT pairs_needed(0.1, 0.44, 1.1)',
  'pairs_needed: power must be a number in 0..1, got 1.1', 'a power beyond');
SELECT throws('SELECT pairs_needed(0.1, 0.44, NULL)',
  'pairs_needed: power must be a number in 0..1, got NULL', 'none');

-- Windows.
SELECT results_eq('SELECT json_extract(paired_difference(a, b) OVER (ORDER BY patient
    ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW), ''$.n'', ''$.better'')
  FROM sleep WHERE patient BETWEEN 4 AND 7',
  'VALUES (''[1,0]''), (''[2,2]''), (''[2,1]''), (''[1,1]'')', 'a frame');
