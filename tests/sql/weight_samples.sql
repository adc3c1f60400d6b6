-- Tests the tables of weights: assay_weights and weight_samples.
SELECT plan(63);

SELECT results_eq(
  'SELECT strategy, coverage, source_quality, agreement, verification, recency
   FROM assay_weights WHERE strategy IN (''proposed'', ''equal'', ''roc'')',
  'VALUES (''proposed'', 0.25, 0.2, 0.2, 0.2, 0.15), (''equal'', 0.2, 0.2, 0.2, 0.2, 0.2),
          (''roc'', 0.46, 0.21, 0.21, 0.21, 0.11)',
  'ADR-007 4.3: the candidates for the weights, as printed');
SELECT near((SELECT sum FROM assay_weights WHERE strategy = 'roc'), 1.2, 1e-15,
  'ADR-007''s ROC row sums to 1.20');
SELECT near((SELECT sum FROM assay_weights WHERE strategy = 'roc_centroid'), 1, 1e-15,
  'the centroid sums to 1');
SELECT near((SELECT max(abs(coverage - 0.4567), abs(source_quality - 0.1678),
                        abs(verification - 0.1678), abs(recency - 0.04))
             FROM assay_weights WHERE strategy = 'roc_centroid'), 0, 5e-5,
  'the rank-order centroid with the three-way tie');
SELECT is_eq((SELECT min(length(basis) > 0) FROM assay_weights), 1,
  'every strategy says where it comes from');

SELECT is_eq((SELECT group_concat(hex(weights), ' ') FROM weight_samples(2)),
  'C02E0C2E0B78B53F9E38189633E3D23FD834F36A9E44D33F64E7640AAD50CF3FA04CFCB85247B33F ' ||
  'BB4CAB902A04E73FF0264E57A1D8A93FB06CEA12828CB43F2C83FB9D5A26C23F409DE8001CC9803F',
  'the first two draws, bit for bit');
SELECT is_eq((SELECT hex(weights) FROM weight_samples(1, 42, 'proposed', 0.5)),
  '7F8D4541FAC51C3E646AE688E31B513F18221E0F1E8ACC3F4A44E2A22A0A613ED0A98378EAD4E83F',
  'a draw around weights, bit for bit');
SELECT results_eq('SELECT * FROM weight_samples(50)',
  'SELECT * FROM weight_samples(50, 42)',
  'the default seed is 42');
SELECT results_eq('SELECT * FROM weight_samples(50, NULL, NULL, NULL)',
  'SELECT * FROM weight_samples(50)', 'NULL counts as not given');
SELECT results_eq('SELECT * FROM weight_samples(100, 7) WHERE sample <= 50',
  'SELECT * FROM weight_samples(50, 7)', 'fewer samples are the first of more');
SELECT results_eq(
  'SELECT count(*) FROM (SELECT weights FROM weight_samples(50, 1) INTERSECT
                         SELECT weights FROM weight_samples(50, 2))',
  'VALUES (0)', 'another seed, other rows');
SELECT results_eq('SELECT * FROM weight_samples(5, -1)',
  'SELECT * FROM weight_samples(5, ''-1'')', 'a seed may be negative, and text');
SELECT lives('SELECT * FROM weight_samples(1, 9223372036854775807)',
  'a seed has 64 bits');
SELECT results_eq(
  'SELECT * FROM weight_samples(9, 1, ''proposed'', 50)',
  'SELECT * FROM weight_samples(9, 1, ''[5, 4, 4, 4, 3]'')',
  'around is a share of its sum, and the concentration is 50');

SELECT results_eq('SELECT sample, rowid FROM weight_samples(3)',
  'VALUES (1, 1), (2, 2), (3, 3)', 'samples count from 1');
SELECT is_eq((SELECT count(*) FROM weight_samples(0)), 0, '0 samples are no rows');
SELECT is_eq((SELECT count(*) FROM weight_samples(10000)
              WHERE coverage + source_quality + agreement + verification + recency = 1.0
                AND min(coverage, source_quality, agreement, verification, recency) >= 0),
  10000, 'every uniform draw lies on the simplex, its sum is 1 exactly');
SELECT near((SELECT max(abs(coverage + source_quality + agreement + verification + recency
                            - 1)) FROM weight_samples(10000, 3, 'roc', 2)), 0, 1e-15,
  'a draw around weights sums to 1, except for rounding');
SELECT near((SELECT avg(recency) FROM weight_samples(20000, 3, 'roc')), 0.11 / 1.2, 0.001,
  'its mean is the weights that it is drawn around');
SELECT is_eq((SELECT max(agreement + 0) FROM weight_samples(100, 1, '{"recency": 1}')),
  0.0,
  'a weight of 0 stays 0');
SELECT is_eq(
  (SELECT count(*) FROM weight_samples(100)
   WHERE ci_score(0.9, 0.1, 0.5, 0.7, 0.3, weights) <>
         ci_score(0.9, 0.1, 0.5, 0.7, 0.3, json_array(coverage, source_quality, agreement,
                                                      verification, recency))
     AND abs(ci_score(0.9, 0.1, 0.5, 0.7, 0.3, weights) -
             (coverage * 0.9 + source_quality * 0.1 + agreement * 0.5 + verification * 0.7
              + recency * 0.3)) > 1e-12),
  0, 'the packed weights are the five columns, and ci_score takes them');

SELECT results_eq('SELECT n, seed, around, concentration
                   FROM weight_samples(1, ''7'', NULL)',
  'VALUES (1, ''7'', NULL, NULL)', 'the parameters are hidden columns, as given');
SELECT is_eq((SELECT count(*) FROM weight_samples WHERE n = 4 AND seed = 1), 4,
  'parameters may stand in WHERE');
SELECT is_eq((SELECT count(*) FROM weight_samples WHERE n IN (2, 3)), 5,
  'also in a list');
SELECT is_eq((SELECT count(*) FROM weight_samples(4) WHERE n = 5), 0,
  'two different numbers at once give no row');
SELECT results_eq(
  'SELECT t.n, count(*) FROM (SELECT 2 AS n UNION SELECT 3) AS t, weight_samples(t.n)
   GROUP BY t.n', 'VALUES (2, 2), (3, 3)', 'parameters may come from another table');
SELECT results_eq(
  'SELECT t.n, count(*) FROM weight_samples AS w, (SELECT 2 AS n UNION SELECT 3) AS t
   WHERE w.n = t.n AND w.seed = t.n GROUP BY t.n', 'VALUES (2, 2), (3, 3)',
  'on both sides of a join');
SELECT is_eq((SELECT count(*) FROM weight_samples(3) AS a, weight_samples(4) AS b), 12,
  'two at a time');
SELECT is_eq((SELECT group_concat(sample) FROM (SELECT sample FROM weight_samples(3)
                                                ORDER BY sample DESC)), '3,2,1',
  'in any order');
SELECT lives('CREATE TEMP VIEW drawn AS SELECT * FROM weight_samples(2);
              SELECT * FROM drawn', 'in a view');

SELECT throws('SELECT * FROM weight_samples', 'weight_samples: n must be given%', 'no n');
SELECT throws('SELECT * FROM weight_samples(NULL)',
  'weight_samples: n must be a whole number in 0..10000000, got NULL', 'a NULL n');
SELECT throws('SELECT * FROM weight_samples(-1)', '%0..10000000, got -1', 'below 0');
SELECT throws('SELECT * FROM weight_samples(10000001)', '%got 10000001', 'above 10^7');
SELECT throws('SELECT * FROM weight_samples(2.5)', '%got 2.5', 'a fraction');
SELECT throws('SELECT * FROM weight_samples(x''31'')', '%got a BLOB of 1 bytes',
  'a BLOB');
SELECT throws('SELECT * FROM weight_samples(9, 1.5)',
  'weight_samples: seed must be a whole number of 64 bits, got 1.5',
    'a seed''s fraction');
SELECT throws('SELECT * FROM weight_samples(9, 9223372036854775808)', '%64 bits%',
  'a seed beyond 64 bits');
SELECT throws('SELECT * FROM weight_samples(9, 1, ''best'')',
  'weight_samples: around must be one of '
  || (SELECT group_concat(strategy, ', ') FROM assay_weights) || ', got ''best''',
  'an unknown strategy lists the known ones');
SELECT throws('SELECT * FROM weight_samples(9, 1, ''[0, 0, 0, 0, 0]'')',
  'weight_samples: around must be 5 finite numbers >= 0 with a positive sum, got %',
  'weights that sum to 0');
SELECT throws('SELECT * FROM weight_samples(9, 1, 3)', '%around must be 5 finite%',
  'a number');
SELECT throws('SELECT * FROM weight_samples(9, 1, ''equal'', 0)',
  'weight_samples: concentration must be a number in 0.001..1e9, got 0',
    'concentration 0');
SELECT throws('SELECT * FROM weight_samples(9, 1, ''equal'', 9e999)', '%0.001..1e9%',
  'an infinite one');
SELECT throws('SELECT * FROM weight_samples(9, 1e19)',
  '%seed must be a whole number of 64 bits, got%', 'a seed beyond 64 bits');
SELECT throws('SELECT * FROM weight_samples(9, -1e19)',
  '%seed must be a whole number of 64 bits, got%', 'on either side');
SELECT throws('SELECT * FROM weight_samples(9, 1, ''equal'', 1, 2)',
  '%too many arguments%',
  'five arguments');
SELECT results_eq('SELECT * FROM weight_samples WHERE n IS 3 AND seed IS 7
                     AND around IS ''roc'' AND concentration IS 9',
  'SELECT * FROM weight_samples(3, 7, ''roc'', 9)', 'IS sets a parameter as = does');
SELECT throws('INSERT INTO weight_samples(n) VALUES (1)', '%may not be modified%',
  'it cannot be written to');
SELECT throws('CREATE VIRTUAL TABLE temp.w USING weight_samples', '%no such module%',
  'it exists without being created');

-- A query may give any of the parameters by name, in any order and beside other
-- conditions.
SELECT results_eq('SELECT * FROM weight_samples WHERE n = 9 AND concentration = 2',
  'SELECT * FROM weight_samples(9, NULL, NULL, 2)', 'parameters by name, with a gap');
SELECT results_eq('SELECT sample FROM weight_samples(3) ORDER BY sample',
  'VALUES (1), (2), (3)', 'samples come in their order');
SELECT results_eq('SELECT sample FROM weight_samples(3)
                   WHERE abs(CASE sample WHEN 1 THEN 1 ELSE -9223372036854775807 - 1 END)
                   ORDER BY sample LIMIT 1', 'VALUES (1)',
  'no sorting is needed: the overflow in a later row is never reached');
SELECT results_eq('SELECT sample FROM weight_samples(3) ORDER BY sample DESC',
  'VALUES (3), (2), (1)', 'the last sample first');
SELECT results_eq('SELECT coverage FROM weight_samples(9) ORDER BY coverage',
  'SELECT coverage FROM (SELECT coverage FROM weight_samples(9)) ORDER BY 1',
  'an order other than by sample');
SELECT is_eq((SELECT count(*) FROM weight_samples WHERE n = 9 AND n > 8), 9,
  'a parameter can be compared, too');
SELECT throws('SELECT * FROM weight_samples WHERE n > 8',
  '%weight_samples: n must be given%', 'only = and IS give a parameter');
-- If WHERE has A OR B, SQLite also plans one scan for A and one for B. Such a scan lacks
-- the parameters.
SELECT results_eq('SELECT sample FROM weight_samples(5) WHERE sample = 2 OR sample = 4',
  'VALUES (2), (4)', 'one sample or another');
SELECT results_eq('SELECT sample FROM weight_samples(5) WHERE rowid = 5 OR coverage > 1',
  'VALUES (5)', 'one column or another');
SELECT results_eq('SELECT n, sample FROM weight_samples WHERE n = 1 OR n = 2',
  'VALUES (1, 1), (2, 1), (2, 2)', 'one parameter or another');
SELECT throws('SELECT * FROM weight_samples WHERE sample = 2 OR coverage > 1',
  'weight_samples: n must be given%', 'and no n on any side');
SELECT lives('SELECT * FROM weight_samples(1, 1, NULL, 1e9)',
             'the greatest concentration');
SELECT lives('SELECT * FROM weight_samples(1, 1, NULL, 0.001)',
             'the least concentration');
SELECT throws('SELECT * FROM weight_samples(1, 1, NULL, 1.1e9)',
  '%weight_samples: concentration must be a number in 0.001..1e9, got 1100000000',
  'one that is greater');
