-- Floor sweep: how many runs have a round that passes, for every floor of recent sources
-- from 0 to 30 and High floors from .60 to .95 (ADR-007 section 7, actions 4 and 5).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/floor_sweep.sql
--
-- Needs the views of sql/views.sql; 80 columns wide.

.bail on
.read sql/reports/start.sql

DROP VIEW IF EXISTS temp.report_floors;
CREATE TEMP VIEW report_floors AS
WITH RECURSIVE counts(min_sources) AS (SELECT 0 UNION ALL SELECT min_sources + 1
                                       FROM counts WHERE min_sources < 30)
SELECT '[' || group_concat(min_sources) || ']' AS min_sources FROM counts;

-- All gates in one pass.
DROP TABLE IF EXISTS temp.report_sweep;
CREATE TEMP TABLE report_sweep AS
SELECT high, min_sources, passing_runs AS runs, 100.0 * passing_runs / runs AS percent
FROM gate_sweep_rows((
  SELECT gate_sweep(run_id, coverage, source_quality, agreement, verification, recency,
                    recent_sources, critical_contradictions,
                    '[0.60, 0.65, 0.70, 0.75, 0.80, 0.85, 0.90, 0.95]',
                    (SELECT min_sources FROM report_floors))
  FROM report_judged));

SELECT printf('FLOOR SWEEP OVER %,d RUNS WITH %,d ROUNDS',
              count(DISTINCT run_id), count(*))
FROM report_judged;
SELECT printf('Percent of the runs with a round that passes. In force: %.2f and 10.',
              high_floor());
SELECT 'Floors that let as many runs through share a row.';
SELECT '';
SELECT 'Recent   High floor';
SELECT DISTINCT 'sources' || group_concat(printf('%7.2f', high), '') OVER (
  ORDER BY high ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
FROM report_sweep WHERE min_sources = 0;

-- A line has one cell per High floor; floors of sources that as many runs pass under each
-- High floor share a line. What is none, or not all, does not read as 0 or 100.
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
SELECT printf('%7s', CASE WHEN min(min_sources) = max(min_sources) THEN min(min_sources)
                          ELSE min(min_sources) || '..' || max(min_sources) END)
    || cells
FROM blocks
GROUP BY block
ORDER BY block;

-- What each of the two floors costs by itself, at the High floor in force.
DROP TABLE IF EXISTS temp.report_costs;
CREATE TEMP TABLE report_costs AS
SELECT min_sources, passing_runs AS runs
FROM gate_sweep_rows((
  SELECT gate_sweep(run_id, coverage, source_quality, agreement, verification, recency,
                    recent_sources, critical_contradictions, high_floor(),
                    (SELECT min_sources FROM report_floors))
  FROM report_judged));

SELECT '';
SELECT CASE WHEN length(line) <= 80 THEN line
            ELSE replace(line, ', with', ',' || char(10) || 'with') END
FROM (SELECT printf('Without a floor of recent sources %,d runs would pass at %.2f, '
                    || 'with %d it is %,d;', runs, high_floor(), s.min_sources,
                    (SELECT count(DISTINCT run_id) FROM report_judged
                     WHERE gate_pass(coverage, source_quality, agreement, verification,
                                     recency, recent_sources, critical_contradictions,
                                     high_floor(), s.min_sources))) AS line
      FROM report_costs AS c, report_settings AS s WHERE c.min_sources = 0);
SELECT 'the highest floor that costs no run is ' || max(min_sources)
    || CASE max(min_sources) WHEN 30 THEN ' or more.' ELSE '.' END
FROM report_costs
WHERE runs = (SELECT runs FROM report_costs WHERE min_sources = 0)
HAVING count(*) > 0;
