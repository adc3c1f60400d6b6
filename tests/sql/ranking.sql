-- Tests the measures of retrieval quality, which trec_eval defines. Rule R1 says how they
-- read arguments. By R5 they accept any window frame, and rows in any order.

CREATE TABLE list(rank, relevant);
INSERT INTO list VALUES (1, 1), (2, 0), (3, 1), (4, 0), (5, 0), (6, 1);

SELECT near(precision_at_k(rank, relevant, 3), 2.0 / 3, 1e-15, 'P@3') FROM list;
SELECT is_eq(precision_at_k(rank, relevant, 10), 0.3, 'P@10 divides by 10') FROM list;
SELECT is_eq(recall_at_k(rank, relevant, 3, 4), 0.5, 'recall') FROM list;
SELECT near(average_precision(rank, relevant), (1 + 2.0 / 3 + 0.5) / 3, 1e-15, 'AP')
FROM list;
SELECT near(average_precision(rank, relevant, 4), (1 + 2.0 / 3 + 0.5) / 4, 1e-15,
            'AP, one missed')
FROM list;
SELECT is_eq(reciprocal_rank(rank, relevant), 1.0, 'reciprocal rank') FROM list;
SELECT near(ndcg_at_k(rank, relevant, 5), 1.5 / (1 + 0.6309297535714575 + 0.5), 1e-15,
            'nDCG@5')
FROM list;

-- A row is relevant if its gain (the argument `relevant`) is a number above 0. A missing
-- gain counts as 0.
SELECT is_eq(precision_at_k(1, column1, 1), column2, 'relevant: ' || quote(column1))
FROM (VALUES (1, 1.0), (0, 0.0), (2.5, 1.0), ('1', 1.0), (NULL, 0.0), ('yes', 0.0),
             (-1, 0.0), (x'31', 0.0), (9e999, 0.0), (1e-300, 1.0))
GROUP BY quote(column1);

-- A rank is a whole number >= 1. A row without a rank is left out.
SELECT is_eq(reciprocal_rank(column1, 1), column2, 'rank: ' || quote(column1))
FROM (VALUES (2, 0.5), (2.0, 0.5), ('2', 0.5), (' 2e0 ', 0.5), (NULL, NULL), (0, NULL),
             (-1, NULL), (1.5, NULL), ('first', NULL), (x'32', NULL), (9e999, NULL),
             (1048576, 1 / 1048576.0))
GROUP BY quote(column1);
SELECT is_eq(precision_at_k(column1, column2, 2), 0.5,
             'a row without a rank is as if not there')
FROM (VALUES (1, 0), (NULL, 1), (2, 1), (0.5, 1));
SELECT is_eq(average_precision(column1, 1), 1.0, 'it does not count as relevant either')
FROM (VALUES (1), (NULL), ('x'));
SELECT is_eq(recall_at_k(column1, 1, 5, column2), 0.5, 'its total is not looked at')
FROM (VALUES (1, 2), (NULL, NULL));

-- If two rows have the same rank, the less relevant row comes first, in any order of the
-- rows.
SELECT is_eq(precision_at_k(column1, column2, 1), 0.0, 'a tie, less relevant last')
FROM (VALUES (1, 1), (1, 0));
SELECT is_eq(precision_at_k(column1, column2, 1), 0.0, 'a tie, less relevant first')
FROM (VALUES (1, 0), (1, 1));
SELECT is_eq(reciprocal_rank(column1, column2), 0.5, 'the other one moves down')
FROM (VALUES (1, 1), (1, 0));

-- Empty groups.
SELECT is_eq(precision_at_k(1, 1, 5), NULL, 'P of nothing') FROM list WHERE 0;
SELECT is_eq(recall_at_k(1, 1, 5, 2), NULL, 'recall of nothing') FROM list WHERE 0;
SELECT is_eq(average_precision(1, 1), NULL, 'AP of nothing') FROM list WHERE 0;
SELECT is_eq(average_precision(1, 1, 1), NULL, 'AP of nothing, with a total')
FROM list WHERE 0;
SELECT is_eq(reciprocal_rank(1, 1), NULL, 'reciprocal rank of nothing') FROM list WHERE 0;
SELECT is_eq(ndcg_at_k(1, 1, 5), NULL, 'nDCG of nothing') FROM list WHERE 0;

-- A list without relevant rows gives 0, not NULL, because an average over queries must
-- include it.
SELECT is_eq(precision_at_k(1, 0, 5), 0.0, 'P');
SELECT is_eq(recall_at_k(1, 0, 5, 0), 0.0, 'recall');
SELECT is_eq(average_precision(1, 0), 0.0, 'AP');
SELECT is_eq(average_precision(1, 0, 3), 0.0, 'AP of 3');
SELECT is_eq(reciprocal_rank(1, 0), 0.0, 'reciprocal rank');
SELECT is_eq(ndcg_at_k(1, 0, 5), 0.0, 'nDCG');

SELECT throws(replace('SELECT precision_at_k(1, 1, k)', 'k)', quote(column1) || ')'),
              'precision_at_k: k must be a whole number >= 1, got ' || column2,
              'k: ' || quote(column1))
FROM (VALUES (0, '0'), (-1, '-1'), (2.5, '2.5'), (NULL, 'NULL'), ('ten', '''ten'''),
             (x'35', 'a BLOB of 1 bytes'));
SELECT throws('SELECT recall_at_k(1, 1, -2, 5)', 'recall_at_k: k must be %, got -2',
              'recall');
SELECT throws('SELECT ndcg_at_k(1, 1, 0)', 'ndcg_at_k: k must be %, got 0', 'nDCG');
SELECT is_eq(precision_at_k(NULL, 1, 0), NULL, 'a row that is skipped is not looked at');
SELECT is_eq(precision_at_k(1, 1, '2'), 0.5, 'k as text');
SELECT is_eq(precision_at_k(1, 1, 4.0), 0.25, 'k as real');
SELECT near(ndcg_at_k(1, 1, 1e300), 1.0, 0, 'a k beyond any list');

-- The message about different values of one argument does not depend on the order of the
-- rows.
SELECT throws('SELECT precision_at_k(1, 1, column1) FROM (VALUES ' || column1 || ')',
              'precision_at_k: k must be the same in every row of a group, got 5 and 10',
              'k differs: ' || column1)
FROM (VALUES ('(5), (10)'), ('(10), (5)'), ('(10), (5), (7)'));
SELECT throws('SELECT recall_at_k(1, 1, 5, column1) FROM (VALUES (NULL), (4))',
              'recall_at_k: total_relevant must be %, got NULL and 4',
              'so does total_relevant');
SELECT throws('SELECT average_precision(1, 1, column1) FROM (VALUES (3), (4))',
              'average_precision: total_relevant must be %, got 3 and 4', 'and in AP');

-- If total_relevant cannot be used, it counts as missing, and the answer is NULL.
SELECT is_eq(recall_at_k(1, 1, 5, column1), NULL, 'recall, total: ' || quote(column1))
FROM (VALUES (NULL), (-1), (1.5), ('many'), (0), (x'31'), (9e999))
GROUP BY quote(column1);
SELECT is_eq(average_precision(1, 1, column1), NULL, 'AP, total: ' || quote(column1))
FROM (VALUES (NULL), (-1), (1.5), ('many'), (0), (x'31'), (9e999))
GROUP BY quote(column1);

SELECT throws('SELECT precision_at_k(1, 1)', '%number of arguments%', 'two arguments');
SELECT throws('SELECT average_precision(1, 1, 1, 1)', '%number of arguments%',
              'four arguments');

SELECT results_eq(
  'SELECT precision_at_k(rank, relevant, 2) OVER (ORDER BY rank) FROM list ORDER BY rank',
  'VALUES (0.5), (0.5), (0.5), (0.5), (0.5), (0.5)', 'P@2 of a growing list');
SELECT results_eq(
  'SELECT reciprocal_rank(rank, relevant)
     OVER (ORDER BY rank ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
   FROM list ORDER BY rank',
  'VALUES (1.0), (1.0), (1.0 / 3), (1.0 / 3), (0.0), (1.0 / 6)', 'sliding frames');
SELECT results_eq(
  'SELECT reciprocal_rank(rank, relevant)
     OVER (ORDER BY rank ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
           EXCLUDE CURRENT ROW)
   FROM list ORDER BY rank',
  'VALUES (1.0 / 3), (1.0), (1.0), (1.0), (1.0), (1.0)', 'EXCLUDE CURRENT ROW');
SELECT results_eq(
  'SELECT precision_at_k(rank, relevant, 2)
     OVER (ORDER BY rank ROWS BETWEEN 3 FOLLOWING AND 2 FOLLOWING)
   FROM list LIMIT 1', 'VALUES (NULL)', 'an empty frame');
SELECT results_eq(
  'SELECT precision_at_k(rank, relevant, 1 + (rank > 3)) OVER (PARTITION BY rank > 3)
   FROM list ORDER BY rank',
  'VALUES (1.0), (1.0), (1.0), (0.0), (0.0), (0.0)', 'k may differ between groups');
SELECT results_eq(
  'SELECT precision_at_k(1, 1, rank)
     OVER (ORDER BY rank RANGE BETWEEN 1 PRECEDING AND 1 PRECEDING)
   FROM list ORDER BY rank',
  'VALUES (NULL), (1.0), (1.0 / 2), (1.0 / 3), (1.0 / 4), (1.0 / 5)',
  'or between frames');
SELECT throws(
  'SELECT precision_at_k(rank, relevant, rank) OVER (ORDER BY rank ROWS 1 PRECEDING)
   FROM list',
  '%k must be the same in every row%', 'but not within a frame');

SELECT is_eq(count(DISTINCT ap), 1, 'the order of rows does not matter')
FROM (
  SELECT (SELECT average_precision(rank, relevant)
          FROM (SELECT * FROM list ORDER BY rank)) AS ap
  UNION ALL SELECT (SELECT average_precision(rank, relevant)
                    FROM (SELECT * FROM list ORDER BY -rank))
  UNION ALL SELECT (SELECT average_precision(rank, relevant)
                    FROM (SELECT * FROM list ORDER BY relevant))
);
