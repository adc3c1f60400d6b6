-- What every report over rounds begins with: `.read sql/reports/start.sql` from the root
-- of the repository. It copies the judged rounds, and makes what shows runs and rounds of
-- any id within 80 columns (sql/reports/lists.sql says how). All of it is TEMP.
--
--   report_judged   one row per round: what the gate sees, its verdict and the index, in
--                   the order of rounds
--   report_settings patience, max_rounds and min_sources of the settings, in one row

.bail on
.read sql/reports/lists.sql

INSERT INTO report_needs VALUES ('judged_rounds', 'sql/views.sql');

-- Columns without a type keep values as they are; to find them by a typed column of
-- another table write +column. What has no run or no number is no round. The index is no
-- key: nothing keeps a history from having a round twice.
DROP TABLE IF EXISTS temp.report_judged;
CREATE TEMP TABLE report_judged(
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions, recency_basis, gate_passed, ci
);

DROP VIEW IF EXISTS temp.report_verdicts;
CREATE TEMP VIEW report_verdicts AS
SELECT run_id, round, coverage, source_quality, agreement, verification, recency,
       recent_sources, critical_contradictions, recency_basis,
       gate_pass(coverage, source_quality, agreement, verification, recency,
                 recent_sources, critical_contradictions) AS gate_passed,
       ci_score(coverage, source_quality, agreement, verification, recency) AS ci
FROM judged_rounds
WHERE run_id IS NOT NULL AND round IS NOT NULL;

INSERT INTO report_judged SELECT * FROM report_verdicts ORDER BY run_id, round;
CREATE INDEX temp.report_judged_rounds ON report_judged(run_id, round);

-- Runs that changed since judged.sql judged them are absent so far: they are judged now,
-- for this report only. Without judged.sql there are none.
DROP TABLE IF EXISTS temp.report_due;
CREATE TEMP TABLE report_due(run_id);
INSERT INTO report_due
SELECT DISTINCT run_id FROM rounds AS r
WHERE run_id IS NOT NULL AND round IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM report_judged AS j WHERE j.run_id = +r.run_id);
INSERT INTO report_judged
SELECT e.run_id, e.round, e.coverage, e.source_quality, e.agreement, e.verification,
       e.recency, e.recent_sources, e.critical_contradictions, e.recency_basis,
       gate_pass(e.coverage, e.source_quality, e.agreement, e.verification, e.recency,
                 e.recent_sources, e.critical_contradictions),
       ci_score(e.coverage, e.source_quality, e.agreement, e.verification, e.recency)
FROM report_due AS d CROSS JOIN live_rounds AS e ON e.run_id = +d.run_id
ORDER BY e.run_id, e.round;
SELECT printf('%,d runs are judged for this report only: sql/refresh_judged.sql stores '
              || 'them.', count(*))
FROM report_due AS d
WHERE EXISTS (SELECT 1 FROM report_judged AS j WHERE j.run_id = d.run_id)
HAVING count(*) > 1000;

DROP TABLE IF EXISTS temp.report_settings;
CREATE TEMP TABLE report_settings AS
SELECT assay_setting('evaluation.deep_research.patience')           AS patience,
       assay_setting('evaluation.deep_research.max_rounds')         AS max_rounds,
       assay_setting('evaluation.deep_research.min_recent_sources') AS min_sources;
