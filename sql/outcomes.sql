-- assay: rounds beside what somebody found of their answers, as a view.
--
--   sqlite3 research.db -cmd '.load build/assay' -cmd '.read sql/outcomes.sql'
--
--   labelled_rounds   one row per round of a run that has an outcome: what the gate sees,
--                     its verdict, the index, and good, NULL where nobody looked
--
-- It reads outcomes, a table or view of the columns run_id, round and good, and
-- judged_rounds of views.sql, or of judged.sql, where they are stored. Only runs that
-- have an outcome are read. An outcome other than 0 or 1 is none; of several of one round
-- the least counts: what one calls bad is not good.
--
-- high is 0 where the settings find all five scores High, else 1: what functions take
-- that have one High floor, to judge as the settings do. The view is TEMP: nothing is
-- written into the file, and outcomes may be a TEMP view over a table of any shape.

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
