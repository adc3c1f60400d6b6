-- Floor sweep: how many runs have a round that passes, for every floor of recent sources
-- from 0 to 30 and High floors from .60 to .95 (ADR-007 section 7, actions 4 and 5).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/floor_sweep.sql
--
-- Needs the views of sql/views.sql; 80 columns wide.

.bail on
.mode list
.headers off

-- A High floor is counted in hundredths, so that it can be grouped by.
CREATE TEMP TABLE sweep AS
WITH RECURSIVE
  highs(hundredths) AS (SELECT 60 UNION ALL SELECT hundredths + 5 FROM highs
                        WHERE hundredths < 95),
  counts(min_sources) AS (SELECT 0 UNION ALL SELECT min_sources + 1 FROM counts
                          WHERE min_sources < 30)
SELECT hundredths, min_sources,
       count(DISTINCT CASE WHEN passed THEN run_id END) AS runs,
       100.0 * count(DISTINCT CASE WHEN passed THEN run_id END)
       / count(DISTINCT run_id) AS percent
FROM (
  SELECT h.hundredths, c.min_sources, s.run_id,
         gate_pass(s.coverage, s.source_quality, s.agreement, s.verification, s.recency,
                   s.recent_sources, s.critical_contradictions,
                   h.hundredths / 100.0, c.min_sources) AS passed
  FROM round_scores AS s, highs AS h, counts AS c
)
GROUP BY hundredths, min_sources;

SELECT printf('FLOOR SWEEP OVER %d RUNS WITH %d ROUNDS',
              count(DISTINCT run_id), count(*))
FROM round_scores;
SELECT printf('Percent of the runs with a round that passes. In force: %.2f and 10.',
              high_floor());
SELECT '';
SELECT 'Recent   High floor';
SELECT DISTINCT 'sources' || group_concat(printf('%7.2f', hundredths / 100.0), '') OVER (
  ORDER BY hundredths ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
FROM sweep WHERE min_sources = 0;

-- A line has one cell per High floor; floors of sources with one answer share a line.
WITH lines AS (
  SELECT DISTINCT min_sources,
         group_concat(printf('%7.0f', percent), '') OVER (
           PARTITION BY min_sources ORDER BY hundredths
           ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS cells
  FROM sweep
), changes AS (
  SELECT *, cells IS NOT lag(cells) OVER (ORDER BY min_sources) AS changed FROM lines
), blocks AS (
  SELECT *, sum(changed) OVER (ORDER BY min_sources) AS block FROM changes
)
SELECT printf('%7s', CASE WHEN min(min_sources) = max(min_sources) THEN min(min_sources)
                          ELSE min(min_sources) || '..' || max(min_sources) END)
    || cells
FROM blocks
GROUP BY block
ORDER BY block;

-- What each of the two floors costs by itself.
SELECT '';
SELECT printf('Without a floor of recent sources %d runs would pass at %.2f, '
              || 'with 10 it is %d;',
              max(CASE min_sources WHEN 0 THEN runs END), high_floor(),
              max(CASE min_sources WHEN 10 THEN runs END))
FROM sweep WHERE hundredths = round(100 * high_floor());
SELECT 'the highest floor that costs no run is ' || max(min_sources) || '.'
FROM sweep AS s
WHERE hundredths = round(100 * high_floor())
  AND runs = (SELECT runs FROM sweep WHERE hundredths = s.hundredths AND min_sources = 0);
