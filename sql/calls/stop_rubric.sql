-- Returns the stop policy's decision on one stored run by a rubric (a gate over your own
-- dimensions). Returns no row if the run has no evidence (scores and counts) for the
-- rubric.
SELECT run_id, action, stop_round AS round, returned_round, reason
FROM rubric_decisions WHERE run_id = :run_id AND rubric = :rubric;
