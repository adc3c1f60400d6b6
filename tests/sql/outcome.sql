-- Tests roc_auc, reliability, reliability_rows and corrected_rate.

-- Four good rows and three bad rows make twelve pairs. In nine pairs the good row scores
-- higher; two pairs have equal scores and count half. So the area under the ROC curve,
-- auc, is 10 / 12.
CREATE TABLE scored(score, good, question);
INSERT INTO scored VALUES (0.9, 1, 'a'), (0.8, 1, 'a'), (0.7, 1, 'b'), (0.6, 1, 'c'),
  (0.7, 0, 'b'), (0.6, 0, 'c'), (0.1, 0, 'd');
SELECT near(json_extract(roc_auc(score, good), '$.auc'), 10 / 12.0, 1e-15,
            'the share of pairs, ties half') FROM scored;
-- By DeLong's method, V10 of a good row is the share of bad rows with a lower score. The
-- four good rows have 1, 1, 5/6, 1/2. V01 of a bad row is the share of good rows with a
-- higher score. The three bad rows have 5/8, 7/8, 1. Equal scores count half. V10 has the
-- sample variance 1/18, and V01 has 7/192. So se^2 is 1/18 / 4 + 7/192 / 3.
SELECT near(json_extract(roc_auc(score, good), '$.se')
              * json_extract(roc_auc(score, good), '$.se'),
            (2 * (1 / 6.0) * (1 / 6.0) + (1 / 3.0) * (1 / 3.0)) / 3 / 4
                 + ((5 / 24.0) * (5 / 24.0) + (1 / 24.0) * (1 / 24.0)
                    + (1 / 6.0) * (1 / 6.0)) / 2 / 3, 3e-16, 'the error of DeLong')
FROM scored;
SELECT is_eq(json_extract(roc_auc(score, good), '$.n', '$.good', '$.bad', '$.clusters'),
             '[7,4,3,7]', 'counts; without clusters each row is one') FROM scored;
-- The interval's low end p lies below auc by z * sqrt(p (1 - p) / n_eff). z is 1.96, and
-- n_eff is the effective number of rows: auc (1 - auc) / se^2, but at most 3 * good * bad
-- / n for n rows.
SELECT near((auc - p) * (auc - p), 1.959963984540054 * 1.959963984540054 * p * (1 - p)
            / min(auc * (1 - auc) / se / se, 3 * 4 * 3 / 7.0), 1e-14, 'Wilson''s low end')
FROM (SELECT json_extract(j, '$.auc') AS auc, json_extract(j, '$.se') AS se,
             json_extract(j, '$.low') AS p
      FROM (SELECT roc_auc(score, good) AS j FROM scored));

-- With clusters, roc_auc uses Obuchowski's method. The clusters are the questions a to d.
-- The sum of (V10 - auc) is 1/3 in a, 0 in b and -1/3 in c. The sum of (V01 - auc) is
-- -5/24 in b, 1/24 in c and 1/6 in d. Three of the questions have good rows and three
-- have bad rows, so the factors K10 / (K10 - 1) and K01 / (K01 - 1) in roc.h are 3 / 2.
SELECT near(json_extract(roc_auc(score, good, question), '$.se')
              * json_extract(roc_auc(score, good, question), '$.se'),
            3 / 2.0 / 16 * (2 / 9.0)
                 + 3 / 2.0 / 9 * (25 / 576.0 + 1 / 576.0 + 1 / 36.0)
                 + 2 * (4 / 3.0) / 12 * (-1 / 72.0), 3e-16, 'the error of Obuchowski')
FROM scored;
SELECT is_eq(json_extract(roc_auc(score, good, question), '$.clusters'), 4, 'clusters')
FROM scored;
SELECT is_eq(json_extract(roc_auc(score, good, question), '$.auc'),
             json_extract(roc_auc(score, good), '$.auc'), 'the same area') FROM scored;
SELECT is_eq(json_extract(roc_auc(score, good, nullif(question, 'd')), '$.clusters'), 4,
             'NULLs are one cluster') FROM scored;
SELECT is_eq(roc_auc(score, good, 7), json_set(roc_auc(score, good), '$.clusters', 1,
             '$.se', NULL, '$.low', NULL, '$.high', NULL), 'one cluster: no se, no ends')
FROM scored;
SELECT is_eq(json_extract(roc_auc(score, good, question), '$.se'), NULL,
             'no standard error if one cluster has all bad rows')
FROM scored WHERE good OR question = 'd';
SELECT is_eq(json_extract(roc_auc(score, good), '$.se'), NULL,
             'no standard error with one bad row')
FROM scored WHERE good OR question = 'd';
SELECT is_eq(json_extract(roc_auc(column1, column2), '$.auc', '$.se', '$.high'),
             '[1,0,1]',
             'all good rows above: se 0, and a width')
FROM (VALUES (3, 1), (4, 1), (1, 0), (2, 0));
SELECT is_eq(json_extract(roc_auc(column1, column2), '$.low') < 0.6, 1,
             'the interval of so few is wide')
FROM (VALUES (3, 1), (4, 1), (1, 0), (2, 0));
SELECT is_eq((SELECT roc_auc(score, good) FROM scored WHERE good), NULL,
             'no bad row: NULL');
SELECT is_eq((SELECT roc_auc(score, good) FROM scored WHERE NOT good), NULL,
             'no good row: NULL');
SELECT is_eq((SELECT roc_auc(1, 1) WHERE 0), NULL, 'an empty group: NULL');
SELECT is_eq(json_extract(roc_auc(column1, column2), '$.n', '$.auc'), '[4,0.875]',
             'scores are any finite numbers; a row with a missing value is left out')
FROM (VALUES ('-1e300', 0), (0, 0), (-0.0, 1), (1e300, '1'), (NULL, 1), (1, NULL),
             (9e999, 1),
             ('x', 0), (1, 0.5), (1, 2), (x'31', 1));

-- reliability groups rows with equal scores. Then it joins two neighbouring groups if the
-- group with the higher scores has the lower rate of good rows.
CREATE TABLE told(score, good);
INSERT INTO told VALUES (0.1, 0), (0.1, 0), (0.3, 1), (0.5, 0), (0.5, 1), (0.9, 1), (1,
             1),
  (0.2, 0);
SELECT is_eq(json_extract(reliability(score, good), '$.steps'),
  '[{"from":0.1,"to":0.2,"n":3,"good":0,"rate":0},'
  || '{"from":0.3,"to":0.5,"n":3,"good":2,"rate":0.6666666666666666},'
  || '{"from":0.9,"to":1,"n":2,"good":2,"rate":1}]', 'the steps') FROM told;
SELECT near(json_extract(reliability(score, good), '$.brier'),
            (2 * 0.01 + 0.49 + 2 * 0.25 + 0.01 + 0 + 0.04) / 8, 1e-16, 'the Brier score')
FROM told;
SELECT near(json_extract(reliability(score, good), '$.uncertainty'), 0.25, 0,
             'p (1 - p)') FROM told;
SELECT near(json_extract(reliability(score, good), '$.discrimination'),
            0.25 - 3 * (2 / 9.0) / 8, 1e-16, 'less that of the steps') FROM told;
SELECT near(json_extract(reliability(score, good), '$.miscalibration'),
            1.06 / 8 - 3 * (2 / 9.0) / 8, 1e-16,
            'the improvement by the steps') FROM told;
SELECT is_eq(json_extract(reliability(column1, 1), '$.n'), 3,
             'a score outside 0..1 leaves its row out')
FROM (VALUES (0), (1), ('0.5'), (-0.1), (1.1), (NULL), ('x'), (x'30'), (9e999));
SELECT is_eq(json_extract(reliability(0.5, column1), '$.n'), 3,
             'a label that cannot be read, too')
FROM (VALUES (0), (1), ('1'), (2), (NULL), (0.5), ('yes'));
SELECT is_eq((SELECT reliability(2, 1)), NULL, 'no row that counts: NULL');
SELECT is_eq((SELECT reliability(1, 1) WHERE 0), NULL, 'an empty group: NULL');
SELECT is_eq(json_object('r', reliability(1, 1)), json_object('r', json(reliability(1,
             1))),
             'it carries the JSON subtype');

SELECT results_eq('SELECT from_score, to_score, n, good, rate
                   FROM reliability_rows((SELECT reliability(score, good) FROM told))',
                  'VALUES (0.1, 0.2, 3, 0, 0.0), (0.3, 0.5, 3, 2, 2 / 3.0),
                          (0.9, 1.0, 2, 2, 1.0)', 'in the order of scores');
SELECT is_eq(group_concat(DISTINCT typeof(from_score) || typeof(to_score) || typeof(n)
             || typeof(good)
             || typeof(rate)), 'realrealintegerintegerreal', 'types')
FROM reliability_rows((SELECT reliability(score, good) FROM told));
SELECT is_eq((SELECT count(*) FROM reliability_rows(column1)), 0,
             'not an answer: no rows')
FROM (VALUES (NULL), (''), ('{}'), ('[]'), (7), (x'7b7d'),
             ('{"n":1,"brier":0,"steps":[]}'),
  ('{"n":1,"brier":0,"miscalibration":0,"discrimination":0,"uncertainty":0,"steps":[]}'),
  ('{"n":1,"brier":0,"miscalibration":0,"discrimination":0,"uncertainty":0,"steps":'
   || '[{"from":0,"to":0,"n":1,"good":0,"rate":"0"}]}'),
  ('{"n":1,"brier":0,"miscalibration":0,"discrimination":0,"uncertainty":0,"steps":'
   || '[{"from":0,"to":0,"n":1,"good":0,"rate":0}],"more":1}'),
  ('{"n":1,"brier":0,"miscalibration":0,"discrimination":0,"uncertainty":0,"steps":'
   || '[{"from":0,"to":0,"n":1,"good":0}]}'));
-- reliability_rows gives rows only for JSON that has all keys of reliability's answer,
-- and no text after them.
SELECT is_eq((SELECT count(*) FROM reliability_rows(replace(answer, column1, column2))),
             column1 = column2, column2 || ' where ' || column1 || ' belongs')
FROM (SELECT '{"n":1,"brier":0,"miscalibration":0,"discrimination":0,"uncertainty":0,'
             || '"steps":[{"from":0,"to":0,"n":1,"good":0,"rate":0}]}' AS answer),
     (VALUES ('"brier":0', '"brier":0'), ('"brier":0', '"brier":null'),
             ('"brier"', '"bias"'), ('"steps"', '"levels"'), (':[', ':'),
             ('"rate":0', '"rate":[0]'), ('"rate":0', '"rate":null'), (']}', '}'),
             (']}', ']'), (']}', ']}}'));
SELECT is_eq((SELECT count(*) FROM reliability_rows(' { "n" : 1 , "brier" : 0 ,'
  || '"miscalibration":0,"discrimination":0,"uncertainty":0,"steps" : [ {"from":0,"to":0,'
  || '"n":1,"good":0,"rate":0 } ] } ')), 1, 'white space may stand anywhere');
SELECT is_eq((SELECT sum(n) FROM (SELECT 1 AS a UNION ALL SELECT 2),
              reliability_rows((SELECT reliability(score, good) FROM told))), 16,
             'a second scan');
SELECT throws('SELECT * FROM reliability_rows',
  'reliability_rows: json must be given, the answer of reliability', 'without one');

-- Tests corrected_rate: four of eight rows have labels (`actual`). In these four rows the
-- labels 1 1 0 0 and the verdicts 1 1 0 1 have the covariance 1/6. All eight verdicts
-- have the variance 3/14. So lambda, the factor of the verdicts, is (1/6) / (2 * 3/14) =
-- 7/18.
CREATE TABLE judged(verdict, actual, question);
INSERT INTO judged VALUES (1, 1, 'a'), (1, 1, 'a'), (0, 0, 'b'), (1, 0, 'b'),
  (1, NULL, 'c'), (0, NULL, 'c'), (1, NULL, 'd'), (1, NULL, NULL);
SELECT near(json_extract(corrected_rate(verdict, actual), '$.lambda'), 7 / 18.0, 1e-15,
            'lambda') FROM judged;
SELECT near(json_extract(corrected_rate(verdict, actual), '$.rate'), 0.5, 1e-15,
            'labelled and others have the same mean verdict') FROM judged;
-- The residuals r = label - lambda * verdict are 11/18, 11/18, 0 and -7/18, with mean
-- 5/24.
SELECT near(json_extract(corrected_rate(verdict, actual), '$.se')
              * json_extract(corrected_rate(verdict, actual), '$.se'),
            (2 * (29 / 72.0) * (29 / 72.0) + (15 / 72.0) * (15 / 72.0)
        + (43 / 72.0) * (43 / 72.0)) / 3 / 4
       + (7 / 18.0) * (7 / 18.0) * (1 / 4.0) / 4, 3e-16, 'both variances') FROM judged;
SELECT is_eq(json_extract(corrected_rate(verdict, actual), '$.n', '$.clusters',
             '$.labelled',
             '$.judged', '$.actual'), '[8,8,4,0.75,0.5]', 'counts and plain means')
FROM judged;
-- The clusters are a, b, c, d and NULL, and r is the residual from above. The sum of (r -
-- 5/24) / 4 is 29/144 in a and -29/144 in b. The sum of verdict - 3/4 is -1/2 in c, 1/4
-- in d and 1/4 in NULL. The method multiplies these three sums by lambda / 4.
SELECT near(json_extract(corrected_rate(verdict, actual, question), '$.se')
              * json_extract(corrected_rate(verdict, actual, question), '$.se'),
            5 / 4.0 * (2 * (29 / 144.0) * (29 / 144.0)
                  + (7 / 72.0) * (7 / 72.0) * (1 / 4.0 + 1 / 16.0 + 1 / 16.0)), 3e-16,
  'with clusters') FROM judged;
SELECT is_eq(json_extract(corrected_rate(verdict, actual, question), '$.clusters'), 5,
             'NULLs are one cluster') FROM judged;
SELECT is_eq(json_extract(corrected_rate(verdict, actual, 1), '$.rate', '$.se', '$.low',
             '$.high'), '[0.5,null,null,null]', 'one cluster has labels: no ends')
FROM judged;
SELECT is_eq(json_extract(corrected_rate(verdict, actual), '$.se'), NULL,
             'no standard error with one labelled row')
FROM judged WHERE actual IS NULL OR verdict = 0;
SELECT is_eq((SELECT corrected_rate(verdict, NULL) FROM judged), NULL, 'no label: NULL');
SELECT is_eq((SELECT corrected_rate(1, 1) WHERE 0), NULL, 'an empty group: NULL');
SELECT is_eq(json_extract(corrected_rate(column1, column2), '$.lambda', '$.rate', '$.se'),
             '[0,1,0]', 'a judge of one verdict tells nothing; all labels are good')
FROM (VALUES (0.1, 1), (0.1, 1), (0.1, NULL), (0.1, NULL), (0.1, NULL));
SELECT is_eq(json_extract(corrected_rate(column1, column2), '$.n', '$.labelled'), '[7,2]',
             'a label that is none is a row without one; a verdict outside 0..1 is no
             row')
FROM (VALUES (0, 0), ('0.5', '1'), (1, NULL), (1, 2), (1, 'yes'), (1, 0.5), (1, x'31'),
             (2, 1), (-1, 0), (NULL, 1), ('x', 1));
-- The low end p lies below the rate by t * sqrt(p (1 - p) / n_eff), where t is Student's
-- t with 3 degrees of freedom, and n_eff = rate (1 - rate) / se^2.
SELECT near((rate - p) * (rate - p), 3.182446305284263 * 3.182446305284263 * p * (1 - p)
            / (rate * (1 - rate) / se / se), 1e-12, 'Wilson''s low end, t for z')
FROM (SELECT json_extract(j, '$.rate') AS rate, json_extract(j, '$.se') AS se,
             json_extract(j, '$.low') AS p
      FROM (SELECT corrected_rate(verdict, actual) AS j FROM judged));

-- Windows.
SELECT results_eq('SELECT json_extract(roc_auc(score, good, question) OVER (ORDER BY score
                   ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW), ''$.n'')
                   FROM scored WHERE good',
                  'VALUES (NULL), (NULL), (NULL), (NULL)', 'no bad row in any frame');
SELECT results_eq('SELECT json_extract(roc_auc(score, good) OVER (ORDER BY score, good
                   ROWS 2 PRECEDING), ''$.auc'') FROM scored',
                  'VALUES (NULL), (NULL), (0.75), (0.25), (0.25), (0.75), (NULL)',
                  'roc_auc');
SELECT results_eq('SELECT json_extract(reliability(score, good) OVER (ORDER BY score
                   ROWS 1 PRECEDING), ''$.n'') FROM told LIMIT 3',
                  'VALUES (1), (2), (2)', 'reliability');
SELECT results_eq('SELECT json_extract(corrected_rate(verdict, actual, question)
                     OVER (ORDER BY rowid ROWS 2 PRECEDING), ''$.rate'')
                   FROM judged LIMIT 6',
                  'VALUES (1), (1), (2 / 3.0), (1 / 3.0), (0), (0)', 'corrected_rate');
