-- Tries aggregates and windows whose parameter must be equal in all rows of a group. In
-- some rows it differs or is invalid, and assay skips some rows. assay allocates
-- memory for each sequence of rows with equal parameters, each name and each message.
CREATE TABLE listed(n INTEGER PRIMARY KEY, key, k, name);
INSERT INTO listed VALUES (1, 1, 3, 'deep'), (2, NULL, 0, 'deep'), (3, 2, 3, 'QUICK'),
  (4, 3, 5, 'quick'), (5, 4, 'b', 'late'), (6, 5, 'a', 'early'), (7, NULL, 5, NULL),
  (8, 6, 3, 'deep'), (9, 7, 'c', 'slow'), (10, 8, 4, 'deep'), (11, 9, 4, 'deep');

SELECT precision_at_k(key, 1, k) FROM listed;
SELECT precision_at_k(key, 1, k) FROM listed WHERE n < 5;
SELECT precision_at_k(key, 1, k) OVER (ORDER BY n ROWS 1 PRECEDING)
  FROM listed WHERE n < 4 OR n IN (7, 10, 11);
SELECT recall_at_k(key, 1, 3, k) FROM listed;
SELECT average_precision(key, 1, n) FROM listed;
SELECT relevance_gate(n, name) FROM listed WHERE n <> 6;
SELECT relevance_report(n, key, name) OVER (ORDER BY n ROWS BETWEEN 2 PRECEDING
  AND 1 PRECEDING) FROM listed WHERE n < 4;
SELECT tier_confidence(key / 10.0, name, n) FROM listed;
SELECT pass_at_k(key > 2, k) FROM listed;
SELECT pass_rate(key > 2, name) OVER (ORDER BY n ROWS 2 PRECEDING) FROM listed;
SELECT paired_difference(key, n, name), paired_difference(n, k) FROM listed;
SELECT paired_difference(key, n, name) OVER (ORDER BY n ROWS 2 PRECEDING) FROM listed;
SELECT krippendorff_alpha(n % 3, name, 'nominal') FROM listed;
SELECT krippendorff_alpha(name, n % 3, CASE WHEN n < 9 THEN 'ratio' ELSE name END)
  FROM listed;
SELECT krippendorff_alpha(name, key) OVER (ORDER BY n ROWS 4 PRECEDING) FROM listed;
SELECT alpha_confidence(n % 3, name, 'nominal', key) FROM listed;
SELECT alpha_confidence(name, n % 3, CASE WHEN n < 9 THEN 'ratio' ELSE name END)
FROM listed;
SELECT alpha_confidence(name, key) OVER (ORDER BY n ROWS 4 PRECEDING) FROM listed;
SELECT roc_auc(n, key > 3, name), reliability(key / 10.0, n % 2),
       corrected_rate(key / 10.0, n % 3, name) FROM listed;
SELECT roc_auc(n, key > 3, name) OVER (ORDER BY n ROWS 4 PRECEDING) FROM listed;
SELECT gate_confidence(name, key / 10.0, 1, 1, 1, 1, 12, 0) FROM listed;
SELECT gate_confidence(name, key / 10.0, 1, 1, 1, 1, 12, 0, 0.5, k) FROM listed
  WHERE n IN (1, 3, 8);
SELECT gate_confidence(n, '{"coverage":1}') OVER (ORDER BY n ROWS 1 PRECEDING)
  FROM listed;
SELECT strategy_score(name, 'focused', 'novelty', key) FROM listed;
SELECT strategy_contributions('ease', name, 'novelty', key) FROM listed;
SELECT strategy_score(1, n, key) FROM listed;
SELECT precision_at_k(n, 1, k) OVER (ORDER BY n RANGE BETWEEN 3 FOLLOWING AND 3 FOLLOWING)
  FROM listed WHERE n IN (1, 2, 3, 4, 5, 6, 7, 10);
SELECT gate_confidence(column1, 1, 1, 1, 1, 1, 12, 0, column2, 9)
FROM (VALUES ('a', 0.7), ('b', 0.8), ('a', 0.7));
