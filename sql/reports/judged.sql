-- The judged rounds of a history, copied for this connection: what sql/reports/start.sql
-- and the notebook read. It has no command of the shell, so any client can run it. All of
-- it is TEMP; needs judged_rounds and live_rounds of sql/views.sql.
--
--   report_judged   one row per round: what the gate sees, its verdict and the index, in
--                   the order of rounds; high is 0 where the settings find all five
--                   scores High, else 1
--   report_due      the runs that were judged here because judged_rounds lacks them
--   report_extent  in one row how many runs that are, and as of when: the newest of
--                   their days as_of. Runs that are due are judged here, so the counts
--                   are those of the moment, and a clock would tell nothing
--
-- Floors may differ by dimension, and the legacy engine asks for an index; the forms that
-- take a policy take one High floor. With a round's own `high` these forms judge as the
-- settings do: a floor of 0 passes every round that has five scores, a floor of 1 only
-- the rounds that no settings stop.

-- Columns without a type keep values as they are; to find them by a typed column of
-- another table write +column. What has no run or no number is no round. The index is no
-- key: nothing keeps a history from having a round twice.
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
       ci_score(e.coverage, e.source_quality, e.agreement, e.verification, e.recency),
       NOT gate_pass(e.coverage, e.source_quality, e.agreement, e.verification,
                     e.recency, 2147483647, 0)
FROM report_due AS d CROSS JOIN live_rounds AS e ON e.run_id = +d.run_id
ORDER BY e.run_id, e.round;

CREATE TEMP VIEW IF NOT EXISTS report_extent AS
SELECT (SELECT count(DISTINCT run_id) FROM report_judged) AS runs,
       date(max(age_days('1970-01-01', as_of)) * 86400, 'unixepoch') AS as_of
FROM runs WHERE run_id IN (SELECT run_id FROM report_judged);
