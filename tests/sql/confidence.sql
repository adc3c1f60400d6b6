-- Tests ci_score and ci_rank (ADR-007 section 4.3).

-- The three cases of ADR-007: nominal, masked failure, true failure.
CREATE TABLE cases(name, c, s, a, v, r, proposed, equal_weights, roc);
INSERT INTO cases VALUES
  ('nominal', 0.90, 0.85, 0.80, 0.85, 0.80, 0.845, 0.84, 0.85583333333333333),
  ('masked failure', 0.95, 0.95, 0.90, 0.20, 0.95, 0.79, 0.79, 0.81),
  ('true failure', 0.40, 0.40, 0.40, 0.40, 0.40, 0.40, 0.40, 0.40),
  ('the best', 1, 1, 1, 1, 1, 1, 1, 1),
  ('the worst', 0, 0, 0, 0, 0, 0, 0, 0);
SELECT near(ci_score(c, s, a, v, r), proposed, 1e-15, name) FROM cases;
SELECT near(ci_score(c, s, a, v, r, 'proposed'), proposed, 1e-15,
            name || ', proposed') FROM cases;
SELECT near(ci_score(c, s, a, v, r, 'equal'), equal_weights, 1e-15,
            name || ', equal') FROM cases;
SELECT near(ci_score(c, s, a, v, r, 'roc'), roc, 1e-15, name || ', ROC') FROM cases;
SELECT is_eq(ci_score(c, s, a, v, r,
NULL), ci_score(c, s, a, v, r), name || ', NULL') FROM cases;
SELECT is_eq(typeof(ci_score(c, s, a, v, r)), 'real', name || ' is REAL') FROM cases;
SELECT near(ci_score(1, 0, 0, 0, 0, 'roc_centroid'), 0.4567, 5e-5,
            'centroid: first rank');
SELECT near(ci_score(0, 0, 1, 0, 0, 'roc_centroid'), 0.1678, 5e-5, 'centroid: the tie');
SELECT near(ci_score(0, 0, 0, 0, 1, 'roc_centroid'), 0.04, 1e-15, 'centroid: last rank');
SELECT is_eq(ci_score(0.8, 0.8, 0.8, 0.8, 0.8, column1, column2), 0.8,
             'five .80 make .80: ' || column1 || ', ' || column2)
FROM (VALUES ('proposed', 'arithmetic'), ('equal', 'arithmetic'), ('roc', 'arithmetic'),
             ('roc_centroid', 'arithmetic'), ('proposed', 'geometric'),
             ('roc', 'geometric'),
             ('[0.1,0.1,0.1,0.1,0.3]', 'arithmetic'));

-- Weights: a name in upper or lower case, an array, an object, or a BLOB of 40 bytes. All
-- forms of the same weights give the same index.
SELECT is_eq(ci_score(1, 0.5, 0.5, 0.5, 0, column1), 0.75, 'weights ' || quote(column1))
FROM (VALUES ('[3,0,0,0,1]'), (' [ 3.0 , 0, 0, 0e5 , 1 ] '),
             ('{"coverage": 3, "recency": 1}'),
             ('{"RECENCY":1,"Coverage":3}'), ('{"coverage":0.75,"recency":0.25}'),
  (x'0000000000000840000000000000000000000000000000000000000000000000000000000000f03f'));
SELECT is_eq(ci_score(0.9, 0.8, 0.7, 0.6, 0.5, 'EQUAL'),
             ci_score(0.9, 0.8, 0.7, 0.6, 0.5, 'equal'),
             'a strategy in any case (R8)');

-- The geometric index is 0 if a dimension with a weight above 0 has the score 0.
SELECT near(ci_score(0.9, 0.9, 0.9, 0.1, 0.9, 'equal', 'geometric'),
            0.57995461347952880, 1e-15, 'the fifth root');
SELECT is_eq(ci_score(1, 1, 1, 0, 1, 'equal', 'GEOMETRIC'), 0.0, 'a zero makes 0');
SELECT is_eq(ci_score(1, 1, 1, NULL, 1, 'equal', 'geometric'), 0.0, 'so does a hole');
SELECT is_eq(ci_score(1, 1, 1, 0, 1, '[1,1,1,0,1]', 'geometric'), 1.0,
             'not without a weight');
SELECT is_eq(ci_score(0.9, 0.8, 0.7, 0.6, 0.5, NULL,
NULL), ci_score(0.9, 0.8, 0.7, 0.6, 0.5),
             'NULL is the default method');

-- A missing score counts as 0, so the round ranks low but is still listed.
SELECT is_eq(ci_score(0.9, column1, 0.9, 0.9, 0.9), ci_score(0.9, 0, 0.9, 0.9, 0.9),
             'counts as 0: ' || quote(column1))
FROM (VALUES (NULL), (''), ('n/a'), (x'30'), (9.5), (-1), (9e999), (-9e999));
SELECT is_eq(ci_score(NULL, NULL, NULL, NULL, NULL), 0.0, 'nothing but holes');
SELECT is_eq(ci_score(column1, 0.1, 0.1, 0.1, 0.1), ci_score(0.1, 0.1, 0.1, 0.1, 0.1),
             'a number: ' || quote(column1))
FROM (VALUES ('0.1'), (' 0.1 '), ('1e-1'), ('.1'));

-- Weights that differ between rows are read for each row.
CREATE TABLE weightings(weights, want);
INSERT INTO weightings VALUES ('[1,0,0,0,0]', 0.9), ('[0,0,0,0,1]', 0.1), ('equal', 0.42),
  (NULL, 0.46), ('[1,0,0,0,0]', 0.9);
SELECT near(ci_score(0.9, 0.5, 0.4, 0.2, 0.1, weights), want, 1e-15, 'row ' || rowid)
FROM weightings ORDER BY rowid;

-- ci_rank turns an index or a strategy's score into an integer, by which SQL can sort and
-- compare (R9).
SELECT is_eq(ci_rank(column1), column2, 'rank of ' || quote(column1))
FROM (VALUES (0.782, 782000000000), (0.7819999999999999, 782000000000), (0, 0), (-0.0, 0),
             (1, 1000000000000), (' 0.5 ', 500000000000), (-0.5, -500000000000),
             (4.9e-13, 0), (5.1e-13, 1), (2.5, 2500000000000),
             (NULL, NULL), ('', NULL), ('n/a', NULL), (x'30', NULL), (9e999, NULL));
SELECT is_eq(typeof(ci_rank(0.5)), 'integer', 'a rank is an INTEGER');
SELECT results_eq('SELECT column1 FROM (VALUES ' || list || ') ORDER BY ci_rank(column1)',
                  'SELECT column1 FROM (VALUES ' || list || ') ORDER BY column1',
                  'ranks rise: ' || list)
FROM (SELECT '(1), (9006.9), (9007), (-1), (1e300), (0), (-9007), (-1e300)' AS list
      UNION ALL SELECT '(.500000000001), (.5), (.500000000002)');
CREATE TABLE ties(round, ci);
INSERT INTO ties VALUES (1, 0.5), (2, 0.7819999999999999), (3, 0.782), (4, NULL);
SELECT is_eq(best_round(round, 1, ci), (SELECT round FROM ties
                                        ORDER BY ci_rank(ci) DESC, round LIMIT 1),
             'the order of best_round()')
FROM ties;

-- Weights may be texts of any length; assay caches only short ones.
SELECT is_eq(ci_score(0.5, 1, 0, 0, 0, printf('[1,1,0,0,0%*s]', column1, '')), 0.75,
             'blanks: ' || column1)
FROM (VALUES (0), (100), (500), (100000));
SELECT is_eq(best_round(column1, column2, 0, 0, 0, 0, 0, 0,
                        printf('[1,1,0,0,0%*s]', 500, '')), 2, 'in an aggregate')
FROM (VALUES (1, 0.1), (2, 0.3), (3, 0.2));
