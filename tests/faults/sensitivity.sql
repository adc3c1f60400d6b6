-- Tries functions that draw weights or choose a round by weights, then wrong calls.
SELECT sum(coverage) FROM weight_samples(3, 1, 'proposed', 9);
SELECT sum(coverage), n, seed FROM weight_samples('3', '7', '[1, 2, 3, 4, 5]', '9e0');
SELECT round_acceptability(column1, 1, 1, 1, 1, 1, column2, 50) OVER
         (ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)
  FROM (VALUES (1, 0.9), ('two', 0.8), (x'03', 0.7), (4.5, 0.6));
SELECT weight_stability(column1, 1, 1, 1, 1, 1, column2, 'roc') OVER
         (ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)
  FROM (VALUES (1, 0.9), ('two', 0.8), (x'03', 0.7), (4.5, 0.6));
SELECT round_acceptability(column1, 1, 1, 1, 1, 1, 1, 5, column1) OVER
         (ORDER BY column1 RANGE BETWEEN 0 PRECEDING AND 0 PRECEDING)
  FROM (VALUES (1), (2), (3));
SELECT weight_stability(column1, 1, 1, 1, 1, 1, 1, json_array(1, 1, 1, 1, column1)) OVER
         (ORDER BY column1 RANGE BETWEEN 0 PRECEDING AND 0 PRECEDING)
  FROM (VALUES (1), (2), (3));
SELECT kendall_tau(column1, column2)
  FROM (VALUES (9223372036854775807, '1152921504606846977'), (9e18, 2), (NULL, 3));
SELECT mean_of(column1, column2) OVER (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW),
       mean_of(column1) OVER (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
  FROM (VALUES (0.5, 1e-100), ('1e-90', 9e99), (NULL, 3), (1e300, '1e-300'));

SELECT * FROM weight_samples;
SELECT * FROM weight_samples(1, 1, 'best');
SELECT * FROM weight_samples(1, 1, '[1,2]');
SELECT * FROM weight_samples(1, 1, zeroblob(40));
SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, 0);
SELECT weight_stability(1, 1, 1, 1, 1, 1, 1, 'best');
SELECT * FROM weight_samples('3', '1.5');
SELECT * FROM weight_samples('3', '1', 'equal', '0');
SELECT round_acceptability(1, 1, 1, 1, 1, 1, 1, column1) FROM (VALUES (1), (2), (1));
SELECT weight_stability(1, 1, 1, 1, 1, 1, 1, column1) FROM (VALUES ('equal'), ('roc'));
SELECT ci_score(1, 1, 1, 1, 1, '{"depth": 1}');
