-- Tests pass_rate, pass_at_k and pass_hat_k.
--
-- The ends of Wilson's interval come from Newcombe, "Two-sided confidence intervals for
-- the single proportion" (Statistics in Medicine 17, 1998), table I, method 3. Ends that
-- are not in the table come from statsmodels 0.13.5, proportion_confint(c, n,
-- method='wilson'). The numbers for pass@k and pass^k are fractions, computed by hand.

CREATE VIEW attempts AS
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 263)
SELECT i FROM n;

CREATE TABLE newcombe(passed, n, low, high);
INSERT INTO newcombe VALUES (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
  (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718);
CREATE TABLE rated AS
SELECT w.*, (SELECT pass_rate(i <= w.passed) FROM attempts WHERE i <= w.n) AS j
FROM newcombe AS w;
SELECT near(json_extract(j, '$.low'), low, 5.1e-5, passed || ' of ' || n || ': low')
FROM rated;
SELECT near(json_extract(j, '$.high'), high, 5.1e-5, passed || ' of ' || n || ': high')
FROM rated;
SELECT is_eq(json_extract(j, '$.n', '$.passed'), json_array(n, passed),
             passed || ' of ' || n || ': counts')
FROM rated;
SELECT near(json_extract(j, '$.rate'), 81 / 263.0, 1e-16, 'the share') FROM rated
WHERE n = 263;
SELECT is_eq(json_extract(pass_rate(0), '$.low'), 0, 'none passed: the low end is 0');
SELECT is_eq(json_extract(pass_rate(1), '$.high'), 1, 'all did: the high end is 1');
SELECT near(json_extract(pass_rate(1), '$.low'), 0.20654931437723745, 1e-15,
            'one of one, as statsmodels has it');

SELECT is_eq(pass_rate(column1),
  '{"n":4,"clusters":4,"passed":3,"rate":0.75,"low":0.30064184258240195,'
  || '"high":0.9544127391902996}',
  'the keys in their order (R6); 1, 0, 1.0 and ''1'' are flags, others are left out')
FROM (VALUES (1), (0), (1.0), ('1'), (NULL), (2), (-1), (0.5), ('yes'), (x'31'), (9e999),
             (''));
SELECT is_eq(typeof(pass_rate(column1)), 'null', 'no flag, no answer')
FROM (VALUES (NULL), (2), ('pass'));
SELECT is_eq((SELECT pass_rate(1) WHERE 0), NULL, 'an empty group: NULL');
SELECT is_eq(json_object('r', pass_rate(0)), json_object('r', json(pass_rate(0))),
             'it carries the JSON subtype');

-- With clusters, pass_rate gives Wilson's interval for n_eff attempts, where n_eff is
-- rate (1 - rate) / se^2. Student's t with (clusters - 1) degrees of freedom replaces z.
-- Below, six of the nine flags are 1. The deviations from 6/9 sum to 0, -1/3, 2/3 and
-- -1/3 in the four clusters, so se^2 is 4/3 * (6/9) / 81 = 8/729. n_eff would be (2/9) /
-- (8/729) = 20.25, but is at most n = 9. t with 3 degrees of freedom is
-- 3.182446305284263.
CREATE TABLE tried(passed, question);
INSERT INTO tried VALUES (1, 'a'), (1, 'a'), (0, 'a'), (0, 'b'), (1, 'b'), (1, 'c'),
  (1, 'c'), (0, NULL), (1, NULL), (NULL, 'd');
SELECT is_eq(json_extract(pass_rate(passed, question), '$.n', '$.clusters', '$.passed'),
             '[9,4,6]', 'NULLs are one cluster, a question without a flag is no cluster')
FROM tried;
SELECT is_eq(json_extract(pass_rate(passed, question), '$.rate'), 6 / 9.0, 'the share')
FROM tried;

-- The distance between the rate and each end p of the interval is t * sqrt(p (1 - p) /
-- n_eff).
CREATE TABLE designs(name, passed, cluster);
INSERT INTO designs SELECT 'n_eff is at most n', passed, question FROM tried;
INSERT INTO designs VALUES ('n_eff below n', 1, 1), ('n_eff below n', 1, 1),
  ('n_eff below n', 0, 2), ('n_eff below n', 0, 2), ('n_eff below n', 1, 3),
  ('n_eff below n', 0, 3), ('se is 0: n', 1, 1), ('se is 0: n', 0, 1),
  ('se is 0: n', 1, 2), ('se is 0: n', 0, 2);
CREATE TABLE expected(name, n_eff, t);
-- In the design 'n_eff below n', the deviations sum to 1, -1 and 0 in the three clusters.
-- So se^2 is 3/2 * 2 / 36 = 1/12, and n_eff is (1/4) * 12.
INSERT INTO expected VALUES ('n_eff is at most n', 9, 3.182446305284263),
  ('n_eff below n', 3, 4.302652729749464), ('se is 0: n', 4, 12.706204736174698);
SELECT near(distance * distance, t * t * p * (1 - p) / n_eff, 1e-12, name || ': ' || side)
FROM (SELECT name, column1 AS side, json_extract(j, '$.' || column1) AS p,
             json_extract(j, '$.rate') - json_extract(j, '$.' || column1) AS distance
      FROM (SELECT name, pass_rate(passed, cluster) AS j FROM designs GROUP BY name),
           (VALUES ('low'), ('high')))
JOIN expected USING (name);

-- If all attempts pass, n_eff is the number of clusters, whatever their size. With three
-- clusters and Student's t, the low end p obeys 1 - p = t * sqrt(p (1 - p) / 3), so p is
-- 1 / (1 + t^2 / 3).
SELECT near(json_extract(pass_rate(1, column1), '$.low'),
            1 / (1 + 4.302652729749464 * 4.302652729749464 / 3), 1e-12,
            'all passed: the low end')
FROM (VALUES (1), (1), (1), (1), (1), (2), (3));
SELECT is_eq(json_extract(pass_rate(1, column1), '$.high'), 1, 'and the high one')
FROM (VALUES (1), (1), (2));
SELECT is_eq(json_extract(pass_rate(0, column1), '$.low'), 0,
             'none did: the low end is 0')
FROM (VALUES (1), (1), (2));
SELECT near(json_extract(pass_rate(0, column1), '$.high'),
            1 - 1 / (1 + 12.706204736174698 * 12.706204736174698 / 2), 1e-12,
            'and the high end mirrored')
FROM (VALUES (1), (1), (2));
SELECT is_eq(pass_rate(passed, 'one'),
  '{"n":9,"clusters":1,"passed":6,"rate":0.6666666666666666,"low":null,"high":null}',
  'one cluster has no interval') FROM tried;
SELECT is_eq(pass_rate(1, 'one'),
  '{"n":9,"clusters":1,"passed":9,"rate":1,"low":null,"high":null}',
  'no ends if all passed, too') FROM tried WHERE passed IS NOT NULL;
SELECT is_eq(pass_rate(passed, question), NULL, 'and no attempt no answer') FROM tried
WHERE question = 'd';

-- Tests pass@k and pass^k: of 5 attempts 2 pass.
CREATE TABLE five(n, passed);
INSERT INTO five VALUES (1, 1), (2, 0), (3, 1), (4, 0), (5, 0);
SELECT near(pass_at_k(passed, 1), 2 / 5.0, 0, 'pass@1 is the share') FROM five;
SELECT near(pass_at_k(passed, 2), 7 / 10.0, 0, 'pass@2: 1 - 3/5 * 2/4') FROM five;
SELECT near(pass_at_k(passed, 3), 9 / 10.0, 0, 'pass@3: 1 - 1/10') FROM five;
SELECT is_eq(pass_at_k(passed, 4), 1.0, 'pass@4: three failed, so one of four passes')
FROM five;
SELECT is_eq(pass_at_k(passed, 5), 1.0, 'pass@5') FROM five;
SELECT is_eq(pass_at_k(passed, 6), NULL, 'fewer than k attempts: NULL') FROM five;
SELECT is_eq(pass_at_k(passed, 1e300), NULL, 'far fewer, too') FROM five;
SELECT near(pass_hat_k(passed, 1), 2 / 5.0, 0, 'pass^1 is the share') FROM five;
SELECT near(pass_hat_k(passed, 2), 1 / 10.0, 0, 'pass^2: 2/5 * 1/4') FROM five;
SELECT is_eq(pass_hat_k(passed, 3), 0.0, 'pass^3: only two passed') FROM five;
SELECT is_eq(pass_hat_k(passed, 6), NULL, 'fewer than k attempts: NULL') FROM five;
SELECT is_eq(pass_at_k(0, 1), 0.0, 'none passed: 0') FROM five;
SELECT is_eq(pass_hat_k('1', '5'), 1.0, 'all passed: 1; k may be TEXT') FROM five;
SELECT is_eq(pass_at_k(column1, 3), NULL, 'a value that is not a flag is no attempt')
FROM (VALUES (1), (0), (NULL), (2), ('x'));
SELECT is_eq((SELECT pass_at_k(1, 1) WHERE 0), NULL, 'an empty group: NULL');
SELECT is_eq((SELECT pass_hat_k(1, 1) WHERE 0), NULL, 'of either');

-- Tests a million attempts: the binomial coefficient C(10^6, 5 * 10^5) has 301,030
-- digits.
CREATE VIEW million AS
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
SELECT i FROM n;
SELECT is_eq(pass_at_k(i <= 1, 500000), 0.5, 'half of a million attempts, one of which '
             || 'passed') FROM million;
SELECT is_eq(pass_hat_k(i > 1, 500000), 0.5, 'or one of which failed') FROM million;
SELECT is_eq(pass_hat_k(i <= 500000, 500000), 0.0, 'all of the passed half: no double is '
             || 'so small') FROM million;

SELECT throws('SELECT pass_at_k(passed, 0) FROM five',
  'pass_at_k: k must be a whole number >= 1, got 0', 'k of 0');
SELECT throws('SELECT pass_hat_k(passed, 2.5) FROM five',
  'pass_hat_k: k must be a whole number >= 1, got 2.5', 'not whole');
SELECT throws('SELECT pass_hat_k(passed, NULL) FROM five',
  'pass_hat_k: k must be a whole number >= 1, got NULL', 'none');
SELECT throws('SELECT pass_at_k(passed, n) FROM five WHERE n < 3',
  'pass_at_k: k must be the same in every row of a group, got 1 and 2', 'two');
SELECT is_eq(pass_at_k(column1, column2), 1.0, 'of a row that is skipped k is not read')
FROM (VALUES (1, 1), (NULL, 0));

-- Windows.
SELECT results_eq('SELECT json_extract(pass_rate(passed) OVER (ORDER BY n ROWS 1 PRECEDING
                   EXCLUDE CURRENT ROW), ''$.passed'') FROM five',
                  'VALUES (NULL), (1), (0), (1), (0)', 'pass_rate over a frame');
SELECT results_eq('SELECT json_extract(pass_rate(passed, n % 2) OVER (ORDER BY n
                   ROWS 2 PRECEDING), ''$.passed'') FROM five',
                  'VALUES (1), (1), (2), (1), (1)', 'with clusters');
SELECT results_eq('SELECT pass_at_k(passed, 2) OVER (ORDER BY n ROWS 2 PRECEDING)
                   FROM five',
                  'VALUES (NULL), (1.0), (1.0), (2 / 3.0), (2 / 3.0)', 'pass_at_k');
SELECT results_eq('SELECT pass_hat_k(passed, 2) OVER (ORDER BY n ROWS 2 PRECEDING)
                   FROM five',
                  'VALUES (NULL), (0.0), (1 / 3.0), (0.0), (0.0)', 'pass_hat_k');
