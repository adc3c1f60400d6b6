-- freshness_window and freshness_class: ADR-007 section 5.4.

CREATE TABLE ages(age);
INSERT INTO ages VALUES (3), (10), (25), (40), (400);
SELECT is_eq(freshness_window(age), 25.0, 'the median of an odd number') FROM ages;
SELECT is_eq(freshness_window(age), 32.5, 'of an even one, the middle of the two')
FROM (SELECT age FROM ages UNION ALL SELECT 500);
SELECT is_eq(freshness_window(age), 25.0, 'a date in the future and no date are left out')
FROM (SELECT age FROM ages UNION ALL SELECT -1 UNION ALL SELECT NULL UNION ALL SELECT 'x'
      UNION ALL SELECT 9e999 UNION ALL SELECT x'3132');
SELECT is_eq(freshness_window(age), NULL, 'four dated sources show no rate')
FROM ages WHERE age <> 25;
SELECT is_eq(freshness_window(age), NULL, 'four ages and a future one are too few, too')
FROM (SELECT age FROM ages WHERE age <> 25 UNION ALL SELECT -25);
SELECT is_eq((SELECT freshness_window(age) FROM ages WHERE 0), NULL,
             'an empty group: NULL');
SELECT is_eq(freshness_window(age * 0.0), 1.0, 'never below a day') FROM ages;
SELECT is_eq(freshness_window(age * 1000), 730.0, 'never above two years') FROM ages;
SELECT is_eq(freshness_window(1e308), 730.0, 'ages whose sum overflows') FROM ages;
SELECT is_eq(freshness_window(age || ' '), 25.0, 'texts that are numbers (R2)') FROM ages;
SELECT is_eq(freshness_window(column1), 43.75, '(2.1 + 85.4) / 2, rounded once')
FROM (VALUES (1), (2), (2.1), (85.4), (90), (91));
SELECT is_eq(freshness_window(9.5), 9.5, 'ages need not be whole') FROM ages;

-- Compares freshness_window of 400 groups with a median that plain SQL computes.
CREATE TABLE sample AS
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
SELECT i % 400 AS g, (i * 7919 % 2003) / 4.0 AS age FROM n WHERE i % 3 <> 1;
CREATE TABLE ranked AS
SELECT g, age, row_number() OVER (PARTITION BY g ORDER BY age) AS r,
       count(*) OVER (PARTITION BY g) AS n
FROM sample;
SELECT is_eq(sum(f IS NOT m), 0, 'the median by definition')
FROM (SELECT freshness_window(s.age) AS f,
             (SELECT max(1.0, min(730.0, avg(r.age))) FROM ranked AS r
              WHERE r.g = s.g AND r.r IN ((r.n + 1) / 2, (r.n + 2) / 2)) AS m
      FROM sample AS s GROUP BY s.g);

-- If freshness_window is NULL, coalesce() takes the domain's window.
SELECT is_eq(coalesce(freshness_window(age), recency_window('ai_ml')), 90,
             'else the domain''s')
FROM ages WHERE age < 20;

SELECT is_eq(group_concat(coalesce(w, '-'), ' '), '- - - - 25.0 40.0 400.0', 'sliding')
FROM (SELECT freshness_window(age) OVER (ORDER BY i ROWS 4 PRECEDING) AS w
      FROM (SELECT 1 AS i, 3 AS age UNION ALL SELECT 2, 10 UNION ALL SELECT 3, 25
            UNION ALL SELECT 4, 40 UNION ALL SELECT 5, 400 UNION ALL SELECT 6, 600
            UNION ALL SELECT 7, 700));

-- The classes of ADR-007 5.4 and their bounds.
SELECT is_eq(freshness_class(column1), column2, column1 || ' days')
FROM (VALUES (0, 'market_data'), (6.99, 'market_data'), (7, 'current_events'),
             (29.9, 'current_events'), (30, 'technology'), (89, 'technology'),
             (90, 'academic'), (730, 'academic'), (730.5, 'foundational'),
             ('120', 'academic'), (-3, 'market_data'));
SELECT is_eq(freshness_class(column1), NULL, 'no class of ' || quote(column1))
FROM (VALUES (NULL), ('x'), (x'31'), (9e999));

-- If SQLite has its own median(), freshness_window gives the same median for ages within
-- 1..730 (ADR-007 5.4).
SELECT CASE WHEN sqlite_compileoption_used('ENABLE_PERCENTILE')
            THEN results_eq('SELECT median(column1)
                               FROM (VALUES (3), (700), (41), (90.5), (12), (60))',
                            'SELECT freshness_window(column1)
                               FROM (VALUES (3), (700), (41), (90.5), (12), (60))',
                            'SQLite''s median')
            ELSE skip(1, 'this SQLite has no median()') END;
