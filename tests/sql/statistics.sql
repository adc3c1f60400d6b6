-- Tests tier_confidence: error bars for a score that several judges gave.
--
-- The numbers are computed by hand, by the formula of the cluster-robust error in
-- core/outcomes/statistics.h. R prints the .975 quantiles of Student's t: qt(.975, 1)
-- 12.7062, qt(.975, 2) 4.302653, qt(.975, 3) 3.182446.

CREATE TABLE judges(score, cluster);
INSERT INTO judges VALUES (0.70, 'a'), (0.80, 'a'), (0.90, 'b'), (0.80, 'b');

-- The four judgements are independent. Their mean is .80, the deviations are -.1, 0, .1,
-- 0. So the variance is .02 / 3, and se is sqrt(.02 / 12).
CREATE VIEW independent AS SELECT tier_confidence(score, 'coverage') AS j FROM judges;
SELECT near(json_extract(j, '$.mean'), 0.8, 1e-15, 'the mean') FROM independent;
SELECT near(json_extract(j, '$.se'), 0.040824829, 1e-9,
            'sample standard deviation / sqrt(n)')
FROM independent;
SELECT near(json_extract(j, '$.low'), 0.8 - 3.182446 * 0.040824829, 1e-7,
            'low: t with n - 1')
FROM independent;
SELECT near(json_extract(j, '$.high'), 0.8 + 3.182446 * 0.040824829, 1e-7, 'high')
FROM independent;
SELECT is_eq(json_extract(j, '$.tier', '$.tier_low', '$.tier_high', '$.certain'),
             '["High","Medium","Elite",false]', 'the tiers of the mean and of both ends')
FROM independent;

-- Now the four judgements are in clusters. The deviations sum to -.1 in a and to .1 in b.
-- With G = 2 clusters, G / (G - 1) is 2, so se = sqrt(2 * .02) / 4. The degrees of
-- freedom fall from 3 to 1.
SELECT near(json_extract(j, '$.se'), 0.05, 1e-15, 'sums of deviations by cluster')
FROM (SELECT tier_confidence(score, 'coverage', cluster) AS j FROM judges);
SELECT is_eq(json_extract(j, '$.n', '$.clusters', '$.high'), '[4,2,1]',
             'high is clipped at 1')
FROM (SELECT tier_confidence(score, 'coverage', cluster) AS j FROM judges);
SELECT near(json_extract(j, '$.low'), 0.8 - 12.7062 * 0.05, 1e-6, 'with clusters - 1')
FROM (SELECT tier_confidence(score, 'coverage', cluster) AS j FROM judges);

-- The judgements agree within each cluster: .7 .7 and .9 .9. The clusters' deviations sum
-- to -.2 and .2, so se is sqrt(2 * .08) / 4. Independent judges would give sqrt(.04 / 12)
-- = .0577.
SELECT near(json_extract(tier_confidence(column1, 'coverage', column2), '$.se'),
            0.1, 1e-15, 'judgements of a cluster that agree widen se')
FROM (VALUES (0.7, 1), (0.7, 1), (0.9, 2), (0.9, 2));
-- The judgements differ within each cluster: .7 .9 and .7 .9. Each cluster's deviations
-- sum to 0, so se is 0.
SELECT near(json_extract(tier_confidence(column1, 'coverage', column2), '$.se'),
            0, 1e-15, 'clusters with disagreement inside narrow it')
FROM (VALUES (0.7, 1), (0.9, 1), (0.7, 2), (0.9, 2));
SELECT is_eq(tier_confidence(score, 'coverage', rowid),
             tier_confidence(score, 'coverage'), 'clusters of one: as without clusters')
FROM judges;
-- The clusters have unequal sizes: .6 .7 .8 in x, .9 in y, .95 .85 in z. The mean is .8;
-- the deviations of the G = 3 clusters sum to -.3, .1 and .2. So se is sqrt(3/2 * .14) /
-- 6.
SELECT near(json_extract(tier_confidence(column1, 'coverage', column2), '$.se'),
            0.0763762615825973, 1e-15, 'clusters of unequal size')
FROM (VALUES (0.6, 'x'), (0.7, 'x'), (0.8, 'x'), (0.9, 'y'), (0.95, 'z'), (0.85, 'z'));
-- Five clusters have one to four judgements each. R 4.2.2 with sandwich 3.0-2 computed
-- the expected numbers. With m <- lm(score ~ 1), se is sqrt(vcovCL(m, cluster = ~g, type
-- = "HC0", cadjust = TRUE)), and low is mean - qt(.975, 4) se.
CREATE VIEW five_clusters AS
SELECT tier_confidence(column1, 'coverage', column2) AS j
FROM (VALUES (0.61, 1), (0.7, 1), (0.55, 1), (0.92, 2), (0.8, 2), (0.83, 3), (0.77, 3),
             (0.4, 3), (0.9, 3), (0.66, 4), (0.71, 5), (0.58, 5));
SELECT near(json_extract(j, '$.se'), 0.039923157527235305, 1e-15, 'se, as R has it')
FROM five_clusters;
SELECT near(json_extract(j, '$.low'), 0.59165554469946713, 1e-15, 'and the lower end')
FROM five_clusters;

-- Any value may name a cluster. Values that are equal in SQLite are one cluster, and all
-- NULLs are one cluster (R3).
SELECT is_eq(json_extract(tier_confidence(0.8, 'coverage', column1), '$.clusters'), 6,
             '1 and 1.0 are one cluster; 2, two kinds of bytes, no bytes '
             || 'and NULL are others')
FROM (VALUES (1), (1.0), (2), ('ab'), (x'6162'), (''), (NULL), (NULL));

-- With one judgement or one cluster there is no interval.
SELECT is_eq(tier_confidence(0.8, 'coverage'),
  '{"n":1,"clusters":1,"mean":0.8,"se":null,"low":null,"high":null,"tier":"High",'
  || '"tier_low":null,"tier_high":null,"certain":false}',
  'one judgement has no interval');
SELECT is_eq(json_extract(tier_confidence(column1, 'coverage', 'ann'), '$.se',
                          '$.certain'),
             '[null,false]', 'one cluster has no error either')
FROM (VALUES (0.8), (0.9));
SELECT is_eq(tier_confidence(column1, 'coverage'), NULL, 'no score, no answer')
FROM (VALUES (NULL), ('n/a'), (9.5), (-0.1), (x'30'), (9e999));
SELECT is_eq((SELECT tier_confidence(0.8, 'coverage') WHERE 0), NULL,
             'an empty group: NULL');
SELECT is_eq(json_extract(tier_confidence(column1, 'coverage'), '$.n', '$.mean'),
             '[2,0.75]', 'missing scores are left out')
FROM (VALUES (0.7), (NULL), ('0.8'), ('n/a'), (9.5));

-- The tier is certain if both ends of the interval lie in this tier.
SELECT is_eq(json_extract(tier_confidence(column1, 'agreement'), '$.tier', '$.certain'),
             '["High",true]', 'certain')
FROM (VALUES (0.81), (0.82), (0.83), (0.82));
SELECT is_eq(json_extract(tier_confidence(column1, 'agreement'), '$.se', '$.low',
                          '$.certain'),
             '[0,0.1,false]', 'judges of one mind show no spread: not certain')
FROM (VALUES (0.1), (0.1), (0.1));
SELECT is_eq(json_extract(tier_confidence(column1, 'agreement', column2), '$.clusters',
                          '$.se', '$.tier_low', '$.tier_high', '$.certain'),
             '[2,0,"High","High",false]',
             'clusters whose deviations cancel are not certain either')
FROM (VALUES (0.79, 1), (0.81, 1), (0.78, 2), (0.82, 2));
SELECT is_eq(json_extract(tier_confidence(column1, 'agreement'), '$.mean'), 0.8,
             'the mean is rounded once: a floor that judges meet is met')
FROM (VALUES (0.7), (0.8), (0.9));

-- The dimension sets the floors. The dimension recency_days has no upper bound, and days
-- are never negative.
SELECT is_eq(json_extract(tier_confidence(column1, 'recency_days'), '$.tier',
                          '$.tier_low', '$.n'), '["Elite","High",3]', 'recency_days')
FROM (VALUES (80), (95), (100), (-3));
SELECT ok(json_extract(tier_confidence(column1, 'recency_days'), '$.high') > 1000,
          'unbounded')
FROM (VALUES (80), (400));
SELECT near(json_extract(tier_confidence(column1, 'recency_days'), '$.mean') / 9e307, 1,
            1e-12, 'huge days overflow nothing')
FROM (VALUES (1e308), (1.7e308), (0));
SELECT is_eq(json_extract(tier_confidence(0.8, column1), '$.n'), 2,
             'names of dimensions match in any case (R8)')
FROM (VALUES ('Coverage'), ('COVERAGE'));
SELECT throws('SELECT tier_confidence(0.8, column1)
               FROM (VALUES (''coverage''), (''recency''))',
              'tier_confidence: dimension must be the same in every row of a group, '
              || 'got ''coverage'' and ''recency''', 'a group has one dimension');
SELECT throws('SELECT tier_confidence(0.8, column1) FROM '
              || '(VALUES (''Recency''), (''verification''), (''Agreement''),
                          (''recency''))',
              '%got ''agreement'' and ''verification''',
              'of several the message names the least and the greatest, in any order');
SELECT throws('SELECT tier_confidence(0.8, column1)
               FROM (VALUES (''speed''), (''depth''))',
              '%got ''depth'' and ''speed''', 'unknown dimensions are told apart too');
SELECT throws('SELECT tier_confidence(0.8, column1)
               FROM (VALUES (''speed''), (''speedy''))',
              '%got ''speed'' and ''speedy''', 'also where one begins the other');
SELECT throws('SELECT tier_confidence(0.8, column1) FROM (VALUES (''''), (NULL))',
              '%got NULL and ''''', 'and no dimension from any');
SELECT is_eq(json_extract(tier_confidence(0.8, column1), '$.n'), 2,
             'one unknown dimension has the default floors, in any case')
FROM (VALUES ('Speed'), ('speed'));
SELECT is_eq(json_extract(tier_confidence(column1, column2), '$.n'), 2,
             'a row that is left out has no say')
FROM (VALUES (0.8, 'coverage'), ('n/a', 'recency'), (0.9, 'coverage'));
SELECT lives('SELECT tier_confidence(0.8, column1) OVER (ROWS CURRENT ROW) '
             || 'FROM (VALUES (''coverage''), (''recency''))', 'a frame too, by itself');
SELECT is_eq(group_concat(n, ' '), '1 2 2 1 1', 'a row that has left does not count')
FROM (SELECT json_extract(tier_confidence(0.8, column2) OVER (PARTITION BY column2
             ORDER BY column1 ROWS 1 PRECEDING), '$.n') AS n
      FROM (VALUES (1, 'a'), (2, 'a'), (3, 'a'), (4, 'b'), (5, 'c')));
SELECT is_eq(group_concat(n, ' '), '1 2 1 1', 'row by row')
FROM (SELECT json_extract(tier_confidence(column1, column2) OVER (ORDER BY column3
             RANGE 1 PRECEDING), '$.n') AS n
      FROM (VALUES (0.8, 'a', 1), (0.9, 'A', 2), (0.8, 'b', 4), (0.7, 'c', 6)));

-- All rows of a window frame must have one dimension. SQLite can add the rows of the next
-- frame, with another dimension, before it removes the old rows. This must not be an
-- error.
SELECT results_eq(
  'SELECT json_extract(tier_confidence(s, d) OVER (ORDER BY g
     RANGE BETWEEN 2 FOLLOWING AND 3 FOLLOWING), ''$.n'')
   FROM (SELECT column1 AS g, column2 AS d, column3 AS s FROM (VALUES
     (1, ''coverage'', 0.1), (3, ''recency'', 0.3), (4, ''recency'', 0.4),
     (7, ''agreement'', 0.4), (8, ''agreement'', 0.5)))',
  'VALUES (2), (NULL), (1), (NULL), (NULL)', 'frames that begin after their row');

-- The order of rows does not change the answer, bit for bit (R5).
CREATE TABLE many AS
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
SELECT i, (i * 7919 % 1009) / 1009.0 AS score, i % 37 AS cluster FROM n;
SELECT is_eq((SELECT tier_confidence(score, 'coverage', cluster) FROM
              (SELECT * FROM many ORDER BY i * 3571 % 5003)),
             (SELECT tier_confidence(score, 'coverage', cluster) FROM
              (SELECT * FROM many ORDER BY score DESC)), '5000 judgements in two orders');
