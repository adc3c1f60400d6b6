-- assay: a view of rounds with their outcomes (whether a round's answer was good or bad).
--
--   sqlite3 research.db -cmd '.load build/assay' -cmd '.read sql/outcomes.sql'
--
--   labelled_rounds   all rounds of the runs with an outcome: the gate's arguments and
--                     verdict, the index, `high` (see below), and `good` (NULL for a
--                     round without an outcome)
--
-- The view reads `outcomes`, a table or view with the columns run_id, round and good.
-- From judged_rounds (of views.sql or judged.sql) it reads only the runs with an outcome.
-- An outcome other than 0 or 1 is ignored. If a round has several outcomes, the least
-- counts: an answer that one person calls bad is not good.
--
-- The column `high` is 0 if all five scores are High by the settings, else 1. Pass it to
-- a function such as stop_report() as the High floor of the round. With this floor, the
-- function judges as the settings do (sql/reports/judged.sql says why). The view is TEMP:
-- nothing is written into the file, and `outcomes` may be a TEMP view over any other
-- table.

DROP VIEW IF EXISTS temp.outcome_labels;
CREATE TEMP VIEW outcome_labels AS
SELECT run_id, round, min(good + 0) AS good FROM outcomes
WHERE run_id IS NOT NULL AND round IS NOT NULL AND why_missing(good, 'flag') IS NULL
GROUP BY run_id, round;

DROP VIEW IF EXISTS temp.labelled_rounds;
CREATE TEMP VIEW labelled_rounds AS
SELECT j.run_id, j.round, j.coverage, j.source_quality, j.agreement, j.verification,
       j.recency, j.recent_sources, j.critical_contradictions,
       gate_pass(j.coverage, j.source_quality, j.agreement, j.verification, j.recency,
                 j.recent_sources, j.critical_contradictions) AS gate_passed,
       ci_score(j.coverage, j.source_quality, j.agreement, j.verification, j.recency)
         AS ci,
       NOT gate_pass(j.coverage, j.source_quality, j.agreement, j.verification,
                     j.recency, 2147483647, 0) AS high,
       l.good
FROM (SELECT DISTINCT run_id FROM outcome_labels) AS r
CROSS JOIN judged_rounds AS j ON j.run_id = +r.run_id
LEFT JOIN outcome_labels AS l ON l.run_id = j.run_id AND l.round = j.round
WHERE j.round IS NOT NULL;
