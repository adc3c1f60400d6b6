-- Floor sweep: how many runs have a round that passes? The report tries 0 to 30 as the
-- least number of recent sources, and .60 to .95 as the High floor (ADR-007 section 7,
-- actions 4, 5).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/floor_sweep.sql
--
-- For a rubric (a gate of your own, see by_rubric.sql), the report tries one High floor
-- for all scores. It counts the runs twice: without and with the rubric's bounds on
-- counts. The report needs sql/views.sql.

.bail on
.read sql/reports/start.sql

-- Counts the runs by High floor and `sources`: the greatest number of recent sources in
-- a round of the run. Only rounds that meet the High floor and have no contradiction
-- count; 30 means 30 or more. The High floor NULL means the settings' floors. For a
-- rubric, this number is 1 for a round that meets all conditions on counts, and 0 for
-- any other round.
CREATE TEMP VIEW IF NOT EXISTS report_highs(high) AS
VALUES (0.60), (0.65), (0.70), (0.75), (0.80), (0.85), (0.90), (0.95);

DROP TABLE IF EXISTS temp.report_reach;
CREATE TEMP TABLE report_reach AS
SELECT high, min(sources, 30) AS sources, count(*) AS runs
FROM (
  SELECT h.high, j.run_id, max(j.recent_sources + 0) AS sources
  FROM report_judged AS j
  CROSS JOIN (SELECT high FROM report_highs UNION ALL SELECT NULL) AS h
  WHERE gate_pass(j.coverage, j.source_quality, j.agreement, j.verification, j.recency,
                  j.recent_sources, j.critical_contradictions,
                  coalesce(h.high, j.high), 0)
  GROUP BY h.high, j.run_id
  UNION ALL
  SELECT h.high, s.run_id, max(s.met)
  FROM (
    SELECT j.run_id, j.high, min(coalesce(s.score, -1)) AS least,
           json_extract(rubric_report(e.rubric, e.evidence), '$.all_conditions_met')
             AS met
    FROM report_evidence AS e
    JOIN report_judged AS j ON j.run_id = e.run_id AND j.round = e.round
    JOIN report_scores AS s ON s.run_id = e.run_id AND s.round = e.round
    GROUP BY j.run_id, j.round
  ) AS s
  CROSS JOIN (SELECT high FROM report_highs UNION ALL SELECT NULL) AS h
  WHERE CASE WHEN h.high IS NULL THEN NOT s.high ELSE s.least >= h.high END
  GROUP BY h.high, s.run_id
)
GROUP BY high, min(sources, 30);

CREATE TEMP VIEW IF NOT EXISTS report_floors(min_sources) AS
WITH RECURSIVE counts(n) AS (
  SELECT 0 UNION ALL
  SELECT n + 1 FROM counts
  WHERE n < CASE WHEN EXISTS (SELECT 1 FROM report_rubric) THEN 1 ELSE 30 END
)
SELECT n FROM counts;

DROP TABLE IF EXISTS temp.report_sweep;
CREATE TEMP TABLE report_sweep AS
SELECT h.high, f.min_sources, coalesce(sum(r.runs), 0) AS runs,
       100.0 * coalesce(sum(r.runs), 0) / t.total AS percent
FROM report_highs AS h CROSS JOIN report_floors AS f
CROSS JOIN (SELECT count(DISTINCT run_id) AS total FROM report_judged) AS t
LEFT JOIN report_reach AS r ON r.high = h.high AND r.sources >= f.min_sources
WHERE t.total > 0
GROUP BY h.high, f.min_sources;

SELECT 'FLOOR SWEEP OVER ' || head FROM report_head;
SELECT printf('Percent of the runs with a round that passes. Settings: %s and %d.',
              replace(words, 'from ', ''), min_sources)
FROM report_settings, report_high
WHERE name = 'in force' AND NOT EXISTS (SELECT 1 FROM report_rubric);
SELECT printf('Percent of the runs with a round that passes under one High floor of all '
              || 'scores.%sany: with any counts; met: with counts within the bounds of '
              || 'the rubric %s.', char(10), rubric)
FROM report_rubric;
SELECT 'Floors that equally many runs pass share a row.';
SELECT '';
SELECT CASE WHEN EXISTS (SELECT 1 FROM report_rubric) THEN '         High floor'
            ELSE 'Recent   High floor' END;
SELECT DISTINCT CASE WHEN EXISTS (SELECT 1 FROM report_rubric) THEN 'Counts '
                     ELSE 'sources' END
    || group_concat(printf('%7.2f', high), '') OVER (
  ORDER BY high ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
FROM report_sweep WHERE min_sources = 0;

-- A line has one cell per High floor. Neighbouring values of min_sources share a line if
-- equally many runs pass with them at every High floor. A share is printed as 0 only if
-- no run passes, and as 100 only if all runs pass.
WITH lines AS (
  SELECT DISTINCT min_sources,
         group_concat(printf('%7s', CASE
           WHEN percent > 0 AND percent < 0.05 THEN '<0.1'
           WHEN percent > 0 AND percent < 9.95 THEN printf('%.1f', percent)
           WHEN percent < 100 AND percent >= 99.5 THEN '>99'
           ELSE printf('%.0f', percent) END), '') OVER by_high AS cells,
         group_concat(runs) OVER by_high AS answers
  FROM report_sweep
  WINDOW by_high AS (PARTITION BY min_sources ORDER BY high
                     ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
), changes AS (
  SELECT *, answers IS NOT lag(answers) OVER (ORDER BY min_sources) AS changed FROM lines
), blocks AS (
  SELECT *, sum(changed) OVER (ORDER BY min_sources) AS block FROM changes
)
SELECT printf('%7s', CASE WHEN EXISTS (SELECT 1 FROM report_rubric)
                          THEN CASE WHEN max(min_sources) > min(min_sources)
                                    THEN 'any/met'
                                    WHEN max(min_sources) THEN 'met' ELSE 'any' END
                          WHEN min(min_sources) = max(min_sources) THEN min(min_sources)
                          ELSE min(min_sources) || '..' || max(min_sources) END)
    || cells
FROM blocks
GROUP BY block
ORDER BY block;

-- How many runs pass with each min_sources, at the settings' High floors. A run that
-- passes with 0 but not with a higher number has too few recent sources for this number.
DROP TABLE IF EXISTS temp.report_costs;
CREATE TEMP TABLE report_costs AS
SELECT f.min_sources, coalesce(sum(r.runs), 0) AS runs
FROM report_floors AS f
LEFT JOIN report_reach AS r ON r.high IS NULL AND r.sources >= f.min_sources
GROUP BY f.min_sources;

SELECT '';
SELECT CASE WHEN length(line) <= 80 THEN line
            ELSE replace(line, ', with', ',' || char(10) || 'with') END
FROM (SELECT printf('Without a floor of recent sources %,d runs would pass %s, '
                    || 'with %d it is %,d;', runs, replace(words, 'from', 'at'),
                    s.min_sources,
                    (SELECT count(DISTINCT run_id) FROM report_judged
                     WHERE gate_passed)) AS line
      FROM report_costs AS c, report_settings AS s, report_high AS h
      WHERE c.min_sources = 0 AND h.name = 'in force'
        AND NOT EXISTS (SELECT 1 FROM report_rubric));
SELECT 'the highest floor that stops no run is ' || max(min_sources)
    || CASE max(min_sources) WHEN 30 THEN ' or more.' ELSE '.' END
FROM report_costs
WHERE runs = (SELECT runs FROM report_costs WHERE min_sources = 0)
  AND NOT EXISTS (SELECT 1 FROM report_rubric)
GROUP BY 'all';
SELECT printf('At the floors of the rubric %,d runs have a round that passes.%sWithout '
              || 'bounds on counts %,d runs would.', met.runs, char(10), any.runs)
FROM report_rubric, report_costs AS any, report_costs AS met
WHERE any.min_sources = 0 AND met.min_sources = 1;
