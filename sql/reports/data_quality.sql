-- Prints which values in the tables runs, rounds, sources and judgements can't be used,
-- with an example of each kind and the likely cure. Such a value is not an error: it
-- counts as missing, and a missing value never passes.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/data_quality.sql
--
-- The report needs the views of sql/views.sql, or sql/attach.sql after a mapping (views
-- over your own tables). Run this report over the original values, not over values that
-- your mapping has corrected. The report prints 20 rows in a list (set :rows for more).
-- If you have no sources or judgements, read sql/no_sources.sql or sql/no_judgements.sql
-- first.

.bail on
.read sql/reports/lists.sql
INSERT INTO report_needs VALUES ('rounds', 'no rubric');
INSERT INTO report_needs VALUES ('round_scores', 'sql/views.sql'),
                                ('judgements', 'sql/no_judgements.sql');

-- quality_columns has the names of the columns, and quality_values has their values. If
-- a value can't be used, `why` is the reason.
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

CREATE TEMP VIEW IF NOT EXISTS quality_values AS
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
SELECT 8, score, why_missing(score, 'score') FROM judgements;

-- Counts the unusable values by column and reason. `readable` counts the texts that
-- score_of() can read on the scale 0..1. `marks` counts the texts that it can read on a
-- very wide scale.
DROP TABLE IF EXISTS temp.quality_cells;
CREATE TEMP TABLE quality_cells AS
SELECT place, why, count(*) AS cells,
       max(CASE WHEN typeof(value) IN ('text', 'blob') THEN substr(value, 1, 40)
                ELSE value END) AS example,
       max(CASE WHEN typeof(value) <> 'blob' THEN CAST(value AS REAL) END) AS most,
       count(CASE WHEN typeof(value) = 'text' THEN score_of(value) END) AS readable,
       max(CASE WHEN typeof(value) = 'text' AND score_of(value) IS NOT NULL
                THEN substr(value, 1, 40) END) AS readable_example,
       count(CASE WHEN typeof(value) = 'text' THEN score_of(value, 1e6, -1e6) END)
         AS marks,
       max(CASE WHEN typeof(value) = 'text' AND score_of(value, 1e6, -1e6) IS NOT NULL
                THEN substr(value, 1, 40) END) AS marks_example
FROM quality_values
WHERE why IS NOT NULL
GROUP BY place, why;

-- Counts the numbers of each column of scores by size, also numbers written as text. A
-- text is a share, such as '9/10' or '85%', if score_of() returns the same number on two
-- different scales, from 1e6 to -1e6 and from 1e6 to -1e3.
DROP TABLE IF EXISTS temp.quality_sizes;
CREATE TEMP TABLE quality_sizes AS
SELECT place, count(number) AS numbers, count(CASE WHEN number = 0 THEN 1 END) AS zeros,
       count(CASE WHEN number > 0 AND number < 1 THEN 1 END) AS fractions,
       count(CASE WHEN number > 1 THEN 1 END) AS beyond_1,
       count(CASE WHEN number > 5 THEN 1 END) AS beyond_5,
       count(CASE WHEN number > 10 THEN 1 END) AS beyond_10,
       count(CASE WHEN number > 100 THEN 1 END) AS beyond_100,
       count(share) AS shares, max(substr(share, 1, 40)) AS share
FROM (
  SELECT place, share,
         CASE WHEN typeof(value) IN ('integer', 'real') AND value >= 0 AND value < 9e999
              THEN value
              WHEN typeof(value) = 'text' AND share IS NULL
              THEN round(score_of(value, 1e6, -1e6) * 2e6 - 1e6, 6) END AS number
  FROM (SELECT place, value,
               CASE WHEN typeof(value) = 'text'
                     AND score_of(value, 1e6, -1e6) = score_of(value, 1e6, -1e3)
                    THEN value END AS share
        FROM quality_values WHERE place NOT IN (6, 7))
)
GROUP BY place;

-- Guesses the scale of each column from all its numbers. A scale fits even if a few
-- numbers are outside it: a single number, or at most a tenth of all numbers. If most
-- numbers are fractions below 1, the scale is 0..1.
DROP TABLE IF EXISTS temp.quality_scales;
CREATE TEMP TABLE quality_scales AS
WITH told AS (
  SELECT *, CASE
           WHEN beyond_1 <= fractions THEN NULL
           WHEN 4 * beyond_10 <= numbers AND (beyond_10 <= 1 OR 10 * beyond_10 <= numbers)
           THEN CASE WHEN beyond_5 > beyond_10 THEN 10 ELSE 5 END
           WHEN 4 * beyond_100 <= numbers
            AND (beyond_100 <= 1 OR 10 * beyond_100 <= numbers) THEN 100
         END AS own
  FROM quality_sizes
), scales AS (
  SELECT *, CASE WHEN own = 5 AND place <= 5
                  AND EXISTS (SELECT 1 FROM told WHERE own = 10 AND place <= 5)
                 THEN 10 ELSE own END AS best
  FROM told
)
SELECT place, best, worst, shares, share, fractions >= beyond_1 AS is_of_one,
       printf('score_of(x, %d%s)', best, CASE worst WHEN 1 THEN ', 1' ELSE '' END)
         AS call,
       CASE best WHEN 100 THEN beyond_100 ELSE beyond_10 END AS beyond
FROM (
  SELECT *, best <= 10 AND zeros = 0
              AND (fractions <= 1 OR 10 * fractions <= numbers) AS worst
  FROM scales
);

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
INSERT INTO report_values
SELECT example FROM quality_cells UNION SELECT readable_example FROM quality_cells
UNION SELECT marks_example FROM quality_cells UNION SELECT share FROM quality_scales;

SELECT 'DATA QUALITY';
SELECT printf('%,d runs, %,d rounds, %,d sources, %,d judgements',
              (SELECT count(*) FROM runs), (SELECT count(*) FROM rounds),
              (SELECT count(*) FROM sources), (SELECT count(*) FROM judgements));

-- Without an index on (run_id, round) SQLite reads all sources, or all judgements, for
-- every round, which takes hours. If `sources` or `judgements` is a view, the query looks
-- for an index of the tables that the view's text names. If a view computes the round
-- numbers by a window function, no index helps.
SELECT '  ' || o.name || ' is a ' || o.type || ' without an index of (run_id, round)'
    || CASE o.type
         WHEN 'view' THEN ': copy it once, like this,' || char(10) || '  in the mapping:'
           || char(10) || '    CREATE TEMP TABLE ' || o.name || ' AS SELECT ...;'
           || char(10) || '    CREATE INDEX temp.of_' || o.name || ' ON ' || o.name
         ELSE ': make one, like this:'
           || char(10) || '    CREATE INDEX of_' || o.name || ' ON ' || o.name END
    || '(run_id, round);'
FROM (
  SELECT name, type, lower(sql) AS text FROM sqlite_temp_master
  UNION ALL
  SELECT name, type, lower(sql) FROM sqlite_master AS m
  WHERE NOT EXISTS (SELECT 1 FROM sqlite_temp_master AS t WHERE t.name = m.name)
) AS o
WHERE o.type IN ('table', 'view')
  AND CASE o.name WHEN 'sources' THEN (SELECT count(*) FROM sources)
                  WHEN 'judgements' THEN (SELECT count(*) FROM judgements) END >= 1000
  AND NOT EXISTS (
    SELECT 1
    FROM (SELECT name FROM sqlite_temp_master UNION SELECT name FROM sqlite_master) AS t,
         pragma_index_list(t.name) AS i
    WHERE CASE o.type
            WHEN 'table' THEN t.name = o.name
              AND (SELECT group_concat(c.name) FROM pragma_index_info(i.name) AS c)
                  || ',' LIKE 'run_id,round,%'
            ELSE instr(o.text, lower(t.name)) > 0 AND o.text NOT LIKE '%over (%'
              AND (SELECT count(*) FROM pragma_index_info(i.name)) > 1 END)
ORDER BY o.name;

SELECT '';
SELECT 'Scores and counts           usable      NULL      text     range  for example';

-- If a column has several kinds of wrong values, the example is of the most frequent
-- kind.
SELECT printf('%-23s%s%s%s%s', name, printf('%,11d', usable),
              CASE nulls WHEN 0 THEN '         .' ELSE printf('%,10d', nulls) END,
              CASE texts WHEN 0 THEN '         .' ELSE printf('%,10d', texts) END,
              CASE ranges WHEN 0 THEN '         .' ELSE printf('%,10d', ranges) END)
    || coalesce('  ' || (
         SELECT CASE typeof(example) WHEN 'text' THEN '''' || substr(line, 1, 10) || ''''
                                     ELSE substr(line, 1, 14) END
         FROM quality_cells AS e JOIN report_plain AS p ON p.value = e.example
         WHERE e.place = c.place AND why <> 'null' ORDER BY cells DESC, why LIMIT 1), '')
FROM quality_counts AS c
ORDER BY place;

-- The likely cures. A line that is too long is broken after its first colon.
SELECT '  ' || name || ': '
    || CASE WHEN length(name) + length(line) <= 76 THEN line
            ELSE substr(line, 1, instr(line, ': ')) || char(10) || '   '
                 || substr(line, instr(line, ': ') + 1) END
FROM (
  SELECT place, name, why, printf('%,d of %,d ', cells, total)
      || CASE
           WHEN why = 'above 1' AND best IS NOT NULL
           THEN printf('above 1: a %d..%d scale? %s', worst, best, call)
                || CASE beyond WHEN 0 THEN '' ELSE printf('; %,d beyond it', beyond) END
           WHEN why = 'above 1' AND is_of_one AND most <= 100
           THEN printf('above 1, most are not: %.6g of 0..%d? score_of(%.6g, %d)', most,
                       CASE WHEN most <= 10 THEN 10 ELSE 100 END, most,
                       CASE WHEN most <= 10 THEN 10 ELSE 100 END)
           WHEN why = 'above 1'
           THEN printf('above 1, up to %.6g: score_of(x, best, worst)', most)
           WHEN why = 'below 0' THEN 'below 0: a code for "none"? nullif(x, -1)'
           WHEN why = 'infinite' THEN 'infinite: divided by 0?'
           WHEN why = 'not whole' THEN 'not whole: a mean or a share? Count'
           WHEN why = 'a blob' THEN 'BLOBs: numpy''s numbers? Bind int(x), float(x)'
           WHEN why = 'null' THEN 'NULL: not counted? Or is it 0?'
           WHEN kind = 'score' AND best IS NOT NULL AND marks > 0
           THEN printf('text: %s reads %,d of it, as ''%s''', call, marks,
                       (SELECT substr(line, 1, 10) FROM report_plain
                        WHERE value = marks_example))
           WHEN kind = 'score' AND readable > 0
           THEN printf('text: score_of(x) reads %,d of it, as ''%s''', readable,
                       (SELECT substr(line, 1, 10) FROM report_plain
                        WHERE value = readable_example))
           ELSE 'text: no number can be read from it'
         END AS line
  FROM quality_cells JOIN quality_columns USING (place)
  LEFT JOIN quality_scales USING (place)
  WHERE why <> 'null' OR why = 'null' AND name = 'critical_contradictions'
  UNION ALL
  SELECT place, name, 'of shares',
         printf('%,d of %,d are shares: ''%s'' is %.3f, but %.6g is %s', shares, total,
                substr(line, 1, 10), score_of(share), score_of(share) * best,
                coalesce(printf('%.3f', score_of(score_of(share) * best, best, 1)),
                         'missing'))
  FROM quality_scales JOIN quality_columns USING (place)
  JOIN report_plain ON value = share
  WHERE worst = 1
)
ORDER BY place, why;

-- Counts the dates by the form in which they are written. Each different date is read
-- only once.
DROP TABLE IF EXISTS temp.quality_dates;
CREATE TEMP TABLE quality_dates AS
SELECT place, name, form, sum(dates) AS dates,
       max(CASE WHEN typeof(value) IN ('text', 'blob') THEN substr(value, 1, 40)
                ELSE value END) AS example
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
INSERT INTO report_values SELECT example FROM quality_dates;

SELECT '';
SELECT 'Dates                form                        number  for example';
SELECT printf('%-21s%-22s%,12d', name, form, dates)
    || coalesce('  ' || substr(line, 1, 23), '')
FROM quality_dates LEFT JOIN report_plain ON value = example
ORDER BY place, dates DESC, form;
SELECT '  ' || name || ': '
    || CASE form
         WHEN 'ambiguous date' THEN 'which is the day, which the month? Write YYYY-MM-DD'
         WHEN 'no whole day' THEN 'ages are counted to a day: write YYYY-MM-DD'
         WHEN 'a blob' THEN 'bind dates as text'
         WHEN 'none (NULL)'
         THEN CASE place WHEN 1 THEN 'no source of such a run has an age or is recent'
                         ELSE 'a source without a date counts as not recent' END
         ELSE 'not read as a date, so without an age: write YYYY-MM-DD'
       END
FROM quality_dates
WHERE form IN ('ambiguous date', 'no whole day', 'a blob', 'none (NULL)', 'not a date')
ORDER BY place, form;
SELECT printf('  sources.published: %,d dated after as_of, which counts as recent',
              count(*))
FROM source_recency WHERE age_days < 0 GROUP BY 'all';

-- If a run has sources, they decide the recency of all its rounds. A round without
-- sources then counts as a round that cites nothing.
DROP TABLE IF EXISTS temp.report_judged;
CREATE TEMP TABLE report_judged(run_id, round, recency_basis, recency, ci);
INSERT INTO report_judged
SELECT run_id, round, recency_basis, recency, ci FROM round_scores;
CREATE INDEX temp.report_judged_rounds ON report_judged(run_id, round);
DROP TABLE IF EXISTS temp.quality_mixed;
CREATE TEMP TABLE quality_mixed(run_id, round, reported);
INSERT INTO quality_mixed
SELECT q.run_id, q.round, coalesce(d.recent_sources, d.recency)
FROM report_judged AS q CROSS JOIN rounds AS d
WHERE q.recency_basis = 'sources' AND q.recency IS NULL
  AND d.run_id = q.run_id AND d.round = q.round
  AND (d.recency IS NOT NULL OR d.recent_sources IS NOT NULL)
GROUP BY q.run_id, q.round;
CREATE TEMP TABLE report_listed AS SELECT * FROM quality_mixed ORDER BY run_id, round;
INSERT INTO report_values SELECT reported FROM report_shown;

SELECT '';
SELECT printf('Recency is counted from sources in %,d runs, as reported in %,d.',
              count(DISTINCT CASE recency_basis WHEN 'sources' THEN run_id END),
              count(DISTINCT CASE recency_basis WHEN 'reported' THEN run_id END))
FROM report_judged;
SELECT printf('In %,d runs with sources, %,d rounds cite nothing. Their reported numbers',
              count(DISTINCT run_id), count(*)) || char(10) || 'do not count:'
FROM quality_mixed GROUP BY 'all';
SELECT head || 'Round  Reports' FROM report_title
WHERE EXISTS (SELECT 1 FROM report_listed);
SELECT r.head || printf('%-6s ', (SELECT label FROM report_rounds AS b
                                  WHERE b.run_id = s.run_id AND b.round = s.round))
    || substr(line, 1, 35)
FROM report_shown AS s
JOIN report_runs AS r ON r.run_id = s.run_id
JOIN report_plain ON value = s.reported
ORDER BY s.place;
SELECT line FROM report_more;

-- A domain that the settings do not name has the default window. A domain must equal a
-- name in the settings exactly. So for an unknown domain the report proposes a similar
-- name from the table assay_settings.
INSERT INTO report_needs VALUES ('assay_settings', 'assay');
DROP TABLE IF EXISTS temp.quality_windows;
CREATE TEMP TABLE quality_windows AS
SELECT replace(key, 'evaluation.deep_research.recency_windows.', '') AS domain
FROM assay_settings WHERE key GLOB 'evaluation.deep_research.recency_windows.*';
DROP TABLE IF EXISTS temp.quality_domains;
CREATE TEMP TABLE quality_domains(domain, sources);
INSERT INTO quality_domains
SELECT domain, count(*) FROM source_recency GROUP BY domain;
DROP TABLE temp.report_listed;
CREATE TEMP TABLE report_listed AS
SELECT domain AS run_id, sources FROM quality_domains
WHERE domain NOT IN (SELECT domain FROM temp.quality_windows)
ORDER BY sources DESC, domain;
INSERT INTO report_values SELECT run_id FROM report_shown;

SELECT '';
SELECT 'Domains without a window           sources   days  perhaps';
SELECT printf('  %!-28.28s%,12d%7d', line, sources, recency_window(domain))
    || coalesce('  ' || near, '')
FROM (
  SELECT s.place, line, s.run_id AS domain, s.sources, w.domain AS near,
         max(text_similarity(s.run_id, w.domain))
  FROM report_shown AS s JOIN report_plain ON value = s.run_id
  LEFT JOIN temp.quality_windows AS w ON text_similarity(s.run_id, w.domain) > 0.6
  GROUP BY s.place
)
ORDER BY place;
SELECT '  none' WHERE NOT EXISTS (SELECT 1 FROM report_listed);
SELECT line FROM report_more;
SELECT printf('  %,d sources and their runs have no domain: the default window holds',
              sources)
FROM quality_domains WHERE domain IS NULL;

DROP TABLE IF EXISTS temp.quality_dimensions;
CREATE TEMP TABLE quality_dimensions(dimension, judgements);
INSERT INTO quality_dimensions
SELECT dimension, count(*) FROM judgements
WHERE dimension IS NULL OR dimension NOT IN
      ('coverage', 'source_quality', 'agreement', 'verification', 'recency')
GROUP BY dimension;
DROP TABLE temp.report_listed;
CREATE TEMP TABLE report_listed AS
SELECT dimension AS run_id, judgements FROM quality_dimensions
ORDER BY judgements DESC, dimension;
INSERT INTO report_values SELECT run_id FROM report_shown;

SELECT '';
SELECT 'Dimensions of judgements that are none      number  perhaps';
SELECT printf('  %!-36.36s%,12d', coalesce(line, 'NULL'), judgements)
    || coalesce('  ' || near, '')
FROM (
  SELECT s.place, line, s.judgements, c.name AS near,
         max(text_similarity(s.run_id, c.name))
  FROM report_shown AS s LEFT JOIN report_plain ON value = s.run_id
  LEFT JOIN (SELECT name FROM temp.quality_columns WHERE place <= 5) AS c
    ON text_similarity(s.run_id, c.name) > 0.5
  GROUP BY s.place
)
ORDER BY place;
SELECT '  none' WHERE NOT EXISTS (SELECT 1 FROM report_listed);
SELECT line FROM report_more;

DROP TABLE IF EXISTS temp.quality_ties;
CREATE TEMP TABLE quality_ties(run_id, first, ci, rounds);
INSERT INTO quality_ties
SELECT run_id, min(round), min(ci), count(*)
FROM report_judged WHERE run_id IS NOT NULL
GROUP BY run_id, ci_rank(ci)
HAVING count(*) > 1;
DROP TABLE temp.report_listed;
CREATE TEMP TABLE report_listed AS
SELECT * FROM quality_ties
WHERE NOT EXISTS (SELECT 1 FROM quality_scales WHERE place <= 5 AND best IS NOT NULL)
ORDER BY rounds DESC, run_id, first;

SELECT '';
SELECT 'Rounds of a run with equal indices (the earlier is better)';
SELECT '  left out: scores of another scale are missing, which makes rounds alike'
FROM quality_scales WHERE place <= 5 AND best IS NOT NULL GROUP BY 'all';
SELECT head || 'From     Index  Rounds' FROM report_title
WHERE EXISTS (SELECT 1 FROM report_listed);
SELECT r.head || printf('%-6s%8.4f%,8d', (SELECT label FROM report_rounds AS b
                                         WHERE b.run_id = s.run_id AND b.round = s.first),
                        s.ci, s.rounds)
FROM report_shown AS s JOIN report_runs AS r ON r.run_id = s.run_id
ORDER BY s.place;
SELECT '  none' WHERE NOT EXISTS (SELECT 1 FROM report_listed)
  AND NOT EXISTS (SELECT 1 FROM quality_scales WHERE place <= 5 AND best IS NOT NULL);
SELECT line FROM report_more;

-- Counts the rows that the joins of the views would lose or count twice.
DROP TABLE IF EXISTS temp.quality_keys;
CREATE TEMP TABLE quality_keys(place, what, rows, example);
INSERT INTO quality_keys
SELECT 1, 'rounds whose run is not in runs', count(*), min(run_id)
FROM rounds
WHERE run_id IS NULL
   OR run_id NOT IN (SELECT run_id FROM runs WHERE run_id IS NOT NULL)
UNION ALL
SELECT 2, 'sources whose round is not in rounds', coalesce(sum(s.cited), 0),
       min(s.run_id)
FROM (SELECT run_id, round, count(*) AS cited FROM sources GROUP BY run_id, round) AS s
LEFT JOIN (SELECT DISTINCT run_id, round, 1 AS there FROM rounds) AS d
  ON d.run_id = s.run_id AND d.round = s.round
WHERE d.there IS NULL
UNION ALL
SELECT 3, 'judgements whose round is not in rounds', count(*), min(j.run_id)
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
SELECT 5, 'runs that are in runs twice', count(*), min(run_id)
FROM (SELECT run_id FROM runs GROUP BY run_id HAVING count(*) > 1)
UNION ALL
SELECT 6, 'rounds without a number', count(*), min(run_id)
FROM rounds WHERE round IS NULL
UNION ALL
SELECT 7, 'rounds that are in their run twice', count(*), min(run_id)
FROM (SELECT run_id FROM rounds WHERE round IS NOT NULL
      GROUP BY run_id, round HAVING count(*) > 1)
UNION ALL
SELECT 8, 'runs whose rounds are not numbered 1, 2, 3 and so on', count(*), min(run_id)
FROM (SELECT run_id FROM rounds GROUP BY run_id
      HAVING count(DISTINCT CASE WHEN typeof(round) IN ('integer', 'real')
                                  AND round = CAST(round AS INTEGER) THEN round END)
               < count(*)
          OR min(round) <> 1 OR max(round) <> count(*));
INSERT INTO report_examples SELECT example FROM quality_keys;

SELECT '';
SELECT 'Keys                                                        number  for example';
SELECT printf('%-55s', what) || CASE rows WHEN 0 THEN '          .'
                                ELSE printf('%,11d', rows) END
    || coalesce(CASE WHEN length(literal) <= 12 THEN '  ' ELSE char(10) END || literal,
                '')
FROM quality_keys LEFT JOIN report_literals ON value = example
ORDER BY place;
SELECT '  Rounds are put in order as SQLite compares values: ''R10'' comes before ''R2''.'
WHERE EXISTS (SELECT 1 FROM rounds WHERE typeof(round) = 'text');
