-- recency_report computes the Recency dimension of a round in one pass over its sources
-- (ADR-007 section 4.1). recency_rows splits the report into columns.
CREATE TABLE cited(i, published, domain);
INSERT INTO cited VALUES
  (1, '2026-06-30', 'ai_ml'), (2, '2026-04-01', 'ai_ml'), (3, '2026-03-31', 'ai_ml'),
  (4, 'last year', 'ai_ml'), (5, NULL, NULL), (6, '2026-07-02', 'academic_research'),
  (7, '2026-01-01T23:30:00-08:00', 'unheard of'), (8, '2025-12', NULL),
  (9, 1780000000, '30'), (10, x'32', 30), (11, '3/2/2026', x'00'), (12, '1996-01-01', 30);

SELECT is_eq(recency_report(published, '2026-06-30', domain),
  '{"sources":4,"dated_sources":3,"recent_sources":2,"recency":0.5,"mean_decay":'
  || '0.49904099328286794}', 'two of four sources are recent, one is undated')
FROM cited WHERE i <= 4;
SELECT is_eq(recency_report(1, 2, 3), NULL, 'no source, no report') FROM cited WHERE 0;
SELECT is_eq(count(*), 0, 'and no row') FROM recency_rows(NULL);
SELECT is_eq(recency_report(published, '2026-06-30', domain),
  '{"sources":1,"dated_sources":0,"recent_sources":0,"recency":0,"mean_decay":0}',
  'an undated source is not recent and weighs nothing') FROM cited WHERE i = 5;
SELECT is_eq(recency_report('2026-06-30', column1, NULL),
  '{"sources":1,"dated_sources":0,"recent_sources":0,"recency":0,"mean_decay":0}',
  'a source without a date to count from is not recent: ' || quote(column1))
FROM (VALUES (NULL), ('today'), ('2026-06'), (x'')) GROUP BY column1;

-- For every set of sources, recency_report must give the numbers of five separate
-- aggregates.
CREATE VIEW sets AS
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4095)
SELECT n, published, domain, '2026-06-30' AS as_of FROM numbers JOIN cited
ON n >> (i - 1) & 1;
CREATE VIEW five AS
SELECT n, count(*) AS sources, count(age) AS dated_sources,
       sum(is_recent(age, domain)) AS recent_sources,
       mean_of(is_recent(age, domain)) AS recency,
       mean_of(coalesce(recency_decay(age, domain), 0)) AS mean_decay
FROM (SELECT *, age_days(published, as_of) AS age FROM sets) GROUP BY n;
CREATE VIEW one AS
SELECT n, q.* FROM (SELECT n, recency_report(published, as_of, domain) AS report
                    FROM sets GROUP BY n) AS r, recency_rows(r.report) AS q;
SELECT results_eq('SELECT count(*) FROM five', 'VALUES (4095)', 'all sets');
SELECT results_eq('SELECT * FROM one EXCEPT SELECT * FROM five', 'SELECT 1 WHERE 0',
                  'in one pass as in five, bit for bit');
SELECT results_eq('SELECT * FROM five EXCEPT SELECT * FROM one', 'SELECT 1 WHERE 0',
                  'and none is lost');
SELECT results_eq('SELECT DISTINCT typeof(sources), typeof(recency), typeof(mean_decay)
                   FROM one', 'VALUES (''integer'', ''real'', ''real'')',
                  'counts are whole, shares are not');

-- A very small decay is not lost in the mean.
SELECT is_eq(mean_decay, 0.5 + 1e-300 / 2, 'a decay of 2^-1000')
FROM recency_rows((SELECT recency_report(column1, '2026-06-30', 1)
                   FROM (VALUES (date('2026-06-30', '-1000 days')), ('2026-06-30'))));
SELECT is_eq(count(*), 3, 'a frame that slides is a frame asked for at once')
FROM (SELECT a.rowid, recency_report(a.published, '2026-06-30', 1)
               OVER (ORDER BY i ROWS 1 PRECEDING) AS slid FROM cited AS a
      WHERE i IN (1, 12, 3)) AS w
WHERE slid = (SELECT recency_report(published, '2026-06-30', 1)
              FROM (SELECT published FROM cited WHERE i IN (1, 12, 3) AND rowid <= w.rowid
                    ORDER BY i DESC LIMIT 2));
SELECT throws('SELECT * FROM recency_rows', 'recency_rows: json must be given%',
              'rows of what');
