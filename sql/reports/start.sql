-- What every report over round_scores begins with: `.read sql/reports/start.sql` from the
-- root of the repository. It judges each round once, and makes what shows runs and rounds
-- of any id within 80 columns (sql/reports/lists.sql says how). All of it is TEMP.
--
--   report_judged   one row per round, as round_scores has it, in the order of rounds
--   report_settings patience, max_rounds and min_sources of the settings, in one row

.bail on
.read sql/reports/lists.sql

INSERT INTO report_needs VALUES ('round_scores', 'sql/views.sql');

-- Columns without a type keep values as they are; to find them by a typed column of
-- another table write +column. What has no run or no number is no round. The index is no
-- key: nothing keeps a history from having a round twice.
DROP TABLE IF EXISTS temp.report_judged;
CREATE TEMP TABLE report_judged(
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions, recency_basis, gate_passed, ci
);
INSERT INTO report_judged
SELECT run_id, round, coverage, source_quality, agreement, verification, recency,
       recent_sources, critical_contradictions, recency_basis, gate_passed, ci
FROM round_scores
WHERE run_id IS NOT NULL AND round IS NOT NULL
ORDER BY run_id, round;
CREATE INDEX temp.report_judged_rounds ON report_judged(run_id, round);

DROP TABLE IF EXISTS temp.report_settings;
CREATE TEMP TABLE report_settings AS
SELECT assay_setting('evaluation.deep_research.patience')           AS patience,
       assay_setting('evaluation.deep_research.max_rounds')         AS max_rounds,
       assay_setting('evaluation.deep_research.min_recent_sources') AS min_sources;
