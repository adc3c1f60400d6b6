-- Lets a report read the evidence of a rubric (a gate of your own) instead of the table
-- rounds:
--
--   sqlite3 mine.db -cmd '.load build/assay' -cmd '.param set :rubric mine' \
--     -cmd '.read sql/reports/by_rubric.sql' < sql/reports/stop_policy.sql
--
-- A report that can't use a rubric ends with a message. This script needs
-- evidence(run_id, round, rubric, evidence) and runs(run_id, title, as_of), as
-- sql/schema.sql makes them, or TEMP views with these names. The script makes only TEMP
-- tables and views. Its view `rounds`, made of the evidence, hides the table rounds.
--
--   report_evidence  the evidence for the rubric, in the order of rounds
--   attempts         runs that share a title, and whether the rubric passes them; not
--                    made if there is a TEMP attempts already

.bail on
DROP TABLE IF EXISTS temp.report_rubric;
CREATE TEMP TABLE report_rubric(
  rubric, known,
  stated CONSTRAINT "floors of a rubric are settings: no :high, :min_sources, :weights"
         CHECK (stated IS NULL)
);
INSERT INTO report_rubric
SELECT :rubric, rubric_pass(:rubric, '{}'),
       coalesce(:high, :b_high, :min_sources, :b_min_sources, :weights, :b_weights);

DROP TABLE IF EXISTS temp.report_evidence;
CREATE TEMP TABLE report_evidence AS
SELECT run_id, round, rubric, evidence FROM evidence
WHERE rubric = :rubric AND run_id IS NOT NULL AND round IS NOT NULL
ORDER BY run_id, round;
CREATE INDEX temp.report_evidence_rounds ON report_evidence(run_id, round);

DROP VIEW IF EXISTS temp.rounds;
CREATE TEMP VIEW rounds AS SELECT run_id, round FROM report_evidence;
DROP VIEW IF EXISTS temp.live_rounds;
CREATE TEMP VIEW live_rounds AS
SELECT NULL AS run_id, NULL AS round, NULL AS coverage, NULL AS source_quality,
       NULL AS agreement, NULL AS verification, NULL AS recency, NULL AS recent_sources,
       NULL AS critical_contradictions, NULL AS recency_basis
WHERE 0;
DROP VIEW IF EXISTS temp.judged_rounds;
CREATE TEMP VIEW judged_rounds AS SELECT * FROM live_rounds;
DROP VIEW IF EXISTS temp.round_scores;
CREATE TEMP VIEW round_scores AS
SELECT *, NULL AS gate_passed, NULL AS ci FROM live_rounds;
DROP VIEW IF EXISTS temp.round_confidence;
CREATE TEMP VIEW round_confidence AS
SELECT run_id, round, NULL AS judges, NULL AS mean, NULL AS low, NULL AS high,
       NULL AS gate_confidence
FROM live_rounds;
CREATE TEMP VIEW IF NOT EXISTS attempts AS
SELECT r.title AS question, t.gate_passed AS passed
FROM (SELECT run_id, rubric_stop_report(rubric, round, evidence) AS report
      FROM report_evidence GROUP BY run_id) AS e
JOIN runs AS r ON r.run_id = e.run_id, stop_rows(e.report) AS t;
