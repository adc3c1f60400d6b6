-- Data quality: what in runs, rounds, sources and judgements can't be used, an example
-- of each kind, and the likely cure. Nothing here is an error: what can't be used is
-- missing, and what is missing never passes.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/data_quality.sql
--
-- Needs the views of sql/views.sql, or sql/attach.sql behind a mapping: best read before
-- the mapping mends anything. 80 columns wide, lists of at most ten. Where there are no
-- sources or judgements: sql/no_sources.sql, sql/no_judgements.sql.

.read sql/reports/lists.sql
INSERT INTO report_needs VALUES ('round_scores', 'sql/views.sql');

-- Every score and count, and those that can't be used, by what is wrong with them.
DROP TABLE IF EXISTS temp.quality_columns;
CREATE TEMP TABLE quality_columns AS
SELECT column1 AS place, column2 AS name, column3 AS kind,
       (SELECT count(*) FROM rounds) AS total
FROM (VALUES (1, 'coverage', 'score'), (2, 'source_quality', 'score'),
             (3, 'agreement', 'score'), (4, 'verification', 'score'),
             (5, 'recency', 'score'), (6, 'recent_sources', 'count'),
             (7, 'critical_contradictions', 'count'))
UNION ALL
SELECT 8, 'judgements.score', 'score', count(*) FROM judgements;

DROP TABLE IF EXISTS temp.quality_cells;
CREATE TEMP TABLE quality_cells AS
SELECT place, why, count(*) AS cells, max(value) AS example,
       max(CASE WHEN typeof(value) <> 'blob' THEN CAST(value AS REAL) END) AS most,
       count(CASE WHEN typeof(value) = 'text' THEN score_of(value) END) AS readable,
       max(CASE WHEN typeof(value) = 'text' AND score_of(value) IS NOT NULL
                THEN value END) AS readable_example
FROM (
  SELECT 1 AS place, coverage AS value, why_missing(coverage, 'score') AS why FROM rounds
  UNION ALL
  SELECT 2, source_quality, why_missing(source_quality, 'score') FROM rounds
  UNION ALL
  SELECT 3, agreement, why_missing(agreement, 'score') FROM rounds
  UNION ALL
  SELECT 4, verification, why_missing(verification, 'score') FROM rounds
  UNION ALL
  SELECT 5, recency, why_missing(recency, 'score') FROM rounds
  UNION ALL
  SELECT 6, recent_sources, why_missing(recent_sources, 'count') FROM rounds
  UNION ALL
  SELECT 7, critical_contradictions, why_missing(critical_contradictions, 'count')
  FROM rounds
  UNION ALL
  SELECT 8, score, why_missing(score, 'score') FROM judgements
)
WHERE why IS NOT NULL
GROUP BY place, why;

DROP TABLE IF EXISTS temp.quality_counts;
CREATE TEMP TABLE quality_counts AS
SELECT place, name, total, total - coalesce(sum(cells), 0) AS usable,
       coalesce(sum(cells) FILTER (WHERE why = 'null'), 0) AS nulls,
       coalesce(sum(cells) FILTER (WHERE why IN ('not a number', 'a blob')), 0) AS texts,
       coalesce(sum(cells) FILTER (
         WHERE why IN ('infinite', 'below 0', 'above 1', 'not whole')), 0) AS ranges
FROM quality_columns LEFT JOIN quality_cells USING (place)
WHERE total > 0
GROUP BY place;

SELECT 'DATA QUALITY';
SELECT printf('%,d runs, %,d rounds, %,d sources, %,d judgements',
              (SELECT count(*) FROM runs), (SELECT count(*) FROM rounds),
              (SELECT count(*) FROM sources), (SELECT count(*) FROM judgements));
SELECT '';
SELECT 'Scores and counts           usable      NULL      text     range  for example';

-- Of several kinds the example is of the one that has most cells.
SELECT printf('%-23s%s%s%s%s', name, printf('%,11d', usable),
              CASE nulls WHEN 0 THEN '         .' ELSE printf('%,10d', nulls) END,
              CASE texts WHEN 0 THEN '         .' ELSE printf('%,10d', texts) END,
              CASE ranges WHEN 0 THEN '         .' ELSE printf('%,10d', ranges) END)
    || coalesce('  ' || (
         SELECT replace(replace(substr(
                  CASE typeof(example)
                    WHEN 'blob' THEN 'x''' || hex(substr(example, 1, 4)) || ''''
                    WHEN 'text' THEN '''' || substr(example, 1, 10) || ''''
                    ELSE CAST(example AS TEXT) END, 1, 14), char(10), ' '), char(13), ' ')
         FROM quality_cells AS e
         WHERE e.place = c.place AND why <> 'null' ORDER BY cells DESC, why LIMIT 1), '')
FROM quality_counts AS c
ORDER BY place;

-- The likely cures. A scale is told by the greatest of its numbers.
SELECT '  ' || name || ': ' || line
FROM (
  SELECT place, name, why, printf('%,d of %,d ', cells, total)
      || CASE
           WHEN why = 'above 1' AND most <= 5
           THEN 'above 1: a 1..5 scale? score_of(x, 5, 1)'
           WHEN why = 'above 1' AND most <= 10
           THEN 'above 1: a 0..10 scale? score_of(x, 10)'
           WHEN why = 'above 1' AND most <= 100
           THEN 'above 1: a 0..100 scale? score_of(x, 100)'
           WHEN why = 'above 1'
           THEN printf('above 1, up to %.6g: score_of(x, best, worst)', most)
           WHEN why = 'below 0' THEN 'below 0: a code for "none"? nullif(x, -1)'
           WHEN why = 'infinite' THEN 'infinite: divided by 0?'
           WHEN why = 'not whole' THEN 'not whole: a mean or a share? Count'
           WHEN why = 'a blob' THEN 'BLOBs: numpy''s numbers? Bind int(x), float(x)'
           WHEN why = 'null' THEN 'NULL: not counted? Or is it 0?'
           WHEN kind = 'score' AND readable > 0
           THEN printf('text, %,d of it read by score_of(x), as ''%s''', readable,
                       substr(readable_example, 1, 10))
           ELSE 'text that no number can be read from'
         END AS line
  FROM quality_cells JOIN quality_columns USING (place)
  WHERE why <> 'null' OR why = 'null' AND name = 'critical_contradictions'
)
ORDER BY place, why;

-- Dates, by the form in which they are written, which is asked once of each date.
DROP TABLE IF EXISTS temp.quality_dates;
CREATE TEMP TABLE quality_dates AS
SELECT place, name, form, sum(dates) AS dates, max(value) AS example
FROM (
  SELECT place, name, value, dates,
         CASE
           WHEN why = 'null' THEN 'none (NULL)'
           WHEN why IS NOT NULL THEN why
           WHEN typeof(value) IN ('integer', 'real') OR value NOT GLOB '*[^0-9]*'
                AND length(value) > 8
           THEN CASE WHEN CAST(value AS REAL) >= 1e11 THEN 'Unix milliseconds'
                     ELSE 'Unix seconds' END
           WHEN value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' THEN 'YYYY-MM-DD'
           WHEN value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'
           THEN 'YYYY-MM-DD and a time'
           WHEN value GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]' THEN 'YYYY-MM (first day)'
           WHEN value GLOB '[0-9][0-9][0-9][0-9]' THEN 'YYYY (first day)'
           WHEN value GLOB '*[A-Z][a-z][a-z]*' THEN 'mail or HTTP'
           ELSE 'another form'
         END AS form
  FROM (
    SELECT 1 AS place, 'runs.as_of' AS name, value, dates,
           coalesce(why_missing(value, 'date'),
                    CASE WHEN age_days(value, value) IS NULL
                         THEN 'no whole day' END) AS why
    FROM (SELECT as_of AS value, count(*) AS dates FROM runs
          GROUP BY as_of COLLATE BINARY)
    UNION ALL
    SELECT 2, 'sources.published', value, dates, why_missing(value, 'date')
    FROM (SELECT published AS value, count(*) AS dates FROM sources
          GROUP BY published COLLATE BINARY)
  )
)
GROUP BY place, name, form;

SELECT '';
SELECT 'Dates                form                        number  for example';
SELECT printf('%-21s%-22s%,12d', name, form, dates)
    || coalesce('  ' || replace(replace(
         CASE typeof(example) WHEN 'blob' THEN 'x''' || hex(substr(example, 1, 8)) || ''''
                              ELSE substr(example, 1, 23) END,
         char(10), ' '), char(13), ' '), '')
FROM quality_dates
ORDER BY place, dates DESC, form;
SELECT '  ' || name || ': '
    || CASE form
         WHEN 'ambiguous date' THEN 'which is the day, which the month? Write YYYY-MM-DD'
         WHEN 'no whole day' THEN 'ages are counted to a day: write YYYY-MM-DD'
         WHEN 'a blob' THEN 'bind dates as text'
         WHEN 'none (NULL)' THEN 'a source without a date counts as not recent'
         ELSE 'not read as a date, so without an age: write YYYY-MM-DD'
       END
FROM quality_dates
WHERE form IN ('ambiguous date', 'no whole day', 'a blob', 'none (NULL)', 'not a date')
ORDER BY place, form;
SELECT printf('  sources.published: %,d dated after as_of, which counts as recent',
              count(*))
FROM source_recency WHERE age_days < 0 HAVING count(*) > 0;

-- A run with sources is judged by them, and a round of it without any cites nothing. A
-- BLOB is shown as the literal that it is.
DROP TABLE IF EXISTS temp.quality_rounds;
CREATE TEMP TABLE quality_rounds AS
SELECT run_id, round, recency_basis, recency, ci,
       CASE typeof(run_id) WHEN 'blob' THEN 'x''' || hex(run_id) || ''''
                           ELSE run_id END AS id
FROM round_scores;
DROP TABLE IF EXISTS temp.quality_mixed;
CREATE TEMP TABLE quality_mixed AS
SELECT q.id, q.round, coalesce(d.recent_sources, d.recency) AS reported
FROM quality_rounds AS q CROSS JOIN rounds AS d
WHERE q.recency_basis = 'sources' AND q.recency IS NULL
  AND d.run_id = q.run_id AND d.round = q.round
  AND (d.recency IS NOT NULL OR d.recent_sources IS NOT NULL)
GROUP BY q.run_id, q.round;
SELECT '';
SELECT printf('Recency of %,d runs comes from their sources, of %,d it is as reported.',
              count(DISTINCT CASE recency_basis WHEN 'sources' THEN run_id END),
              count(DISTINCT CASE recency_basis WHEN 'reported' THEN run_id END))
FROM quality_rounds;
SELECT printf('Mixed in %,d: rounds that cite nothing, so that what they report does not',
              count(DISTINCT id))
    || char(10) || printf('count, %,d of them:', count(*))
FROM quality_mixed HAVING count(*) > 0;
SELECT '  ' || printf('%!-36.36s  round %!-20.20s', id, round)
    || '  reports ' || substr(reported, 1, 8)
FROM quality_mixed
ORDER BY id, round LIMIT 10;

-- The window of a domain that the settings do not name is the default's. Names are
-- matched exactly; perhaps a known one was meant.
DROP TABLE IF EXISTS temp.quality_windows;
CREATE TEMP TABLE quality_windows AS
SELECT replace(key, 'evaluation.deep_research.recency_windows.', '') AS domain
FROM assay_settings WHERE key GLOB 'evaluation.deep_research.recency_windows.*';
DROP TABLE IF EXISTS temp.quality_domains;
CREATE TEMP TABLE quality_domains AS
SELECT domain, count(*) AS sources FROM source_recency GROUP BY domain;
SELECT '';
SELECT 'Domains without a window           sources   days  perhaps';
SELECT coalesce(group_concat(line, char(10)), '  none')
FROM (
  SELECT printf('  %!-28.28s%,12d%7d', domain, sources, recency_window(domain))
      || coalesce('  ' || near, '') AS line
  FROM (
    SELECT d.domain, d.sources, w.domain AS near, max(text_similarity(d.domain, w.domain))
    FROM (SELECT * FROM temp.quality_domains
          WHERE domain NOT IN (SELECT domain FROM temp.quality_windows)) AS d
    LEFT JOIN temp.quality_windows AS w ON text_similarity(d.domain, w.domain) > 0.6
    GROUP BY d.domain
  )
  ORDER BY sources DESC, domain LIMIT 10
);
SELECT printf('  %,d sources have no domain, nor has their run: the default window holds',
              sources)
FROM quality_domains WHERE domain IS NULL;

SELECT '';
SELECT 'Dimensions of judgements that are none      number  perhaps';
SELECT coalesce(group_concat(line, char(10)), '  none')
FROM (
  SELECT printf('  %!-36.36s%,12d', coalesce(dimension, 'NULL'), judgements)
      || coalesce('  ' || near, '') AS line
  FROM (
    SELECT j.dimension, j.judgements, c.name AS near,
           max(text_similarity(j.dimension, c.name))
    FROM (SELECT dimension, count(*) AS judgements FROM judgements
          WHERE dimension IS NULL OR dimension NOT IN
                ('coverage', 'source_quality', 'agreement', 'verification', 'recency')
          GROUP BY dimension) AS j
    LEFT JOIN (SELECT name FROM temp.quality_columns WHERE place <= 5) AS c
      ON text_similarity(j.dimension, c.name) > 0.5
    GROUP BY j.dimension
  )
  ORDER BY judgements DESC, dimension LIMIT 10
);

-- Two indices are equal to 12 decimals; beyond 2^52 there are only whole doubles.
SELECT '';
SELECT 'Rounds of a run that have one index (the earlier wins)      index  rounds';
DROP TABLE IF EXISTS temp.quality_ties;
CREATE TEMP TABLE quality_ties AS
SELECT id, min(ci) AS ci, count(*) AS rounds, min(round) AS first
FROM quality_rounds
GROUP BY run_id, ci * 1e12 + 4503599627370496.0
HAVING count(*) > 1;
SELECT coalesce(group_concat(line, char(10)), '  none')
FROM (SELECT printf('  %!-36.36s  from %!-13.13s%9.4f%,8d', id, first, ci, rounds)
               AS line
      FROM quality_ties ORDER BY rounds DESC, id, first LIMIT 10);
SELECT printf('  and %,d more', count(*) - 10) FROM quality_ties HAVING count(*) > 10;

-- What the views join by.
SELECT '';
SELECT 'Keys                                                        number  for example';
SELECT printf('%-55s', what) || CASE rows WHEN 0 THEN '          .'
                                ELSE printf('%,11d', rows) END
    || coalesce('  ' || substr(CASE typeof(example)
                                 WHEN 'blob' THEN 'x''' || hex(example) || ''''
                                 ELSE example END, 1, 12), '')
FROM (
  SELECT 1 AS place, 'rounds of a run that runs does not have' AS what, count(*) AS rows,
         min(run_id) AS example
  FROM rounds
  WHERE run_id IS NULL
     OR run_id NOT IN (SELECT run_id FROM runs WHERE run_id IS NOT NULL)
  UNION ALL
  SELECT 2, 'sources of a round that rounds does not have', coalesce(sum(s.cited), 0),
         min(s.run_id)
  FROM (SELECT run_id, round, count(*) AS cited FROM sources GROUP BY run_id, round) AS s
  LEFT JOIN (SELECT DISTINCT run_id, round, 1 AS there FROM rounds) AS d
    ON d.run_id = s.run_id AND d.round = s.round
  WHERE d.there IS NULL
  UNION ALL
  SELECT 3, 'judgements of a round that rounds does not have', count(*), min(j.run_id)
  FROM judgements AS j
  LEFT JOIN (SELECT DISTINCT run_id, round, 1 AS there FROM rounds) AS d
    ON d.run_id = j.run_id AND d.round = j.round
  WHERE d.there IS NULL
  UNION ALL
  SELECT 4, 'runs without a round', count(*), min(run_id)
  FROM runs
  WHERE run_id IS NOT NULL
    AND run_id NOT IN (SELECT run_id FROM rounds WHERE run_id IS NOT NULL)
  UNION ALL
  SELECT 5, 'runs that stand twice in runs', count(*), min(run_id)
  FROM (SELECT run_id FROM runs GROUP BY run_id HAVING count(*) > 1)
  UNION ALL
  SELECT 6, 'rounds without a number', count(*), min(run_id)
  FROM rounds WHERE round IS NULL
  UNION ALL
  SELECT 7, 'rounds that stand twice in their run', count(*), min(run_id)
  FROM (SELECT run_id FROM rounds WHERE round IS NOT NULL
        GROUP BY run_id, round HAVING count(*) > 1)
  UNION ALL
  SELECT 8, 'runs whose rounds are not numbered 1, 2, 3 and so on', count(*), min(run_id)
  FROM (SELECT run_id FROM rounds GROUP BY run_id
        HAVING count(CASE WHEN typeof(round) IN ('integer', 'real') THEN 1 END) < count(*)
            OR min(round) <> 1 OR max(round) <> count(*))
)
ORDER BY place;
SELECT '  Rounds are put in order as SQLite compares values: ''R10'' comes before ''R2''.'
WHERE EXISTS (SELECT 1 FROM rounds WHERE typeof(round) = 'text');
