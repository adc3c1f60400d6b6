-- Returns the decision on one stored run under a rubric; no row if the run has no
-- evidence.
SELECT run_id, action, stop_round AS round, returned_round, reason
FROM rubric_decisions WHERE run_id = :run_id AND rubric = :rubric;
