-- Copies the judged rounds of a history into TEMP tables. sql/reports/start.sql and the
-- notebook read this script. It has no shell command, so any client can run it. It needs
-- judged_rounds and live_rounds of sql/views.sql.
--
--   report_judged   one row per round, in order: the numbers that the gate reads, its
--                   verdict, the index (the weighted mean), and `high`: 0 if all five
--                   scores are High by the settings, else 1
--   report_due      the runs that judged_rounds lacks; this script judges them
--   report_extent   one row: the number of runs, including those of report_due, and the
--                   newest as_of
--
-- Functions such as stop_report() take one High floor. But floors may differ by
-- dimension, and the legacy engine (the older gate) has a floor for the index. If you
-- pass a round's own `high`, these functions judge as the settings do. A floor of 0
-- passes every round that has five scores. A floor of 1 passes only rounds with five
-- scores of 1; such rounds pass at any floor.

-- The columns of report_judged have no type, so they store values unchanged. To compare
-- one of them with a typed column of another table, write a + before the typed column;
-- otherwise SQLite may convert a value. A row without a run or a round number is left
-- out. The SQL index is not unique, because a history may have a round twice.
DROP TABLE IF EXISTS temp.report_judged;
CREATE TEMP TABLE report_judged(
  run_id, round, coverage, source_quality, agreement, verification, recency,
  recent_sources, critical_contradictions, recency_basis, gate_passed, ci, high
);

CREATE TEMP VIEW IF NOT EXISTS report_verdicts AS
SELECT run_id, round, coverage, source_quality, agreement, verification, recency,
       recent_sources, critical_contradictions, recency_basis,
       gate_pass(coverage, source_quality, agreement, verification, recency,
                 recent_sources, critical_contradictions) AS gate_passed,
       ci_score(coverage, source_quality, agreement, verification, recency) AS ci,
       NOT gate_pass(coverage, source_quality, agreement, verification, recency,
                     2147483647, 0) AS high
FROM judged_rounds
WHERE run_id IS NOT NULL AND round IS NOT NULL;

INSERT INTO report_judged SELECT * FROM report_verdicts ORDER BY run_id, round;
CREATE INDEX temp.report_judged_rounds ON report_judged(run_id, round);

-- If the history stores judged rounds (sql/judged.sql), a run that changed after it was
-- judged is absent from judged_rounds. This script judges it now, for this report only.
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
       ci_score(e.coverage, e.source_quality, e.agreement, e.verification, e.recency),
       NOT gate_pass(e.coverage, e.source_quality, e.agreement, e.verification,
                     e.recency, 2147483647, 0)
FROM report_due AS d CROSS JOIN live_rounds AS e ON e.run_id = +d.run_id
ORDER BY e.run_id, e.round;

CREATE TEMP VIEW IF NOT EXISTS report_extent AS
SELECT (SELECT count(DISTINCT run_id) FROM report_judged) AS runs,
       date(max(age_days('1970-01-01', as_of)) * 86400, 'unixepoch') AS as_of
FROM runs WHERE run_id IN (SELECT run_id FROM report_judged);
